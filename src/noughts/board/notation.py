"""Reading and writing what the games' texts have in common: rows of cells, sides, column letters."""

import re
from collections.abc import Iterable, Sequence

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
    for number in re.findall(r"\d+", text):
        # By its length first: a number of a thousand digits is refused before anything is made of it.
        if len(number.lstrip("0")) > 2 or not 1 <= int(number.lstrip("0") or "0") <= length:
            raise NoughtsError(f"{where} holds the number {number[:12]}; empty cells are counted from 1 to {length}")
    cells = re.sub(r"\d+", lambda number: EMPTY * int(number[0].lstrip("0")), text)
    if len(cells) != length:
        raise NoughtsError(f"{where} has {len(cells)} cells; it needs {length}")
    return cells


def read_side(text: str, where: str = "who moves") -> int:
    """0 for X, 1 for O."""
    if text.upper() not in MARKS:
        raise NoughtsError(f"{where} is {text!r}; it must be X or O")
    return MARKS.index(text.upper())


def read_number(text: str, where: str, lowest: int, highest: int) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", text) or not lowest <= int(text) <= highest:
        raise NoughtsError(f"{where} is {text!r}; it must be a number from {lowest} to {highest}")
    return int(text)


def split_rows(text: str, rows: int, kind: str = "row") -> tuple[list[str], list[str]]:
    """Position text as its rows (or small boards), joined by / or one a line, and the fields after them.

    >>> split_rows("X../.O./3 O", 3)
    (['X..', '.O.', '3'], ['O'])
    """
    text = text.strip()
    if re.search(r"/\s*$", text):
        raise NoughtsError(f"the position has a / after {kind} {rows}, the last, and nothing behind it")
    found = re.findall(r"([^\s/]+)(\s*/\s*|\s+|$)", text)
    if "".join(part + gap for part, gap in found) != text:
        raise NoughtsError(f"the position has a / with no {kind} before or after it")
    parts, gaps = [part for part, _ in found], [gap for _, gap in found]
    joined = next((n for n, gap in enumerate(gaps, 1) if "/" not in gap and "\n" not in gap), 0)
    if joined < rows:
        found_rows = f"{joined} {kind}" if joined == 1 else f"{joined} {kind}s"
        raise NoughtsError(f"the position has {found_rows}; it needs {rows}, joined by / or one a line")
    if any("/" in gap for gap in gaps[rows - 1 :]):
        raise NoughtsError(f"the position has a / after {kind} {rows}, the last; a space must follow it")
    return parts[:rows], parts[rows:]


def named_fields(fields: Sequence[str], *names: str) -> Sequence[str]:
    """The fields after a position's rows: all of them must be there."""
    if len(fields) != len(names):
        written = " ".join(fields) or "nothing"
        raise NoughtsError(f"after the board come {', '.join(names)}; the position has {written}")
    return fields


def stones(cells: str) -> Iterable[tuple[int, int]]:
    """The index and the player of each mark in a row of cells."""
    for index, glyph in enumerate(cells):
        if glyph in MARKS:
            yield index, MARKS.index(glyph)
