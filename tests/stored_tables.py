"""Databases that older versions wrote, and tables as a database describes them."""

import shutil
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, inspect

WRITTEN_BY = Path(__file__).parent / "written_by" / "553b3ff"
OLD_VERSION = 2


def old_database(folder: Path) -> Path:
    """A copy of one that version 553b3ff wrote."""
    folder.mkdir(exist_ok=True)
    return Path(shutil.copy(WRITTEN_BY / "noughts.db", folder))


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
