"""Nine-board ('advanced') tic-tac-toe: `nineboard` and `nineboard-fulldraw`.

Nine 3x3 boards. The first move goes anywhere; after a move in cell c the next is played on board c, or on any board
that is not full if that one is. Three in a row on any small board wins the game; all boards full is a draw. In
`nineboard-fulldraw` being sent to a full board ends the game in a draw, unless the move has won it.

Moves are `board.cell`. Text: the nine boards, who moves, the board to play on or `-`.
"""

from dataclasses import dataclass

from .small_boards import (
    EMPTY_BOARD,
    NUMBERS,
    empty_cells,
    has_three,
    is_full,
    read_boards,
    read_target,
    target_text,
    with_mark,
)
from .text import MARKS, check_fields, illegal_move, read_turn


@dataclass(frozen=True)
class NineboardGame:
    full_draw: bool = False

    def start(self) -> "NineboardBoard":
        return NineboardBoard(self, (EMPTY_BOARD,) * 9, 0, None)

    def parse(self, text: str) -> "NineboardBoard":
        boards, fields = read_boards(text, [f"board {number}" for number in NUMBERS])
        check_fields(fields, ("who moves (X or O)", "the board to play on (1 to 9, or - for any)"), "board")
        turn, target = read_turn(fields[0]), read_target(fields[1])
        board = NineboardBoard(self, boards, turn, self.target_on(boards, target))
        if board.has_line(0) and board.has_line(1):
            raise ValueError("X and O both have three in a row on a small board: only one of them can have")
        return board

    def target_on(self, boards: tuple[str, ...], target: int | None) -> int | None:
        """The target as it counts: a full one is any board, but stays itself where it ends the game."""
        if target is not None and is_full(boards[target - 1]) and not self.full_draw:
            return None
        return target


@dataclass(frozen=True)
class NineboardBoard:
    game: NineboardGame
    boards: tuple[str, ...]
    turn: int
    target: int | None  # the board to play on; None for any

    def legal_moves(self) -> list[str]:
        return list(self._choices())

    def play(self, move: str) -> "NineboardBoard":
        choices = self._choices()
        if move not in choices:
            raise illegal_move(move, self.turn, choices)
        board, cell = choices[move]
        boards = list(self.boards)
        boards[board - 1] = with_mark(boards[board - 1], cell, MARKS[self.turn])
        target = self.game.target_on(tuple(boards), cell)
        return NineboardBoard(self.game, tuple(boards), 1 - self.turn, target)

    def winner(self) -> int | None:
        for player in (0, 1):
            if self.has_line(player):
                return player
        return None

    def is_over(self) -> bool:
        if self.winner() is not None or all(is_full(cells) for cells in self.boards):
            return True
        return self.game.full_draw and self.target is not None and is_full(self.boards[self.target - 1])

    def points(self) -> None:
        return None

    def text(self) -> str:
        return f"{'/'.join(self.boards)} {MARKS[self.turn]} {target_text(self.target)}"

    def has_line(self, player: int) -> bool:
        return any(has_three(cells, MARKS[player]) for cells in self.boards)

    def _choices(self) -> dict[str, tuple[int, int]]:
        """Each legal move with its board and cell."""
        if self.is_over():
            return {}
        return {
            f"{board}.{cell}": (board, cell)
            for board in NUMBERS
            if self.target in (None, board)
            for cell in empty_cells(self.boards[board - 1])
        }
