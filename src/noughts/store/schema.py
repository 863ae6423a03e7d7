"""The tables, their version, and the steps from each version to the next.

A step that has been released is never edited: a change of the tables is a new step at the end.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from sqlalchemy import (
    Column,
    Connection,
    DateTime,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    inspect,
    select,
    text,
)

from noughts.errors import NoughtsError


class StoreError(NoughtsError):
    """The database cannot be read or written just now; what is in it stays as it is."""


metadata = MetaData()

# Facts about the whole database: the version of its tables.
facts = Table("noughts_facts", metadata, Column("name", String(40), primary_key=True), Column("value", Text))

games = Table(
    "noughts_games",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("owner", String(64), nullable=False, server_default="", index=True),  # a visitor; "" for this machine's user
    Column("revision", Integer, nullable=False),  # counts its changes: two processes cannot overwrite each other
    Column("game", Text, nullable=False),
    Column("position", Text),  # where it began, if not at the start
    Column("first", Text, nullable=False),  # who played: `human`, an engine's text, or a name from elsewhere
    Column("second", Text, nullable=False),
    Column("first_mark", String(1), nullable=False),
    Column("ply", Integer, nullable=False),  # moves behind it were taken back and may be made again
    Column("result", String(7), nullable=False, index=True),
    Column("reason", Text, nullable=False),
    Column("event", Text, nullable=False),
    Column("is_played_here", Integer, nullable=False),  # 0 for games that were brought in: they count in no statistics
    Column("begun", DateTime, nullable=False),  # times are UTC
    Column("changed", DateTime, nullable=False, index=True),
)

moves = Table(
    "noughts_moves",
    metadata,
    Column("game_id", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 0
    Column("text", Text, nullable=False),
    Column("seconds", Float),
    Column("value", Integer),
    Column("depth", Integer),
)


visitors = Table(
    "noughts_visitors",
    metadata,
    Column("owner", String(64), primary_key=True),
    Column("settings", Text, nullable=False),  # JSON
    Column("statistics_since", DateTime),
)

reviews = Table(
    "noughts_reviews",
    metadata,
    Column("game_id", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("verdicts", Text, nullable=False),  # JSON: one for each move of a finished game
)


Step: TypeAlias = Callable[[Connection], None]


def _create(connection: Connection) -> None:
    metadata.create_all(connection)


def _add_reviews(connection: Connection) -> None:
    reviews.create(connection, checkfirst=True)  # a new database has all tables from the first step


MIGRATIONS: Sequence[Step] = (_create, _add_reviews)

# Any number that other programs in the same database are unlikely to lock.
_LOCK = 6_106_855_113


def migrate(connection: Connection, steps: Sequence[Step] = MIGRATIONS) -> None:
    """Bring the tables to this version, inside the transaction that is under way."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
    version = stored_version(connection)
    if version > len(steps):
        raise StoreError(
            f"the games were kept by a newer Noughts (tables of version {version}; this one knows {len(steps)}): "
            "use that one, or let NOUGHTS_DATA name another folder; nothing was changed"
        )
    if version == len(steps):
        return
    for step in steps[version:]:
        step(connection)
    connection.execute(facts.delete().where(facts.c.name == "version"))
    connection.execute(facts.insert().values(name="version", value=str(len(steps))))


def stored_version(connection: Connection) -> int:
    """0 where there are no tables yet."""
    if not inspect(connection).has_table(facts.name):
        return 0
    found = connection.execute(select(facts.c.value).where(facts.c.name == "version")).scalar()
    if found is not None and not found.isdigit():
        raise StoreError(f"the version of the tables is {found!r}, which is none of ours; nothing was changed")
    return int(found) if found else 0
