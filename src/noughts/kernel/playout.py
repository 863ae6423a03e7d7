"""Random games inside compiled code: for measuring, and for searches that learn from random play."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.compiling import compiled, specialize
from noughts.kernel.contract import ONGOING, MoveBuffer, Rules, States, moves, outcome, play
from noughts.kernel.intrinsics import copy_state, int64
from noughts.kernel.mode import UNCOMPILED


@compiled
def next_random(generator: NDArray[np.uint64]) -> np.uint64:
    """The next of a xorshift generator's numbers; generator[0] is its state, never 0."""
    x = generator[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    generator[0] = x
    return x


@compiled
def random_games(
    states: States, games: int, generator: NDArray[np.uint64], out: MoveBuffer, results: NDArray[np.int64]
) -> int:
    """Play games at random from states[0] to their ends, on states[1]; count the outcomes in `results`.

    Returns the number of moves made.
    """
    plies = int64(0)
    for _ in range(games):
        copy_state(states, 1, 0)
        while outcome(states[1]) == ONGOING:
            n = moves(states[1], out)
            # The high half scaled to n: the low bits of a xorshift are its weak ones.
            chosen = int64((next_random(generator) >> np.uint64(32)) * np.uint64(n) >> np.uint64(32))
            play(states[1], out[chosen])
            plies += 1
        results[outcome(states[1])] += 1
    return plies


@functools.cache
def random_games_for(rules: Rules, name: str) -> Callable[[States, int, Any, Any, Any], int]:
    """`random_games` for this game."""
    if UNCOMPILED:
        return random_games
    from numba import int64 as i64
    from numba import types
    from numba import uint64 as u64

    signature = i64(types.Array(rules.record_type, 1, "C"), i64, u64[::1], i64[::1], i64[::1])
    return specialize(random_games, signature, f"random play for {name}")
