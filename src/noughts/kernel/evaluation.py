"""The contract of evaluations: what a position is worth to the side to move, in hundredths of a point.

An evaluation is a function `value(states, ply, weights, accumulators)` of states[ply]; compiled, it is a first-class
function of one signature, so that searches are compiled once a game and not once an evaluation. It never sees a
finished game. It need not be antisymmetric: what is good for one side may be good for the other too.

An *incremental* evaluation keeps what it has counted in `accumulators[ply]`, a row of int32: `update(states, ply, move,
weights, accumulators)` fills in the row of states[ply] from the row before it, after a move was played from
states[ply - 1]; with move == NO_MOVE it counts states[ply] from nothing.

`weights` is an array that a search passes on: tuned or learned numbers change without compiling anything.
"""

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.compiling import compiled, specialize
from noughts.kernel.contract import Rules, States
from noughts.kernel.mode import UNCOMPILED

Weights: TypeAlias = NDArray[np.int64]
Accumulators: TypeAlias = NDArray[np.int32]
Function: TypeAlias = Callable[..., Any]


@compiled
def no_update(states: States, ply: int, move: int, weights: Weights, accumulators: Accumulators) -> None:
    """What an evaluation that counts from nothing does after a move."""


@dataclass(frozen=True, eq=False)
class Evaluation:
    """An evaluation under its name. The module's docstring gives source, formula, decisions and weaknesses."""

    name: str
    summary: str
    values: Mapping[Rules, Function] | None  # by the games' rules
    value: Function | None = None  # for every game
    update: Function = no_update
    accumulator_size: int = 0
    weights: Sequence[int] = field(default=(0,))
    rank: int = 0  # among those that fit a game, the highest is used where none is named

    def fits(self, rules: Rules) -> bool:
        return self.values is None or rules in self.values

    def for_rules(self, rules: Rules, label: str) -> tuple[Function, Function, Function]:
        """`value` and `update`, compiled for a game, to be passed to its searches; and `update` for Python to call."""
        value: Any = self.value if self.values is None else self.values[rules]
        if UNCOMPILED:
            return value, self.update, self.update
        specialize(value, value_signature(rules), f"the evaluation {self.name} for {label}")
        update = specialize(self.update, update_signature(rules), f"the updates of {self.name} for {label}")
        return value, self.update, update


@functools.cache
def value_signature(rules: Rules) -> Any:
    from numba import int32, int64, types

    return int64(types.Array(rules.record_type, 1, "C"), int64, int64[::1], int32[:, ::1])


@functools.cache
def update_signature(rules: Rules) -> Any:
    from numba import int32, int64, types, void

    return void(types.Array(rules.record_type, 1, "C"), int64, int64, int64[::1], int32[:, ::1])
