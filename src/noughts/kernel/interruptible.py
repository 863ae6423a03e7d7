"""Long work off the main thread, so that Ctrl-C is answered at once."""

import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def run_interruptibly(work: Callable[[], T], on_interrupt: Callable[[], None] | None = None) -> T:
    """Run `work` on another thread and wait for it.

    Ctrl-C raises KeyboardInterrupt here at once, after `on_interrupt` (which may tell the work to stop); work that
    does not listen goes on unobserved until the process ends. Called on another thread, it just runs.
    """
    if threading.current_thread() is not threading.main_thread():
        return work()
    results: list[T] = []
    errors: list[BaseException] = []
    finished = threading.Event()

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:  # noqa: BLE001 - handed to the waiting thread as it is
            errors.append(error)
        finally:
            finished.set()

    threading.Thread(target=run, daemon=True, name="noughts-work").start()
    try:
        finished.wait()
    except KeyboardInterrupt:
        if on_interrupt is not None:
            on_interrupt()
        raise
    if errors:
        raise errors[0]
    return results[0]
