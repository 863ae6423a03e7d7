"""What was wrong with a move, in words that follow from what is known exactly: how soon it is won or lost, and what
happens to small boards. Where nothing is, how much of the chance to win is gone.

A page has the same words in `web/static/words/explanation.js`; a test compares them.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from noughts.board import Move, Position
from noughts.board.view import Group
from noughts.engine.score import Score

_PLIES = 2  # of each line that are looked at for small boards


class Fact(NamedTuple):
    """A small board that the reply wins or that the better move would have won, or a reply that may go to any board."""

    kind: Literal["gives", "misses", "frees"]
    board: str  # its name; empty where boards in general are meant


def explanation(
    before: int, after: int, lost: float, opponent: str, reply: Sequence[str], facts: Sequence[Fact]
) -> str:
    """Words on a mistake: values before and after it for its mover, the opponent's mark, the expected reply.

    >>> from noughts.kernel.scores import MATE
    >>> explanation(50, 3 - MATE, 0.6, "O", ["d5"], [])
    'lets O play d5, and nothing stops the win then'
    >>> explanation(MATE - 5, 120, 0.3, "O", [], []), explanation(10, -90, 0.23, "X", [], [Fact("gives", "board 5")])
    ('misses a win in 3 moves', 'gives up board 5, and with it 23 % of the chance to win')
    """
    clauses = [_missed_win(before)] if Score(before, 0).is_mate and before > 0 else []
    if Score(after, 0).is_mate and after < 0:
        clauses.append(_let_win(after, opponent, reply))
    if clauses:
        return " and ".join(clauses)
    share = f"{round(100 * lost)} % of the chance to win"
    told = _and([_of_boards(fact, opponent) for fact in facts])
    return f"{told}, and with it {share}" if told else f"gives away {share}"


def _missed_win(value: int) -> str:
    mate = Score(value, 0).mate
    if mate is None:
        return "misses a win"
    return "misses a win at once" if mate <= 1 else f"misses a win in {_moves(mate)} moves"


def _let_win(value: int, opponent: str, reply: Sequence[str]) -> str:
    mate = Score(value, 0).mate
    first = reply[0] if reply else ""
    if mate == 0:
        return "loses at once"
    if mate is None or not first:
        return f"lets {opponent} win"
    if mate == -1:
        return f"lets {opponent} win at once by {first}"
    if mate == -3:
        return f"lets {opponent} play {first}, and nothing stops the win then"
    return f"lets {opponent} win in {_moves(-mate)} moves, beginning with {first}"


def _moves(plies: int) -> int:
    return (plies + 1) // 2


def _of_boards(fact: Fact, opponent: str) -> str:
    words = {
        "gives": f"gives up {fact.board}",
        "misses": f"misses {fact.board}",
        "frees": f"lets {opponent} choose the board",
    }
    return words[fact.kind]


def _and(words: list[str]) -> str:
    return " and ".join(", ".join(words).rsplit(", ", 1)) if words else ""


def facts_of(before: Position, move: Move, reply: Sequence[Move], better: Sequence[Move]) -> tuple[Fact, ...]:
    """What a mistake means for small boards, beside what would have come of the better line."""
    groups = _groups(before, ())
    if not groups:
        return ()
    mover = before.view(has_clicks=False).marks[before.turn]
    opponent = before.view(has_clicks=False).marks[1 - before.turn]
    played, answered = _groups(before, (move,)), _groups(before, (move, *reply[: _PLIES - 1]))
    best, best_answered = _groups(before, better[:1]), _groups(before, better[:_PLIES])
    facts = [
        Fact("gives", now.name)
        for now, then, other in zip(groups, answered, best_answered, strict=True)
        if then.owner == opponent and opponent not in (now.owner, other.owner)
    ]
    facts += [
        Fact("misses", now.name)
        for now, then, other in zip(groups, played, best, strict=True)
        if other.owner == mover and mover not in (now.owner, then.owner)
    ]
    if _open_boards(played) > _open_boards(best) == 1:
        facts.append(Fact("frees", ""))
    return tuple(facts)


def _groups(position: Position, moves: Sequence[Move]) -> tuple[Group, ...]:
    after = position.copy()
    for move in moves:
        after.push(move)
    return after.view().groups


def _open_boards(groups: Sequence[Group]) -> int:
    around = {group.parent for group in groups}
    return sum(group.playable for at, group in enumerate(groups) if at not in around)
