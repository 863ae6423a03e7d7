"""Answers of an engine: moves with their scores and lines, and the search's statistics."""

from __future__ import annotations

from dataclasses import dataclass

from noughts.board import Move, Position
from noughts.engine.score import Score
from noughts.kernel.scores import MATE_RANGE
from noughts.search.base import Counters, Iteration


@dataclass(frozen=True)
class Stats(Counters):
    """Counters of a search, and its time. `depth` is the depth reached, 0 if not one whole ply."""

    depth: int = 0
    time: float = 0.0
    nodes_per_second: int = 0

    @classmethod
    def of(cls, counters: Counters, depth: int, seconds: float) -> Stats:
        """Made in one piece: a frozen dataclass sets field by field, for longer than a short search takes."""
        stats = object.__new__(cls)
        rate = round(counters.nodes / seconds) if seconds > 0 else 0
        vars(stats).update(vars(counters), depth=depth, time=seconds, nodes_per_second=rate)
        return stats


@dataclass(frozen=True)
class Result:
    """A move with its score, from the view of the side to move, and the line that it expects."""

    move: Move
    score: Score
    pv: list[Move]
    stats: Stats
    is_proved: bool = False  # the score is the game's: nothing was left out

    @property
    def words(self) -> str:
        """The score for people, and whether it is proved, as a mate in so many plies always is.

        >>> import noughts
        >>> position = noughts.game("tictactoe").position("XO./.../... X")
        >>> noughts.Engine(level="max").play(position).words
        'mate in 5'
        >>> noughts.Engine(level="max").play(noughts.game("tictactoe").start()).words
        'a draw, proved'
        """
        if not self.is_proved or self.score.mate is not None:
            return str(self.score)
        if self.score.is_mate:
            return f"{self.score}, proved"
        return f"a draw{f' with {self.score.points:+g} points' if self.score.value else ''}, proved"


def results_of(position: Position, iteration: Iteration, seconds: float) -> list[Result]:
    """A search's iteration as results, best first."""
    stats = Stats.of(iteration.counters, iteration.depth, seconds)
    results = []
    for number, line in enumerate(iteration.lines):
        pv = [position.game.move_of(code) for code in line.moves]
        is_proved = iteration.is_proved and number == 0
        results.append(Result(pv[0], Score(int(line.value), position.turn), pv, stats, is_proved))
    return results


def unsearched(position: Position, move: Move, value: int = 0) -> Result:
    """A move that took no search."""
    return Result(move, Score(value, position.turn), [move], Stats(), is_proved=abs(value) > MATE_RANGE)
