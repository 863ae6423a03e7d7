"""A player that plays any legal move: the floor of every comparison."""

import random as chance
from collections.abc import Iterator

from noughts.board import Game, Position
from noughts.search.base import Bounds, Counters, Iteration, Line, Search, SearchSettings, StopSignal


class Random(Search):
    """Any legal move, each as likely as the others."""

    name = "random"
    ends_by_itself = True
    uses_evaluation = False

    def __init__(self, game: Game, settings: SearchSettings) -> None:
        super().__init__(game, settings)
        self.chance = chance.Random(settings.seed)

    def iterate(self, position: Position, bounds: Bounds, stop: StopSignal) -> Iterator[Iteration]:
        moves = position.legal_moves
        self.chance.shuffle(moves)
        yield Iteration(0, tuple(Line(0, (move.code,)) for move in moves[: bounds.lines]), Counters(), is_final=True)
