"""The seconds before a game's first perft: on an empty compile cache, and from a warm one.

    python benchmarks/compile_times.py [GAME ...] [--rounds N]

Each figure is a fresh Python process with a cache folder of its own, as a user's first and second call would be. The
process times itself: importing (Numba included), fetching the compiled code (compiling it, or loading it from the
cache), and the first count. The last column is the whole process as its parent sees it. These are wall-clock seconds,
the best of the rounds: they are what a user waits.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

from rich.console import Console
from rich.table import Table

from side_by_side import machine

GAMES = ["tictactoe", "15x15x5", "nineboard", "ultimate", "xtreme", "xrudder"]
PHASES = ["import", "compile or load", "first count"]

FIRST_PERFT = """
import json, sys, time
clocks = [time.perf_counter()]
import numpy as np
import noughts
game = noughts.game(sys.argv[1])
from noughts.kernel.perft import perft_for
clocks.append(time.perf_counter())
count_sequences = perft_for(game.rules, game.name)
clocks.append(time.perf_counter())
states = game.new_states(4)
game.setup(states[0])
count_sequences(states, 0, 3, game.new_moves(4), np.zeros(1, np.int64))
clocks.append(time.perf_counter())
print(json.dumps([after - before for before, after in zip(clocks, clocks[1:])]))
"""


def first_perft(game: str, cache: str) -> list[float]:
    """Seconds of each phase and of the whole process."""
    clock = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", FIRST_PERFT, game],
        env={**os.environ, "NOUGHTS_CACHE": cache},
        check=True,
        capture_output=True,
        text=True,
    )
    whole = time.perf_counter() - clock
    return [*json.loads(done.stdout), whole]


def best_of(runs: list[list[float]]) -> list[str]:
    """The run whose whole process was the quickest."""
    return [f"{seconds:.2f}" for seconds in min(runs, key=lambda run: run[-1])]


def main() -> None:
    parser = argparse.ArgumentParser(description="The seconds before a game's first perft, cold and warm.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"any games; {', '.join(GAMES)} if none is given")
    parser.add_argument("--rounds", type=int, default=3, help="empty caches to start from (default 3)")
    options = parser.parse_args()
    console = Console()
    table = Table(title=f"Seconds before a first perft ({machine()})")
    table.add_column("game")
    table.add_column("cache")
    for heading in [*PHASES, "whole process"]:
        table.add_column(heading, justify="right")
    with console.status("Compiling…") as status:
        for game in options.games or GAMES:
            cold, warm = [], []
            for _ in range(options.rounds):
                status.update(f"Compiling {game}…")
                with tempfile.TemporaryDirectory() as cache:
                    cold.append(first_perft(game, cache))
                    warm.append(first_perft(game, cache))
            table.add_row(game, "empty", *best_of(cold))
            table.add_row("", "warm", *best_of(warm))
    console.print(table)


if __name__ == "__main__":
    main()
