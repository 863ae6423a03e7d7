"""Searches in nodes a second beside C++, easyAI and OpenSpiel, and report 003's table beside plain Python.

    python benchmarks/search.py [cpp] [python] [xrudder] [--rounds N]

SEARCH.md tells what is compared and why that is fair. Whatever is not installed is said and left out.
"""

from __future__ import annotations

import argparse
import functools
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import noughts
import plain_xrudder
from noughts.lab.whole_factorial import WHOLE
from noughts.registry import evaluation, search_class
from noughts.search.base import Bounds, Iteration, SearchSettings, StopSignal
from noughts.search.deepening import DepthFirst
from side_by_side import Timing, best_rate, best_ratio, machine, median_ratio, take_turns, timed

try:
    import pyspiel
    from open_spiel.python.algorithms.minimax import alpha_beta_search
except ImportError:
    pyspiel = None
try:
    import easyAI
except ImportError:
    easyAI = None  # noqa: N816 - the package's own name

COMPILER = "g++"
FLAGS = ["-std=c++17", "-O3", "-march=native"]
DEPTH, HASH_MB = 11, 64  # beside C++
LEAST_SECONDS = 0.5  # of one timing
# Of X-Rudder: both sides have partial shapes.
OPENING = ["c3", "d3", "f4", "e3", "b4", "c5", "c6", "d7", "e2", "h3", "i3", "i5", "f7", "f6", "j3", "j7"]

Work = Callable[[], float]  # does something once and returns the number of nodes


def repeated(work: Work) -> Callable[[], Timing]:
    """Work done as often as a timing needs to mean something."""
    seconds = min(timed(work).seconds for _ in range(2))
    count = max(1, int(LEAST_SECONDS / max(seconds, 1e-6)) + 1)
    return lambda: timed(lambda: sum(work() for _ in range(count)))


def new_table(title: str, *headings: str) -> Table:
    table = Table(title=title)
    for number, heading in enumerate(headings):
        table.add_column(heading, justify="right" if number else "left", no_wrap=True)
    return table


def thousands(rate: float) -> str:
    return f"{rate / 1e3:,.0f}"


# Ours beside C++


def build(folder: Path) -> Path:
    program = folder / "alphabeta_ultimate"
    source = Path(__file__).with_name("alphabeta_ultimate.cpp")
    subprocess.run([COMPILER, *FLAGS, str(source), "-o", str(program)], check=True)
    return program


def our_depths() -> tuple[Timing, list[tuple[int, int]]]:
    """A new engine's search with an empty table: its time, and after each depth the nodes so far and the value."""
    position = noughts.game("ultimate").start()
    engine = noughts.Engine("alphabeta", eval="patterns", hash_mb=HASH_MB)
    engine.analyse(position, noughts.Limit(depth=1))  # compiles, or loads what was compiled
    for search in engine._searches.values():
        assert isinstance(search, DepthFirst)
        search.table.view(np.uint64).fill(0)  # empty, and its pages are there before the clock starts, as in C++
    depths: list[tuple[int, int]] = []

    def deepen() -> float:
        for result in engine.analysis(position, noughts.Limit(depth=DEPTH)):
            depths.append((result.stats.nodes, result.score.value))
        return depths[-1][0]

    return timed(deepen), depths


def cpp_depths(program: Path) -> tuple[Timing, list[tuple[int, int]]]:
    output = subprocess.run([program, str(DEPTH), str(HASH_MB)], check=True, capture_output=True, text=True).stdout
    rows = [line.split() for line in output.splitlines()]
    return Timing(int(rows[-1][1]), float(rows[-1][3])), [(int(nodes), int(value)) for _, nodes, value, _ in rows]


def beside_cpp(console: Console, rounds: int) -> None:
    if shutil.which(COMPILER) is None:
        console.print(f"{COMPILER} not found: nothing to compare with C++")
        return
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder))
        mine, theirs = our_depths()[1], cpp_depths(program)[1]
        ours, cpp = take_turns([lambda: our_depths()[0], lambda: cpp_depths(program)[0]], rounds)
    table = new_table(
        f"Alpha-beta in ultimate, {HASH_MB} MB of table ({machine()})",
        "depth", "our nodes", "C++ nodes", "our value", "C++ value",
    )  # fmt: skip
    for depth, (our_row, cpp_row) in enumerate(zip(mine, theirs, strict=True), 1):
        table.add_row(str(depth), f"{our_row[0]:,}", f"{cpp_row[0]:,}", str(our_row[1]), str(cpp_row[1]))
    console.print(table)
    rates = new_table(f"To depth {DEPTH}, thousands of nodes a CPU second", "", "ours", "C++", "ratio", "median")
    rates.add_row("alpha-beta, patterns", *figures(ours, cpp))
    console.print(rates)
    if [value for _, value in mine] != [value for _, value in theirs]:
        raise SystemExit("the values differ: one of the programs is wrong")


def figures(ours: Sequence[Timing], theirs: Sequence[Timing]) -> list[str]:
    rates = [thousands(best_rate(side)) for side in (ours, theirs)]
    return [*rates, *(f"{ratio:,.2f}" for ratio in (best_ratio(ours, theirs), median_ratio(ours, theirs)))]


# Ours beside Python libraries

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def our_nodes(game: str, depth: int, win: float) -> Work:
    """Alpha-beta straight to a depth, without a table or an evaluation, as those libraries search."""
    position, limit = noughts.game(game).start(), noughts.Limit(depth=depth)
    engine = noughts.Engine("alphabeta", eval="zero", hash_mb=0, deepening=False, win=win)
    return lambda: engine.analyse(position, limit).stats.nodes


def easy_games() -> dict[str, type]:
    """Games as easyAI wants them, in plain Python with `unmake_move`, its fast way."""
    from easyAI.games.TicTacToe import TicTacToe

    class Row(easyAI.TwoPlayerGame):  # type: ignore[misc]
        """5×5×4: four in a row on 5×5 cells."""

        size, length = 5, 4

        def __init__(self, players: Any = None) -> None:
            self.players, self.current_player = players, 1
            self.board, self.last = [0] * self.size**2, [-1]

        def possible_moves(self) -> list[int]:
            return [cell for cell, mark in enumerate(self.board) if not mark]

        def make_move(self, move: int) -> None:
            self.board[move] = self.current_player
            self.last.append(move)

        def unmake_move(self, move: int) -> None:
            self.board[move] = 0
            self.last.pop()

        def lose(self) -> bool:
            """Whether the last move made a row: only lines through it can be new."""
            last, size, board = self.last[-1], self.size, self.board
            if last < 0:
                return False
            mark = board[last]
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                count = 1
                for sign in (1, -1):
                    row, column = last // size + sign * down, last % size + sign * right
                    while 0 <= row < size and 0 <= column < size and board[row * size + column] == mark:
                        count, row, column = count + 1, row + sign * down, column + sign * right
                if count >= self.length:
                    return True
            return False

        def is_over(self) -> bool:
            return self.lose() or 0 not in self.board

        def scoring(self) -> int:
            return -100 if self.lose() else 0

    class Ultimate(easyAI.TwoPlayerGame):  # type: ignore[misc]
        """Ultimate tic-tac-toe; owners are 0, the player's number, or 3 for a drawn board."""

        def __init__(self, players: Any = None) -> None:
            self.players, self.current_player = players, 1
            self.boards, self.owners = [[0] * 9 for _ in range(9)], [0] * 9
            self.target, self.won = -1, False
            self.past: list[Any] = []

        def possible_moves(self) -> list[int]:
            boards = range(9) if self.target < 0 else (self.target,)
            return [9 * b + c for b in boards if not self.owners[b] for c in range(9) if not self.boards[b][c]]

        def make_move(self, move: int) -> None:
            at, cell = divmod(move, 9)
            board, player = self.boards[at], self.current_player
            self.past.append((self.target, self.owners[at], self.won))
            board[cell] = player
            if any(board[a] == board[b] == board[c] == player for a, b, c in LINES):
                self.owners[at] = player
                self.won = any(self.owners[a] == self.owners[b] == self.owners[c] == player for a, b, c in LINES)
            elif 0 not in board:
                self.owners[at] = 3
            self.target = -1 if self.owners[cell] else cell

        def unmake_move(self, move: int) -> None:
            at, cell = divmod(move, 9)
            self.boards[at][cell] = 0
            self.target, self.owners[at], self.won = self.past.pop()

        def is_over(self) -> bool:
            return self.won or 0 not in self.owners

        def scoring(self) -> int:
            return -100 if self.won else 0

    return {"tictactoe": TicTacToe, "5x5x4": Row, "ultimate": Ultimate}


def easy_nodes(kind: type, depth: int) -> Work:
    """easyAI's Negamax. Its nodes are the moves that it makes, and the root, counted once outside the clock."""
    count = 1

    class Counted(kind):  # type: ignore[misc]
        def make_move(self, move: int) -> None:
            nonlocal count
            count += 1
            super().make_move(move)

    easyAI.Negamax(depth)(Counted(players=None))

    def search() -> float:
        easyAI.Negamax(depth)(kind(players=None))
        return count

    return search


class CountedState:
    """A state of OpenSpiel's that counts its clones: alpha-beta makes one a node."""

    def __init__(self, state: Any, counter: list[int]) -> None:
        self.state, self.counter = state, counter

    def clone(self) -> CountedState:
        self.counter[0] += 1
        return CountedState(self.state.clone(), self.counter)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)


def spiel_nodes(name: str, depth: int) -> Work:
    game, counter = pyspiel.load_game(name), [0]

    def search(state: Any) -> float:
        alpha_beta_search(game, state=state, value_function=lambda _: 0.0, maximum_depth=depth)
        return counter[0]

    search(CountedState(game.new_initial_state(), counter))
    return lambda: search(game.new_initial_state())


def beside_python(console: Console, rounds: int) -> None:
    """Rows of game and depth; a win of easyAI's is worth more if it is near, one of OpenSpiel's is not."""
    table = new_table(
        "Alpha-beta without a table, thousands of nodes a CPU second",
        "game and depth", "beside", "our nodes", "theirs", "ours", "theirs", "ratio", "median",
    )  # fmt: skip
    pairs: list[tuple[str, int, str, float, Callable[[int], Work]]] = []
    if easyAI is None:
        console.print("easyAI is not installed (pip install easyAI): left out")
    else:
        kinds = easy_games()
        for game, depth in (("tictactoe", 9), ("5x5x4", 6), ("ultimate", 8)):
            pairs.append((game, depth, "easyAI", 0.0, functools.partial(easy_nodes, kinds[game])))
    if pyspiel is None:
        console.print("OpenSpiel is not installed (pip install open_spiel): left out")
    else:
        for game, depth, name in (
            ("tictactoe", 9, "tic_tac_toe"),
            ("5x5x4", 6, "mnk(m=5,n=5,k=4)"),
            ("ultimate", 8, "ultimate_tic_tac_toe"),
        ):
            pairs.append((game, depth, f"OpenSpiel {name}", 1.0, functools.partial(spiel_nodes, name)))
    for game, depth, beside, win, theirs in pairs:
        mine, other = our_nodes(game, depth, win), theirs(depth)
        ours, rival = take_turns([repeated(mine), repeated(other)], rounds)
        table.add_row(f"{game} {depth}", beside, f"{mine():,.0f}", f"{other():,.0f}", *figures(ours, rival))
    if pairs:
        console.print(table)


# Report 003's table


REPORT_003 = {"nearest": True, "transpositions": False, "deepening": False}


def beside_plain(console: Console, rounds: int) -> None:
    game = noughts.game("xrudder")
    position = game.start()
    for text in OPENING:
        position.push(text)
    board, last = plain_xrudder.read_moves(OPENING)
    table = new_table(
        f"X-Rudder to depth 2, CPU seconds a move, {len(position.legal_moves)} moves to choose from",
        "search", "nodes", "ours", "plain Python", "ratio", "median",
    )  # fmt: skip
    for label, name, found, options, plain in (
        ("minimax, whole evaluation", "minimax", WHOLE, {}, plain_xrudder.Search()),
        ("alpha-beta, whole evaluation", "hminimax", WHOLE, {}, plain_xrudder.Search(pruning=True)),
        (
            "alpha-beta, updates, nearest first",
            "alphabeta",
            evaluation("factorial"),
            REPORT_003,
            plain_xrudder.Search(pruning=True, updating=True),
        ),
    ):
        search = search_class(name)(game, SearchSettings(found, hash_mb=0, options=options))

        def our_move(search: Any = search) -> Iteration:
            found: Iteration = next(search.iterate(position, Bounds(depth=2), StopSignal()))
            return found

        def our_work(our_move: Callable[[], Iteration] = our_move) -> float:
            our_move()
            return 1

        def plain_work(plain: plain_xrudder.Search = plain) -> float:
            plain.value(board, 2, last)
            return 1

        ours, theirs = take_turns([repeated(our_work), functools.partial(timed, plain_work)], rounds)
        mine, value = our_move(), plain.value(board, 2, last)
        if (mine.counters.nodes, mine.lines[0].value) != (plain.nodes, value):
            raise SystemExit(f"{label}: {mine} differs from {plain.nodes} nodes and {value} in plain Python")
        seconds = [f"{1 / best_rate(ours):.6f}", f"{1 / best_rate(theirs):.3f}"]
        ratios = [f"{ratio:,.0f}" for ratio in (best_ratio(ours, theirs), median_ratio(ours, theirs))]
        table.add_row(label, f"{plain.nodes:,}", *seconds, *ratios)
    console.print(table)


PARTS = {"cpp": beside_cpp, "python": beside_python, "xrudder": beside_plain}


def main() -> None:
    parser = argparse.ArgumentParser(description="Searches beside C++, easyAI, OpenSpiel and plain Python.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"some of {', '.join(PARTS)}; all if none is given")
    parser.add_argument("--rounds", type=int, default=5, help="turns that each program takes (default 5)")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    console = Console()
    if not console.is_terminal:
        console = Console(width=120)
    for part in options.parts or PARTS:
        PARTS[part](console, options.rounds)
    console.print("ratio: our best over theirs; median: of the rounds' ratios; above 1 ours is faster")


if __name__ == "__main__":
    main()
