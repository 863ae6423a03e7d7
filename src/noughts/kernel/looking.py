"""The look of a state: all that a view shows of it, as numbers in one buffer, by one compiled function.

Python's `Game.view` reads the buffer, and so does a page that runs the same function as WebAssembly. What the numbers
mean stands in the game's tables; how the buffer is laid out stands in `Layout`.
"""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple, Self, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.compiling import Compiled, Part, compiled
from noughts.kernel.contract import (
    DRAW,
    ONGOING,
    Rules,
    States,
    content,
    counter,
    is_lit,
    is_lit_row,
    landing,
    outcome,
    owner,
    points,
    reason,
    turn,
    where,
)
from noughts.kernel.intrinsics import int64
from noughts.kernel.mode import UNCOMPILED
from noughts.kernel.patience import entry_of

Numbers: TypeAlias = NDArray[np.int64]
LookFunction: TypeAlias = Callable[[States, int, Numbers, Numbers], int]


class Sizes(NamedTuple):
    """Numbers of places that a game has: what `look` is asked about, as an array in this order."""

    cells: int
    groups: int = 0
    rows: int = 0  # of groups
    counters: int = 0
    moves: int = 0  # codes of moves; 0 for a game without `landing`


# The head of the buffer.
TURN, OUTCOME, REASON, WHERE, POINTS, HEAD = 0, 1, 2, 3, 4, 6


class Layout(NamedTuple):
    """Where `look` writes what, in a buffer of int64:

        0  TURN      the side to move, 0 or 1
        1  OUTCOME   ONGOING, FIRST, SECOND or DRAW
        2  REASON    how the game ended; 0 while it goes on
        3  WHERE     where the side to move may play; 0 once the game is over
        4  POINTS    of the first player and of the second; 0 while the game goes on
        6  contents  `content` of each cell
           lit       `is_lit` of each cell: 0 or 1; all 0 without a winner
           owners    `owner` of each group
           lit_rows  `is_lit_row` of each row of groups; all 0 without a winner
           counters  `counter` of each
           landings  `landing` of each code; all -1 once the game is over

    >>> Layout.of(Sizes(cells=81, groups=9, rows=8)).owners
    slice(168, 177, None)
    """

    contents: slice
    lit: slice
    owners: slice
    lit_rows: slice
    counters: slice
    landings: slice

    @classmethod
    def of(cls, sizes: Sizes) -> Self:
        at, parts = HEAD, []
        for size in (sizes.cells, sizes.cells, sizes.groups, sizes.rows, sizes.counters, sizes.moves):
            parts.append(slice(at, at + size))
            at += size
        return cls(*parts)

    @property
    def length(self) -> int:
        """Numbers in the buffer."""
        return int(self.landings.stop)


@compiled
def look(states: States, ply: int, sizes: Numbers, out: Numbers) -> int:
    """Write the look of states[ply] to `out`, as `Layout` says; returns how many numbers that are."""
    result = outcome(states[ply])
    is_over = result != ONGOING
    has_winner = is_over and result != DRAW
    out[TURN], out[OUTCOME] = turn(states[ply]), result
    out[REASON] = reason(states[ply]) if is_over else int64(0)
    out[WHERE] = int64(0) if is_over else where(states[ply])
    for player in range(2):
        out[POINTS + player] = points(states[ply], player) if is_over else int64(0)
    cells, groups, rows, counters, codes = sizes[0], sizes[1], sizes[2], sizes[3], sizes[4]
    at = int64(HEAD)
    for cell in range(cells):
        out[at + cell] = content(states[ply], cell)
    at += cells
    for cell in range(cells):
        out[at + cell] = is_lit(states[ply], cell) if has_winner else int64(0)
    at += cells
    for group in range(groups):
        out[at + group] = owner(states[ply], group)
    at += groups
    for row in range(rows):
        out[at + row] = is_lit_row(states[ply], row) if has_winner else int64(0)
    at += rows
    for index in range(counters):
        out[at + index] = counter(states[ply], index)
    at += counters
    for move in range(codes):
        out[at + move] = int64(-1) if is_over else landing(states[ply], move)
    return at + codes


def look_part(rules: Rules, name: str) -> Part:
    """The part that has to be compiled for `look_for`."""
    return Part(cast(Compiled, look), _signature(rules), f"the look of {name}", is_trusted=rules.is_ours)


def look_for(rules: Rules, name: str) -> LookFunction:
    """`look` for this game; in a process that does not wait for a compiler, as plain Python until it is compiled."""
    return look if UNCOMPILED else entry_of(look_part(rules, name))


@functools.cache
def _signature(rules: Rules) -> Any:
    from numba import int64 as i64
    from numba import types

    return i64(types.Array(rules.record_type, 1, "C"), i64, i64[::1], i64[::1])
