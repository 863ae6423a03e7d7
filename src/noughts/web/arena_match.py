"""A match as spectators see it: its standings, its games, and the boards that are being played.

Boards have places, as tables in a hall do: where a game has ended the next one is shown after a while, so that people
see how it ended, however fast games are played.
"""

import itertools
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from noughts.arena.boards import Board, boards_under_way
from noughts.arena.following import FollowedJournal, journal_head
from noughts.arena.journal import (
    aside_lines,
    boards_of,
    game_of_journal,
    game_shown,
    journal_folder,
    players_shown,
)
from noughts.arena.played import PlayedGame, PlayedMove
from noughts.arena.standings import Standings
from noughts.board import Game, Position, View
from noughts.errors import NoughtsError
from noughts.web.answers import PlayedMove as MoveAnswer
from noughts.web.answers import ViewChange
from noughts.web.arena_answers import (
    ArenaBoard,
    ArenaBoardChange,
    ArenaGame,
    ArenaStandings,
    MatchChangeMessage,
    MatchMessage,
    MatchSummary,
    Names,
    WholeArenaGame,
    bounded_name,
    bounded_reason,
)
from noughts.web.catalogue import Catalogue
from noughts.web.presentation import view_answer, view_change

MOST_BOARDS = 16  # that are shown at once
MOST_LISTED = 50  # matches
_MOST_KEPT = 8  # matches whose games are held in memory
_MOST_READ = 100  # boards
_MOST_CROSSED = 40  # players whose results against each other are told
_SUMS = 8  # columns before those
_MOST_DEFAULTS = 40  # lines
_STAYS = 1.5  # seconds that a game which is over stays where the next one waits
_BROKEN_OFF = 5.0  # seconds after which a game that has gone and was not kept has been broken off
_PAUSE, _SHARE = 3.0, 20  # standings are reckoned again after so many seconds, or times what it took


class NoSuchMatchError(NoughtsError):
    """A match that is not there."""


@dataclass
class _Table:
    """A place at which a game is played, or was."""

    key: tuple[int, int, int, int]
    players: Names
    position: Position
    view: View
    result: str = "*"
    reason: str = ""
    number: int | None = None
    missed: float | None = None  # since when it is neither played nor kept
    ended: float | None = None

    def advance(self, moves: Sequence[PlayedMove]) -> bool:
        """Make the moves that have been made since. Returns whether there were any."""
        made = len(self.position.move_stack)
        for move in moves[made:]:
            self.position.push(move.text)
        return len(moves) > made

    def end(self, now: float, result: str, reason: str, number: int | None = None) -> None:
        self.ended, self.result, self.reason, self.number = now, result, bounded_reason(reason), number

    def shown(self) -> ArenaBoard:
        return ArenaBoard.model_validate(
            {**self._facts(), "players": self.players, "view": view_answer(self.view, self.view.title)}
        )

    def change(self) -> ArenaBoardChange:
        before, self.view = self.view, self.position.view(has_clicks=False)
        view = ViewChange.model_validate(view_change(before, self.view))
        return ArenaBoardChange.model_validate({**self._facts(), "view": view})

    def _facts(self) -> dict[str, object]:
        moves = self.position.move_stack
        return {
            "plies": len(moves),
            "move": moves[-1].text if moves else None,
            "result": self.result,
            "reason": self.reason,
            "number": self.number,
        }


class WatchedMatch:
    """Asked by several threads: each question is answered by itself."""

    def __init__(self, path: Path, catalogue: Catalogue) -> None:
        self._journal = FollowedJournal(path)
        definition = self._journal.definition
        self._meet(definition)
        self._is_new = False  # others play than those that were told
        stored = game_of_journal(definition)
        self._title = bounded_name(catalogue.title(stored))
        self._game_name = catalogue.shown_name(stored) if catalogue.offers(stored) else None
        self._game: Game | None = None if self._game_name is None else catalogue.game(self._game_name)
        self._tables: list[_Table] = []
        self.is_played = False  # just now
        self._standings = ArenaStandings(head=[], rows=[], defaults=[])
        self._reckoned, self._took = 0.0, 0.0
        self._lock = threading.Lock()

    def _read(self) -> None:
        """Read what has been appended, and who plays, which may change on a ladder."""
        self._journal.look()
        if self._journal.definition is not self._definition:
            self._meet(self._journal.definition)
            self._is_new = True

    def _meet(self, definition: Mapping[str, Any]) -> None:
        self._definition = definition
        self._names = [bounded_name(str(name)) for name in definition["names"]]
        self._players_shown = players_shown(definition)
        self._counted = -1

    def look(self) -> MatchChangeMessage | MatchMessage | None:
        """The changes since the last look, or the whole match if others play now; None if there are none."""
        with self._lock:
            games = len(self._journal.games)
            self._read()
            if self._is_new:
                self._is_new = False
                self._look_at_boards(time.monotonic())
                self._reckon()
                return self._whole()
            begun, boards = self._look_at_boards(time.monotonic())
            standings = self._reckon()
            count = len(self._journal.games)
        if not begun and not boards and standings is None and count == games:
            return None
        return MatchChangeMessage(games=count, standings=standings, begun=begun, boards=boards)

    def whole(self) -> MatchMessage:
        with self._lock:
            return self._whole()

    def _whole(self) -> MatchMessage:
        return MatchMessage(
            players=[self._names[player] for player in self._players_shown],
            title=self._title,
            shows_boards=self._game is not None,
            games=len(self._journal.games),
            standings=self._standings,
            boards=[table.shown() for table in self._tables],
        )

    def games(self, before: int | None, limit: int) -> list[ArenaGame]:
        """Games, the last ones first: those of lower numbers than `before`."""
        with self._lock:
            self._read()
            count = len(self._journal.games)
            last = count if before is None else min(before - 1, count)
            numbers = range(last, max(0, last - limit), -1)
            return [ArenaGame.model_validate(self._summary(number)) for number in numbers]

    def game(self, number: int) -> WholeArenaGame:
        with self._lock:
            self._read()
            try:
                game = self._journal.game(number - 1)
            except NoughtsError as error:
                raise NoSuchMatchError(str(error)) from None
            moves = [
                MoveAnswer(text=one.text, mover=one.turn, seconds=one.seconds, value=one.value, depth=one.depth)  # type: ignore[arg-type]
                for one in game.moves
            ]
            return WholeArenaGame.model_validate(
                {
                    **self._summary(number),
                    "game": self._game_name,
                    "title": self._title,
                    "start": game.position,
                    "moves": moves,
                    "of": len(self._journal.games),
                }
            )

    def lines(self, game: str, most: int) -> Iterator[tuple[str | None, str, list[str]]]:
        """Of the last games their positions, results and moves; none if the match is of another game."""
        with self._lock:
            self._read()
            count = len(self._journal.games) if game == self._game_name else 0
            found = [self._journal.game(number) for number in range(max(0, count - most), count)]
        return ((one.position, one.result, [move.text for move in one.moves]) for one in found)

    def _summary(self, number: int) -> dict[str, object]:
        game = self._journal.games[number - 1]
        return {
            "number": number,
            "players": self._players(game),
            "plies": self._journal.plies[number - 1],
            "result": game.result,
            "reason": bounded_reason(game.reason),
            "forfeit": game.forfeit,
            "date": game.date,
        }

    def _players(self, game: PlayedGame) -> Names:
        first, second = (self._names[game.players[game.side(turn)]] for turn in (0, 1))
        return first, second

    # Boards

    def _look_at_boards(self, now: float) -> tuple[dict[int, ArenaBoard], dict[int, ArenaBoardChange]]:
        """Games that have begun, and boards that have changed, by their places."""
        if self._game is None:
            return {}, {}
        found = itertools.islice(boards_under_way(boards_of(self._journal.path)), _MOST_READ)
        boards = {board.key: board for board in found}
        self.is_played = bool(boards)
        changed = {
            place: table.change()
            for place, table in enumerate(self._tables)
            if table.ended is None and self._follow(table, boards.get(table.key), now)
        }
        shown = {table.key for table in self._tables if table.ended is None}
        begun = {}
        for board in (board for key, board in boards.items() if key not in shown):
            place = self._free_place(len(boards), now)
            if place is None:
                break
            table = self._table(self._game, board)
            if table is not None:
                self._tables[place : place + 1] = [table]
                begun[place] = table.shown()
        return begun, {place: change for place, change in changed.items() if place not in begun}

    def _follow(self, table: _Table, board: Board | None, now: float) -> bool:
        """Bring a table to what its game is now. Returns whether anything has changed."""
        number = self._journal.numbers.get(table.key)
        try:
            if board is not None:
                table.missed = None
                return table.advance(board.moves)
            if number is not None:
                game = self._journal.game(number)
                table.advance(game.moves)
                table.end(now, game.result, game.reason, number + 1)
                return True
        except NoughtsError:  # the game's file has been edited since
            table.end(now, "*", "its moves cannot be shown")
            return True
        table.missed = now if table.missed is None else table.missed
        if now - table.missed < _BROKEN_OFF:
            return False
        table.end(now, "*", "broken off")
        return True

    def _free_place(self, games: int, now: float) -> int | None:
        """A place for another of so many games that are being played; None if it has to wait."""
        if len(self._tables) < min(games, MOST_BOARDS):
            return len(self._tables)
        free = (at for at, one in enumerate(self._tables) if one.ended is not None and now - one.ended >= _STAYS)
        return next(free, None)

    def _table(self, game: Game, board: Board) -> _Table | None:
        first, second, _, begins = board.key
        try:
            players = self._names[(first, second)[begins]], self._names[(first, second)[1 - begins]]
            position = game.start() if board.position is None else game.position(board.position)
            table = _Table(board.key, players, position, position.view(has_clicks=False))
            table.advance(board.moves)
        except (NoughtsError, IndexError):
            return None
        table.view = table.position.view(has_clicks=False)
        return table

    # Standings

    def _reckon(self) -> ArenaStandings | None:
        """The standings, if there are others than before and it is time to reckon them."""
        now, games = time.monotonic(), self._journal.games
        is_first = self._counted < 0
        if len(games) == self._counted or (not is_first and now - self._reckoned < max(_PAUSE, _SHARE * self._took)):
            return None
        standings = Standings.among(self._players_shown, self._names, games)
        head, rows = standings.table()
        if len(self._players_shown) > _MOST_CROSSED:
            head, rows = head[:_SUMS], [row[:_SUMS] for row in rows]
        lines = [*aside_lines(self._definition), *standings.forfeit_lines()]
        defaults = [bounded_reason(line) for line in lines[:_MOST_DEFAULTS]]
        self._standings = ArenaStandings(head=head, rows=rows, defaults=defaults)
        self._counted, self._reckoned = len(games), time.monotonic()
        self._took = self._reckoned - now
        return self._standings


class Matches:
    """The matches in the data folder."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._kept: OrderedDict[str, WatchedMatch] = OrderedDict()
        self._heads: dict[tuple[Path, int, int], MatchSummary] = {}
        self._lock = threading.Lock()

    def at(self, name: str) -> WatchedMatch:
        """The match of a name, sixteen digits of a hash."""
        with self._lock:
            found = self._kept.get(name)
            if found is None:
                path = journal_folder() / f"{name}.jsonl"
                if not path.is_file():
                    raise NoSuchMatchError("there is no such match")
                found = self._kept[name] = WatchedMatch(path, self._catalogue)
            self._kept.move_to_end(name)
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
            return found

    def newest(self) -> list[MatchSummary]:
        """The matches in which games were played last, those first."""
        found = []
        for path in journal_folder().glob("*.jsonl"):
            try:
                state = path.stat()
            except OSError:
                continue  # it has gone meanwhile
            found.append((state.st_mtime_ns, state.st_size, path))
        found.sort(reverse=True)
        with self._lock:
            before, self._heads = self._heads, {}
            for changed, size, path in found[:MOST_LISTED]:
                key = path, changed, size
                try:
                    self._heads[key] = before.get(key) or self._summary(path, changed)
                except NoughtsError:
                    continue  # it is no journal
            return [
                one.model_copy(update={"is_live": any(True for _ in boards_under_way(boards_of(path)))})
                for (path, _, _), one in self._heads.items()
            ]

    def _summary(self, path: Path, changed: int) -> MatchSummary:
        definition, games = journal_head(path)
        return MatchSummary(
            id=path.stem,
            players=[bounded_name(str(definition["names"][at])) for at in players_shown(definition)[:MOST_LISTED]],
            game=bounded_name(game_shown(definition)),
            games=games,
            changed=datetime.fromtimestamp(changed / 1e9, UTC).isoformat(timespec="seconds"),
            is_live=False,
        )
