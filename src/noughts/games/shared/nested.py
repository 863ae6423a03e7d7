"""Common parts of nine-board, ultimate and Xtreme tic-tac-toe: 3×3 boards as 9-bit masks, laid out in a 3×3 grid.

Bit c of a mask is cell c of a small board, or small board c of a big one, numbered from the top left:

    0 1 2
    3 4 5        a move's code is board * 9 + cell; Xtreme's boards run from 0 to 17
    6 7 8
"""

import re
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from noughts.board import Cell, Game, Group, Symmetry, read_cells, stones
from noughts.errors import NoughtsError
from noughts.kernel import FIRST, State, compiled, int64, lowest, popcount

LINES = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
LINE_MASKS = np.array(LINES, np.int64)
FULL = 511
WINS = np.array([any(mask & line == line for line in LINES) for mask in range(512)])


def _completing(mask: int) -> int:
    """Cells that complete a line of which the mask holds the other two."""
    cells = 0
    for line in LINES:
        if (line & mask).bit_count() == 2:
            cells |= line & ~mask
    return cells


COMPLETES = np.array([_completing(mask) for mask in range(512)], np.int64)


@compiled
def free_cells(state: State, board: int) -> int:
    """The empty cells of a small board."""
    return FULL & ~(int64(state.marks[0, board]) | int64(state.marks[1, board]))


@compiled
def open_cells(state: State, first: int, closed: int) -> int:
    """How many cells are left on nine boards from `first` on, those that are closed apart."""
    n, boards = 0, FULL & ~closed
    while boards:
        n += popcount(free_cells(state, first + lowest(boards)))
        boards &= boards - 1
    return n


@compiled
def content(state: State, cell: int) -> int:
    board, at = cell // 9, cell % 9
    return (int64(state.marks[0, board]) >> at & 1) + 2 * (int64(state.marks[1, board]) >> at & 1)


@compiled
def owner(state: State, group: int) -> int:
    """The owner of a small board, by the lines there."""
    if WINS[state.marks[0, group]]:
        return 1
    if WINS[state.marks[1, group]]:
        return 2
    return 3 if free_cells(state, group) == 0 else 0


@compiled
def is_in_row(mask: int, place: int) -> bool:
    """Whether a mask has three in a row through a place."""
    found = False
    for line in LINE_MASKS:
        found |= line >> place & 1 != 0 and mask & line == line
    return found


@compiled
def is_lit(state: State, cell: int) -> bool:
    """Whether the winner of the game has a line through a cell on its small board."""
    marks = int64(state.marks[int64(state.outcome) - FIRST, cell // 9])
    return is_in_row(marks, cell % 9)


def where(state: State) -> int:
    return int64(state.target) + 1


def rows_of_boards(first: int = 0) -> list[list[int]]:
    """The rows of three small boards on a big one, numbered from `first`."""
    return [[first + board for board in range(9) if line >> board & 1] for line in LINES]


class NestedGame(Game):
    """Small boards in one or two big ones. The state has `marks[player, board]`, `target`, `turn` and `key`."""

    big_boards = 1
    rows = 9
    target_text = "the board to play on"

    def __init__(self) -> None:
        self.boards = 9 * self.big_boards
        self.columns = 9 * self.big_boards
        self.move_codes = self.max_plies = 9 * self.boards

    # Texts

    def write_move(self, code: int) -> str:
        board, cell = divmod(code, 9)
        return f"{self._board_name(board)}.{cell + 1}"

    def _board_name(self, board: int) -> str:
        return f"{board // 9 + 1}.{board % 9 + 1}" if self.big_boards > 1 else str(board + 1)

    def read_boards(self, parts: Sequence[str], state: State, keys: np.ndarray) -> None:
        """Put the marks of the boards' texts into the state, and their keys into its key."""
        for board, part in enumerate(parts):
            for cell, player in stones(read_cells(part, f"board {self._board_name(board)}", 9)):
                state.marks[player, board] |= np.uint16(1 << cell)
                state.key ^= keys[player, board * 9 + cell]

    def write_boards(self, state: State) -> str:
        contents = self.contents(state)
        return "/".join(contents[at : at + 9] for at in range(0, len(contents), 9))

    def read_target(self, text: str) -> int:
        if text == "-":
            return -1
        if not re.fullmatch("[1-9]", text):
            raise NoughtsError(f"{self.target_text} is {text!r}; it must be a number from 1 to 9, or - for any")
        return int(text) - 1

    def write_target(self, state: State) -> str:
        target = int(state["target"])
        return "-" if target < 0 else str(target + 1)

    def one_line_owner(self, owners: Sequence[int], of: str = "") -> int | None:
        """The one player who has lines, None if neither has."""
        if len(set(owners)) > 1:
            raise NoughtsError(f"the position has lines of both players{of}: no rule says who won")
        return owners[0] if owners else None

    # Places

    @cached_property
    def cells(self) -> Sequence[Cell]:
        return [
            Cell(self.write_move(code), *self._place(*divmod(code, 9)), group=code // 9)
            for code in range(self.move_codes)
        ]

    def _place(self, board: int, cell: int) -> tuple[int, int]:
        big, small = divmod(board, 9)
        return small // 3 * 3 + cell // 3, big * 9 + small % 3 * 3 + cell % 3

    def clicks(self, code: int) -> tuple[int, ...]:
        return (code,)

    def cell_symmetries(self) -> Sequence[Sequence[int]]:
        """The eight of a square, turning the small boards as the big one; with two big boards, also swapped."""
        square = np.arange(9).reshape(3, 3)
        turned = [np.rot90(square, quarter) for quarter in range(4)]
        squares = [image.ravel() for image in turned + [image.T for image in turned]]
        return [
            [
                ((board // 9 + swap) % self.big_boards * 9 + int(image[board % 9])) * 9 + int(image[cell])
                for board in range(self.boards)
                for cell in range(9)
            ]
            for swap in range(self.big_boards)
            for image in squares
        ]

    def image_text(self, state: State, symmetry: Symmetry) -> str:
        boards, side, target, *others = super().image_text(state, symmetry).split()
        if target != "-":
            target = str(self.image_of_board(int(target) - 1, symmetry) % 9 + 1)
        return " ".join((boards, side, target, *others))

    def image_of_board(self, board: int, symmetry: Symmetry) -> int:
        return symmetry.cells[board * 9] // 9

    # The view

    @cached_property
    def frames(self) -> Sequence[Group]:  # type: ignore[override]  # known once the number of boards is
        """The small boards, and around them the big ones where there are two."""
        small = [
            Group(
                f"board {self._board_name(board)}",
                *self._place(board, 0),
                rows=3,
                columns=3,
                parent=self.boards + board // 9 if self.big_boards > 1 else None,
            )
            for board in range(self.boards)
        ]
        big = [Group(f"big board {index + 1}", 0, 9 * index, 9, 9) for index in range(self.big_boards)]
        return small + big if self.big_boards > 1 else small

    wheres = ("on any open board", *(f"on board {board + 1}" for board in range(9)))


def is_full(state: State, board: int) -> bool:
    """Whether a small board has no empty cell, for Python."""
    return int(state.marks[0, board]) | int(state.marks[1, board]) == FULL
