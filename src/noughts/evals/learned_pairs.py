"""PROTO"""

import numpy as np

from noughts.board import Game
from noughts.evals.shared.self_play import learn_table
from noughts.evals.shared.state_bits import FEATURES, HEADER, NOTHING, WORDS, change_of_worth, find_layout
from noughts.kernel.compiling import compiled
from noughts.kernel.contract import NO_MOVE, States, turn
from noughts.kernel.evaluation import Accumulators, Evaluation, Weights
from noughts.kernel.intrinsics import int64

SHARES = 64  # of a hundredth: what the table counts in
LIMIT = 10_000


@compiled
def update(states: States, ply: int, move: int, weights: Weights, accumulators: Accumulators) -> None:
    table = weights[HEADER + 65 * weights[WORDS] :]
    if move == NO_MOVE:
        accumulators[ply, 0] = change_of_worth(states, NOTHING, ply, weights, table)
    else:
        accumulators[ply, 0] = int64(accumulators[ply - 1, 0]) + change_of_worth(states, ply - 1, ply, weights, table)


@compiled
def value(states: States, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    worth = min(max(int64(accumulators[ply, 0]) // SHARES, -LIMIT), LIMIT)
    return worth if turn(states[ply]) == 0 else -worth


def learn(game: Game) -> Weights:
    layout = find_layout(game)
    table = learn_table(game, layout)
    return np.concatenate([layout, np.rint(table * 100 * SHARES).astype(np.int64)])


EVALUATION = Evaluation(
    "learned_pairs",
    "Pairs of the state's bits, with weights learned by self-play at a game's first use.",
    values=None,
    value=value,
    update=update,
    accumulator_size=1,
    learn=learn,
    spread=100,
    rank=2,
)
