"""Processes that work for this one, and end with it, however it ends."""

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any


@contextlib.contextmanager
def worker_pool(
    processes: int, begin: Callable[..., None], *arguments: Any, leave: Callable[[], None] | None = None
) -> Iterator[ProcessPoolExecutor]:
    """A pool of fresh processes, each of which calls `begin` first. Leaving the block ends them at once.

    `leave` is called in a process before it ends so, on another thread than the one that works.
    """
    context = multiprocessing.get_context("spawn")
    until_closed, ours = context.Pipe(duplex=False)
    pool = _Pool(processes, context, _begin, (until_closed, leave, begin, arguments))
    try:
        yield pool
    finally:
        ours.close()  # processes that still work leave at once
        pool.shutdown(wait=True, cancel_futures=True)
        until_closed.close()


class _Pool(ProcessPoolExecutor):
    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        with interrupts_held_back():  # processes are started when there is work for them
            return super().submit(function, *arguments, **named)


@contextlib.contextmanager
def interrupts_held_back() -> Iterator[None]:
    """A process that is started in here never hears of Ctrl-C, not even while it imports; this one does afterwards."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # with the first process it is started too, and lets interrupts through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(
    until_closed: Connection, leave: Callable[[], None] | None, begin: Callable[..., None], arguments: tuple[Any, ...]
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to leave

    def wait_and_leave() -> None:
        with contextlib.suppress(OSError):
            until_closed.poll(None)  # until the parent closes its end, or is no more
        if leave is not None:
            with contextlib.suppress(Exception):
                leave()
        os._exit(0)

    threading.Thread(target=wait_and_leave, daemon=True, name="noughts-leave").start()
    begin(*arguments)
