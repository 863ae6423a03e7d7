"""How many forced wins of five in a row the engine proves within 0.3, 1 and 5 CPU seconds; and whether they are true.

    python benchmarks/proofs.py [--other OLD/src] [--seconds 0.3 1 5] [--only N]
    python benchmarks/proofs.py --replay 9 [--seconds 1] [--only N]
    python benchmarks/proofs.py --collect 200 --other OLD/src >benchmarks/forced_wins.txt

The positions of forced_wins.txt are from the engine's games against itself, which began in balanced openings.
From the end of a game backwards, the winner's positions are searched for JUDGING seconds by this version, and then by
the other one too if need be, until there is one that neither proves won. The one before is kept if its win takes more
than five plies: shorter ones are seen without a search. With --other the positions are then searched by another
version too, side by side, position by position.

--replay N plays every win out that is claimed within N plies after the last of the seconds, by the naive rules of
noughts/reference: the engine's move for the winner, every legal reply for the other.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from side_by_side import machine

GAME = "15x15x5"
HERE = Path(__file__).resolve().parent
POSITIONS, OPENINGS = HERE / "forced_wins.txt", HERE.parent / "src/noughts/arena/balanced/15x15x5.txt"
PLAYING, JUDGING = (3_000, 8_000), 1.0  # nodes, CPU seconds
SHORTEST = 7  # plies
REPLAY_HASH_MB = 16  # positions are many, and each takes a millisecond


def plies_to_win(result: Any) -> int | None:
    """Within how many plies the side to move wins; None if that is not proved."""
    mate = result.score.mate
    return None if mate is None or mate < 0 else int(mate)


def prove(position: Any, seconds: float) -> tuple[int, float] | None:
    """Within how many plies the side to move wins, and the CPU seconds until that was known."""
    from noughts.engine.engine import Engine
    from noughts.engine.limit import Limit

    begun, is_done = time.process_time(), threading.Event()
    analysis = Engine("noughts").analysis(position, Limit(time=100 * seconds))

    def watch() -> None:
        while not is_done.wait(0.005):
            if time.process_time() - begun > seconds:
                analysis.stop()

    watching = threading.Thread(target=watch)
    watching.start()
    found = None
    for result in analysis:
        plies, spent = plies_to_win(result), time.process_time() - begun
        if plies is not None:
            found = (plies, spent) if spent <= seconds else None
            break
    is_done.set()
    analysis.stop()
    watching.join()
    return found


def serve(seconds: float) -> None:
    """Read positions, answer each by what `prove` says, with whatever version is installed."""
    import noughts
    from noughts.engine.engine import Engine
    from noughts.engine.limit import Limit

    game = noughts.game(GAME)
    Engine("noughts").play(game.start(), Limit(nodes=1000))  # compiles
    for line in sys.stdin:
        print(json.dumps(prove(game.position(line.strip()), seconds)), flush=True)


class Prover:
    """A process that proves, of this version or of another one's sources."""

    def __init__(self, sources: Path | None, seconds: float) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--serve", "--seconds", str(seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | ({} if sources is None else {"PYTHONPATH": str(sources)}),
        )

    def prove(self, text: str) -> tuple[int, float] | None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(text + "\n")
        self._process.stdin.flush()
        found = json.loads(self._process.stdout.readline())
        return None if found is None else (found[0], found[1])


def compare(positions: Sequence[str], other: Path | None, limits: Sequence[float]) -> None:
    versions = {"this version": None} if other is None else {"this version": None, "the other": other}
    provers = [Prover(sources, max(limits)) for sources in versions.values()]
    times: list[list[float | None]] = [[] for _ in provers]
    for number, text in enumerate(positions, 1):
        for prover, seen in zip(provers, times, strict=True):
            found = prover.prove(text)
            seen.append(None if found is None else found[1])
        if sys.stderr.isatty():
            print(f"\r{number} of {len(positions)} positions", end="", file=sys.stderr, flush=True)
    print(machine())
    print(f"forced wins proved, of {len(positions)}, within {', '.join(f'{limit:g}' for limit in limits)} CPU seconds")
    for name, seen in zip(versions, times, strict=True):
        proved = [sum(spent is not None and spent <= limit for spent in seen) for limit in limits]
        print(f"{name}: {', '.join(map(str, proved))}")


def collect(count: int, other: Path) -> None:
    """Play games and print the earliest position of each that one of the versions proves won."""
    import noughts
    from noughts.engine.engine import Engine
    from noughts.engine.limit import Limit

    game, chance, openings = noughts.game(GAME), random.Random(1), OPENINGS.read_text().splitlines()
    judges = [Prover(None, JUDGING), Prover(other, JUDGING)]
    print(f"# Forced wins of {GAME}: see benchmarks/proofs.py for how they were chosen", flush=True)
    collected: set[str] = set()
    for number in range(10 * count):
        player, position = Engine("noughts"), game.start()
        for move in openings[number % len(openings)].split():
            position.push(move)
        begun = position.ply
        while not position.is_game_over():
            position.push(player.play(position, Limit(nodes=chance.randint(*PLAYING))).move)
        outcome, earliest = position.outcome(), None
        if outcome is None or outcome.winner is None:
            continue
        while position.ply > begun:
            position.pop()
            if position.turn == outcome.winner:
                found = next(filter(None, (judge.prove(position.text()) for judge in judges)), None)
                if found is None:
                    break
                earliest = position.text() if found[0] >= SHORTEST else None
        if earliest is not None and earliest not in collected:
            collected.add(earliest)
            print(earliest, flush=True)
            if len(collected) == count:
                return


class Replay:
    """Plays wins out. A position that was won before is not asked for again: defences come in any order."""

    def __init__(self) -> None:
        import noughts
        from noughts import reference
        from noughts.registry import best_evaluation, search_class
        from noughts.search.base import SearchSettings

        self._game, self._naive = noughts.game(GAME), reference.game(GAME)
        search = search_class("noughts")
        options = search.read_options({})
        self._search = search(self._game, SearchSettings(best_evaluation(self._game), REPLAY_HASH_MB, 1, 1, options))
        self._won: dict[str, int] = {}  # within how many plies
        self.asked = 0

    def check(self, text: str, plies: int) -> None:
        """Whether the side to move wins a position within so many plies; an AssertionError if it does not."""
        self._win(self._naive.parse(text), plies)

    def _win(self, board: Any, plies: int) -> None:
        from noughts.kernel.scores import MATE
        from noughts.search.base import Bounds, StopSignal

        text = board.text()
        if self._won.get(text, plies + 1) <= plies:
            return
        for iteration in self._search.iterate(self._game.position(text), Bounds(plies, None), StopSignal()):
            line = iteration.lines[0]
        self.asked += 1
        if self.asked % 1000 == 0 and sys.stderr.isatty():
            print(f"\r{self.asked:,} positions asked for", end="", file=sys.stderr, flush=True)
        assert 0 < MATE - line.value <= plies, f"{text} is not won within {plies} plies"
        after = board.play(self._game.moves[line.moves[0]].text)
        if after.is_over():
            assert after.winner() == board.turn, text
        else:
            assert plies > 1, text
            for reply in after.legal_moves():
                self._win(after.play(reply), plies - 2)
        self._won[text] = plies


def replay(positions: Sequence[str], most: int, seconds: float) -> None:
    """Play out every win that is claimed within so many plies."""
    import noughts
    from noughts.engine.engine import Engine
    from noughts.engine.limit import Limit

    game, check, claimed = noughts.game(GAME), Replay(), 0
    for number, text in enumerate(positions, 1):
        plies = plies_to_win(Engine("noughts").play(game.position(text), Limit(time=seconds)))
        if plies is not None and plies <= most:
            check.check(text, plies)
            claimed += 1
            print(f"position {number}: won within {plies} plies; {check.asked:,} positions so far", flush=True)
    print(f"{claimed} wins were claimed within {most} plies after {seconds:g} s; all are true")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--other", type=Path, help="the folder src of another version")
    parser.add_argument("--seconds", type=float, nargs="+", default=[0.3, 1, 5])
    parser.add_argument("--only", type=int, default=10**6, help="so many positions")
    parser.add_argument("--collect", type=int)
    parser.add_argument("--replay", type=int)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve(max(arguments.seconds))
        return
    if arguments.collect is not None:
        if arguments.other is None:
            parser.error("--collect needs --other, which judges too")
        collect(arguments.collect, arguments.other)
        return
    lines = POSITIONS.read_text().splitlines()
    positions = [line for line in lines if line and not line.startswith("#")][: arguments.only]
    if arguments.replay is not None:
        replay(positions, arguments.replay, max(arguments.seconds))
    else:
        compare(positions, arguments.other, arguments.seconds)


if __name__ == "__main__":
    main()
