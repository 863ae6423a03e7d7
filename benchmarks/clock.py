"""How long after its time the engine answers: the overrun of moves at 10 ms, 100 ms and 1 s.

    python benchmarks/clock.py [--moves 1000] [--times 0.01 0.1 1]

Positions of all games in turn, so that slow rules and evaluations count. On an idle machine the aim is at most 20 ms at
the 99.9th percentile.
"""

import argparse
import random
import time

GAMES = ("ultimate", "15x15x5", "xrudder", "xtreme", "nineboard", "32x32x5", "4x5x4")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=1000)
    parser.add_argument("--times", type=float, nargs="+", default=[0.01, 0.1, 1.0])
    arguments = parser.parse_args()

    import noughts
    from noughts import Engine, Limit
    from noughts.arena.openings import random_opening

    chance = random.Random(1)
    games = [noughts.game(name) for name in GAMES]
    engines = {game: Engine() for game in games}
    for game, engine in engines.items():
        engine.prepare(game)
    for seconds in arguments.times:
        overruns = []
        for number in range(arguments.moves):
            game = games[number % len(games)]
            position = random_opening(game, chance)
            begun = time.perf_counter()
            engines[game].play(position, Limit(time=seconds))
            overruns.append(1000 * max(0.0, time.perf_counter() - begun - seconds))
        overruns.sort()
        at = {share: overruns[min(len(overruns) - 1, int(share * len(overruns)))] for share in (0.5, 0.99, 0.999)}
        shares = ", ".join(f"{overrun:.1f} ms at {100 * share:g} %" for share, overrun in at.items())
        print(f"{1000 * seconds:>5.0f} ms, {len(overruns)} moves: {shares}, {overruns[-1]:.1f} ms at most", flush=True)


if __name__ == "__main__":
    main()
