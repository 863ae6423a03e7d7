"""Xtreme tic-tac-toe: `xtreme`.

Two big boards, each of nine small boards. After a move in cell c the next is played on small board c of either big
board, where that one is open (neither won nor full); anywhere open if both are closed. Winning a small board gives
one bonus move at once, which obeys the cell just played; a small board won with a bonus move gives no further one.
The first line of three won small boards on either big board wins. All eighteen closed without a line is a draw on
lines, and points decide the score: a won small board counts 6 on an edge, 4 in a corner, 3 in the centre. A line
counts 86 to 0.

Moves are `bigboard.board.cell`. Text: the nine boards of big board 1, the nine of big board 2, who moves, the board to
play on or `-`, and `b` for a bonus move or `-`.
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

BIG_BOARDS = (1, 2)
PLACES = [(big, number) for big in BIG_BOARDS for number in NUMBERS]  # in the order of the text
POINTS_FOR_A_LINE = 86


def points_of(number: int) -> int:
    """The points of a won small board, by where it lies on its big board."""
    row, column = (number - 1) // 3, (number - 1) % 3
    if row == 1 and column == 1:
        return 3
    return 4 if row != 1 and column != 1 else 6


@dataclass(frozen=True)
class XtremeGame:
    def start(self) -> "XtremeBoard":
        return XtremeBoard((EMPTY_BOARD,) * 18, 0, None, False)

    def parse(self, text: str) -> "XtremeBoard":
        boards, fields = read_boards(text, [f"big board {big}, board {number}" for big, number in PLACES])
        names = ("who moves (X or O)", "the board to play on (1 to 9, or - for any)", "b on a bonus move, else -")
        check_fields(fields, names, "board")
        if fields[2] not in ("b", "-"):
            raise ValueError(f"the bonus move is given as {fields[2]!r}: it must be b, or - for none")
        board = XtremeBoard(boards, read_turn(fields[0]), read_target(fields[1]), fields[2] == "b")
        board.refuse_what_does_not_fit()
        return board.with_counting_target()


@dataclass(frozen=True)
class XtremeBoard:
    boards: tuple[str, ...]
    turn: int
    target: int | None  # the small board to play on, on either big board; None for any
    bonus: bool  # whether the side to move is on its bonus move

    def legal_moves(self) -> list[str]:
        return list(self._choices())

    def play(self, move: str) -> "XtremeBoard":
        choices = self._choices()
        if move not in choices:
            raise illegal_move(move, self.turn, choices)
        place, cell = choices[move]
        boards = list(self.boards)
        index = PLACES.index(place)
        boards[index] = with_mark(boards[index], cell, MARKS[self.turn])
        # Only open boards are played on, so an owner of this one has become so by this move.
        won_a_board = owner_by_line(boards[index]) != EMPTY
        passed = XtremeBoard(tuple(boards), 1 - self.turn, cell, False).with_counting_target()
        if won_a_board and not self.bonus and not passed.is_over():
            return XtremeBoard(passed.boards, self.turn, passed.target, True)
        return passed

    def with_counting_target(self) -> "XtremeBoard":
        """This board, with a target that is closed on both big boards turned into 'any board'."""
        if self.target is None or not all(self.is_closed(big, self.target) for big in BIG_BOARDS):
            return self
        return XtremeBoard(self.boards, self.turn, None, self.bonus)

    def refuse_what_does_not_fit(self) -> None:
        for (big, number), cells in zip(PLACES, self.boards, strict=True):
            refuse_two_winners(cells, f"big board {big}, board {number}")
        if all(self.has_big_line(player) for player in (0, 1)):
            raise ValueError("X and O both have three won boards in a row: only one of them can have")
        if self.bonus and not any(MARKS[self.turn] in self.owners(big) for big in BIG_BOARDS):
            raise ValueError(f"{MARKS[self.turn]} has won no board and so cannot be on a bonus move: write - for b")

    def cells(self, big: int, number: int) -> str:
        return self.boards[PLACES.index((big, number))]

    def owners(self, big: int) -> str:
        """The owner of each small board of one big board, or `.`."""
        return "".join(owner_by_line(self.cells(big, number)) for number in NUMBERS)

    def is_closed(self, big: int, number: int) -> bool:
        cells = self.cells(big, number)
        return is_full(cells) or owner_by_line(cells) != EMPTY

    def has_big_line(self, player: int) -> bool:
        return any(has_three(self.owners(big), MARKS[player]) for big in BIG_BOARDS)

    def winner(self) -> int | None:
        for player in (0, 1):
            if self.has_big_line(player):
                return player
        return None

    def is_over(self) -> bool:
        return self.winner() is not None or all(self.is_closed(big, number) for big, number in PLACES)

    def points(self) -> tuple[int, int] | None:
        if not self.is_over():
            return None
        winner = self.winner()
        if winner is not None:
            return (POINTS_FOR_A_LINE, 0) if winner == 0 else (0, POINTS_FOR_A_LINE)
        owned = {place: owner_by_line(cells) for place, cells in zip(PLACES, self.boards, strict=True)}
        first, second = (
            sum(points_of(number) for (_, number), owner in owned.items() if owner == mark) for mark in MARKS
        )
        return first, second

    def text(self) -> str:
        bonus = "b" if self.bonus else "-"
        return f"{'/'.join(self.boards)} {MARKS[self.turn]} {target_text(self.target)} {bonus}"

    def _choices(self) -> dict[str, tuple[tuple[int, int], int]]:
        """Each legal move with its place, as big board and board, and its cell."""
        if self.is_over():
            return {}
        return {
            f"{big}.{number}.{cell}": ((big, number), cell)
            for big, number in PLACES
            if self.target in (None, number) and not self.is_closed(big, number)
            for cell in empty_cells(self.cells(big, number))
        }
