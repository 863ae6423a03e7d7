"""Long work off the main thread, so that Ctrl-C is answered at once."""

import os
import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, TypeVar

T = TypeVar("T")


def run_interruptibly(work: Callable[[], T], on_interrupt: Callable[[], None] | None = None) -> T:
    """Run `work` on another thread and wait for it.

    Ctrl-C raises KeyboardInterrupt here at once, after `on_interrupt` (which may tell the work to stop); work that
    does not listen goes on unobserved until the process ends. Called on another thread, it just runs.
    """
    if threading.current_thread() is not threading.main_thread():
        return work()
    worker = _idle.pop() if _idle else _Worker()
    try:
        result, error = worker.do(work)
    except BaseException:  # nobody waits any more
        worker.leave()
        if on_interrupt is not None:
            on_interrupt()
        raise
    _idle.append(worker)
    if error is not None:
        raise error
    return result


class _Worker:
    """A thread that does one thing after another: to start one for each took longer than many a search."""

    def __init__(self) -> None:
        self._asked: SimpleQueue[Callable[[], Any] | None] = SimpleQueue()
        self._answers: SimpleQueue[tuple[Any, BaseException | None]] = SimpleQueue()
        threading.Thread(target=self._run, daemon=True, name="noughts-work").start()

    def do(self, work: Callable[[], T]) -> tuple[T, BaseException | None]:
        """What came of it: its result, or an error."""
        self._asked.put(work)
        return self._answers.get()

    def leave(self) -> None:
        """End with what is under way."""
        self._asked.put(None)

    def _run(self) -> None:
        while (work := self._asked.get()) is not None:
            try:
                self._answers.put((work(), None))
            except BaseException as error:  # noqa: BLE001 - handed to the waiting thread as it is
                self._answers.put((None, error))
            del work  # and all that it holds


_idle: list[_Worker] = []  # of the main thread alone
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.clear)  # threads do not come along
