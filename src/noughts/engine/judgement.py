"""The judgement of a move: how much of the chance to win it gave away, and what that is called.

The terminal, the server and pages without a server judge by the same numbers. A page without a server has them in its
game's description (`terms`) and the two formulas once more, in `web/static/words/judgement.js`; a test compares them.
"""

import math
from typing import Any

from noughts.engine.score import Score

# Marks of mistakes, the worst first: the share of the chance to win that is lost at least, and a name.
MISTAKES = {"??": (0.30, "blunder"), "?": (0.15, "mistake"), "?!": (0.07, "inaccuracy")}
_STRICTNESS = 4.0  # a move that gives a quarter of the chances away is e times less accurate than the best
_SPREADS = 1.5  # spreads ahead that make the odds e to 1


def chance(score: Score, spread: float) -> float:
    """The chance of winning, by a score: the spread is how far evaluations of even games lie from zero."""
    if score.is_mate:
        return 1.0 if score.value > 0 else 0.0
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, score.value / (_SPREADS * spread)))))


def mark(lost: float) -> str:
    """`??` for a blunder, `?` for a mistake, `?!` for an inaccuracy, else nothing.

    >>> [mark(lost) for lost in (0.5, 0.15, 0.1, 0.0)]
    ['??', '?', '?!', '']
    """
    return next((mark for mark, (least, _) in MISTAKES.items() if lost >= least), "")


def accuracy(lost: float) -> float:
    """Accuracy from 100, for a move as good as the best, down to nearly 0 for one that throws a won game away."""
    return 100 * math.exp(-_STRICTNESS * lost)


def terms(spread: float) -> dict[str, Any]:
    """The numbers that another program needs to judge moves of a game whose best evaluation has this spread."""
    least = {mark: least for mark, (least, _) in MISTAKES.items()}
    return {"scale": _SPREADS * max(spread, 1), "strictness": _STRICTNESS, "mistakes": least}
