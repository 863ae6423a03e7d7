"""A person's rating in a game, from finished games against its levels, and the level that is as strong.

Levels have ratings on the game's own scale (engine/levels.py). The person's is the most likely one where it is known
beforehand that people are about as strong as the casual player: a normal distribution around CASUAL of width SPREAD.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from noughts.engine.engine_text import EngineText
from noughts.engine.levels import CASUAL, Calibration, calibration
from noughts.errors import NoughtsError
from noughts.play.seats import is_of_your_strength, level_name
from noughts.registry import game as find_game
from noughts.store import HUMAN

SPREAD = 300.0
_ELO = 400 / math.log(10)
_MOST_POINTS = 60  # of a curve

Game = tuple[int, float]  # the opponent's rating, and the person's points


def rating_of(games: Sequence[Game]) -> float:
    """The most likely rating, by Newton's method.

    >>> round(rating_of([])), round(rating_of([(1000, 1)])), round(rating_of([(1165, 0.5)] * 20))
    (1000, 1152, 1155)
    """
    rating = float(CASUAL)
    for _ in range(30):
        expected = [1 / (1 + math.exp((opponent - rating) / _ELO)) for opponent, _ in games]
        slope = sum(points - share for (_, points), share in zip(games, expected, strict=True)) / _ELO
        bend = sum(share * (1 - share) for share in expected) / _ELO**2 + 1 / SPREAD**2
        step = (slope - (rating - CASUAL) / SPREAD**2) / bend
        rating += max(-200.0, min(step, 200.0))
        if abs(step) < 0.01:
            break
    return rating


@dataclass
class OwnRating:
    """A person's rating in one game."""

    game: str
    played: list[tuple[int, float, int]] = field(default_factory=list)  # opponent's rating, points, side

    @property
    def rating(self) -> int:
        return round(rating_of([one[:2] for one in self.played]))

    def of_side(self, side: int) -> int | None:
        """The rating as first (0) or second (1) player; None without a game."""
        games = [one[:2] for one in self.played if one[2] == side]
        return round(rating_of(games)) if games else None

    @property
    def curve(self) -> list[int]:
        """The rating after each game, or each of the last ones."""
        count = len(self.played)
        ends = range(max(1, count + 1 - _MOST_POINTS), count + 1)
        return [round(rating_of([one[:2] for one in self.played[:end]])) for end in ends]

    @property
    def level(self) -> str:
        """The level that is as strong."""
        levels = _calibration(self.game)
        return levels.nearest(self.rating) if levels else ""


def own_ratings(results: Iterable[tuple[str, str, str, str]]) -> dict[str, OwnRating]:
    """Ratings by game, from results in the order of finishing; games against others than today's levels do not count.

    >>> found = own_ratings([("ultimate", "human", "noughts:level=easy", "1-0")])
    >>> [(one.game, one.of_side(1), one.rating > 1000) for one in found.values()]
    [('ultimate', None, True)]
    """
    found: dict[str, OwnRating] = {}
    for game, first, second, result in results:
        side = 0 if first == HUMAN else 1
        if (first == HUMAN) == (second == HUMAN):
            continue
        level, levels = level_name(second if side == 0 else first), _calibration(game)
        if level is None or levels is None:
            continue
        ratings = levels.ratings
        opponent = ratings.get(level, ratings[levels.levels[-2]])  # a level that the game does not have
        points = {"1-0": 1.0, "0-1": 0.0}.get(result, 0.5)
        found.setdefault(game, OwnRating(game)).played.append((opponent, points if side == 0 else 1 - points, side))
    return found


def of_your_strength(text: str, game: str, results: Iterable[tuple[str, str, str, str]]) -> str:
    """A seat's text with, in place of YOURS, the level that is as strong as the person is in that game.

    >>> of_your_strength("noughts:level=hard", "ultimate", [])
    'noughts:level=hard'
    """
    if not is_of_your_strength(text):
        return text
    found, levels = own_ratings(one for one in results if one[0] == game).get(game), _calibration(game)
    level = found.level if found else levels.default if levels else "medium"
    named = EngineText.read(text)
    return str(EngineText(named.name, {**named.settings, "level": level}))


def _calibration(game: str) -> Calibration | None:
    """The levels of a game by its name; None where its file is gone."""
    try:
        return calibration(find_game(game))
    except NoughtsError:
        return None
