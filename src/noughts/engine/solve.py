"""Solving in the background, so that it can be watched, stopped and limited in time."""

import math
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from noughts.board import Position
from noughts.engine.limit import Limit
from noughts.errors import NoughtsError
from noughts.solving.checkpoint import load, save
from noughts.solving.openings import LocalProcesses, OpeningsSolver, Workers
from noughts.solving.solution import Solution
from noughts.solving.solver import Solver
from noughts.solving.task import SolveSettings, Task

_LOOK_SECONDS = 0.1  # how often progress is told
_LEAST_PAUSE = 10.0  # seconds between two checkpoints
_SAVING_SHARE = 0.05  # of the time at most goes into writing them


def solve(
    position: Position,
    *,
    method: str | None = None,
    all_moves: bool = False,
    distance: bool = False,
    try_first: Iterable[str] = (),
    within: int | None = None,
    time: float | None = None,
    threads: int = 1,
    hash_mb: float = 256.0,
    checkpoint: str | Path | None = None,
) -> Solution:
    """The exact value of a position for the side to move, proved; the bounds proved so far if the time runs out.

    `method` is "proof-number", "alphabeta" or "threats"; if none is named, the best one for the game. `all_moves` asks
    for the value of every move, `distance` for the length of best play; `try_first` are moves that may win, looked at
    before all others. `within` asks one question instead, whether the side to move wins in so many plies at most.
    `threads` is the number of processes that share the openings between them; a script that asks for several does so
    under `if __name__ == "__main__":`. Results go to the file `checkpoint`, and come from there if it exists.

    >>> import noughts
    >>> solution = solve(noughts.game("tictactoe").position("X../.../... O"), all_moves=True)
    >>> solution.value, [str(move) for move in solution.best_moves], solution.move_values["a1"]
    ('draw', ['b2'], 'loss')
    >>> solve(noughts.game("3x4x3").start(), distance=True).distance
    7
    >>> solve(noughts.game("3x4x3").start(), within=5).wins_within
    False
    """
    settings = SolveSettings(method, hash_mb, all_moves, distance, tuple(map(str, try_first)), within)
    task = new_task(position, settings, threads)
    if not work_on(task, time, checkpoint=Path(checkpoint) if checkpoint else None):
        raise KeyboardInterrupt
    return task.solution()


def work_on(
    task: Task,
    seconds: float | None = None,
    on_look: Callable[[Task], None] | None = None,
    checkpoint: Path | None = None,
) -> bool:
    """As `watch`, going on from a checkpoint if there is one, and writing one every now and then and at the end."""
    if checkpoint is None:
        return watch(task, seconds, on_look)
    if checkpoint.exists():
        load(task, checkpoint)
    if isinstance(task, Solver):
        return _with_pauses(task, seconds, on_look, checkpoint)
    saved = dict(task.known_moves)

    def save_what_has_come(watched: Task) -> None:
        nonlocal saved
        if saved != (now := dict(watched.known_moves)):
            save(watched, checkpoint)
            saved = now
        if on_look is not None:
            on_look(watched)

    is_whole = watch(task, seconds, save_what_has_come)
    save(task, checkpoint)
    return is_whole


def _with_pauses(task: Solver, seconds: float | None, on_look: Callable[[Task], None] | None, checkpoint: Path) -> bool:
    """A table is written while nothing changes it: the solver is stopped for that, and goes on with the same table."""
    deadline = math.inf if seconds is None else time.monotonic() + seconds
    pause = _LEAST_PAUSE
    while True:
        is_whole = watch(task, max(0.0, min(deadline - time.monotonic(), pause)), on_look)
        began = time.monotonic()
        save(task, checkpoint)
        if not is_whole or not task.is_stopped or time.monotonic() >= deadline:
            return is_whole
        pause = max(_LEAST_PAUSE, (time.monotonic() - began) / _SAVING_SHARE)
        task.resume()


def new_task(position: Position, settings: SolveSettings, threads: int = 1, workers: Workers | None = None) -> Task:
    """A position set up to be solved, by one process or several, or by others who solve its openings."""
    if not isinstance(position, Position):
        raise NoughtsError(f"a position is needed to solve, not {position!r}")
    if not isinstance(threads, int) or isinstance(threads, bool) or not 1 <= threads <= 1024:
        raise NoughtsError(f"threads is {threads!r}; it must be a number from 1 to 1024")
    if workers is None and threads == 1:
        return Solver(position, settings)
    if settings.within is not None:
        raise NoughtsError(
            "a win within some plies is asked of one process: it goes with neither threads nor a cluster"
        )
    return OpeningsSolver(position, settings, workers or LocalProcesses(threads))


def watch(task: Task, seconds: float | None = None, on_look: Callable[[Task], None] | None = None) -> bool:
    """Work on a task until it is done or the seconds are over; False if Ctrl-C ended it.

    `on_look` is called a few times a second. When this returns, nothing goes on in the background.
    """
    Limit(time=seconds)
    errors: list[BaseException] = []
    finished = threading.Event()

    def work() -> None:
        try:
            task.work()
        except BaseException as error:  # noqa: BLE001 - handed to the waiting thread as it is
            errors.append(error)
        finally:
            finished.set()

    deadline = None if seconds is None else time.monotonic() + seconds
    thread = threading.Thread(target=work, daemon=True, name="noughts-solve")
    is_whole = True
    thread.start()
    try:
        while not finished.is_set():
            try:
                left = _LOOK_SECONDS if deadline is None else min(_LOOK_SECONDS, deadline - time.monotonic())
                if left <= 0 or not is_whole:
                    task.stop()
                    left = _LOOK_SECONDS
                if not finished.wait(left) and on_look is not None:
                    on_look(task)
            except KeyboardInterrupt:
                is_whole = False
    except BaseException:  # of `on_look`
        task.stop()
        finished.wait()
        raise
    if errors:
        raise errors[0]
    return is_whole
