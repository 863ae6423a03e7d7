"""A game as the store keeps it, and the rows of its tables."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, select

from noughts.board import MARKS, Marks, with_marks
from noughts.records import GameDate, Record, RecordedMove, tree_of_text
from noughts.store.friends import Friends, friends_of
from noughts.store.schema import moves


@dataclass
class KeptGame:
    """A game in the store. `line` holds its moves and, from `ply` on, those taken back."""

    record: Record
    marks: Marks = MARKS
    ply: int = 0
    line: tuple[RecordedMove, ...] = ()
    id: int | None = None
    revision: int = 0
    changed: datetime | None = None
    is_played_here: bool = True
    owner: str = ""  # a visitor of the web page; empty for the user of this machine
    friends: Friends | None = None  # two people who sit apart
    saved: tuple[RecordedMove, ...] = field(default=(), repr=False)  # the line as the database has it

    def record_for_others(self) -> Record:
        """The record as it is written out: there X is the first player, whatever mark that player had here."""
        return replace(self.record, reason=with_marks(self.record.reason, self.marks, MARKS))


def row_of(kept: KeptGame, now: datetime) -> dict[str, Any]:
    record = kept.record
    is_dated = record.date is not None and not kept.is_played_here  # one played here has the moment when it was begun
    return {
        "game": record.game,
        "position": record.position,
        "first": record.players[0],
        "second": record.players[1],
        "first_mark": kept.marks[0],
        "event": record.event,
        "date": str(record.date) if is_dated else None,
        "tags": json.dumps(record.tags, ensure_ascii=False) if record.tags else None,
        "owner": kept.owner,
        "is_played_here": int(kept.is_played_here),
        **progress_of(kept, now),
    }


def progress_of(kept: KeptGame, now: datetime) -> dict[str, Any]:
    """The columns of a game that moves change; all else stays as it was begun."""
    return {"ply": kept.ply, "result": kept.record.result, "reason": kept.record.reason, "changed": now}


def move_row(move: RecordedMove) -> dict[str, Any]:
    return {"text": move.text, "seconds": move.seconds, "value": move.value, "depth": move.depth}


def line_of(connection: Connection, game_id: int) -> tuple[RecordedMove, ...]:
    query = select(moves.c.text, moves.c.seconds, moves.c.value, moves.c.depth)
    rows = connection.execute(query.where(moves.c.game_id == game_id).order_by(moves.c.number))
    return tuple(RecordedMove(*row) for row in rows)


def kept_game(row: Row[Any], line: tuple[RecordedMove, ...], tree: str | None = None) -> KeptGame:
    record = Record(
        game=row.game,
        moves=line[: row.ply],
        players=(row.first, row.second),
        result=row.result,
        reason=row.reason,
        position=row.position,
        date=_date(row),
        event=row.event,
        tags=tuple((name, value) for name, value in json.loads(row.tags or "[]")),
        tree=None if tree is None else tree_of_text(tree),
    )
    marks = MARKS if row.first_mark == MARKS[0] else (MARKS[1], MARKS[0])
    return KeptGame(
        record,
        marks,
        row.ply,
        line,
        row.id,
        row.revision,
        row.changed,
        bool(row.is_played_here),
        row.owner,
        friends_of(row),
        line,
    )


def _date(row: Row[Any]) -> GameDate | None:
    if row.is_played_here:
        return GameDate.of(row.begun.replace(tzinfo=UTC))
    return GameDate.read(row.date) if row.date else None


def common_length(before: Sequence[RecordedMove], after: Sequence[RecordedMove]) -> int:
    length = 0
    for old, new in zip(before, after, strict=False):
        if old is not new and old != new:  # most are the same object: comparing fields takes a while
            break
        length += 1
    return length
