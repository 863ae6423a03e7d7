"""The evaluation `factorial` counted from all 80 sub-grids at every leaf, as report 003's first program had it.

It is no evaluation to play by, and so not registered: it shows what the updates of `evals/factorial.py` save.
"""

from noughts.evals.factorial import grid_value
from noughts.games.shared.xmoves import NO_CELL
from noughts.games.shared.xshapes import COLUMNS, ROWS
from noughts.games.xrudder import XRudder
from noughts.kernel import States, compiled, int64
from noughts.kernel.evaluation import Accumulators, Evaluation, Weights

SUB_GRIDS = (ROWS - 2) * (COLUMNS - 2)


@compiled
def whole_value(states: States, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    total = int64(0)
    for row in range(1, ROWS - 1):
        for column in range(1, COLUMNS - 1):
            total += grid_value(states[ply], row, column, NO_CELL)
    return total if states[ply].turn == 0 else -total


WHOLE = Evaluation("whole", "factorial, not updated", values={XRudder.rules: whole_value})
