"""Reading and writing what the games' texts have in common: rows of cells, sides, column letters."""

import re
from collections.abc import Iterable

from noughts.board.view import EMPTY, MARKS, O, X
from noughts.errors import NoughtsError


def column_letters(index: int) -> str:
    """Column names as in a spreadsheet.

    >>> column_letters(0), column_letters(25), column_letters(26)
    ('a', 'z', 'aa')
    """
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def read_cells(text: str, where: str, length: int, glyphs: str = EMPTY + X + O) -> str:
    """A row or small board with numbers written out as that many empty cells.

    >>> read_cells("2X", "row 1", 3)
    '..X'
    """
    text = text.upper()
    for glyph in text:
        if glyph not in glyphs and glyph not in "0123456789":
            known = ", ".join(repr(one) for one in glyphs)
            raise NoughtsError(f"{where} holds {glyph!r}; a cell is one of {known}, or a number of empty cells")
    # A board has at most 32 columns: longer numbers are nonsense, and would fill the memory.
    if re.search(r"(?<!\d)0|\d{3}", text):
        raise NoughtsError(f"{where} is {text!r}; a number of empty cells runs from 1 to {length}")
    cells = re.sub(r"\d+", lambda number: EMPTY * int(number[0]), text)
    if len(cells) != length:
        raise NoughtsError(f"{where} has {len(cells)} cells; it needs {length}")
    return cells


def read_side(text: str, where: str = "who moves") -> int:
    """0 for X, 1 for O."""
    if text.upper() not in MARKS:
        raise NoughtsError(f"{where} is {text!r}; it must be X or O")
    return MARKS.index(text.upper())


def read_number(text: str, where: str, lowest: int, highest: int) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", text) or not lowest <= int(text) <= highest:
        raise NoughtsError(f"{where} is {text!r}; it must be a number from {lowest} to {highest}")
    return int(text)


def split_rows(text: str, rows: int, fields: Iterable[str], kind: str = "row") -> tuple[list[str], list[str]]:
    """Position text as its rows (or small boards) and the fields after them, all of which must be there."""
    parts = text.replace("/", " ").split()
    names = list(fields)
    if len(parts) != rows + len(names):
        found = f"{len(parts)} part{'' if len(parts) == 1 else 's'}"
        wanted = ", ".join([f"{rows} {kind}s joined by /", *names])
        raise NoughtsError(f"the position has {found}; it needs {rows + len(names)}: {wanted}")
    return parts[:rows], parts[rows:]


def stones(cells: str) -> Iterable[tuple[int, int]]:
    """The index and the player of each mark in a row of cells."""
    for index, glyph in enumerate(cells):
        if glyph in MARKS:
            yield index, MARKS.index(glyph)
