"""The scheduler: what stands between visitors and the work of the server.

All threads of the server share one core, as only one of them runs Python. Who gets it next is decided here, by the
processor time that addresses have used: which request or message the event loop looks at (`enter`), and whose work with
the database and the rules a thread does (`run`). One of the two threads does nothing but short work, such as a move:
it never waits for a file of games to be read. Searches run in processes of their own, by queues of the same kind
(pool.py). Work whose client has gone is dropped.
"""

import asyncio
import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from noughts.errors import NoughtsError
from noughts.web.fair_queue import BusyError, Client, FairQueue, Ledger

__all__ = ["BusyError", "Client", "LeftError", "Scheduler"]

T = TypeVar("T")

_ENTERING = 2  # requests and messages that the event loop begins with in a round
_LOOK = 0.0005  # seconds that the event loop takes for a request or a message
_LOOK_AT_BYTE = 2e-8


class LeftError(NoughtsError):
    """The sender is no longer there."""


class _Work(NamedTuple):
    client: Client
    done: "asyncio.Future[Any]"
    work: Callable[[], Any]
    loop: asyncio.AbstractEventLoop


class Scheduler:
    """Turns at the event loop and at two threads, by the processor time that addresses have used.

    Threads come for work themselves, and the event loop is told of all that has been done since it last looked: on a
    busy server it is woken once for many answers.
    """

    def __init__(self) -> None:
        self._ledger = Ledger()
        self._entering: FairQueue[asyncio.Future[None]] = FairQueue(
            self._ledger, of_visitor=600, of_address=600, in_all=4000
        )
        self._entered = 0  # in this round of the event loop
        self._lock = threading.Lock()
        self._short: FairQueue[_Work] = FairQueue(self._ledger, of_visitor=100)
        self._long: FairQueue[_Work] = FairQueue(self._ledger, of_visitor=20, of_address=400, in_all=1200)
        self._done: deque[tuple[_Work, Any, BaseException | None]] = deque()
        self._is_told = False  # that there is something in it
        # By thread: the first does short work alone, the second any.
        self._calls: tuple[SimpleQueue[bool], SimpleQueue[bool]] = (SimpleQueue(), SimpleQueue())
        self._is_busy = [False, False]
        self._threads = [
            threading.Thread(target=self._serve, args=(number,), name=f"noughts-work-{number}", daemon=True)
            for number in (0, 1)
        ]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Carry what has begun to its end."""
        for calls in self._calls:
            calls.put(False)
        for thread in self._threads:
            thread.join()

    # The event loop: all that is under way has a step done in each of its rounds, and a click takes some five rounds.
    # Sixty requests that come at once, let in at once, would make each round as long as sixty steps.

    async def enter(self, client: Client, size: int = 0) -> None:
        """Wait for a turn to look at a request or a message of so many bytes; without others there is no waiting."""
        if self._entered >= _ENTERING or len(self._entering):
            turn = asyncio.get_running_loop().create_future()
            with self._lock:
                self._entering.put(client, turn)
            try:
                await turn
            except asyncio.CancelledError:
                with self._lock:
                    self._entering.remove(client, turn)
                raise
        else:
            self._count_entering()
        with self._lock:
            self._ledger.charge(client.address, _LOOK + size * _LOOK_AT_BYTE)

    def _count_entering(self) -> None:
        if self._entered == 0:
            asyncio.get_running_loop().call_soon(self._next_round)
        self._entered += 1

    def _next_round(self) -> None:
        self._entered = 0
        with self._lock:
            while self._entered < _ENTERING and (turn := self._entering.take()) is not None:
                if not turn.done():
                    turn.set_result(None)
                    self._count_entering()

    # The threads

    async def run(self, client: Client, work: Callable[[], T], *, is_short: bool = False) -> T:
        """The result of work with the database or the rules; `is_short` if it never takes more than 2 ms or so.

        Work that has begun is carried to its end, though its client may have gone.
        """
        loop = asyncio.get_running_loop()
        waiting = _Work(client, loop.create_future(), work, loop)
        queue = self._short if is_short else self._long
        with self._lock:
            queue.put(client, waiting)
        if is_short:
            self._calls[0].put(True)
        if not is_short or self._is_busy[0]:
            self._calls[1].put(True)
        try:
            return await waiting.done
        except asyncio.CancelledError:
            with self._lock:
                queue.remove(client, waiting)
            raise

    def _serve(self, number: int) -> None:
        while self._calls[number].get():
            while (taken := self._take(number)) is not None:
                self._do(taken)

    def _take(self, number: int) -> _Work | None:
        with self._lock:
            taken = (self._long.take() if number else None) or self._short.take()
            self._is_busy[number] = taken is not None
            return taken

    def _do(self, taken: _Work) -> None:
        found, error, began = None, None, time.thread_time()
        try:
            if taken.client.has_left():
                raise LeftError("the sender has left")
            found = None if taken.done.cancelled() else taken.work()
        except BaseException as raised:  # noqa: BLE001 - told to the task that waits
            error = raised
        with self._lock:
            self._ledger.charge(taken.client.address, time.thread_time() - began)
        self._done.append((taken, found, error))
        if not self._is_told:
            self._is_told = True
            with contextlib.suppress(RuntimeError):  # the loop is closed
                taken.loop.call_soon_threadsafe(self._tell)

    def _tell(self) -> None:
        self._is_told = False  # before looking: what comes now is told of once more
        while self._done:
            taken, found, error = self._done.popleft()
            if taken.done.cancelled():
                continue
            if error is None:
                taken.done.set_result(found)
            else:
                taken.done.set_exception(error)
