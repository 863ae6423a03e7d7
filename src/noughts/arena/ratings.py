"""Ratings of several players from the games between them: Bradley-Terry's model by maximum likelihood.

The model: a player rated d Elo higher expects 1 / (1 + 10^(-d / 400)) of the points; a draw is half a win and half a
loss. The likelihood of all results has one maximum if no player, and no group, has made every point against the rest or
none (Ford 1957); it is found by Newton's method. Where there is none, a drawn game is added to each pairing: that
keeps ratings finite. Ratings are differences: their mean is 0.

Errors are a bootstrap over pairs of games: as many pairs as were played are drawn anew with repetition, many times, and
the error of a rating is half of what 95 % of its values cover. How the games of a pair hang together does not matter.
(Drawing within each pairing instead would see no chance at all where all have met once.)
"""

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from noughts.arena.statistics import Estimate

_ELO = 400 / math.log(10)  # Elo of one unit of log-odds
_RESAMPLES = 400

Points = NDArray[np.float64]  # points[i, j]: what i made against j


def maximum_likelihood(points: Points) -> tuple[NDArray[np.float64], bool]:
    """Ratings in Elo, and whether a drawn game had to be added to each pairing."""
    is_added = not _has_maximum(points)
    if is_added:
        points = points + 0.5 * ((points + points.T) > 0)
    games = points + points.T
    strength = np.zeros(len(points))
    for _ in range(200):
        expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        gradient = (points - games * expected).sum(axis=1)
        weights = games * expected * (1 - expected)
        # The ones fix the mean: the likelihood depends on differences alone.
        curvature = np.diag(weights.sum(axis=1)) - weights + 1
        step = np.linalg.lstsq(curvature, gradient)[0]  # players without a game have no curvature
        strength += np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-10:
            break
    return _ELO * (strength - strength.mean()), is_added


def _has_maximum(points: Points) -> bool:
    """Whether every player has a point, by way of others if need be, against every other."""
    reaches = (points > 0) | np.eye(len(points), dtype=bool)
    for _ in range(len(points).bit_length()):
        reaches = reaches @ reaches
    return bool(reaches.all())


def ratings(count: int, pairings: Mapping[tuple[int, int], Sequence[float]], seed: int = 1) -> list[Estimate]:
    """The rating of each player. A pairing (i, j) has the points of i, from 0 to 2, in each pair of games.

    >>> [round(one.value) for one in ratings(2, {(0, 1): [2, 1, 1, 2]})]
    [95, -95]
    """
    pairs = [(i, j, points) for (i, j), some in pairings.items() for points in some]
    played = np.array(pairs, float).reshape(-1, 3)
    found, _ = maximum_likelihood(_points(count, played))
    if len(played) < 2:
        return [Estimate(float(value), math.inf) for value in found]
    chance = np.random.default_rng(seed)
    draws = (played[chance.integers(len(played), size=len(played))] for _ in range(_RESAMPLES))
    low, high = np.quantile([maximum_likelihood(_points(count, drawn))[0] for drawn in draws], (0.025, 0.975), axis=0)
    return [Estimate(float(value), float(error)) for value, error in zip(found, (high - low) / 2, strict=True)]


def _points(count: int, pairs: NDArray[np.float64]) -> Points:
    """Rows of two players and the points of the first of them, added up."""
    points = np.zeros((count, count))
    i, j = pairs[:, 0].astype(int), pairs[:, 1].astype(int)
    np.add.at(points, (i, j), pairs[:, 2])
    np.add.at(points, (j, i), 2 - pairs[:, 2])
    return points
