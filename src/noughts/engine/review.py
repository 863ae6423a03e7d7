"""A look back at a game: what the engine thinks of each move, and which were mistakes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from noughts.board import Marks, Move, Position
from noughts.engine import judgement
from noughts.engine.engine import Engine
from noughts.engine.explanation import Fact, explanation, facts_of
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
    stake: float = 0.0  # the share that a move by chance would have given away
    scale: float = 1.0  # of chances, as judgement.py has it
    reply: tuple[Move, ...] = ()  # what the engine expects after the move
    facts: tuple[Fact, ...] = ()  # of mistakes, for their explanation

    @property
    def mark(self) -> str:
        """`??` for a blunder, `?` for a mistake, `?!` for an inaccuracy, else nothing."""
        return judgement.mark(self.lost, self.stake)

    @property
    def accuracy(self) -> float:
        return judgement.accuracy(self.lost, self.stake)

    @property
    def chance(self) -> float:
        """The mover's chance to win after the move."""
        return chance(self.after, self.scale)

    @property
    def worth(self) -> str:
        """The score after the move that was made, in words."""
        return "wins" if self.after.mate == 0 and self.after.value > 0 else str(self.after)

    def explain(self, marks: Marks, spoken: Callable[[str], str] = str) -> str:
        """What was wrong with the move, for players with these marks, without telling the better one."""
        told = [spoken(move.text) for move in self.reply]
        return explanation(self.before.value, self.after.value, self.lost, marks[1 - self.mover], told, self.facts)

    def describe(self, marks: Marks, spoken: Callable[[str], str]) -> str:
        """A line for players with these marks, who call moves so: "O 5.3 ? -1.20 gives up board 5; better: 5.7"."""
        text = f"{marks[self.mover]} {spoken(self.move.text) + ' ' + self.mark:<12} {self.worth:>12}"
        if not self.mark:
            return text
        line = " ".join(spoken(move.text) for move in self.line[:8])
        return f"{text}   {self.explain(marks, spoken)}; better: {self.before} by {line}"


def review(last: Position, engine: Engine, limit: Limit) -> Iterator[Verdict]:
    """Go through the game that led to a position, a verdict a move.

    The limit is for each position, and for each that a move's best alternative leads to; some others have a part of it.
    """
    position, scale = last.root(), judgement.scale(best_evaluation(last.game).spread)
    seen: Result | None = None if position.is_game_over() else engine.analyse(position, limit)
    for move in last.move_stack:
        before, expected = position.copy(), seen
        if expected is None:
            return
        position.push(move)
        seen = None if position.is_game_over() else engine.analyse(position, limit)
        mover = before.turn
        after = (seen.score if seen else _final_score(position, mover)).for_side(mover)
        lost, stake = _judged(before, move, after, expected, engine, limit, scale)
        reply = tuple(seen.pv) if seen else ()
        has_facts = judgement.mark(lost, stake) != ""
        yield Verdict(
            move,
            mover,
            expected.move,
            tuple(expected.pv),
            expected.score,
            after,
            expected.stats.depth,
            lost,
            stake,
            scale,
            reply,
            facts_of(before, move, reply, tuple(expected.pv)) if has_facts else (),
        )


def game_accuracy(verdicts: list[Verdict], side: int) -> float | None:
    """How well a side played, from 0 to 100; None if it never had a choice that mattered."""
    return judgement.game_accuracy((one.accuracy, one.stake) for one in verdicts if one.mover == side)


def turning_point(verdicts: list[Verdict], winner: int | None) -> int | None:
    """The ply of the move that decided a game."""
    chances = [(one.mover, one.chance + one.lost, one.lost) for one in verdicts]
    found = judgement.turning_point(chances, None if winner is None else 1 - winner)
    return None if found is None else found + 1


def _judged(
    before: Position, move: Move, after: Score, expected: Result, engine: Engine, limit: Limit, scale: float
) -> tuple[float, float]:
    """What a move gave away of the chance to win, and what was at stake."""
    legal = before.legal_moves
    if len(legal) == 1 or (expected.score.is_mate and expected.score.value < 0):
        return 0.0, 0.0
    known = [chance(after, scale)]
    if move != expected.move:
        # Both are looked at alike: a look from one ply further on sees other things.
        known.append(chance(_score_after(before, expected.move, engine, limit), scale))
    best = 1.0 if expected.score.is_mate else max(known)
    others = [one for one in legal if one not in (move, expected.move)]
    part = _part(limit)
    some = [
        chance(_score_after(before, others[at], engine, part), scale)
        for at in judgement.some_others(len(others), before.ply)
    ]
    stake = judgement.at_stake(best, known, some, len(legal))
    return (0.0 if move == expected.move else best - known[0]), stake


def _part(limit: Limit) -> Limit:
    share = judgement.OTHERS_SHARE
    return replace(
        limit,
        time=None if limit.time is None else limit.time / share,
        nodes=None if limit.nodes is None else max(1, limit.nodes // share),
    )


def _score_after(position: Position, move: Move, engine: Engine, limit: Limit) -> Score:
    """The score of what a move leads to, for its mover."""
    mover, after = position.turn, position.copy()
    after.push(move)
    if after.is_game_over():
        return _final_score(after, mover)
    return engine.analyse(after, limit).score.for_side(mover)


def _final_score(position: Position, side: int) -> Score:
    """The score of a game that is over: the points of a draw count."""
    outcome = position.outcome()
    assert outcome is not None
    if outcome.winner is not None:
        return Score(MATE if outcome.winner == side else -MATE, side)
    points = outcome.points or (0, 0)
    return Score(POINT * (points[side] - points[1 - side]), side)
