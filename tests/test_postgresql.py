"""The store and the web server with PostgreSQL instead of SQLite."""

import multiprocessing
from collections.abc import Iterator
from pathlib import Path

import pytest

from noughts.records import Record, RecordedMove
from noughts.store import KeptGame, PlayedElsewhereError, Store, StoreError, statistics
from postgresql import postgresql
from web_server import Visitor, serving

MOVES = tuple(RecordedMove(text, 0.5, 12, 3) for text in ("b2", "a1", "b3", "c1", "b1"))


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with postgresql() as found:
        yield found


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
        store.set_visitor_settings("somebody", {"level": "hard"})
        store.set_visitor_settings("somebody", {"level": "easy"})
        assert second.visitor_settings("somebody") == {"level": "easy"}
        store.keep_review(game.id or 0, [{"mark": "?"}])
        store.keep_review(game.id or 0, [{"mark": "??"}])
        assert second.review(game.id or 0) == [{"mark": "??"}]
        store.forget(game.id or 0)
        assert second.ids() == []


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


def test_a_server_that_is_not_there_is_explained() -> None:
    with pytest.raises(StoreError, match=r"postgresql.*failed") as error:
        Store("postgresql+psycopg://noughts:secret@127.0.0.1:1/postgres")
    assert "secret" not in str(error.value)
