"""Whole games on short clocks: how many are lost on time, and how late answers come.

    python benchmarks/clock_games.py [--games 1000] [--clock 1+0.01] [--margin 0.02] [--only ultimate xrudder]

The engine plays itself in all games in turn, one game at a time, by the arena's referee. The aim, on an idle machine:
no game of 1,000 at 1+0.01 s is lost on time with a margin of 20 ms. How late an answer comes is how long after the hard
bound of its move (`noughts/thinking_time.py`) the referee has it; the last line gives it at 99.9 %.
"""

import argparse
import os
import platform
import time
from typing import Any

GAMES = ("3x3x3", "4x5x4", "7x7x4", "15x15x5", "nineboard", "ultimate", "ultimate-count", "xtreme", "xrudder")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--clock", default="1+0.01")
    parser.add_argument("--margin", type=float, default=0.02)
    parser.add_argument("--only", nargs="+", metavar="GAME")
    arguments = parser.parse_args()

    import noughts
    from noughts.arena.clock import Conditions
    from noughts.arena.openings import DEFAULT, Openings
    from noughts.arena.referee import play_game
    from noughts.engine.engine import Engine
    from noughts.engine.thinking_time import thinking_time
    from noughts.engine.time_control import TimeControl

    late: list[float] = []

    class Watched(Engine):
        """Tells how long after its hard bound each answer came."""

        def play(self, position: Any, limit: Any = None, on_iteration: Any = None) -> Any:
            plies_left = position.game.rules.function("plies_left")
            hard = thinking_time(limit, position.turn, lambda: int(plies_left(position.states[0]))).hard
            begun = time.perf_counter()
            answer = super().play(position, limit, on_iteration)
            late.append(max(0.0, time.perf_counter() - begun - (hard or 0.0)))
            return answer

    conditions = Conditions(clock=TimeControl.read(arguments.clock), margin=arguments.margin)
    names = arguments.only or GAMES
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    lost = played = 0
    seats = {name: (Watched(hash_mb=16), Watched(hash_mb=16)) for name in names}
    for number in range(arguments.games):
        name = names[number % len(names)]
        game = noughts.game(name)
        opening = Openings.read(DEFAULT, game).opening(number)
        ending = play_game(opening.reached(game), seats[name], conditions)
        played += 1
        if ending.fault is not None:
            lost += 1
            print(f"game {played}, {name}: {ending.reason}", flush=True)
        if played % 50 == 0:
            print(f"{played} games, {lost} lost on time", flush=True)
    late.sort()
    at = {share: 1000 * late[min(len(late) - 1, int(share * len(late)))] for share in (0.5, 0.99, 0.999)}
    shares = ", ".join(f"{overrun:.1f} ms at {100 * share:g} %" for share, overrun in at.items())
    print(f"{played} games at {conditions.clock}, {lost} lost on time; {len(late)} moves late by {shares}")


if __name__ == "__main__":
    main()
