"""Analysis boards kept by name: a tree of moves each. A row has a revision: a change of an older one is refused."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, Connection, func, select

from noughts.errors import NoughtsError
from noughts.records.tree import MoveTree
from noughts.records.tree_json import tree_of_text, tree_text
from noughts.store.schema import studies

Transaction = Callable[[], AbstractContextManager[Connection]]


class NoSuchStudyError(NoughtsError):
    """No analysis board of that number is kept, or it has another owner."""


class ChangedElsewhereError(NoughtsError):
    """The analysis board was changed since it was read."""


@dataclass(frozen=True, slots=True)
class StudySummary:
    id: int
    name: str
    game: str
    revision: int
    changed: datetime


class StudiesTable:
    """The rows of analysis boards; a method is a transaction of the store's."""

    def __init__(self, reading: Transaction, writing: Transaction) -> None:
        self._reading, self._writing = reading, writing

    def listed(self, owner: str = "", limit: int | None = None) -> list[StudySummary]:
        """An owner's boards without their trees, the latest first."""
        query = select(studies.c.id, studies.c.name, studies.c.game, studies.c.revision, studies.c.changed)
        query = query.where(studies.c.owner == owner).order_by(studies.c.changed.desc(), studies.c.id.desc())
        with self._reading() as connection:
            return [StudySummary(*row) for row in connection.execute(query.limit(limit))]

    def load(self, number: int, owner: str = "") -> tuple[StudySummary, MoveTree]:
        with self._reading() as connection:
            row = connection.execute(select(studies).where(_one(number, owner))).one_or_none()
        if row is None:
            raise NoSuchStudyError(f"there is no analysis board {number}")
        return StudySummary(row.id, row.name, row.game, row.revision, row.changed), tree_of_text(row.tree)

    def add(self, name: str, tree: MoveTree, owner: str = "") -> int:
        """The number of a new board."""
        values = {"owner": owner, "revision": 1, **_values(name, tree)}
        with self._writing() as connection:
            (number,) = connection.execute(studies.insert().values(values)).inserted_primary_key or (0,)
        return int(number)

    def change(self, number: int, name: str, tree: MoveTree, revision: int, owner: str = "") -> int:
        """Keep a board in the place of the revision that it came from; returns the new one."""
        values = {"revision": revision + 1, **_values(name, tree)}
        with self._writing() as connection:
            mine = studies.update().where(_one(number, owner), studies.c.revision == revision)
            if connection.execute(mine.values(values)).rowcount:
                return revision + 1
            is_there = connection.execute(select(studies.c.id).where(_one(number, owner))).one_or_none()
        if is_there is None:
            raise NoSuchStudyError(f"there is no analysis board {number}")
        raise ChangedElsewhereError(
            "this board was changed elsewhere meanwhile: keep it by another name, or load it anew"
        )

    def forget(self, number: int, owner: str = "") -> None:
        with self._writing() as connection:
            if not connection.execute(studies.delete().where(_one(number, owner))).rowcount:
                raise NoSuchStudyError(f"there is no analysis board {number}")

    def count(self, owner: str | None = None) -> int:
        """How many boards an owner has, or how many there are in all."""
        query = select(func.count()).select_from(studies)
        with self._reading() as connection:
            return connection.execute(query if owner is None else query.where(studies.c.owner == owner)).scalar_one()

    def forget_oldest(self, most: int) -> int:
        """Delete boards of visitors until there are so many in all; returns how many that were."""
        too_many = self.count() - most
        if too_many <= 0:
            return 0
        oldest = select(studies.c.id).where(studies.c.owner != "").order_by(studies.c.changed).limit(too_many)
        with self._writing() as connection:
            return connection.execute(studies.delete().where(studies.c.id.in_(oldest))).rowcount


def _one(number: int, owner: str) -> ColumnElement[bool]:
    return (studies.c.id == number) & (studies.c.owner == owner)


def _values(name: str, tree: MoveTree) -> dict[str, object]:
    now = datetime.now(UTC).replace(tzinfo=None)
    return {"name": name, "game": tree.game, "tree": tree_text(tree), "changed": now}
