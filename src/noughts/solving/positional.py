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
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from noughts.board import Position
from noughts.board.positional import MOST_LINES, Line, PositionalGame
from noughts.errors import NoughtsError
from noughts.kernel.compiling import compiled, recursive
from noughts.kernel.contract import MOST_CELLS, NO_MOVE
from noughts.kernel.intrinsics import int64, lowest, popcount
from noughts.kernel.run import entry_point, new_run, stop_flag
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
RUN_FIELDS = ("stop", "nodes", "best_move")  # not 0: leave; positions looked at; a cell, as a bit


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
def tabulate(
    lines: Sets,
    withouts: Sets,
    full: int,
    is_complete: NDArray[np.uint8],
    is_line_left: NDArray[np.uint8],
    completing: NDArray[np.uint16],
) -> int:
    """Fill in a player's tables, by the player's set: whether it holds a line, and would if `without` did not matter;
    and the cells that complete one. Returns how many lines matter, written to the front: those that hold no other.

    The lines come smallest first.
    """
    n = 0
    for i in range(len(lines)):
        mark_supersets(is_complete, lines[i], withouts[i], full)
        if is_line_left[lines[i]] == 0:
            mark_supersets(is_line_left, lines[i], int64(0), full)
            lines[n] = lines[i]
            n += 1
    cell = int64(1)
    while cell <= full:
        for cells in range(full + 1):
            if is_complete[cells | cell] != 0:
                completing[cells] |= cell
        cell <<= 1
    return int64(n)


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

    is_avoidance: int  # 1: who completes a line loses
    lines: Sets  # each player's,
    counts: Sets  # how many there are,
    longest: int  # and the cells of the longest one
    is_line_left: NDArray[np.uint8]  # by the cells that a player has, or could get: whether they hold a line
    completing: NDArray[np.uint16]  # by the cells that a player has: those that complete a line
    table: NDArray[np.uint64]
    weights: Sets  # a row for each number of free cells: what they are ordered by
    run: NDArray[np.record]  # one record


@recursive
def settle(game: CellGame, mover: int, own: int, other: int, free: int, alpha: int, beta: int) -> int:
    """The value of a position to the side to move, 1, 0 or -1, if that is between alpha and beta; else a bound of it.
    Meaningless once stopped.

    `own` and `other` are the cells of the side to move and of the opponent. At the end run.best_move is a cell that
    gets as much at the root, as a bit, where moves had to be tried.
    """
    lines, counts, longest, table, run = game.lines, game.counts, game.longest, game.table, game.run[0]
    is_line_left, completing = game.is_line_left, game.completing
    run.nodes += 1
    if free == 0:
        return int64(0)
    avoids = game.is_avoidance != 0
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


class PositionalSolver:
    """Solves the rest of a position. Making one compiles, or loads, what it needs."""

    def __init__(self, position: Position) -> None:
        self._tabulate, self._settle = entries()
        self._position = position
        left = position.game.positional(position.states[0])
        legal = sorted(move.code for move in position.legal_moves)
        if type(left) is not PositionalGame or len(legal) > MOST_CELLS or sorted(left.moves) != legal:
            raise NoughtsError(f"{position.game.name}: `positional` does not tell of {position.text()}")
        self._moves, self._is_avoidance = tuple(left.moves), int(left.is_avoidance)
        self._lines = [_as_numbers(lines, len(legal)) for lines in left.lines]
        self._run = new_run(RUN_FIELDS)
        self.stop_flags = [stop_flag(self._run)]
        self._value: int | None = None
        self._best = NO_MOVE
        self._seconds = 0.0

    def stop(self) -> None:
        self.stop_flags[0][0] = 1

    def work(self) -> None:
        """Blocks: `stop` is for another thread."""
        clock = time.perf_counter()
        full = (1 << len(self._moves)) - 1
        lines, counts = np.zeros((2, max(map(len, self._lines))), np.int64), np.zeros(2, np.int64)
        is_line_left = np.zeros((2, full + 1), np.uint8)
        completing = np.zeros((2, full + 1), np.uint16)
        longest = 0
        for player, its_lines in enumerate(self._lines):
            cells, withouts = np.ascontiguousarray(its_lines.T)
            is_complete = np.zeros(full + 1, np.uint8)
            longest = max([longest, *(int(line).bit_count() for line in cells[-1:])])  # the last one is
            count = self._tabulate(cells, withouts, full, is_complete, is_line_left[player], completing[player])
            counts[player], lines[player, :count] = count, cells[:count]
        game = _cell_game(self._is_avoidance, lines, counts, longest, is_line_left, completing, self._run)
        value = self._settle(game, int(self._position.turn), 0, 0, full, -1, 1)
        self._value = None if self.stop_flags[0][0] else value
        # Without trying moves it is a win at once, or all moves are as good.
        best = int(self._run[0].best_move or completing[self._position.turn, 0] or 1)
        self._best = self._moves[lowest(best)]
        self._seconds += time.perf_counter() - clock

    def solution(self) -> Solution:
        nodes = int(self._run[0].nodes)
        if self._value is None:
            return Solution(ValueBounds(), nodes=nodes, seconds=self._seconds)
        bounds = ValueBounds(self._value * WIN, self._value * WIN)
        return Solution(bounds, (self._position.game.move_of(self._best),), nodes=nodes, seconds=self._seconds)


def _as_numbers(lines: Iterable[Line], count: int) -> Sets:
    """Lines and what they are without, smallest first. They are places in tables: whatever a file says, they fit."""
    found = np.array(sorted(lines, key=_size), np.int64).reshape(-1, 2)
    cells, withouts = found[:, 0], found[:, 1]
    fit = (cells > 0) & (withouts >= 0) & (cells | withouts < 1 << count) & (cells & withouts == 0)
    if not fit.all() or len(found) > MOST_LINES:
        raise NoughtsError(f"{len(found)} lines of {count} cells are not what `positional` may tell")
    return found


def _size(line: Line) -> int:
    return line.cells.bit_count()


def _cell_game(
    is_avoidance: int,
    lines: Sets,
    counts: Sets,
    longest: int,
    is_line_left: NDArray[np.uint8],
    completing: NDArray[np.uint16],
    run: NDArray[np.record],
) -> CellGame:
    table, weights = np.zeros(1 << TABLE_BITS, np.uint64), np.zeros((MOST_CELLS, MOST_CELLS), np.int64)
    return CellGame(is_avoidance, lines, counts, longest, is_line_left, completing, table, weights, run)


@functools.cache
def entries() -> tuple[Callable[..., int], Callable[..., int]]:
    """The entry points of `tabulate` and of `settle`."""
    sets, is_line_left, completing = np.zeros((2, 1), np.int64), np.zeros((2, 1), np.uint8), np.zeros((2, 1), np.uint16)
    lines = (sets[0], sets[0], 0, is_line_left[0], is_line_left[0], completing[0])
    game = _cell_game(0, sets, sets[0], 0, is_line_left, completing, new_run(RUN_FIELDS))
    return (
        entry_point(tabulate, "lines that are left", *lines),
        entry_point(settle, "the last cells of a positional game", game, 0, 0, 0, 0, 0, 0),
    )
