"""Levels: how well the engine plays for a person.

A weaker level looks at fewer positions, misjudges what it sees, and overlooks moves: it plays the best that it has seen,
but not always where the game is decided. How weak is one number, its weakness, and each game has its own for each level:
they are steps of one size, found by matches (tuning/levels.py), in `levels.json`. docs/levels.md has what they are worth.
"""

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from noughts.board import Game
from noughts.engine.limit import Limit
from noughts.option import Option

MOST_NODES = 200_000  # of a level that is not weak at all
LEAST_NODES = 40
_SEES_ALL = 5.0  # the weakness up to which nothing is overlooked


@dataclass(frozen=True)
class Strength:
    """What a level may see in a game."""

    nodes: int | None = None
    noise: float = 0.0  # how wrong evaluations are at most, in multiples of their spread
    oversight: float = 0.0  # how often a move is overlooked


def strength(weakness: float) -> Strength:
    """Half as many positions for each unit of weakness, judged worse and worse, and at length moves overlooked.

    >>> strength(0), strength(11)
    (Strength(nodes=200000, noise=0.0, oversight=0.0), Strength(nodes=98, noise=1.1, oversight=0.875))
    """
    nodes = max(LEAST_NODES, round(MOST_NODES * 2**-weakness))
    oversight = 1 - 2 ** -max(0.0, (weakness - _SEES_ALL) / 2)
    return Strength(nodes, round(0.1 * weakness, 3), round(oversight, 4))


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
        return strength(calibration(game).weakness[self.name]) if self.is_capped else Strength()

    def limit(self, game: Game) -> Limit:
        return Limit(time=self.time, nodes=self.strength(game).nodes)

    def cap(self, game: Game) -> Limit:
        """The cap that no given limit lifts: with more time a level plays no better, only `max` does."""
        return Limit(nodes=self.strength(game).nodes)


_CAPPED = ("beginner", "easy", "medium", "hard", "expert", "master", "grandmaster", "champion")
LEVELS = {name: Level(name, time=1.0) for name in _CAPPED} | {"max": Level("max", time=2.0, is_capped=False)}
LEVEL = Option(choices=tuple(LEVELS), words="how well it plays")


@dataclass(frozen=True)
class Calibration:
    """The levels of a game."""

    weakness: Mapping[str, float]
    ratings: Mapping[str, int]  # by level, `casual` among them, on the game's own scale; empty if it was not measured
    default: str  # the level that a casual person beats every second time


def calibration(game: Game) -> Calibration:
    """The levels of a game: its own, those of the k in a row whose board is most like its own, or the general ones."""
    known = _calibrations()
    if game.name in known:
        return known[game.name]
    if game.rules.tag.startswith("is_mnk"):
        alike = [name for name in known if name.count("x") == 2 and name[0].isdigit()]
        if alike:
            return known[min(alike, key=lambda name: abs(_cells(name) - game.max_plies))]
    return known[GENERAL]


GENERAL = "any"
DATA = Path(__file__).with_name("levels.json")


@functools.cache
def _calibrations() -> dict[str, Calibration]:
    return {
        name: Calibration(dict(zip(_CAPPED, one["weakness"], strict=True)), one["ratings"], one["default"])
        for name, one in json.loads(DATA.read_text())["games"].items()
    }


def _cells(name: str) -> int:
    rows, columns, _ = map(int, name.split("x"))
    return rows * columns


def level_table(game: Game) -> list[dict[str, Any]]:
    """All levels of a game as data, for JSON: what is not limited is None."""
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
