"""Levels: how well the engine plays for a person.

A weaker level looks at fewer positions, misjudges what it sees, and overlooks moves: it plays the best that it has
seen, but not always where the game is decided. How weak is one number, its weakness, and each game has its own for
each level: they are steps of one size, found by matches (tuning/fit_levels.py), in `levels.json`. docs/levels.md has
what they are worth.
"""

import functools
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from noughts.board import Game
from noughts.engine.limit import Limit
from noughts.option import Option

MOST_NODES, LEAST_NODES = 200_000, 50  # of a level that is not weak at all, and of all that are very weak
NOISE = 0.2
EVEN = 12.0  # the weakness that overlooks every second move


@dataclass(frozen=True)
class Strength:
    """What a level may see in a game."""

    nodes: int | None = None
    noise: float = 0.0  # how wrong evaluations are at most, in multiples of their spread
    oversight: float = 0.0  # how often a move is overlooked


def strength(weakness: float) -> Strength:
    """The strength of a weakness: each unit halves the positions, doubles the odds of an oversight, and adds to errors.

    >>> strength(0), strength(10)
    (Strength(nodes=200000, noise=0.0, oversight=0.0002), Strength(nodes=195, noise=2.0, oversight=0.2))
    """
    odds = 2 ** (weakness - EVEN)
    nodes = max(LEAST_NODES, round(MOST_NODES * 2**-weakness))
    return Strength(nodes, round(max(0.0, NOISE * weakness), 3), round(odds / (1 + odds), 4))


@dataclass(frozen=True)
class Level:
    name: str
    time: float
    is_capped: bool = True  # it may look only so far: then nothing that is given beside it makes it stronger

    @property
    def solves(self) -> bool:
        """Whether positions near the end are solved, and not only searched."""
        return not self.is_capped

    def strength(self, game: Game) -> Strength:
        if not self.is_capped:
            return Strength()
        weakness = calibration(game).weakness
        return strength(weakness[min(CAPPED.index(self.name), len(weakness) - 1)])

    def limit(self, game: Game) -> Limit:
        return Limit(time=self.time, nodes=self.strength(game).nodes)

    def cap(self, game: Game) -> Limit:
        """The cap that no given limit lifts: with more time a level plays no better, only `max` does."""
        return Limit(nodes=self.strength(game).nodes)


# Steps of one size up from the weakest; how many there are below `max` depends on the game. Dans are the grades of go,
# renju and Othello.
CAPPED = ("beginner", "easy", "medium", "hard", "expert", *(f"{number}-dan" for number in range(1, 13)))
LEVELS = {name: Level(name, time=1.0) for name in CAPPED} | {"max": Level("max", time=2.0, is_capped=False)}
STEP = 165  # Elo that each level should be better than the one below it: 72 % of the points
CASUAL = 1000  # rating of the casual player, in every game
# Levels of today. Games against those before them, which had the same names, count apart. It stands in records.
EDITION, EDITION_TAG = "3", "Levels"
LEVEL = Option(choices=tuple(LEVELS), words="how well it plays")


@dataclass(frozen=True)
class Calibration:
    """The levels of a game, weakest first. One that it does not have plays as the strongest below `max` does."""

    weakness: tuple[float, ...]
    measured: Mapping[str, int]  # ratings by level, as benchmarks/levels.py found them
    default: str  # the level that a casual person beats about every second time

    @property
    def levels(self) -> tuple[str, ...]:
        return (*CAPPED[: len(self.weakness)], "max")

    @property
    def ratings(self) -> dict[str, int]:
        """Ratings in Elo on the game's own scale, where the casual player has CASUAL; by STEP if not measured."""
        place = self.levels.index(self.default)
        return {
            name: self.measured.get(name, CASUAL + STEP * (number - place)) for number, name in enumerate(self.levels)
        }

    def nearest(self, rating: float) -> str:
        """The level of a rating, or the one next to it: an opponent of that strength."""
        ratings = self.ratings
        return min(ratings, key=lambda name: abs(ratings[name] - rating))


def calibration(game: Game) -> Calibration:
    """The levels of a game: its own, those of the k in a row whose board is most like its own, or the general ones.

    Ratings that were measured hold for the game itself alone.
    """
    known = calibrations()
    if game.name in known:
        return known[game.name]
    if game.rules.tag.startswith("is_mnk"):
        alike = [name for name in known if re.fullmatch("[0-9]+x[0-9]+x[0-9]+", name)]
        if alike:
            nearest = min(alike, key=lambda name: abs(_cells(name) - game.max_plies))
            return replace(known[nearest], measured={})
    return known[GENERAL]


GENERAL = "any"
DATA = Path(__file__).with_name("levels.json")


@functools.cache
def calibrations() -> dict[str, Calibration]:
    """The levels of all games that they were fitted in, and of any other."""
    games = json.loads(DATA.read_text())["games"]
    return {name: Calibration(tuple(one["weakness"]), one["ratings"], one["default"]) for name, one in games.items()}


def _cells(name: str) -> int:
    rows, columns, _ = map(int, name.split("x"))
    return rows * columns


def level_table(game: Game) -> list[dict[str, Any]]:
    """All levels as data, for JSON, as they play a game: what is not limited is None."""
    return [
        {
            "name": level.name,
            "time": level.time,
            "nodes": level.strength(game).nodes,
            "noise": level.strength(game).noise,
            "oversight": level.strength(game).oversight,
            "solves": level.solves,
        }
        for level in LEVELS.values()
    ]


def level(name: str) -> Level:
    """The level of that name."""
    return LEVELS[LEVEL.read("level", name)]
