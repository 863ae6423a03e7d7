"""Clocks: what they allow for a move, how a search spends it, and how they combine with other limits.

No clock decides here: where time passes, the test says how much.
"""

import itertools

import pytest

import noughts
from noughts import Engine, Limit
from noughts.engine.thinking_time import LEAST, MARGIN, Pace, ThinkingTime, thinking_time


def test_clocks_are_fields_like_others() -> None:
    own = Limit(depth=9, white_clock=60, white_inc=1)
    assert own.updated(Limit(white_clock=50.5, remaining_moves=3)) == Limit(
        depth=9, white_clock=50.5, white_inc=1, remaining_moves=3
    )
    assert own.within(Limit(depth=2)) == Limit(depth=2, white_clock=60, white_inc=1)
    assert repr(Limit(black_clock=3)) == "Limit(black_clock=3)"
    assert Limit(white_clock=3, black_clock=4, black_inc=2).clock(0) == (3, 0)
    assert Limit(white_clock=3, black_clock=4, black_inc=2).clock(1) == (4, 2)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"white_clock": -1}, "the first player's clock is -1; it must be a number of seconds from 0 to 10"),
        ({"black_inc": "x"}, "the second player's increment is 'x'; it must be a number of seconds"),
        ({"remaining_moves": 0}, "the number of moves to go is 0; it must be a whole number from 1 to 2"),
    ],
)
def test_wrong_clocks_are_refused_in_words(given: dict[str, object], message: str) -> None:
    with pytest.raises(noughts.NoughtsError, match=message):
        Limit(**given)  # type: ignore[arg-type]


def test_a_clock_belongs_to_a_game_and_not_to_an_engine() -> None:
    with pytest.raises(noughts.NoughtsError, match="noughts has no option 'white_clock'"):
        Engine("noughts:white_clock=60")


def unasked() -> int:
    raise AssertionError("without a clock nobody needs to know")


def test_no_clock_has_no_soft_bound() -> None:
    assert thinking_time(Limit(depth=3), 0, unasked) == ThinkingTime(None, None)
    assert thinking_time(Limit(time=2, black_clock=1), 0, unasked) == ThinkingTime(None, 2), "the other side's clock"


CLOCKS = [
    Limit(white_clock=clock, white_inc=inc) for clock in (0.0, 0.03, 1.0, 60.0, 7200.0) for inc in (0.0, 0.01, 5.0)
]


@pytest.mark.parametrize("limit", CLOCKS, ids=str)
@pytest.mark.parametrize("plies", [1, 2, 9, 81, 1024])
def test_whoever_uses_every_hard_bound_to_the_full_never_loses_on_time(limit: Limit, plies: int) -> None:
    """With an answer that comes a margin late every time, of which an increment pays the half at least."""
    clock, increment = limit.clock(0)
    assert clock is not None
    late = min(MARGIN / 4, increment)
    for left in range(plies, 0, -2):
        times = thinking_time(Limit(white_clock=clock, white_inc=increment), 0, lambda: left)  # noqa: B023 - called at once
        assert times.soft is not None
        assert times.hard is not None
        assert 0 <= times.soft <= times.hard
        assert times.hard <= max(LEAST, clock - MARGIN)
        if times.hard > LEAST:
            clock -= times.hard + late
            assert clock > 0
            clock += increment


def test_more_moves_to_come_leave_less_for_each() -> None:
    def hard(**given: float) -> float:
        found = thinking_time(Limit(white_clock=10, **given), 0, lambda: 80).hard  # type: ignore[arg-type]
        assert found is not None
        return found

    assert hard(remaining_moves=1) == 10 - MARGIN, "all of it: more time comes after this move"
    assert hard(remaining_moves=1) > hard(remaining_moves=5) > hard(remaining_moves=15)
    assert hard(remaining_moves=500) == hard(), "a game is not so long"
    assert hard(white_inc=1) > hard()
    assert hard(time=0.25) == 0.25, "whichever comes first"
    last = thinking_time(Limit(white_clock=10), 0, lambda: 1)
    assert last.hard == 10 - MARGIN


def seconds_until_enough(found: list[tuple[int, int]], soft: float = 10.0) -> int:
    """How many iterations of a second each are looked at, with these best moves and values; the last one stays."""
    pace = Pace(ThinkingTime(soft, 100.0), 100, itertools.count().__next__)
    for number in range(1, 100):
        if pace.is_enough(*found[min(number, len(found)) - 1]):
            return number
    return 100


def test_a_best_move_that_stays_ends_early_and_one_that_changes_or_falls_gets_more() -> None:
    steady = seconds_until_enough([(1, 50)])
    changing = seconds_until_enough([(number % 2, 50) for number in range(50)])
    falling = seconds_until_enough([(1, 50 - 60 * number) for number in range(50)])
    rising = seconds_until_enough([(1, 50 + 60 * number) for number in range(50)])
    assert steady < 10 < changing
    assert falling > steady
    assert rising == steady
    assert seconds_until_enough([(number % 2, -500 * number) for number in range(50)]) > changing


def test_without_a_soft_bound_it_is_never_enough() -> None:
    pace = Pace(ThinkingTime(None, 1.0), 100, iter(range(10**6)).__next__)
    assert not any(pace.is_enough(1, 0) for _ in range(1000))


@pytest.mark.parametrize("search", ["noughts", "alphabeta", "mcts"])
def test_a_clock_ends_a_search_that_nothing_else_would(search: str) -> None:
    position = noughts.game("ultimate").start()
    engine = Engine(search, hash_mb=1)
    engine.prepare(position.game)
    for clock in (0.0, 0.01, 0.3):
        assert engine.play(position, Limit(depth=60, white_clock=clock)).move in position.legal_moves


def test_the_other_sides_clock_is_no_bound() -> None:
    position = noughts.game("ultimate").start()
    engine = Engine("alphabeta", hash_mb=1)
    assert engine.analyse(position, Limit(depth=4, black_clock=0.0)).stats.depth == 4
    assert engine.analyse(position, Limit(nodes=5000, black_clock=0.0)).stats.nodes == 5000
