"""The view of a position, for every front end: a grid of cells, their contents, and the cells to click for each move.

A front end draws a view and knows no rules. Rows and columns count from the top left; groups are the frames around
nested boards. Everything is plain data, and `as_dict` is ready for JSON.
"""

import functools
import re
from dataclasses import asdict, dataclass, field, replace
from typing import Any

EMPTY, X, O, OBSTACLE = ".", "X", "O", "#"  # noqa: E741 - the mark's own name
MARKS = (X, O)
DRAWN = "="

Marks = tuple[str, str]  # of the first player and of the second

# How X and O may be shown. Records, positions and the store have letters; squares are those of report 003.
SYMBOLS: dict[str, Marks] = {"letters": MARKS, "squares": ("■", "□"), "stones": ("●", "○")}

# How cells lie: as squares; as hexagons, each row half a cell further to the right than the one above; or as squares
# that become crossings of lines for whoever has chosen stones.
LAYOUTS = SQUARES, HEXAGONS, CROSSINGS = "squares", "hexagons", "crossings"
SHADES = ("dark", "light", "first", "second")


def symbols_of(marks: Marks, symbols: str) -> Marks:
    """These marks as they are shown.

    >>> symbols_of(("O", "X"), "squares")
    ('□', '■')
    """
    first, second = (SYMBOLS[symbols][MARKS.index(mark)] for mark in marks)
    return first, second


def with_marks(text: str, old: Marks, new: Marks) -> str:
    """A text about players with other marks: those that stand alone in it are replaced.

    >>> with_marks("b2 is not legal here (O to move)", MARKS, ("O", "X"))
    'b2 is not legal here (X to move)'
    """
    named = dict(zip(old, new, strict=True))
    # Text in quotes is a user's own and stays.
    return re.sub(rf"(?<![\w'])(?:{'|'.join(old)})(?!\w)", lambda found: named[found[0]], text)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    winner: int | None  # 0, 1, or None for a draw
    reason: str
    points: tuple[int, int] | None = None  # for games that count points

    def describe(self, marks: Marks = MARKS) -> str:
        """The outcome in words, for players who have these marks."""
        points = f" ({self.points[0]} to {self.points[1]} points)" if self.points else ""
        who = "draw" if self.winner is None else f"{marks[self.winner]} wins"
        return f"{who}: {self.reason}{points}"

    def __str__(self) -> str:
        return self.describe()


@dataclass(frozen=True, slots=True)
class Cell:
    name: str
    row: int
    column: int
    group: int | None = None  # index into the view's groups
    content: str = EMPTY  # EMPTY, one of the view's marks, OBSTACLE, or a character of the game's own


@dataclass(frozen=True, slots=True)
class Group:
    """A rectangle of cells: a small board, or a big one around small ones."""

    name: str
    row: int
    column: int
    rows: int
    columns: int
    parent: int | None = None
    owner: str = EMPTY  # the mark of the player who won it, DRAWN, or EMPTY
    playable: bool = False  # some legal move goes there


@functools.lru_cache(maxsize=1000)
def turned(group: Group) -> Group:
    """The group with moves to it, if it was without, or without: again and again the same ones."""
    return replace(group, playable=not group.playable)


@dataclass(frozen=True, slots=True)
class Counter:
    """A number that belongs to the position: tokens in hand, moves left. `player` is None for a shared one."""

    name: str
    value: int
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """The drawing of a content other than marks: its name in words, a path of SVG in a square of side 100 (what lies
    inside two parts of it is a hole), and one of SHADES, of which `first` and `second` are the players' colours."""

    name: str
    path: str
    shade: str = "dark"


@dataclass(frozen=True, slots=True)
class View:
    game: str
    title: str
    rows: int
    columns: int
    cells: tuple[Cell, ...]
    groups: tuple[Group, ...]
    row_labels: tuple[str, ...]  # empty where cells are not named by rows and columns
    column_labels: tuple[str, ...]
    turn: int | None  # None when the game is over
    where: str  # where the player may move, to follow "X to move": "on board 5"; may be empty
    outcome: Outcome | None
    clicks: dict[str, tuple[int, ...]]  # for each legal move, the cells to click, in order; none: a button
    last: tuple[int, ...]  # the cells of the last move
    winning: tuple[int, ...]  # the cells that won
    counters: tuple[Counter, ...]
    marks: Marks = MARKS
    winning_groups: tuple[tuple[int, ...], ...] = ()  # where nested boards won: those of each row, in its order
    layout: str = SQUARES  # one of LAYOUTS
    edges: tuple[int, ...] = ()  # players to whom the board's edges belong: top, right, bottom, left; or none at all
    pieces: dict[str, Piece] = field(default_factory=dict)  # by the contents of cells

    @property
    def has_lines(self) -> bool:
        """Whether stones lie on crossings of lines, and not in squares."""
        return self.layout == CROSSINGS and set(self.marks) == set(SYMBOLS["stones"])

    @property
    def status(self) -> str:
        """One line: who moves where, or how it ended."""
        if self.outcome is not None or self.turn is None:
            return self.outcome.describe(self.marks) if self.outcome else ""
        return f"{self.marks[self.turn]} to move {self.where}".rstrip()

    def marked(self, marks: Marks) -> "View":
        """The same for players who have these marks: who moves first is one thing, which mark is another."""
        if marks == self.marks:
            return self
        named = dict(zip(self.marks, marks, strict=True))
        return replace(
            self,
            cells=tuple(
                replace(cell, content=named[cell.content]) if cell.content in named else cell for cell in self.cells
            ),
            groups=tuple(
                replace(group, owner=named[group.owner]) if group.owner in named else group for group in self.groups
            ),
            outcome=self.outcome and replace(self.outcome, reason=with_marks(self.outcome.reason, self.marks, marks)),
            marks=marks,
        )

    def numbered(self) -> "View":
        """The same with cells that are called 1, 2, 3 … from the top left, and moves of one cell called so too."""
        cells = tuple(replace(cell, name=str(number)) for number, cell in enumerate(self.cells, 1))
        clicks = {cells[cells_of[-1]].name if cells_of else move: cells_of for move, cells_of in self.clicks.items()}
        return replace(self, cells=cells, clicks=clicks, row_labels=(), column_labels=())

    @property
    def has_names_on_cells(self) -> bool:
        """Whether empty cells bear their names: nothing beside the board says them, and they are short."""
        is_labelled = self.row_labels or self.column_labels or self.groups
        return not is_labelled and all(len(cell.name) == 1 for cell in self.cells)

    def as_dict(self) -> dict[str, Any]:
        fields = {name: getattr(self, name) for name in self.__slots__}
        parts = {name: [asdict(part) for part in getattr(self, name)] for name in ("groups", "counters")}
        # Written out, as there are many of them.
        cells = [
            {
                "name": cell.name,
                "row": cell.row,
                "column": cell.column,
                "group": cell.group,
                "content": cell.content,
            }
            for cell in self.cells
        ]
        outcome = None if self.outcome is None else asdict(self.outcome)
        pieces = {glyph: asdict(piece) for glyph, piece in self.pieces.items()}
        return {**fields, **parts, "cells": cells, "pieces": pieces, "outcome": outcome, "status": self.status}
