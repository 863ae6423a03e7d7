"""Games that a search plays against itself, and the labels of their positions.

Each move is searched within a small number of nodes. Games begin with random moves, and now and then one is played
later. All positions that were searched are kept, those with a known mate too: the static value has to tell them from
the others. Labels are results from -1 to 1 for the first player, mixed backwards along the game, TD(λ): the result at
its end, on the way what the search expected.
"""

import random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from noughts.board import Game
from noughts.engine.short_match import HASH_MB, search_with
from noughts.evals.ntuples import USUAL
from noughts.evals.shared.self_play import LAMBDA, expected, result_for_first
from noughts.kernel.evaluation import Evaluation
from noughts.kernel.scores import MATE_RANGE
from noughts.search.iteration import WHOLE

OPENING = 9  # random plies at the start, fewer than this many
RANDOM_MOVES = 0.05
CERTAIN = 0.95  # what a known mate promises
DEEPEST = 60


class Positions(NamedTuple):
    """Positions of some games, with labels for the first player."""

    states: NDArray[Any]
    labels: NDArray[np.float64]
    games: NDArray[np.int64]  # the number of the game, for each position


class SmallSearch:
    """The strong search without what people need of it: a move in a fraction of a millisecond."""

    def __init__(self, game: Game, evaluation: Evaluation, hash_mb: float = HASH_MB) -> None:
        self.search = search_with(game, evaluation, hash_mb)
        self.thread = self.search.threads[0]
        self.plies_left = game.rules.function("plies_left")
        self.age = 0

    def best(self, states: Any, moves: list[int], nodes: int) -> tuple[int, int]:
        """The best move and its value within a number of nodes."""
        thread, found, value = self.thread, moves[0], 0
        self.age = (self.age + 1) % 64
        thread.worker.node_supply[0] = nodes
        thread.begin(self.age, is_limited=True)
        thread.run.stop = 0
        thread.set_root_state(states, moves)
        for depth in range(1, min(int(self.plies_left(states[0])), DEEPEST) + 1):
            is_whole = self.search.entry(thread.arguments, thread.driver, depth) & WHOLE
            if thread.progress.lines:
                found = int(thread.driver.lines[0, 0])
            if not is_whole:
                break
            value = int(thread.driver.values[0])
            if abs(value) > MATE_RANGE:
                break
        return found, value


def play_games(game: Game, evaluation: Evaluation, nodes: int, usual: float, numbers: range, seed: int) -> Positions:
    """Play games of these numbers: they depend on nothing else but the arguments.

    `usual` is the worth, in the tables' own unit, that the evaluation calls USUAL.
    """
    player = SmallSearch(game, evaluation)
    chance = random.Random(f"{seed} {numbers.start}")
    states: list[Any] = []
    labels: list[float] = []
    games: list[int] = []
    for number in numbers:
        kept, found = _play_game(player, game, nodes, usual, chance)
        states += kept
        labels += found
        games += [number] * len(kept)
    return Positions(np.array(states, game.rules.dtype), np.array(labels), np.array(games, np.int64))


def _play_game(
    player: SmallSearch, game: Game, nodes: int, usual: float, chance: random.Random
) -> tuple[list[Any], list[float]]:
    position, opening = game.start(), chance.randrange(OPENING)
    kept: list[Any] = []
    promised: list[float] = []
    while not position.is_game_over():
        legal = [move.code for move in position.legal_moves]
        move = legal[0]
        if len(position.move_stack) < opening:
            move = chance.choice(legal)
        elif len(legal) > 1:
            move, value = player.best(position.states, legal, nodes)
            sign = 1 if position.turn == 0 else -1
            kept.append(position.states[0])
            is_known = abs(value) > MATE_RANGE
            worth = usual * max(-10_000, min(10_000, value)) / USUAL
            promised.append(sign * (CERTAIN if value > 0 else -CERTAIN) if is_known else sign * expected(worth))
            if not is_known and chance.random() < RANDOM_MOVES:
                move = chance.choice(legal)
        position.push(game.moves[move])
    label = float(result_for_first(position.states, 0))
    labels: list[float] = []
    for one in reversed(promised):
        label = one if abs(one) == CERTAIN else LAMBDA * label + (1 - LAMBDA) * one
        labels.append(label)
    return kept, labels[::-1]
