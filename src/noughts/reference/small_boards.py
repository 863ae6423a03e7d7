"""Small boards of nine cells: what nineboard, ultimate and xtreme share.

A small board is a string of nine cells, row by row from the top left. Boards and cells are numbered 1 to 9 everywhere,
as in the notation.
"""

from collections.abc import Sequence

from .lines import has_line
from .text import EMPTY, MARKS, read_cells, split_position

NUMBERS = range(1, 10)
EMPTY_BOARD = EMPTY * 9


def has_three(nine: str, mark: str) -> bool:
    """Whether nine cells, or the owners of nine boards, hold three of this mark in a row."""
    return has_line([nine[0:3], nine[3:6], nine[6:9]], mark, 3)


def is_full(cells: str) -> bool:
    return EMPTY not in cells


def owner_by_line(cells: str) -> str:
    """The mark that has three in a row on this small board, or `.`."""
    for mark in MARKS:
        if has_three(cells, mark):
            return mark
    return EMPTY


def with_mark(cells: str, cell: int, mark: str) -> str:
    """These nine cells with a mark put on one of them."""
    return cells[: cell - 1] + mark + cells[cell:]


def empty_cells(cells: str) -> list[int]:
    return [cell for cell in NUMBERS if cells[cell - 1] == EMPTY]


def read_boards(text: str, names: Sequence[str]) -> tuple[tuple[str, ...], list[str]]:
    """The small boards at the start of a position, one for each name, and the fields after them."""
    written, fields = split_position(text, len(names), "board")
    boards = tuple(read_cells(board, name, 9) for board, name in zip(written, names, strict=True))
    return boards, fields


def read_target(field: str) -> int | None:
    """The board to play on, or None for any."""
    if field == "-":
        return None
    if field not in [str(number) for number in NUMBERS]:
        raise ValueError(f"the board to play on is given as {field!r}: it must be 1 to 9, or - for any")
    return int(field)


def target_text(target: int | None) -> str:
    return "-" if target is None else str(target)


def refuse_two_winners(nine: str, where: str) -> None:
    """Refuse nine cells, or owners of nine boards, on which both players have a line."""
    if all(has_three(nine, mark) for mark in MARKS):
        raise ValueError(f"X and O both have three in a row on {where}: only one of them can have")
