"""Line shapes: what a stone on each empty cell would make for either player, in each of the four directions.

Source: the line patterns of gomoku programs (see L. V. Allis, *Searching for Solutions in Games and Artificial
Intelligence*, 1994, for the shapes), in a form that holds for every k.

For a cell, a player and a direction, the *class* is the best shape that a stone there would be part of
(evals/shared/line_classes.py). A cell's *kind*, for a player, is what the classes of the four directions make together:
two fours are as good as an open four, a four and an open three or two open threes nearly so.

A move changes no more than the cells less than k away from it in its four lines. For k = 5 their classes are looked up,
which takes three quarters of the time that counting the windows of all these lines takes.

A row of `accumulators`: the worth of all cells to each player, the number of cells of each kind to each player (two
words that hold one number), the cells that would make an open two or more for either (as bits), the lines (what each
player may still use of them, as bits), and for each cell its classes and their summary, in either the first player's 16
bits and then the second's. Classes are a nibble a direction. They look up an `entry` of the weights, whose lowest 16
bits are the summary: worth, kind, and whether there is an open two or more.

Most of a search's time on large boards goes into changing cells, so that there is nothing to be predicted but whether
a cell changes, and indices are unsigned, as signed ones may count from the end.
"""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from noughts.evals.shared.line_classes import (
    BOTH,
    FIVE,
    FOUR,
    HALF,
    HIGH_FOUR,
    LOW32,
    LOW_FOUR,
    NEAR,
    ONE,
    OPEN_FOUR,
    OPEN_THREE,
    OPEN_TWO,
    ZERO,
    line_classes,
)
from noughts.games.mnk import MAX_BITS, MAX_SIDE
from noughts.games.shared.windows import EXACT, has_bit
from noughts.kernel.compiling import compiled, inlined
from noughts.kernel.contract import MoveBuffer, State, States
from noughts.kernel.evaluation import Accumulators, Weights
from noughts.kernel.intrinsics import int64, lowest

# Kinds of a cell, by its four classes
NO_KIND, MAKES_THREE, MAKES_FOUR, TWO_THREES, FOUR_AND_THREE, TWO_FOURS, MAKES_FIVE = range(7)
KINDS = 8  # room for them
COUNT_BITS, COUNT_MASK = 10, 2**10 - 1  # of the number of cells of a kind

# The row of accumulators
WORTH, KIND_COUNTS, SHAPELY = 0, 2, 6
LINES = SHAPELY + MAX_BITS // 32
MOST_LINES = 3 * (2 * MAX_SIDE) - 2
SIZE = LINES + 2 * MOST_LINES + 2 * MAX_SIDE * (MAX_SIDE + 1)

Row: TypeAlias = NDArray[np.int32]
SIGN = 1 << 31
CELL_BITS, CELL_MASK = 16, 2**16 - 1  # of a player, in a cell's classes and in their summary
WORTH_BITS, WORTH_MASK, SHAPE_BIT = 12, 2**12 - 1, 15
BOTH_SHAPES = 1 << SHAPE_BIT | 1 << SHAPE_BIT + CELL_BITS
ENTRIES = (FIVE * 0x1111) + 1  # by a player's classes


def kind_of(classes: Sequence[int]) -> int:
    """The kind that the classes of a cell in four directions make together."""
    threes, fours, open_fours, fives = (classes.count(name) for name in (OPEN_THREE, FOUR, OPEN_FOUR, FIVE))
    if fives:
        return MAKES_FIVE
    if open_fours or fours > 1:
        return TWO_FOURS
    if fours:
        return FOUR_AND_THREE if threes else MAKES_FOUR
    return TWO_THREES if threes > 1 else MAKES_THREE if threes else NO_KIND


def entry_of(classes: Sequence[int], worth: int) -> int:
    """The part of an entry that every summary holds."""
    return worth | kind_of(classes) << WORTH_BITS | (max(classes) >= OPEN_TWO) << SHAPE_BIT


@compiled
def wrapped(bits: int) -> int:
    """32 bits as a signed number."""
    return ((bits + SIGN) & (2 * SIGN - 1)) - SIGN


@inlined
def line_of(row: Row, line: int) -> np.uint64:
    at = LINES + 2 * line
    first, second = int64(row[at]), int64(row[at + 1])
    return np.uint64(first) & LOW32 | np.uint64(second) << HALF


@inlined
def entry(classes: int, player: int, weights: Weights, entries: int) -> int:
    """The weight of a cell's classes to a player; `entries` is where they begin."""
    return weights[np.uint64(entries + (classes >> CELL_BITS * player & CELL_MASK))]


@inlined
def summary_of(classes: int, weights: Weights, entries: int) -> int:
    first, second = entry(classes, 0, weights, entries), entry(classes, 1, weights, entries)
    return first & CELL_MASK | (second & CELL_MASK) << CELL_BITS


@inlined
def worths_of(summary: int) -> int:
    """Both worths, 32 bits apart, so that they are added up together."""
    return summary & WORTH_MASK | (summary >> CELL_BITS & WORTH_MASK) << 32


@inlined
def count_as(summary: int, player: int) -> int:
    """One cell of its kind to a player, as a part of KIND_COUNTS; cells of no kind are not counted."""
    return int64(1) << COUNT_BITS * (summary >> WORTH_BITS + CELL_BITS * player & 7) & ~int64(1)


@inlined
def long_at(row: Row, at: int) -> int:
    """A number of 64 bits in two words."""
    return int64(row[at]) & (2**32 - 1) | int64(row[at + 1]) << 32


@inlined
def put_long(row: Row, at: int, number: int) -> None:
    row[at], row[at + 1] = wrapped(number & (2**32 - 1)), wrapped(number >> 32 & (2**32 - 1))


@inlined
def add_gains(row: Row, worths: int, first_kinds: int, second_kinds: int) -> None:
    first = wrapped(worths & (2**32 - 1))
    row[WORTH] += first
    row[WORTH + 1] += (worths - first) >> 32
    put_long(row, KIND_COUNTS, long_at(row, KIND_COUNTS) + first_kinds)
    put_long(row, KIND_COUNTS + 2, long_at(row, KIND_COUNTS + 2) + second_kinds)


@inlined
def flip_shapely(row: Row, cell: int, old: int, new: int) -> None:
    """Change the bit of a cell whose summary says something else of open twos and more than before."""
    at = np.uint64(SHAPELY + (cell >> 5))
    has_changed = int64(old & BOTH_SHAPES != 0) ^ int64(new & BOTH_SHAPES != 0)
    row[at] = wrapped((int64(row[at]) ^ has_changed << (cell & 31)) & (2**32 - 1))


@inlined
def put_classes(
    row: Row, at: int, classes: int, direction: int, weights: Weights, entries: int, cells: int
) -> tuple[int, int, int]:
    """Put right a cell's classes in a direction. Returns what the worths and the numbers of kinds have gained."""
    before = int64(row[np.uint64(at)])
    change = before & 0xF000F << 4 * direction ^ classes << 4 * direction
    if change == 0:
        return int64(0), int64(0), int64(0)
    old, new = int64(row[np.uint64(at + 1)]), summary_of(before ^ change, weights, entries)
    row[np.uint64(at)], row[np.uint64(at + 1)] = wrapped(before ^ change), wrapped(new)
    flip_shapely(row, (at - cells) >> 1, old, new)
    first_kinds, second_kinds = count_as(new, 0) - count_as(old, 0), count_as(new, 1) - count_as(old, 1)
    return worths_of(new) - worths_of(old), first_kinds, second_kinds


@compiled
def classify_line(
    row: Row,
    usable: np.uint64,
    k: int,
    is_exact: bool,
    among: np.uint64,
    direction: int,
    cell: int,
    step: int,
    weights: Weights,
    entries: int,
    cells: int,
) -> None:
    """Put right the classes of some cells of a line, given by bits; the line's bit 0 is `cell`, an index in the row."""
    bit0, bit1, bit2, bit3 = line_classes(usable, k, is_exact)
    left = usable & usable >> HALF & among
    worths, first_kinds, second_kinds = int64(0), int64(0), int64(0)  # added once a line
    while left != ZERO:
        i = lowest(left)
        shift = np.uint64(i)
        left &= left - ONE
        both = bit0 >> shift & BOTH | (bit1 >> shift & BOTH) << ONE
        both |= (bit2 >> shift & BOTH) << np.uint64(2) | (bit3 >> shift & BOTH) << np.uint64(3)
        classes = int64((both | both >> np.uint64(16)) & np.uint64(0xF000F))
        gained = put_classes(row, cell + i * step, classes, direction, weights, entries, cells)
        worths, first_kinds, second_kinds = worths + gained[0], first_kinds + gained[1], second_kinds + gained[2]
    add_gains(row, worths, first_kinds, second_kinds)


@compiled
def classify_near(
    row: Row,
    usable: np.uint64,
    among: np.uint64,
    direction: int,
    cell: int,
    step: int,
    weights: Weights,
    entries: int,
    cells: int,
    near: int,
) -> None:
    """As `classify_line`, by the table of `near_classes`, which begins at `near` in the weights."""
    left = usable & usable >> HALF & among
    first, second = (usable & LOW32) << np.uint64(4), usable >> HALF << np.uint64(4)
    worths, first_kinds, second_kinds = int64(0), int64(0), int64(0)
    while left != ZERO:
        i = lowest(left)
        shift = np.uint64(i)
        left &= left - ONE
        index = first >> shift & LOW_FOUR | first >> shift + ONE & HIGH_FOUR
        index |= (second >> shift & LOW_FOUR | second >> shift + ONE & HIGH_FOUR) << np.uint64(8)
        both = weights[np.uint64(near) + (index >> np.uint64(3))] >> int64(8 * (index & np.uint64(7)))
        classes = both & 15 | (both & 0xF0) << 12
        gained = put_classes(row, cell + i * step, classes, direction, weights, entries, cells)
        worths, first_kinds, second_kinds = worths + gained[0], first_kinds + gained[1], second_kinds + gained[2]
    add_gains(row, worths, first_kinds, second_kinds)


@inlined
def line_through(state: State, direction: int, row: int, column: int) -> tuple[int, int, int]:
    """The number of a cell's line in a direction, the cell's bit in it, and the step from cell to cell."""
    rows, columns = int64(state.rows), int64(state.columns)
    if direction == 0:
        return row, column, 1
    if direction == 1:
        return rows + column, row, columns + 1
    if direction == 2:
        return 2 * rows + columns - 1 + column - row, row, columns + 2
    return 2 * (rows + columns) - 1 + row + column, row, columns


@inlined
def cells_at(state: State) -> int:
    """The index of the first cell in a row of accumulators."""
    return LINES + 2 * (3 * (int64(state.rows) + int64(state.columns)) - 2)


@inlined
def window_length(state: State) -> int:
    return max(int64(state.k), 2)  # with k = 1 there is nothing to evaluate


@compiled
def count_all(states: States, ply: int, weights: Weights, entries: int, accumulators: Accumulators) -> None:
    """Fill in a row from nothing."""
    state, all_cells, nothing = states[ply], accumulators[ply], summary_of(0, weights, entries)
    rows, columns, k, cells = int64(state.rows), int64(state.columns), window_length(state), cells_at(state)
    is_exact = state.variant == EXACT
    for at in range(cells + 2 * rows * (columns + 1)):
        all_cells[at] = 0
    for row in range(rows):
        for column in range(columns):
            cell = row * (columns + 1) + column
            is_free = has_bit(state.free, cell)
            for player in range(2):
                if is_free or has_bit(state.marks[player], cell):
                    for direction in range(4):
                        line, bit, _ = line_through(state, direction, row, column)
                        at = LINES + 2 * line + player
                        all_cells[at] = wrapped(int64(all_cells[at]) | 1 << bit)
            if is_free:
                all_cells[cells + 2 * cell + 1] = wrapped(nothing)
                add_gains(all_cells, worths_of(nothing), 0, 0)
    for direction in range(4):
        for row in range(rows):
            for column in range(columns):
                # Once a line, at its first cell: in the leftmost column, the first row, or the last column.
                is_left, is_right, is_top = column == 0, column == columns - 1, row == 0
                if (is_left, is_top, is_left or is_top, is_right or is_top)[direction]:
                    line, bit, step = line_through(state, direction, row, column)
                    first = cells + 2 * (row * (columns + 1) + column - bit * step)
                    usable = line_of(all_cells, line)
                    classify_line(
                        all_cells, usable, k, is_exact, LOW32, direction, first, 2 * step, weights, entries, cells
                    )


@compiled
def count_move(
    states: States, ply: int, move: int, weights: Weights, entries: int, near: int, accumulators: Accumulators
) -> None:
    """Fill in a row from the one before it, after a move."""
    state, before, after = states[ply - 1], accumulators[ply - 1], accumulators[ply]
    columns, k, cells = int64(state.columns), window_length(state), cells_at(state)
    is_exact = state.variant == EXACT
    reach = min(k, 31) if is_exact else k - 1  # a stone beside a window changes that window too
    for at in range(cells + 2 * int64(state.rows) * (columns + 1)):
        after[at] = before[at]
    row, column, at = move // (columns + 1), move % (columns + 1), cells + 2 * move
    gone = int64(after[at + 1])
    add_gains(after, -worths_of(gone), -count_as(gone, 0), -count_as(gone, 1))
    flip_shapely(after, move, gone, 0)
    after[at] = after[at + 1] = 0
    for direction in range(4):
        line, bit, step = line_through(state, direction, row, column)
        theirs = LINES + 2 * line + 1 - int64(state.turn)
        after[theirs] = wrapped(int64(after[theirs]) & ~(1 << bit))
        usable = line_of(after, line)
        among = ((ONE << np.uint64(2 * reach + 1)) - ONE) << np.uint64(bit) >> np.uint64(reach) & LOW32
        first = at - 2 * bit * step
        if k == NEAR + 1 and not is_exact:
            classify_near(after, usable, among, direction, first, 2 * step, weights, entries, cells, near)
        else:
            classify_line(after, usable, k, is_exact, among, direction, first, 2 * step, weights, entries, cells)


@inlined
def count_of(accumulators: Accumulators, ply: int, player: int, kind: int) -> int:
    """How many cells are of a kind to the player; of no kind, 0."""
    return long_at(accumulators[ply], KIND_COUNTS + 2 * player) >> COUNT_BITS * kind & COUNT_MASK


@inlined
def fours_of(accumulators: Accumulators, ply: int, player: int) -> int:
    """How many cells would make a four for the player, and no five."""
    fours = count_of(accumulators, ply, player, MAKES_FOUR) + count_of(accumulators, ply, player, FOUR_AND_THREE)
    return fours + count_of(accumulators, ply, player, TWO_FOURS)


@inlined
def best_kind(accumulators: Accumulators, ply: int, player: int) -> int:
    """The best that the player could make with one stone."""
    kind = MAKES_FIVE
    while kind > NO_KIND and count_of(accumulators, ply, player, kind) == 0:
        kind -= 1
    return kind


@compiled
def shapely_cells(state: State, ply: int, accumulators: Accumulators, out: MoveBuffer) -> int:
    """Write the empty cells that would make an open two or more for either player."""
    n = 0
    for word in range((int64(state.rows) * (int64(state.columns) + 1) + 31) >> 5):
        left = np.uint64(int64(accumulators[ply, SHAPELY + word])) & LOW32
        while left != ZERO:
            out[n] = (word << 5) + lowest(left)
            left &= left - ONE
            n += 1
    return n
