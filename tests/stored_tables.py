"""Databases that older versions wrote, a version of the tables to come, and tables as a database describes them."""

import shutil
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Connection, Engine, MetaData, Text, create_engine, event, inspect, text

from noughts.store.schema import metadata
from noughts.store.steps import SCHEMA, Schema

WRITTEN_BY = Path(__file__).parent / "written_by" / "553b3ff"
OLD_VERSION = 2


def old_database(folder: Path) -> Path:
    """A copy of one that version 553b3ff wrote."""
    folder.mkdir(exist_ok=True)
    return Path(shutil.copy(WRITTEN_BY / "noughts.db", folder))


def copy_old_database(url: str) -> None:
    """The tables of the old version and what is in them, copied to an empty database of another kind."""
    source, target = create_engine(f"sqlite:///file:{WRITTEN_BY}/noughts.db?immutable=1&uri=true"), create_engine(url)
    tables = MetaData()
    event.listen(tables, "column_reflect", lambda _, __, column: column.update(type=column["type"].as_generic()))
    tables.reflect(source)
    tables.create_all(target)
    with source.connect() as old, target.begin() as new:
        for table in tables.sorted_tables:
            rows = [dict(row._mapping) for row in old.execute(table.select())]
            for row in rows:
                if isinstance(row.get("value"), bytes):  # as SQLite alone takes them
                    row["value"] = int.from_bytes(row["value"], "little", signed=True)
            if rows:
                new.execute(table.insert(), rows)
    source.dispose()
    target.dispose()


def with_comments() -> Schema:
    """A version to come: a column more, and the step that leads to it."""
    tables = MetaData()
    for table in metadata.sorted_tables:
        table.to_metadata(tables)
    tables.tables["noughts_games"].append_column(Column("comment", Text, server_default="none"))

    def add_comments(connection: Connection) -> None:
        connection.execute(text("ALTER TABLE noughts_games ADD COLUMN comment TEXT DEFAULT 'none'"))

    return Schema(tables, (*SCHEMA.steps, add_comments))


# A program that is killed in the middle of a step; its argument is a URL.
KILLED = """
import os, signal, sys
from sqlalchemy import text
from noughts.store import Store
from noughts.store.schema import metadata
from noughts.store.steps import SCHEMA, Schema

def step(connection):
    connection.execute(text("ALTER TABLE noughts_games ADD COLUMN comment TEXT"))
    connection.execute(text("DELETE FROM noughts_moves"))
    os.kill(os.getpid(), signal.SIGKILL)

Store(sys.argv[1], Schema(metadata, (*SCHEMA.steps, step)))
"""


def described(engine: Engine) -> dict[str, Any]:
    """Columns, keys and indexes of all tables."""
    found = inspect(engine)

    def table(name: str) -> list[Any]:
        keys = found.get_foreign_keys(name)
        return [
            {column["name"]: (str(column["type"]), column["nullable"]) for column in found.get_columns(name)},
            found.get_pk_constraint(name)["constrained_columns"],
            [(key["constrained_columns"], key["referred_table"], key["options"]) for key in keys],
            sorted(str(index["column_names"]) for index in found.get_indexes(name)),
        ]

    tables = {name: table(name) for name in found.get_table_names()}
    engine.dispose()
    return tables
