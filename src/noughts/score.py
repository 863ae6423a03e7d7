"""What a position is worth: points, or mate in so many plies, from a named side's view."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from noughts.kernel.scores import MATE, MATE_RANGE, POINT


@functools.total_ordering
@dataclass(frozen=True, slots=True)
class Score:
    """A value in hundredths of a point for a side, 0 or 1; mates are the values at the ends of the range.

    >>> score = Score(125, side=0)
    >>> score.points, score.mate, str(score), str(score.for_side(1))
    (1.25, None, '+1.25', '-1.25')
    >>> winning = Score(MATE - 3, side=1)
    >>> winning.points, winning.mate, str(winning), str(winning.for_side(0))
    (None, 3, 'mate in 3', 'mated in 3')
    """

    value: int
    side: int

    @property
    def points(self) -> float | None:
        """In points; None for a mate."""
        return None if self.is_mate else self.value / POINT

    @property
    def mate(self) -> int | None:
        """Plies until the end, both sides' moves counted: positive if this side wins, negative if it loses."""
        if not self.is_mate:
            return None
        return MATE - self.value if self.value > 0 else -(MATE + self.value)

    @property
    def is_mate(self) -> bool:
        return abs(self.value) > MATE_RANGE

    def for_side(self, side: int) -> Score:
        """The same score from a side's view."""
        return self if side == self.side else Score(-self.value, side)

    def __lt__(self, other: Score) -> bool:
        return self.value < other.for_side(self.side).value

    def __str__(self) -> str:
        if self.mate is None:
            return f"{self.value / POINT:+z.2f}"
        return f"mate in {self.mate}" if self.mate >= 0 else f"mated in {-self.mate}"
