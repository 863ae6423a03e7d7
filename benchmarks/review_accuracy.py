"""Does a review tell players apart? The accuracy of random moves, easy, hard and max: the table of docs/review.md.

They play each other in every game of docs/levels.md (small boards, where good players draw, are left out), and the
games are reviewed with so many nodes a position: the mean accuracy of a player's sides with its standard error.

    python benchmarks/review_accuracy.py [--games 120] [--nodes 2500] [--only ultimate examples/othello.py]

`max` has as many nodes as it searches in 0.1 s of an idle core, so that no clock decides: the same games and reviews
come out each time. Easy and hard, which are nearest to each other, meet most often. A game that was measured is not
measured again, unless --only names it. It ends with exit code 1 where the order is not random < easy < hard < max by
more than the errors, or random and max are less than 35 apart.
"""

import argparse
import json
import math
import random
import statistics
import sys
import time
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path

from noughts import Engine, Limit, game
from noughts.board import Game, Position
from noughts.engine.levels import DATA
from noughts.engine.review import game_accuracy, review

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "review_accuracy.json"
TARGET = ROOT / "docs" / "review.md"
GAMES = (
    *("ultimate", "ultimate-count", "15x15x5", "10x10x5", "nineboard", "xtreme", "xrudder"),
    *("examples/connect_four.py", "examples/hex.py", "examples/breakthrough.py", "examples/othello.py"),
)
PLAYERS = RANDOM, EASY, HARD, MAX = ("random", "easy", "hard", "max")
MEETINGS = (
    *(
        (EASY, HARD),
        (RANDOM, MAX),
        (HARD, EASY),
        (EASY, MAX),
        (RANDOM, EASY),
        (HARD, MAX),
        (EASY, HARD),
        (RANDOM, HARD),
    ),
)
OPENING = 2  # plies by chance, which are nobody's
USUAL_NODES = 200_000  # of `max`, where levels.json does not say
LEAST_DISTANCE = 35  # between random and max


@dataclass(frozen=True)
class Row:
    name: str
    means: list[float]  # by player
    errors: list[float]
    sides: list[int]
    seconds: float

    @property
    def holds(self) -> bool:
        steps = pairwise(zip(self.means, self.errors, strict=True))
        apart = all(above - below > math.hypot(low, high) for (below, low), (above, high) in steps)
        return apart and self.means[-1] - self.means[0] >= LEAST_DISTANCE


class Players:
    """The four, who play a game with the chance of its number."""

    def __init__(self, played: Game, nodes_of_max: int, number: int) -> None:
        self._chance = random.Random(number)
        levels = f"hash_mb=4,seed={number},time=100000000"
        self._engines = {name: Engine(f"noughts:level={name},{levels}") for name in (EASY, HARD)}
        self._engines[MAX] = Engine(hash_mb=16, limit=Limit(nodes=nodes_of_max, time=1e8))

    def opening(self, position: Position) -> None:
        for _ in range(OPENING):
            position.push(self._chance.choice(position.legal_moves))

    def move(self, name: str, position: Position) -> None:
        if name == RANDOM:
            position.push(self._chance.choice(position.legal_moves))
        else:
            position.push(self._engines[name].play(position).move)


def nodes_of_max(name: str) -> int:
    """Of this game, or of the one that it is a variant of."""
    known = {one["from"]: one["max"] for one in json.loads(DATA.read_text())["games"].values() if "max" in one}
    return int(known.get(name, known.get(name.partition("-")[0], USUAL_NODES)))


def measured(name: str, games: int, nodes: int) -> Row:
    begun = time.process_time()
    played, found = game(name), dict[str, list[float]]((player, []) for player in PLAYERS)
    judge = Engine(hash_mb=16)
    judge.prepare(played)
    for number in range(games):
        meeting, players = MEETINGS[number % len(MEETINGS)], Players(played, nodes_of_max(name), number)
        position = played.start()
        players.opening(position)
        first = position.turn
        sides = {first: meeting[number // len(MEETINGS) % 2], 1 - first: meeting[1 - number // len(MEETINGS) % 2]}
        while not position.is_game_over():
            players.move(sides[position.turn], position)
        verdicts = list(review(position, judge, Limit(nodes=nodes, time=1e8)))[OPENING:]
        for side, player in sides.items():
            accuracy = game_accuracy(verdicts, side)
            if accuracy is not None:
                found[player].append(accuracy)
        print(f"{name}: {number + 1} of {games}", end="\r", file=sys.stderr, flush=True)
    return Row(
        name,
        [statistics.mean(found[player]) for player in PLAYERS],
        [statistics.stdev(found[player]) / math.sqrt(len(found[player])) for player in PLAYERS],
        [len(found[player]) for player in PLAYERS],
        round(time.process_time() - begun),
    )


def table(rows: list[Row]) -> str:
    lines = [f"| game | {' | '.join(PLAYERS)} |", "| --- " * (len(PLAYERS) + 1) + "|"]
    for row in rows:
        cells = (f"{mean:.0f} ± {error:.0f}" for mean, error in zip(row.means, row.errors, strict=True))
        lines.append(f"| {row.name} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=120)
    parser.add_argument("--nodes", type=int, default=2500, help="of the review, for a position")
    parser.add_argument("--only", nargs="+", metavar="GAME")
    arguments = parser.parse_args()
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    for name in arguments.only or [name for name in GAMES if name not in results]:
        row = measured(name, arguments.games, arguments.nodes)
        print(table([row]), flush=True)
        results[name] = asdict(row)
        RESULTS.write_text(json.dumps(results, indent=1) + "\n")
    rows = [Row(**results[name]) for name in GAMES if name in results]
    if TARGET.exists():
        before, _, after = TARGET.read_text().partition("<!-- table -->\n")
        _, _, after = after.partition("<!-- end of table -->\n")
        TARGET.write_text(f"{before}<!-- table -->\n{table(rows)}<!-- end of table -->\n{after}")
    failed = [row.name for row in rows if not row.holds]
    if failed:
        raise SystemExit(f"the order does not hold, or the distance is too small: {', '.join(failed)}")


if __name__ == "__main__":
    main()
