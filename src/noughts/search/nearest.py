"""Moves near the last one first, as report 003 tries them: by rings around the cell where it landed."""

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.compiling import compiled, inlined
from noughts.kernel.contract import NO_MOVE, MoveBuffer

MAX_RINGS = 64


@inlined
def ring_of(move: int, row: int, column: int, places: NDArray[np.int64]) -> int:
    """The distance of a move from a cell; on a very large board the last ring has all that lies beyond it."""
    return min(max(abs(places[move, 0] - row), abs(places[move, 1] - column)), MAX_RINGS - 1)


@compiled
def nearest_first(
    moves: MoveBuffer, n: int, last: int, places: NDArray[np.int64], rings: NDArray[np.int64], room: MoveBuffer
) -> None:
    """Sort moves by the ring around the last move on which they land, keeping the order within a ring.

    `rings` and `room`: scratch buffers of MAX_RINGS and n int64.
    """
    if last == NO_MOVE:
        return
    row, column = places[last, 0], places[last, 1]
    for ring in range(MAX_RINGS):
        rings[ring] = 0
    for i in range(n):
        rings[ring_of(moves[i], row, column, places)] += 1
    for ring in range(1, MAX_RINGS):
        rings[ring] += rings[ring - 1]
    for i in range(n - 1, -1, -1):
        ring = ring_of(moves[i], row, column, places)
        rings[ring] -= 1
        room[rings[ring]] = moves[i]
    for i in range(n):
        moves[i] = room[i]
