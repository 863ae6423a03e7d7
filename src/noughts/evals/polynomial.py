"""Rows and columns that still have room, as a polynomial in the number of own symbols (report 000).

Source: A. Mishra, *AI Game Engine: m by n Tic Tac Toe with k strikes and s obstacles* (2014), static evaluation.
Formula: c_i = the number of rows that hold exactly i own symbols and at least k empty cells; the sum of c_i * 10^i, the
same over the columns, and from this the opponent's sum is taken away.
Decided: the code as the report prints it counts, not its prose about opponents and obstacles; 10^i saturates.
Weaknesses: it knows no diagonals, and a row counts as a whole: empty cells on both sides of an opponent are room too.
"""

import numpy as np

from noughts.games.mnk import RULES, has_bit
from noughts.kernel.compiling import compiled
from noughts.kernel.contract import State, States
from noughts.kernel.evaluation import Accumulators, Evaluation, Weights
from noughts.kernel.intrinsics import int64
from noughts.kernel.scores import POINT, POINTS_LIMIT, saturated

MOST = POINTS_LIMIT // POINT
POWERS = np.array([min(10**i, MOST) for i in range(33)], np.int64)


@compiled
def lines_worth(state: State, player: int, first: int, lines: int, across: int, length: int, along: int) -> int:
    """The polynomial over parallel lines: `lines` of them, `across` apart, each of `length` cells, `along` apart."""
    total = 0
    for line in range(lines):
        own, empty = 0, 0
        for i in range(length):
            cell = first + line * across + i * along
            if has_bit(state.free, cell):
                empty += 1
            elif has_bit(state.marks[player], cell):
                own += 1
        if empty >= int64(state.k):
            total += POWERS[own]
    return total


@compiled
def value(states: States, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    state = states[ply]
    rows, columns = int64(state.rows), int64(state.columns)
    mover, total = int64(state.turn), 0
    for player in range(2):
        own = lines_worth(state, player, 0, rows, columns + 1, columns, 1)
        own += lines_worth(state, player, 0, columns, 1, rows, columns + 1)
        total += own if player == mover else -own
    return saturated(POINT * total)


EVALUATION = Evaluation(
    "polynomial",
    "Report 000: rows and columns with room for k, 10 to the power of own symbols in each.",
    values=dict.fromkeys(RULES.values(), value),
    rank=1,
)
