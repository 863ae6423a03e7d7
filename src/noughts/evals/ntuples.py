"""PROTO"""

import numpy as np

from noughts.board import Game
from noughts.evals.shared.self_play import learn_table
from noughts.evals.shared.state_bits import MOST_TUPLES, SIZE, TUPLES, count, find_tuples, follow, layout_of, tied_layout_of, untied
from noughts.kernel.compiling import compiled
from noughts.kernel.contract import NO_MOVE, States, turn
from noughts.kernel.evaluation import Accumulators, Evaluation, Weights
from noughts.kernel.intrinsics import int64

SHARES = 64  # of a hundredth: what the table counts in
LIMIT = 10_000


@compiled
def update(states: States, ply: int, move: int, weights: Weights, accumulators: Accumulators) -> None:
    table, row = weights[weights[SIZE] :], accumulators[ply]
    if move == NO_MOVE:
        row[0], row[1] = count(states, ply, weights, table, row[2:])
        return
    before = accumulators[ply - 1]
    for i in range(2 + weights[TUPLES]):
        row[i] = before[i]
    first, second = follow(states, ply - 1, ply, weights, table, row[2:])
    row[0] += first
    row[1] += second


@compiled
def value(states: States, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    side = turn(states[ply])
    worth = min(max(int64(accumulators[ply, side]) // SHARES, -LIMIT), LIMIT)
    return worth if side == 0 else -worth


def learn(game: Game) -> Weights:
    tuples = find_tuples(game)
    table = untied(tuples, learn_table(game, tied_layout_of(game, tuples)))
    return np.concatenate([layout_of(game, tuples), np.rint(table * 100 * SHARES).astype(np.int64)])


EVALUATION = Evaluation(
    "ntuples",
    "N-tuples of cells, learned by self-play at a game's first use; for games without an evaluation of their own.",
    values=None,
    value=value,
    update=update,
    accumulator_size=2 + MOST_TUPLES,
    learn=learn,
    spread=100,
    rank=2,
)
