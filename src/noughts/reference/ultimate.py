"""Ultimate tic-tac-toe: `ultimate`, `ultimate-playon` and `ultimate-count`.

Nine 3x3 boards. Three in a row on a small board wins that board, three won boards in a row win the game. A board that
is won or full is closed. After a move in cell c the next is played on board c, or on any open board if that one is
closed. No open board left and no line of boards is a draw. In `ultimate-playon` only full boards are closed, and a
board belongs to the player who had the first line on it. In `ultimate-count` the player with more boards wins where
no board is open and there is no line of boards; equally many are a draw.

Moves are `board.cell`. Text: the nine boards, who moves, the board to play on or `-`; in `ultimate-playon` then each
board's owner or `.`, nine characters.
"""

from dataclasses import dataclass

from .small_boards import (
    EMPTY_BOARD,
    NUMBERS,
    empty_cells,
    has_three,
    is_full,
    owner_by_line,
    read_boards,
    read_target,
    refuse_two_winners,
    target_text,
    with_mark,
)
from .text import EMPTY, MARKS, check_fields, illegal_move, read_turn


@dataclass(frozen=True)
class UltimateGame:
    play_on: bool = False
    count: bool = False

    def start(self) -> "UltimateBoard":
        return UltimateBoard(self, (EMPTY_BOARD,) * 9, 0, None, EMPTY_BOARD if self.play_on else None)

    def parse(self, text: str) -> "UltimateBoard":
        boards, fields = read_boards(text, [f"board {number}" for number in NUMBERS])
        names = ["who moves (X or O)", "the board to play on (1 to 9, or - for any)"]
        if self.play_on:
            names.append("the owner of each board (nine of X, O and .)")
        check_fields(fields, names, "board")
        if not self.play_on:
            for number, cells in enumerate(boards, start=1):
                refuse_two_winners(cells, f"board {number}")
        first_winners = read_owners(fields[2], boards) if self.play_on else None
        board = UltimateBoard(self, boards, read_turn(fields[0]), read_target(fields[1]), first_winners)
        refuse_two_winners(board.owners(), "the big board")
        return board.with_counting_target()


def read_owners(field: str, boards: tuple[str, ...]) -> str:
    """The owners of the boards, each of whom must have a line there."""
    owners = field.upper()
    if len(owners) != 9 or not set(owners) <= set(MARKS + EMPTY):
        raise ValueError(f"the owners of the boards are given as {field!r}: they must be nine of X, O and .")
    for number, (owner, cells) in enumerate(zip(owners, boards, strict=True), start=1):
        if owner != EMPTY and not has_three(cells, owner):
            raise ValueError(f"board {number} is given to {owner}, who has no three in a row there")
        if owner == EMPTY and owner_by_line(cells) != EMPTY:
            raise ValueError(f"board {number} is given to nobody, but there is a three in a row: write X or O for it")
    return owners


@dataclass(frozen=True)
class UltimateBoard:
    game: UltimateGame
    boards: tuple[str, ...]
    turn: int
    target: int | None  # the board to play on; None for any
    # Only where play goes on after a line: when both players have one, the marks no longer tell whose was first.
    first_winners: str | None

    def legal_moves(self) -> list[str]:
        return list(self._choices())

    def play(self, move: str) -> "UltimateBoard":
        choices = self._choices()
        if move not in choices:
            raise illegal_move(move, self.turn, choices)
        number, cell = choices[move]
        boards = list(self.boards)
        boards[number - 1] = with_mark(boards[number - 1], cell, MARKS[self.turn])
        first_winners = self.first_winners
        if first_winners is not None and first_winners[number - 1] == EMPTY:
            first_winners = with_mark(first_winners, number, owner_by_line(boards[number - 1]))
        after = UltimateBoard(self.game, tuple(boards), 1 - self.turn, cell, first_winners)
        return after.with_counting_target()

    def with_counting_target(self) -> "UltimateBoard":
        """This board, with a closed target turned into 'any board'."""
        if self.target is None or not self.is_closed(self.target):
            return self
        return UltimateBoard(self.game, self.boards, self.turn, None, self.first_winners)

    def owners(self) -> str:
        """Each small board's owner or `.`."""
        if self.first_winners is not None:
            return self.first_winners
        return "".join(owner_by_line(cells) for cells in self.boards)

    def is_closed(self, number: int) -> bool:
        cells = self.boards[number - 1]
        return is_full(cells) or (not self.game.play_on and owner_by_line(cells) != EMPTY)

    def winner(self) -> int | None:
        owners = self.owners()
        for player in (0, 1):
            if has_three(owners, MARKS[player]):
                return player
        x_boards, o_boards = owners.count(MARKS[0]), owners.count(MARKS[1])
        if not self.game.count or not self.are_all_closed() or x_boards == o_boards:
            return None
        return 0 if x_boards > o_boards else 1

    def are_all_closed(self) -> bool:
        return all(self.is_closed(number) for number in NUMBERS)

    def is_over(self) -> bool:
        return self.winner() is not None or self.are_all_closed()

    def points(self) -> None:
        return None

    def text(self) -> str:
        fields = ["/".join(self.boards), MARKS[self.turn], target_text(self.target)]
        if self.first_winners is not None:
            fields.append(self.first_winners)
        return " ".join(fields)

    def _choices(self) -> dict[str, tuple[int, int]]:
        """Each legal move with its board and cell."""
        if self.is_over():
            return {}
        return {
            f"{number}.{cell}": (number, cell)
            for number in NUMBERS
            if self.target in (None, number) and not self.is_closed(number)
            for cell in empty_cells(self.boards[number - 1])
        }
