"""Games solved from the empty board: our value, the published one, nodes and CPU seconds; a plain C++ solver beside it.

    python benchmarks/solve_table.py [--cells 25] [--games 5x6x4 6x6x4 4x7x4] [--cpp-seconds 60]

Without --games: every m,n,k game of tests/facts/solved.json with at most so many cells, misère included. The C++
(`solve_mnk.cpp`, depth-first with immediate wins, forced replies, dead positions and symmetry) is asked about the games
that are named, and given so many seconds; g++ must be there. CPU seconds are the least of --rounds runs; ours are those
of `noughts.solve`, finding a move that keeps a draw included. Both have a table to set up, which counts; searching
alone, without it, stands beside it: ours in seconds of the clock, as `solve` tells them.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from side_by_side import machine

ROOT = Path(__file__).resolve().parent.parent
VALUES = {0: "win", 1: "loss", None: "draw"}
OF_CPP = {"1": "win", "0": "draw"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cells", type=int, default=25)
    parser.add_argument("--games", nargs="+", default=[])
    parser.add_argument("--cpp-seconds", type=float, default=60)
    parser.add_argument("--hash-mb", type=float, default=128)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    sys.path.insert(0, str(ROOT / "tests"))
    import fact_files
    import noughts

    published = {name: VALUES[winner] for name, winner in fact_files.solved_games()}
    small = [name for name in published if noughts.game(name).max_plies <= arguments.cells]
    print(machine())
    beside = "C++: value, nodes, seconds, searching"
    print(f"{'game':<14} {'ours':<5} {'published':<9} {'nodes':>12} {'seconds':>9} {'searching':>9}   {beside}")
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        program = compiled_program(Path(folder)) if arguments.games else None
        for name in arguments.games or small:
            start, seconds, searching = noughts.game(name).start(), float("inf"), float("inf")
            for _ in range(arguments.rounds):  # the first one may have to compile
                clock = time.process_time()
                found = noughts.solve(start, hash_mb=arguments.hash_mb)
                seconds, searching = min(seconds, time.process_time() - clock), min(searching, found.seconds)
            known = published.get(name, "?")
            wrong += known not in ("?", found.value)
            beside = plain(program, name, arguments) if program and not name.startswith("misere") else ""
            took = f"{found.nodes:>12,} {seconds:>9.4f} {searching:>9.4f}"
            print(f"{name:<14} {found.value:<5} {known:<9} {took}   {beside}", flush=True)
    print(f"{wrong} values differ")


def compiled_program(folder: Path) -> Path | None:
    program = folder / "solve_mnk"
    source = Path(__file__).with_name("solve_mnk.cpp")
    try:
        subprocess.run(["g++", "-std=c++20", "-O3", "-march=native", "-o", program, source], check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return program


def plain(program: Path, name: str, arguments: argparse.Namespace) -> str:
    command = [str(program), *name.split("x"), str(round(arguments.hash_mb))]
    seconds = searching = float("inf")
    for _ in range(arguments.rounds):
        try:
            run = subprocess.run(command, capture_output=True, text=True, timeout=arguments.cpp_seconds, check=True)
        except subprocess.TimeoutExpired:
            return f"open after {arguments.cpp_seconds:g} s"
        value, nodes, *took = run.stdout.split()
        seconds, searching = min(seconds, float(took[0])), min(searching, float(took[1]))
    return f"{OF_CPP[value]}, {int(nodes):,}, {seconds:.4f}, {searching:.4f}"


if __name__ == "__main__":
    main()
