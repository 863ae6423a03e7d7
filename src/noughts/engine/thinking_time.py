"""How long to think on a clock: a soft bound, after which no deeper look begins, and a hard one, which ends the search.

    clock    what the side to move has left, its increment, moves to go
    share    what an even share of it is for each move that is still to come
    soft     a part of the share; between iterations it is stretched or shortened by what the search has seen
    hard     a few shares, but never so much that the moves after this one have nothing

The margin stays on the clock: a search is stopped by a timer, and its answer comes some milliseconds later.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from noughts.engine.limit import Limit

MARGIN = 0.02  # seconds
LEAST = 0.001  # even with the clock at its margin: a look at the moves that there are
MOST_MOVES = 20  # games are long on paper, and decided much earlier
SOFT_SHARE, HARD_SHARES, HARD_PART = 0.7, 4.0, 0.6
# Factors of the soft bound, by how many iterations in a row have found the same best move: 0 where it has just changed.
STEADY = (1.4, 1.1, 0.9, 0.75, 0.6)


@dataclass(frozen=True, slots=True)
class ThinkingTime:
    """Seconds; None is no bound."""

    soft: float | None
    hard: float | None


def thinking_time(limit: Limit, turn: int, plies_left: Callable[[], int]) -> ThinkingTime:
    """The bounds for one move of the side to move.

    `plies_left` is asked, if there is a clock, how many plies the game lasts at most.

    >>> thinking_time(Limit(time=0.5), 0, lambda: 9)
    ThinkingTime(soft=None, hard=0.5)
    >>> times = thinking_time(Limit(white_clock=10.02, white_inc=0.1), 0, lambda: 80)
    >>> round(times.soft, 3), round(times.hard, 3)
    (0.416, 2.38)
    """
    clock, increment = limit.clock(turn)
    if clock is None:
        return ThinkingTime(None, limit.time)
    moves = min(MOST_MOVES, max(1, math.ceil(plies_left() / 2)), limit.remaining_moves or MOST_MOVES)
    usable = max(0.0, clock - MARGIN)
    share = (usable + increment * (moves - 1)) / moves
    hard = usable if moves == 1 else min(HARD_SHARES * share, HARD_PART * usable)
    hard = max(LEAST, hard)
    if limit.time is not None:
        hard = min(hard, limit.time)
    return ThinkingTime(min(SOFT_SHARE * share, hard), hard)


class Pace:
    """Says between iterations whether a deeper look is worth its time.

    A best move that does not change ends early; where it changes, or its value falls, there is more time. A fall counts
    in the evaluation's spread.
    """

    def __init__(self, times: ThinkingTime, spread: int, now: Callable[[], float] = time.perf_counter) -> None:
        self._times, self._spread, self._now = times, spread, now
        self._begun = now()
        self._move, self._value, self._steady = -1, 0, 0

    def is_enough(self, move: int, value: int) -> bool:
        """Whether to play this best move, which an iteration has found with this value."""
        if self._times.soft is None:
            return False
        is_first = self._move < 0
        self._steady = self._steady + 1 if move == self._move else 0
        fall = 0.0 if is_first else min(1.0, max(0.0, (self._value - value) / self._spread))
        self._move, self._value = move, value
        stretch = STEADY[min(self._steady, len(STEADY) - 1)] * (1 + fall)
        return self._now() - self._begun >= stretch * self._times.soft
