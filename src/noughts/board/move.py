"""A move of a game."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """A move of a game. It equals its notation, wherever moves are listed.

    >>> import noughts
    >>> position = noughts.game("ultimate").start()
    >>> position.push("5.3")
    >>> "3.1" in position.legal_moves, "5.1" in position.legal_moves, position.peek() == "5.3"
    (True, False, True)

    The notation is what `str(move)` writes; `position.is_legal` takes whatever `push` reads, such as capitals.
    """

    code: int
    text: str

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Move):
            return self.code == other.code and self.text == other.text
        return self.text == other if isinstance(other, str) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)
