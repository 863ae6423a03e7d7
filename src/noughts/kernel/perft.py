"""Perft: the number of move sequences of a given length. Right counts are the best proof that rules are right."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.compiling import compiled, specialize
from noughts.kernel.contract import ONGOING, MoveBuffer, Rules, States, moves, outcome, play
from noughts.kernel.intrinsics import copy_state, int64
from noughts.kernel.mode import UNCOMPILED

MAX_DEPTH = 64  # plies are capped: compiled code writes where it is told to


@compiled
def count_sequences(states: States, ply: int, depth: int, buffers: MoveBuffer, stop: NDArray[np.int64]) -> int:
    """Sequences of exactly `depth` moves from states[ply]; a finished game has none. Meaningless once stopped."""
    if outcome(states[ply]) != ONGOING or stop[0] != 0:
        return int64(0)
    out = buffers[ply]
    n = moves(states[ply], out)
    if depth == 1:
        return n
    total = int64(0)
    for i in range(n):
        copy_state(states, ply + 1, ply)
        play(states[ply + 1], out[i])
        if depth > 2:
            total += count_sequences(states, ply + 1, depth - 1, buffers, stop)
        elif outcome(states[ply + 1]) == ONGOING:
            total += moves(states[ply + 1], buffers[ply + 1])  # most nodes are here: a call less for each
    return total


@functools.cache
def perft_for(rules: Rules, name: str) -> Callable[[States, int, int, Any, Any], int]:
    """`count_sequences` for this game."""
    if UNCOMPILED:
        return count_sequences
    from numba import int64 as i64
    from numba import types

    signature = i64(types.Array(rules.record_type, 1, "C"), i64, i64, i64[:, ::1], i64[::1])
    return specialize(count_sequences, signature, f"perft for {name}")
