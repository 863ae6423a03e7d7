"""A sequential test of a change: pairs of games until it is clear whether the first engine is better.

    python tuning/sprt.py A B --game ultimate --nodes 20000 [--elo0 0] [--elo1 20] [--processes 2] [--most 1000]

A and B are engines as `noughts match` takes them, for example noughts:threats=20. Two hypotheses, A better by elo0 or
by elo1; the log-likelihood ratio of the results so far (of pairs, each from one opening with colours swapped:
`noughts/arena/sprt.py`) is compared with the bounds for 5 % errors. For a change of code, give --other PATH: B then
runs from the sources there.
"""

import argparse
import contextlib
import multiprocessing
import queue
import random
import sys
from typing import Any


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


class Served:
    """A player of the arena that such a process is: the other version's objects are no business of ours."""

    def __init__(self, spec: str, path: str | None, game_name: str) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        context.Process(target=serve, args=(path, spec, game_name, theirs), daemon=True).start()

    def check(self, game: Any) -> None:
        """It is as good as its text."""

    def prepare(self, game: Any) -> None:
        """It compiles at its first move; no clock is watched here."""

    def play(self, position: Any, limit: Any = None, on_iteration: Any = None) -> Any:
        from noughts.results import unsearched

        moves = [str(move) for move in position.move_stack]
        self._pipe.send((moves, (limit.time, limit.depth, limit.nodes)))
        return unsearched(position, position.parse_move(self._pipe.recv()))

    def analysis(self, position: Any, limit: Any = None) -> Any:
        raise NotImplementedError

    def stop(self) -> None:
        """Its limits end it."""

    def close(self) -> None:
        self._pipe.close()


def play_pairs(
    arguments: argparse.Namespace, number: int, results: "multiprocessing.Queue[tuple[float, float]]"
) -> None:
    """Pairs of games for ever; the result of each is A's points in its two games."""
    import noughts
    from noughts.arena.clock import Conditions
    from noughts.arena.openings import random_opening
    from noughts.arena.referee import play_game
    from noughts.limit import Limit
    from noughts.records import WINNERS

    players = [
        Served(spec, path, arguments.game) for spec, path in ((arguments.a, None), (arguments.b, arguments.other))
    ]
    game, chance = noughts.game(arguments.game), random.Random(f"{arguments.seed} {number}")
    # Whoever is late has lost nothing here: two versions on a busy machine are compared, and not their clocks.
    conditions = Conditions(Limit(arguments.time, arguments.depth, arguments.nodes), margin=3600)
    parent = multiprocessing.parent_process()
    while parent is None or parent.is_alive():  # however the test was ended
        opening = random_opening(game, chance)
        points = []
        for first in range(2):
            ending = play_game(opening, (players[first], players[1 - first]), conditions)
            winner = WINNERS[ending.result]
            points.append(0.5 if winner is None else float(winner == first))
        results.put((points[0], points[1]))


def main() -> None:
    from noughts.arena.sprt import Sprt
    from noughts.arena.statistics import ScoreCount

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
    test, count, verdict = Sprt(arguments.elo0, arguments.elo1), ScoreCount(), None
    pairs, ratio = 0, 0.0
    try:
        while pairs < arguments.most and verdict is None:
            try:
                for points in results.get(timeout=600):
                    count.add(pairs, points)
            except queue.Empty:
                sys.exit("no game ended within ten minutes")
            pairs += 1
            ratio = test.llr(count.score.sample)
            verdict = test.verdict(ratio)
            if pairs % 10 == 0:
                print(f"{2 * pairs} games, {100 * count.score.score:.1f} %, LLR {ratio:+z.2f}", flush=True)
    except KeyboardInterrupt:
        pass
    finally:
        for player in players:
            player.terminate()
    words = {"H1": "A is better", "H0": "A is not better", None: "undecided"}
    print(f"{arguments.a} - {arguments.b} in {arguments.game}: {2 * pairs} games, {100 * count.score.score:.1f} %, "
          f"LLR {ratio:+z.2f}: {words[verdict]}")  # fmt: skip


if __name__ == "__main__":
    main()
