"""Two friends at a table: seats, names, the clock, offers and their answers."""

import time
from pathlib import Path

import pytest

import noughts
from noughts.errors import NoughtsError
from noughts.play import NotNowError, Session
from noughts.play.table import GONE, Table, checked_name, clock_text, invite
from noughts.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(f"sqlite:///{tmp_path / 'noughts.db'}")


def table_for(store: Store | None = None, clock: str = "", moves: str = "", game: str = "tictactoe") -> Table:
    """Ada, who moves first, and Bob."""
    session = invite(noughts.game(game).start(), "ada's", "Ada", "first", clock, store=store)
    session.keep()
    table = Table(session)
    table.sit("bob's", "Bob")
    for ply, move in enumerate(moves.split()):
        table.play(ply % 2, move)
    return table


@pytest.mark.parametrize(
    "name", ["a" * 25, "Ada\u202e", "A\u200bda", "\u2066Ada", "Ada\x07", "Ada\n", "\x1b[31mAda", "A\ud800", "\u2028"]
)
def test_names_that_are_too_long_or_hold_what_is_not_seen(name: str) -> None:
    with pytest.raises(NoughtsError, match="a name has"):
        checked_name(name)


def test_names_of_all_scripts() -> None:
    assert [checked_name(name) for name in ("Ада", "عائشة", "愛子", "Zoë ♞", "e\u0301")] == [
        "Ада",
        "عائشة",
        "愛子",
        "Zoë ♞",
        "é",
    ]


def test_sides_are_as_chosen_or_fall_by_lot() -> None:
    position = noughts.game("tictactoe").start()
    assert [Table(invite(position, "ada's", "Ada", side)).side_of("ada's") for side in ("first", "second")] == [0, 1]
    assert {Table(invite(position, "ada's", "Ada", "lot")).side_of("ada's") for _ in range(60)} == {0, 1}


def test_a_seat_is_given_once_and_nobody_plays_alone() -> None:
    table = Table(invite(noughts.game("tictactoe").start(), "ada's", "Ada", "first"))
    with pytest.raises(NotNowError, match="nobody sits on the other side yet"):
        table.play(0, "b2")
    with pytest.raises(NotNowError, match="you sit at this board already"):
        table.sit("ada's", "Ada again")
    assert (table.free_side, table.sit("bob's", " Bob "), table.free_side) == (1, 1, None)
    with pytest.raises(NotNowError, match="somebody else sits there already"):
        table.sit("eve's", "Eve")
    with pytest.raises(NotNowError, match="not your turn"):
        table.play(1, "b2")


def test_the_clock_runs_from_the_third_move_on_and_gains_the_increment() -> None:
    table = table_for(clock=clock_text(1, 2), moves="a1 b1")
    session = table.session
    assert session.is_counting
    assert session.seconds_left(1) == 60, "first moves take no time"
    session._turn_began -= 10  # as if that time had passed
    assert session.seconds_left(0) == pytest.approx(50, abs=0.5)
    table.play(0, "a2")
    assert session.seconds_left(0) == pytest.approx(52, abs=0.5)
    session._turn_began -= 61
    table.play(1, "b2")  # which comes too late
    assert (session.seconds_left(1), str(session.outcome)) == (0, "X wins: O lost on time")
    assert len(session.line) == 3


def test_a_clock_stands_while_nobody_counts_and_goes_on_from_what_was_noted(store: Store) -> None:
    session = table_for(store, clock_text(1, 0), "a1 b1").session
    assert session.id is not None
    store.friends.note_clocks([(session.id, 2, 20.0)])
    again = Session.resume(store.load(session.id, "bob's"), store)
    assert again.seconds_left(0) == pytest.approx(40, abs=0.5)
    Table(again).play(0, "a2")
    killed_now = Session.resume(store.load(session.id, "ada's"), store)
    assert killed_now.seconds_left(1) == pytest.approx(60, abs=0.5), "the turn that was noted is over"
    assert killed_now.seconds_left(0) == pytest.approx(40, abs=0.5)
    time.sleep(0.05)
    Table(killed_now).resign(1)
    over = Session.resume(store.load(session.id, "ada's"), store)
    assert 59 < (over.seconds_left(1) or 0) < 60, "and stands where it stood at the end"


def test_draws_and_takebacks_are_offered_and_answered(store: Store) -> None:
    table = table_for(store, moves="a1 b1 a2")
    table.offer(0, "takeback")
    with pytest.raises(NotNowError, match="waits for an answer"):
        table.offer(0, "draw")
    kept = Session.resume(store.load(table.session.id or 0, "bob's"), store)
    assert Table(kept).offered == ("takeback", 0), "an offer outlives the server"
    assert table.accept(1) == "takeback"
    assert [move.text for move in table.session.line] == ["a1", "b1"]
    table.offer(1, "takeback")  # whose last move was answered by none
    table.accept(0)
    assert [move.text for move in table.session.line] == ["a1"]
    with pytest.raises(NotNowError, match="once both have moved"):
        table.offer(0, "draw")
    table.play(1, "b1")
    table.offer(1, "draw")
    table.decline(0)
    with pytest.raises(NotNowError, match="declined"):
        table.offer(1, "draw")
    table.play(0, "c3")
    table.offer(1, "draw")
    table.play(1, "c1")
    assert table.offered is None, "a move is an answer"
    table.offer(0, "draw")
    assert table.offer(1, "draw") == "draw", "offering the same accepts"
    assert (table.session.result, table.session.outcome and table.session.outcome.reason) == ("1/2-1/2", "draw agreed")
    with pytest.raises(NotNowError, match="over"):
        table.offer(0, "draw")


def test_a_win_is_claimed_when_the_other_has_been_gone_and_a_clock_runs() -> None:
    without = table_for(moves="a1 b1")
    with pytest.raises(NotNowError, match="while a clock runs"):
        without.claim(0, GONE + 1)
    table = table_for(clock="60", moves="a1 b1")
    with pytest.raises(NotNowError, match="60 seconds"):
        table.claim(0, GONE - 1)
    table.claim(0, GONE)
    assert str(table.session.outcome) == "X wins: O has left the game"


def test_a_rematch_swaps_sides_and_keeps_set_up_and_clock(store: Store) -> None:
    game = noughts.game("4x4x3")
    start = game.with_cells({"b2": "#"})
    session = invite(start, "ada's", "Ada", "first", "300+3", store=store)
    session.keep()
    table = Table(session)
    table.sit("bob's", "Bob")
    with pytest.raises(NotNowError, match="not over"):
        table.offer(0, "rematch")
    table.resign(0)
    table.offer(1, "rematch")
    assert table.accept(0) == "rematch"
    again = Table(table.rematch(store))
    assert [seat.label for seat in again.session.seats] == ["Bob", "Ada"]
    assert (again.side_of("ada's"), again.friends.clock) == (1, "300+3")
    assert again.session.position.text() == start.text()


def test_friends_games_are_both_players_in_no_statistics_and_left_one_by_one(store: Store) -> None:
    table = table_for(store, moves="a1 b1 a2 b2 a3")
    number = table.session.id or 0
    assert [game.id for who in ("ada's", "bob's", "eve's") for game in store.latest(owner=who)] == [number, number]
    assert store.load(number, "bob's").record.players == ("Ada", "Bob")
    assert store.results("ada's") == []
    assert store.last_unfinished() is None
    store.forget(number, "ada's")
    assert [game.id for who in ("ada's", "bob's") for game in store.latest(owner=who)] == [number]
    with pytest.raises(NotNowError, match="left this game for good"):
        Table(Session.resume(store.load(number, "bob's"), store)).offer(1, "rematch")
    store.forget(number, "bob's")
    assert store.count() == 0
