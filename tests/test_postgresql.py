"""The store and the web server with PostgreSQL instead of SQLite."""

import itertools
import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.engine import make_url

from commands import CONNECT_FOUR, run_python
from noughts.records import GameDate, Record, RecordedMove
from noughts.store import KeptGame, PlayedElsewhereError, Store, StoreError, statistics
from noughts.store.schema import metadata
from noughts.store.steps import SCHEMA, Schema
from postgresql import postgresql
from stored_tables import KILLED, OLD_VERSION, copy_old_database, described, with_comments
from web_server import Server, Visitor, serving

MOVES = tuple(RecordedMove(text, 0.5, 12, 3) for text in ("b2", "a1", "b3", "c1", "b1"))


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with postgresql() as found:
        yield found


@pytest.fixture
def new_database(url: str) -> Callable[[], str]:
    """The URL of an empty database, another at each call."""

    def make() -> str:
        name = f"noughts_{next(_numbers)}"
        engine = create_engine(url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        engine.dispose()
        return make_url(url).set(database=name).render_as_string(hide_password=False)

    return make


_numbers = itertools.count()


def version_of(url: str) -> str:
    engine = create_engine(url)
    with engine.connect() as connection:
        found = str(connection.execute(text("SELECT value FROM noughts_facts")).scalar_one())
    engine.dispose()
    return found


def _save_many(url: str, owner: str) -> None:
    with Store(url) as store:
        for _ in range(20):
            game = KeptGame(Record("tictactoe", players=("human", "noughts")), owner=owner)
            for ply in range(1, 6):
                game.ply, game.line = ply, MOVES[:ply]
                store.save(game)


def test_two_processes_create_the_tables_and_write_at_once(url: str) -> None:
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=_save_many, args=(url, "both")) for _ in range(2)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(120)
        assert writer.exitcode == 0
    with Store(url) as store:
        assert len(store.ids("both")) == 40
        assert all(store.load(number, "both").line == MOVES for number in store.ids("both"))


def test_games_statistics_and_settings(url: str) -> None:
    with Store(url) as store, Store(url) as second:
        game = KeptGame(Record("tictactoe", MOVES, ("human", "noughts"), "1-0"), ply=5, line=MOVES)
        store.save(game)
        assert statistics(store.results()).total.wins == 1
        other = second.load(game.id or 0)
        other.ply = 4
        second.save(other)
        game.ply = 3
        with pytest.raises(PlayedElsewhereError):
            store.save(game)
        store.reset_statistics()
        assert store.results() == []
        store.change_visitor_settings("somebody", {"level": "hard"})
        store.change_visitor_settings("somebody", {"level": "easy"})
        assert second.visitor_settings("somebody") == {"level": "easy"}
        store.keep_review(game.id or 0, [{"mark": "?"}])
        store.keep_review(game.id or 0, [{"mark": "??"}])
        assert second.review(game.id or 0) == [{"mark": "??"}]
        store.forget(game.id or 0)
        assert second.ids() == []


def test_a_new_database_has_the_tables_of_a_version_to_come(new_database: Callable[[], str]) -> None:
    url, schema = new_database(), with_comments()
    Store(url, schema).close()
    assert version_of(url) == str(schema.version)
    assert "comment" in described(create_engine(url))["noughts_games"][0]


def test_an_old_database_keeps_its_games_through_all_steps(new_database: Callable[[], str]) -> None:
    new, old = new_database(), new_database()
    Store(new).close()
    copy_old_database(old)
    with Store(old) as store:
        assert [move.text for move in store.load(7).line] == ["b2", "c3", "a3", "c1", "a1", "c2"]
        assert [store.load(number).record.date for number in (11, 12)] == [None, GameDate(2019, 3, 2)]
    assert described(create_engine(old)) == described(create_engine(new))


def test_a_step_that_fails_or_is_killed_leaves_the_old_database_as_it_was(new_database: Callable[[], str]) -> None:
    old = new_database()
    copy_old_database(old)
    before = described(create_engine(old))

    def fail(connection: Connection) -> None:
        connection.execute(text("ALTER TABLE noughts_games ADD COLUMN comment TEXT"))
        connection.execute(text("THIS IS NO SQL"))

    with pytest.raises(StoreError, match="THIS"):
        Store(old, Schema(metadata, (*SCHEMA.steps, fail)))
    assert run_python("-c", KILLED, old).returncode == -9
    assert (version_of(old), described(create_engine(old))) == (str(OLD_VERSION), before)
    with Store(old) as store:
        assert len(store.load(7).line) == 6


def test_games_from_elsewhere_keep_their_dates_and_tags(new_database: Callable[[], str]) -> None:
    dates = None, GameDate(2024), GameDate.read("2024.05.31 18:30:00 UTC")
    records = [Record("tictactoe", MOVES, ("a:b", "b"), "1-0", date=date, tags=(("Site", "Žilina"),)) for date in dates]
    with Store(new_database()) as store:
        assert [store.load(number).record for number in store.add(records)] == records


def test_the_web_server_keeps_games_there(url: str, tmp_path: Path) -> None:
    with serving(tmp_path, NOUGHTS_DATABASE_URL=url) as server, Visitor(server) as visitor:
        game = visitor.begin("tictactoe", second={"kind": "level", "level": "easy"})
        visitor.post(f"/api/games/{game['id']}/moves", json={"move": "b2"})
        assert len(visitor.post(f"/api/games/{game['id']}/think").json()["moves"]) == 2
        cookies = dict(visitor.cookies)
    with serving(tmp_path, NOUGHTS_DATABASE_URL=url) as server, Visitor(server) as visitor:
        visitor.cookies.update(cookies)
        assert len(visitor.get(f"/api/games/{game['id']}").json()["moves"]) == 2
        assert visitor.get("/healthz").status_code == 200


def test_friends_play_a_users_own_game_and_a_set_up_there(url: str, tmp_path: Path) -> None:
    def serving_again() -> AbstractContextManager[Server]:
        return serving(tmp_path, "--game", str(CONNECT_FOUR), NOUGHTS_DATABASE_URL=url)

    clock = {"minutes": 5, "increment": 3}
    own = {"game": "connect-four", "side": "first", "clock": clock}
    set_up = {"game": "tictactoe", "side": "first", "cells": {"b2": "X", "a1": "O"}, "turn": 0}
    with serving_again() as server, Visitor(server) as ada, Visitor(server) as bob:
        numbers = []
        for asked in (own, set_up):
            numbers.append(ada.post("/api/invitations", json=asked).json()["id"])
            link = ada.get(f"/api/games/{numbers[-1]}/invitation").json()["link"].rpartition("/")[2]
            assert bob.post("/api/seats", json={"link": link, "name": "Bob"}).status_code == 201
        for number, moves in zip(numbers, (("d", "d"), ("c1", "a3")), strict=True):
            for visitor, move in zip((ada, bob), moves, strict=True):
                answer = visitor.post(f"/api/games/{number}/moves", json={"move": move})
                assert answer.status_code == 200, answer.text
        cookies = [dict(visitor.cookies) for visitor in (ada, bob)]
        server.kill()
    with serving_again() as server, Visitor(server) as ada, Visitor(server) as bob:
        for visitor, own_cookies in zip((ada, bob), cookies, strict=True):
            visitor.cookies.update(own_cookies)
        for number, move in zip(numbers, ("d", "a2"), strict=True):
            assert ada.post(f"/api/games/{number}/moves", json={"move": move}).status_code == 200
        first, second = (bob.get(f"/api/games/{number}").json() for number in numbers)
        assert [len(game["moves"]) for game in (first, second)] == [3, 3]
        assert first["table"]["clock"] == {"seconds": 300, "increment": 3}
        assert [seat["label"] for seat in second["seats"]][1] == "Bob"


def test_a_server_that_is_not_there_is_explained() -> None:
    with pytest.raises(StoreError, match=r"postgresql.*failed") as error:
        Store("postgresql+psycopg://noughts:secret@127.0.0.1:1/postgres")
    assert "secret" not in str(error.value)
