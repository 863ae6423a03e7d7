"""Every level against the one below it, in every game: writes the table of docs/levels.md.

    python benchmarks/levels.py [--games 40] [--concurrency 2] [--only ultimate xrudder]

`max` is measured at 0.1 s a move instead of its own time, so that the table is made within the hour: longer thinking
only widens its distance. A run that was broken off goes on. With --only, just these games are played, and nothing is
written.
"""

import argparse
import os
from itertools import pairwise
from pathlib import Path

TARGET = Path(__file__).parent.parent / "docs" / "levels.md"
GAMES = (
    *("10x10x5", "15x15x5", "nineboard", "ultimate", "xtreme", "xrudder"),
    *("examples/connect_four.py", "examples/hex.py", "examples/breakthrough.py"),
)
MAX_TIME = 0.1


def shares(name: str, games: int, concurrency: int) -> list[float]:
    """The share of points of each level against the one below it."""
    from noughts.arena.competition import Competition
    from noughts.arena.journal import Journal
    from noughts.arena.openings import DEFAULT, Openings
    from noughts.arena.played import score_of
    from noughts.arena.scheduling import LocalProcesses, play_pairings
    from noughts.engine.levels import LEVELS
    from noughts.registry import game

    limits = {"max": f",time={MAX_TIME}"}
    players = tuple(f"noughts:level={level},hash_mb=16{limits.get(level, '')}" for level in LEVELS)
    matches = Competition(name, players, Openings.read(DEFAULT, game(name)))
    pairings = [(above, below) for below, above in pairwise(range(len(players)))]
    with Journal(matches.definition()) as journal:
        played = list(play_pairings(matches, pairings, games, journal, LocalProcesses(concurrency)))
    return [score_of(one for one in played if one.players == pairing).score for pairing in pairings]


def main() -> None:
    from noughts.engine.levels import LEVELS

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40, help="of each level against the one below it")
    parser.add_argument("--concurrency", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", nargs="+", metavar="GAME")
    arguments = parser.parse_args()
    rows = []
    for name in arguments.only or GAMES:
        scores = (f"{100 * share:.0f} %" for share in shares(name, arguments.games, arguments.concurrency))
        rows.append(f"| {name} | {' | '.join(scores)} |")
        print(rows[-1], flush=True)
    if arguments.only:
        return
    heads = [f"{above} – {below}" for below, above in pairwise(LEVELS)]
    table = "\n".join([f"| game | {' | '.join(heads)} |", f"|---|{'---|' * len(heads)}", *rows])
    before, _, after = TARGET.read_text().partition("<!-- table -->\n")
    _, _, after = after.partition("<!-- end of table -->\n")
    TARGET.write_text(f"{before}<!-- table -->\n{table}\n<!-- end of table -->\n{after}")


if __name__ == "__main__":
    main()
