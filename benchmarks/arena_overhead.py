"""What the arena costs: games a second between two `random` players, beside a plain loop that does nothing else.

    python benchmarks/arena_overhead.py [--games 200] [--only ultimate 15x15x5]

plain loop      moves drawn by Python's random from position.legal_moves
engines         two engines asked in turn, without a referee
arena           referee, clocks and records, in this process
processes       the same in two processes, with each game brought to the disk
python files    two bots' files, each in a process of its own
UGI             two of our engines as programs that speak UGI, each in a process of its own
Gomocup         the same by Gomocup's protocol, where the game is five in a row
"""

import argparse
import os
import platform
import random
import shlex
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

WARM_UP = 4  # games that are not timed: programs start, and what is needed is compiled
BOT = "import random\n\n\ndef move(position, limit):\n    return random.choice(position.legal_moves)\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--only", nargs="+", metavar="GAME", default=["ultimate", "15x15x5"])
    arguments = parser.parse_args()
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["NOUGHTS_DATA"] = folder
        bot = Path(folder) / "bot.py"
        bot.write_text(BOT)
        for name in arguments.only:
            compare(name, arguments.games, bot)


def compare(name: str, games: int, bot: Path) -> None:
    import noughts
    from noughts.arena.competition import Competition
    from noughts.arena.journal import Journal
    from noughts.arena.openings import Openings
    from noughts.arena.scheduling import LocalProcesses, play, play_here
    from noughts.engine.engine import Engine

    game, chance = noughts.game(name), random.Random(1)

    def plain() -> Iterator[object]:
        while True:
            position = game.start()
            while not position.is_game_over():
                position.push(chance.choice(position.legal_moves))
            yield position

    def engines() -> Iterator[object]:
        players = Engine("random", seed=1), Engine("random", seed=2)
        while True:
            position = game.start()
            while not position.is_game_over():
                position.push(players[position.turn].play(position).move)
            yield position

    def match(player: str) -> Competition:
        return Competition(name, (player, player), Openings.read("none", game))

    def arena(player: str = "random") -> Iterator[object]:
        for one in play_here(match(player).tasks([(0, 1)], 2 * games)):
            assert not one.forfeit, one.reason
            yield one

    def processes() -> Iterator[object]:
        with Journal(match("random").definition()) as journal:
            yield from play(match("random").tasks([(0, 1)], 2 * games), journal, LocalProcesses(2))

    few = max(2, games // 10)
    engine = shlex.join([sys.executable, "-m", "noughts", "engine", "random"])
    runs: list[tuple[str, Iterator[object], int]] = [
        ("plain loop", plain(), games),
        ("engines", engines(), games),
        ("arena", arena(), games),
        ("processes", processes(), games),
        ("python files", arena(str(bot)), few),
        ("UGI", arena(f"cmd:{engine}"), few),
    ]
    if name.endswith("x5"):
        runs.append(("Gomocup", arena(f"gomocup:{engine} --protocol gomocup"), few))
    first = 0.0
    for label, run, count in runs:
        for _ in range(WARM_UP):
            next(run)
        begun = time.perf_counter()
        for _ in range(count):
            next(run)
        rate = count / (time.perf_counter() - begun)
        first = first or rate
        print(f"{name:<10} {label:<13} {rate:>9.1f} games/s  {100 * rate / first:>6.2f} %", flush=True)


if __name__ == "__main__":
    main()
