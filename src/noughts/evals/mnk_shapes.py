"""Shapes: what a stone on each empty cell would make for either player, in each of the four directions.

Source: the line patterns of gomoku programs (see L. V. Allis, *Searching for Solutions in Games and Artificial
Intelligence*, 1994, for the shapes), in a form that holds for every k.

In the words of gomoku, whatever k is: a *five* is a complete line, a *four* lacks one stone, a *three* two, a *two*
three, in a window of k cells that hold no opponent and no obstacle. A shape is *open* if k - 1 cells of it have an
empty cell at either end: an open four can be completed in two places, an open three becomes an open four.

For a cell, a player and a direction, the *class* is the best shape that a stone there would be part of. Its *kind*, for
a player, is what the classes of the four directions make together: two fours are as good as an open four, a four and
an open three or two open threes nearly so. Each class is worth something; the value is the worth of all cells to the
side to move less their worth to the other, and more or less by what either threatens to do next.

Lines are held as bits, both players in one word, so that all windows of a line are counted at once, and a move changes
no more than the cells less than k away from it in its four lines.

A row of `accumulators`: the worth to each player, the number of cells of each kind, the lines (what each player may
still use of them, as bits), and for each cell its classes (a byte a direction, a nibble a player) and their summary.

Where exactly k win, a window with an own stone beside it is no window: its completion would be too long. And a shape is
open only if a line at either end of it would not be too long.

Misère: what is worth something is a danger there, and cells that are forbidden to the opponent are moves in reserve.
The order of moves leaves out cells that are far from all stones; and where the opponent threatens an open four, or two
fours at once, all moves but those that make a four or lie where the opponent would make one.

Weaknesses: the kinds know nothing of what the opponent may do in between.
"""

from collections.abc import Sequence

import numpy as np

from noughts.games.mnk import EXACT, MAX_SIDE, MISERE, RULES, has_bit
from noughts.kernel.compiling import compiled, inlined
from noughts.kernel.contract import NO_MOVE, MoveBuffer, State, States
from noughts.kernel.evaluation import Accumulators, Evaluation, Weights
from noughts.kernel.intrinsics import int64, lowest
from noughts.kernel.scores import saturated

# Classes of a cell in one direction, by what a stone there would make. More is better.
NOTHING, STONE, TWO, OPEN_TWO, THREE, OPEN_THREE, FOUR, OPEN_FOUR, FIVE = range(9)
# Kinds of a cell, by its four classes
NO_KIND, MAKES_THREE, MAKES_FOUR, TWO_THREES, FOUR_AND_THREE, TWO_FOURS, MAKES_FIVE = range(7)
KINDS = 8  # room for them

# The row of accumulators
WORTH, KIND_COUNTS, LINES = 0, 2, 2 + 2 * KINDS
MOST_LINES = 3 * (2 * MAX_SIDE) - 2
SIZE = LINES + 2 * MOST_LINES + 2 * MAX_SIDE * (MAX_SIDE + 1)

# The weights: by kind, for the side to move and the other; then sums by pair of classes, see `make_weights`
OWN_ORDER, OTHER_ORDER, OWN_VALUE, OTHER_VALUE, OTHER_AGAIN, TEMPO, SUMS, ORDER_SUMS = 0, 8, 16, 24, 32, 40, 41, 185
PAIRS = 144  # a nibble and a class

HALF, LOW32, SIGN = np.uint64(32), np.uint64(2**32 - 1), 1 << 31
ONE, ZERO = np.uint64(1), np.uint64(0)
BOTH = np.uint64(2**32 + 1)  # a bit for either player
WORTH_BITS, WORTH_MASK = 12, 2**12 - 1
FEW = 30  # with so many empty cells or less, every move is worth a look
RESERVE = 1000
LOWEST_BITS = 0x11111111  # of the eight nibbles of a cell's classes


def _kind(counts: int) -> int:
    """From the number of directions that make a three, a four, an open four, a five: three bits each."""
    threes, fours, open_fours, fives = (counts >> shift & 7 for shift in (0, 3, 6, 9))
    if fives:
        return MAKES_FIVE
    if open_fours or fours > 1:
        return TWO_FOURS
    if fours:
        return FOUR_AND_THREE if threes else MAKES_FOUR
    return TWO_THREES if threes > 1 else MAKES_THREE if threes else NO_KIND


KIND_OF = np.array([_kind(counts) for counts in range(1 << 12)], np.int64)
COUNTED = {OPEN_THREE: 1, FOUR: 1 << 3, OPEN_FOUR: 1 << 6, FIVE: 1 << 9}


def make_weights(
    worth: Sequence[int],
    own_order: Sequence[int],
    other_order: Sequence[int],
    own_kind_order: Sequence[int],
    other_kind_order: Sequence[int],
    own_kind: Sequence[int],
    other_kind: Sequence[int],
    other_again: Sequence[int],
    tempo: int,
) -> list[int]:
    """The array of weights. The first three are by class, those after them by kind, from MAKES_THREE on.

    A byte is two classes, and the bytes of four directions are added up for a cell. Of a byte the array holds the
    worth to the first and to the second player, 16 bits each, with what `_kind` wants to know, 12 bits each; and
    further on what it means to the order of moves, if the first player moves, and if the second does.
    """
    by_kind = [own_kind_order, other_kind_order, own_kind, other_kind, other_again]
    pairs = [(min(pair & 15, FIVE), pair >> 4) for pair in range(PAIRS)]
    sums = [
        worth[first] | worth[second] << 16 | COUNTED.get(first, 0) << 32 | COUNTED.get(second, 0) << 44
        for first, second in pairs
    ]
    if_first = [own_order[first] + other_order[second] for first, second in pairs]
    if_second = [own_order[second] + other_order[first] for first, second in pairs]
    return [*(number for numbers in by_kind for number in [0, *numbers, 0]), tempo, *sums, *if_first, *if_second]


# Fitted to the results of games from random positions, and to the moves that a longer search prefers.
WEIGHTS_OF = {
    #      none stone two open three open four open five
    "worth": (0, 0, 1, 8, 13, 34, 74, 160, 200),
    "own_order": (0, 10, 30, 1500, 1500, 3400, 4000, 4000, 4000),
    "other_order": (0, 10, 20, 520, 650, 2200, 3800, 3800, 3800),
    #                three, four, two threes, four and three, two fours, five
    "own_kind_order": (0, 0, 1500, 60_000, 200_000, 1_000_000),
    "other_kind_order": (0, 0, 500, 1000, 3500, 500_000),
    "own_kind": (20, 20, 200, 400, 1000, 20_000),
    "other_kind": (0, 0, 0, 200, 0, 2000),
    "other_again": (0, 0, 300, 300, 500, 10_000),
}
TEMPO_OF = 130
WEIGHTS = make_weights(**WEIGHTS_OF, tempo=TEMPO_OF)


@compiled
def spread(starts: np.uint64, length: int) -> np.uint64:
    """All cells of the windows of a length that begin there."""
    done = 1
    while 2 * done <= length:
        starts |= starts << np.uint64(done)
        done *= 2
    return starts | starts << np.uint64(length - done)


@compiled
def near_stones(own: np.uint64, reach: int) -> np.uint64:
    """The cells of a line that are not further than `reach` from a stone, whoever's it is."""
    stones = (own | own >> HALF) & LOW32
    near = stones
    for _ in range(reach):
        near |= (near << ONE | near >> ONE) & LOW32
    return near | near << HALF


@compiled
def beside_stones(own: np.uint64, k: int) -> np.uint64:
    """The first cells of windows of k cells with a stone of the same player just before or after them."""
    return own << ONE & ~BOTH | own >> np.uint64(k) & ((BOTH << np.uint64(32 - k)) - BOTH)


@compiled
def line_classes(usable: np.uint64, k: int, is_exact: bool) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """The class of every empty cell of a line, to both players, as four bits that stand in four words.

    The low half of a word is the first player's. `usable` are the cells that are empty or the player's own.
    """
    free = usable & (usable << HALF | usable >> HALF)
    own = usable ^ free
    # Windows by their first cells: full, lacking one to four stones, without opponent, without any stone.
    full, one, two, three, four, room, bare = own, free, ZERO, ZERO, ZERO, usable, free
    for _ in range(k - 2):
        four = own & four >> ONE | free & three >> ONE
        three = own & three >> ONE | free & two >> ONE
        two = own & two >> ONE | free & one >> ONE
        one = own & one >> ONE | free & full >> ONE
        full = own & full >> ONE
        bare = free & bare >> ONE
        room = usable & room >> ONE
    # Now they have k - 1 cells. Open ones have an empty cell on both sides, in the same half of the word.
    starts = (BOTH << np.uint64(33 - k)) - BOTH
    both_ends = free << ONE & free >> np.uint64(k - 1) & (starts ^ BOTH) & ~bare
    if is_exact:
        both_ends &= ~(beside_stones(own, k) | beside_stones(own, k) << ONE)
    open_four = spread(one & both_ends, k - 1) & free
    open_three = spread(two & both_ends, k - 1) & free
    open_two = spread(three & both_ends, k - 1) & free
    # And now k cells. Windows that would run from one half of the word into the other are left out.
    starts &= ~(free & bare >> ONE)
    if is_exact:
        starts &= ~beside_stones(own, k)
    four = (own & four >> ONE | free & three >> ONE) & starts
    three = (own & three >> ONE | free & two >> ONE) & starts
    two = (own & two >> ONE | free & one >> ONE) & starts
    one = (own & one >> ONE | free & full >> ONE) & starts
    room = usable & room >> ONE & starts
    near = near_stones(own, min(max(2, k - 3), k - 1))
    makes_five = spread(one, k) & free
    makes_four = spread(two, k) & free
    makes_three = spread(three, k) & free
    makes_two = spread(four, k) & free & near
    stone = spread(room, k) & free & near
    bit0 = open_four | ~makes_four & (open_three | ~makes_three & (open_two & near | ~makes_two & stone))
    bit1 = makes_four | makes_two & ~makes_three
    bit2 = makes_four | makes_three
    return bit0 & ~makes_five, bit1 & ~makes_five, bit2 & ~makes_five, makes_five


@compiled
def wrapped(bits: int) -> int:
    """32 bits as a signed number."""
    return ((bits + SIGN) & (2 * SIGN - 1)) - SIGN


@inlined
def line_of(accumulators: Accumulators, ply: int, line: int) -> np.uint64:
    at = LINES + 2 * line
    first, second = int64(accumulators[ply, at]), int64(accumulators[ply, at + 1])
    return np.uint64(first) & LOW32 | np.uint64(second) << HALF


@compiled
def summary_of(classes: int, weights: Weights) -> int:
    """Of a cell: its worth to both players, and its kinds."""
    total = weights[SUMS + (classes & 255)] + weights[SUMS + (classes >> 8 & 255)]
    total += weights[SUMS + (classes >> 16 & 255)] + weights[SUMS + (classes >> 24 & 255)]
    worths = total & WORTH_MASK | (total >> 16 & WORTH_MASK) << WORTH_BITS
    return worths | KIND_OF[total >> 32 & 4095] << 24 | KIND_OF[total >> 44 & 4095] << 27


@inlined
def add_summary(accumulators: Accumulators, ply: int, summary: int, sign: int) -> None:
    accumulators[ply, WORTH] += sign * (summary & WORTH_MASK)
    accumulators[ply, WORTH + 1] += sign * (summary >> WORTH_BITS & WORTH_MASK)
    accumulators[ply, KIND_COUNTS + (summary >> 24 & 7)] += sign
    accumulators[ply, KIND_COUNTS + KINDS + (summary >> 27 & 7)] += sign


@compiled
def classify_line(
    accumulators: Accumulators,
    ply: int,
    usable: np.uint64,
    k: int,
    is_exact: bool,
    among: np.uint64,
    direction: int,
    cell: int,
    step: int,
    weights: Weights,
) -> None:
    """Put right the classes of some cells of a line, given by bits; the line's bit 0 is `cell`, an index in the row."""
    bit0, bit1, bit2, bit3 = line_classes(usable, k, is_exact)
    left = usable & usable >> HALF & among
    while left != ZERO:
        i = lowest(left)
        shift, at = np.uint64(i), cell + i * step
        left &= left - ONE
        both = bit0 >> shift & BOTH | (bit1 >> shift & BOTH) << ONE
        both |= (bit2 >> shift & BOTH) << np.uint64(2) | (bit3 >> shift & BOTH) << np.uint64(3)
        classes = int64((both | both >> np.uint64(28)) & np.uint64(255)) << 8 * direction
        before = int64(accumulators[ply, at])
        change = (before & 255 << 8 * direction) ^ classes
        if change != 0:
            add_summary(accumulators, ply, int64(accumulators[ply, at + 1]), -1)
            accumulators[ply, at] = wrapped(before ^ change)
            accumulators[ply, at + 1] = summary_of(before ^ change, weights)
            add_summary(accumulators, ply, int64(accumulators[ply, at + 1]), 1)


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
    """Where the cells begin in a row of accumulators."""
    return LINES + 2 * (3 * (int64(state.rows) + int64(state.columns)) - 2)


@inlined
def window_length(state: State) -> int:
    return max(int64(state.k), 2)  # with k = 1 there is nothing to evaluate


@compiled
def count_all(states: States, ply: int, weights: Weights, accumulators: Accumulators) -> None:
    state = states[ply]
    rows, columns, k, cells = int64(state.rows), int64(state.columns), window_length(state), cells_at(state)
    is_exact = state.variant == EXACT
    for at in range(cells + 2 * rows * (columns + 1)):
        accumulators[ply, at] = 0
    for row in range(rows):
        for column in range(columns):
            cell = row * (columns + 1) + column
            is_free = has_bit(state.free, cell)
            for player in range(2):
                if is_free or has_bit(state.marks[player], cell):
                    for direction in range(4):
                        line, bit, _ = line_through(state, direction, row, column)
                        at = LINES + 2 * line + player
                        accumulators[ply, at] = wrapped(int64(accumulators[ply, at]) | 1 << bit)
            if is_free:
                add_summary(accumulators, ply, 0, 1)
    for direction in range(4):
        for row in range(rows):
            for column in range(columns):
                # Once a line, at its first cell: in the leftmost column, the first row, or the last column.
                is_left, is_right, is_top = column == 0, column == columns - 1, row == 0
                if (is_left, is_top, is_left or is_top, is_right or is_top)[direction]:
                    line, bit, step = line_through(state, direction, row, column)
                    first = cells + 2 * (row * (columns + 1) + column - bit * step)
                    usable = line_of(accumulators, ply, line)
                    classify_line(accumulators, ply, usable, k, is_exact, LOW32, direction, first, 2 * step, weights)


@compiled
def update(states: States, ply: int, move: int, weights: Weights, accumulators: Accumulators) -> None:
    if move == NO_MOVE:
        count_all(states, ply, weights, accumulators)
        return
    state = states[ply - 1]
    columns, k, cells = int64(state.columns), window_length(state), cells_at(state)
    is_exact = state.variant == EXACT
    reach = min(k, 31) if is_exact else k - 1  # a stone beside a window changes that window too
    for at in range(cells + 2 * int64(state.rows) * (columns + 1)):
        accumulators[ply, at] = accumulators[ply - 1, at]
    row, column, at = move // (columns + 1), move % (columns + 1), cells + 2 * move
    add_summary(accumulators, ply, int64(accumulators[ply, at + 1]), -1)
    accumulators[ply, at] = accumulators[ply, at + 1] = 0
    for direction in range(4):
        line, bit, step = line_through(state, direction, row, column)
        theirs = LINES + 2 * line + 1 - int64(state.turn)
        accumulators[ply, theirs] = wrapped(int64(accumulators[ply, theirs]) & ~(1 << bit))
        usable = line_of(accumulators, ply, line)
        among = ((ONE << np.uint64(2 * reach + 1)) - ONE) << np.uint64(bit) >> np.uint64(reach) & LOW32
        first = at - 2 * bit * step
        classify_line(accumulators, ply, usable, k, is_exact, among, direction, first, 2 * step, weights)


@inlined
def best_kind(accumulators: Accumulators, ply: int, player: int) -> int:
    """The best that the player could make with one stone."""
    kind = MAKES_FIVE
    while kind > NO_KIND and accumulators[ply, KIND_COUNTS + player * KINDS + kind] == 0:
        kind -= 1
    return kind


@compiled
def value(states: States, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    mover = int64(states[ply].turn)
    total = int64(accumulators[ply, WORTH + mover]) - int64(accumulators[ply, WORTH + 1 - mover])
    if states[ply].variant == MISERE:
        own = int64(accumulators[ply, KIND_COUNTS + mover * KINDS + MAKES_FIVE])
        other = int64(accumulators[ply, KIND_COUNTS + (1 - mover) * KINDS + MAKES_FIVE])
        return saturated(RESERVE * (other - own) - total)
    own, other = best_kind(accumulators, ply, mover), best_kind(accumulators, ply, 1 - mover)
    total += weights[TEMPO] + weights[OWN_VALUE + own] - weights[OTHER_VALUE + other]
    if own <= other and accumulators[ply, KIND_COUNTS + (1 - mover) * KINDS + other] > 2:
        total -= weights[OTHER_AGAIN + other]
    return saturated(total)


@inlined
def makes_four(classes: int) -> bool:
    """Whether a stone on a cell would make a four or more for either player: any nibble from 6 to 8."""
    return (classes >> 3 | classes >> 2 & classes >> 1) & LOWEST_BITS != 0


@compiled
def order(
    states: States,
    ply: int,
    moves: MoveBuffer,
    n: int,
    scores: MoveBuffer,
    weights: Weights,
    accumulators: Accumulators,
) -> None:
    state = states[ply]
    cells, sums, best = cells_at(state), ORDER_SUMS + PAIRS * int64(state.turn), int64(0)
    own_kind, other_kind = 24 + 3 * int64(state.turn), 27 - 3 * int64(state.turn)
    may_leave_out = int64(state.empties) > FEW
    is_threatened = accumulators[ply, KIND_COUNTS + (1 - int64(state.turn)) * KINDS + TWO_FOURS] > 0
    for i in range(n):
        at = cells + 2 * moves[i]
        classes, summary = int64(accumulators[ply, at]), int64(accumulators[ply, at + 1])
        if state.variant == MISERE:
            score = 4 * WORTH_MASK - 3 * (summary >> WORTH_BITS * int64(state.turn) & WORTH_MASK)
            if summary >> other_kind & 7 == MAKES_FIVE:
                score -= WORTH_MASK  # a move in reserve
        elif may_leave_out and (classes == 0 or (is_threatened and not makes_four(classes))):
            score = int64(-1)
        else:
            score = weights[OWN_ORDER + (summary >> own_kind & 7)] + weights[OTHER_ORDER + (summary >> other_kind & 7)]
            for direction in range(4):
                score += weights[sums + (classes >> 8 * direction & 255)]
        scores[i] = score
        best = max(best, score)
    if best == 0:
        prefer_middle(state, moves, n, scores)


@compiled
def prefer_middle(state: State, moves: MoveBuffer, n: int, scores: MoveBuffer) -> None:
    """Where there are no stones yet: the further from the edge, the better."""
    rows, columns = int64(state.rows), int64(state.columns)
    for i in range(n):
        row, column = moves[i] // (columns + 1), moves[i] % (columns + 1)
        scores[i] = min(row, rows - 1 - row) + min(column, columns - 1 - column)


EVALUATION = Evaluation(
    "mnk_shapes",
    "Fours, threes and twos, open and closed, that a stone on each cell would make for either side.",
    values=dict.fromkeys(RULES.values(), value),
    update=update,
    order=order,
    accumulator_size=SIZE,
    weights=WEIGHTS,
    spread=300,
    rank=5,
    aliases=("shapes",),
)
