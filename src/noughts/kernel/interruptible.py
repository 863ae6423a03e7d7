"""Long work off the main thread, so that Ctrl-C is answered at once; and threads that are used again.

To start a thread takes longer than many a search: it gets a stack and memory of its own, and caches that know nothing.
"""

import os
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, TypeVar

_MOST_IDLE = 8

T = TypeVar("T")


def run_interruptibly(work: Callable[[], T], on_interrupt: Callable[[], None] | None = None) -> T:
    """Run `work` on another thread and wait for it.

    Ctrl-C raises KeyboardInterrupt here at once, after `on_interrupt` (which may tell the work to stop); work that
    does not listen goes on unobserved until the process ends. Called on another thread, it just runs.
    """
    if threading.current_thread() is not threading.main_thread():
        return work()
    answer: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()

    def run() -> None:
        try:
            answer.put((work(), None))
        except BaseException as error:  # noqa: BLE001 - handed to the waiting thread as it is
            answer.put((None, error))

    run_on_thread(run)
    try:
        result, error = answer.get()
    except BaseException:  # the caller waits no more
        if on_interrupt is not None:
            on_interrupt()
        raise
    if error is not None:
        raise error
    found: T = result
    return found


def run_on_thread(work: Callable[[], None]) -> None:
    """Have a thread do this that has nothing to do, or a new one; what it raises is the work's own concern."""
    try:
        thread = _idle.pop()
    except IndexError:
        thread = _Thread()
    thread.asked.put(work)


class _Thread:
    """It does one thing after another, and ends where there are enough others."""

    def __init__(self) -> None:
        self.asked: SimpleQueue[Callable[[], None]] = SimpleQueue()
        threading.Thread(target=self._run, daemon=True, name="noughts-work").start()

    def _run(self) -> None:
        while True:
            self.asked.get()()
            if len(_idle) >= _MOST_IDLE:
                return
            _idle.append(self)


_idle: list[_Thread] = []
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.clear)  # threads do not come along
