"""A copy of the user's SQLite file before its tables change: noughts.db.version-2 beside noughts.db.

Only the last one is kept. Other databases are copied by their administrators.
"""

import contextlib
import os
import re
import sqlite3
from pathlib import Path

from sqlalchemy import Connection

from noughts.store.schema import StoreError

_COPIES = r"\.version-\d+"
_PARTS = r"\.version-\d+\.part.*"  # with SQLite's own files beside them


def back_up(connection: Connection, version: int) -> None:
    """Copy the database as it was when the transaction began, which must hold the lock of the writer.

    The transaction has changed nothing yet and no other can, so a second connection reads just that; SQLite's own
    copying takes in the write-ahead log too.
    """
    if connection.dialect.name != "sqlite":
        return
    named = connection.exec_driver_sql("PRAGMA database_list").all()[0][2]
    if not named:  # in memory
        return
    file = Path(named)
    copy = file.with_name(f"{file.name}.version-{version}")
    part = file.with_name(f"{copy.name}.part")  # one that is not whole never has the name of a copy
    try:
        _remove(file, _PARTS)  # of a process that was killed
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, file.stat().st_mode & 0o777))
        with (
            contextlib.closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as source,
            contextlib.closing(sqlite3.connect(part)) as target,
        ):
            source.backup(target)
        part.replace(copy)
        _remove(file, _COPIES, but=copy)
    except (OSError, sqlite3.Error) as error:
        with contextlib.suppress(OSError):
            _remove(file, _PARTS)
        raise StoreError(
            f"the games cannot be copied to {copy} before their tables change: {error}; nothing was changed"
        ) from None


def _remove(file: Path, pattern: str, but: Path | None = None) -> None:
    for other in file.parent.iterdir():
        if re.fullmatch(re.escape(file.name) + pattern, other.name) and other != but:
            other.unlink(missing_ok=True)
