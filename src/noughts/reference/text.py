"""Position text: what all games share of it.

A position is a number of rows (or small boards) of cells, followed by fields such as who moves:

    X.O/3/.#. O

Rows are set apart by `/` or by line ends, fields by spaces or line ends. In a row `.` is an empty cell, a number stands
for that many empty cells (`12` is twelve, not one and two), and marks may be written in upper or lower case.
"""

import re
from collections.abc import Collection, Sequence

MARKS = "XO"
EMPTY = "."
OBSTACLE = "#"

ROW = re.compile(r"[^\s/]+")
BETWEEN_ROWS = re.compile(r"\s*/\s*|[^\S\n]*\n\s*")


def split_position(text: str, count: int, row_word: str) -> tuple[list[str], list[str]]:
    """The first `count` rows as they are written, and the fields that follow them.

    Counting the rows is what tells a row from a field where both look alike: `X` on a board of one column.

    >>> split_position("X/O/. O", 3, "row")
    (['X', 'O', '.'], ['O'])
    """
    rest = text.strip()
    rows: list[str] = []
    while len(rows) < count:
        row = ROW.match(rest)
        if row is None:
            raise ValueError(f"{row_word} {len(rows) + 1} is missing: the position needs {count}, joined by /")
        rows.append(row.group())
        rest = rest[row.end() :]
        between = BETWEEN_ROWS.match(rest)
        if len(rows) < count:
            if between is None:
                raise ValueError(f"the position ends after {row_word} {len(rows)}: it needs {count}, joined by /")
            rest = rest[between.end() :]
    if "/" in rest:
        raise ValueError(f"there is a / after {row_word} {count}, the last one: a space must follow it")
    return rows, rest.split()


def read_cells(row: str, where: str, width: int, marks: str = MARKS) -> str:
    """One row with a `.` for each empty cell and the marks in upper case.

    >>> read_cells("x2O", "row 1", 4)
    'X..O'
    """
    cells = ""
    for piece in re.findall(r"[0-9]+|[^0-9]", row):
        if piece[0] in "0123456789":
            cells += EMPTY * read_run(piece, where, width)
        elif piece == EMPTY or piece.upper() in marks:
            cells += piece.upper()
        else:
            known = ", ".join(marks)
            raise ValueError(f"{where}: {piece!r} is not a cell; write {known}, . or a number of empty cells")
    if len(cells) != width:
        raise ValueError(f"{where} has {len(cells)} cells ({row}): it must have {width}")
    return cells


def read_run(digits: str, where: str, width: int) -> int:
    """How many empty cells a number in a row stands for."""
    number = digits.lstrip("0")
    if not number:
        raise ValueError(f"{where}: {digits} stands for no cell at all; leave it out or write 1 to {width}")
    # Compared by length first: a number of thousands of digits is refused before anything is made of it.
    if len(number) > len(str(width)) or int(number) > width:
        raise ValueError(f"{where}: {digits[:12]} empty cells are too many, it has {width} cells")
    return int(number)


def check_fields(fields: Sequence[str], names: Sequence[str], row_word: str) -> None:
    """Refuse a position whose fields are too few or too many."""
    if len(fields) != len(names):
        wanted = ", ".join(names)
        found = " ".join(fields) or "nothing"
        raise ValueError(f"after the last {row_word} must come: {wanted} (set apart by spaces); found: {found}")


def read_turn(field: str) -> int:
    """The side to move: 0 for X, 1 for O."""
    if field.upper() not in ("X", "O"):
        raise ValueError(f"who moves is given as {field!r}: it must be X or O")
    return MARKS.index(field.upper())


def read_count(field: str, what: str, most: int) -> int:
    """A field that counts something, from 0 to `most`."""
    if not re.fullmatch(r"[0-9]{1,3}", field) or int(field) > most:
        raise ValueError(f"{what}: {field!r} must be a number from 0 to {most}")
    return int(field)


def column_letters(column: int) -> str:
    """a for column 0, z for 25, then aa, ab and so on."""
    alphabet = "abcdefghijklmnopqrstuvwxyz"
    return alphabet[column] if column < 26 else "a" + alphabet[column - 26]


def illegal_move(move: str, turn: int, legal: Collection[str]) -> ValueError:
    """The error for a move that cannot be played, with some that can."""
    if not legal:
        return ValueError(f"{move!r} cannot be played: the game is over")
    some = ", ".join(list(legal)[:5]) + (", ..." if len(legal) > 5 else "")
    return ValueError(f"{move!r} is not a legal move for {MARKS[turn]}; legal are {some}")
