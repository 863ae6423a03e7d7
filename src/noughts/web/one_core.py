"""All threads of the server on one core, and what it starts on all of them.

Only one thread at a time runs Python. On several cores they wake each other for every turn, and one that lets go for a
moment, to send or to write, finds that another has taken over; on one core it simply goes on. With 200 games on two
cores the server makes half as many moves again, and a click takes 10 ms instead of 150 (benchmarks/README.md).
"""

import contextlib
import os
import sys
from collections.abc import Iterator

import psutil

_every: set[int] | None = None  # cores that the process had before


def keep_to_one_core() -> None:
    """For the thread that calls it and those that it starts: on the core that it runs on now."""
    global _every
    if sys.platform != "linux":  # elsewhere threads cannot be told
        return
    with contextlib.suppress(OSError, psutil.Error):  # a sandbox may not allow it
        every = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {psutil.Process().cpu_num()})
        _every = every


@contextlib.contextmanager
def on_every_core() -> Iterator[None]:
    """A process that is started in here is not bound."""
    if sys.platform != "linux" or _every is None:
        yield
        return
    kept = os.sched_getaffinity(0)
    os.sched_setaffinity(0, _every)
    try:
        yield
    finally:
        os.sched_setaffinity(0, kept)
