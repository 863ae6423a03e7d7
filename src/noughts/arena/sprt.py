"""The sequential probability ratio test: play until it is clear which of two hypotheses the results speak for.

H0 says that the first player is better by `elo0`, H1 by `elo1`. After each pair of games

    LLR = log(the greatest likelihood of the results under H1 / the greatest under H0)

is compared with Wald's bounds, log(beta / (1 - alpha)) and log((1 - beta) / alpha): alpha is how often H1 is accepted
though H0 is true, beta the other way round. A hypothesis says one thing about the distribution of results alone, so the
likelihood is the greatest that a distribution with that property has (the generalised test). It is found exactly:

    logistic      the expected score is that of so much Elo
    normalized    (expected score - 1/2) / standard deviation is that of so much normalised Elo

With h(i) what the property comes to for the result i (0 on average if it holds), Lagrange's condition for the greatest
likelihood makes p(i) = observed(i) / (1 + x h(i)), and x is where the mean of h under p is 0. For normalised Elo h
depends on p, and the two are found in turn.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields

from noughts.arena.statistics import NORMALIZED, Sample, score_of_elo
from noughts.errors import NoughtsError

GAMES, MOST_GAMES = 20, 100_000  # of a match without a number of games: by itself, and until a test is decided
MODELS = ("logistic", "normalized")
UNSEEN = 1e-3  # games, for a result that has not come yet: with none at all, nothing could be said about it
_ROUNDS, _HALVINGS = 50, 100


@dataclass(frozen=True)
class Sprt:
    """A test, as `--sprt` takes it.

    >>> Sprt.read("elo0=0,elo1=10")
    Sprt(elo0=0.0, elo1=10.0, alpha=0.05, beta=0.05, model='logistic')
    """

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05
    model: str = MODELS[0]

    def __post_init__(self) -> None:
        if not -1000 <= self.elo0 < self.elo1 <= 1000:
            raise NoughtsError(f"SPRT: elo0 is {self.elo0:g} and elo1 {self.elo1:g}; elo1 must be the greater")
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise NoughtsError(f"SPRT: {name} is {getattr(self, name):g}; it must lie between 0 and 0.5")
        if self.model not in MODELS:
            raise NoughtsError(f"SPRT: model is {self.model!r}; it must be one of {', '.join(MODELS)}")

    @classmethod
    def read(cls, text: str) -> "Sprt":
        given: dict[str, float | str] = {}
        known = [one.name for one in fields(cls)]
        for part in filter(None, text.split(",")):
            name, _, value = (word.strip() for word in part.partition("="))
            if name not in known:
                raise NoughtsError(f"SPRT: {part!r} is no setting; it has {', '.join(known)}, as in elo0=0,elo1=10")
            try:
                given[name] = value if name == "model" else float(value)
            except ValueError:
                raise NoughtsError(f"SPRT: {name} is {value!r}; it must be a number") from None
        return cls(**given)  # type: ignore[arg-type]

    @property
    def bounds(self) -> tuple[float, float]:
        """At the lower one H0 is accepted, at the upper one H1."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, sample: Sample) -> float:
        """The log-likelihood ratio of the results; above 0 they speak for H1."""
        if not sample.size:
            return 0.0
        counts = [count or UNSEEN for count in sample.counts]
        total = sum(counts)
        observed = [count / total for count in counts]
        low, high = (self._likeliest(elo, sample, observed) for elo in (self.elo0, self.elo1))
        return total * sum(share * math.log(b / a) for share, a, b in zip(observed, low, high, strict=True))

    def _likeliest(self, elo: float, sample: Sample, observed: Sequence[float]) -> list[float]:
        """The distribution of the greatest likelihood among those of which a hypothesis is true."""
        if self.model == "logistic":
            return _with_mean(sample.values, observed, score_of_elo(elo))
        return _with_distance(sample.values, observed, math.sqrt(sample.games_each) * elo / NORMALIZED)

    def verdict(self, llr: float) -> str | None:
        """ "H0" or "H1" once one of them is accepted."""
        lower, upper = self.bounds
        return "H1" if llr >= upper else "H0" if llr <= lower else None


def _with_mean(values: Sequence[float], observed: Sequence[float], mean: float) -> list[float]:
    """The likeliest distribution with that mean."""
    return _balanced(observed, [value - mean for value in values])


def _with_distance(values: Sequence[float], observed: Sequence[float], distance: float) -> list[float]:
    """The likeliest distribution of which the mean lies so many standard deviations above one half.

    Near a distribution with mean m and deviation s that has the property, mean - 1/2 - distance * deviation grows with
    the share of a value v by v - 1/2 - distance * s * (1 + ((v - m) / s)^2) / 2.
    """
    shares = [1 / len(values)] * len(values)
    for _ in range(_ROUNDS):
        mean = sum(share * value for share, value in zip(shares, values, strict=True))
        deviation = math.sqrt(sum(share * (value - mean) ** 2 for share, value in zip(shares, values, strict=True)))
        before = shares
        shares = _balanced(
            observed,
            [v - 0.5 - distance * deviation * (1 + ((v - mean) / deviation) ** 2) / 2 for v in values],
        )
        if max(abs(new - old) for new, old in zip(shares, before, strict=True)) < 1e-12:
            break
    return shares


def _balanced(observed: Sequence[float], h: Sequence[float]) -> list[float]:
    """observed(i) / (1 + x h(i)) with the x at which the mean of h is 0; that falls as x grows, so x is bisected."""
    low, high = -1 / max(h), -1 / min(h)
    for _ in range(_HALVINGS):
        x = (low + high) / 2
        if sum(share * value / (1 + x * value) for share, value in zip(observed, h, strict=True)) > 0:
            low = x
        else:
            high = x
    return [share / (1 + x * value) for share, value in zip(observed, h, strict=True)]
