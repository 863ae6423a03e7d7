"""A player that plays any legal move: the floor of every comparison."""

import random as chance
from collections.abc import Iterator

from noughts.board import Game, Position
from noughts.search.base import Bounds, Counters, Iteration, Line, Search, SearchSettings, StopSignal

_NOTHING_DONE = Counters()


class Random(Search):
    """Any legal move, each as likely as the others."""

    name = "random"
    ends_by_itself = True
    uses_evaluation = False

    def __init__(self, game: Game, settings: SearchSettings) -> None:
        super().__init__(game, settings)
        self.chance = chance.Random(settings.seed)

    def iterate(self, position: Position, bounds: Bounds, stop: StopSignal) -> Iterator[Iteration]:
        legal = position.legal_moves
        if bounds.lines == 1:
            moves = [self.chance.choice(legal)]
        else:
            moves = self.chance.sample(legal, min(bounds.lines, len(legal)))
        yield Iteration(0, tuple([Line(0, (move.code,)) for move in moves]), _NOTHING_DONE, is_final=True)
