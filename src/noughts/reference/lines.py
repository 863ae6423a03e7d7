"""Lines on a grid, found by walking from every stone in every direction."""

from collections.abc import Sequence

# A line read backwards is the same line, so four of the eight directions are enough.
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def has_line(rows: Sequence[str], mark: str, length: int, exactly: bool = False) -> bool:
    """Whether `length` or more of this mark, or exactly so many, stand in a row, column or diagonal without a gap.

    >>> has_line(["X.O", ".XO", "..X"], "X", 3)
    True
    >>> has_line(["XXXX"], "X", 3), has_line(["XXXX"], "X", 3, exactly=True)
    (True, False)
    """
    stones = {(row, column) for row, cells in enumerate(rows) for column, cell in enumerate(cells) if cell == mark}
    for row, column in stones:
        for down, right in DIRECTIONS:
            count = 1
            while (row + count * down, column + count * right) in stones:
                count += 1
            begins_here = (row - down, column - right) not in stones
            if (count == length and begins_here) if exactly else count >= length:
                return True
    return False
