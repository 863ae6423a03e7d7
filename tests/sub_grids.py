"""X-Rudder's sub-grids, counted from the report's words: overlapping squares of 3×3 cells on a board of 10×12."""

import itertools

from noughts.board import Move

CORNERS_AND_CENTRE = ((0, 0), (-1, -1), (-1, 1), (1, -1), (1, 1))
CROSSING = ((0, -1), (0, 1))


def sub_grids_with(cell: str) -> int:
    """Sub-grids on the board in which a token on that cell is part of an X, or crosses one."""
    row, column = int(cell[1:]) - 1, "abcdefghijkl".index(cell[0])
    concerned = [
        (row + down, column + right)
        for down, right in CORNERS_AND_CENTRE + CROSSING
        if (row + down, column + right) in itertools.product(range(1, 9), range(1, 11))
    ]
    return len(concerned)


def updated_by(move: Move) -> int:
    """Sub-grids evaluated for a move: those of each cell that changes, before and after."""
    return sum(2 * sub_grids_with(cell) for cell in move.text.split("-"))
