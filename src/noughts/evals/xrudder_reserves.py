"""X shapes that can still be completed, and the tokens kept in hand for them.

Formula: a shape is one of the 80 X positions with tokens of one player only and not crossed. It is worth more the more
of its five cells are held, less where the opponent stands beside the centre and could cross it, and a little more to
the side to move, which builds on it first. Each token in hand is worth something too, more so the fewer are left.
Why hands count so much: the players share the moves of tokens. A player without tokens in hand has only these, and
when they are spent is skipped, while the other places whatever it has kept, turn after turn. So a placement has to
be worth its token; a move of a token that does as much is cheaper.

The order of moves: what a cell builds of the mover's shapes and blocks of the opponent's, less, for a move of a token,
what it leaves. Only cells that are worth something near to the best one are looked at; on an empty board the middle.

Measured: with tokens in hand worth nothing it drew most games against `factorial`, at 100 and more it won nearly all.
Weaknesses: two players who both hold back draw nearly always; shapes that share a cell count as two single ones, which
is left to the search of threats.

Values are counted from nothing, four rows of centres at a time; accumulators[ply] is the order's scratch paper.
"""

import numpy as np
from numpy.typing import NDArray

from noughts.games.shared.xmoves import target_cell
from noughts.games.shared.xshapes import (
    BLOCKS,
    CELLS,
    CENTRES,
    COLUMNS,
    ONE,
    ROWS,
    X_COLUMNS,
    X_ROWS,
    four_rows,
    on_x,
    token_counts,
)
from noughts.games.xrudder import XRudder
from noughts.kernel.compiling import compiled, inlined
from noughts.kernel.contract import MoveBuffer, State, States
from noughts.kernel.evaluation import Accumulators, Evaluation, Weights
from noughts.kernel.intrinsics import int64, lowest, popcount

# Where each weight stands, in hundredths of a point: shapes by their number of tokens, from 1 to 4.
OPEN, BESIDE, TO_MOVE, BUILD, BLOCK = 0, 5, 10, 15, 20
IN_HAND, LAST_IN_HAND, NEAR, NEAR_MOVES, KEPT = 25, 26, 27, 28, 29
WEIGHTS = (
    *(0, 4, 20, 70, 110),  # OPEN
    *(0, 3, 15, 50, 80),  # BESIDE: the opponent holds one of the cells beside the centre, and the other is empty
    *(0, 1, 8, 60, 100),  # TO_MOVE: more for the side to move
    *(0, 3, 15, 80, 0),  # BUILD: one more token on a shape, for the order
    *(0, 2, 12, 60, 400),  # BLOCK: the first token on a shape of the opponent's
    300,  # IN_HAND: a token
    40,  # LAST_IN_HAND: more for each of the last three tokens
    6,  # NEAR: placements worth less than this part of the best one are left out
    4,  # NEAR_MOVES: and moves of tokens
    20,  # KEPT: the token that a move does not take from the hand, for the order
)
LINE = 16  # cells a row on the scratch paper
SCALE = 64  # of the order's scores, beside killers and history


@inlined
def with_count(counts: tuple[np.uint64, np.uint64, np.uint64, np.uint64], n: int) -> np.uint64:
    """Centres whose number of tokens, as bits of `token_counts`, is n, from 1 to 4."""
    ones, twos, fours, _ = counts
    if n == 1:
        return ones & ~twos & ~fours
    if n == 2:
        return twos & ~ones
    if n == 3:
        return ones & twos
    return fours & ~ones


@inlined
def shapes_worth(state: State, player: int, first: int, weights: Weights, is_mover: bool) -> int:
    """The worth of a player's shapes with centres in a block."""
    own, other = four_rows(state, player, first), four_rows(state, 1 - player, first)
    left, right = other << ONE, other >> ONE
    beside = (left ^ right) & ~(own << ONE | own >> ONE)
    counts, others = token_counts(state, player, first), token_counts(state, 1 - player, first)
    live = CENTRES & ~others[3] & ~(left & right)
    total = int64(0)
    for n in range(1, 5):
        shapes = live & with_count(counts, n)
        all_of_them, half = popcount(shapes), popcount(shapes & beside)
        total += (all_of_them - half) * weights[OPEN + n] + half * weights[BESIDE + n]
        if is_mover:
            total += all_of_them * weights[TO_MOVE + n]
    return total


@inlined
def hands_worth(state: State, mover: int, weights: Weights) -> int:
    """The worth of the tokens in hand to the side to move."""
    own, others = int64(state.hand[mover]), int64(state.hand[1 - mover])
    return (own - others) * weights[IN_HAND] + (min(own, 3) - min(others, 3)) * weights[LAST_IN_HAND]


@compiled
def value(states: States, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    state = states[ply]
    mover = int64(state.turn)
    total = hands_worth(state, mover, weights)
    for first in BLOCKS:
        total += shapes_worth(state, mover, first, weights, True)
        total -= shapes_worth(state, 1 - mover, first, weights, False)
    return total


@inlined
def spread(centres: np.uint64, first: int, amount: int, paper: NDArray[np.int32]) -> None:
    """Add an amount to the five cells of each X."""
    while centres:
        at = first * LINE + lowest(centres)
        centres &= centres - ONE
        paper[at] += amount
        paper[at - LINE - 1] += amount
        paper[at - LINE + 1] += amount
        paper[at + LINE - 1] += amount
        paper[at + LINE + 1] += amount


@compiled
def note_block(state: State, player: int, first: int, weights: Weights, paper: NDArray[np.int32]) -> None:
    """Note what the player's tokens are worth on each cell, by the shapes with centres in a block."""
    other = 1 - player
    own_row, other_row = four_rows(state, player, first), four_rows(state, other, first)
    counts, others = token_counts(state, player, first), token_counts(state, other, first)
    crossed_own = other_row << ONE & other_row >> ONE
    left, right = own_row << ONE, own_row >> ONE
    own_live, other_live = CENTRES & ~others[3] & ~crossed_own, CENTRES & ~counts[3] & ~(left & right)
    for n in range(1, 4):
        spread(own_live & with_count(counts, n), first, weights[BUILD + n], paper)
    for n in range(1, 5):
        spread(other_live & with_count(others, n), first, weights[BLOCK + n], paper)
    # A single token that blocks a shape is worth what it blocks, where it stands.
    single, held = CENTRES & with_count(counts, 1) & ~(left & right), on_x(state, player, first)
    for n in range(2, 5):
        for i in range(5):
            blockers = single & with_count(others, n) & held[i]
            while blockers:
                at = first * LINE + lowest(blockers) + X_ROWS[i] * LINE + X_COLUMNS[i]
                blockers &= blockers - ONE
                paper[at] += weights[BLOCK + n]
    # The second token beside a centre crosses the shape.
    for n in range(2, 5):
        shapes = CENTRES & ~counts[3] & with_count(others, n) & (left | right) & ~(other_row << ONE | other_row >> ONE)
        while shapes:
            at = first * LINE + lowest(shapes)
            shapes &= shapes - ONE
            paper[at - 1] += weights[BLOCK + n]
            paper[at + 1] += weights[BLOCK + n]


@inlined
def noted(paper: NDArray[np.int32], cell: int) -> int:
    return int64(paper[cell // COLUMNS * LINE + cell % COLUMNS])


@inlined
def from_the_middle(cell: int) -> int:
    """Twice the distance of a cell from the middle of the board."""
    return max(abs(2 * (cell // COLUMNS) - ROWS + 1), abs(2 * (cell % COLUMNS) - COLUMNS + 1))


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
    state, paper = states[ply], accumulators[ply]
    paper[:] = 0
    for first in BLOCKS:
        note_block(state, int64(state.turn), first, weights, paper)
    best_placement, best_move = int64(0), int64(-1 << 30)
    for i in range(n):
        scores[i] = noted(paper, target_cell(moves[i]))
        if moves[i] < CELLS:
            best_placement = max(best_placement, scores[i])
        else:
            scores[i] -= noted(paper, (moves[i] - CELLS) // 8)
            best_move = max(best_move, scores[i])
    least = best_placement // weights[NEAR] + 1
    least_move = best_move // weights[NEAR_MOVES] + 1 if best_move > 0 else best_move
    for i in range(n):
        if moves[i] >= CELLS:
            is_looked_at = scores[i] >= least_move
            scores[i] = SCALE * max(scores[i] + weights[KEPT], 0)
        elif best_placement > 0:
            is_looked_at = scores[i] >= least
            scores[i] *= SCALE
        else:
            distance = from_the_middle(moves[i])
            is_looked_at = distance <= 3
            scores[i] = SCALE * max(4 - distance, 0)
        if not is_looked_at:
            scores[i] = -1


EVALUATION = Evaluation(
    "xrudder_reserves",
    "X shapes that can still be completed, by their tokens, and the tokens kept in hand.",
    values={XRudder.rules: value},
    order=order,
    accumulator_size=ROWS * LINE,
    weights=WEIGHTS,
    spread=600,
    rank=5,
    aliases=("reserves",),
)
