"""Values that must be equal for all methods: minimax's at equal depth and evaluation, and those of solved games."""

from __future__ import annotations

from noughts.board import Position
from noughts.engine.score import Score
from noughts.errors import NoughtsError
from noughts.lab.methods import Method


class Agreements:
    """Values of one position by several methods. Of each value that others must find too, the first one is kept."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.plies_left = int(position.game.rules.function("plies_left")(position.states[0]))
        self._first: dict[tuple[object, ...], tuple[Method, Score]] = {}

    def add(self, method: Method, depth: int, score: Score) -> bool:
        """Whether there was another value to agree with; NoughtsError if they do not agree."""
        exact, has_compared = method.agreement(self.position), False
        if exact is not None:
            other, found = self._first.setdefault((depth, *exact), (method, score))
            has_compared = other != method
            if found != score:
                raise self._contradiction(method, score, other, found, depth)
        # A search that comes to the end of every line has solved the game, by whatever evaluation. How long a win
        # takes need not be the same: a search may be content with any.
        if depth >= self.plies_left and method.solves(self.position):
            other, found = self._first.setdefault(("solved",), (method, score))
            has_compared = has_compared or other != method
            if _solution(found) != _solution(score):
                raise self._contradiction(method, score, other, found, depth)
        return has_compared

    def _contradiction(self, one: Method, score: Score, other: Method, found: Score, depth: int) -> NoughtsError:
        return NoughtsError(
            f"{one.text} and {other.text} must find the same value and do not: {score} and {found} at depth {depth} "
            f"in {self.position.text()}"
        )


def _solution(score: Score) -> tuple[str, int]:
    return ("won" if score.value > 0 else "lost", 0) if score.is_mate else ("drawn", score.value)
