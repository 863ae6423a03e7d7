"""The imports of a game file: the contracts of games and evaluations, the decorator for functions that rules call, bit
instructions, random keys."""

from noughts.kernel.compiling import compiled, inlined
from noughts.kernel.contract import (
    DRAW,
    FIRST,
    NO_MOVE,
    ONGOING,
    SECOND,
    UNRESTRICTED,
    Field,
    LineBuffer,
    MoveBuffer,
    Rules,
    State,
    States,
)
from noughts.kernel.evaluation import Accumulators, Evaluation, Weights
from noughts.kernel.intrinsics import copy_state, int64, lowest, popcount, scratch_words
from noughts.kernel.zobrist import random_keys

__all__ = [
    "DRAW",
    "FIRST",
    "NO_MOVE",
    "ONGOING",
    "SECOND",
    "UNRESTRICTED",
    "Accumulators",
    "Evaluation",
    "Field",
    "LineBuffer",
    "MoveBuffer",
    "Rules",
    "State",
    "States",
    "Weights",
    "compiled",
    "copy_state",
    "inlined",
    "int64",
    "lowest",
    "popcount",
    "random_keys",
    "scratch_words",
]
