"""k in a row as the sets of empty cells that a player still needs, for the solver of the last cells."""

import numpy as np

from noughts.games.shared.windows import EXACT, LOW6, ONE, has_bit, words_used
from noughts.kernel import LineBuffer, State, compiled, int64, lowest, popcount


@compiled
def is_own(state: State, player: int, at: int) -> bool:
    """Whether a stone of the player stands on a cell; beside the board none does."""
    return 0 <= at < len(state.free) << 6 and has_bit(state.marks[player], at)


@compiled
def is_free(state: State, at: int) -> bool:
    return 0 <= at < len(state.free) << 6 and has_bit(state.free, at)


@compiled
def set_of(state: State, at: int) -> int:
    """The set of a cell alone, by its number among the empty ones; of none if it is not empty."""
    if not is_free(state, at):
        return int64(0)
    n = popcount(state.free[at >> 6] & (ONE << np.uint64(at & LOW6)) - ONE)
    for word in range(at >> 6):
        n += popcount(state.free[word])
    return int64(1) << n


@compiled
def add_windows(state: State, player: int, at: int, step: int, lines: LineBuffer, n: int) -> int:
    """Add the windows whose first empty cell is `at`: as many stones before it as there are, and what follows."""
    k, is_exact = int64(state.k), state.variant == EXACT
    before = int64(0)
    while before < k and is_own(state, player, at - (before + 1) * step):
        before += 1
    after = int64(0)
    while after < k - 1 and (is_own(state, player, at + (after + 1) * step) or is_free(state, at + (after + 1) * step)):
        after += 1
    for back in range(max(int64(0), k - 1 - after), min(before, k - 1) + 1):
        first = at - back * step
        end = first + k * step
        if is_exact and (back < before or is_own(state, player, end)):  # a stone beside it stays there
            continue
        lines[n, 0] = lines[n, 1] = 0
        for cell in range(at, end, step):
            lines[n, 0] |= set_of(state, cell)
        if is_exact:
            lines[n, 1] = set_of(state, first - step) | set_of(state, end)
        n += 1
    return n


def lines_left(state: State, player: int, lines: LineBuffer) -> int:
    width = int64(state.columns) + 1
    n = int64(0)
    for word in range(words_used(state)):
        free = state.free[word]
        while free != 0:
            for step in (1, width - 1, width, width + 1):
                n = add_windows(state, player, (word << 6) + lowest(free), step, lines, n)
            free &= free - ONE
    return n
