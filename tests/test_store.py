"""The store: games are kept move by move, and nothing that happens to a process or a file spoils them."""

import multiprocessing
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from datetime import time as time_of_day
from pathlib import Path

import pytest

from noughts.board import MARKS
from noughts.errors import NoughtsError
from noughts.records import GameDate, Record, RecordedMove
from noughts.store import EARLIER, KeptGame, PlayedElsewhereError, Store, StoreError, statistics

MOVES = tuple(RecordedMove(text, 0.5, 12, 3) for text in ("b2", "a1", "b3", "c1", "b1"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def store_in(file: Path) -> Store:
    return Store(f"sqlite:///{file}")


def kept(count: int = 5, result: str = "*", players: tuple[str, str] = ("human", "noughts:level=easy")) -> KeptGame:
    record = Record("tictactoe", MOVES[:count], players, result)
    return KeptGame(record, ply=count, line=MOVES[:count])


def test_a_game_comes_back_as_it_was_kept(file: Path) -> None:
    game = kept(4)
    game.ply, game.record, game.marks = 3, replace(game.record, position="3/3/3 O", reason="so"), ("O", "X")
    store_in(file).save(game)
    again = store_in(file).load(game.id or 0)
    assert again.record.moves == MOVES[:3], "the fourth was taken back"
    assert again.line == MOVES[:4]
    assert (again.ply, again.marks, again.record.position, again.record.reason) == (3, ("O", "X"), "3/3/3 O", "so")
    assert again.record.players == ("human", "noughts:level=easy")


def test_moves_taken_back_and_made_anew_replace_the_old_ones(file: Path) -> None:
    store, game = store_in(file), kept(5)
    store.save(game)
    game.line, game.ply = (*MOVES[:2], RecordedMove("c3")), 3
    store.save(game)
    game.line, game.ply = (*MOVES[:2], RecordedMove("c3"), RecordedMove("a3")), 4
    store.save(game)
    assert [move.text for move in store_in(file).load(game.id or 0).line] == ["b2", "a1", "c3", "a3"]


def test_the_last_unfinished_game_is_found_by_kind_and_a_finished_one_is_not(file: Path) -> None:
    store = store_in(file)
    assert store.last_unfinished() is None
    first, second, third = kept(1), kept(2), kept(5, "1-0")
    second.record = replace(second.record, game="ultimate", moves=(RecordedMove("5.5"), RecordedMove("5.1")))
    for game in (first, second, third):
        store.save(game)
    assert (found := store.last_unfinished()) is not None
    assert found.id == second.id
    assert (found := store.last_unfinished("tictactoe")) is not None
    assert found.id == first.id
    assert store.last_unfinished("xrudder") is None


def test_a_game_that_was_played_on_elsewhere_is_not_overwritten(file: Path) -> None:
    store, game = store_in(file), kept(2)
    store.save(game)
    elsewhere = store_in(file).load(game.id or 0)
    elsewhere.line, elsewhere.ply = MOVES[:4], 4
    store_in(file).save(elsewhere)
    game.line, game.ply = (*MOVES[:2], RecordedMove("c3")), 3
    with pytest.raises(PlayedElsewhereError):
        store.save(game)
    assert store.load(game.id or 0).line == MOVES[:4]


def test_statistics_count_finished_games_of_one_person_once(file: Path) -> None:
    store = store_in(file)
    game = kept(5, "1-0")
    store.save(game)
    store.save(game)  # saved again: still one game
    for result, players in (
        ("0-1", ("human", "noughts:level=easy")),
        ("1-0", ("noughts:level=easy", "human")),
        ("1/2-1/2", ("human", "report003")),
        ("1-0", ("human", "report003")),
        ("1-0", ("human", "report003")),
        ("1-0", ("human", "human")),
        ("1-0", ("report003", "noughts")),
        ("*", ("human", "noughts:level=easy")),
    ):
        store.save(kept(5, result, players))
    store.add([Record("tictactoe", MOVES, ("human", "noughts:level=easy"), "1-0")])  # somebody else's
    found = statistics(store.results())
    easy_then = "noughts:level=easy" + EARLIER  # these records do not say which levels they were played with
    assert set(found.by_opponent) == {("tictactoe", easy_then), ("tictactoe", "report003")}
    easy = found.by_opponent["tictactoe", easy_then]
    assert (easy.wins, easy.losses, easy.draws, easy.streak, easy.longest_streak) == (1, 2, 0, 0, 1)
    other = found.by_opponent["tictactoe", "report003"]
    assert (other.wins, other.losses, other.draws, other.streak, other.longest_streak) == (2, 0, 1, 2, 2)
    assert found.total.games == 6
    assert found.total.winning_percentage == 50.0


def test_a_reset_counts_from_now_on_and_keeps_the_games(file: Path) -> None:
    store = store_in(file)
    store.save(kept(5, "1-0"))
    store.reset_statistics()
    assert store.results() == []
    assert len(store.latest()) == 1
    time.sleep(0.01)
    store.save(kept(5, "0-1"))
    assert [row[3] for row in store_in(file).results()] == ["0-1"]


def test_a_review_is_kept_beside_its_game_and_goes_with_it(file: Path) -> None:
    store, game = store_in(file), kept(5, "1-0")
    store.save(game)
    assert store.review(game.id or 0) == []
    store.keep_review(game.id or 0, [{"mark": "?"}])
    store.keep_review(game.id or 0, [{"mark": "??"}])
    assert store_in(file).review(game.id or 0) == [{"mark": "??"}]
    store.forget(game.id or 0)
    assert (store.ids(), store.review(game.id or 0)) == ([], [])


DATES = (None, GameDate(2024), GameDate(2024, 5, 31, time_of_day(18, 30), is_utc=True), GameDate(2024, 5, 31))


def test_games_from_elsewhere_keep_their_dates_and_tags(file: Path) -> None:
    records = [Record("tictactoe", MOVES, ("a:b", "b"), "1-0", date=date, tags=(("Site", "Žilina"),)) for date in DATES]
    store = store_in(file)
    numbers = store.add(records)
    assert [replace(store.load(number).record, reason="") for number in numbers] == records
    played_on = store.load(numbers[0])
    store.save(played_on)
    assert store.load(numbers[0]).record == played_on.record, "no date is made up later either"


def test_a_game_played_here_has_the_moment_when_it_was_begun(file: Path) -> None:
    before, store, game = datetime.now(UTC), store_in(file), kept(1)
    store.save(game)
    date = store.load(game.id or 0).record.date
    assert date is not None
    assert date.moment is not None
    assert abs(date.moment - before.replace(tzinfo=None)) < timedelta(minutes=1)
    other = KeptGame(replace(game.record, date=GameDate(2024, 5, 31, time_of_day(18, 30), is_utc=True)))
    store.save(other)  # one that goes on as another game
    assert str(store.load(other.id or 0).record.date) == "2024.05.31 18:30:00 UTC"


def test_bringing_in_games_is_all_or_nothing(file: Path) -> None:
    store = store_in(file)
    broken = Record("tictactoe", MOVES, result=None)  # type: ignore[arg-type]
    with pytest.raises(StoreError):
        store.add([Record("tictactoe", MOVES), broken])
    assert store.ids() == []
    assert store.add([Record("tictactoe", MOVES, date=None), Record("tictactoe", MOVES[:1])]) == [1, 2]
    assert [store.load(number).line for number in (1, 2)] == [MOVES, MOVES[:1]]


@pytest.mark.parametrize("content", [b"This is no database, it is a letter to a friend." * 90, os.urandom(20_000)])
def test_a_file_that_is_no_database_is_refused_and_left_alone(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    with pytest.raises(StoreError, match="is damaged or is no database of Noughts"):
        store_in(file)
    assert file.read_bytes() == content


def test_a_damaged_database_is_refused_and_left_alone(file: Path) -> None:
    store = store_in(file)
    for _ in range(200):
        store.save(kept(5, "1-0"))
    store.close()
    content = bytearray(file.read_bytes())
    content[4096 : len(content) - 4096] = os.urandom(len(content) - 8192)
    file.write_bytes(content)
    with pytest.raises(StoreError, match="damaged"):
        store_in(file).results()
    assert file.read_bytes() == content


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("nonsense", "it must be a database URL"),
        ("sqlite:////nowhere/at/all/games.db", "cannot be written"),
        ("nosuchdatabase://localhost/x", "a driver that is not installed"),
    ],
)
def test_a_bad_database_url_is_explained(url: str, message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOUGHTS_DATABASE_URL", url)
    with pytest.raises(NoughtsError, match=message):
        Store()


def _save_many(url: str, count: int) -> None:
    store = Store(url)
    for _ in range(count):
        game = kept(0)
        for ply in range(1, 6):
            game.ply, game.line = ply, MOVES[:ply]
            store.save(game)


def test_two_processes_write_at_once(file: Path) -> None:
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=_save_many, args=(f"sqlite:///{file}", 30)) for _ in range(2)]
    for writer in writers:
        writer.start()  # both create the tables
    for writer in writers:
        writer.join(120)
        assert writer.exitcode == 0
    store = store_in(file)
    assert len(store.ids()) == 60
    assert all(store.load(number).line == MOVES for number in store.ids())


WRITER = """
import sys
from noughts.records import Record, RecordedMove
from noughts.store import EARLIER, KeptGame, Store
store = Store(sys.argv[1])
while True:
    game = KeptGame(Record("tictactoe"))
    for ply in range(1, 200):
        game.ply, game.line = ply, (*game.line, RecordedMove(f"move {ply}"))
        store.save(game)
        print(game.id, ply, flush=True)
"""


def test_a_process_killed_at_any_moment_loses_nothing_that_it_had_kept(file: Path) -> None:
    chance = random.Random(1)
    for _ in range(8):
        command = [sys.executable, "-c", WRITER, f"sqlite:///{file}"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            writer.stdout.readline()
            time.sleep(chance.uniform(0, 0.2))
            writer.send_signal(signal.SIGKILL)
            told = writer.stdout.read().split("\n")[:-1]  # what comes after the last line end was cut off
        number, ply = map(int, told[-1].split()) if told else (1, 1)
        found = store_in(file).load(number)
        assert found.ply >= ply
        assert [move.text for move in found.line] == [f"move {n}" for n in range(1, found.ply + 1)]
        with sqlite3.connect(file) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        connection.close()


def test_marks_are_those_of_first_and_second(file: Path) -> None:
    game = kept(1)
    store = store_in(file)
    store.save(game)
    assert store.load(game.id or 0).marks == MARKS
