"""The exact value of a position, as far as it is proved."""

from dataclasses import dataclass, field
from typing import Any

from noughts.board import Move
from noughts.solving.bounds import ValueBounds


@dataclass(frozen=True)
class Solution:
    """The result of solving, for the side to move."""

    bounds: ValueBounds
    best_moves: tuple[Move, ...] = ()  # that keep the value: all of them if all were asked for, else one that is known
    move_bounds: dict[Move, ValueBounds] = field(default_factory=dict)  # if all moves were asked for
    distance: int | None = None  # plies to the end by best play, of a win or a loss, if it was asked for
    within: int | None = None  # plies, if only a win was asked for that takes no longer
    wins_within: bool | None = None  # whether the side to move has one
    nodes: int = 0
    seconds: float = 0.0  # of searching: compiling is not counted

    @property
    def value(self) -> str | None:
        """win, draw or loss; None if it is not proved."""
        return self.bounds.value

    @property
    def points(self) -> int | None:
        """The difference of points of a draw, in games that count them."""
        return self.bounds.points

    @property
    def move_values(self) -> dict[str, str | None]:
        return {str(move): bounds.value for move, bounds in self.move_bounds.items()}

    def words(self) -> str:
        """The proved result, in words."""
        if self.within is None or self.wins_within is None:
            return self.bounds.words()
        return f"{'a win' if self.wins_within else 'no win'} within {self.within} plies"

    def as_dict(self) -> dict[str, Any]:
        """The solution as JSON has it."""
        found: dict[str, Any] = {
            "value": self.value,
            "proved": self.words(),
            "best_moves": [str(move) for move in self.best_moves],
            "move_values": self.move_values,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
        }
        if self.bounds.has_points:
            found["points"] = self.points
            found["move_points"] = {str(move): bounds.points for move, bounds in self.move_bounds.items()}
        if self.within is not None:
            found["within"], found["wins_within"] = self.within, self.wins_within
        if self.distance is not None:
            found["distance"] = self.distance
        return found
