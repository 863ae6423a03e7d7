"""Opening the database, its transactions, and what goes wrong with it in the user's words."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from noughts.errors import NoughtsError
from noughts.store.schema import StoreError
from noughts.system.folders import data_folder

_PATIENCE = 10.0  # seconds to wait for another process that is writing


def database_url() -> str:
    """`NOUGHTS_DATABASE_URL`, or a file in the user's data folder."""
    return os.environ.get("NOUGHTS_DATABASE_URL") or f"sqlite:///{data_folder() / 'noughts.db'}"


def connect_to(url: str) -> Engine:
    """The database at a URL. A connection with the execution option `noughts_writes` is one that writes."""
    try:
        is_sqlite = make_url(url).get_backend_name() == "sqlite"
        options: dict[str, Any] = {"connect_args": {"timeout": _PATIENCE}} if is_sqlite else {"pool_pre_ping": True}
        engine = create_engine(url, **options)
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        raise NoughtsError(
            f"the database of NOUGHTS_DATABASE_URL needs a driver that is not installed: {error}"
        ) from None
    except ArgumentError:
        raise NoughtsError(
            f"NOUGHTS_DATABASE_URL is {url!r}; it must be a database URL such as sqlite:////home/me/noughts.db"
        ) from None
    if is_sqlite:
        event.listen(engine, "connect", _on_connect)
        event.listen(engine, "begin", _on_begin)
    return engine


def _on_connect(connection: sqlite3.Connection, _: Any) -> None:
    connection.isolation_level = None  # transactions are begun by _on_begin, not by the driver's guess
    connection.execute("PRAGMA foreign_keys = ON")
    # Readers do not wait for a writer, and a process that is killed leaves nothing half written and loses nothing;
    # a machine that loses its power may lose the last moves, but no more: waiting for the disk took a third of a move.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")


def _on_begin(connection: Connection) -> None:
    # A writer asks for its lock at the beginning, where SQLite waits for other processes.
    writes = connection.get_execution_options().get("noughts_writes")
    connection.connection.cursor().execute("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def in_user_words(url: str) -> Iterator[None]:
    """StoreError for what goes wrong inside."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as error:
        cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
        raise StoreError(_explain(str(cause).strip().splitlines()[0], url)) from None


def _explain(what: str, url: str) -> str:
    found = make_url(url)
    place = found.database if found.get_backend_name() == "sqlite" else found.render_as_string(hide_password=True)
    if "not a database" in what or "malformed" in what:
        return (
            f"{place} is damaged or is no database of Noughts ({what}); nothing was changed. "
            "Move it away to begin a new one, or let NOUGHTS_DATA name another folder"
        )
    if "full" in what:
        return f"there is no room left on the disk of {place}: free some"
    if "readonly" in what or "unable to open" in what:
        return f"{place} cannot be written ({what}); let NOUGHTS_DATA name another folder"
    if "locked" in what:
        return f"{place} is in use by another program that does not let go of it ({what})"
    return f"the database {place} failed: {what}"
