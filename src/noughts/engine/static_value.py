"""A position's static value: what an evaluation says of the position itself, without looking ahead."""

import numpy as np

from noughts.board import Position
from noughts.engine.score import Score
from noughts.kernel.contract import NO_MOVE
from noughts.kernel.evaluation import Evaluation


def static_value(position: Position, evaluation: Evaluation) -> Score:
    """The value of a position that is not finished, by an evaluation that fits its game."""
    game = position.game
    states = game.new_states(2)  # the second for what an evaluation plays out
    states[:1] = position.states
    accumulators = np.zeros((2, evaluation.row_size(game.move_codes)), np.int32)
    compiled, weights = evaluation.for_rules(game.rules, game.name), evaluation.weights_for(game)
    if accumulators.shape[1]:
        compiled.call_update(states, 0, NO_MOVE, weights, accumulators)
    return Score(int(compiled.call_value(states, 0, weights, accumulators)), position.turn)
