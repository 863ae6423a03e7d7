"""Perft of each game in sequences a second, beside the same algorithm in C++.

    python benchmarks/perft.py [GAME ...] [--rounds N]

`perft_ultimate.cpp` and `perft_mnk.cpp` keep the same state, copy and play it in the same way, update the same Zobrist
keys and count the same leaves; g++ compiles them with -O3 -march=native, as Numba compiles for this very CPU. What is
compared is the machine code of two compilers, not two ideas. Both count the same number, or the run fails. Without g++
there is no C++ column.
"""

import argparse
import functools
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

import noughts
from noughts.kernel.perft import perft_for
from side_by_side import Timing, best_rate, best_ratio, machine, median_ratio, repetitions_for, take_turns

COMPILER = "g++"
FLAGS = ["-std=c++17", "-O3", "-march=native"]


@dataclass(frozen=True)
class Entry:
    """A game, how deep to count, and the C++ program with what it takes before depth and repetitions."""

    game: str
    depth: int
    source: str | None = None
    arguments: tuple[str, ...] = ()


ENTRIES = [
    Entry("tictactoe", 9, "perft_mnk", ("3", "3", "3")),
    Entry("5x5x4", 6, "perft_mnk", ("5", "5", "4")),
    Entry("15x15x5", 4, "perft_mnk", ("15", "15", "5")),
    Entry("nineboard", 7),
    Entry("ultimate", 8, "perft_ultimate"),
    Entry("xtreme", 6),
    Entry("xrudder", 4),
]


def our_count(entry: Entry) -> Callable[[], int]:
    """The compiled perft of a game's start, called as `noughts perft` calls it."""
    game = noughts.game(entry.game)
    count_sequences = perft_for(game.rules, game.name)
    states = game.new_states(entry.depth + 1)
    states[:1] = game.start().states
    buffers = game.new_moves(entry.depth + 1)
    stop = np.zeros(1, np.int64)
    return lambda: count_sequences(states, 0, entry.depth, buffers, stop)


def best_of(count: Callable[[], int], repetitions: int) -> Timing:
    """What the C++ programs do for themselves: the best of some repetitions."""
    best, counted = float("inf"), 0
    for _ in range(repetitions):
        clock = time.process_time()
        counted = count()
        best = min(best, time.process_time() - clock)
    return Timing(counted, best)


def build(source: str, folder: Path) -> Path:
    program = folder / source
    subprocess.run([COMPILER, *FLAGS, str(Path(__file__).with_name(f"{source}.cpp")), "-o", str(program)], check=True)
    return program


def run_cpp(program: Path, entry: Entry, repetitions: int) -> Timing:
    command = [str(program), *entry.arguments, str(entry.depth), str(repetitions)]
    count, seconds = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return Timing(int(count), float(seconds))


def compare(entry: Entry, program: Path | None, rounds: int, table: Table) -> bool:
    """Add the game's row; False if the counts differ."""
    programs: list[Callable[[int], Timing]] = [functools.partial(best_of, our_count(entry))]
    if program is not None:
        programs.append(functools.partial(run_cpp, program, entry))
    repetitions = repetitions_for(min(run(1).seconds for run in programs))
    ours, *others = take_turns([functools.partial(run, repetitions) for run in programs], rounds)
    counts = {int(timing.amount) for timings in [ours, *others] for timing in timings}
    row = [entry.game, str(entry.depth), f"{int(ours[0].amount):,}", f"{best_rate(ours) / 1e6:.0f}"]
    for theirs in others:
        row += [f"{best_rate(theirs) / 1e6:.0f}", f"{best_ratio(ours, theirs):.2f}"]
        row += [f"{median_ratio(ours, theirs):.2f}", "equal" if len(counts) == 1 else f"{counts}"]
    table.add_row(*row)
    return len(counts) == 1


def main() -> None:
    names = [entry.game for entry in ENTRIES]
    parser = argparse.ArgumentParser(description="Perft of each game, beside the same algorithm in C++.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"some of {', '.join(names)}; all if none is given")
    parser.add_argument("--rounds", type=int, default=5, help="turns that each program takes (default 5)")
    options = parser.parse_args()
    if unknown := set(options.games) - set(names):
        parser.error(f"not measured here: {', '.join(sorted(unknown))}")
    console = Console()
    table = Table(title=f"Perft, millions of sequences a CPU second ({machine()})")
    table.add_column("game")
    for heading in ("depth", "sequences", "ours", "C++", "ratio", "median"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("counts")
    has_compiler = shutil.which(COMPILER) is not None
    programs: dict[str | None, Path] = {}
    all_equal = True
    with tempfile.TemporaryDirectory() as folder, console.status("Counting…") as status:
        for entry in ENTRIES:
            if options.games and entry.game not in options.games:
                continue
            status.update(f"Counting {entry.game} to depth {entry.depth}…")
            if has_compiler and entry.source is not None and entry.source not in programs:
                programs[entry.source] = build(entry.source, Path(folder))
            all_equal &= compare(entry, programs.get(entry.source), options.rounds, table)
    console.print(table)
    console.print("ratio: our best over theirs; median: of the rounds' ratios; above 1 ours is faster")
    if not has_compiler:
        console.print(f"{COMPILER} not found: no C++ column")
    if not all_equal:
        sys.exit("the counts differ: one of the programs is wrong")


if __name__ == "__main__":
    main()
