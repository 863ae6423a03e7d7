"""Every level against the one below it, in every game: writes the table of docs/levels.md.

    python benchmarks/levels.py [--games 40] [--only ultimate xrudder]

`max` is measured at 0.1 s a move instead of its own time, so that the table is made within the hour: longer thinking
only widens its distance.
"""

import argparse
import concurrent.futures
import multiprocessing
import os
from pathlib import Path

TARGET = Path(__file__).parent.parent / "docs" / "levels.md"
GAMES = (
    *("10x10x5", "15x15x5", "nineboard", "ultimate", "xtreme", "xrudder"),
    *("examples/connect_four.py", "examples/hex.py", "examples/breakthrough.py"),
)
MAX_TIME = 0.1


def measure(name: str, stronger: str, weaker: str, games: int) -> float:
    """The share of points of the stronger level."""
    from noughts.arena.competition import Competition
    from noughts.arena.openings import DEFAULT, Openings
    from noughts.arena.played import score_of
    from noughts.arena.scheduling import play_here
    from noughts.registry import game

    limit = f",time={MAX_TIME}" if stronger == "max" else ""
    players = f"noughts:level={stronger},hash_mb=16{limit}", f"noughts:level={weaker},hash_mb=16"
    match = Competition(name, players, Openings.read(DEFAULT, game(name)))
    return score_of(play_here(match.tasks([(0, 1)], games))).score


def main() -> None:
    from noughts.levels import LEVELS

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--only", nargs="+", metavar="GAME", help="just these games, and nothing is written")
    arguments = parser.parse_args()
    names, pairs = arguments.only or GAMES, list(zip(list(LEVELS)[1:], LEVELS, strict=False))
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count(), context) as pool:
        matches = {
            (name, stronger): pool.submit(measure, name, stronger, weaker, arguments.games)
            for name in names
            for stronger, weaker in pairs
        }
        rows = []
        for name in names:
            scores = [f"{100 * matches[name, stronger].result():.0f} %" for stronger, _ in pairs]
            rows.append(f"| {name} | {' | '.join(scores)} |")
            print(rows[-1], flush=True)
    if arguments.only:
        return
    head = (
        f"| game | {' | '.join(f'{stronger} – {weaker}' for stronger, weaker in pairs)} |\n|---|{'---|' * len(pairs)}"
    )
    before, _, after = TARGET.read_text().partition("<!-- table -->\n")
    _, _, after = after.partition("<!-- end of table -->\n")
    table = "\n".join([head, *rows])
    TARGET.write_text(f"{before}<!-- table -->\n{table}\n<!-- end of table -->\n{after}")


if __name__ == "__main__":
    main()
