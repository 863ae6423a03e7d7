"""Statements that are put together once for a database, and then run by its driver.

A move is saved many times a second. SQLAlchemy takes several times as long to get a statement ready and to read its
result as SQLite takes to run it; what it makes of a statement and of its values for this database is kept here instead.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.dml import UpdateBase


class Prepared:
    """An insertion into the columns that are named, or another change whose values are `bindparam`s."""

    def __init__(self, statement: UpdateBase, dialect: Dialect, columns: Sequence[str] | None = None) -> None:
        compiled = statement.compile(dialect=dialect, column_keys=columns)
        assert isinstance(compiled, SQLCompiler)
        self._text = str(compiled)
        self._order = compiled.positiontup if compiled.positional else None
        # How the database wants each value: SQLite has no type for dates.
        self._converters: dict[str, Callable[[Any], Any] | None] = {
            name: bound.type.dialect_impl(dialect).bind_processor(dialect) for name, bound in compiled.binds.items()
        }
        assert dialect.dbapi is not None
        self._failure = dialect.dbapi.Error

    def run(self, connection: Connection, row: Mapping[str, Any]) -> int:
        """Run it with these values, in the transaction that is under way; returns how many rows it has changed."""
        cursor = connection.connection.cursor()
        try:
            cursor.execute(self._text, self._values(row))
            return cursor.rowcount
        except self._failure as error:
            raise DBAPIError(self._text, None, error) from None
        finally:
            cursor.close()

    def _values(self, row: Mapping[str, Any]) -> Any:
        values = {name: convert(row[name]) if convert else row[name] for name, convert in self._converters.items()}
        return values if self._order is None else [values[name] for name in self._order]
