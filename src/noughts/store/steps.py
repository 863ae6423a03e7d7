"""Steps from the tables of each version to those of the next.

A new database gets today's tables and today's version. An older one goes through the steps from its version on, in one
transaction, after a copy of it was made (backup.py). A step that has been released is never edited. It knows the tables
as they were then, in words of its own: `schema.py` goes on changing, and what it says today would be wrong there.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
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
    update,
)

from noughts.store.backup import back_up
from noughts.store.schema import StoreError, facts, metadata

Step: TypeAlias = Callable[[Connection], None]


def _add_reviews(connection: Connection) -> None:
    tables = MetaData()
    games = Table("noughts_games", tables, Column("id", Integer, primary_key=True))
    reviews = Table(
        "noughts_reviews",
        tables,
        Column("game_id", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
        Column("verdicts", Text, nullable=False),
    )
    reviews.create(connection)


def _add_dates_and_tags(connection: Connection) -> None:
    """Games from elsewhere had the moment of their coming as `begun` if their date was not known.

    Such a moment has parts of a second, which no date of a record has; and midnight was a day without a time.
    """
    connection.execute(text("ALTER TABLE noughts_games ADD COLUMN date TEXT"))
    connection.execute(text("ALTER TABLE noughts_games ADD COLUMN tags TEXT"))
    games = Table(
        "noughts_games",
        MetaData(),
        Column("id", Integer, primary_key=True),
        Column("is_played_here", Integer),
        Column("begun", DateTime),
        Column("date", Text),
    )
    told = connection.execute(select(games.c.id, games.c.begun).where(games.c.is_played_here == 0)).all()
    for game_id, begun in told:
        if not begun.microsecond:
            at = f" {begun:%H:%M:%S}" if begun.time() != begun.time().min else ""
            date = f"{begun.year:04}.{begun.month:02}.{begun.day:02}{at}"
            connection.execute(update(games).where(games.c.id == game_id).values(date=date))


def _make_values_numbers(connection: Connection) -> None:
    """Mend values of games that ran uncompiled: they were NumPy's, whose bytes SQLite took as they were."""
    if connection.dialect.name != "sqlite":
        return
    wrong = connection.execute(
        text("SELECT game_id, number, value FROM noughts_moves WHERE typeof(value) = 'blob'")
    ).all()
    for game_id, number, content in wrong:
        value = int.from_bytes(content, "little", signed=True)
        connection.execute(
            text("UPDATE noughts_moves SET value = :value WHERE game_id = :game_id AND number = :number"),
            {"value": value, "game_id": game_id, "number": number},
        )


def _add_visits(connection: Connection) -> None:
    """Visitors of the page before visits were noted were all there just now: nothing of theirs is old yet."""
    kind = DateTime().compile(dialect=connection.dialect)
    connection.execute(text(f"ALTER TABLE noughts_visitors ADD COLUMN visited {kind}"))
    connection.execute(
        text(
            "INSERT INTO noughts_visitors (owner, settings) SELECT DISTINCT owner, '{}' FROM noughts_games "
            "WHERE owner <> '' AND owner NOT IN (SELECT owner FROM noughts_visitors)"
        )
    )
    visitors = Table("noughts_visitors", MetaData(), Column("owner", Text), Column("visited", DateTime))
    now = datetime.now(UTC).replace(tzinfo=None)
    connection.execute(update(visitors).where(visitors.c.owner != "").values(visited=now))


def _add_friends(connection: Connection) -> None:
    tables = MetaData()
    games = Table("noughts_games", tables, Column("id", Integer, primary_key=True))
    friends = Table(
        "noughts_friends",
        tables,
        Column("game_id", ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
        Column("first_sitter", String(64), index=True),
        Column("second_sitter", String(64), index=True),
        Column("clock", String(40), nullable=False),
        Column("is_listed", Integer, nullable=False),
        Column("offer", String(20), nullable=False),
        Column("next_game", Integer),
        Column("spent", Float, nullable=False),
        Column("spent_ply", Integer, nullable=False),
    )
    friends.create(connection)


def _add_puzzles(connection: Connection) -> None:
    tables = MetaData()
    Table(
        "noughts_puzzle_progress",
        tables,
        Column("owner", String(64), primary_key=True),
        Column("game", String(40), primary_key=True),
        Column("progress", Text, nullable=False),
    )
    Table(
        "noughts_puzzle_ratings",
        tables,
        Column("game", String(40), primary_key=True),
        Column("puzzle", String(16), primary_key=True),
        Column("change", Float, nullable=False),
    )
    tables.create_all(connection)


@dataclass(frozen=True, slots=True)
class Schema:
    """Today's tables, and the steps from version 1 on that lead to them."""

    tables: MetaData
    steps: Sequence[Step]

    @property
    def version(self) -> int:
        return 1 + len(self.steps)


SCHEMA = Schema(
    metadata, (_add_reviews, _add_dates_and_tags, _make_values_numbers, _add_visits, _add_friends, _add_puzzles)
)

# Any number that other programs in the same database are unlikely to lock.
_LOCK = 6_106_855_113


def migrate(connection: Connection, schema: Schema) -> None:
    """Bring the tables to the schema's version, inside the transaction that is under way."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
    version = stored_version(connection)
    if version > schema.version:
        raise StoreError(
            f"the games were kept by a newer Noughts (tables of version {version}; this one knows {schema.version}): "
            "use that one, or let NOUGHTS_DATA name another folder; nothing was changed"
        )
    if version == schema.version:
        return
    if not version:
        schema.tables.create_all(connection)
    else:
        back_up(connection, version)
        for step in schema.steps[version - 1 :]:
            step(connection)
    connection.execute(facts.delete().where(facts.c.name == "version"))
    connection.execute(facts.insert().values(name="version", value=str(schema.version)))


def stored_version(connection: Connection) -> int:
    """0 where there are no tables yet."""
    if not inspect(connection).has_table(facts.name):
        return 0
    found = connection.execute(select(facts.c.value).where(facts.c.name == "version")).scalar()
    if found is None or not found.isdecimal() or not int(found):
        raise StoreError(f"the version of the tables is {found!r}, which is none of ours; nothing was changed")
    return int(found)
