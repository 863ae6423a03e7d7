"""Games of two people who sit apart: who sits where, their clock, and what one has offered the other.

A row beside the game's own. What the game's moves say, the clocks included, is not said again here: only the seconds of
the turn that is under way, with the number of moves after which they were counted, so that those of an earlier turn are
never taken for those of a later one.
"""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, bindparam, func, or_, select

from noughts.records import UNFINISHED
from noughts.store.schema import friends, games

Transaction = Callable[[], AbstractContextManager[Connection]]

_SITTERS = friends.c.first_sitter, friends.c.second_sitter
_PLAYERS = games.c.first, games.c.second


@dataclass(frozen=True, slots=True)
class Friends:
    """Two people at a game. Names are the game's players."""

    sitters: tuple[str | None, str | None]  # visitors; None while a seat is free, or if the visitor has left for good
    clock: str = ""  # as `TimeControl` writes it; empty for none
    is_listed: bool = False  # among the games that anybody may watch
    offer: str = ""  # its kind and the side that makes it: "draw 0"
    next_game: int | None = None  # the rematch
    spent: float = 0.0  # seconds of the turn after `spent_ply` moves
    spent_ply: int = 0


def of_visitor(visitor: str) -> ColumnElement[bool]:
    """The games at which a visitor sits."""
    at_it = select(friends.c.game_id).where(or_(*(column == visitor for column in _SITTERS)))
    return games.c.id.in_(at_it)


def friends_of(row: Row[Any]) -> Friends | None:
    """The friends' part of a row of both tables; None for a game that is no friends' game."""
    if row.is_listed is None:
        return None
    sitters = row.first_sitter, row.second_sitter
    return Friends(sitters, row.clock, bool(row.is_listed), row.offer, row.next_game, row.spent, row.spent_ply)


def insert_friends(connection: Connection, game_id: int, kept: Friends) -> None:
    first, second = kept.sitters
    row = {"first_sitter": first, "second_sitter": second, "clock": kept.clock, "is_listed": int(kept.is_listed)}
    connection.execute(
        friends.insert().values(game_id=game_id, offer=kept.offer, spent=kept.spent, spent_ply=kept.spent_ply, **row)
    )


class FriendsTable:
    """The rows of friends' games; a method is a transaction of the store's."""

    def __init__(self, reading: Transaction, writing: Transaction) -> None:
        self._reading, self._writing = reading, writing

    def sit(self, game_id: int, side: int, visitor: str, name: str) -> bool:
        """Give a free seat to a visitor; False if it is free no longer."""
        mine = friends.update().where(friends.c.game_id == game_id, _SITTERS[side].is_(None))
        with self._writing() as connection:
            if not connection.execute(mine.values({_SITTERS[side]: visitor})).rowcount:
                return False
            connection.execute(games.update().where(games.c.id == game_id).values({_PLAYERS[side]: name}))
        return True

    def change(self, game_id: int, kept: Friends, **changes: Any) -> Friends:
        """Change an offer or the game that follows; returns what the row is now."""
        with self._writing() as connection:
            connection.execute(friends.update().where(friends.c.game_id == game_id).values(**changes))
        return replace(kept, **changes)

    def note_clocks(self, running: Iterable[tuple[int, int, float]]) -> None:
        """Note the seconds of turns under way: of each game its number, how many moves it has, and the seconds."""
        rows = [{"of": number, "after": ply, "seconds": seconds} for number, ply, seconds in running]
        if not rows:
            return
        noted = friends.update().where(friends.c.game_id == bindparam("of"))
        with self._writing() as connection:
            connection.execute(noted.values(spent=bindparam("seconds"), spent_ply=bindparam("after")), rows)

    def delete(self, game_id: int) -> None:
        """Delete a game for both."""
        with self._writing() as connection:
            connection.execute(games.delete().where(games.c.id == game_id))

    def leave(self, game_id: int, visitor: str) -> None:
        """Take a finished game from one of its players; the other keeps it. The last to leave deletes it."""
        with self._writing() as connection:
            row = connection.execute(select(friends).where(friends.c.game_id == game_id)).one()
            others = [sitter for sitter in (row.first_sitter, row.second_sitter) if sitter not in (None, visitor)]
            of_it = games.c.id == game_id
            if not others:
                connection.execute(games.delete().where(of_it))
                return
            for column in _SITTERS:
                mine = friends.update().where(friends.c.game_id == game_id, column == visitor)
                connection.execute(mine.values({column: None}))
            connection.execute(games.update().where(of_it, games.c.owner == visitor).values(owner=others[0]))

    def adopt(self, connection: Connection, visitor: str, owner: str) -> None:
        """Seat another owner where a visitor sat, in the transaction that is under way."""
        for column in _SITTERS:
            connection.execute(friends.update().where(column == visitor).values({column: owner}))

    def invitations(self, owner: str) -> list[int]:
        """The numbers of an owner's games that have a free seat, the latest first."""
        is_free = or_(*(column.is_(None) for column in _SITTERS))
        query = select(games.c.id).join(friends).where(games.c.owner == owner, is_free, games.c.result == UNFINISHED)
        with self._reading() as connection:
            return list(connection.execute(query.order_by(games.c.id.desc())).scalars())

    def under_way(self, visitor: str) -> int:
        """The number of games that a visitor plays with friends."""
        query = select(func.count()).select_from(games).where(of_visitor(visitor), games.c.result == UNFINISHED)
        with self._reading() as connection:
            return connection.execute(query).scalar_one()

    def under_way_in(self, game: str, visitor: str) -> list[int]:
        """The numbers of a visitor's games with friends of one kind."""
        query = select(games.c.id).where(of_visitor(visitor), games.c.game == game, games.c.result == UNFINISHED)
        with self._reading() as connection:
            return list(connection.execute(query).scalars())

    def listed(self, count: int) -> list[int]:
        """The numbers of games under way that anybody may watch, the latest first."""
        is_full = _SITTERS[0].is_not(None) & _SITTERS[1].is_not(None)
        query = select(games.c.id).join(friends)
        query = query.where(friends.c.is_listed == 1, is_full, games.c.result == UNFINISHED)
        with self._reading() as connection:
            return list(connection.execute(query.order_by(games.c.changed.desc()).limit(count)).scalars())
