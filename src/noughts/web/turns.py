"""What is worked out on threads, for one client after another: the database and the rules."""

import asyncio
import functools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from noughts.errors import NoughtsError
from noughts.web.fair_queue import Client, FairQueue

T = TypeVar("T")

_THREADS = 3  # more would only wait for each other
_MOST_WAITING = 500  # of an address


class BusyError(NoughtsError):
    """More is asked for than can wait."""


class Turns:
    """A few threads that take work by fair turns."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(_THREADS, "noughts-turns")
        self._free = _THREADS
        self._waiting: FairQueue[tuple[asyncio.Future[Any], Callable[[], Any]]] = FairQueue()

    async def run(self, client: Client, work: Callable[[], T]) -> T:
        """What the work returns. Work that has begun is carried to its end, even if nobody waits for it any more."""
        if self._waiting.of_address(client.address) >= _MOST_WAITING:
            raise BusyError("too much is being asked for from your address: try again in a moment")
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.put(client, (done, work))
        self._hand_out()
        return await done

    def _hand_out(self) -> None:
        while self._free and (taken := self._waiting.take()):
            done, work = taken
            if done.cancelled():
                continue
            self._free -= 1
            running = asyncio.get_running_loop().run_in_executor(self._threads, work)
            running.add_done_callback(functools.partial(self._end, done))

    def _end(self, done: "asyncio.Future[Any]", found: "asyncio.Future[Any]") -> None:
        self._free += 1
        if not done.cancelled():
            if found.cancelled():
                done.cancel()
            elif (error := found.exception()) is not None:
                done.set_exception(error)
            else:
                done.set_result(found.result())
        elif not found.cancelled():
            found.exception()  # nobody is there to hear of it
        self._hand_out()

    def close(self) -> None:
        self._threads.shutdown(wait=True)
