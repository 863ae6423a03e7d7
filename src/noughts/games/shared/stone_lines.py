"""Lines of stones of m,n,k: whether a stone stands in k or more, or exactly k, in a row. games/mnk.py has the bits."""

import numpy as np

from noughts.games.shared.windows import ONE, ZERO, has_bit
from noughts.kernel import State, compiled, int64


@compiled
def run_length(state: State, player: int, at: int, step: int, most: int) -> int:
    """How many of the player's stones follow one another from `at`, not counted, in steps; at most `most`."""
    end = int64(state.rows) * (int64(state.columns) + 1)
    n = 0
    at += step
    while n < most and 0 <= at < end and has_bit(state.marks[player], at):
        n += 1
        at += step
    return n


@compiled
def word_has_line(stones: np.uint64, width: int, k: int) -> bool:
    """Whether a board of one word holds k in a row: after each step, the bits left begin a row one longer."""
    for step in (1, width - 1, width, width + 1):
        starts = stones
        for _ in range(k - 1):
            starts &= starts >> np.uint64(step)
        if starts != ZERO:
            return True
    return False


@compiled
def word_has_exact_line(stones: np.uint64, width: int, k: int) -> bool:
    """The same of exactly k: where the row is longer, the next cell or the last begins k in a row as well."""
    for step in (1, width - 1, width, width + 1):
        starts = stones
        for _ in range(k - 1):
            starts &= starts >> np.uint64(step)
        if starts & ~(starts >> np.uint64(step) | starts << np.uint64(step)) != ZERO:
            return True
    return False


@compiled
def makes_exact_line(state: State, player: int, at: int) -> bool:
    """Whether a stone of the player at a cell stands in a line of exactly k."""
    width, k = int64(state.columns) + 1, int64(state.k)
    if len(state.free) == 1:  # known when compiling
        return word_has_exact_line(state.marks[player, 0], width, k)
    for step in (1, width - 1, width, width + 1):
        if run_length(state, player, at, step, k) + run_length(state, player, at, -step, k) == k - 1:
            return True
    return False


@compiled
def makes_line(state: State, player: int, at: int) -> bool:
    """Whether a stone of the player at a cell stands, or would stand, in a line of k or more.

    Asked of games that go on, in which no other line stands, unless a longer one does not count.
    """
    width, needed = int64(state.columns) + 1, int64(state.k) - 1
    if len(state.free) == 1:  # known when compiling
        return word_has_line(state.marks[player, 0] | ONE << np.uint64(at), width, needed + 1)
    for step in (1, width - 1, width, width + 1):
        n = run_length(state, player, at, step, needed)
        n += run_length(state, player, at, -step, needed - n)
        if n >= needed:
            return True
    return False
