"""One checked step of a game: the compiled code under `Position.push`."""

import functools
from collections.abc import Callable
from typing import Any

from noughts.kernel.compiling import compiled, specialize
from noughts.kernel.contract import ONGOING, MoveBuffer, Rules, States, moves, outcome, play, turn
from noughts.kernel.intrinsics import copy_state, int64
from noughts.kernel.mode import UNCOMPILED

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


@functools.cache
def step_for(rules: Rules, name: str) -> Callable[[States, int, int, Any, int], int]:
    """`step` for this game."""
    if UNCOMPILED:
        return step
    from numba import int64 as i64
    from numba import types

    signature = i64(types.Array(rules.record_type, 1, "C"), i64, i64, i64[::1], i64)
    return specialize(step, signature, f"the rules of {name}")
