"""Levels fitted by matches, as steps of one size in each game: writes src/noughts/engine/levels.json.

    python tuning/fit_levels.py [--games 240] [--concurrency 1] [--only ultimate 15x15x5]

For each game: how strong is a player of each weakness (engine/levels.py)? All games, of levels, of `max` and of the
casual player (`casual`), fit one curve, so that a match between two levels tells of those beside them too. In rounds,
the levels that follow from the curve so far play the ones next to them. The steps down from `max` are so large that one
of the levels is as strong as the casual player; two more are weaker, unless play can hardly be worse. `max` has as many
nodes as it searches in 0.1 s of an idle core, so that no clock decides. Games of users' own get the general levels: the
middle of all games. With --only, these games are fitted anew, and the others stay. What was played before, with the
same sources, is not played again.
"""

import argparse
import json
import math
import random
import statistics
import time
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from noughts.board import Game

GAMES = (
    *("15x15x5", "ultimate", "10x10x5", "nineboard", "xtreme", "xrudder"),
    *("examples/connect_four.py", "examples/hex.py", "examples/breakthrough.py"),
)
OPENINGS = "random:4"
MAX_TIME = 0.1
STEP = 165  # Elo between levels: 72 %, the middle of what is wanted
LEAST_STEP, MOST_STEP = 150, 180
BELOW_CASUAL = 2  # levels
FEWEST = 5
STRONGEST, WEAKEST = -1.0, 19.0  # weaknesses; at the latter nearly every move is overlooked
ELO = 400 / math.log(10)
ROUNDS = (0.15, 0.25, 0.3, 0.3)  # of the games
DEAR = 10_000  # nodes from which on games take long: fewer are played,
DEAR_SHARE = 0.3  # so many

MAX, CASUAL = "max", "casual"
KNOT = 0.5  # between two weaknesses whose ratings are parameters
KNOTS = np.arange(STRONGEST, WEAKEST + KNOT, KNOT)
# What is believed before any game, in Elo: how much weaker a knot is than the one before it, how far from that it may
# be, and how much that differs from knot to knot; how far `max` and the casual player are from a weakness.
USUAL_SLOPE, SLOPE_SPREAD, BEND_SPREAD = 50.0, 50.0, 20.0
PLACES = {MAX: (0.0, 150.0), CASUAL: (11.0, 300.0)}


class Curve:
    """Ratings by weakness, of `max` and of the casual player: Bradley-Terry's, with a curve that is smooth."""

    def __init__(self) -> None:
        self.played: list[tuple[float | str, float | str, float, int]] = []  # two players, points of the first, games
        count = len(KNOTS)
        rows: list[NDArray[np.float64]] = []
        aims: list[float] = []
        unit = np.eye(count + len(PLACES))
        for here, below in pairwise(range(count)):
            rows.append((unit[here] - unit[below]) / SLOPE_SPREAD)
            aims.append(USUAL_SLOPE / SLOPE_SPREAD)
        for here in range(1, count - 1):
            rows.append((unit[here - 1] - 2 * unit[here] + unit[here + 1]) / BEND_SPREAD)
            aims.append(0.0)
        for name, (place, spread) in PLACES.items():
            rows.append((self._row(name) - self._row(place)) / spread)
            aims.append(0.0)
        rows.append(self._row(0.0))  # ratings are told apart by differences alone
        aims.append(0.0)
        self._beliefs, self._aims = np.array(rows), np.array(aims)
        self.ratings = np.linalg.lstsq(self._beliefs, self._aims, rcond=None)[0]

    def _row(self, player: float | str) -> NDArray[np.float64]:
        """What the parameters weigh in a player's rating."""
        row = np.zeros(len(KNOTS) + len(PLACES))
        if isinstance(player, str):
            row[len(KNOTS) + list(PLACES).index(player)] = 1.0
        else:
            at = min(max((player - STRONGEST) / KNOT, 0.0), len(KNOTS) - 1.0)
            below = min(int(at), len(KNOTS) - 2)
            row[below], row[below + 1] = below + 1 - at, at - below
        return row

    def rating(self, player: float | str) -> float:
        return float(self._row(player) @ self.ratings)

    def fit(self) -> None:
        """Take in all games, by Newton's method."""
        rows = np.array([self._row(one) - self._row(other) for one, other, _, _ in self.played]) / ELO
        points, games = np.array([[points, games] for _, _, points, games in self.played], float).T
        for _ in range(50):
            expected = 1 / (1 + np.exp(-rows @ self.ratings))
            gradient = rows.T @ (points - games * expected)
            gradient -= self._beliefs.T @ (self._beliefs @ self.ratings - self._aims)
            weights = games * expected * (1 - expected)
            curvature = (rows.T * weights) @ rows + self._beliefs.T @ self._beliefs
            step = np.linalg.solve(curvature, gradient)
            self.ratings += step / max(1.0, np.abs(step).max() / 200)

    def weakness(self, rating: float) -> float:
        """The weakness of a rating, STRONGEST and WEAKEST at least and at most."""
        falling = np.minimum.accumulate(self.ratings[: len(KNOTS)]) - 1e-3 * np.arange(len(KNOTS))
        return round(float(np.interp(-rating, -falling, KNOTS)), 2)

    def levels(self) -> list[float]:
        """Levels from the strongest down, each a step weaker than the one above it, the first than `max`."""
        best, distance = self.rating(MAX), self.rating(MAX) - self.rating(CASUAL)
        step = distance / max(1, round(distance / STEP))
        step = step if LEAST_STEP < step < MOST_STEP else STEP
        found: list[float] = []
        while len(found) < max(FEWEST, math.ceil(distance / step - 0.5) + BELOW_CASUAL):
            one = self.weakness(best - (len(found) + 1) * step)
            if one >= WEAKEST:
                break
            found.append(one)
        return found


class Matches:
    """Matches of one game, kept by the arena's journals."""

    def __init__(self, name: str, concurrency: int) -> None:
        from noughts.arena.openings import Openings
        from noughts.registry import game

        self.name, self.concurrency, self.game = name, concurrency, game(name)
        self._openings = Openings.read(OPENINGS, self.game)

    def points(self, one: str, other: str, games: int) -> float:
        """The points of one in so many games against the other."""
        from noughts.arena.competition import Competition
        from noughts.arena.journal import Journal
        from noughts.arena.scheduling import LocalProcesses, play_pairings

        workers = LocalProcesses(self.concurrency) if self.concurrency > 1 else None
        match = Competition(self.name, (one, other), self._openings)
        with Journal(match.definition()) as journal:
            return sum(played.share for played in play_pairings(match, [(0, 1)], games, journal, workers))


def nodes_of_max(game: "Game") -> int:
    """Nodes that the engine looks at in MAX_TIME on a core of its own."""
    from noughts import Engine, Limit

    engine, position, chance = Engine(hash_mb=16), game.start(), random.Random(1)
    while position.ply < min(8, game.max_plies // 4):
        position.push(chance.choice(position.legal_moves))
    engine.prepare(game)
    begun = time.process_time()
    nodes = engine.analyse(position, Limit(nodes=100_000)).stats.nodes
    return 1000 * max(1, round(nodes * MAX_TIME / (time.process_time() - begun) / 1000))


def max_text(nodes: int) -> str:
    return f"noughts:nodes={nodes},hash_mb=16"


def text_of(weakness: float) -> str:
    from noughts.engine.levels import strength

    one = strength(weakness)
    return f"noughts:nodes={one.nodes},noise={one.noise},oversight={one.oversight},hash_mb=16"


def fitted(name: str, games: int, concurrency: int) -> dict[str, Any]:
    """The levels of a game, weakest first."""
    from noughts.engine.levels import strength

    matches, curve = Matches(name, concurrency), Curve()
    nodes = nodes_of_max(matches.game)

    def looked_at(player: float | str) -> int:
        return {MAX: nodes, CASUAL: 0}[player] if isinstance(player, str) else strength(player).nodes or 0

    def text(player: float | str) -> str:
        return {MAX: max_text(nodes), CASUAL: CASUAL}[player] if isinstance(player, str) else text_of(player)

    def meet(one: float | str, other: float | str, number: float) -> None:
        number *= DEAR_SHARE if max(looked_at(one), looked_at(other)) > DEAR else 1.0
        even = 2 * math.ceil(number / 2)
        curve.played.append((one, other, matches.points(text(one), text(other), even), even))

    for share in ROUNDS:
        players: list[float | str] = [MAX, *(levels := curve.levels())]
        for above, below in pairwise(players):
            meet(above, below, games * share)
        casual = curve.rating(CASUAL)
        for one in sorted(levels, key=lambda one: abs(curve.rating(one) - casual))[:2]:
            meet(CASUAL, one, games * share)
        curve.fit()
        told = ", ".join(f"{one} {curve.rating(one):.0f}" for one in [*players, CASUAL])
        print(f"{name}, {nodes} nodes for max: {told}", flush=True)
    weakness, as_casual = curve.levels()[::-1], curve.weakness(curve.rating(CASUAL))
    default = nearest(weakness, as_casual)
    return {"from": name, "weakness": weakness, "ratings": {}, "default": default, "casual": as_casual, "max": nodes}


def nearest(weakness: list[float], casual: float) -> str:
    """The level that is as weak as the casual player, or the one next to it."""
    from noughts.engine.levels import CAPPED

    return min(zip(CAPPED, weakness, strict=False), key=lambda one: abs(one[1] - casual))[0]


def middle(games: list[list[float]], casual: float) -> list[float]:
    """Levels for any game, weakest first: as many steps below max as a weakness is in the median of these games."""
    grid = np.arange(0.0, WEAKEST, 0.05)
    counted = []
    for one in games:
        more = [one[0] + number * (one[0] - one[1]) for number in range(1, 15)]  # as if it went on so
        counted.append(np.interp(grid, [*reversed(one), *more], np.arange(1, len(one) + 15)))
    steps = np.median(counted, axis=0)
    below = [float(np.interp(number, steps, grid)) for number in range(1, int(steps[-1]) + 1)]
    count = max(FEWEST, sum(one <= casual for one in below) + BELOW_CASUAL)
    return [round(one, 2) for one in reversed(below[:count])]


def main() -> None:
    from noughts.engine.levels import DATA, GENERAL

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=240, help="by which each level is fitted")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--only", nargs="+", metavar="GAME")
    arguments = parser.parse_args()
    kept = json.loads(DATA.read_text())
    for name in arguments.only or GAMES:
        one = fitted(name, arguments.games, arguments.concurrency)
        kept["games"][Matches(name, 1).game.name] = one
        own = [entry for key, entry in kept["games"].items() if key != GENERAL]
        casual = statistics.median(entry["casual"] for entry in own)
        general = middle([entry["weakness"] for entry in own], casual)
        kept["games"][GENERAL] = {"weakness": general, "ratings": {}, "default": nearest(general, casual)}
        DATA.write_text(json.dumps(kept, indent=1) + "\n")


if __name__ == "__main__":
    main()
