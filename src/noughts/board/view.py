"""What a position looks like, for every front end: a grid of cells, what stands on them, and what may be clicked.

A front end draws a view and knows no rules. Rows and columns count from the top left; groups are the frames around
nested boards. Everything is plain data, and `as_dict` is ready for JSON.
"""

import dataclasses
from dataclasses import dataclass
from typing import Any

EMPTY, X, O, OBSTACLE = ".", "X", "O", "#"  # noqa: E741 - the mark's own name
MARKS = (X, O)
DRAWN = "="


@dataclass(frozen=True, slots=True)
class Cell:
    name: str
    row: int
    column: int
    group: int | None = None  # index into the view's groups
    content: str = EMPTY  # EMPTY, X, O or OBSTACLE


@dataclass(frozen=True, slots=True)
class Group:
    """A rectangle of cells: a small board, or a big one around small ones."""

    name: str
    row: int
    column: int
    rows: int
    columns: int
    parent: int | None = None
    owner: str = EMPTY  # X or O who won it, DRAWN, or EMPTY
    playable: bool = False  # some legal move goes there


@dataclass(frozen=True, slots=True)
class Counter:
    """A number that belongs to the position: tokens in hand, moves left. `player` is None for a shared one."""

    name: str
    value: int
    player: int | None = None


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
    status: str  # one line: who moves where, or how it ended
    clicks: dict[str, tuple[int, ...]]  # for each legal move, the cells to click, in order
    last: tuple[int, ...]  # the cells of the last move
    winning: tuple[int, ...]  # the cells that won
    counters: tuple[Counter, ...]

    def as_dict(self) -> dict[str, Any]:
        return dataclasses.asdict(self)
