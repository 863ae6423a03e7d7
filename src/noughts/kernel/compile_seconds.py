"""Durations of compiles on this machine: measured once and kept, also for the next version of the package.

<user's cache folder>/noughts/seconds/<function>-<hash of the signature>
"""

import contextlib
import hashlib
from pathlib import Path
from typing import Any

from noughts.kernel import cache
from noughts.system.folders import write_whole

# Before anything was measured here: on two cores of an Intel Xeon.
LIKELY_SECONDS = {"noughts": 2.0, "threats": 0.8, "step": 0.7}
LIKELY_OTHERWISE = 0.5


def expected_seconds(function: Any, signature: Any) -> float:
    """Seconds that compiling the function took here the last time, else an estimate."""
    with contextlib.suppress(OSError, ValueError):
        return min(max(float(_path(function, signature).read_text()), 0.01), 600.0)
    return LIKELY_SECONDS.get(function.__name__, LIKELY_OTHERWISE)


def keep_seconds(function: Any, signature: Any, seconds: float) -> None:
    path = _path(function, signature)
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, f"{seconds:.3f}".encode())


def _path(function: Any, signature: Any) -> Path:
    identity = f"{function.__module__} {function.__qualname__} {signature}"
    return cache.cache_root() / "seconds" / f"{function.__name__}-{hashlib.sha256(identity.encode()).hexdigest()[:24]}"
