"""What Python asks of a state while a search's clock runs: compiled for the game beforehand, so that no call compiles.

A game's functions can be called as plain Python too, but those that call compiled ones would have Numba compile these
at the first call, in every process anew.
"""

from collections.abc import Callable

from noughts.kernel.compiling import compiled, specialize
from noughts.kernel.contract import Rules, States, key, plies_left
from noughts.kernel.mode import UNCOMPILED


@compiled
def state_key(states: States) -> int:
    return key(states[0])


@compiled
def state_plies_left(states: States) -> int:
    return plies_left(states[0])


def key_for(rules: Rules, name: str) -> Callable[[States], int]:
    """The contract's `key` of the first state of an array."""
    if UNCOMPILED or "key" not in rules.functions:  # a field that is there to be read
        return lambda states: int(key(states[0]))
    from numba import types, uint64

    return specialize(state_key, uint64(types.Array(rules.record_type, 1, "C")), f"the keys of {name}")


def plies_left_for(rules: Rules, name: str) -> Callable[[States], int]:
    """The contract's `plies_left` of the first state of an array."""
    if UNCOMPILED or "plies_left" not in rules.functions:
        return lambda states: int(plies_left(states[0]))
    from numba import int64, types

    return specialize(state_plies_left, int64(types.Array(rules.record_type, 1, "C")), f"the plies left of {name}")
