"""m rows by n columns, k in a row: `4x5x4`, `misere-3x3x3`, `exact-15x15x5`, and `tictactoe`, which is `3x3x3`.

A cell is empty, X, O or an obstacle `#`, which cannot be played on and breaks every line through it. k or more own
stones in a row, column or diagonal win (misere: lose; exact: exactly k win, and more are no line). A full board
without that is a draw.

Moves are column letters and a row number from the bottom, `a1` being bottom left. On a 3x3x3 board the digits 1 to 9,
from the top left, name the cells as well. Text: the rows from the top, then who moves (X if it is not said).
"""

import re
from dataclasses import dataclass

from .lines import has_line
from .text import EMPTY, MARKS, OBSTACLE, column_letters, illegal_move, read_cells, read_turn, split_position

LARGEST = 32


@dataclass(frozen=True)
class MnkGame:
    rows: int
    columns: int
    length: int
    misere: bool = False
    exact: bool = False

    def start(self) -> "MnkBoard":
        return MnkBoard(self, (EMPTY * self.columns,) * self.rows, 0)

    def parse(self, text: str) -> "MnkBoard":
        written, fields = split_position(text, self.rows, "row")
        if len(fields) > 1:
            raise ValueError(
                f"after row {self.rows} must come who moves, X or O, or nothing; found: {' '.join(fields)}"
            )
        rows = tuple(
            read_cells(row, f"row {number} from the top", self.columns, MARKS + OBSTACLE)
            for number, row in enumerate(written, start=1)
        )
        board = MnkBoard(self, rows, read_turn(fields[0]) if fields else 0)
        if board.has_line(0) and board.has_line(1):
            raise ValueError(f"X and O both have {self.length} in a row: only one of them can have")
        return board


@dataclass(frozen=True)
class MnkBoard:
    game: MnkGame
    rows: tuple[str, ...]  # from the top, as in the text
    turn: int

    def legal_moves(self) -> list[str]:
        return list(self._choices())

    def play(self, move: str) -> "MnkBoard":
        choices = self._choices()
        name = self._name_of_digit(move)
        if name not in choices:
            raise illegal_move(move, self.turn, choices)
        row, column = choices[name]
        cells = [list(line) for line in self.rows]
        cells[row][column] = MARKS[self.turn]
        return MnkBoard(self.game, tuple("".join(line) for line in cells), 1 - self.turn)

    def winner(self) -> int | None:
        for player in (0, 1):
            if self.has_line(player):
                return 1 - player if self.game.misere else player
        return None

    def is_over(self) -> bool:
        return self.winner() is not None or not any(EMPTY in row for row in self.rows)

    def points(self) -> None:
        return None

    def text(self) -> str:
        return f"{'/'.join(self.rows)} {MARKS[self.turn]}"

    def has_line(self, player: int) -> bool:
        return has_line(self.rows, MARKS[player], self.game.length, self.game.exact)

    def _choices(self) -> dict[str, tuple[int, int]]:
        """Each legal move with its cell, as row from the top and column."""
        if self.is_over():
            return {}
        return {
            self._name(row, column): (row, column)
            for row in range(self.game.rows)
            for column in range(self.game.columns)
            if self.rows[row][column] == EMPTY
        }

    def _name(self, row: int, column: int) -> str:
        return f"{column_letters(column)}{self.game.rows - row}"

    def _name_of_digit(self, move: str) -> str:
        """The usual name of a cell that is named by a digit; any other move as it is."""
        three_in_all = self.game.rows == self.game.columns == self.game.length == 3
        if three_in_all and move in list("123456789"):
            return self._name((int(move) - 1) // 3, (int(move) - 1) % 3)
        return move


def mnk_game(name: str) -> MnkGame | None:
    """The game of this name; None if it is not the name of such a game, ValueError if its sizes cannot be played."""
    if name == "tictactoe":
        return MnkGame(3, 3, 3)
    sizes = re.fullmatch(r"(misere-|exact-)?([0-9]{1,6})x([0-9]{1,6})x([0-9]{1,6})", name)
    if sizes is None:
        return None
    rows, columns, length = (int(size) for size in sizes.groups()[1:])
    if not (1 <= rows <= LARGEST and 1 <= columns <= LARGEST):
        raise ValueError(f"{name}: {rows} rows and {columns} columns cannot be played; each must be 1 to {LARGEST}")
    if not 1 <= length <= max(rows, columns):
        raise ValueError(f"{name}: {length} in a row cannot be played here; it must be 1 to {max(rows, columns)}")
    return MnkGame(rows, columns, length, misere=sizes.group(1) == "misere-", exact=sizes.group(1) == "exact-")
