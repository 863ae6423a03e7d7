"""Symmetries of boards, by position texts: of a set of symmetrical positions a proof names one."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter

from noughts.reference.text import column_letters

Grid = Sequence[Sequence[int]]


@dataclass(frozen=True)
class Image:
    """A position's image: its text, and the move of the position whose image a move is."""

    text: str
    original: Callable[[str], str]


class Symmetries:
    """The symmetries of a game. Games that this file does not know have none but the identity."""

    def __init__(self, game: str) -> None:
        self._places: list[list[int]] = []  # for each symmetry, the cell that comes to stand at each place
        self._boards: list[list[int]] = []  # the same for the nine boards of a nested game
        self._width = 9
        self._names: list[str] = []
        if sizes := re.fullmatch(r"(?:misere-|exact-)?(\d+)x(\d+)x\d+", "3x3x3" if game == "tictactoe" else game):
            rows, self._width = int(sizes[1]), int(sizes[2])
            self._places = [[cell for row in grid for cell in row] for grid in _turned(rows, self._width)]
            self._names = [
                f"{column_letters(column)}{rows - row}" for row in range(rows) for column in range(self._width)
            ]
        elif re.fullmatch(r"(nineboard|ultimate)(-\w+)?", game):
            self._boards = [[cell for row in grid for cell in row] for grid in _turned(3, 3)]
            self._places = [[9 * board + cell for board in nine for cell in nine] for nine in self._boards]
            self._names = [f"{board}.{cell}" for board in range(1, 10) for cell in range(1, 10)]
        self._pick = [itemgetter(*places) for places in self._places if len(places) > 1]
        self._index = {name: index for index, name in enumerate(self._names)}

    def representative(self, text: str) -> Image:
        """The least text among the images of a position."""
        if not self._pick:
            return Image(text, str)
        board, *fields = text.split()
        cells = board.replace("/", "")
        moved = ["".join(pick(cells)) for pick in self._pick]
        least = min(moved)
        ends = [self._fields(fields, number) if one == least else [] for number, one in enumerate(moved)]
        chosen = min((end, number) for number, end in enumerate(ends) if moved[number] == least)[1]
        rows = [least[at : at + self._width] for at in range(0, len(least), self._width)]
        places = self._places[chosen]
        return Image(
            " ".join(["/".join(rows), *ends[chosen]]),
            lambda move: self._names[places[self._index[move]]] if move in self._index else move,
        )

    def _fields(self, fields: list[str], number: int) -> list[str]:
        """The fields of a position's image: in nested games the board to play on moves, and so do the owners."""
        if not self._boards:
            return fields
        side, target, *owners = fields
        boards = self._boards[number]
        if target != "-":
            target = str(boards.index(int(target) - 1) + 1)
        return [side, target, *("".join(one[board] for board in boards) for one in owners)]


def _turned(rows: int, columns: int) -> list[Grid]:
    """A board of numbered cells, turned and mirrored in every way that leaves its shape as it is."""
    plain = [[row * columns + column for column in range(columns)] for row in range(rows)]
    mirrored = [line[::-1] for line in plain]
    grids: list[Grid] = [plain, mirrored, plain[::-1], mirrored[::-1]]
    if rows == columns:
        grids += [list(zip(*grid, strict=True)) for grid in grids]
    return grids
