"""Moves on X-Rudder's board, row by row: what may be placed and moved, and where X shapes stand open.

tokens[player, row] of a state is a row of the board as 12 bits, bit 0 for column A, row 0 at the bottom.
"""

import numpy as np

from noughts.games.shared.xshapes import CELLS, COLUMNS, ROWS
from noughts.kernel import MoveBuffer, State, compiled, int64, lowest
from noughts.kernel.compiling import inlined

NO_CELL = -1
ROW_MASK = (1 << COLUMNS) - 1

# A placement's code is its cell; a move's is CELLS + cell * 8 + direction.
ROW_STEPS = np.array([-1, -1, -1, 0, 0, 1, 1, 1], np.int64)
COLUMN_STEPS = np.array([-1, 0, 1, -1, 1, -1, 0, 1], np.int64)


@inlined
def empty(state: State, row: int) -> int:
    """The empty cells of a row; none beyond the board."""
    if row < 0 or row >= ROWS:
        return int64(0)
    return ROW_MASK & ~(int64(state.tokens[0, row]) | int64(state.tokens[1, row]))


@inlined
def reach(below: int, beside: int, above: int, column: int) -> int:
    """Empty neighbours of a cell as a mask of directions, from the empty cells of its row and of those next to it."""
    beside = beside << 1 >> column
    return (below << 1 >> column & 7) | (beside & 1) << 3 | (beside & 4) << 2 | (above << 1 >> column & 7) << 5


@compiled
def can_act(state: State, player: int) -> bool:
    if state.hand[player] > 0:
        return True  # 30 tokens never fill 120 cells
    if state.moves_left == 0:
        return False
    below, beside = int64(0), empty(state, 0)
    for row in range(ROWS):
        above = empty(state, row + 1)
        free = below | beside | above  # the token's own column is taken in its own row
        if int64(state.tokens[player, row]) & (free << 1 | free | free >> 1):
            return True
        below, beside = beside, above
    return False


@compiled
def moves(state: State, out: MoveBuffer) -> int:
    n, player = 0, int64(state.turn)
    if state.hand[player] > 0:
        for row in range(ROWS):
            free = empty(state, row)
            while free:
                out[n] = row * COLUMNS + lowest(free)
                free &= free - 1
                n += 1
    if state.moves_left > 0:
        below, beside = int64(0), empty(state, 0)
        for row in range(ROWS):
            above = empty(state, row + 1)
            tokens = int64(state.tokens[player, row])
            while tokens:
                column = lowest(tokens)
                tokens &= tokens - 1
                directions = reach(below, beside, above, column)
                while directions:
                    out[n] = CELLS + (row * COLUMNS + column) * 8 + lowest(directions)
                    directions &= directions - 1
                    n += 1
            below, beside = beside, above
    return n


@compiled
def open_centres(state: State, player: int, row: int) -> int:
    """Centres in a row of the player's X shapes that are not crossed."""
    if row < 1 or row > ROWS - 2:
        return 0
    below, above = int64(state.tokens[player, row - 1]), int64(state.tokens[player, row + 1])
    centres = int64(state.tokens[player, row]) & below << 1 & below >> 1 & above << 1 & above >> 1
    other = int64(state.tokens[1 - player, row])
    return centres & ~(other << 1 & other >> 1)


@compiled
def target_cell(move: int) -> int:
    """The cell where a move ends."""
    if move < CELLS:
        return move
    source, direction = (move - CELLS) // 8, (move - CELLS) % 8
    return source + ROW_STEPS[direction] * COLUMNS + COLUMN_STEPS[direction]
