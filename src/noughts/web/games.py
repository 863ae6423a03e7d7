"""The games that are being played just now: sessions, who watches them, and the engines that think for them.

A game lives here while somebody is connected to it or asks something of it; otherwise it lies in the store alone. All
changes of a game go through its lock, and what touches the database or the rules runs on a thread. A change that has
begun is carried to its end, even if whoever asked for it has gone.
"""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import Any, NamedTuple, Protocol, TypeVar

from noughts.engine.results import Result
from noughts.errors import NoughtsError
from noughts.play import NotNowError, Session, Thought
from noughts.store import NoSuchGameError, Store
from noughts.web import answers
from noughts.web.bounds import MOST_SECONDS
from noughts.web.catalogue import Catalogue, NotOfferedError
from noughts.web.fair_queue import Client
from noughts.web.pool import Pool
from noughts.web.rates import Rates
from noughts.web.states import (
    State,
    analysis_answer,
    change_answer,
    game_answer,
    preparing_message,
    state_of,
    verdict_answer,
)
from noughts.web.turns import BusyError, Turns
from noughts.web.worker import ANALYSE, PLAY, REVIEW, Job

log = logging.getLogger("noughts.web")

HINT_SECONDS = 1.0
ANALYSIS_SECONDS = 30.0
REVIEW_SECONDS = 0.15  # a move
_ADVISER = "noughts"
_NOTICE = 0.05  # seconds until it is told that an engine thinks
_WATCHING_PACE = 0.6  # seconds a move at least, where engines play each other
_MOST_SEARCHES = 3  # of a visitor at once, moves of engines apart
_MOST_WATCHING = 20  # connections of a visitor

Message = answers.Answer
T = TypeVar("T")


class Watcher(Protocol):
    """Somebody who is connected."""

    def send(self, text: str) -> None: ...

    def dismiss(self) -> None:
        """The game is no longer there."""


class Counts:
    """How many of something each visitor, or each address, has under way."""

    def __init__(self, most: int, what: str) -> None:
        self._most, self._what = most, what
        self._counts: Counter[str] = Counter()

    @contextlib.contextmanager
    def one(self, name: str) -> Iterator[None]:
        if self._counts[name] >= self._most:
            raise BusyError(f"you have {self._most} {self._what} already: wait for one of them to end")
        self._counts[name] += 1
        try:
            yield
        finally:
            self._counts[name] -= 1
            if not self._counts[name]:
                del self._counts[name]


class _News(NamedTuple):
    state: State
    text: str | None  # for those who watch, if somebody does


class LiveGame:
    def __init__(self, session: Session, number: int, client: Client, games: "Games") -> None:
        self.session, self.number = session, number
        self.owner = client.visitor
        self.client = client  # who used it last
        self.watchers: set[Watcher] = set()
        self.users = 0  # requests and changes that are using it just now
        self._games = games
        self._lock = asyncio.Lock()
        self._thinking: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._told: State | None = None  # what those who watch know of it

    async def answer(self, write: Callable[[answers.Game], T]) -> T:
        """The game as it stands, written on the thread that looks at it."""
        return await self._work(lambda: write(game_answer(self.session, self._games.catalogue)))

    async def _work(self, work: Callable[[], T]) -> T:
        return await self._games.turns.run(self.client, work)

    async def act(self, action: Callable[[], object]) -> None:
        """Change the game, tell everybody, and let an engine think whose turn it is now."""
        await asyncio.shield(self.hold(self.change(action)))

    async def change(self, action: Callable[[], object]) -> None:
        """The same for one who holds on to it until its end."""

        def change() -> _News:
            action()
            return self._news()  # in one go: going to another thread costs more than the change

        async with self._lock:
            # What is refused disturbs nobody: the engine goes on thinking.
            news = await self._work(change)
            self._stop_thinking()
            self._tell_change(news)
            self.go_on()

    def _news(self) -> "_News":
        state = state_of(self.session)
        if not self.watchers or self._told is None:
            return _News(state, None)
        return _News(state, answers.ChangeMessage(change=change_answer(self._told, state)).model_dump_json())

    async def forget(self) -> None:
        """Delete the game, and let everybody go who watches it."""

        async def delete() -> None:
            async with self._lock:
                self._stop_thinking()
                await self._work(lambda: self._games.store.forget(self.number, self.owner))
                self._games.drop(self, is_gone=True)
                for watcher in list(self.watchers):
                    watcher.dismiss()

        await asyncio.shield(self.hold(delete()))

    def tell(self, message: Message) -> None:
        self._send(message.model_dump_json())

    def _send(self, text: str) -> None:
        for watcher in list(self.watchers):
            watcher.send(text)

    def _tell_change(self, news: "_News") -> None:
        self._games.follow(self)
        self._told = news.state
        if news.text is not None:
            self._send(news.text)
        self._changed.set()
        self._changed = asyncio.Event()

    def hold(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Carry something to its end, whoever stops waiting for it; until then the game stays here."""
        self.users += 1
        task = in_background(work, self._games.tasks)

        def let_go(_: object) -> None:
            self.users -= 1
            self._games.drop(self)

        task.add_done_callback(let_go)
        return task

    # Engines

    def go_on(self) -> None:
        """Let the engine think whose turn it is, if somebody is there to see it."""
        seat = self.session.seat
        if seat is None or seat.is_human or self.session.is_paused or not self.watchers or self._thinking is not None:
            return
        self._thinking = asyncio.create_task(self._think_on())

    async def pause(self, on: bool) -> None:
        if self.session.people:
            raise NotNowError("only games between engines can be paused")
        async with self._lock:
            if on:
                self._stop_thinking()
            self.session.pause(on)
            self._tell_change(await self._work(self._news))
            self.go_on()

    async def _think_on(self) -> None:
        try:
            while self.session.seat is not None and not self.session.seat.is_human and self.watchers:
                began = time.monotonic()
                try:
                    await self.think()
                except BusyError:
                    await asyncio.sleep(1)
                if not self.session.people:
                    await asyncio.sleep(max(0.0, began + _WATCHING_PACE - time.monotonic()))
        except NoughtsError as error:
            self.tell(answers.ErrorMessage(error=str(error), do="think"))
        finally:
            if self._thinking is asyncio.current_task():
                self._thinking = None

    async def answer_now(self, write: Callable[[answers.Game], T]) -> T:
        """The game once the engine has moved, for those who are not connected."""
        if self._thinking is not None:
            changed = asyncio.create_task(self._changed.wait())
            await asyncio.wait([self._thinking, changed], return_when=asyncio.FIRST_COMPLETED)
            changed.cancel()
        else:
            await self.think()
        return await self.answer(write)

    async def think(self) -> None:
        """The engine's move, made."""
        async with self._lock:
            seat = self.session.seat
            if seat is None or seat.is_human:
                return
            thought, job = self.session.begin_thought(), self.job(PLAY, seat.text, MOST_SECONDS)

        def watch(kind: str, value: Any) -> None:
            if kind == "preparing":
                self.tell(preparing_message(value))
            else:
                self.tell(answers.ThinkingMessage(analysis=analysis_answer([value])))

        # Of one that answers at once nobody needs to know that it thinks.
        notice = asyncio.get_running_loop().call_later(_NOTICE, self.tell, answers.ThinkingMessage(analysis=None))
        try:
            result = await self._games.pool.run(job, self.client, watch)
        finally:
            notice.cancel()
        await asyncio.shield(self.hold(self._answer(thought, result)))

    async def _answer(self, thought: Thought, result: Result) -> None:
        def change() -> _News | None:
            return self._news() if self.session.answer(thought, result) else None

        async with self._lock:
            news = await self._work(change)
            if news is not None:
                self._tell_change(news)

    async def analyse(
        self, ply: int | None, lines: int, seconds: float, watch: Callable[[str, Any], None]
    ) -> answers.Analysis:
        """What a strong engine sees, now or after the first `ply` moves."""
        job = self.job(ANALYSE, _ADVISER, seconds, lines, ply)
        with self._games.searches.one(self.owner):
            return analysis_answer(await self._games.pool.run(job, self.client, watch))

    async def review(self, watch: Callable[[int, answers.Verdict], None]) -> None:
        """A verdict on each move; BusyError if moves had to come first and ended it early.

        Those of a finished game are kept: it does not change any more.
        """
        verdicts: dict[int, answers.Verdict] = {}  # by ply, as a worker that replaces another begins anew

        def on_report(kind: str, value: Any) -> None:
            if kind == "part":
                ply, verdict = value
                verdicts[ply] = verdict_answer(verdict)
                watch(ply, verdicts[ply])

        job = self.job(REVIEW, _ADVISER, REVIEW_SECONDS)
        is_over = self.session.outcome is not None
        with self._games.searches.one(self.owner):
            await self._games.pool.run(job, self.client, on_report)
        if len(verdicts) < len(job.moves):
            raise BusyError("moves had to come first and ended the review early: begin it again in a moment")
        if is_over:
            kept = [verdict.model_dump() for verdict in verdicts.values()]
            await self._work(lambda: self._games.store.keep_review(self.number, kept))

    def job(self, kind: str, engine: str, seconds: float, lines: int = 1, ply: int | None = None) -> Job:
        record = self.session.record()
        moves = tuple(move.text for move in record.moves)
        return Job(kind, record.game, record.position, moves[:ply], engine, seconds, lines)

    def _stop_thinking(self) -> None:
        task, self._thinking = self._thinking, None
        if task is not None:
            task.cancel()

    # Comings and goings

    async def join(self, watcher: Watcher) -> None:
        """Watch the game, from as it stands now: no change comes in between."""

        def whole() -> _News:
            state = state_of(self.session)
            game = game_answer(self.session, self._games.catalogue, state)
            return _News(state, answers.GameMessage(game=game).model_dump_json())

        async with self._lock:
            news = await self._work(whole)
            self._told = news.state
            watcher.send(news.text or "")
            self.watchers.add(watcher)
            self.go_on()

    def leave(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        if not self.watchers:
            self._stop_thinking()
            self._games.drop(self)

    @property
    def is_idle(self) -> bool:
        return not self.watchers and not self.users


class Games:
    """The live games, by number."""

    def __init__(
        self, store: Store, pool: Pool, turns: Turns, rates: Rates, catalogue: Catalogue, per_address: int
    ) -> None:
        self.store, self.pool, self.turns, self.rates, self.catalogue = store, pool, turns, rates, catalogue
        self.searches = Counts(_MOST_SEARCHES, "engines thinking")
        self.connections = Counts(_MOST_WATCHING, "connections")
        self.connections_of_address = Counts(per_address, "connections")
        self.tasks: set[asyncio.Task[Any]] = set()  # changes that are under way
        self._live: dict[int, LiveGame] = {}

    @contextlib.asynccontextmanager
    async def use(self, number: int, client: Client) -> AsyncIterator[LiveGame]:
        """The game of that number, if it is the visitor's own."""
        live = await self._find(number, client)
        live.client = client
        live.users += 1
        try:
            yield live
        finally:
            live.users -= 1
            self.drop(live)

    async def _find(self, number: int, client: Client) -> LiveGame:
        live = self._live.get(number)
        if live is None:
            session = await self.turns.run(client, lambda: self._load(number, client.visitor))
            # Somebody else may have been quicker: there is but one of each.
            live = self._live.setdefault(number, LiveGame(session, number, client, self))
        if live.owner != client.visitor:
            raise NoSuchGameError(f"there is no game {number}")
        return live

    def _load(self, number: int, owner: str) -> Session:
        kept = self.store.load(number, owner)
        self.catalogue.check(kept.record.game)
        return Session.resume(kept, self.store)

    async def forget(self, number: int, client: Client) -> None:
        """Delete a game of the visitor's, even one that cannot be opened."""
        try:
            async with self.use(number, client) as live:
                await live.forget()
        except NotOfferedError:
            await self.turns.run(client, lambda: self.store.forget(number, client.visitor))

    def follow(self, live: LiveGame) -> None:
        """A game that was played on elsewhere has become another, with a number of its own."""
        if live.session.id is not None and live.session.id != live.number:
            self.drop(live, is_gone=True)
            live.number = live.session.id
            self._live[live.number] = live

    def drop(self, live: LiveGame, is_gone: bool = False) -> None:
        if (is_gone or live.is_idle) and self._live.get(live.number) is live:
            del self._live[live.number]

    async def close(self) -> None:
        """Let what has begun come to its end."""
        for live in list(self._live.values()):
            live._stop_thinking()
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=10)


def in_background(work: Coroutine[Any, Any, T], tasks: "set[asyncio.Task[Any]]") -> "asyncio.Task[T]":
    """Run something beside the rest, and hold on to it until it has ended."""
    task = asyncio.create_task(work)
    tasks.add(task)
    task.add_done_callback(tasks.discard)
    return task
