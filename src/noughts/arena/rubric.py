"""A rubric by which a bot is graded: the conditions, the same for everybody, and points for what it reaches.

game = "ultimate"
games = 10                      # against each: pairs from the same openings, colours swapped
time = 1                        # seconds for a move; or clock = "20+0.1", nodes = 1000, depth = 4
seed = 1                        # of openings and players
cpu_clock = true                # times are processor time
no_engine = true                # our engine is withheld, by agreement
points = [[0.5, 5]]             # for an opponent without points of its own
clean = 10                      # points for losing no game by default
leaderboard = true

[[against]]
player = "noughts:level=easy"   # as `noughts match` takes players
name = "beats easy"
points = [[0.5, 5], [0.75, 10]] # for half of the games' points, draws half; for three quarters
visibility = "after_due_date"   # of Gradescope: visible, hidden, after_due_date, after_published
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from noughts.errors import NoughtsError
from noughts.option import Option
from noughts.system.toml import read_toml

VISIBILITIES = ("visible", "hidden", "after_due_date", "after_published")
OPTIONS = {
    "game": Option(words="the game"),
    "games": Option(10, 1, 10_000, words="against each opponent"),
    "time": Option(kind="number", least=0, most=3600, unit="seconds", words="for a move"),
    "clock": Option(words="for the game"),
    "depth": Option(kind="whole", least=1, most=1000, words="plies"),
    "nodes": Option(kind="whole", least=1, most=2**40, words="positions"),
    "openings": Option(words="what to begin from"),
    "seed": Option(1, 0, 2**32, words="of openings and players"),
    "cpu_clock": Option(False, words="whether times are of the processor"),
    "no_engine": Option(False, words="whether our engine is withheld"),
    "clean": Option(0.0, 0, 10**6, words="points for losing no game by default"),
    "leaderboard": Option(False, words="whether scores are told for Gradescope's leaderboard"),
}
TEST_OPTIONS = {
    "player": Option(words="the opponent"),
    "name": Option(words="the test, for people"),
    "visibility": Option("visible", choices=VISIBILITIES, words="of Gradescope"),
}
_POINTS = [[0.5, 1]]
_SHARE, _WORTH = Option(0.5, 0, 1), Option(0.0, 0, 10**6)

Thresholds = tuple[tuple[float, float], ...]  # a share of the games' points, and what it is worth; the least first


@dataclass(frozen=True)
class Test:
    """An opponent, and what the games against it are worth."""

    player: str
    points: Thresholds
    name: str = ""
    visibility: str = VISIBILITIES[0]

    @property
    def most(self) -> float:
        return max(worth for _, worth in self.points)

    def worth(self, share: float) -> float:
        """The points for a share of the games' points.

        >>> test = Test("random", ((0.5, 5.0), (0.75, 10.0)))
        >>> test.worth(0.4), test.worth(0.5), test.worth(1.0)
        (0.0, 5.0, 10.0)
        """
        return max((worth for least, worth in self.points if share >= least - 1e-9), default=0.0)


@dataclass(frozen=True)
class Rubric:
    """Settings by their names in the file, and the tests that it names."""

    settings: Mapping[str, Any] = field(default_factory=dict)
    points: Thresholds = ((0.5, 1.0),)
    tests: tuple[Test, ...] = ()

    @classmethod
    def read(cls, path: Path) -> "Rubric":
        table = read_toml(path, "rubric")
        points = _thresholds(f"{path}: points", table.pop("points", _POINTS))
        against = table.pop("against", [])
        if not isinstance(against, list) or not all(isinstance(one, dict) for one in against):
            raise NoughtsError(
                f"{path}: against is {against!r}; opponents are written as [[against]] with player below it"
            )
        tests = [_test(f"{path}: against {number}", one, points) for number, one in enumerate(against, 1)]
        return cls(_checked(str(path), table, OPTIONS), points, tuple(tests))

    def tests_of(self, players: Sequence[str]) -> tuple[Test, ...]:
        """The tests for these opponents; those of the file if none are named."""
        if not players:
            return self.tests
        known = {test.player: test for test in self.tests}
        return tuple(known.get(player) or Test(player, self.points) for player in players)


def _test(where: str, table: Mapping[str, Any], points: Thresholds) -> Test:
    given = {**table}
    own = _thresholds(f"{where}: points", given.pop("points")) if "points" in given else points
    found = _checked(where, given, TEST_OPTIONS)
    if "player" not in found:
        raise NoughtsError(f'{where} has no player; write player = "noughts:level=easy"')
    return Test(points=own, **found)


def _checked(where: str, table: Mapping[str, Any], options: Mapping[str, Option]) -> dict[str, Any]:
    for name in table:
        if name not in options:
            raise NoughtsError(f"{where} has no setting {name!r}; there are {', '.join(options)}, points")
    return {name: options[name].check(f"{where}: {name}", value) for name, value in table.items()}


def _thresholds(where: str, value: Any) -> Thresholds:
    if not isinstance(value, list) or not value or not all(isinstance(one, list) and len(one) == 2 for one in value):
        raise NoughtsError(f"{where} is {value!r}; it must be shares with points, as in [[0.5, 5], [0.75, 10]]")
    return tuple(sorted((_SHARE.check(where, share), _WORTH.check(where, worth)) for share, worth in value))
