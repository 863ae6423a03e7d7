"""What is worked out on threads, for one client after another: the database and the rules."""

import asyncio
import contextlib
import threading
from collections import Counter, deque
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from noughts.errors import NoughtsError
from noughts.web.fair_queue import Client, FairQueue

T = TypeVar("T")

_THREADS = 3  # more would only wait for each other
_MOST_OF_ADDRESS = 2  # threads at once: one is left for whoever else comes
_MOST_WAITING = 500  # of an address


class BusyError(NoughtsError):
    """More is asked for than can wait."""


class _Work(NamedTuple):
    address: str
    done: "asyncio.Future[Any]"
    work: Callable[[], Any]
    loop: asyncio.AbstractEventLoop


class Turns:
    """A few threads that take work by fair turns.

    They come for it themselves, and the event loop is told of all that has been done since it last looked: on a busy
    server it is woken once for many answers.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: FairQueue[_Work] = FairQueue()
        self._working: Counter[str] = Counter()  # threads, by the address that they work for
        self._passed_over = (
            0  # calls that were of no use, as all that waited was of an address with its threads at work
        )
        self._calls: SimpleQueue[bool] = SimpleQueue()  # for the threads: True for each work that waits
        self._done: deque[tuple[asyncio.Future[Any], Any, BaseException | None]] = deque()
        self._is_told = False  # that there is something in it
        self._threads = [
            threading.Thread(target=self._serve, name=f"noughts-turns-{number}", daemon=True)
            for number in range(_THREADS)
        ]
        for thread in self._threads:
            thread.start()

    async def run(self, client: Client, work: Callable[[], T]) -> T:
        """What the work returns. Work that has begun is carried to its end, even if nobody waits for it any more."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        with self._lock:
            if self._waiting.of_address(client.address) >= _MOST_WAITING:
                raise BusyError("too much is being asked for from your address: try again in a moment")
            self._waiting.put(client, _Work(client.address, done, work, loop))
        self._calls.put(True)
        return await done

    def close(self) -> None:
        """What has begun is carried to its end."""
        for _ in self._threads:
            self._calls.put(False)
        for thread in self._threads:
            thread.join()

    def _serve(self) -> None:
        while self._calls.get():
            taken = self._take()
            if taken is None:
                continue
            found, error = None, None
            try:
                found = None if taken.done.cancelled() else taken.work()
            except BaseException as raised:  # noqa: BLE001 - it is whoever waits who is to hear of it
                error = raised
            self._let_go(taken.address)
            self._done.append((taken.done, found, error))
            if not self._is_told:
                self._is_told = True
                with contextlib.suppress(RuntimeError):  # the loop is closed
                    taken.loop.call_soon_threadsafe(self._tell)

    def _take(self) -> _Work | None:
        with self._lock:
            taken = self._waiting.take(lambda address: self._working[address] < _MOST_OF_ADDRESS)
            if taken is None:
                self._passed_over += 1
            else:
                self._working[taken.address] += 1
            return taken

    def _let_go(self, address: str) -> None:
        """The address has a thread less: what was passed over is called for again."""
        with self._lock:
            self._working[address] -= 1
            if not self._working[address]:
                del self._working[address]
            if self._passed_over:
                self._passed_over -= 1
                self._calls.put(True)

    def _tell(self) -> None:
        self._is_told = False  # before looking: what comes now is told of once more
        while self._done:
            done, found, error = self._done.popleft()
            if done.cancelled():
                continue
            if error is None:
                done.set_result(found)
            else:
                done.set_exception(error)
