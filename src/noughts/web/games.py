"""The games that are open, by number, and what all of them share."""

import asyncio
import contextlib
import logging
import math
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, TypeVar

from noughts.errors import NoughtsError
from noughts.store import Store
from noughts.web import answers
from noughts.web.catalogue import Catalogue, NotOfferedError
from noughts.web.connections import Places
from noughts.web.fair_queue import BusyError, Client
from noughts.web.game_links import GameLinks
from noughts.web.open_game import OpenGame
from noughts.web.pool import Pool
from noughts.web.rates import Rates
from noughts.web.scheduler import Scheduler

log = logging.getLogger("noughts.web")

HINT_SECONDS = 1.0
ANALYSIS_SECONDS = 30.0
_MOST_SEARCHES = 3  # of a visitor at once, moves of engines apart
_MOST_WATCHING = 20  # connections of a visitor
_TRY_EVERY = 2.0  # seconds
_CLOCKS_EVERY = 1.0  # seconds
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
        self,
        store: Store,
        pool: Pool,
        scheduler: Scheduler,
        rates: Rates,
        catalogue: Catalogue,
        places: Places,
        links: GameLinks,
    ) -> None:
        self.store, self.pool, self.scheduler, self.rates, self.catalogue = store, pool, scheduler, rates, catalogue
        self.links = links
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

    def running_clocks(self) -> list[tuple[int, int, float]]:
        """Of each game whose clock runs its number and moves, and the seconds of the turn under way."""
        found = (game.running_clock() for game in self._open.values())
        return [clock for clock in found if clock is not None]

    async def note_clocks(self) -> None:
        """Keep what the running clocks show: they go on from there after a crash."""
        if running := self.running_clocks():
            work = lambda: self.store.friends.note_clocks(running)  # noqa: E731
            await self.scheduler.run(Client("", "clocks"), work, is_short=True)

    async def keep_clocks(self) -> None:
        """Note the clocks every second, as long as the server runs."""
        while True:
            await asyncio.sleep(_CLOCKS_EVERY)
            try:
                await self.note_clocks()
            except NoughtsError as error:
                log.error("the clocks cannot be kept", extra={"error": str(error)})

    async def can_keep(self, client: Client) -> bool:
        """Whether the store takes games, tried every few seconds at most."""
        if time.monotonic() - self._tried > _TRY_EVERY:
            self._tried = time.monotonic()
            self._can_keep = await self.scheduler.run(client, self.store.is_writable)
        return self._can_keep

    async def close(self) -> None:
        """Let what has begun come to its end."""
        with contextlib.suppress(NoughtsError):
            await self.note_clocks()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_CLOSING):
                await asyncio.gather(*(game.close() for game in list(self._open.values())))


def in_background(work: Coroutine[Any, Any, T], tasks: "set[asyncio.Task[Any]]") -> "asyncio.Task[T]":
    """Run something beside the rest, and hold on to it until it has ended."""
    task = asyncio.create_task(work)
    tasks.add(task)
    task.add_done_callback(tasks.discard)
    return task
