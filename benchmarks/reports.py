"""The engine at 0.1 s a move against each report's own player, in its own games: pairs of games from random openings.

    python benchmarks/reports.py [--games 40] [--concurrency 2] [--only ultimate]

The players have their full settings, but for report 001, whose 24 s a move would take a day: it gets ten times the
engine's time. Boards of report 000 have random obstacles on an eighth of their cells. On 3x3x3 and 4x5x4, where most
openings are decided, games begin from openings that a search to the end calls drawn. A run that was broken off goes on.
"""

import argparse
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


def score(player: str, name: str, games: int, concurrency: int) -> Any:
    """The engine's score against a report's player."""
    from noughts import game
    from noughts.arena.competition import Competition
    from noughts.arena.journal import Journal
    from noughts.arena.openings import DEFAULT, Openings
    from noughts.arena.played import score_of
    from noughts.arena.scheduling import LocalProcesses, play_pairings

    played = game(name)
    if player.startswith("report000"):
        openings = Openings(name, plies=2, obstacles=len(played.cells) // 8)
    else:
        openings = drawn_openings(name, games) if name in SMALL else Openings.read(DEFAULT, played)
    match = Competition(name, (f"noughts:time={TIME}", player), openings)
    with Journal(match.definition()) as journal:
        return score_of(play_pairings(match, [(0, 1)], games, journal, LocalProcesses(concurrency)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--concurrency", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", nargs="+", metavar="GAME")
    arguments = parser.parse_args()
    for player, name in MATCHES:
        if not arguments.only or name in arguments.only:
            told = score(player, name, arguments.games, arguments.concurrency)
            print(f"{name:<10} {player:<20} {told}", flush=True)


if __name__ == "__main__":
    main()
