"""Versions of the store's tables: older ones are brought up to date, after a copy, as a whole or not at all."""

import multiprocessing
import shutil
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, text

from commands import run_python
from noughts.store import Store, StoreError
from noughts.store.schema import metadata
from noughts.store.steps import SCHEMA, Schema
from stored_tables import KILLED, OLD_VERSION, described, old_database, with_comments

GAMES = 15  # in the old database


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "noughts.db"


def url_of(file: Path) -> str:
    return f"sqlite:///{file}"


def run_sql(file: Path, *statements: str) -> list[tuple[object, ...]]:
    """What the last one answers."""
    connection = sqlite3.connect(file)
    for statement in statements:
        found = connection.execute(statement).fetchall()
    connection.commit()
    connection.close()
    return found


def is_old(file: Path) -> bool:
    """Whole, of the old version, with all games."""
    return (
        run_sql(file, "PRAGMA integrity_check") == [("ok",)]
        and run_sql(file, "SELECT value FROM noughts_facts") == [(str(OLD_VERSION),)]
        and run_sql(file, "SELECT count(*) FROM noughts_games") == [(GAMES,)]
        and "tags" not in {row[1] for row in run_sql(file, "PRAGMA table_info(noughts_games)")}
    )


def test_a_new_database_has_the_tables_of_a_version_to_come(file: Path) -> None:
    schema = with_comments()
    Store(url_of(file), schema).close()
    assert run_sql(file, "SELECT value FROM noughts_facts") == [(str(schema.version),)]
    assert run_sql(file, "SELECT comment FROM noughts_games") == []
    assert [path.name for path in file.parent.iterdir()] == [file.name], "there was nothing to copy"


def test_steps_lead_to_the_tables_that_a_new_database_has(file: Path, tmp_path: Path) -> None:
    Store(url_of(file)).close()
    new = described(create_engine(url_of(file)))
    for version in (1, OLD_VERSION):
        old = old_database(tmp_path / str(version))
        if version == 1:
            run_sql(old, "DROP TABLE noughts_reviews", "UPDATE noughts_facts SET value = '1'")
        Store(url_of(old)).close()
        assert described(create_engine(url_of(old))) == new


def test_an_old_database_keeps_its_games_through_all_steps_and_is_copied_first(tmp_path: Path) -> None:
    file = old_database(tmp_path)
    file.chmod(0o600)
    schema = with_comments()
    for _ in range(2):  # the second time there is nothing to do
        with Store(url_of(file), schema) as store:
            assert len(store.ids()) == GAMES - 2, "two are a visitor's"
            assert [move.text for move in store.load(7).line] == ["b2", "c3", "a3", "c1", "a1", "c2"]
    assert set(run_sql(file, "SELECT comment FROM noughts_games")) == {("none",)}
    copy = tmp_path / f"noughts.db.version-{OLD_VERSION}"
    assert is_old(copy)
    assert copy.stat().st_mode & 0o777 == 0o600
    with pytest.raises(StoreError, match="kept by a newer Noughts"):
        Store(url_of(file))
    shutil.copy(copy, file)  # and back to the version before
    Store(url_of(file)).close()


def test_a_copy_holds_what_is_still_in_the_write_ahead_log(tmp_path: Path) -> None:
    file = old_database(tmp_path)
    other = sqlite3.connect(file, isolation_level=None)  # a program that is open meanwhile
    other.execute("PRAGMA journal_mode = WAL")
    other.execute("UPDATE noughts_games SET event = 'just now' WHERE id = 1")
    assert b"just now" not in file.read_bytes()
    Store(url_of(file)).close()
    other.close()
    copy = tmp_path / f"noughts.db.version-{OLD_VERSION}"
    assert run_sql(copy, "SELECT event FROM noughts_games WHERE id = 1") == [("just now",)]


def test_copies_do_not_pile_up(tmp_path: Path) -> None:
    file = old_database(tmp_path)
    for name in (
        "noughts.db.version-1",
        "noughts.db.version-1.part",
        "noughts.db.version-2.part",
        "other.db.version-1",
    ):
        (tmp_path / name).write_text("what was left")
    Store(url_of(file)).close()
    found = {path.name for path in tmp_path.iterdir()} - {"noughts.db-wal", "noughts.db-shm"}
    assert found == {"noughts.db", f"noughts.db.version-{OLD_VERSION}", "other.db.version-1"}
    assert is_old(tmp_path / f"noughts.db.version-{OLD_VERSION}")


def test_without_a_copy_nothing_is_changed(tmp_path: Path) -> None:
    file = old_database(tmp_path)
    (tmp_path / f"noughts.db.version-{OLD_VERSION}" / "in the way").mkdir(parents=True)
    with pytest.raises(StoreError, match=r"cannot be copied to .*version-2 before .* nothing was changed"):
        Store(url_of(file))
    assert is_old(file)
    assert not list(tmp_path.glob("*.part*"))


def test_a_step_that_fails_half_way_leaves_the_old_database_as_it_was(tmp_path: Path) -> None:
    file = old_database(tmp_path)

    def fail(connection: Connection) -> None:
        connection.execute(text("ALTER TABLE noughts_games ADD COLUMN comment TEXT"))
        connection.execute(text("THIS IS NO SQL"))

    with pytest.raises(StoreError, match="THIS"):
        Store(url_of(file), Schema(metadata, (*SCHEMA.steps, fail)))
    assert is_old(file)
    with Store(url_of(file)) as store:
        assert len(store.ids()) == GAMES - 2


def test_a_process_killed_in_between_leaves_the_old_database_as_it_was(tmp_path: Path) -> None:
    file = old_database(tmp_path)
    assert run_python("-c", KILLED, url_of(file)).returncode == -9
    assert is_old(file)
    with Store(url_of(file)) as store:
        assert [move.text for move in store.load(7).line] == ["b2", "c3", "a3", "c1", "a1", "c2"]


def _open(url: str) -> None:
    Store(url).close()


def test_two_processes_bring_a_database_up_to_date_at_once(tmp_path: Path) -> None:
    file = old_database(tmp_path)
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=_open, args=(url_of(file),)) for _ in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(120)
        assert process.exitcode == 0
    assert is_old(tmp_path / f"noughts.db.version-{OLD_VERSION}")
    assert len(Store(url_of(file)).ids()) == GAMES - 2


def test_a_newer_database_is_refused_and_left_alone(file: Path) -> None:
    Store(url_of(file)).close()
    run_sql(file, "UPDATE noughts_facts SET value = '999' WHERE name = 'version'")
    content = file.read_bytes()
    with pytest.raises(StoreError, match="kept by a newer Noughts"):
        Store(url_of(file))
    assert file.read_bytes() == content


@pytest.mark.parametrize("damage", ["DELETE FROM noughts_facts", "UPDATE noughts_facts SET value = 'two'"])
def test_tables_of_no_version_are_refused_and_left_alone(file: Path, damage: str) -> None:
    Store(url_of(file)).close()
    run_sql(file, damage)
    with pytest.raises(StoreError, match=r"the version of the tables is .* nothing was changed"):
        Store(url_of(file))
