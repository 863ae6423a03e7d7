"""Partial X shapes, the factorial of their tokens (report 003), updated with each move.

Source: A. Soucy, *COMP 472 Project 1 Report*, gamestate evaluation and its optimisation.
Formula: each of the 80 sub-grids of 3×3 cells is worth n! points to the player who alone has n tokens on its five X
cells, 0 if both have or neither. If the other player holds one of the cells left and right of the centre, and the
owner none, it is worth half; if the other holds both, 0; one each changes nothing.
As in the report it is incremental: a move changes only the 7 sub-grids around each cell concerned, which are taken
out and put in again (14 for a placement, 28 for a move of a token, fewer near the edge of the board).
Decided: a complete X that is not crossed is a finished game, which the search scores. The report's remedy for its
weakness, another weight of moves against placements, is the option `placement_cost`, in hundredths of a point: a token
in hand is worth so much, and a placement must therefore gain as much more than a move. At 0 it is as reported.
Weaknesses: it spends tokens freely and then has none left (the report's own finding), and knows nothing of moves left.

accumulators[ply, 0] is the value seen from X, in hundredths; accumulators[0, 1] counts the sub-grids evaluated,
all of them on the board.
"""

import itertools
from collections import Counter

import numpy as np

from noughts.board import MARKS, Position
from noughts.evals.shared.terms import board_rows
from noughts.games.shared.xmoves import NO_CELL, target_cell
from noughts.games.shared.xshapes import CELLS, COLUMNS, ROWS
from noughts.games.xrudder import XRudder
from noughts.kernel.compiling import compiled
from noughts.kernel.contract import NO_MOVE, State, States
from noughts.kernel.evaluation import Accumulators, Evaluation, Term, Weights, option
from noughts.kernel.intrinsics import int64, popcount
from noughts.kernel.scores import POINT

FACTORIALS = np.array([0, 1, 2, 6, 24, 120], np.int64) * POINT
AROUND_ROWS = np.array([0, -1, -1, 1, 1, 0, 0], np.int64)  # centres of the sub-grids that a cell belongs to
AROUND_COLUMNS = np.array([0, -1, 1, -1, 1, -1, 1], np.int64)
SIDES = 0b101  # the cells left and right of a centre, and the corners above or below it


@compiled
def tokens_in(state: State, player: int, row: int, hidden: int) -> int:
    """A row of the player's tokens, as if nothing stood on the hidden cell."""
    tokens = int64(state.tokens[player, row])
    if hidden // COLUMNS == row and hidden >= 0:
        tokens &= ~(1 << hidden % COLUMNS)
    return tokens


@compiled
def grid_value(state: State, row: int, column: int, hidden: int) -> int:
    """The worth of the sub-grid with that centre, seen from X, as if nothing stood on the hidden cell."""
    left = column - 1
    x_row, o_row = tokens_in(state, 0, row, hidden) >> left, tokens_in(state, 1, row, hidden) >> left
    x = popcount(tokens_in(state, 0, row - 1, hidden) >> left & SIDES) + (x_row >> 1 & 1)
    x += popcount(tokens_in(state, 0, row + 1, hidden) >> left & SIDES)
    o = popcount(tokens_in(state, 1, row - 1, hidden) >> left & SIDES) + (o_row >> 1 & 1)
    o += popcount(tokens_in(state, 1, row + 1, hidden) >> left & SIDES)
    if (x == 0) == (o == 0):
        return int64(0)
    worth = FACTORIALS[x + o]
    helping, crossing = (x_row & SIDES, o_row & SIDES) if x else (o_row & SIDES, x_row & SIDES)
    if crossing == SIDES:
        return int64(0)
    if crossing and not helping:
        worth //= 2
    return worth if x else -worth


@compiled
def around(state: State, cell: int, hidden: int, accumulators: Accumulators) -> int:
    """The worth of the 7 sub-grids that a cell belongs to, of those that are on the board."""
    total = int64(0)
    for i in range(7):
        row, column = cell // COLUMNS + AROUND_ROWS[i], cell % COLUMNS + AROUND_COLUMNS[i]
        if 1 <= row <= ROWS - 2 and 1 <= column <= COLUMNS - 2:
            total += grid_value(state, row, column, hidden)
            accumulators[0, 1] += 1
    return total


@compiled
def update(states: States, ply: int, move: int, weights: Weights, accumulators: Accumulators) -> None:
    if move == NO_MOVE:
        total = int64(0)
        for row in range(1, ROWS - 1):
            for column in range(1, COLUMNS - 1):
                total += grid_value(states[ply], row, column, NO_CELL)
        accumulators[ply, 0] = total
        accumulators[0, 1] = (ROWS - 2) * (COLUMNS - 2)
        return
    before, after, target = states[ply - 1], states[ply], target_cell(move)
    change = around(after, target, NO_CELL, accumulators) - around(after, target, target, accumulators)
    if move >= CELLS:
        source = (move - CELLS) // 8
        change += around(before, source, source, accumulators) - around(before, source, NO_CELL, accumulators)
    accumulators[ply, 0] = accumulators[ply - 1, 0] + change


@compiled
def value(states: States, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    hands = int64(states[ply].hand[0]) - int64(states[ply].hand[1])
    total = int64(accumulators[ply, 0]) + weights[0] * hands
    return total if states[ply].turn == 0 else -total


def explain(position: Position, weights: Weights) -> list[Term]:
    """The sub-grids of either player, by their tokens and what crosses them, and the tokens in hand."""
    rows, mover = board_rows(position), MARKS[position.turn]
    counts: Counter[tuple[str, int, bool]] = Counter()
    for row, column in itertools.product(range(1, ROWS - 1), range(1, COLUMNS - 1)):
        above, here, below = (rows[at][column - 1 : column + 2] for at in (row - 1, row, row + 1))
        shape, beside = above[::2] + here[1] + below[::2], here[::2]
        for player, other in (MARKS, MARKS[::-1]):
            if player in shape and other not in shape and beside != 2 * other:
                is_half = other in beside and player not in beside
                counts[player, shape.count(player), is_half] += 1
    terms = []
    for (player, n, is_half), count in sorted(counts.items(), key=lambda item: (MARKS.index(item[0][0]), item[0][1:])):
        worth = int(FACTORIALS[n]) // (2 if is_half else 1) * (1 if player == mover else -1)
        name = f"sub-grids with {n} {player}" + (", half crossed" if is_half else "")
        terms.append(Term(name, count, count * worth))
    cost = int(weights[0])
    for player, hand in zip(MARKS, position.states[0].hand.tolist(), strict=True):
        if cost and hand:
            terms.append(Term(f"tokens in {player}'s hand", hand, cost * hand * (1 if player == mover else -1)))
    return terms


EVALUATION = Evaluation(
    "factorial",
    "Report 003: partial X shapes, the factorial of their tokens, less where they are being crossed.",
    values={XRudder.rules: value},
    update=update,
    accumulator_size=2,
    rank=2,
    options={"placement_cost": option(0, "what placing a token costs, in hundredths of a point")},
    explain=explain,
)
