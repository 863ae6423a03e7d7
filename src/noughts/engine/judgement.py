"""The judgement of a move: how much of the chance to win it gave away, of how much that was at stake.

At stake is what chance would have thrown away: the best move's chance to win less the mean of all legal moves. A move's
accuracy is the share of it that was kept, a game's the mean of its moves', weighed by the square root of what was at
stake: by itself, one move in which all was at stake would outweigh the rest of a game. So where the game is decided, or
there is no choice, nothing counts, and whoever clicks at random keeps little, in any game.

The terminal, the server and pages without a server judge by the same numbers. A page without a server has them in its
game's description (`terms`) and the formulas once more, in `web/static/words/judgement.js`; a test compares them.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Any

from noughts.engine.score import Score

# Marks of mistakes, the worst first: the share of the chance to win that is lost at least, and a name.
MISTAKES = {"??": (0.30, "blunder"), "?": (0.15, "mistake"), "?!": (0.07, "inaccuracy")}
CARELESS = 0.03  # lost at least by an inaccuracy that is worse than the mean of all moves
OTHERS = 4  # other moves that are looked at for what was at stake,
OTHERS_SHARE = 8  # each with this part of the limit
EVEN = 0.45  # the chance that a side has at least while nothing is decided against it
_SPREADS = 3.0  # spreads ahead that make the odds e to 1
_TURN = 0.618033988749895  # of the golden section: moves are taken from all over the board, ply after ply


def scale(spread: float) -> float:
    """Hundredths of a point ahead that make the odds e to 1; the spread is how far even games' values lie from 0."""
    return _SPREADS * max(spread, 1)


def chance(score: Score, scale: float) -> float:
    """The chance of winning, by a score."""
    if score.is_mate:
        return 1.0 if score.value > 0 else 0.0
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, score.value / scale))))


def some_others(count: int, ply: int) -> list[int]:
    """The indices of the moves, of so many others, that stand for all of them.

    >>> some_others(3, 7), some_others(100, 0)
    ([0, 1, 2], [0, 25, 50, 75])
    """
    if count <= OTHERS:
        return list(range(count))
    return sorted({int(count * ((ply * _TURN + number / OTHERS) % 1)) for number in range(OTHERS)})


def at_stake(best: float, known: Sequence[float], others: Sequence[float], count: int) -> float:
    """The best chance less the mean of all legal moves: of some it is known, some stand for all the others.

    >>> at_stake(1.0, [1.0, 0.0], [0.5], 4)
    0.5
    """
    unknown = count - len(known) if others else 0
    rest = unknown * sum(others) / len(others) if others else 0.0
    return max(0.0, best - (sum(known) + rest) / (len(known) + unknown))


def mark(lost: float, stake: float) -> str:
    """`??` for a blunder, `?` for a mistake, `?!` for an inaccuracy, else nothing.

    >>> [mark(lost, 0.2) for lost in (0.5, 0.15, 0.1, 0.05, 0.0)], mark(0.05, 0.04)
    (['??', '?', '?!', '', ''], '?!')
    """
    known = next((mark for mark, (least, _) in MISTAKES.items() if lost >= least), "")
    return known or ("?!" if lost >= CARELESS and lost > stake else "")


def accuracy(lost: float, stake: float) -> float:
    """The share of what was at stake that a move kept: 100 for the best, 0 for one as bad as a move by chance.

    >>> [accuracy(lost, 0.4) for lost in (0.0, 0.1, 0.5)]
    [100.0, 75.0, 0.0]
    """
    return 100 * max(0.0, 1 - lost / stake) if lost > 0 and stake > 0 else 100.0 if lost <= 0 else 0.0


def game_accuracy(moves: Iterable[tuple[float, float]]) -> float | None:
    """The mean of moves' accuracies by what was at stake, from (accuracy, stake); None where nothing was.

    >>> game_accuracy([(100.0, 0.01), (0.0, 0.09)]), game_accuracy([(100.0, 0.0)])
    (25.0, None)
    """
    weighed = [(accuracy, math.sqrt(stake)) for accuracy, stake in moves]
    weight = sum(weight for _, weight in weighed)
    return sum(accuracy * weight for accuracy, weight in weighed) / weight if weight else None


def turning_point(chances: Sequence[tuple[int, float, float]], loser: int | None) -> int | None:
    """The index of the move that decided the game, from (mover, best chance, lost) of each; None if none did.

    It is the loser's last mistake that was made in a game that was still even, else its costliest one; without a loser
    the costliest of both.

    >>> turning_point([(0, 0.5, 0.4), (1, 0.9, 0.5), (0, 0.5, 0.3), (1, 0.8, 0.0), (0, 0.2, 0.2)], 0)
    2
    """
    least = MISTAKES["?!"][0]
    marked = [at for at, (mover, _, lost) in enumerate(chances) if lost >= least and (loser is None or mover == loser)]
    even = [at for at in marked if chances[at][1] >= EVEN and loser is not None]
    return even[-1] if even else max(marked, key=lambda at: chances[at][2], default=None)


def terms(spread: float) -> dict[str, Any]:
    """The numbers that another program needs to judge moves of a game whose best evaluation has this spread."""
    least = {mark: least for mark, (least, _) in MISTAKES.items()}
    return {"scale": scale(spread), "mistakes": least, "careless": CARELESS, "others": OTHERS, "share": OTHERS_SHARE}
