"""Positional games of few cells, by alpha-beta over sets of cells as bits: some tens of nanoseconds a position.

Questions about a position are looked up by the cells that a player has. Tables of all sets of cells say which cells
complete a line of the player's, and whether a line is left if the player gets all that is free:

- who cannot complete a line any more does not win (in an avoidance game: does not lose);
- in a strong game a line is completed at once, and the opponent's next one has to be stopped; two cannot be;
- in an avoidance game a line is completed only if every cell does;
- lines that weigh little are never completed, or can be avoided: games/shared/pairing.py says why.

An entry of the search's table says which two sets it is about: none is taken for another position's.
"""

import functools
import time
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from noughts.board import Game, Position
from noughts.board.positional import Line, PositionalGame
from noughts.errors import NoughtsError
from noughts.kernel.compiling import compiled, recursive
from noughts.kernel.contract import MOST_CELLS, MOST_LINES, States, lines_left
from noughts.kernel.intrinsics import draw, int64, lowest, popcount
from noughts.kernel.run import Run, entry_point, new_run, stop_flag
from noughts.solving.bounds import ValueBounds
from noughts.solving.question import WIN
from noughts.solving.solution import Solution

Sets = NDArray[np.int64]

TABLE_BITS = 17
SPREAD = np.uint64(0x9E3779B97F4A7C15)
# With fewer cells free, moves are tried as they come, and with still fewer the table is left alone. Nodes and CPU
# seconds of the fifty hardest of tens of thousands of positions, all of them misère, with moves ordered from 5 and
# from 6 cells on: 35.9 million, 1.47; 54.9 million, 1.38.
LEAST_ORDERED, LEAST_KEPT = 6, 4
# In an avoidance game a player keeps away from lines, most from its own. The same with -2 and -1: 54.9 million; with -3
# and -1: 47.3 million; with -4 and -1 45.0, but a fifth more in misère 4x5x3.
OWN, OTHER = -3, -1
WORST = -2  # below every value
GRANULE = 4096  # positions that are taken from the supply at a time
UNLIMITED = 1 << 62
RUN_FIELDS = (
    "stop",  # not 0: leave
    "nodes",  # positions looked at
    "node_limit",  # until the supply is asked for more
    "best_move",  # a cell, as a bit
    "is_avoidance",  # 1: who completes a line loses
    "longest",  # the cells of the longest line
)


@compiled
def mark_supersets(marked: NDArray[np.uint8], cells: int, without: int, full: int) -> None:
    """Mark all sets that hold these cells, and none of the others."""
    others = full & ~cells & ~without
    more = others
    while True:
        marked[cells | more] = 1
        if more == 0:
            return
        more = (more - 1) & others


@compiled
def weigh(lines: Sets, count: int, gone: int, free: int, longest: int, factor: int, weights: Sets) -> int:
    """Add to each free cell what the lines through it weigh, of which no cell is gone: four times as much for each cell
    less that they lack. Returns what they weigh together if each cell less only doubles that: a line that is complete
    then weighs 1 << longest."""
    total = int64(0)
    for i in range(count):
        if lines[i] & gone == 0:
            lacking = lines[i] & free
            fewer = longest - popcount(np.uint64(lacking))
            weight = factor << 2 * fewer
            total += 1 << fewer
            while lacking != 0:
                weights[lowest(np.uint64(lacking))] += weight
                lacking &= lacking - 1
    return total


@compiled
def heaviest(cells: int, weights: Sets) -> int:
    """The cell of most weight, as a bit."""
    best = cells & -cells
    most = weights[lowest(np.uint64(cells))]
    cells &= cells - 1
    while cells != 0:
        weight = weights[lowest(np.uint64(cells))]
        if weight > most:
            best, most = cells & -cells, weight
        cells &= cells - 1
    return best


class CellGame(NamedTuple):
    """The rest of a game, as sets of cells, with the search's working memory. The first index is the player."""

    sets: Sets  # each player's lines as they were told, with what they are without,
    told: Sets  # and how many these are
    lines: Sets  # those that matter,
    counts: Sets  # and how many there are
    is_complete: NDArray[np.uint8]  # a table of one player's
    is_line_left: NDArray[np.uint8]  # by the cells that a player has, or could get: whether they hold a line
    completing: NDArray[np.uint16]  # by the cells that a player has: those that complete a line
    table: NDArray[np.uint64]
    weights: Sets  # a row for each number of free cells: what they are ordered by
    supply: Sets  # one number: the positions that may be looked at
    run: NDArray[np.record]  # one record


def new_cell_game() -> CellGame:
    """Working memory for any game, all zeros but for the supply: what is not used takes no time."""
    return CellGame(
        np.zeros((2, MOST_LINES, 2), np.int64),
        np.zeros(2, np.int64),
        np.zeros((2, MOST_LINES), np.int64),
        np.zeros(2, np.int64),
        np.zeros(1 << MOST_CELLS, np.uint8),
        np.zeros((2, 1 << MOST_CELLS), np.uint8),
        np.zeros((2, 1 << MOST_CELLS), np.uint16),
        np.zeros(1 << TABLE_BITS, np.uint64),
        np.zeros((MOST_CELLS, MOST_CELLS), np.int64),
        np.full(1, UNLIMITED, np.int64),
        new_run(RUN_FIELDS),
    )


@compiled
def tabulate(game: CellGame, player: int, full: int) -> None:
    """Fill in a player's tables, by the player's set: whether it holds a line, and would if `without` did not matter;
    and the cells that complete one. The lines that matter, smallest first, are those that hold no other."""
    is_complete, is_line_left, completing = game.is_complete, game.is_line_left[player], game.completing[player]
    run = game.run[0]
    for cells in range(full + 1):
        is_complete[cells] = 0
    n = int64(0)
    for size in range(1, MOST_CELLS + 1):
        for i in range(game.told[player]):
            line, without = game.sets[player, i, 0], game.sets[player, i, 1]
            if popcount(np.uint64(line)) == size:
                mark_supersets(is_complete, line, without, full)
                run.longest = max(run.longest, size)
                if is_line_left[line] == 0:
                    mark_supersets(is_line_left, line, int64(0), full)
                    game.lines[player, n] = line
                    n += 1
    game.counts[player] = n
    cell = int64(1)
    while cell <= full:
        for cells in range(full + 1):
            if is_complete[cells | cell] != 0:
                completing[cells] |= cell
        cell <<= 1


@compiled
def look_at_supply(run: Run, supply: Sets) -> None:
    """Take some of the positions that may be looked at; where none are left, stop."""
    run.node_limit += draw(supply, GRANULE)
    if run.nodes >= run.node_limit:
        run.stop = 1


@recursive
def settle(game: CellGame, mover: int, own: int, other: int, free: int, alpha: int, beta: int) -> int:
    """The value of a position to the side to move, 1, 0 or -1, if that is between alpha and beta; else a bound of it.
    Meaningless once stopped.

    `own` and `other` are the cells of the side to move and of the opponent. At the end run.best_move is a cell that
    gets as much at the root, as a bit, where moves had to be tried.
    """
    lines, counts, table, run = game.lines, game.counts, game.table, game.run[0]
    is_line_left, completing = game.is_line_left, game.completing
    run.nodes += 1
    if run.nodes >= run.node_limit:
        look_at_supply(run, game.supply)
    if free == 0:
        return int64(0)
    avoids, longest = run.is_avoidance != 0, run.longest
    ends = free & int64(completing[mover, own])
    if avoids:
        moves = free & ~ends
        if moves == 0:
            return int64(-1)
    else:
        if ends != 0:
            return int64(1)
        threats = free & int64(completing[1 - mover, other])
        if threats & (threats - 1) != 0:
            return int64(-1)
        moves = threats if threats != 0 else free
    is_own_left = is_line_left[mover, own | free] != 0
    is_other_left = is_line_left[1 - mover, other | free] != 0
    if not (is_other_left if avoids else is_own_left):
        beta = min(beta, 0)
    if not (is_own_left if avoids else is_other_left):
        alpha = max(alpha, 0)  # whatever is played
    if alpha >= beta:
        return int64(alpha)
    count = popcount(np.uint64(free))
    key, place = np.uint64(own | other << MOST_CELLS), int64(0)
    least, most, tried_first = int64(-1), int64(1), int64(0)
    if count >= LEAST_KEPT:
        place = int64(key * SPREAD >> np.uint64(64 - TABLE_BITS))
        entry = table[place]
        if entry != 0 and entry >> np.uint64(32) == key:
            least, most = int64(entry & np.uint64(3)) - 1, int64(entry >> np.uint64(2) & np.uint64(3)) - 1
            tried_first = int64(entry >> np.uint64(4) & np.uint64(0xFFFF))
            if least >= beta or least == most:
                return int64(least)
            if most <= alpha:
                return int64(most)
            alpha, beta = max(alpha, least), min(beta, most)
    is_ordered = count >= LEAST_ORDERED and moves & (moves - 1) != 0
    here = game.weights[count - 1]
    if is_ordered:
        for i in range(MOST_CELLS):
            here[i] = 0
        of_own, of_other = (OWN, OTHER) if avoids else (1, 1)
        own_sum = weigh(lines[mover], counts[mover], other, free, longest, int64(of_own), here)
        other_sum = weigh(lines[1 - mover], counts[1 - mover], own, free, longest, int64(of_other), here)
        if own | other != 0:  # at the root a move is wanted, and not only what the position is worth
            complete, mover_ends = int64(1) << longest, count & 1
            is_own_light = own_sum < complete >> (mover_ends if avoids else 1)
            is_other_light = other_sum < complete >> (1 - mover_ends if avoids else 0)
            if is_other_light if avoids else is_own_light:
                beta = min(beta, 0)
            if is_own_light if avoids else is_other_light:
                alpha = max(alpha, 0)
            if alpha >= beta:
                return int64(alpha)
    best, chosen = int64(WORST), int64(0)
    while moves != 0:
        cell = tried_first if tried_first != 0 else heaviest(moves, here) if is_ordered else moves & -moves
        tried_first = int64(0)
        moves &= ~cell
        value = -settle(game, 1 - mover, other, own | cell, free & ~cell, -beta, -max(alpha, best))
        if run.stop != 0:
            return int64(0)
        if value > best:
            best, chosen = value, cell
            if value >= beta:
                break
    run.best_move = chosen
    if count >= LEAST_KEPT:
        if best > alpha:
            least = best
        if best < beta:
            most = best
        table[place] = key << np.uint64(32) | np.uint64(chosen << 4 | (most + 1) << 2 | least + 1)
    return int64(best)


@compiled
def solve(game: CellGame, mover: int, count: int) -> int:
    """The value of a game of so many cells to the side to move, 1, 0 or -1; meaningless once stopped.

    The sets are told, and all else is zero. At the end run.best_move is a cell that keeps the value, as a bit.
    """
    run, full = game.run[0], (int64(1) << count) - 1
    for player in range(2):
        tabulate(game, int64(player), full)
    value = settle(game, mover, int64(0), int64(0), full, int64(-1), int64(1))
    if run.best_move == 0:  # without trying moves it is a win at once, or all moves are as good
        run.best_move = max(int64(game.completing[mover, 0]), 1)
    return int64(value)


@compiled
def tell(states: States, ply: int, game: CellGame) -> int:
    """Have the rules tell the sets of both players."""
    for player in range(2):
        game.told[player] = lines_left(states[ply], player, game.sets[player])
    return int64(0)


class PositionalSolver:
    """Solves the rest of a position. Making one compiles, or loads, what it needs."""

    def __init__(self, position: Position) -> None:
        self._solve, tell_sets = entries(position.game)
        self._position = position
        self._game = new_cell_game()
        self._run: Any = self._game.run[0]
        legal = [move.code for move in position.legal_moves]
        if tell_sets is not None and len(legal) <= MOST_CELLS:
            tell_sets(position.states, 0, self._game)
            self._moves, self._run["is_avoidance"] = tuple(legal), position.game.is_avoidance
        else:
            self._take(position.game.positional(position.states[0]), legal)
        self.stop_flags = [stop_flag(self._game.run)]
        self._value: int | None = None
        self._seconds = 0.0

    def _take(self, left: PositionalGame, legal: list[int]) -> None:
        """Take the sets from Python."""
        if type(left) is not PositionalGame or len(legal) > MOST_CELLS or sorted(left.moves) != sorted(legal):
            position = self._position
            raise NoughtsError(f"{position.game.name}: `positional` does not tell of {position.text()}")
        self._moves, self._run["is_avoidance"] = tuple(left.moves), left.is_avoidance
        for player, lines in enumerate(left.lines):
            sets = _as_numbers(lines, len(legal))
            self._game.told[player], self._game.sets[player, : len(sets)] = len(sets), sets

    def stop(self) -> None:
        self.stop_flags[0][0] = 1

    def work(self) -> None:
        """Blocks: `stop` is for another thread."""
        clock = time.perf_counter()
        value = self._solve(self._game, int(self._position.turn), len(self._moves))
        self._value = None if self.stop_flags[0][0] else value
        self._seconds += time.perf_counter() - clock

    def solution(self) -> Solution:
        nodes = int(self._run["nodes"])
        if self._value is None:
            return Solution(ValueBounds(), nodes=nodes, seconds=self._seconds)
        bounds = ValueBounds(self._value * WIN, self._value * WIN)
        best = self._moves[lowest(int(self._run["best_move"]))]
        return Solution(bounds, (self._position.game.move_of(best),), nodes=nodes, seconds=self._seconds)


def _as_numbers(lines: Iterable[Line], count: int) -> Sets:
    """Lines and what they are without. They are places in tables: whatever a file says, they fit."""
    found = np.array(list(lines), np.int64).reshape(-1, 2)
    cells, withouts = found[:, 0], found[:, 1]
    fit = (cells > 0) & (withouts >= 0) & (cells | withouts < 1 << count) & (cells & withouts == 0)
    if not fit.all() or len(found) > MOST_LINES:
        raise NoughtsError(f"{len(found)} lines of {count} cells are not what `positional` may tell")
    return found


def entries(game: Game) -> tuple[Callable[..., int], Callable[..., int] | None]:
    """The entry points of `solve`, and of `tell` where the rules are ours: what others tell is looked at first."""
    cells, tells = _example(), game.rules.is_ours and "lines_left" in game.rules.functions
    return (
        entry_point(solve, "the last cells of a positional game", cells, 0, 0),
        entry_point(tell, f"the lines that are left of {game.name}", game.new_states(1), 0, cells) if tells else None,
    )


@functools.cache
def _example() -> CellGame:
    return new_cell_game()
