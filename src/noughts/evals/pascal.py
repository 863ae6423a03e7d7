"""Windows of k cells with one, two or three stones of one player, weighted by Pascal's triangle (report 004).

Source: G. Sathyamurthy, *A 4 x 5 Tic-Tac-Toe Game*, evaluation function, which extends the 3x3 formula of Russell and
Norvig's textbook.
Formula: X1 - O1 + 5 (X2 - O2) + 10 (X3 - O3), in points, seen from X.
Decided: X_n is the number of windows of k cells, in all four directions, with exactly n X and no O or obstacle (the
textbook's definition); the report says "n consecutive X's".
Weaknesses: it does not see whose turn it is, and four of five is worth nothing on boards with k > 4.
"""

import numpy as np

from noughts.games.mnk import RULES, has_bit
from noughts.kernel.compiling import compiled
from noughts.kernel.contract import States
from noughts.kernel.evaluation import Accumulators, Evaluation, Weights
from noughts.kernel.intrinsics import int64
from noughts.kernel.scores import POINT, saturated

WORTH = np.zeros(33, np.int64)
WORTH[1:4] = 1, 5, 10


@compiled
def value(states: States, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    state = states[ply]
    rows, columns, k = int64(state.rows), int64(state.columns), int64(state.k)
    total = 0
    for direction in range(4):
        down, right = (0, 1) if direction == 0 else (1, direction - 2)
        for row in range(rows - down * (k - 1)):
            first_column, end_column = 0, columns
            if right < 0:
                first_column = k - 1
            elif right > 0:
                end_column = columns - k + 1
            for column in range(first_column, end_column):
                x, o, blocked = 0, 0, 0
                for i in range(k):
                    cell = (row + i * down) * (columns + 1) + column + i * right
                    if has_bit(state.marks[0], cell):
                        x += 1
                    elif has_bit(state.marks[1], cell):
                        o += 1
                    elif not has_bit(state.free, cell):
                        blocked += 1
                if blocked == 0 and o == 0:
                    total += WORTH[x]
                elif blocked == 0 and x == 0:
                    total -= WORTH[o]
    return saturated(POINT * (total if state.turn == 0 else -total))


EVALUATION = Evaluation(
    "pascal",
    "Report 004: windows of k cells with one, two or three stones of one player, worth 1, 5 and 10.",
    values=dict.fromkeys(RULES.values(), value),
    rank=2,
)
