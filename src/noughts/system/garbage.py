"""Python's garbage collector, and clocks.

Now and then the collector looks at all objects there are. With Numba and a few games loaded that takes 50 ms, which on
a short clock loses a game. So it rests while a clock runs, and what it leaves is collected in between.
"""

import contextlib
import gc
import time
from collections.abc import Iterator

_SECONDS = 10.0  # between two collections of ours: each takes as long as the pauses that it replaces

_last = time.monotonic()


@contextlib.contextmanager
def no_collection() -> Iterator[None]:
    """No collection before the end of the block; one right after it, unless there has been one just before.

    >>> with no_collection():
    ...     gc.isenabled()
    False
    >>> gc.isenabled()
    True
    """
    global _last
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            if time.monotonic() - _last > _SECONDS:
                gc.collect()
                _last = time.monotonic()
            gc.enable()
