"""Shapes: fours, threes and twos that a stone on each cell would make, and the wins and losses certain by them.

The shapes, their classes and kinds are explained in evals/shared/line_shapes.py. The value is the worth of all cells to
the side to move less their worth to the other, and more or less by what either could make next. The worth of a cell is
looked up by all of its four classes together.

For k >= 5 the weights are fitted to self-play (tuning/shapes.py), and what either side could make counts as the set of
kinds that there are of both sides, and by how many cells there are of each. For smaller k, and where that wins by
itself, it is the tempo, set by hand, by the best kind of either; a cell's worth is a sum over its directions there.
Against weights fitted without positions that are won or lost by force, and the best kinds alone: 71.7 % of 60 games on
15x15x5 at 20,000 nodes a move, at 1.02 of the nodes a second.

Verdicts, while the opponent has no five: an open four or two fours at once win in 3 plies, as there are two cells to
complete them; a four with an open three, or two open threes, win in 5 while the opponent cannot make a four: one reply
cannot be on both of their lines, and none gains time. Where the other side could make an open four or two fours, the
side to move is pressed.

Misère: shapes are a danger there, and cells that are forbidden to the opponent are moves in reserve.
The order of moves leaves out cells that are far from all stones; and where the opponent threatens an open four, or two
fours at once, all moves lose but those that make a four or lie where the opponent would make one.

Weaknesses: the worths know nothing of what the opponent may do in between.
"""

import itertools
from collections.abc import Sequence

import numpy as np

from noughts.evals.shared.line_classes import FIVE, FOUR, near_classes
from noughts.evals.shared.line_shapes import (
    CELL_BITS,
    CELL_MASK,
    COUNT_BITS,
    COUNT_MASK,
    ENTRIES,
    FOUR_AND_THREE,
    KIND_COUNTS,
    KINDS,
    MAKES_FIVE,
    NO_KIND,
    SIZE,
    TWO_FOURS,
    TWO_THREES,
    WORTH,
    WORTH_BITS,
    WORTH_MASK,
    best_kind,
    cells_at,
    count_all,
    count_move,
    count_of,
    entry,
    entry_of,
    fours_of,
    kind_of,
    long_at,
    shapely_cells,
)
from noughts.evals.shared.small_boards import WEIGHTS
from noughts.games.mnk import ALL_RULES
from noughts.games.shared.windows import MISERE
from noughts.kernel.compiling import compiled, inlined
from noughts.kernel.contract import NO_MOVE, MoveBuffer, State, States
from noughts.kernel.evaluation import (
    ALL_MOVES,
    ASK_GAME,
    LOST,
    OTHERS_LOSE,
    PRESSED,
    QUIET,
    THREATENED,
    THREATENING,
    Accumulators,
    Evaluation,
    Weights,
)
from noughts.kernel.intrinsics import int64
from noughts.kernel.scores import saturated

FEW = 30  # with so many empty cells or less, every move is worth a look
SHAPE, ENOUGH_SHAPES = 500, 10  # where so many moves make an open two or more, the others are left out
RESERVE = 1000
LOWEST_BITS = 0x1111  # of one player's classes

# The weights, once for k < 5 and once for the others: see `make_weights`
TEMPO, MANY = 0, 4  # the best kind of the other side counts once, twice, or more often
THREATS = TEMPO + KINDS * KINDS * MANY  # by the set of threats
UNDECIDED = TWO_FOURS  # kinds from MAKES_THREE to this one make the set: five of either side
SETS, MOST = 1 << 2 * UNDECIDED, 5  # the number of cells of a kind counts up to 4
NUMBERS = THREATS + SETS  # by a side's kind and how many cells there are of it
CELLS = NUMBERS + 2 * UNDECIDED * MOST
BLOCK = CELLS + ENTRIES
NEAR_CLASSES = 2 * BLOCK  # behind both
OWN_ORDER, OTHER_ORDER, ORDER_MASK = 16, 40, 2**23 - 1  # in the entry of a cell: what a move there scores
COMBINATIONS = list(itertools.combinations_with_replacement(range(FIVE + 1), 4))  # of classes
FITTED_K = 5


def make_weights(
    worths: Sequence[int],
    threats: Sequence[int],
    own_order: Sequence[int],
    other_order: Sequence[int],
    own_kind_order: Sequence[int],
    other_kind_order: Sequence[int],
) -> list[int]:
    """The weights for a k: worths by COMBINATIONS; of threats by set, then by number; orders by class, then by kind.

    Only differences between worths count, as every empty cell has one for either player: the least is made 0.
    """
    entries, least = [0] * ENTRIES, min(worths)
    for combination, worth in zip(COMBINATIONS, worths, strict=True):
        own = sum(own_order[name] for name in combination) + (0, *own_kind_order)[kind_of(combination)]
        other = sum(other_order[name] for name in combination) + (0, *other_kind_order)[kind_of(combination)]
        made = entry_of(combination, worth - least) | own << OWN_ORDER | other << OTHER_ORDER
        for classes in set(itertools.permutations(combination)):
            entries[sum(name << 4 * direction for direction, name in enumerate(classes))] = made
    return [*TEMPO_BY_KINDS, *threats, *entries]


@inlined
def tempo_index(own: int, other: int, many: int) -> int:
    """The index by the best kinds of the side to move and of the other, and how many cells are of the latter."""
    return MANY * (KINDS * own + other) + min(many, MANY - 1)


ORDER = {  # fitted to the moves that a longer search prefers
    #            none stone two open three open four open five
    "own_order": (0, 10, 30, 1500, 1500, 3400, 4000, 4000, 4000),
    "other_order": (0, 10, 20, 520, 650, 2200, 3800, 3800, 3800),
    #                three, four, two threes, four and three, two fours, five
    "own_kind_order": (0, 0, 1500, 60_000, 200_000, 1_000_000),
    "other_kind_order": (0, 0, 500, 1000, 3500, 500_000),
}
# Fitted to the results of games from random positions: by class (k < 5), and by kind.
CLASS_WORTH = (0, 0, 1, 8, 13, 34, 74, 160, 200)
OWN_KIND = (0, 20, 20, 200, 400, 1000, 20_000, 0)
OTHER_KIND = (0, 0, 0, 0, 200, 0, 2000, 0)
OTHER_AGAIN = (0, 0, 0, 300, 300, 500, 10_000, 0)  # where there are more than two such cells
TEMPO_ITSELF = 130


def tempo(own: int, other: int, many: int) -> int:
    again = OTHER_AGAIN[other] if own <= other and many > 2 else 0
    return TEMPO_ITSELF + OWN_KIND[own] - OTHER_KIND[other] - again


SMALL_WORTHS = [sum(CLASS_WORTH[name] for name in classes) for classes in COMBINATIONS]
TEMPO_BY_KINDS = [tempo(own, other, many) for own in range(KINDS) for other in range(KINDS) for many in range(MANY)]


def all_weights() -> list[int]:
    worths, threats = np.split(np.load(WEIGHTS / "mnk_shapes.npy").astype(int), [len(COMBINATIONS)])
    small = make_weights(SMALL_WORTHS, [0] * (CELLS - THREATS), **ORDER)
    large = make_weights(worths.tolist(), threats.tolist(), **ORDER)
    return small + large + near_classes(FITTED_K).tolist()


@inlined
def block_of(state: State) -> int:
    """The index of the first weight for the game's k."""
    return BLOCK if state.k >= FITTED_K else 0


@compiled
def update(states: States, ply: int, move: int, weights: Weights, accumulators: Accumulators) -> None:
    entries = block_of(states[ply]) + CELLS
    if move == NO_MOVE:
        count_all(states, ply, weights, entries, accumulators)
    else:
        count_move(states, ply, move, weights, entries, NEAR_CLASSES, accumulators)


@inlined
def tempo_value(states: States, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    mover = int64(states[ply].turn)
    own, other = best_kind(accumulators, ply, mover), best_kind(accumulators, ply, 1 - mover)
    many = MANY if other == NO_KIND else count_of(accumulators, ply, 1 - mover, other)
    return weights[block_of(states[ply]) + TEMPO + tempo_index(own, other, many)]


@compiled
def value(states: States, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    mover = int64(states[ply].turn)
    total = int64(accumulators[ply, WORTH + mover]) - int64(accumulators[ply, WORTH + 1 - mover])
    if states[ply].variant == MISERE:
        own, other = count_of(accumulators, ply, mover, MAKES_FIVE), count_of(accumulators, ply, 1 - mover, MAKES_FIVE)
        return saturated(RESERVE * (other - own) - total)
    own = long_at(accumulators[ply], KIND_COUNTS + 2 * mover)
    other = long_at(accumulators[ply], KIND_COUNTS + 2 * (1 - mover))
    is_decided = own >> COUNT_BITS * TWO_FOURS != 0 or other >> COUNT_BITS * MAKES_FIVE != 0
    if is_decided or states[ply].k < FITTED_K:
        return saturated(total + tempo_value(states, ply, weights, accumulators))
    first = block_of(states[ply])
    kinds, numbers = int64(0), first + NUMBERS
    for kind in range(UNDECIDED):
        own, other = own >> COUNT_BITS, other >> COUNT_BITS
        ours, theirs = min(own & COUNT_MASK, MOST - 1), min(other & COUNT_MASK, MOST - 1)
        kinds |= int64(ours != 0) << kind | int64(theirs != 0) << kind + UNDECIDED
        total += weights[numbers + MOST * kind + ours] + weights[numbers + MOST * (kind + UNDECIDED) + theirs]
    return saturated(total + weights[first + THREATS + kinds])


@compiled
def verdict(states: States, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    if states[ply].variant == MISERE or states[ply].k < 3:
        return ASK_GAME
    mover = int64(states[ply].turn)
    if count_of(accumulators, ply, mover, MAKES_FIVE) > 0:
        return 1
    fives = count_of(accumulators, ply, 1 - mover, MAKES_FIVE)
    if fives > 0:
        return THREATENED if fives == 1 else -2
    if count_of(accumulators, ply, mover, TWO_FOURS) > 0:
        return 3
    doubles = count_of(accumulators, ply, mover, FOUR_AND_THREE) + count_of(accumulators, ply, mover, TWO_THREES)
    if doubles > 0 and fours_of(accumulators, ply, 1 - mover) == 0:
        return 5
    pressed = PRESSED if count_of(accumulators, ply, 1 - mover, TWO_FOURS) > 0 else 0
    return pressed + (THREATENING if fours_of(accumulators, ply, mover) > 0 else QUIET)


@inlined
def makes_four(classes: int) -> bool:
    """Whether a stone on a cell would make a four or more, by a player's classes: a nibble from 6 to 8."""
    return (classes >> 3 | classes >> 2 & classes >> 1) & LOWEST_BITS != 0


@compiled
def find_threats(state: State, ply: int, accumulators: Accumulators, moves: MoveBuffer, n: int) -> tuple[int, int]:
    """Two of the cells where the other side would make an open four or two fours, which wins; NO_MOVE if there is none.

    A move has to stop all of them. Where the side to move wins at once, nothing threatens it.
    """
    first, last = NO_MOVE, NO_MOVE
    mover = int64(state.turn)
    if state.k < 3 or state.variant == MISERE or count_of(accumulators, ply, mover, MAKES_FIVE) > 0:
        return first, last
    if count_of(accumulators, ply, 1 - mover, TWO_FOURS) == 0:
        return first, last
    summaries, kind = cells_at(state) + 1, WORTH_BITS + CELL_BITS * (1 - mover)
    for i in range(n):
        if int64(accumulators[ply, summaries + 2 * moves[i]]) >> kind & 7 == TWO_FOURS:
            if first == NO_MOVE:
                first = moves[i]
            last = moves[i]
    return first, last


@compiled
def may_stop(state: State, ply: int, accumulators: Accumulators, move: int, threat: int) -> bool:
    """Whether a stone may keep the other side from making an open four or two fours on another cell.

    It must lie on that cell, or where a five would follow: in a window with it that lacks no more than these two.
    """
    if move == threat:
        return True
    width, other, cells = int64(state.columns) + 1, CELL_BITS * (1 - int64(state.turn)), cells_at(state)
    down, right = move // width - threat // width, move % width - threat % width
    if max(abs(down), abs(right)) >= state.k or not (down == 0 or right == 0 or abs(down) == abs(right)):
        return False
    direction = 0 if down == 0 else 1 if right == 0 else 2 if down == right else 3
    shift = other + 4 * direction
    is_four = int64(accumulators[ply, cells + 2 * move]) >> shift & 15 >= FOUR
    return is_four and int64(accumulators[ply, cells + 2 * threat]) >> shift & 15 >= FOUR


@inlined
def answers(
    state: State, ply: int, accumulators: Accumulators, move: int, own_classes: int, first: int, last: int
) -> bool:
    """Whether a move makes a four, or may stop what the other side would make on two cells."""
    return makes_four(own_classes) or (
        may_stop(state, ply, accumulators, move, first) and may_stop(state, ply, accumulators, move, last)
    )


@inlined
def order_score(state: State, classes: int, weights: Weights, entries: int) -> int:
    own = entry(classes, int64(state.turn), weights, entries)
    other = entry(classes, 1 - int64(state.turn), weights, entries)
    return (own >> OWN_ORDER & ORDER_MASK) + (other >> OTHER_ORDER)


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
    cells, entries, best, shapes = cells_at(state), block_of(state) + CELLS, int64(0), 0
    own_bits, other_bits = CELL_BITS * int64(state.turn), CELL_BITS * (1 - int64(state.turn))
    may_leave_out = int64(state.empties) > FEW
    first, last = find_threats(state, ply, accumulators, moves, n)
    for i in range(n):
        at = cells + 2 * moves[i]
        classes, summary = int64(accumulators[ply, at]), int64(accumulators[ply, at + 1])
        if state.variant == MISERE:
            score = 4 * WORTH_MASK - 3 * (summary >> own_bits & WORTH_MASK)
            if summary >> other_bits + WORTH_BITS & 7 == MAKES_FIVE:
                score -= WORTH_MASK  # a move in reserve
        elif first != NO_MOVE and not answers(state, ply, accumulators, moves[i], classes >> own_bits, first, last):
            score = int64(LOST)
        elif may_leave_out and classes == 0:
            score = int64(-1)
        else:
            score = order_score(state, classes, weights, entries)
        scores[i] = score
        best = max(best, score)
        shapes += score >= SHAPE
    if best == 0 and first == NO_MOVE:
        prefer_middle(state, moves, n, scores)
    elif may_leave_out and shapes >= ENOUGH_SHAPES:
        for i in range(n):
            if 0 <= scores[i] < SHAPE:
                scores[i] = -1


@compiled
def candidates(
    states: States,
    ply: int,
    moves: MoveBuffer,
    scores: MoveBuffer,
    weights: Weights,
    accumulators: Accumulators,
    only_threats: bool,
) -> int:
    """The moves that `order` would not leave out, without a look at the others.

    Tried and left out: only those that score 2,000, where there are sixteen of them (53.8 % of 80 games at 10,000
    nodes a move, but 41.3 % of 40 at 60,000).
    """
    state = states[ply]
    if state.variant == MISERE or state.k < 3:
        return ALL_MOVES
    n = shapely_cells(state, ply, accumulators, moves)
    if only_threats:
        return list_fours(state, ply, moves, n, scores, weights, accumulators)
    if count_of(accumulators, ply, 1 - int64(state.turn), MAKES_FIVE) > 0:
        return find_reply(state, ply, moves, n, scores, accumulators)
    if int64(state.empties) <= FEW:
        return ALL_MOVES
    first, last = find_threats(state, ply, accumulators, moves, n)
    if first == NO_MOVE and n < ENOUGH_SHAPES:
        return ALL_MOVES
    cells, entries, own_bits, kept = cells_at(state), block_of(state) + CELLS, CELL_BITS * int64(state.turn), 0
    for i in range(n):
        classes = int64(accumulators[ply, cells + 2 * moves[i]])
        if first == NO_MOVE or answers(state, ply, accumulators, moves[i], classes >> own_bits, first, last):
            moves[kept], scores[kept] = moves[i], order_score(state, classes, weights, entries)
            kept += 1
    return kept if first == NO_MOVE else kept + OTHERS_LOSE


@compiled
def find_reply(
    state: State, ply: int, moves: MoveBuffer, n: int, scores: MoveBuffer, accumulators: Accumulators
) -> int:
    """The cell where the other side would make a five."""
    summaries, kind = cells_at(state) + 1, WORTH_BITS + CELL_BITS * (1 - int64(state.turn))
    for i in range(n):
        if int64(accumulators[ply, summaries + 2 * moves[i]]) >> kind & 7 == MAKES_FIVE:
            moves[0], scores[0] = moves[i], 0
            break
    return 1 + OTHERS_LOSE


@compiled
def list_fours(
    state: State,
    ply: int,
    moves: MoveBuffer,
    n: int,
    scores: MoveBuffer,
    weights: Weights,
    accumulators: Accumulators,
) -> int:
    """The cells that make a four, and a two or more in another direction: a four alone leads nowhere.

    The threat search looks at a third as many positions so, and all others at three quarters of a ply more in the same
    number of nodes. With `candidates` at inner nodes: 60.0 % of 120 games on 15x15x5 at equal time (0.1 s a move).
    """
    cells, entries, own_bits, kept = cells_at(state), block_of(state) + CELLS, CELL_BITS * int64(state.turn), 0
    for i in range(n):
        classes = int64(accumulators[ply, cells + 2 * moves[i]])
        own = classes >> own_bits & CELL_MASK
        twos = (own >> 3 | own >> 2 | own >> 1) & LOWEST_BITS
        if makes_four(own) and twos & (twos - 1) != 0:
            moves[kept], scores[kept] = moves[i], order_score(state, classes, weights, entries)
            kept += 1
    return kept


@compiled
def prefer_middle(state: State, moves: MoveBuffer, n: int, scores: MoveBuffer) -> None:
    """Order moves on an empty board: the further from the edge, the better. On a large one only the best are kept."""
    rows, columns, best = int64(state.rows), int64(state.columns), int64(0)
    for i in range(n):
        row, column = moves[i] // (columns + 1), moves[i] % (columns + 1)
        scores[i] = min(row, rows - 1 - row) + min(column, columns - 1 - column)
        best = max(best, scores[i])
    if state.empties > FEW:
        for i in range(n):
            if scores[i] < best:
                scores[i] = -1


EVALUATION = Evaluation(
    "mnk_shapes",
    "Fours, threes and twos, open and closed, that a stone on each cell would make for either side.",
    values=dict.fromkeys(ALL_RULES, value),
    update=update,
    order=order,
    candidates=candidates,
    verdict=verdict,
    accumulator_size=SIZE,
    weights=all_weights,
    spread=300,
    rank=5,
    aliases=("shapes",),
)
