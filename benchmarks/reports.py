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


def drawn_openings(name: str, count: int) -> Any:
    """Random openings that are draws with best play."""
    from noughts import Engine, Limit, game
    from noughts.arena.openings import Opening, Openings, random_opening

    judge, chance = Engine(), random.Random(1)
    found: list[Opening] = []
    while len(found) < count:
        position = random_opening(game(name), chance)
        if judge.analyse(position, Limit(depth=position.game.max_plies)).score.value == 0:
            found.append(Opening(moves=tuple(move.text for move in position.move_stack)))
    return Openings(name, listed=tuple(found))


def play(player: str, name: str, games: int) -> Any:
    from noughts import game
    from noughts.arena.competition import Competition
    from noughts.arena.openings import DEFAULT, Openings
    from noughts.arena.played import score_of
    from noughts.arena.scheduling import play_here

    played = game(name)
    if player.startswith("report000"):
        openings = Openings(name, plies=2, obstacles=len(played.cells) // 8)
    else:
        openings = drawn_openings(name, games) if name in SMALL else Openings.read(DEFAULT, played)
    match = Competition(name, (f"noughts:time={TIME}", player), openings)
    return score_of(play_here(match.tasks([(0, 1)], games)))


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
