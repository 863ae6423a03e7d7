"""A search as a file: `noughts play ultimate --player ./flat_search.py`.

Random games are played after each move, more of them after those that have won more: each legal move is an arm of a
bandit (UCB1), and there is no tree. It needs no evaluation, and plays every game.
"""

import math
from collections.abc import Iterator
from typing import ClassVar

import numpy as np

from noughts.board import Game, Position
from noughts.kernel import DRAW, FIRST
from noughts.kernel.playout import random_games_for
from noughts.option import Option
from noughts.search.base import Bounds, Counters, Iteration, Line, Search, SearchSettings, StopSignal

AT_A_TIME = 8  # random games from one move, before another is thought about
TOLD = 64  # such rounds, between two iterations


class FlatSearch(Search):
    """Random games after each move, more of them after those that have won more."""

    name = "flat"
    uses_evaluation = False
    options: ClassVar = {"exploration": Option(1.0, 0, 100, words="how much is tried that has not won much so far")}

    def __init__(self, game: Game, settings: SearchSettings) -> None:
        super().__init__(game, settings)
        self.play_games = random_games_for(game.rules, game.name)  # compiled here: `iterate` runs on a player's clock
        seed = np.random.default_rng(settings.seed).integers(1, 2**62)
        self.generator = np.array([seed], np.uint64)

    def iterate(self, position: Position, bounds: Bounds, stop: StopSignal) -> Iterator[Iteration]:
        arms = [_Arm(self.game, position, move.code) for move in position.legal_moves]
        nodes = round_ = 0
        while True:
            arm = max(arms, key=lambda one: one.promise(round_, self.option["exploration"]))
            nodes += arm.try_out(self)
            round_ += 1
            is_last = stop.is_set or nodes >= (bounds.nodes or math.inf)
            # Once every move has been tried, it counts as one ply: a depth of 1 asks for nothing more.
            is_last = is_last or (bounds.depth is not None and round_ >= len(arms))
            if is_last or round_ % TOLD == 0:
                best = sorted(arms, key=lambda one: -one.games)[: bounds.lines]
                lines = tuple(Line(round(1000 * (one.mean - 0.5)), (one.code,)) for one in best)
                yield Iteration(min(1, round_ // len(arms)), lines, Counters(nodes=nodes, deepest=1))
            if is_last:
                return


class _Arm:
    """A move, and the random games that were played after it."""

    def __init__(self, game: Game, position: Position, code: int) -> None:
        self.code, self.mover = code, position.turn
        self.states, (self.buffer,) = game.new_states(2), game.new_moves(1)
        after = position.copy()
        after.push(game.move_of(code))
        self.states[:1] = after.states
        self.results = np.zeros(4, np.int64)

    def try_out(self, search: FlatSearch) -> int:
        """Returns the positions that were looked at; the one after the move counts, as it may be the last."""
        return AT_A_TIME + search.play_games(self.states, AT_A_TIME, search.generator, self.buffer, self.results)

    @property
    def games(self) -> int:
        return int(self.results.sum())

    @property
    def mean(self) -> float:
        """The mover's share of the points, one half before a game was played."""
        won = int(self.results[FIRST + self.mover]) + int(self.results[DRAW]) / 2
        return won / self.games if self.games else 0.5

    def promise(self, rounds: int, exploration: float) -> float:
        return self.mean + exploration * math.sqrt(math.log(rounds + 1) / self.games) if self.games else math.inf
