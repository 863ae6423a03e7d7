"""Connect four by its hooks (examples/connect_four_hooks.py): does the first player win after some moves?

    python benchmarks/solve_connect_four.py [MOVES ...] [--hash-mb 512]

MOVES are columns, as in dddddcee; d is the whole game but for its first move, and takes minutes. Each is asked with a
table of its own. Nodes are positions looked at; CPU seconds are those of searching.
"""

import argparse
import time
from pathlib import Path

from side_by_side import machine

FILE = Path(__file__).resolve().parent.parent / "examples" / "connect_four_hooks.py"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("moves", nargs="*", default=["dddddcee", "ddddddec", "dcdddbbb", "dbdddc"])
    parser.add_argument("--hash-mb", type=float, default=512)
    arguments = parser.parse_args()
    import noughts
    from noughts.solving.method import method_for
    from noughts.solving.question import WIN, Question

    print(machine())
    game, total, total_seconds = noughts.game(str(FILE)), 0, 0.0
    for columns in arguments.moves:
        position = game.start()
        for column in columns:
            position.push(column)
        asked = method_for(game)(game, arguments.hash_mb)
        clock = time.process_time()
        answer = asked.ask(position, Question(0, WIN))
        seconds = time.process_time() - clock
        total, total_seconds = total + asked.nodes, total_seconds + seconds
        print(f"{columns:<10} {'won' if answer else 'not won'}  {asked.nodes:>13,} nodes {seconds:>8.2f} s", flush=True)
    print(f"{total:,} nodes, {total_seconds:.2f} s")


if __name__ == "__main__":
    main()
