"""An analysis: a search under way on another thread, whose results are read as they come."""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from types import TracebackType
from typing import Generic, TypeVar

from noughts.kernel.interruptible import run_on_thread
from noughts.search.base import StopSignal

T = TypeVar("T")


class Analysis(Generic[T]):
    """Made by `Engine.analysis`. Iterate over it for one result (or list) an iteration; `stop` it from any thread.

    With `async for` it waits without holding up the event loop; a task that is cancelled, or leaves the loop early,
    stops the search.
    """

    def __init__(self, search: Callable[[StopSignal], Iterator[T]]) -> None:
        self._search = search
        self._signal = StopSignal()
        self._found: queue.SimpleQueue[_Found[T] | BaseException | None] = queue.SimpleQueue()  # None at the end
        self._wake: Callable[[], object] | None = None  # the event loop that waits
        self._ended = threading.Event()
        run_on_thread(self._work)

    def _work(self) -> None:
        try:
            for result in self._search(self._signal):
                self._put(_Found(result))
        except BaseException as error:  # noqa: BLE001 - raised where the results are read
            self._put(error)
        self._put(None)
        self._ended.set()

    def _put(self, found: _Found[T] | BaseException | None) -> None:
        self._found.put(found)
        if self._wake is not None:
            with contextlib.suppress(RuntimeError):  # the loop has been closed in the meantime
                self._wake()

    def __iter__(self) -> Iterator[T]:
        while (found := self._found.get()) is not None:
            yield _opened(found)
        self._found.put(None)  # the end stays: another iteration finds it

    async def __aiter__(self) -> AsyncIterator[T]:
        import asyncio  # only by callers with an event loop: it takes a while to import

        loop, arrived = asyncio.get_running_loop(), asyncio.Event()
        self._wake = lambda: loop.call_soon_threadsafe(arrived.set)
        try:
            while True:
                arrived.clear()
                try:
                    found = self._found.get_nowait()
                except queue.Empty:
                    await arrived.wait()
                    continue
                if found is None:
                    self._found.put(None)
                    return
                yield _opened(found)
        finally:
            self.stop()

    def stop(self) -> None:
        """Break off: the iteration ends with what was found so far."""
        self._signal.set()

    def __enter__(self) -> Analysis[T]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        self._ended.wait()

    async def __aenter__(self) -> Analysis[T]:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        import asyncio

        self.stop()
        await asyncio.to_thread(self._ended.wait)


class _Found(Generic[T]):
    """A result in the queue, which holds errors as well."""

    def __init__(self, result: T) -> None:
        self.result = result


def _opened(found: _Found[T] | BaseException) -> T:
    if isinstance(found, BaseException):
        raise found
    return found.result
