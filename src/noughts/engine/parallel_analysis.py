"""Many positions analysed at once, each by a process of its own on one of the machine's cores."""

from __future__ import annotations

import itertools
import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from typing import Any, overload

from noughts.board import Position
from noughts.engine.engine import Engine
from noughts.engine.engine_text import DEFAULT_NAME
from noughts.engine.limit import Limit
from noughts.engine.results import Result
from noughts.errors import NoughtsError
from noughts.system.worker_pool import worker_pool

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
) -> Iterator[Result] | Iterator[list[Result]]:
    """Answers of `Engine.analyse` for each position, in their order, as they come; by as many processes as cores.

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
    waiting: deque[Future[Any]] = deque()
    try:
        with worker_pool(processes, _begin, engine) as pool:
            numbered = enumerate(positions, 1)
            while True:
                for number, position in itertools.islice(numbered, _AHEAD * processes - len(waiting)):
                    waiting.append(pool.submit(_analyse, number, position, limit, multipv))
                if not waiting:
                    break
                yield waiting.popleft().result()
    except BrokenProcessPool:
        raise NoughtsError(
            'a process that analysed has ended; a script must call analyse_many under `if __name__ == "__main__":`'
        ) from None


# In the processes

_engine: Engine | None = None


def _begin(engine: Engine) -> None:
    global _engine
    _engine = engine


def _analyse(number: int, position: Position, limit: Limit | None, multipv: int | None) -> Result | list[Result]:
    assert _engine is not None
    try:
        if multipv is None:
            return _engine.analyse(position, limit)
        return _engine.analyse(position, limit, multipv)
    except NoughtsError as error:
        raise NoughtsError(f"position {number}: {error}") from None
