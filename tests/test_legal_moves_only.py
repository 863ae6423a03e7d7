"""No search ever answers with an illegal move, however tiny its limits: 5,000 random positions of each game."""

import random
import threading

import pytest

import noughts
from noughts.registry import best_evaluation, search_class
from noughts.search.base import Bounds, SearchSettings, StopSignal
from positions import EXAMPLES

GAMES = [name for name in EXAMPLES if name != "32x32x5"]
POSITIONS = 5_000
SEARCHES = ("noughts", "alphabeta", "mtdf", "hminimax", "minimax", "mcts", "greedy", "random")
# Some searches take longer to begin than others; each has its share of the positions.
SHARES = dict(zip(SEARCHES, (30, 18, 16, 16, 6, 4, 5, 5), strict=True))


@pytest.mark.parametrize("name", GAMES)
def test_only_legal_moves(name: str) -> None:
    game = noughts.game(name)
    settings = SearchSettings(best_evaluation(game), hash_mb=0.05, seed=1)
    searches = {kind: search_class(kind)(game, settings) for kind in SEARCHES}
    chance = random.Random(name)
    wheel = [kind for kind, share in SHARES.items() for _ in range(share)]
    answered = 0
    while answered < POSITIONS:
        position = game.start()
        while not position.is_game_over():
            legal = position.legal_moves
            kind = chance.choice(wheel)
            bounds = Bounds(depth=chance.randint(1, 2), nodes=chance.randint(1, 40))
            for iteration in searches[kind].iterate(position, bounds, StopSignal()):
                answer = game.moves[iteration.lines[0].moves[0]]
                assert answer in legal, (kind, position.text())
            answered += 1
            position.push(answer if chance.random() < 0.3 else chance.choice(legal))


def test_stopping_at_any_moment_leaves_a_legal_move() -> None:
    game = noughts.game("ultimate")
    search = search_class("alphabeta")(game, SearchSettings(best_evaluation(game), hash_mb=1))
    position = game.start()
    for delay in (0.0, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05):
        signal = StopSignal()
        stopper = threading.Timer(delay, signal.set)
        stopper.start()
        for iteration in search.iterate(position, Bounds(depth=60), signal):
            assert game.moves[iteration.lines[0].moves[0]] in position.legal_moves
        stopper.join()
