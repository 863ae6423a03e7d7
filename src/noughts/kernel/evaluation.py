"""The contract of evaluations: what a position is worth to the side to move, in hundredths of a point.

An evaluation is a function `value(states, ply, weights, accumulators)` of states[ply]; compiled, a search gets it as
the address of its machine code, so that searches are compiled once a game and not once an evaluation. It never sees a
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

from noughts.kernel.compiling import address, compiled, specialize
from noughts.kernel.contract import Rules, States
from noughts.kernel.mode import UNCOMPILED

Weights: TypeAlias = NDArray[np.int64]
Accumulators: TypeAlias = NDArray[np.int32]
Function: TypeAlias = Callable[..., Any]
Address: TypeAlias = Any  # of machine code, an int64; uncompiled, the function itself


def call_value(value: Address, states: States, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    """Call an evaluation by its address."""
    return value(states, ply, weights, accumulators)


def call_update(
    update: Address, states: States, ply: int, move: int, weights: Weights, accumulators: Accumulators
) -> None:
    """Call an evaluation's update by its address."""
    update(states, ply, move, weights, accumulators)


if not UNCOMPILED:
    from numba import types
    from numba.extending import intrinsic, overload

    def _calling(returns: Any, context: Any, builder: Any, signature: Any, args: Any) -> Any:
        """Call the machine code at an address by Numba's own convention.

        Numba's first-class functions would do, but looking one up costs 0.1 ms at every call from Python.
        """
        arguments = signature.args[1:]
        function_type = context.call_conv.get_function_type(returns, arguments)
        pointer = builder.inttoptr(args[0], function_type.as_pointer())
        _, result = context.call_conv.call_function(builder, pointer, returns, arguments, args[1:])
        return result

    @intrinsic
    def _value_at(typing_context: Any, value: Any, states: Any, ply: Any, weights: Any, accumulators: Any) -> Any:
        signature = types.int64(types.int64, states, types.int64, weights, accumulators)
        return signature, functools.partial(_calling, types.int64)

    @intrinsic
    def _update_at(
        typing_context: Any, update: Any, states: Any, ply: Any, move: Any, weights: Any, accumulators: Any
    ) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            _calling(types.none, context, builder, signature, args)
            return context.get_dummy_value()

        signature = types.void(types.int64, states, types.int64, types.int64, weights, accumulators)
        return signature, codegen

    @overload(call_value, strict=False)
    def _(value: Any, states: Any, ply: Any, weights: Any, accumulators: Any) -> Any:
        return lambda value, states, ply, weights, accumulators: _value_at(value, states, ply, weights, accumulators)

    @overload(call_update, strict=False)
    def _(update: Any, states: Any, ply: Any, move: Any, weights: Any, accumulators: Any) -> Any:
        return lambda update, states, ply, move, weights, accumulators: _update_at(
            update, states, ply, move, weights, accumulators
        )


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

    def for_rules(self, rules: Rules, label: str) -> "CompiledEvaluation":
        """The evaluation compiled for a game."""
        value: Any = self.value if self.values is None else self.values[rules]
        if UNCOMPILED:
            return CompiledEvaluation(value, self.update, value, self.update)
        values, updates = value_signature(rules), update_signature(rules)
        return CompiledEvaluation(
            call_value=specialize(value, values, f"the evaluation {self.name} for {label}"),
            call_update=specialize(self.update, updates, f"the updates of {self.name} for {label}"),
            value=address(value, values),
            update=address(self.update, updates),
        )


@dataclass(frozen=True)
class CompiledEvaluation:
    """Both functions, for Python to call and as what searches take."""

    call_value: Function
    call_update: Function
    value: Address
    update: Address


@functools.cache
def value_signature(rules: Rules) -> Any:
    from numba import int32, int64, types

    return int64(types.Array(rules.record_type, 1, "C"), int64, int64[::1], int32[:, ::1])


@functools.cache
def update_signature(rules: Rules) -> Any:
    from numba import int32, int64, types, void

    return void(types.Array(rules.record_type, 1, "C"), int64, int64, int64[::1], int32[:, ::1])
