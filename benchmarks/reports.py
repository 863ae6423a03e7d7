"""The engine at 0.1 s a move against each report's own player, in its own games: pairs of games from random openings.

    python benchmarks/reports.py [--games 40] [--only ultimate]

The players have their full settings, but for report 001, whose 24 s a move would take a day: it gets ten times the
engine's time. Boards of report 000 have random obstacles on an eighth of their cells. On 3x3x3 and 4x5x4, where most
openings are decided, games begin from openings that a search to the end calls drawn.
"""

import argparse
import concurrent.futures
import multiprocessing
import os
import random
from typing import Any

TIME = 0.1
SMALL = ("3x3x3", "4x5x4")
MATCHES = (
    ("report000", "6x7x4"),
    ("report000", "8x8x5"),
    ("report000", "10x10x5"),
    ("report001:time=1", "xtreme"),
    ("report002", "3x3x3"),
    ("report002", "nineboard"),
    ("report002", "ultimate"),
    ("report003", "xrudder"),
    ("report003:clock=yes", "xrudder"),
    ("report004", "4x5x4"),
)


def with_obstacles(game: Any, chance: random.Random) -> Any:
    """Two random moves on a board with obstacles."""
    while True:
        cells = ["#" if chance.random() < 1 / 8 else "." for _ in range(game.rows * game.columns)]
        rows = ["".join(cells[at : at + game.columns]) for at in range(0, len(cells), game.columns)]
        position = game.position("/".join(rows))
        for _ in range(2):
            if not position.is_game_over():
                position.push(chance.choice(position.legal_moves))
        if not position.is_game_over():
            return position


def drawn(game: Any, chance: random.Random) -> Any:
    """A random opening that is a draw with best play."""
    from noughts import Engine, Limit
    from noughts.match import random_opening

    judge = Engine()
    while True:
        position = random_opening(game, chance)
        if judge.analyse(position, Limit(depth=game.max_plies)).score.value == 0:
            return position


def play(player: str, name: str, games: int) -> Any:
    from noughts import Engine, Limit, game
    from noughts.match import MatchScore, play_match

    engines = Engine(limit=Limit(time=TIME)), Engine(player, seed=1)
    score = MatchScore()
    draw_opening = with_obstacles if player.startswith("report000") else drawn if name in SMALL else None
    for so_far, _ in play_match(game(name), *engines, games, draw_opening=draw_opening):
        score = so_far
    return score


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--only", nargs="+", metavar="GAME")
    arguments = parser.parse_args()
    chosen = [(player, name) for player, name in MATCHES if not arguments.only or name in arguments.only]
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count(), context) as pool:
        running = [pool.submit(play, player, name, arguments.games) for player, name in chosen]
        for (player, name), match in zip(chosen, running, strict=True):
            print(f"{name:<10} {player:<20} {match.result()}", flush=True)


if __name__ == "__main__":
    main()
