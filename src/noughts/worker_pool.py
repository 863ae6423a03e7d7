"""Processes of their own for long work, which leave with whoever started them."""

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import Connection
from typing import Any


@contextlib.contextmanager
def worker_pool(
    processes: int, prepare: Callable[..., None] | None = None, *arguments: Any
) -> Iterator[ProcessPoolExecutor]:
    """A pool whose processes call `prepare` first. At the end of the context, or of this process, they leave at once.

    They import the main module: a script uses it under `if __name__ == "__main__":`.
    """
    context = multiprocessing.get_context("spawn")
    until_closed, ours = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(processes, context, _begin, (until_closed, prepare, arguments))
    try:
        yield pool
    finally:
        ours.close()
        pool.shutdown(wait=True, cancel_futures=True)
        until_closed.close()


def _begin(until_closed: Connection, prepare: Callable[..., None] | None, arguments: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to leave

    def leave() -> None:
        with contextlib.suppress(OSError):
            until_closed.poll(None)  # until the parent closes its end, or is no more
        os._exit(0)

    threading.Thread(target=leave, daemon=True, name="noughts-leave").start()
    if prepare is not None:
        prepare(*arguments)
