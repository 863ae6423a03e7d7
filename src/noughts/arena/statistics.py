"""Statistics of the games of two players: score, Elo and its error, likelihood of superiority, pairs.

Both games of a pair begin from one opening, so their results belong together: an opening that is good for one side
gives one win to each player. Errors are therefore those of pairs, of which there are five kinds (pentanomial):

    points of the pair    0     1/2    1          3/2    2
    results               LL    LD     WL, DD     WD     WW
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

Z = 1.959963984540054  # of a normal distribution, for errors at 95 %
NORMALIZED = 800 / math.log(10)  # points of normalised Elo for one standard deviation of a game


class Estimate(NamedTuple):
    """A value and its error at 95 %."""

    value: float
    error: float


@dataclass(frozen=True)
class Sample:
    """Results from 0 to 1 in equal steps, how often each one came, and how many games are one result."""

    counts: tuple[int, ...]
    games_each: int = 1

    @property
    def size(self) -> int:
        return sum(self.counts)

    @property
    def values(self) -> tuple[float, ...]:
        return tuple(number / (len(self.counts) - 1) for number in range(len(self.counts)))

    @property
    def mean(self) -> float:
        return self._mean_of(self.values) if self.size else 0.5

    @property
    def variance(self) -> float:
        mean = self.mean
        return self._mean_of([(value - mean) ** 2 for value in self.values]) if self.size else 0.0

    def _mean_of(self, values: Iterable[float]) -> float:
        return sum(count * value for count, value in zip(self.counts, values, strict=True)) / self.size

    @property
    def elo(self) -> Estimate:
        """The difference in Elo; its error is half of what lies between the ends of the score's interval."""
        if not self.size:
            return Estimate(0.0, math.inf)
        margin = Z * math.sqrt(self.variance / self.size)
        low, high = elo_of_score(self.mean - margin), elo_of_score(self.mean + margin)
        return Estimate(elo_of_score(self.mean), (high - low) / 2 if math.isfinite(high - low) else math.inf)

    @property
    def normalized_elo(self) -> Estimate:
        """The score's distance from one half in standard deviations of a game: it says how many games show it."""
        if not self.size or not self.variance:
            distance = self.mean - 0.5
            return Estimate(math.copysign(math.inf, distance) if distance else 0.0, math.inf)
        deviation = math.sqrt(self.games_each * self.variance)
        return Estimate(
            NORMALIZED * (self.mean - 0.5) / deviation, Z * NORMALIZED / math.sqrt(self.games_each * self.size)
        )

    @property
    def superiority(self) -> float:
        """The likelihood of superiority (LOS): that the first player's expected score is above one half."""
        distance = self.mean - 0.5
        if not self.size or not self.variance:
            return 0.5 if not distance else float(distance > 0)
        return (1 + math.erf(distance / math.sqrt(2 * self.variance / self.size))) / 2


@dataclass(frozen=True)
class MatchScore:
    """The first player's wins, draws and losses, and the pairs of games by their points."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    @classmethod
    def of(cls, results: Iterable[tuple[int, float]]) -> "MatchScore":
        """Counted from results: the number of the pair that a game belongs to, and 1, 1/2 or 0 for the first player.

        >>> MatchScore.of([(1, 1.0), (1, 0.5), (2, 0.0)])
        MatchScore(wins=1, draws=1, losses=1, pairs=(0, 0, 0, 1, 0))
        """
        count = ScoreCount()
        for pair, points in results:
            count.add(pair, points)
        return count.score

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def score(self) -> float:
        """The share of points won, draws half."""
        return self.points / self.games if self.games else 0.5

    @property
    def sample(self) -> Sample:
        """The sample that errors are reckoned from: the pairs, or single games where there is no whole pair."""
        if sum(self.pairs):
            return Sample(self.pairs, 2)
        return Sample((self.losses, self.draws, self.wins))

    @property
    def elo(self) -> Estimate:
        return self.sample.elo

    @property
    def draw_ratio(self) -> float:
        """The share of pairs (without any, of games) that are level."""
        sample = self.sample
        return sample.counts[len(sample.counts) // 2] / sample.size if sample.size else 0.0

    @property
    def pairs_ratio(self) -> float:
        """Pairs won for each one lost."""
        won, lost = self.pairs[3] + self.pairs[4], self.pairs[0] + self.pairs[1]
        return won / lost if lost else (math.inf if won else math.nan)

    def __str__(self) -> str:
        return (
            f"{self.wins} wins, {self.draws} draws, {self.losses} losses: {100 * self.score:.1f} %, "
            f"Elo {shown(self.elo, 0)}"
        )


class ScoreCount:
    """A score that grows game by game."""

    def __init__(self) -> None:
        self._games, self._pairs = [0, 0, 0], [0] * 5
        self._halves: dict[int, float] = {}  # pairs of which one game has been played

    def add(self, pair: int, points: float) -> None:
        """A result: the number of the pair that the game belongs to, and 1, 1/2 or 0 for the first player."""
        self._games[round(2 * points)] += 1
        if pair in self._halves:
            self._pairs[round(2 * (self._halves.pop(pair) + points))] += 1
        else:
            self._halves[pair] = points

    @property
    def score(self) -> MatchScore:
        losses, draws, wins = self._games
        ll, ld, level, wd, ww = self._pairs
        return MatchScore(wins, draws, losses, (ll, ld, level, wd, ww))


def elo_of_score(score: float) -> float:
    """The difference in Elo at which the expected score is this one."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1)


def score_of_elo(elo: float) -> float:
    """The expected score at a difference in Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


def shown(estimate: Estimate, digits: int = 2) -> str:
    """For people: "+12.50 ± 3.10", with ∞ where there is no end; results that do not differ tell of no error.

    >>> shown(Estimate(12.5, 3.1)), shown(Estimate(-math.inf, math.inf)), shown(Estimate(191.0, 0.0), 0)
    ('+12.50 ± 3.10', '-∞ ± ∞', '+191 (every result the same)')
    """
    value, error = estimate
    told = f"{value:+z.{digits}f}" if math.isfinite(value) else ("+∞" if value > 0 else "-∞")
    if not error:
        return f"{told if value else 0} (every result the same)"
    return f"{told} ± {f'{error:.{digits}f}' if math.isfinite(error) else '∞'}"
