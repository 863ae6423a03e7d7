"""Changes of a match, for all who look on: one look serves them all, and takes a bounded share of the server."""

import asyncio
import contextlib
import time

from noughts.errors import NoughtsError
from noughts.web.arena_match import Matches, WatchedMatch
from noughts.web.fair_queue import Client
from noughts.web.games import in_background
from noughts.web.scheduler import Scheduler

_LOOK, _LOOK_WHEN_QUIET = 0.25, 1.0  # seconds between looks at a match: at games under way, or where there are none
_SHARE = 5  # times as long as a look took is waited before the next
_MOST_QUEUED = 8  # messages for a browser that does not read: then it gets the whole match again
_CLIENT = Client("arena", "arena")  # who all these looks are for: they have the share of one address


class Watcher:
    """One who looks on: messages for a browser."""

    def __init__(self) -> None:
        self.messages: asyncio.Queue[str] = asyncio.Queue(_MOST_QUEUED)
        self.needs_all = True

    def tell(self, message: str) -> None:
        try:
            self.messages.put_nowait(message)
        except asyncio.QueueFull:
            self.needs_all = True


class Feed:
    """A match that is looked at while somebody is there."""

    def __init__(self, match: WatchedMatch, scheduler: Scheduler) -> None:
        self.watchers: set[Watcher] = set()
        self.wanted = asyncio.Event()  # somebody has come
        self._match, self._scheduler = match, scheduler

    async def run(self) -> None:
        while self.watchers:
            self.wanted.clear()
            begun = time.perf_counter()
            with contextlib.suppress(NoughtsError):  # the server has too much to do, or the journal has gone
                await self._look()
            took = time.perf_counter() - begun
            pause = max(_LOOK if self._match.is_played else _LOOK_WHEN_QUIET, _SHARE * took)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.wanted.wait(), pause)

    async def _look(self) -> None:
        new = [one for one in self.watchers if one.needs_all and one.messages.empty()]

        def look() -> tuple[str | None, str | None]:
            change = self._match.look()
            whole = self._match.whole().model_dump_json() if new else None
            return None if change is None else change.model_dump_json(), whole

        change, whole = await self._scheduler.run(_CLIENT, look)
        for one in self.watchers:
            if one in new and whole is not None:
                one.needs_all = False
                one.tell(whole)
            elif change is not None and not one.needs_all:
                one.tell(change)


class Feeds:
    """The matches that somebody looks at."""

    def __init__(self, matches: Matches, scheduler: Scheduler) -> None:
        self.matches = matches
        self._scheduler = scheduler
        self._feeds: dict[str, Feed] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def join(self, name: str, watcher: Watcher, client: Client) -> None:
        """Look on at the match of that name, until `leave`."""
        match = await self._scheduler.run(client, lambda: self.matches.at(name))
        feed = self._feeds.get(name)
        if feed is None:
            feed = self._feeds[name] = Feed(match, self._scheduler)
            feed.watchers.add(watcher)
            in_background(self._serve(name, feed), self._tasks)
        feed.watchers.add(watcher)
        feed.wanted.set()

    def leave(self, name: str, watcher: Watcher) -> None:
        feed = self._feeds.get(name)
        if feed is not None:
            feed.watchers.discard(watcher)

    async def _serve(self, name: str, feed: Feed) -> None:
        try:
            await feed.run()
        finally:
            del self._feeds[name]

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
