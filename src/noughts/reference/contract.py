"""The interface of reference games and reference boards.

A board is a value: nothing changes it, and `play` gives a new one. Players are 0 (first, X) and 1 (second, O).
"""

from typing import Protocol


class Board(Protocol):
    """One position of a game.

    >>> from noughts.reference import game
    >>> board = game("tictactoe").start().play("b2").play("a1")
    >>> board.turn, board.text(), board.legal_moves()[:2]
    (0, '.../.X./O.. X', ['a3', 'b3'])
    """

    @property
    def turn(self) -> int:
        """The side to move; in a finished game, the one whose turn it would have been."""

    def __hash__(self) -> int:
        """Boards are values: equal ones hash alike and may be keys of a dict."""

    def legal_moves(self) -> list[str]:
        """Every legal move in the game's notation; none when the game is over."""

    def play(self, move: str) -> "Board":
        """The board after this move of the player to move; ValueError if it is not legal."""

    def winner(self) -> int | None:
        """The winner; None in a draw and while the game goes on."""

    def is_over(self) -> bool:
        """Whether the game has ended, by a win or without one."""

    def points(self) -> tuple[int, int] | None:
        """The points of first and second at the end of a game that counts points; otherwise None."""

    def text(self) -> str:
        """The position in one line; `ReferenceGame.parse` reads it back to an equal board."""


class ReferenceGame(Protocol):
    """The rules of one game."""

    def start(self) -> Board:
        """The position that a game starts from."""

    def parse(self, text: str) -> Board:
        """The position that this text describes; ValueError, with the mistake and its place, if it does not."""
