"""The engine at `max` with sixteen empty cells of k in a row left: CPU seconds for a move, and how many are proved.

    python benchmarks/perfect_play.py

Positions are random, with obstacles and stones. `noughts warm` first: nothing is compiled while a move is timed, but
what has not been compiled yet is not used.
"""

import statistics
import sys
import time
from pathlib import Path

from side_by_side import machine

GAMES = ("4x4x4", "5x5x4", "6x6x4", "misere-4x4x4", "misere-5x5x4", "misere-6x6x4")
COUNT = 10


def main() -> None:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
    import noughts
    from test_perfect_play import positions

    print(machine())
    for name in GAMES:
        engine = noughts.Engine(level="max")
        engine.prepare(noughts.game(name))
        seconds, proved = [], 0
        for position in positions(name, COUNT, seed=7):
            clock = time.process_time()
            proved += engine.play(position).is_proved
            seconds.append(time.process_time() - clock)
        print(
            f"{name:<14} at most {max(seconds):.3f}, median {statistics.median(seconds):.3f}; {proved} proved",
            flush=True,
        )


if __name__ == "__main__":
    main()
