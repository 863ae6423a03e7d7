"""The engine at `max` with sixteen empty cells of k in a row left: CPU seconds for a move, and how many are proved.

    python benchmarks/perfect_play.py [--count 100] [--games misere-5x6x4 ...]

Positions are random, with obstacles and stones, in every other one with the empty cells side by side. `noughts warm`
first: nothing is compiled while a move is timed, but what has not been compiled yet is not used.
"""

import argparse
import statistics
import sys
import time
from pathlib import Path

from side_by_side import machine

GAMES = (
    "4x4x4", "5x5x4", "6x6x4", "4x5x3", "15x15x5", "exact-6x6x4",
    "misere-4x4x3", "misere-4x5x3", "misere-5x5x3", "misere-2x10x3", "misere-4x5x4", "misere-5x5x4", "misere-6x6x4",
    "misere-8x8x3", "misere-8x8x5", "misere-32x32x4",
)  # fmt: skip
ASKED = 0.1  # seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100, help="positions of each game")
    parser.add_argument("--games", nargs="+", default=GAMES)
    arguments = parser.parse_args()
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
    import noughts
    from test_perfect_play import positions

    print(machine())
    for name in arguments.games:
        engine = noughts.Engine(level="max")
        engine.prepare(noughts.game(name))
        seconds, proved = [], 0
        for position in positions(name, arguments.count, seed=7):
            clock = time.process_time()
            proved += engine.play(position).is_proved
            seconds.append(time.process_time() - clock)
        over, at_most = sum(spent > ASKED for spent in seconds), f"at most {max(seconds):.3f}"
        middle = f"median {statistics.median(seconds):.3f}"
        print(f"{name:<14} {at_most}, {middle}, {over} over {ASKED}; {proved} of {len(seconds)} proved", flush=True)


if __name__ == "__main__":
    main()
