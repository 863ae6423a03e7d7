"""The score of a position: points, mate in so many plies, or a win of unknown length, from a named side's view."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from noughts.kernel.scores import MATE, MATE_RANGE, POINT, WON


@functools.total_ordering
@dataclass(frozen=True, slots=True, eq=False)
class Score:
    """A value in hundredths of a point for a side, 0 or 1; mates are the values at the ends of the range.

    >>> score = Score(125, side=0)
    >>> score.points, score.mate, str(score), str(score.for_side(1))
    (1.25, None, '+1.25', '-1.25')
    >>> winning = Score(MATE - 3, side=1)
    >>> winning.points, winning.mate, str(winning), str(winning.for_side(0))
    (None, 3, 'mate in 3', 'mated in 3')

    A win may be proved without its length being known; it counts less than any mate in so many plies.

    >>> proved = Score(WON, side=0)
    >>> proved.is_mate, proved.mate, str(proved), str(proved.for_side(1)), proved < Score(MATE - 99, side=0)
    (True, None, 'won', 'lost', True)

    Scores are equal if they say the same, whichever side they are told for. The greater one is the better one for their
    side; of scores of two sides, for the first player.

    >>> Score(100, side=0) == Score(-100, side=1), Score(100, side=1) > Score(50, side=1)
    (True, True)
    """

    value: int
    side: int

    @property
    def points(self) -> float | None:
        """The value in points; None for a mate."""
        return None if self.is_mate else self.value / POINT

    @property
    def mate(self) -> int | None:
        """Plies until the end, both sides' moves counted: positive if this side wins, negative if it loses.

        None if the game is not decided, or if the distance is unknown: `is_mate` tells the two apart.
        """
        if not self.is_mate or abs(self.value) == WON:
            return None
        return MATE - self.value if self.value > 0 else -(MATE + self.value)

    @property
    def is_mate(self) -> bool:
        """Whether the game is proved to be won or lost."""
        return abs(self.value) > MATE_RANGE

    def for_side(self, side: int) -> Score:
        """The same score from a side's view."""
        return self if side == self.side else Score(-self.value, side)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        return self.for_side(0).value == other.for_side(0).value

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Score):
            return NotImplemented
        side = self.side if self.side == other.side else 0
        return self.for_side(side).value < other.for_side(side).value

    def __hash__(self) -> int:
        return hash(self.for_side(0).value)

    def __str__(self) -> str:
        if self.mate is not None:
            return f"mate in {self.mate}" if self.mate >= 0 else f"mated in {-self.mate}"
        if self.is_mate:
            return "won" if self.value > 0 else "lost"
        return f"{self.value / POINT:+z.2f}"
