"""One checked step of a game: the compiled code under `Position.push`."""

import functools
from collections.abc import Callable
from typing import Any, TypeAlias, cast

from noughts.kernel.compiling import Compiled, Part, compiled
from noughts.kernel.contract import ONGOING, MoveBuffer, Rules, States, moves, outcome, play, turn
from noughts.kernel.intrinsics import copy_state, int64
from noughts.kernel.mode import UNCOMPILED
from noughts.kernel.patience import entry_of

ILLEGAL = -1
STAY = -1


@compiled
def step(states: States, ply: int, move: int, legal: MoveBuffer, count: int) -> int:
    """Play a move of legal[:count] from states[ply] to states[ply + 1], and write that state's legal moves to `legal`.

    Returns ILLEGAL for any other move, else the new state's number of legal moves, outcome and turn in one integer
    (`count << 3 | outcome << 1 | turn`): one call from Python a ply. STAY tells the same of states[ply] itself.
    """
    here = ply
    if move != STAY:
        is_legal = False
        for i in range(count):
            if legal[i] == move:
                is_legal = True
        if not is_legal:
            return int64(ILLEGAL)
        here = ply + 1
        copy_state(states, here, ply)
        play(states[here], move)
    result = outcome(states[here])
    n = int64(0)
    if result == ONGOING:
        n = moves(states[here], legal)
    return n << 3 | result << 1 | turn(states[here])


Step: TypeAlias = Callable[[States, int, int, Any, int], int]


def step_for(rules: Rules, name: str) -> Step:
    """`step` for this game; in a process that does not wait for a compiler, as plain Python until it is compiled."""
    if UNCOMPILED:
        return step
    return entry_of(step_part(rules, name))


def step_part(rules: Rules, name: str) -> Part:
    """The part that has to be compiled for `step_for`."""
    return Part(cast(Compiled, step), _signature(rules), f"the rules of {name}", is_trusted=rules.is_ours)


@functools.cache
def _signature(rules: Rules) -> Any:
    from numba import int64 as i64
    from numba import types

    return i64(types.Array(rules.record_type, 1, "C"), i64, i64, i64[::1], i64)
