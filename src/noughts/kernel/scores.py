"""Values inside searches: integers, in hundredths of a point, always for the side to move.

-MATE ... -WON - 1        lost in MATE + value plies
-WON                      lost, distance unknown
-POINTS_LIMIT ... +POINTS_LIMIT    what an evaluation, or the points of a drawn ending, can say
 WON                      won, distance unknown
 WON + 1 ... MATE         won in MATE - value plies

Values beyond MATE_RANGE, on either side, are proved: the game is won or lost.
"""

from noughts.kernel.compiling import compiled

MATE = 1_000_000_000
MATE_RANGE = MATE - 10_000
WON = MATE_RANGE + 1  # worse than any win whose length is known
POINTS_LIMIT = 100_000_000
POINT = 100


@compiled
def saturated(value: int) -> int:
    """An evaluation kept clear of the mates, whatever its formula gives."""
    return min(max(value, -POINTS_LIMIT), POINTS_LIMIT)
