"""A game between people and engines: turns, taking back, resigning, and what is kept of it."""

import random
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

import noughts
from noughts.errors import NoughtsError
from noughts.play import Session, Setup, obstacles_text, player_labels, seat
from noughts.records import GameDate, Record, RecordedMove
from noughts.store import KeptGame, Store, statistics


def answer(session: Session) -> None:
    thought = session.begin_thought()
    assert session.answer(thought, thought.run())


def against_random(game: str, store: Store | None = None, side: str = "first") -> Session:
    return Setup(game, ("human", "random:seed=1"), side).begin(store)


def test_each_move_is_kept_before_the_engine_thinks(store: Store) -> None:
    session = against_random("4x5x4", store)
    session.play("b2")
    kept = store.last_unfinished()
    assert kept is not None
    assert [move.text for move in kept.line] == ["b2"]
    assert kept.record.players == ("human", "random:seed=1")


def test_a_person_cannot_move_for_the_engine() -> None:
    session = against_random("4x5x4", side="second")
    with pytest.raises(NoughtsError, match="it is the turn of random, seed=1"):
        session.play("b2")
    answer(session)
    with pytest.raises(NoughtsError, match="is not legal here"):
        session.play(session.line[0].text)
    assert len(session.line) == 1


def test_undo_goes_back_to_the_persons_turn_and_redo_forward(store: Store) -> None:
    session = against_random("4x5x4", store)
    for _ in range(2):
        session.play(session.position.legal_moves[0])
        answer(session)
    texts = [move.text for move in session.line]
    assert session.undo() == 2
    assert [move.text for move in session.line] == texts[:2]
    assert session.position.turn == 0
    kept = store.last_unfinished()
    assert kept is not None
    again = Session.resume(kept, store)
    assert again.redo() == 2, "what was taken back is kept too"
    assert [move.text for move in again.line] == texts
    with pytest.raises(NoughtsError, match="no move to make again"):
        again.redo()
    assert again.undo() == 2
    assert again.undo() == 2
    with pytest.raises(NoughtsError, match="no move of yours"):
        again.undo()
    again.play("d3")
    assert again.redo_line == []


def test_undo_while_the_engine_thinks_drops_its_answer() -> None:
    session = Setup("ultimate", ("human", "noughts:time=60")).begin()
    session.play("5.5")
    thought = session.begin_thought()
    results = []
    thinking = threading.Thread(target=lambda: results.append(thought.run()))
    thinking.start()
    assert session.undo() == 1
    thinking.join(120)
    assert results, "it was told to stop and did"
    assert not session.answer(thought, results[0])
    assert session.line == []


def test_between_people_undo_takes_one_move_back() -> None:
    session = Setup("ultimate", ("human", "human")).begin()
    session.play("5.5")
    session.play("5.1")
    assert session.undo() == 1
    assert session.position.turn == 1


def test_in_xtreme_undo_minds_that_turns_do_not_alternate() -> None:
    # X wins board 1.1 with its last move and is to move again.
    text = "XX......./" + "9/" * 16 + "9 X 1 -"
    session = Setup("xtreme", ("human", "random:seed=1"), position=text).begin()
    session.play("1.1.3")
    assert session.position.turn == 0
    session.play("1.3.5")
    assert session.position.turn == 1
    assert session.undo() == 1
    assert session.undo() == 1
    assert session.position.text() == session.position.game.position(text).text()


def test_resigning_ends_the_game_and_is_counted(store: Store) -> None:
    session = Setup("4x5x4", ("human", "random:seed=1"), "second", "O").begin(store)
    answer(session)
    session.resign()
    assert session.view().status == "X wins: O resigned"
    assert session.view().clicks == {}
    assert session.seat is None
    record = store.latest(1, finished=True)[0].record
    assert (record.result, record.reason) == ("1-0", "O resigned")
    assert statistics(store.results()).total.losses == 1
    again = Session.resume(store.load(session.id or 0), store)
    assert again.outcome == session.outcome, "a resigned game stays resigned"
    for one in (session, again):
        for action in (one.undo, one.resign, lambda one=one: one.play("a1")):
            with pytest.raises(NoughtsError, match="over"):
                action()
        with pytest.raises(NoughtsError, match="no move to make again"):
            one.redo()
    assert statistics(store.results()).total.losses == 1


def test_nothing_is_made_again_after_resigning(store: Store) -> None:
    session = Setup("4x5x4", ("human", "human")).begin(store)
    session.play("b2")
    session.undo()
    session.resign()
    with pytest.raises(NoughtsError, match="no move to make again"):
        session.redo()
    assert store.load(session.id or 0).line == ()


def test_marks_are_apart_from_who_moves_first() -> None:
    session = Setup("tictactoe", ("human", "human"), "first", "O").begin()
    session.play("b2")
    view = session.view()
    assert [cell.content for cell in view.cells if cell.name == "b2"] == ["O"]
    assert view.status == "X to move"
    for move in ("a1", "b1", "a2", "b3"):
        session.play(move)
    assert session.view().status == "O wins: 3 in a row"
    assert session.record().result == "1-0", "the record is of first and second"


def test_small_boards_are_won_by_the_mark_that_is_shown() -> None:
    session = Setup("ultimate", ("human", "human"), mark="O").begin()
    for move in ("2.1", "1.3", "3.1", "1.5", "5.1", "1.7"):
        session.play(move)
    assert session.view().groups[0].owner == "X"


def test_the_lot_decides_who_moves_first() -> None:
    setup = Setup("tictactoe", ("human", "random"), "lot")
    sides = {setup.begin(chance=random.Random(seed)).people[0] for seed in range(20)}
    assert sides == {0, 1}


def test_whole_games_of_every_kind_are_kept_once_with_times_and_results(store: Store) -> None:
    chance = random.Random(2)
    names = ["misere-4x4x3", "nineboard", "ultimate", "xtreme", "xrudder"]
    for name in names:
        session = against_random(name, store, side="lot")
        while session.seat is not None:
            if session.seat.is_human:
                session.play(chance.choice(session.position.legal_moves))
            else:
                answer(session)
        assert session.outcome == session.position.outcome()
        record = store.load(session.id or 0).record
        assert record.replay().outcome() == session.outcome
        assert all(move.seconds is not None for move in record.moves)
    assert len(store.ids()) == len(names)
    assert statistics(store.results()).total.games == len(names)


def test_an_only_move_takes_the_engine_no_time_however_late_it_is_shown() -> None:
    session = Setup("tictactoe", ("human", "noughts"), "second", position="XOX/XOO/.XO X").begin()
    thought = session.begin_thought()
    result = thought.run()
    time.sleep(0.05)
    assert session.answer(thought, result)
    assert session.line[0].seconds == 0.0


def test_a_pause_stops_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("noughts.play.session.time", SimpleNamespace(monotonic=lambda: now))
    session = Setup("tictactoe", ("human", "human")).begin()
    now += 5
    session.pause()
    now += 60
    assert (session.seconds_used(0), session.is_paused) == (5, True)
    session.pause()
    session.pause(False)
    now += 2
    assert (session.seconds_used(0), session.is_paused) == (7, False)
    session.play("b2")
    assert session.line[0].seconds == 7
    now += 1
    session.pause()
    now += 10
    session.undo()
    now += 10
    session.pause(False)
    now += 3
    assert [session.seconds_used(side) for side in (0, 1)] == [3, 0], "a turn begins when the pause ends"


def test_a_pause_gives_up_the_thought() -> None:
    session = against_random("tictactoe", side="second")
    thought = session.begin_thought()
    session.pause()
    assert not session.answer(thought, thought.run())
    session.pause(False)
    answer(session)
    assert len(session.line) == 1


def test_refusals_name_the_marks_that_the_players_have() -> None:
    session = Setup("tictactoe", ("human", "human"), mark="O").begin()
    session.play("5")
    with pytest.raises(NoughtsError, match=r"^5 is not legal here \(X to move\); legal moves: 1, 2, 3, 4, 6, 7, 8, 9$"):
        session.play("5")
    with pytest.raises(NoughtsError, match=r"^b2 is not legal here \(X to move\); legal moves: a3, b3, c3,"):
        session.play("b2")


def test_a_store_that_fails_does_not_stop_the_game(store: Store, tmp_path: Path) -> None:
    session = against_random("4x5x4", store)
    session.play("b2")
    store.close()
    saved = (tmp_path / "games.db").read_bytes()
    (tmp_path / "games.db").write_bytes(b"not a database at all" * 1000)
    for file in tmp_path.glob("games.db-*"):
        file.unlink()
    answer(session)
    assert session.trouble is not None
    assert "the game is not kept: " in session.trouble
    why = session.trouble.removeprefix("the game is not kept: ")
    assert session.where_kept() == f"The game is kept as number {session.id}, without its last moves: {why}"
    session.play(session.position.legal_moves[0])
    store.close()
    (tmp_path / "games.db").write_bytes(saved)
    answer(session)
    assert session.trouble is None, "it is kept again as soon as it can be"
    assert session.where_kept() == f"The game is kept as number {session.id}; `noughts play --resume` goes on with it."
    assert len(store.load(session.id or 0).line) == 4


def test_a_game_played_on_in_two_windows_becomes_two(store: Store) -> None:
    session = against_random("4x5x4", store)
    session.play("b2")
    kept = store.last_unfinished()
    assert kept is not None
    other = Session.resume(kept, store)
    answer(session)
    answer(other)
    assert other.trouble is not None
    assert "played on elsewhere" in other.trouble
    assert other.id != session.id
    assert other.where_kept().startswith(f"The game is kept as number {other.id}; ")
    assert len(store.ids()) == 2


def test_seats_are_checked_before_the_game() -> None:
    game = noughts.game("ultimate")
    for text, message in (
        ("report003", "report003 does not play ultimate"),
        ("nobody", "there is no search or player 'nobody'"),
        ("noughts:level=godlike", "level is 'godlike'"),
        ("alphabeta:eval=factorial", "the evaluation factorial does not fit ultimate"),
        ("minimax:threads=2", "minimax searches with one thread"),
    ):
        with pytest.raises(NoughtsError, match=message):
            seat(text, game)


def test_obstacles_are_named_or_drawn() -> None:
    game = noughts.game("3x4x3")
    assert obstacles_text(game, "a1, D3") == "...#/..../#... X"
    drawn = obstacles_text(game, "5", seed=7)
    assert drawn is not None
    assert drawn.count("#") == 5
    assert drawn == obstacles_text(game, "5", seed=7)
    assert drawn != obstacles_text(game, "5", seed=8)
    assert obstacles_text(game, "0") is None
    for text, message in (
        ("12", "12 obstacles leave no cell of 3x4x3 to play on; there can be 11"),
        ("e1", "'e1' is no cell of 3x4x3"),
        ("-1", "'-1' is no cell"),
    ):
        with pytest.raises(NoughtsError, match=message):
            obstacles_text(game, text)
    for text in ("3", "5.5"):
        with pytest.raises(NoughtsError, match="ultimate has no obstacles"):
            obstacles_text(noughts.game("ultimate"), text)


def test_a_finished_position_is_no_game_to_begin() -> None:
    with pytest.raises(NoughtsError, match="the game is over in this position"):
        Setup("tictactoe", position="XXX/OO./... O").begin()


def test_a_game_from_elsewhere_stays_one_when_it_is_played_on_in_two_places(store: Store) -> None:
    record = Record("tictactoe", (RecordedMove("b2"),), ("Team: A", "noughts:level=easy"), date=GameDate(2024))
    (number,) = store.add([record])
    one, other = (Session.resume(store.load(number), store) for _ in range(2))
    assert [seat.label for seat in one.seats] == ["Team: A", "noughts:level=easy"], "names, and no engines"
    one.play("a1")
    other.play("c3")
    assert other.id not in (None, number)
    again = store.load(other.id or 0)
    assert (again.is_played_here, again.record.date, again.record.players) == (False, record.date, record.players)
    assert player_labels(again) == record.players


@pytest.mark.parametrize("name", ["Team: A", "Ada: countess, of Lovelace", "a:b=1,c", ":x"])
def test_a_name_that_is_no_engines_text_is_shown_as_it_stands(name: str) -> None:
    kept = KeptGame(Record("tictactoe", players=(name, "noughts:level=easy")))
    assert player_labels(kept) == (name, "noughts, easy"), "older versions have kept such games as played here"
