"""Many positions analysed at once, each by a process of its own on one of the machine's cores."""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection
from typing import Any, overload

from noughts.board import Position
from noughts.engine import Engine
from noughts.engine_text import DEFAULT_NAME
from noughts.errors import NoughtsError
from noughts.limit import Limit
from noughts.results import Result

_AHEAD = 2  # positions for each process that are handed out before their turn comes


@overload
def analyse_many(
    positions: Iterable[Position],
    engine: Engine | str = DEFAULT_NAME,
    limit: Limit | None = None,
    *,
    multipv: None = None,
    processes: int | None = None,
) -> Iterator[Result]: ...


@overload
def analyse_many(
    positions: Iterable[Position],
    engine: Engine | str = DEFAULT_NAME,
    limit: Limit | None = None,
    *,
    multipv: int,
    processes: int | None = None,
) -> Iterator[list[Result]]: ...


def analyse_many(
    positions: Iterable[Position],
    engine: Engine | str = DEFAULT_NAME,
    limit: Limit | None = None,
    *,
    multipv: int | None = None,
    processes: int | None = None,
) -> Iterator[Any]:
    """What `Engine.analyse` says of each position, in their order, as the answers come; by as many processes as cores.

    >>> import noughts
    >>> start = noughts.game("tictactoe")
    >>> lost, won = start.position("XX./X.O/.O. O"), start.position("XX./OO./... X")
    >>> for result in analyse_many([lost, won], "alphabeta:eval=zero", Limit(depth=4), processes=1):
    ...     print(result.score)
    mated in 2
    mate in 1

    Positions are taken from the iterable as they are needed. Leaving the loop, or Ctrl-C, ends the processes; so does
    an error, which is raised in its position's turn. The processes import the main module: a script calls this under
    `if __name__ == "__main__":`.
    """
    made = Engine(engine) if isinstance(engine, str) else engine
    if processes is not None and (not isinstance(processes, int) or processes < 1):
        raise NoughtsError(f"processes is {processes!r}; it must be 1 or more")
    return _answers(positions, made, limit, multipv, processes or os.cpu_count() or 1)


def _answers(
    positions: Iterable[Position], engine: Engine, limit: Limit | None, multipv: int | None, processes: int
) -> Iterator[Any]:
    context = multiprocessing.get_context("spawn")
    until_closed, ours = context.Pipe(duplex=False)
    waiting: deque[Future[Any]] = deque()
    pool = ProcessPoolExecutor(processes, context, _begin, (engine, until_closed))
    try:
        numbered = enumerate(positions, 1)
        while True:
            for number, position in itertools.islice(numbered, _AHEAD * processes - len(waiting)):
                with _interrupts_held_back():  # the first one starts the processes
                    waiting.append(pool.submit(_analyse, number, position, limit, multipv))
            if not waiting:
                break
            yield waiting.popleft().result()
    except BrokenProcessPool:
        raise NoughtsError(
            'a process that analysed has ended; a script must call analyse_many under `if __name__ == "__main__":`'
        ) from None
    finally:
        ours.close()  # whoever still searches leaves at once
        pool.shutdown(wait=True, cancel_futures=True)
        until_closed.close()


@contextlib.contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """A process that is started in here never hears of Ctrl-C, not even while it imports; this one does afterwards."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# In the processes

_engine: Engine | None = None


def _begin(engine: Engine, until_closed: Connection) -> None:
    global _engine
    _engine = engine
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to leave

    def leave() -> None:
        with contextlib.suppress(OSError):
            until_closed.poll(None)  # until the parent closes its end, or is no more
        os._exit(0)

    threading.Thread(target=leave, daemon=True, name="noughts-leave").start()


def _analyse(number: int, position: Position, limit: Limit | None, multipv: int | None) -> Any:
    assert _engine is not None
    try:
        if multipv is None:
            return _engine.analyse(position, limit)
        return _engine.analyse(position, limit, multipv)
    except NoughtsError as error:
        raise NoughtsError(f"position {number}: {error}") from None
