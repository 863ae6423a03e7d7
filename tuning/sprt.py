"""A sequential test of a change: pairs of games until it is clear whether the first engine is better.

    python tuning/sprt.py A B --game ultimate --nodes 20000 [--elo0 0] [--elo1 20] [--processes 2] [--most 1000]

A and B are engines as `noughts match` takes them, for example noughts:threats=20. Two hypotheses, A better by elo0 or
by elo1; the log-likelihood ratio of the results so far (of pairs, each from one opening with colours swapped:
`noughts/arena/sprt.py`) is compared with the bounds for 5 % errors. For a change of code, give --other PATH: B then
runs from the sources there, of any version. Both are programs that speak UGI in that case (`tuning/any_version.py`), so
that neither has an advantage. A run that was broken off goes on, unless some source has changed. --openings takes what
`noughts match` takes; --all plays all games, clear or not.
"""

import argparse
import contextlib
import shlex
import sys
from pathlib import Path

from noughts import Limit, NoughtsError, game
from noughts.arena.clock import Conditions
from noughts.arena.competition import Competition, package_sources
from noughts.arena.journal import Journal
from noughts.arena.openings import DEFAULT, Openings
from noughts.arena.scheduling import LocalProcesses, play_pairings
from noughts.arena.sprt import Sprt
from noughts.arena.statistics import ScoreCount
from noughts.protocols.bots import Bot

ANY_VERSION = Path(__file__).resolve().with_name("any_version.py")
HERE = ANY_VERSION.parent.parent / "src"


def served(name: str, engine: str, sources: Path) -> Bot:
    """An engine of other sources, as a program."""
    return Bot(name, shlex.join(["env", f"PYTHONPATH={sources}", sys.executable, str(ANY_VERSION), engine]))


def tested(arguments: argparse.Namespace) -> str:
    """Play until it is clear; what came of it, in words."""
    bots, sources = {}, []
    if arguments.other is not None:
        other = Path(arguments.other).resolve()
        if not (other / "noughts" / "__init__.py").is_file():
            raise NoughtsError(f"--other is {arguments.other!r}; it must be a folder src, with noughts in it")
        bots = {"A": served("A", arguments.a, HERE), "B": served("B", arguments.b, other)}
        sources = [package_sources(other / "noughts")]
    match = Competition(
        arguments.game,
        ("A", "B") if bots else (arguments.a, arguments.b),
        Openings.read(arguments.openings, game(arguments.game), arguments.seed),
        # Whoever is late has lost nothing: versions are compared here on a busy machine, and not their clocks.
        Conditions(Limit(arguments.time, arguments.depth, arguments.nodes), margin=3600),
        arguments.seed,
        bots,
    )
    match.check()
    sprt, count, verdict, ratio = Sprt(arguments.elo0, arguments.elo1), ScoreCount(), None, 0.0
    hands = LocalProcesses(arguments.processes)
    with (
        contextlib.suppress(KeyboardInterrupt),
        Journal({**match.definition(), "others": sources}) as journal,
        contextlib.closing(play_pairings(match, [(0, 1)], 2 * arguments.most, journal, hands)) as games,
    ):
        for one in games:
            if one.forfeit:
                raise NoughtsError(f"a game was not played to its end: {one.reason}")
            count.add(one.pair, one.share)
            ratio = sprt.llr(count.score.sample)
            verdict = sprt.verdict(ratio)
            if verdict is not None and not arguments.all:
                break
            if count.score.games % 20 == 0:
                print(f"{count.score.games} games, {100 * count.score.score:.1f} %, LLR {ratio:+z.2f}", flush=True)
    words = {"H1": "A is better", "H0": "A is not better", None: "undecided"}
    return (
        f"{arguments.a} - {arguments.b} in {arguments.game}: {count.score.games} games, "
        f"{100 * count.score.score:.1f} %, LLR {ratio:+z.2f}: {words[verdict]}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("a")
    parser.add_argument("b")
    parser.add_argument("--game", required=True)
    parser.add_argument("--time", type=float)
    parser.add_argument("--depth", type=int)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--elo0", type=float, default=0.0)
    parser.add_argument("--elo1", type=float, default=20.0)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--most", type=int, default=1000, help="pairs after which to give up")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--openings", default=DEFAULT, help="random:PLIES, a file or none")
    parser.add_argument("--all", action="store_true", help="play on when it is clear")
    parser.add_argument("--other", help="the folder src of other sources, for B")
    try:
        print(tested(parser.parse_args()))
    except NoughtsError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
