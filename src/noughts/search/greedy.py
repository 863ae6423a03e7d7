"""A player that sees one move ahead: it takes a win, stops one, and else plays at random."""

import random as chance
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from noughts.board import Game, Position
from noughts.kernel.compiling import compiled, specialize
from noughts.kernel.contract import FIRST, MoveBuffer, Rules, States, moves, outcome, play, turn
from noughts.kernel.intrinsics import copy_state
from noughts.kernel.mode import UNCOMPILED
from noughts.kernel.scores import MATE
from noughts.search.base import Bounds, Counters, Iteration, Line, Search, SearchSettings, StopSignal


@compiled
def look_ahead(states: States, legal: MoveBuffer, n: int, replies: MoveBuffer, values: NDArray[np.int64]) -> int:
    """Give each legal move of states[0] a value: a win at once, a loss at once or to the next move, else 0."""
    mover, nodes = turn(states[0]), 0
    for i in range(n):
        copy_state(states, 1, 0)
        play(states[1], legal[i])
        nodes += 1
        values[i] = 0
        if outcome(states[1]) == FIRST + mover:
            values[i] = MATE - 1
        elif outcome(states[1]) == FIRST + 1 - mover:
            values[i] = 1 - MATE
        elif outcome(states[1]) == 0 and turn(states[1]) != mover:
            for j in range(moves(states[1], replies)):
                copy_state(states, 2, 1)
                play(states[2], replies[j])
                nodes += 1
                if outcome(states[2]) == FIRST + 1 - mover:
                    values[i] = 2 - MATE
                    break
    return nodes


class Greedy(Search):
    """Takes an immediate win, else stops the opponent's, else plays at random."""

    name = "greedy"
    ends_by_itself = True
    uses_evaluation = False

    def __init__(self, game: Game, settings: SearchSettings) -> None:
        super().__init__(game, settings)
        self.entry = _entry(game.rules, game.name)
        self.chance = chance.Random(settings.seed)

    def iterate(self, position: Position, bounds: Bounds, stop: StopSignal) -> Iterator[Iteration]:
        codes = self._ordered(position)
        states = self.game.new_states(3)
        states[:1] = position.states
        legal, values, replies = self.game.new_moves(3)
        legal[: len(codes)] = codes
        nodes = self.entry(states, legal, len(codes), replies, values)
        ranked = sorted(zip(values.tolist(), codes, strict=False), key=lambda pair: -pair[0])
        lines = tuple(Line(value, (code,)) for value, code in ranked[: bounds.lines])
        yield Iteration(1, lines, Counters(nodes=nodes, deepest=2), is_final=True)

    def _ordered(self, position: Position) -> list[int]:
        """The legal moves; of those that look alike the first is played."""
        codes = [move.code for move in position.legal_moves]
        self.chance.shuffle(codes)
        return codes


def _entry(rules: Rules, name: str) -> Callable[..., int]:
    if UNCOMPILED:
        return look_ahead
    from numba import int64, types

    signature = int64(types.Array(rules.record_type, 1, "C"), int64[::1], int64, int64[::1], int64[::1])
    return specialize(look_ahead, signature, f"greedy for {name}")
