"""The games that are being played just now: sessions, who watches them, and the engines that think for them.

A game lives here while somebody is connected to it or asks something of it; otherwise it lies in the store alone. All
changes of a game go through its lock, and what touches the database or the rules runs on a thread.
"""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, Protocol

from noughts.engine import Result
from noughts.errors import NoughtsError
from noughts.play import NotNowError, Session, Thought
from noughts.review import Verdict
from noughts.store import NoSuchGameError, Store
from noughts.web.catalogue import MOST_SECONDS, Catalogue
from noughts.web.pool import BusyError, Pool
from noughts.web.states import analysis_state, game_state
from noughts.web.worker import ANALYSE, PLAY, REVIEW, Job

log = logging.getLogger("noughts.web")

HINT_SECONDS = 1.0
ANALYSIS_SECONDS = 30.0
REVIEW_SECONDS = 0.15  # a move
_ADVISER = "noughts"
_WATCHING_PACE = 0.6  # seconds a move at least, where engines play each other
_MOST_SEARCHES = 3  # of a visitor at once

Message = dict[str, Any]


class Watcher(Protocol):
    """Somebody who is connected."""

    def send(self, message: Message) -> None: ...


class Searches:
    """How many searches each visitor has under way."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    @contextlib.contextmanager
    def one(self, visitor: str) -> Any:
        if self._counts[visitor] >= _MOST_SEARCHES:
            raise BusyError(f"you have {_MOST_SEARCHES} engines thinking already: wait for one of them")
        self._counts[visitor] += 1
        try:
            yield
        finally:
            self._counts[visitor] -= 1
            if not self._counts[visitor]:
                del self._counts[visitor]


class LiveGame:
    def __init__(self, session: Session, owner: str, games: "Games") -> None:
        self.session, self.owner = session, owner
        self.watchers: set[Watcher] = set()
        self.users = 0  # requests that are using it just now
        self.is_paused = False
        self._games = games
        self._lock = asyncio.Lock()
        self._thinking: asyncio.Task[None] | None = None

    async def state(self) -> Message:
        return await asyncio.to_thread(self._state)

    def _state(self) -> Message:
        return game_state(self.session, self._games.catalogue)

    async def act(self, action: Callable[[], object]) -> Message:
        """Change the game, tell everybody, and let an engine think whose turn it is now."""

        def change() -> tuple[Message, NoughtsError | None]:
            # In one go: every change of threads costs more than the change of the game.
            try:
                action()
            except NoughtsError as error:
                return self._state(), error
            return self._state(), None

        async with self._lock:
            await self._stop_thinking()
            state, error = await asyncio.to_thread(change)
            self.tell({"type": "game", "game": state})
            self.go_on()
        if error is not None:
            raise error
        return state

    def tell(self, message: Message) -> None:
        for watcher in list(self.watchers):
            watcher.send(message)

    # Engines

    def go_on(self) -> None:
        """Let the engine think whose turn it is, if somebody is there to see it."""
        seat = self.session.seat
        if seat is None or seat.is_human or self.is_paused or not self.watchers or self._thinking is not None:
            return
        self._thinking = asyncio.create_task(self._think_on())

    def pause(self, on: bool) -> None:
        if self.session.people:
            raise NotNowError("only games between engines can be paused")
        self.is_paused = on
        if on and self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None
        self.go_on()

    async def _think_on(self) -> None:
        try:
            while self.session.seat is not None and not self.session.seat.is_human and self.watchers:
                began = time.monotonic()
                await self.think()
                if not self.session.people:
                    await asyncio.sleep(max(0.0, began + _WATCHING_PACE - time.monotonic()))
        except NoughtsError as error:
            self.tell({"type": "error", "error": str(error), "do": "think"})
        finally:
            if self._thinking is asyncio.current_task():
                self._thinking = None

    async def answer_now(self) -> Message:
        """The game once the engine has moved, for those who are not connected."""
        if self._thinking is not None:
            await asyncio.wait([self._thinking])
        else:
            await self.think()
        return await self.state()

    async def think(self) -> None:
        """The engine's move, made."""
        thought = self.session.begin_thought()
        seat = self.session.seat
        if seat is None:
            return
        self.tell({"type": "thinking", "analysis": None})

        def watch(kind: str, value: Any) -> None:
            if kind == "preparing":
                self.tell({"type": "preparing", "what": value})
            else:
                self.tell({"type": "thinking", "analysis": analysis_state([value])})

        with self._games.searches.one(self.owner):
            result: Result = await self._games.pool.run(self.job(PLAY, seat.text, MOST_SECONDS), watch)
        await asyncio.shield(self._answer(thought, result))

    async def _answer(self, thought: Thought, result: Result) -> None:
        def change() -> Message | None:
            return self._state() if self.session.answer(thought, result) else None

        async with self._lock:
            state = await asyncio.to_thread(change)
            if state is not None:
                self.tell({"type": "game", "game": state})

    async def analyse(self, ply: int | None, lines: int, seconds: float, watch: Callable[[str, Any], None]) -> Message:
        """What a strong engine sees, now or after the first `ply` moves."""
        job = self.job(ANALYSE, _ADVISER, seconds, lines, ply)
        with self._games.searches.one(self.owner):
            return analysis_state(await self._games.pool.run(job, watch))

    async def review(self, watch: Callable[[Verdict], None]) -> None:
        seconds = REVIEW_SECONDS * (len(self.session.line) + 1)

        def on_report(kind: str, value: Any) -> None:
            if kind == "part":
                watch(value)

        with self._games.searches.one(self.owner):
            await self._games.pool.run(self.job(REVIEW, _ADVISER, seconds), on_report)

    def job(self, kind: str, engine: str, seconds: float, lines: int = 1, ply: int | None = None) -> Job:
        record = self.session.record()
        moves = tuple(move.text for move in record.moves)
        return Job(kind, record.game, record.position, moves[:ply], engine, seconds, lines)

    async def _stop_thinking(self) -> None:
        task, self._thinking = self._thinking, None
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    # Comings and goings

    def join(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        self.go_on()

    async def leave(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        if not self.watchers:
            await self._stop_thinking()
            self._games.drop(self)

    @property
    def is_idle(self) -> bool:
        return not self.watchers and not self.users


class Games:
    """The live games, by number."""

    def __init__(self, store: Store, pool: Pool, catalogue: Catalogue) -> None:
        self.store, self.pool, self.catalogue = store, pool, catalogue
        self.searches = Searches()
        self._live: dict[int, LiveGame] = {}
        self._loading: dict[int, asyncio.Lock] = {}

    @contextlib.asynccontextmanager
    async def use(self, number: int, owner: str) -> AsyncIterator[LiveGame]:
        """The game of that number, if it is the visitor's own."""
        live = await self._find(number, owner)
        live.users += 1
        try:
            yield live
        finally:
            live.users -= 1
            self.drop(live)

    async def _find(self, number: int, owner: str) -> LiveGame:
        lock = self._loading.setdefault(number, asyncio.Lock())
        try:
            async with lock:
                if number not in self._live:
                    kept = await asyncio.to_thread(self.store.load, number, owner)
                    session = await asyncio.to_thread(Session.resume, kept, self.store)
                    self._live[number] = LiveGame(session, owner, self)
        finally:
            if not lock.locked():
                self._loading.pop(number, None)
        live = self._live[number]
        if live.owner != owner:
            raise NoSuchGameError(f"there is no game {number}")
        return live

    def add(self, session: Session, owner: str) -> LiveGame:
        live = LiveGame(session, owner, self)
        if session.id is not None:
            self._live[session.id] = live
        return live

    def drop(self, live: LiveGame) -> None:
        if live.is_idle and live.session.id is not None:
            self._live.pop(live.session.id, None)

    async def close(self) -> None:
        for live in list(self._live.values()):
            await live._stop_thinking()


def in_background(work: Coroutine[Any, Any, None], tasks: set[asyncio.Task[None]]) -> asyncio.Task[None]:
    """Run something beside the rest, and hold on to it until it has ended."""
    task = asyncio.create_task(work)
    tasks.add(task)
    task.add_done_callback(tasks.discard)
    return task
