"""Finish the games under way, then stop: asked for by q and Enter at the terminal, or by SIGTERM."""

import contextlib
import os
import select
import signal
import sys
import threading
from typing import Any

_LOOK_SECONDS = 0.3


class Finishing:
    """Listens while the block lasts; `is_wanted` tells whether it was asked for."""

    def __init__(self) -> None:
        self._wanted, self._over = threading.Event(), threading.Event()
        self._before: Any = None

    def is_wanted(self) -> bool:
        return self._wanted.is_set()

    def __enter__(self) -> "Finishing":
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGTERM, self._ask)
        if _is_ours():
            threading.Thread(target=self._listen, daemon=True, name="noughts-finish").start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        if self._before is not None:
            signal.signal(signal.SIGTERM, self._before)

    def _ask(self, *_: object) -> None:
        if self._wanted.is_set():  # for the second time: as Ctrl-C
            raise KeyboardInterrupt
        self._wanted.set()

    def _listen(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            while not self._over.is_set() and not self._wanted.is_set():
                # In the background, to read from the terminal would stop this process.
                if select.select([sys.stdin], [], [], _LOOK_SECONDS)[0] and _is_ours():
                    line = os.read(sys.stdin.fileno(), 1000)
                    if line.strip().lower() in (b"q", b"quit"):
                        self._wanted.set()
                    if not line:
                        return
                elif not _is_ours():
                    self._over.wait(_LOOK_SECONDS)


def _is_ours() -> bool:
    """Whether the standard input is a terminal at which this process is in the foreground."""
    try:
        return sys.stdin.isatty() and os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()
    except (AttributeError, OSError, ValueError):  # Windows; no terminal; closed
        return False
