"""A sequential test of a change: pairs of games until it is clear whether the first engine is better.

    python tuning/sprt.py A B --game ultimate --nodes 20000 [--elo0 0] [--elo1 20] [--processes 2] [--most 1000]

A and B are engines as `noughts match` takes them, for example noughts:threats=20. Two hypotheses, A better by elo0 or
by elo1; the log-likelihood ratio of the results so far (of pairs, each from one opening with colours swapped, by a
normal approximation) is compared with the bounds for 5 % errors. For a change of code, give --other PATH: B then runs
from the sources there.
"""

import argparse
import contextlib
import math
import multiprocessing
import queue
import sys
from typing import Any

BOUND = math.log(0.95 / 0.05)
LEAST_PAIRS = 50  # before that, the variance is hardly known


def expected(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


def llr(pairs: list[float], elo0: float, elo1: float) -> float:
    """Of the mean score of pairs, as in fishtest's generalised test."""
    n = len(pairs)
    mean = sum(pairs) / n
    variance = sum((score - mean) ** 2 for score in pairs) / n
    if not variance:
        return 0.0
    low, high = expected(elo0), expected(elo1)
    return n * (high - low) * (2 * mean - low - high) / (2 * variance)


def serve(path: str | None, spec: str, game_name: str, pipe: Any) -> None:
    """One engine in a process of its own, perhaps from other sources: a list of moves in, a move out."""
    if path:
        sys.path.insert(0, path)
    import noughts
    from noughts.engine import Engine
    from noughts.limit import Limit

    game = noughts.game(game_name)
    engine = Engine(spec)
    with contextlib.suppress(EOFError, ConnectionError):  # the match is over
        while True:
            moves, limit = pipe.recv()
            position = game.start()
            for move in moves:
                position.push(move)
            pipe.send(str(engine.play(position, Limit(*limit)).move))


def play_pairs(arguments: argparse.Namespace, number: int, results: "multiprocessing.Queue[float]") -> None:
    """Pairs of games for ever; the result of each is its mean score for A."""
    import random

    import noughts
    from noughts.match import random_opening

    context = multiprocessing.get_context("spawn")
    pipes = []
    for spec, path in ((arguments.a, None), (arguments.b, arguments.other)):
        ours, theirs = context.Pipe()
        context.Process(target=serve, args=(path, spec, arguments.game, theirs), daemon=True).start()
        pipes.append(ours)
    game, chance = noughts.game(arguments.game), random.Random(f"{arguments.seed} {number}")
    limit = (arguments.time, arguments.depth, arguments.nodes)
    parent = multiprocessing.parent_process()
    while parent is None or parent.is_alive():  # however the test was ended
        opening = random_opening(game, chance)
        score = 0.0
        for colour in range(2):
            position = opening.copy()
            while not position.is_game_over():
                pipe = pipes[0 if position.turn == colour else 1]
                pipe.send(([str(move) for move in position.move_stack], limit))
                position.push(pipe.recv())
            outcome = position.outcome()
            winner = outcome.winner if outcome else None
            score += 0.25 if winner is None else 0.5 if winner == colour else 0.0
        results.put(score)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("a")
    parser.add_argument("b")
    parser.add_argument("--game", required=True)
    parser.add_argument("--time", type=float)
    parser.add_argument("--depth", type=int)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--elo0", type=float, default=0.0)
    parser.add_argument("--elo1", type=float, default=20.0)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--most", type=int, default=1000, help="pairs after which to give up")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--other", help="the folder src of other sources, for B")
    arguments = parser.parse_args()
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    players = [
        context.Process(target=play_pairs, args=(arguments, number, results)) for number in range(arguments.processes)
    ]
    for player in players:
        player.start()
    pairs: list[float] = []
    ratio = 0.0
    try:
        while len(pairs) < arguments.most and (len(pairs) < LEAST_PAIRS or abs(ratio) < BOUND):
            try:
                pairs.append(results.get(timeout=600))
            except queue.Empty:
                sys.exit("no game ended within ten minutes")
            ratio = llr(pairs, arguments.elo0, arguments.elo1)
            if len(pairs) % 10 == 0:
                print(f"{2 * len(pairs)} games, {100 * sum(pairs) / len(pairs):.1f} %, LLR {ratio:+z.2f}", flush=True)
    except KeyboardInterrupt:
        pass
    finally:
        for player in players:
            player.terminate()
    verdict = "A is better" if ratio >= BOUND else "A is not better" if ratio <= -BOUND else "undecided"
    mean = sum(pairs) / max(len(pairs), 1)
    print(f"{arguments.a} - {arguments.b} in {arguments.game}: {2 * len(pairs)} games, {100 * mean:.1f} %, "
          f"LLR {ratio:+z.2f}: {verdict}")  # fmt: skip


if __name__ == "__main__":
    main()
