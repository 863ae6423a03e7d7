"""A person's rating against the levels, the opponent that it leads to, and results against earlier levels."""

from pathlib import Path

import pytest

import noughts
from commands import noughts as command
from noughts.engine.levels import calibration
from noughts.play import Session, Setup, in_order, label, seat
from noughts.play.rating import own_ratings, rating_of
from noughts.store import EARLIER, HUMAN, Store, statistics

YOURS = (HUMAN, "noughts:level=yours")


def store_in(folder: Path) -> Store:
    return Store(f"sqlite:///{folder / 'noughts.db'}")


def resigned(store: Store, level: str, game: str = "ultimate") -> None:
    session = Setup(game, (HUMAN, f"noughts:level={level}")).begin(store)
    session.play(session.position.legal_moves[0])
    session.resign()


def test_who_wins_half_of_the_points_is_as_strong_and_few_games_say_little() -> None:
    assert rating_of([]) == 1000
    assert rating_of([(1400, 1), (1400, 0)] * 50) == pytest.approx(1400, abs=15)
    assert 1000 < rating_of([(1400, 1), (1400, 0)]) < 1300
    assert rating_of([(1000, 0)]) == pytest.approx(2000 - rating_of([(1000, 1)]))


def test_an_opponent_of_your_strength_is_the_default_at_first_and_weaker_after_losses(tmp_path: Path) -> None:
    store, levels = store_in(tmp_path), calibration(noughts.game("ultimate"))

    def offered() -> str:
        return Setup("ultimate", YOURS).begin(store).seats[1].text.removeprefix("noughts:level=")

    assert offered() == levels.default
    for _ in range(12):
        resigned(store, levels.default)
    assert levels.levels.index(offered()) < levels.levels.index(levels.default)
    (own,) = own_ratings(store.results()).values()
    assert (own.of_side(1), len(own.curve)) == (None, 12)
    assert own.curve == sorted(own.curve, reverse=True)
    assert own.rating == own.of_side(0) == own.curve[-1] < 1000


def test_results_against_earlier_levels_stay_apart(tmp_path: Path) -> None:
    """They have no tag that says which levels they were played with."""
    store, game = store_in(tmp_path), noughts.game("tictactoe")
    resigned(store, "easy", "tictactoe")
    (kept,) = map(store.load, store.ids())
    assert ("Levels", "3") in kept.record.tags
    people = Session(game.start(), (seat(HUMAN, game), seat(HUMAN, game)))
    assert people.record().tags == ()
    results = [*store.results(), ("3x3x3", HUMAN, "noughts:level=easy" + EARLIER, "1-0")]
    assert [label(who) for (_, who), _ in in_order(statistics(results).by_opponent)] == [
        "noughts, easy",
        "noughts, easy (earlier levels)",
    ]
    assert len(own_ratings(results)["3x3x3"].played) == 1


def test_the_command_shows_ratings() -> None:
    resigned(Store(), "easy")
    run = command("stats")
    assert "as strong as" in run.stdout
    assert "1000 is a casual player's" in run.stdout
