"""Properties of SGF and their values: texts with escapes, and points, column and row from the top left."""

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from noughts.errors import shown
from noughts.games.mnk import Mnk
from noughts.records.partial_record import PartialRecord
from noughts.records.text import one_line

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
Property: TypeAlias = tuple[str, list[str], int]  # name, values, and place in the text


def written(name: str, *values: str) -> str:
    """A property with values of one line."""
    return name + "".join(f"[{_escaped(one_line(value))}]" for value in values)


def written_text(name: str, value: str) -> str:
    """A property with a value of several lines."""
    return f"{name}[{_escaped(value)}]"


def _escaped(value: str) -> str:
    return re.sub(r"[\]\\]", r"\\\g<0>", value)


def unescaped(value: str) -> str:
    return re.sub(r"\\(\n|.)", lambda escape: escape[1].strip("\n"), value, flags=re.DOTALL)


def simple(value: str) -> str:
    """A value of one line."""
    return one_line(unescaped(value))


def point(game: Mnk, cell: int) -> str:
    row, column = divmod(cell, game.columns)
    return LETTERS[column] + LETTERS[row]


def cells_of(partial: PartialRecord, game: Mnk, values: Sequence[str], at: int) -> Iterator[int]:
    """The cells of points and of rectangles such as aa:cc."""
    for value in values:
        if not value.strip():
            continue
        corners = re.fullmatch(r"([a-zA-Z])([a-zA-Z])(?::([a-zA-Z])([a-zA-Z]))?", value.strip())
        if corners is not None:
            left, top, right, bottom = (LETTERS.index(letter) for letter in corners.groups("a"))
            if corners[3] is None:
                right, bottom = left, top
            if left <= right < game.columns and top <= bottom < game.rows:
                for row in range(top, bottom + 1):
                    yield from range(row * game.columns + left, row * game.columns + right + 1)
                continue
        last = point(game, game.rows * game.columns - 1)
        raise partial.error(f"{shown(value)} is no point of the board; points go from aa to {last}", at)
