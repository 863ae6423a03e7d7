"""Scores: what they say, how they compare, and how they are written down and read again."""

import itertools
import random

import pytest

from noughts.engine.score import Score
from noughts.kernel.scores import MATE, WON
from noughts.records.move_comments import read_comment, write_comment
from noughts.records.record import RecordedMove

# From X's view, the best first.
IN_ORDER = (MATE, MATE - 1, MATE - 1000, WON, 100_000_000, 1, 0, -1, -100, -WON, 1000 - MATE, 2 - MATE, -MATE)


def told_for(value: int, side: int) -> Score:
    """X's value as a score for a side."""
    return Score(value if side == 0 else -value, side)


@pytest.mark.parametrize("sides", [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_scores_compare_as_what_they_say_whichever_side_they_are_told_for(sides: tuple[int, int]) -> None:
    """Two scores of O by what is better for O, all others by what is better for X."""
    sign = -1 if sides == (1, 1) else 1
    for one, other in itertools.product(IN_ORDER, repeat=2):
        a, b = told_for(one, sides[0]), told_for(other, sides[1])
        assert (a == b) == (one == other)
        assert (a != b) == (one != other)
        assert (a < b) == (sign * one < sign * other) == (b > a)
        assert (a <= b) == (sign * one <= sign * other) == (b >= a)
        if one == other:
            assert hash(a) == hash(b)


def test_scores_are_sorted_and_kept_in_sets() -> None:
    scores = [Score(value, 0) for value in IN_ORDER]
    shuffled = random.Random(1).sample(scores, len(scores))
    assert sorted(shuffled, reverse=True) == scores
    assert sorted((told_for(score.value, 1) for score in shuffled), reverse=True) == scores[::-1], (
        "the best for O first"
    )
    assert len({told_for(value, side) for value in IN_ORDER for side in range(2)}) == len(IN_ORDER)


def test_a_score_is_no_number() -> None:
    score = Score(100, 0)
    assert score != 100
    assert score.__eq__(100) is NotImplemented
    assert score.__lt__(100) is NotImplemented
    with pytest.raises(TypeError):
        score < 100  # noqa: B015


def test_a_win_of_unknown_length_is_a_win() -> None:
    won, lost = Score(WON, 1), Score(WON, 1).for_side(0)
    assert (won.is_mate, won.mate, won.points, str(won)) == (True, None, None, "won")
    assert (lost.is_mate, lost.mate, lost.points, str(lost)) == (True, None, None, "lost")
    assert str(Score(WON + 1, 1)) == f"mate in {MATE - WON - 1}"


@pytest.mark.parametrize(("value", "text"), [(WON, "M/7"), (-WON, "-M/7"), (MATE - 3, "M3/7"), (4 - MATE, "-M4/7")])
def test_a_win_of_unknown_length_is_written_down_and_read_again(value: int, text: str) -> None:
    move = RecordedMove("b2", value=value, depth=7)
    assert write_comment(move) == text
    assert read_comment("b2", text) == move
