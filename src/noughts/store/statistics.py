"""Statistics of a person's games: wins, losses, draws and streaks, by game and opponent."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from noughts.engine.levels import EDITION, EDITION_TAG

HUMAN = "human"
EARLIER = " of earlier levels"  # behind a seat's text: levels had the same names before, and other strengths


@dataclass(slots=True)
class Tally:
    """A person's results; a streak is a number of wins in a row."""

    wins: int = 0
    losses: int = 0
    draws: int = 0
    streak: int = 0
    longest_streak: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.losses + self.draws

    @property
    def winning_percentage(self) -> float:
        return 100 * self.wins / self.games if self.games else 0.0

    def count(self, points: float) -> None:
        """Add a game: 1 for a win, 1/2 for a draw, 0 for a loss."""
        self.wins += points == 1
        self.draws += points == 0.5
        self.losses += points == 0
        self.streak = self.streak + 1 if points == 1 else 0
        self.longest_streak = max(self.longest_streak, self.streak)


@dataclass(slots=True)
class Statistics:
    total: Tally
    by_opponent: dict[tuple[str, str], Tally]  # by game and opponent


def of_its_time(text: str, tags: Sequence[tuple[str, str]]) -> str:
    """A seat's text in a record with these tags, marked if its level is an earlier one of that name.

    >>> of_its_time("noughts:level=easy", []), of_its_time("noughts:level=easy", [("Levels", EDITION)])
    ('noughts:level=easy of earlier levels', 'noughts:level=easy')
    """
    is_of_today = "level=" not in text or not text.startswith("noughts:") or dict(tags).get(EDITION_TAG) == EDITION
    return text if is_of_today else text + EARLIER


def statistics(results: Iterable[tuple[str, str, str, str]]) -> Statistics:
    """Statistics of games between a person and an engine, in the order of finishing.

    >>> found = statistics([("4x5x4", "human", "report004", "1-0"), ("4x5x4", "report004", "human", "1-0")])
    >>> found.total.wins, found.total.losses, found.total.winning_percentage, found.total.longest_streak
    (1, 1, 50.0, 1)
    """
    found = Statistics(Tally(), {})
    for game, first, second, result in results:
        if (first == HUMAN) == (second == HUMAN):
            continue
        for_first = {"1-0": 1.0, "0-1": 0.0}.get(result, 0.5)
        points, opponent = (for_first, second) if first == HUMAN else (1 - for_first, first)
        found.total.count(points)
        found.by_opponent.setdefault((game, opponent), Tally()).count(points)
    return found
