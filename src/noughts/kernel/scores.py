"""Values inside searches: integers, in hundredths of a point, always for the side to move.

-MATE ... -MATE_RANGE     lost in MATE + value plies
-POINTS_LIMIT ... +POINTS_LIMIT    what an evaluation, or the points of a drawn ending, can say
 MATE_RANGE ... MATE      won in MATE - value plies
"""

from noughts.kernel.compiling import compiled

MATE = 1_000_000_000
MATE_RANGE = MATE - 10_000
POINTS_LIMIT = 100_000_000
POINT = 100


@compiled
def saturated(value: int) -> int:
    """An evaluation kept clear of the mates, whatever its formula gives."""
    return min(max(value, -POINTS_LIMIT), POINTS_LIMIT)
