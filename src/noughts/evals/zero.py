"""Nothing at all: every position that is not finished is worth 0. With it a search tells wins, losses and the rest
apart.

Source: none. Formula: 0. Weakness: it has no idea.
"""

from noughts.kernel.compiling import compiled
from noughts.kernel.contract import States
from noughts.kernel.evaluation import Accumulators, Evaluation, Weights
from noughts.kernel.intrinsics import int64


@compiled
def value(states: States, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    return int64(0)


EVALUATION = Evaluation("zero", "Every position that is not finished is worth nothing.", values=None, value=value)
