"""A person's statistics and ratings as tables, for the command and the full-screen app."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from noughts.conformance.discovery import short_name
from noughts.engine.levels import CASUAL
from noughts.play.rating import OwnRating
from noughts.play.seats import in_order, label
from noughts.store import Statistics, Tally

NO_GAMES = "No game against an engine has been finished yet"
RATING_TITLE = f"Your rating against the levels; {CASUAL} is a casual player's, in every game:"
_BLOCKS, _CURVE = "▁▂▃▄▅▆▇█", 30


@dataclass(frozen=True)
class StatisticsTable:
    header: Sequence[str]
    numbers: Sequence[str]  # the columns, by their headers, that stand to the right
    rows: Sequence[Sequence[str]]
    words: Sequence[int]  # the columns, by their indices, that may be long


def results_table(found: Statistics) -> StatisticsTable:
    """Results by game and opponent, and of all together."""
    numbers = ("games", "won", "lost", "drawn", "won %", "streak", "longest")
    rows = [
        (short_name(game), label(opponent), *_figures(tally)) for (game, opponent), tally in in_order(found.by_opponent)
    ]
    rows.append(("all", "", *_figures(found.total)))
    return StatisticsTable(("game", "against", *numbers), numbers, rows, words=(0, 1))


def ratings_table(ratings: Iterable[OwnRating]) -> StatisticsTable:
    """Ratings with a curve of blocks: eight heights from the lowest to the highest."""
    rows = []
    for one in ratings:
        curve = one.curve[-_CURVE:]
        low, high = min(curve), max(curve)
        blocks = "".join(_BLOCKS[(value - low) * (len(_BLOCKS) - 1) // max(1, high - low)] for value in curve)
        sides = ("" if rating is None else str(rating) for rating in (one.of_side(0), one.of_side(1)))
        rows.append((short_name(one.game), str(one.rating), *sides, one.level, blocks))
    numbers = ("rating", "first", "second")
    return StatisticsTable(("game", *numbers, "as strong as", "so far"), numbers, rows, words=(0,))


def _figures(tally: Tally) -> list[str]:
    numbers = (tally.games, tally.wins, tally.losses, tally.draws)
    return [*map(str, numbers), f"{tally.winning_percentage:.1f}", str(tally.streak), str(tally.longest_streak)]
