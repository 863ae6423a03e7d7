"""Levels fitted by matches, as steps of one size in each game: writes src/noughts/engine/levels.json.

    python tuning/fit_levels.py [--games 120] [--concurrency 1] [--only ultimate 15x15x5]

For each game, from above: which weakness (engine/levels.py) loses to the level above it as often as a step should
cost? That goes on until two levels are weaker than the casual player (`casual`), or play can hardly be worse. `max` has
as many nodes as it searches in 0.1 s of an idle core, so that no clock decides. Games of users' own get the general
levels: the middle of all games. With --only, these games are fitted anew, and the others stay. What was played before,
with the same sources, is not played again.
"""

import argparse
import json
import math
import random
import statistics
import time
from dataclasses import dataclass, field

import numpy as np

GAMES = (
    *("15x15x5", "ultimate", "10x10x5", "nineboard", "xtreme", "xrudder"),
    *("examples/connect_four.py", "examples/hex.py", "examples/breakthrough.py"),
)
MAX_TIME = 0.1
STEP = 165  # Elo between levels: 72 %, the middle of what is wanted
BELOW_CASUAL = 2  # levels
MOST_LEVELS, FEWEST = 14, 5
WEAKEST = 20.0  # nearly every move is overlooked
USUAL_SLOPE = 0.6
CASUAL_START = 11.0  # where the casual player is looked for first
ELO = 400 / math.log(10)
DEAR = 20_000  # nodes from which on games take long: fewer are played


@dataclass
class Fit:
    """Points of a reference against players of some weakness: a logistic curve, fitted as they come in."""

    slope: float  # that is expected, per unit of weakness, in natural log-odds
    start: float | None  # the reference's own weakness, if it has one: there it makes half of the points
    played: list[tuple[float, float, int]] = field(default_factory=list)  # weakness, points, games

    def curve(self) -> tuple[float, float]:
        """Intercept and slope of the log-odds, by Newton's method."""
        own = [(self.start, 10.0, 20)] if self.start is not None else []
        weakness, points, games = np.array([*self.played, *own], float).T
        middle = weakness.mean()
        found = np.array([0.0, self.slope])
        for _ in range(60):
            expected = 1 / (1 + np.exp(-(found[0] + found[1] * (weakness - middle))))
            error, weight = points - games * expected, games * expected * (1 - expected) + 0.05
            prior = 4 / self.slope**2  # the slope is known to a half
            gradient = np.array([error.sum(), (error * (weakness - middle)).sum() - prior * (found[1] - self.slope)])
            spread = (weight * (weakness - middle)).sum()
            curvature = np.array([[weight.sum(), spread], [spread, (weight * (weakness - middle) ** 2).sum() + prior]])
            found += np.clip(np.linalg.solve(curvature, gradient), -2, 2)
        slope = max(found[1], self.slope / 4)
        return float(found[0] - slope * middle), float(slope)

    def weakness_at(self, elo: float) -> float:
        """Where the reference is better by so much."""
        intercept, slope = self.curve()
        return (elo / ELO - intercept) / slope


class Matches:
    """Matches of one game, kept by the arena's journals."""

    def __init__(self, name: str, concurrency: int) -> None:
        from noughts.arena.openings import DEFAULT, Openings
        from noughts.registry import game

        self.name, self.concurrency, self.game = name, concurrency, game(name)
        self._openings = Openings.read(DEFAULT, self.game)

    def points(self, one: str, other: str, games: int) -> float:
        """The points of one in so many games against the other."""
        from noughts.arena.competition import Competition
        from noughts.arena.journal import Journal
        from noughts.arena.scheduling import LocalProcesses, play_pairings

        workers = LocalProcesses(self.concurrency) if self.concurrency > 1 else None
        match = Competition(self.name, (one, other), self._openings)
        with Journal(match.definition()) as journal:
            return sum(played.share for played in play_pairings(match, [(0, 1)], games, journal, workers))

    def nodes_of_max(self) -> int:
        """Nodes that the engine looks at in MAX_TIME on a core of its own."""
        from noughts import Engine, Limit

        engine, position, chance = Engine(hash_mb=16), self.game.start(), random.Random(1)
        for _ in range(8):
            position.push(chance.choice(position.legal_moves))
        engine.prepare(self.game)
        begun = time.process_time()
        nodes = engine.analyse(position, Limit(nodes=100_000)).stats.nodes
        return 1000 * round(nodes * MAX_TIME / (time.process_time() - begun) / 1000)

    def weakness(self, reference: str, fit: "Fit", elo: float, games: int, start: float) -> float:
        """The weakness that is worse than a reference by so much; one that stands at `start` itself, or near it."""
        weakness, least = (
            round(min(start + elo / ELO / fit.slope, WEAKEST), 2),
            start if fit.start is not None else -2.0,
        )
        for share in (0.2, 0.35, 0.45):
            batch = 2 * math.ceil(games * share / 2)
            fit.played.append((weakness, self.points(reference, text_of(weakness), batch), batch))
            weakness = round(min(max(fit.weakness_at(elo), least), WEAKEST), 2)
        return weakness


def text_of(weakness: float) -> str:
    from noughts.engine.levels import strength

    one = strength(weakness)
    return f"noughts:nodes={one.nodes},noise={one.noise},oversight={one.oversight},hash_mb=16"


def fitted(name: str, games: int, concurrency: int) -> dict[str, object]:
    """The levels of a game, weakest first."""
    from noughts.engine.levels import strength

    matches = Matches(name, concurrency)
    nodes = matches.nodes_of_max()
    casual = Fit(USUAL_SLOPE, None)
    as_casual = matches.weakness("casual", casual, 0.0, games // 2, CASUAL_START)
    print(f"{name}: max {nodes} nodes, casual {as_casual}", flush=True)
    weakness: list[float] = []
    above, fit = f"noughts:nodes={nodes},hash_mb=16", Fit(USUAL_SLOPE, None)
    while len(weakness) < MOST_LEVELS:
        if sum(one > as_casual for one in weakness) >= BELOW_CASUAL and len(weakness) >= FEWEST:
            break
        last = weakness[-1] if weakness else 0.0
        is_dear = (strength(last).nodes or 0) > DEAR
        found = matches.weakness(above, fit, STEP, games // 4 if is_dear else games, last)
        if found >= WEAKEST:
            break
        weakness.append(found)
        above, fit = text_of(found), Fit(max(0.2, fit.curve()[1]), found)
        print(f"  {found} {fit.slope:.2f}", flush=True)
    weakness.reverse()
    default = nearest(weakness, as_casual)
    return {"from": name, "weakness": weakness, "ratings": {}, "default": default, "casual": as_casual}


def nearest(weakness: list[float], casual: float) -> str:
    """The level that is as weak as the casual player, or the one next to it."""
    from noughts.engine.levels import CAPPED

    return min(zip(CAPPED, weakness, strict=False), key=lambda one: abs(one[1] - casual))[0]


def middle(games: list[list[float]]) -> list[float]:
    """Levels for any game: of as many as most games have, each the median of those at the same place from above."""
    count = round(statistics.median(map(len, games)))
    places = [[one[-1 - place] for one in games if len(one) > place] for place in range(count)]
    return [round(statistics.median(place), 2) for place in reversed(places)]


def main() -> None:
    from noughts.engine.levels import DATA, GENERAL

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=120, help="by which each level is fitted")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--only", nargs="+", metavar="GAME")
    arguments = parser.parse_args()
    kept = json.loads(DATA.read_text())
    for name in arguments.only or GAMES:
        one = fitted(name, arguments.games, arguments.concurrency)
        kept["games"][Matches(name, 1).game.name] = one
        own = [entry for key, entry in kept["games"].items() if key != GENERAL]
        general, casual = middle([entry["weakness"] for entry in own]), statistics.median(e["casual"] for e in own)
        kept["games"][GENERAL] = {"weakness": general, "ratings": {}, "default": nearest(general, casual)}
        DATA.write_text(json.dumps(kept, indent=1) + "\n")


if __name__ == "__main__":
    main()
