"""X-Rudder: `xrudder`.

10 rows by 12 columns, 15 tokens each. A turn either places a token from hand on any empty cell, or moves an own token
one step in any of eight directions to an empty cell; both players together have 30 such moves. Five own tokens, a
centre and its four diagonal neighbours, are an X; it is crossed while the opponent holds both cells left and right of
its centre. After every turn the player who made it wins with an uncrossed X; otherwise the opponent does who has one.
A player with nothing legal to do is skipped; when neither can do anything, the game is a tie.

Moves are `f6` to place and `f6-g7` to move, rows counted from the bottom. Text: the rows from the top, who moves, the
tokens in hand of first and of second, the moves left.
"""

from dataclasses import dataclass, replace

from .text import (
    EMPTY,
    MARKS,
    check_fields,
    column_letters,
    illegal_move,
    read_cells,
    read_count,
    read_turn,
    split_position,
)

ROWS = 10
COLUMNS = 12
TOKENS = 15
MOVES = 30

Cell = tuple[int, int]  # row from the top, column


def cell_name(cell: Cell) -> str:
    row, column = cell
    return f"{column_letters(column)}{ROWS - row}"


@dataclass(frozen=True)
class XrudderGame:
    def start(self) -> "XrudderBoard":
        return XrudderBoard((EMPTY * COLUMNS,) * ROWS, 0, (TOKENS, TOKENS), MOVES)

    def parse(self, text: str) -> "XrudderBoard":
        written, fields = split_position(text, ROWS, "row")
        rows = tuple(read_cells(row, f"row {ROWS - index}", COLUMNS) for index, row in enumerate(written))
        names = ("who moves (X or O)", "tokens in hand of X", "tokens in hand of O", "moves left")
        check_fields(fields, names, "row")
        hands = (read_count(fields[1], names[1], TOKENS), read_count(fields[2], names[2], TOKENS))
        board = XrudderBoard(rows, read_turn(fields[0]), hands, read_count(fields[3], names[3], MOVES))
        for player, mark in enumerate(MARKS):
            on_board = len(board.tokens(player))
            if on_board + hands[player] > TOKENS:
                raise ValueError(
                    f"{mark} has {on_board} tokens on the board and {hands[player]} in hand: "
                    f"together they must be {TOKENS} at most"
                )
        return board.after_skipping()


@dataclass(frozen=True)
class XrudderBoard:
    rows: tuple[str, ...]  # from the top, as in the text
    turn: int
    hands: tuple[int, int]
    moves_left: int

    def legal_moves(self) -> list[str]:
        return list(self._choices())

    def play(self, move: str) -> "XrudderBoard":
        choices = self._choices()
        if move not in choices:
            raise illegal_move(move, self.turn, choices)
        start, end = choices[move]
        cells = [list(row) for row in self.rows]
        hands = list(self.hands)
        moves_left = self.moves_left
        if start is None:
            hands[self.turn] -= 1
        else:
            cells[start[0]][start[1]] = EMPTY
            moves_left -= 1
        cells[end[0]][end[1]] = MARKS[self.turn]
        rows = tuple("".join(row) for row in cells)
        return XrudderBoard(rows, 1 - self.turn, (hands[0], hands[1]), moves_left).after_skipping()

    def after_skipping(self) -> "XrudderBoard":
        """This board, with the turn passed on if the side to move can do nothing and the other can do something.

        A finished game passes no turn on, so there the side to move is always the one that did not move last.
        """
        other = 1 - self.turn
        if self.winner() is None and not self.actions(self.turn) and self.actions(other):
            return replace(self, turn=other)
        return self

    def tokens(self, player: int) -> set[Cell]:
        return self._cells_with(MARKS[player])

    def has_uncrossed_x(self, player: int) -> bool:
        own, others = self.tokens(player), self.tokens(1 - player)
        for row, column in own:
            corners = {(row + down, column + right) for down in (-1, 1) for right in (-1, 1)}
            crossed = (row, column - 1) in others and (row, column + 1) in others
            if corners <= own and not crossed:
                return True
        return False

    def actions(self, player: int) -> dict[str, tuple[Cell | None, Cell]]:
        """All that a player could do on this board, with the cell a token comes from (None: the hand) and goes to."""
        found: dict[str, tuple[Cell | None, Cell]] = {}
        empty = self._cells_with(EMPTY)
        if self.hands[player] > 0:
            for end in sorted(empty):
                found[cell_name(end)] = (None, end)
        if self.moves_left > 0:
            for start in sorted(self.tokens(player)):
                for down in (-1, 0, 1):
                    for right in (-1, 0, 1):
                        end = (start[0] + down, start[1] + right)
                        if end in empty:
                            found[f"{cell_name(start)}-{cell_name(end)}"] = (start, end)
        return found

    def winner(self) -> int | None:
        last_mover = 1 - self.turn
        for player in (last_mover, self.turn):
            if self.has_uncrossed_x(player):
                return player
        return None

    def is_over(self) -> bool:
        return self.winner() is not None or not (self.actions(0) or self.actions(1))

    def points(self) -> None:
        return None

    def text(self) -> str:
        return f"{'/'.join(self.rows)} {MARKS[self.turn]} {self.hands[0]} {self.hands[1]} {self.moves_left}"

    def _cells_with(self, content: str) -> set[Cell]:
        return {
            (row, column) for row, cells in enumerate(self.rows) for column, cell in enumerate(cells) if cell == content
        }

    def _choices(self) -> dict[str, tuple[Cell | None, Cell]]:
        return {} if self.is_over() else self.actions(self.turn)
