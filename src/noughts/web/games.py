"""The games that are open, by number, and what all of them share."""

import asyncio
import contextlib
import math
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, TypeVar

from noughts.store import Store
from noughts.web import answers
from noughts.web.catalogue import Catalogue, NotOfferedError
from noughts.web.connections import Places
from noughts.web.fair_queue import BusyError, Client
from noughts.web.open_game import OpenGame
from noughts.web.pool import Pool
from noughts.web.rates import Rates
from noughts.web.scheduler import Scheduler

HINT_SECONDS = 1.0
ANALYSIS_SECONDS = 30.0
_MOST_SEARCHES = 3  # of a visitor at once, moves of engines apart
_MOST_WATCHING = 20  # connections of a visitor
_TRY_EVERY = 2.0  # seconds
_CLOSING = 10.0  # seconds that commands have to come to their end

T = TypeVar("T")


class Counts:
    """How many of something each visitor has under way."""

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


class Games:
    def __init__(
        self, store: Store, pool: Pool, scheduler: Scheduler, rates: Rates, catalogue: Catalogue, places: Places
    ) -> None:
        self.store, self.pool, self.scheduler, self.rates, self.catalogue = store, pool, scheduler, rates, catalogue
        self.searches = Counts(_MOST_SEARCHES, "engines thinking")
        self.connections = Counts(_MOST_WATCHING, "connections")
        self.places = places  # of the addresses whose connections a proxy brings, as `Connections` counts others'
        self._open: dict[int, OpenGame] = {}
        self._can_keep, self._tried = True, -math.inf

    def at(self, number: int) -> OpenGame:
        """The game of that number, opened if it is not. A command has to be sent at once: without one it closes."""
        found = self._open.get(number)
        if found is None:
            found = self._open[number] = OpenGame(number, self)
        return found

    def remove(self, game: OpenGame) -> None:
        if self._open.get(game.number) is game:
            del self._open[game.number]

    def move(self, game: OpenGame, number: int) -> None:
        """Give a game another number."""
        self.remove(game)
        game.number = number
        self._open[number] = game

    async def engine_moves(self, number: int, client: Client, write: Callable[[answers.Game], T]) -> T:
        """The game once the engine has moved whose turn it is."""
        return await self.at(number).engine_moves(client, write)  # opened when this begins to run, and not before

    async def forget(self, number: int, client: Client) -> None:
        """Delete a game of the visitor's, even one that cannot be opened."""
        try:
            await self.at(number).forget(client)
        except NotOfferedError:
            await self.scheduler.run(client, lambda: self.store.forget(number, client.visitor))

    async def can_keep(self, client: Client) -> bool:
        """Whether the store takes games, tried every few seconds at most."""
        if time.monotonic() - self._tried > _TRY_EVERY:
            self._tried = time.monotonic()
            self._can_keep = await self.scheduler.run(client, self.store.is_writable)
        return self._can_keep

    async def close(self) -> None:
        """Let what has begun come to its end."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_CLOSING):
                await asyncio.gather(*(game.close() for game in list(self._open.values())))


def in_background(work: Coroutine[Any, Any, T], tasks: "set[asyncio.Task[Any]]") -> "asyncio.Task[T]":
    """Run something beside the rest, and hold on to it until it has ended."""
    task = asyncio.create_task(work)
    tasks.add(task)
    task.add_done_callback(tasks.discard)
    return task
