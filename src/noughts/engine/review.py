"""A look back at a game: what the engine thinks of each move, and which were mistakes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from noughts.board import Marks, Move, Position
from noughts.engine import judgement
from noughts.engine.engine import Engine
from noughts.engine.judgement import chance
from noughts.engine.limit import Limit
from noughts.engine.results import Result
from noughts.engine.score import Score
from noughts.kernel.scores import MATE, POINT
from noughts.registry import best_evaluation


@dataclass(frozen=True, slots=True)
class Verdict:
    """The engine's judgement of a move. Scores are from the mover's view."""

    move: Move
    mover: int
    best: Move
    line: tuple[Move, ...]  # what the engine expected instead, the best move first
    before: Score  # with the best move
    after: Score  # with the move that was made
    depth: int
    lost: float  # share of the chance to win that the move gave away

    @property
    def mark(self) -> str:
        """`??` for a blunder, `?` for a mistake, `?!` for an inaccuracy, else nothing."""
        return judgement.mark(self.lost)

    @property
    def accuracy(self) -> float:
        return judgement.accuracy(self.lost)

    @property
    def worth(self) -> str:
        """The score after the move that was made, in words."""
        return "wins" if self.after.mate == 0 else str(self.after)

    def describe(self, marks: Marks, spoken: Callable[[str], str]) -> str:
        """A line for players with these marks, who call moves so: "O 5.3 ?   -1.20   better: +0.45 by 5.7 7.2 2.2"."""
        text = f"{marks[self.mover]} {spoken(self.move.text) + ' ' + self.mark:<12} {self.worth:>12}"
        if not self.mark:
            return text
        line = " ".join(spoken(move.text) for move in self.line[:8])
        return f"{text}   better: {self.before} by {line}"


def review(last: Position, engine: Engine, limit: Limit) -> Iterator[Verdict]:
    """Go through the game that led to a position, a verdict a move. The limit is for each position."""
    position = last.root()
    spread = max(best_evaluation(position.game).spread, 1)
    seen: Result | None = None if position.is_game_over() else engine.analyse(position, limit)
    for move in last.move_stack:
        mover, expected = position.turn, seen
        if expected is None:
            return
        is_only_move = len(position.legal_moves) == 1
        position.push(move)
        seen = None if position.is_game_over() else engine.analyse(position, limit)
        before = expected.score
        after = (seen.score if seen else _final_score(position, mover)).for_side(mover)
        # A second look may find that the move was better than it seemed: then nothing was lost.
        lost = 0.0 if is_only_move or move == expected.move else chance(before, spread) - chance(after, spread)
        yield Verdict(
            move, mover, expected.move, tuple(expected.pv), before, after, expected.stats.depth, max(lost, 0.0)
        )


def _final_score(position: Position, side: int) -> Score:
    """The score of a game that is over: the points of a draw count."""
    outcome = position.outcome()
    assert outcome is not None
    if outcome.winner is not None:
        return Score(MATE if outcome.winner == side else -MATE, side)
    points = outcome.points or (0, 0)
    return Score(POINT * (points[side] - points[1 - side]), side)
