"""The table of an open game between friends: who is there, the flag that falls, and what they offer each other.

It belongs to the game's task (open_game.py): what changes the session runs as a command, one after the other; the rest
is done on the event loop. A player is gone while none of that visitor's connections is there.
"""

import asyncio
import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from noughts.errors import NoughtsError
from noughts.play import NotNowError, Session, Table
from noughts.play.table import GONE, PHRASES
from noughts.store import NoSuchGameError
from noughts.web import answers, messages
from noughts.web.fair_queue import BusyError, Client
from noughts.web.models import LiveRequest, Side
from noughts.web.page_thinkers import Watcher
from noughts.web.quotas import check_room

if TYPE_CHECKING:
    from noughts.web.games import Games
    from noughts.web.open_game import OpenGame

MOST_WATCHING = 200  # connections to a game
_BETWEEN_PHRASES = 2.0  # seconds
_RETRY = 0.5  # seconds after which the clock is looked at again, where too much was waiting


class OpenTable:
    def __init__(self, game: "OpenGame", table: Table, games: "Games") -> None:
        self._game, self._table, self._games = game, table, games
        self._visitors: dict[Watcher, str] = {}
        # Since when nobody of a side has been there, by the monotonic clock; None while somebody is.
        self._gone_since: tuple[float | None, float | None] = (time.monotonic(), time.monotonic())
        self._said_at = [-math.inf, -math.inf]
        self.is_running = False  # the clock, as it was between the last two commands
        self._known: dict[str, Any] = {}  # of the session, as it was then: a thread may be at work with it
        self._flag: asyncio.TimerHandle | None = None
        self._flagging: asyncio.Task[None] | None = None
        if table.session.is_counting:  # the server was down; the clock goes on once a player is back
            table.session.pause()

    # Who is there

    def side_of(self, visitor: str) -> Side | None:
        side = self._table.side_of(visitor)
        return None if side is None else 1 if side else 0

    def _player(self, client: Client) -> Side:
        side = self.side_of(client.visitor)
        if side is None:
            raise NoSuchGameError(f"there is no game {self._game.number}")
        return side

    def check_room(self) -> None:
        if len(self._visitors) >= MOST_WATCHING:
            raise BusyError("too many watch this game already")

    def come(self, watcher: Watcher, visitor: str) -> None:
        self._visitors[watcher] = visitor
        self._look_who_is_here()

    def go(self, watcher: Watcher) -> None:
        self._visitors.pop(watcher, None)
        self._look_who_is_here()

    def watchers_of(self, visitor: str) -> list[Watcher]:
        return [watcher for watcher, one in self._visitors.items() if one == visitor]

    def _look_who_is_here(self) -> None:
        here = set(self._visitors.values())
        now, before = time.monotonic(), self._gone_since
        sitters = self._table.friends.sitters
        first, second = (None if sitters[side] in here else before[side] or now for side in (0, 1))
        self._gone_since = first, second
        if [since is None for since in before] != [since is None for since in self._gone_since]:
            self._game.tell(messages.TableMessage(table=self._answer()))

    def welcome(self, client: Client) -> None:
        """Let the clock go on that was held until a player came back. Only between two commands."""
        if self._table.session.is_paused and self.side_of(client.visitor) is not None:
            self._table.session.pause(False)
            if self._visitors:
                self._game.ask(client, lambda session: self._texts(session, client), self._send, is_short=False)

    # What is told

    def answer(self) -> answers.Table:
        """The table as it stands. Only as part of a command, or between two."""
        friends, control = self._table.friends, self._table.session.control
        offered = self._table.offered
        links, following = self._games.links, friends.next_game
        self._known = {
            "free": self._table.free_side,
            "clock": control and {"seconds": control.seconds, "increment": control.increment},
            "can_abort": self._table.can_abort,
            "offer": offered and {"kind": offered[0], "side": offered[1]},
            "gone_for": GONE,
            "is_listed": friends.is_listed,
            "watch": links.watch(self._game.number),
            "next": following,
            "next_watch": following and links.watch(following),
        }
        return self._answer()

    def _answer(self) -> answers.Table:
        now = time.monotonic()
        gone = [None if since is None else now - since for since in self._gone_since]
        return answers.Table.model_validate({**self._known, "gone": gone})

    def tell(self) -> None:
        """Tell everybody how the table stands. Only between two commands."""
        self._game.tell(messages.TableMessage(table=self.answer()))

    def _texts(self, session: Session, client: Client) -> dict[Side | None, str]:
        """The whole game as each side sees it, and as spectators do."""
        seen, texts = self._game.whole(session, client), {}
        for seen.you in (0, 1, None):
            texts[seen.you] = messages.GameMessage(game=seen).model_dump_json()
        return texts

    def _send(self, texts: dict[Side | None, str]) -> None:
        for watcher, visitor in self._visitors.items():
            watcher.send(texts[self.side_of(visitor)])

    # What players do

    def play(self, client: Client, move: str) -> None:
        self._table.play(self._player(client), move)

    def act(self, client: Client, action: Callable[[Session], object]) -> None:
        if action is not Session.resign:
            raise NotNowError("friends ask each other before a move is taken back")
        self._table.resign(self._player(client))

    def check_can_leave(self) -> None:
        if self._table.session.outcome is None and self._table.free_side is None:
            raise NotNowError("this game is not over: resign it first, or abort it")

    async def sit(self, client: Client, name: str) -> None:
        """Seat a visitor who has the link of the free seat, and tell everybody who it is."""

        def work(session: Session) -> dict[Side | None, str]:
            self._table.sit(client.visitor, name)
            return self._texts(session, client)

        def after(texts: dict[Side | None, str]) -> None:
            self._send(texts)
            self._look_who_is_here()

        await self._game.ask(client, work, after, is_short=False, is_admitted=True)

    async def do(self, client: Client, asked: LiveRequest) -> None:
        """Obey a player's message."""
        table = self._table
        match asked.do:
            case "offer":
                await self._change(client, lambda side: table.offer(side, asked.what or ""))
            case "accept":
                await self._change(client, table.accept)
            case "decline":
                await self._change(client, table.decline)
            case "claim":
                await self._change(client, lambda side: table.claim(side, self._seconds_gone(1 - side)))
            case "abort":
                await self._abort(client)
            case "say":
                self._say(self._player(client), asked.phrase)

    async def _change(self, client: Client, action: Callable[[int], Any]) -> None:
        def work(session: Session) -> None:
            # What both have agreed on is done: a rematch is another game.
            if action(self._player(client)) == "rematch":
                self._begin_rematch(client)

        await self._game.change(client, work)

    def _begin_rematch(self, client: Client) -> None:
        store = self._games.store
        check_room(store, client, 1)
        session = self._table.rematch(store)
        session.keep()
        if session.id is None:
            raise BusyError("the game cannot be kept just now: try again in a moment")
        self._table.session.note(next_game=session.id)

    def _seconds_gone(self, side: int) -> float:
        since = self._gone_since[side]
        return 0.0 if since is None else time.monotonic() - since

    async def _abort(self, client: Client) -> None:
        def work(session: Session) -> str:
            self._player(client)
            if not self._table.can_abort:
                raise NotNowError("a game can be aborted before its second move: later it can be resigned")
            was_alone = self._table.free_side is not None
            self._games.store.friends.delete(self._game.number)
            return "the invitation was withdrawn" if was_alone else "the game was aborted"

        await self._game.ask(client, work, lambda why: self._game.end(self._game.watchers, why))

    def _say(self, side: Side, phrase: int) -> None:
        now = time.monotonic()
        if now - self._said_at[side] < _BETWEEN_PHRASES:
            raise BusyError("one thing after the other: wait a moment")
        self._said_at[side] = now
        self._game.tell(messages.SaidMessage(side=side, phrase=PHRASES[phrase % len(PHRASES)]))

    # The flag

    def watch_clock(self) -> None:
        """Have the flag fall when the time of the side to move is over. Only between two commands."""
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        session = self._table.session
        left = session.seconds_left(session.position.turn)
        self.is_running = session.is_counting
        if self.is_running and left is not None:
            self._flag = asyncio.get_running_loop().call_later(left + 0.005, self._fall)

    def _fall(self) -> None:
        self._flagging = asyncio.create_task(self._let_fall())

    async def _let_fall(self) -> None:
        nobody = Client("", "")
        while True:
            try:
                await self._game.change(nobody, lambda session: session.fall_flag(), is_admitted=True)
                return
            except BusyError:
                await asyncio.sleep(_RETRY)
            except NoughtsError:
                return  # it is no longer there
