"""The reports' players and the levels against each other, in each report's game: writes docs/standings.md.

    python benchmarks/standings.py [--games 4] [--concurrency 2] [--only ultimate xrudder]

Round robins of the arena, in pairs of games from random openings with colours swapped. Everybody has their own limits,
but for two that would take days: report 001, whose own time is 24 s a move, and the level `max`. A run that was broken
off goes on. With --only, just these games are played, and nothing is written.
"""

import argparse
import os
import platform
from pathlib import Path

TARGET = Path(__file__).parent.parent / "docs" / "standings.md"
LEVELS = ("beginner", "easy", "medium", "hard", "expert", "max,time=0.1")
TOURNAMENTS = {  # the game, and the players of the report that it is about
    "8x8x5": ("report000",),
    "xtreme": ("report001:time=0.5",),
    "nineboard": ("report002",),
    "ultimate": ("report002",),
    "xrudder": ("report003", "report003:clock=yes"),
    "4x5x4": ("report004:level=easy", "report004:level=medium", "report004"),
}
HEAD = """# Standings

The reports' own players and the engine's levels against each other, in each report's game: round robins in pairs of
games from random openings of four plies with colours swapped, {games} games for each pairing ({machine}). Everybody has
their own limits; report 001 would think for 24 s a move and has half a second, the level `max` has a tenth. Ratings are
Bradley-Terry's by maximum likelihood, with a mean of 0 and errors at 95 % by a bootstrap over pairs; columns to the
right are points against the player of that rank. `python benchmarks/standings.py --games {games}` plays them again and
writes this page.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4, help="of each pairing")
    parser.add_argument("--concurrency", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", nargs="+", metavar="GAME")
    arguments = parser.parse_args()
    sections = []
    for name in arguments.only or TOURNAMENTS:
        sections.append(f"\n## {name}\n\n{standings(name, arguments.games, arguments.concurrency)}\n")
        print(sections[-1], flush=True)
    if not arguments.only:
        machine = f"{os.cpu_count()} cores, {platform.machine()}"
        TARGET.write_text(HEAD.format(games=arguments.games, machine=machine) + "".join(sections))


def standings(name: str, games: int, concurrency: int) -> str:
    """The cross table, as Markdown."""
    from noughts import game
    from noughts.arena.clock import Conditions
    from noughts.arena.competition import Competition
    from noughts.arena.contestants import name_of
    from noughts.arena.journal import Journal
    from noughts.arena.openings import DEFAULT, Openings
    from noughts.arena.scheduling import LocalProcesses
    from noughts.arena.standings import Standings
    from noughts.arena.tournament import play_tournament

    players = (*TOURNAMENTS[name], *(f"noughts:level={level}" for level in LEVELS))
    # A margin for a busy machine: nobody is to lose on time here.
    tournament = Competition(name, players, Openings.read(DEFAULT, game(name)), Conditions(margin=60))
    with Journal(tournament.definition()) as journal:
        played = list(play_tournament(tournament, "roundrobin", games, journal, LocalProcesses(concurrency)))
    head, rows = Standings([name_of(text) for text in players], played).table()
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    main()
