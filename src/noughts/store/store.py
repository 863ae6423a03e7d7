"""The store: every game that is played, move by move, in SQLite or wherever a database URL points."""

import contextlib
import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, QueuePool, bindparam, func, select, true
from sqlalchemy.exc import SQLAlchemyError

from noughts.errors import NoughtsError
from noughts.records import UNFINISHED, Record
from noughts.store.database import connect_to, database_url, in_user_words
from noughts.store.friends import FriendsTable, insert_friends, of_visitor
from noughts.store.kept_game import KeptGame, common_length, kept_game, line_of, move_row, progress_of, row_of
from noughts.store.prepared import Prepared
from noughts.store.puzzles import PuzzlesTable
from noughts.store.schema import StoreError, facts, friends, games, moves, reviews, visitors
from noughts.store.statistics import of_its_time
from noughts.store.steps import SCHEMA, Schema, migrate, stored_version

_LARGEST_ID = 2**31 - 1
_BEGUN = (games.c.ply > 0) | (games.c.result != UNFINISHED)
_WHOLE = select(games, friends).join(friends, isouter=True)
_BETWEEN_FRIENDS = games.c.id.in_(select(friends.c.game_id))


_PROGRESS = (
    games.update()
    .where(games.c.id == bindparam("of"), games.c.revision == bindparam("was"))
    .values(revision=bindparam("is_now"), **{name: bindparam(name) for name in ("ply", "result", "reason", "changed")})
)
_NEW_GAME = games.insert()
_MORE_MOVES = moves.insert()


class PlayedElsewhereError(StoreError):
    """Another process has moved on in this game since it was read."""


class NoSuchGameError(NoughtsError):
    """No game of that number is kept, or it has another owner."""


class Store:
    """Games in a database. Opening it creates or migrates the tables; a method is a transaction."""

    def __init__(self, url: str | None = None, schema: Schema = SCHEMA) -> None:
        self.url = url or database_url()
        self._engine = connect_to(self.url)
        self._writer = self._engine.execution_options(noughts_writes=True)
        # SQLite has one writer at a time, and a connection that finds it taken sleeps: threads queue up here instead.
        is_sqlite = self._engine.dialect.name == "sqlite"
        self._progress = Prepared(_PROGRESS, self._engine.dialect)
        self._more_moves = Prepared(_MORE_MOVES, self._engine.dialect, moves.c.keys())
        self._turn: AbstractContextManager[Any] = threading.Lock() if is_sqlite else nullcontext()
        # They also share a connection there: to ask the pool for one and give it back took a third of saving a move.
        self._shares_writer = is_sqlite and isinstance(self._engine.pool, QueuePool)
        self._shared_writer: Connection | None = None
        self.friends = FriendsTable(self._reading, self._writing)
        self.puzzles = PuzzlesTable(self._reading, self._writing)
        try:
            with self._reading() as connection:
                is_current = stored_version(connection) == schema.version
            if not is_current:
                with self._writing() as connection:
                    migrate(connection, schema)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self._drop_shared_writer()
        self._engine.dispose()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # Games

    def save(self, kept: KeptGame) -> None:
        """Make the game in the database what it is here. On success `kept` knows its id and revision."""
        now = _now()
        with self._writing() as connection:
            if kept.id is None:
                date = kept.record.date  # of one that goes on as another game
                begun = (date.moment if date and kept.is_played_here else None) or now
                row = {**row_of(kept, now), "revision": 1, "begun": begun}
                game_id = _inserted(connection, row)
                if kept.friends is not None:
                    insert_friends(connection, game_id, kept.friends)
            else:
                game_id = kept.id
                progress = {"of": game_id, "was": kept.revision, "is_now": kept.revision + 1, **progress_of(kept, now)}
                if not self._progress.run(connection, progress):
                    raise PlayedElsewhereError(f"game {game_id} was played on elsewhere")
            common = common_length(kept.saved, kept.line) if kept.id is not None else 0
            if common < len(kept.saved):
                connection.execute(moves.delete().where(moves.c.game_id == game_id, moves.c.number >= common))
            for number, move in enumerate(kept.line[common:], common):
                self._more_moves.run(connection, {"game_id": game_id, "number": number, **move_row(move)})
        kept.id, kept.revision, kept.saved, kept.changed = game_id, kept.revision + 1, kept.line, now

    def load(self, game_id: int, owner: str | None = "") -> KeptGame:
        """A game of an owner's, or at which the owner sits; of anybody's for None."""
        if not 0 < game_id <= _LARGEST_ID:
            raise NoSuchGameError(f"there is no game {game_id}")
        with self._reading() as connection:
            query = _WHOLE.where(games.c.id == game_id)
            if owner is not None:
                query = query.where((games.c.owner == owner) | of_visitor(owner))
            row = connection.execute(query).one_or_none()
            if row is None:
                raise NoSuchGameError(f"there is no game {game_id}")
            return kept_game(row, line_of(connection, game_id))

    def forget(self, game_id: int, owner: str = "") -> None:
        """Delete a game; NoughtsError if there is none. Of friends one leaves it to the other."""
        if self.load(game_id, owner).friends is not None:
            self.friends.leave(game_id, owner)
            return
        with self._writing() as connection:
            connection.execute(moves.delete().where(moves.c.game_id == game_id))
            connection.execute(games.delete().where(games.c.id == game_id))

    def last_unfinished(self, game: str | None = None) -> KeptGame | None:
        """The game that was left last by the user of this machine, of one kind or any."""
        query = select(games.c.id).where(games.c.result == UNFINISHED, games.c.is_played_here == 1, games.c.owner == "")
        query = query.where(~_BETWEEN_FRIENDS)
        if game is not None:
            query = query.where(games.c.game == game)
        with self._reading() as connection:
            found = connection.execute(query.order_by(games.c.changed.desc(), games.c.id.desc()).limit(1)).scalar()
        return None if found is None else self.load(found)

    def latest(
        self,
        count: int | None = None,
        *,
        offset: int = 0,
        game: str | None = None,
        finished: bool | None = None,
        is_begun: bool = False,
        owner: str = "",
    ) -> list[KeptGame]:
        """Games without their moves, the latest first; if it is said so, only finished, unfinished or begun ones.

        Invitations count as begun.
        """
        query = _WHOLE.where((games.c.owner == owner) | of_visitor(owner))
        query = query.order_by(games.c.changed.desc(), games.c.id.desc()).limit(count).offset(offset)
        if is_begun:
            query = query.where(_BEGUN | friends.c.game_id.is_not(None))
        if game is not None:
            query = query.where(games.c.game == game)
        if finished is not None:
            query = query.where((games.c.result != UNFINISHED) if finished else (games.c.result == UNFINISHED))
        with self._reading() as connection:
            return [kept_game(row, ()) for row in connection.execute(query)]

    def ids(self, owner: str = "") -> list[int]:
        """The numbers of all games, the oldest first."""
        query = select(games.c.id).where(games.c.owner == owner).order_by(games.c.id)
        with self._reading() as connection:
            return list(connection.execute(query).scalars())

    def forget_unbegun(self, owner: str, but: int) -> None:
        """Delete games in which no move stands, but not the latest of them, nor invitations."""
        unbegun = select(games.c.id).where(games.c.owner == owner, ~_BEGUN, ~_BETWEEN_FRIENDS)
        unbegun = unbegun.order_by(games.c.id.desc())
        with self._writing() as connection:
            connection.execute(games.delete().where(games.c.id.in_(unbegun.offset(but))))

    def count(self, owner: str | None = None, brought_in: bool = False) -> int:
        """How many games an owner has begun, or how many there are in all; of those brought in, if it is said so."""
        query = select(func.count()).select_from(games)
        if owner is not None:
            query = query.where(games.c.owner == owner, _BEGUN)
        if brought_in:
            query = query.where(games.c.is_played_here == 0)
        with self._reading() as connection:
            return connection.execute(query).scalar_one()

    def add(self, records: Sequence[Record], owner: str = "") -> list[int]:
        """Bring in games from elsewhere, all of them or, if something goes wrong, none."""
        now = _now()
        rows = []
        for record in records:
            kept = KeptGame(record, ply=len(record.moves), line=record.moves, is_played_here=False, owner=owner)
            rows.append({**row_of(kept, now), "revision": 1, "begun": now})
        with self._writing() as connection:  # others wait meanwhile: nothing is done here that could be done before
            added = [_inserted(connection, row) for row in rows]
            made = [
                {"game_id": game_id, "number": number, **move_row(move)}
                for game_id, record in zip(added, records, strict=True)
                for number, move in enumerate(record.moves)
            ]
            if made:
                connection.execute(_MORE_MOVES, made)
        return added

    # Reviews of finished games

    def keep_review(self, game_id: int, verdicts: Sequence[dict[str, Any]]) -> None:
        """Keep the verdicts on each move, in the place of earlier ones."""
        with self._writing() as connection:
            connection.execute(reviews.delete().where(reviews.c.game_id == game_id))
            connection.execute(reviews.insert().values(game_id=game_id, verdicts=json.dumps(verdicts)))

    def review(self, game_id: int) -> list[dict[str, Any]]:
        """The verdicts on each move; empty if the game was not reviewed."""
        query = select(reviews.c.verdicts).where(reviews.c.game_id == game_id)
        with self._reading() as connection:
            return json.loads(connection.execute(query).scalar() or "[]")

    # Results for statistics

    def results(self, owner: str = "") -> list[tuple[str, str, str, str]]:
        """Game, first player, second player and result of what was finished here, in the order of finishing.

        Players at levels that were others then are marked (`of_its_time`).
        """
        since = select(visitors.c.statistics_since).where(visitors.c.owner == owner)
        query = (
            select(games.c.game, games.c.first, games.c.second, games.c.result, games.c.tags)
            .where(games.c.result != UNFINISHED, games.c.is_played_here == 1, games.c.owner == owner)
            .where(~_BETWEEN_FRIENDS)
        )
        with self._reading() as connection:
            begun = connection.execute(since).scalar()
            if begun is not None:
                query = query.where(games.c.changed > begun)
            rows = connection.execute(query.order_by(games.c.changed, games.c.id))
            return [(row.game, *_players(row), row.result) for row in rows]

    def reset_statistics(self, owner: str = "") -> None:
        """Count from now on. The games themselves stay."""
        latest = select(func.max(games.c.changed)).where(games.c.owner == owner)
        with self._writing() as connection:
            now = max(_now(), connection.execute(latest).scalar() or datetime.min)
            self._change_visitor(connection, owner, statistics_since=now)

    # Settings of visitors of the web page

    def visitor_settings(self, owner: str) -> dict[str, Any]:
        query = select(visitors.c.settings).where(visitors.c.owner == owner)
        with self._reading() as connection:
            found = connection.execute(query).scalar()
        return json.loads(found) if found else {}

    def change_visitor_settings(self, owner: str, changes: dict[str, Any]) -> dict[str, Any]:
        """Change settings in one transaction: of two changes at once none is lost. Returns all settings."""
        query = select(visitors.c.settings).where(visitors.c.owner == owner).with_for_update()
        with self._writing() as connection:
            changed = {**json.loads(connection.execute(query).scalar() or "{}"), **changes}
            self._change_visitor(connection, owner, settings=json.dumps(changed))
        return changed

    def note_visit(self, owner: str) -> None:
        """Note a visit: it keeps the visitor's games."""
        with self._writing() as connection:
            self._change_visitor(connection, owner, visited=_now())

    def forget_unvisited(self, after: timedelta, brought_in_after: timedelta) -> int:
        """Delete the games of visitors who were not here for so long, and sooner what they had brought in; returns how
        many that were. This machine's user always stays."""
        gone = 0
        with self._writing() as connection:
            for age, which in ((after, true()), (brought_in_after, games.c.is_played_here == 0)):
                since = _now() - age
                present = select(visitors.c.owner).where(visitors.c.visited >= since)
                is_gone = (games.c.owner != "") & (games.c.changed < since) & games.c.owner.not_in(present)
                gone += connection.execute(games.delete().where(is_gone, which)).rowcount
            since = _now() - after
            is_gone = (visitors.c.owner != "") & (visitors.c.visited < since)
            self.puzzles.forget(connection, list(connection.execute(select(visitors.c.owner).where(is_gone)).scalars()))
            connection.execute(visitors.delete().where(is_gone))
        return gone

    def forget_oldest(self, most: int) -> int:
        """Delete games of visitors until there are so many in all; returns how many that were. Those that were brought
        in go first, then those of visitors who were not here for longest. This machine's user's stay."""
        too_many = self.count() - most
        if too_many <= 0:
            return 0
        of_visitors = select(games.c.id).join(visitors, visitors.c.owner == games.c.owner, isouter=True)
        of_visitors = of_visitors.where(games.c.owner != "")
        oldest = of_visitors.order_by(games.c.is_played_here, visitors.c.visited, games.c.changed).limit(too_many)
        with self._writing() as connection:
            return connection.execute(games.delete().where(games.c.id.in_(oldest))).rowcount

    def adopt(self, visitor: str, owner: str) -> None:
        """Move a visitor's games to another owner, and the settings, if the owner has none."""
        if visitor == owner:
            return
        with self._writing() as connection:
            connection.execute(games.update().where(games.c.owner == visitor).values(owner=owner))
            self.friends.adopt(connection, visitor, owner)
            self.puzzles.adopt(connection, visitor, owner)
            found = connection.execute(select(visitors.c.settings).where(visitors.c.owner == visitor)).scalar()
            connection.execute(visitors.delete().where(visitors.c.owner == visitor))
            has_set = connection.execute(select(visitors.c.settings).where(visitors.c.owner == owner)).scalar()
            if found and (has_set or "{}") == "{}":
                self._change_visitor(connection, owner, settings=found)

    def _change_visitor(self, connection: Connection, owner: str, **changes: Any) -> None:
        update = visitors.update().where(visitors.c.owner == owner).values(**changes)
        if not connection.execute(update).rowcount:
            connection.execute(visitors.insert().values(**{"owner": owner, "settings": "{}", **changes}))

    def is_writable(self) -> bool:
        """Whether games can be kept just now: by writing something, as a full disk can still be read."""
        try:
            with self._writing() as connection:
                connection.execute(facts.delete().where(facts.c.name == "checked"))
                connection.execute(facts.insert().values(name="checked", value=_now().isoformat()))
                return stored_version(connection) > 0
        except StoreError:
            return False

    # Transactions

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with in_user_words(self.url), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._turn, in_user_words(self.url):
            if not self._shares_writer:
                with self._writer.begin() as connection:
                    yield connection
                return
            if self._shared_writer is None:
                self._shared_writer = self._writer.connect()
            try:
                with self._shared_writer.begin():
                    yield self._shared_writer
            except BaseException:
                self._drop_shared_writer()  # whatever is wrong with it
                raise

    def _drop_shared_writer(self) -> None:
        connection, self._shared_writer = self._shared_writer, None
        if connection is not None:
            with contextlib.suppress(SQLAlchemyError):
                connection.close()


def _now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None)


def _inserted(connection: Connection, row: dict[str, Any]) -> int:
    """The number of a game that is new."""
    (game_id,) = connection.execute(_NEW_GAME, row).inserted_primary_key or (0,)
    return int(game_id)


def _players(row: Any) -> tuple[str, str]:
    tags = json.loads(row.tags or "[]")
    return of_its_time(row.first, tags), of_its_time(row.second, tags)
