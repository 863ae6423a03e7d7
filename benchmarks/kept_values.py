"""Connect four: how often a move keeps the position's exact value, at one ply and at 10 ms.

    python benchmarks/kept_values.py [EVALUATION ...] [--count 2000] [--seed 1]

Positions come from random moves, 8 to 24 stones with equal chances, none of them over; the solver labels each of their
moves by the rules of examples/connect_four_hooks.py, and the engine plays by those of examples/connect_four.py.
EVALUATIONs are names or files, as engines take them: without any the game's default, which is what `noughts train` has
made where it has, and `ntuples`. `zero` is always the control: the same search without an evaluation. A random move's
share says how hard the positions are. The 10 ms are of CPU time, as the number of nodes that take so long with the
evaluation, measured on the first positions: on a busy machine too.
"""

import argparse
import random
import time
from collections.abc import Iterator
from pathlib import Path

import noughts
from noughts.solving.method import Method, method_for
from noughts.solving.question import NOT_LOST, WIN, Question
from side_by_side import machine

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
FEWEST, MOST = 8, 24  # stones
SECONDS = 0.01
PACE_POSITIONS, PACE_NODES = 200, 10_000
DEFAULT = "default"


def random_positions(game: noughts.Game, count: int, seed: int) -> Iterator[noughts.Position]:
    chance = random.Random(seed)
    while count:
        position, stones = game.start(), chance.randint(FEWEST, MOST)
        while len(position.move_stack) < stones and not position.is_game_over():
            position.push(chance.choice(position.legal_moves))
        if not position.is_game_over():
            count -= 1
            yield position


def keeping_moves(method: Method, position: noughts.Position) -> set[str]:
    """The moves after which the side to move still gets what the position is worth: a win, a draw or a loss."""
    worth = next((least for least in (WIN, NOT_LOST) if method.ask(position, Question(position.turn, least))), None)
    kept = set()
    for move in position.legal_moves:
        after = position.copy()
        after.push(move)
        outcome = after.outcome()
        if worth is None:
            is_kept = True
        elif outcome is not None:
            is_kept = outcome.winner == position.turn or (worth == NOT_LOST and outcome.winner is None)
        else:
            is_kept = bool(method.ask(after, Question(position.turn, worth)))
        if is_kept:
            kept.add(move.text)
    return kept


def reached(game: noughts.Game, moves: list[str]) -> noughts.Position:
    position = game.start()
    for text in moves:
        position.push(text)
    return position


def prepared(name: str, game: noughts.Game) -> noughts.Engine:
    engine = noughts.Engine(eval=None if name == DEFAULT else name)
    engine.prepare(game)
    return engine


def nodes_in(seconds: float, engine: noughts.Engine, positions: list[noughts.Position]) -> int:
    """The nodes that an engine searches in so many seconds of CPU time."""
    began, nodes = time.process_time(), 0
    for position in positions:
        nodes += engine.analyse(position, noughts.Limit(nodes=PACE_NODES)).stats.nodes
    return round(seconds * nodes / (time.process_time() - began))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("evaluations", nargs="*", default=[DEFAULT, "ntuples"], metavar="EVALUATION")
    parser.add_argument("--count", type=int, default=2000, help="positions")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    print(machine())
    game, solved = (noughts.game(str(EXAMPLES / name)) for name in ("connect_four.py", "connect_four_hooks.py"))
    method = method_for(solved)(solved, 256)
    found, by_chance = [], 0.0
    for position in random_positions(solved, arguments.count, arguments.seed):
        kept = keeping_moves(method, position)
        by_chance += len(kept) / len(position.legal_moves)
        found.append(([move.text for move in position.move_stack], kept))
    print(
        f"{len(found):,} positions, {method.nodes:,} nodes of solving; a random move keeps {by_chance / len(found):.1%}"
    )
    for name in (*arguments.evaluations, "zero"):
        nodes = nodes_in(SECONDS, prepared(name, game), [reached(game, moves) for moves, _ in found[:PACE_POSITIONS]])
        shares = []
        for words, limit in (
            ("one ply", noughts.Limit(depth=1)),
            (f"10 ms ({nodes:,} nodes)", noughts.Limit(nodes=nodes)),
        ):
            engine = prepared(name, game)  # a new one, which knows nothing of these positions
            right = sum(engine.play(reached(game, moves), limit).move.text in kept for moves, kept in found)
            shares.append(f"{right / len(found):.1%} at {words}")
        print(f"{name:<10} {', '.join(shares)}", flush=True)


if __name__ == "__main__":
    main()
