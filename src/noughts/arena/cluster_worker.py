"""A cluster worker's part in a match: unpack the files of some games, and have a process of its own play them."""

import contextlib
import queue
import shutil
import threading
from collections.abc import Callable
from pathlib import Path

from distributed import Worker, get_worker

from noughts.arena.competition import package_sources
from noughts.arena.game_process import Answer, GameProcess
from noughts.arena.parcel import Parcel
from noughts.arena.played import PlayedGame
from noughts.errors import NoughtsError

_MOST_DEATHS = 3  # of the process that plays, for one part
_IDLE_SECONDS = 30.0  # after which a process that has nothing to play is ended
LOOK_SECONDS = 0.5  # between two looks whether the client still waits for the result


def play_part(sources: str, parcel: Parcel, tasks: bytes) -> tuple[PlayedGame, ...]:
    """Play the games of a part. Tasks are a pickle, which only the same version of this package can read."""
    worker, is_wanted = same_version(sources), task_is_wanted()
    folder = _unpacked(parcel, Path(worker.local_directory) / "noughts")
    for _ in range(_MOST_DEATHS):
        answer = _answer(folder, tasks, is_wanted)
        if isinstance(answer, str):
            raise NoughtsError(answer)
        if answer is not None:
            return answer
    raise NoughtsError(f"the process that plays games on the worker at {worker.address} ends again and again")


def same_version(sources: str) -> Worker:
    """The worker that this runs on; NoughtsError if its version of this package is another one."""
    worker = get_worker()
    if sources != package_sources():
        raise NoughtsError(f"the worker at {worker.address} has another version of Noughts: all need the same one")
    return worker


def task_is_wanted() -> Callable[[], bool]:
    """A function that tells whether the client still waits: a task that was given up goes on until it looks."""
    worker = get_worker()
    key = worker.get_current_task()

    def is_wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state not in ("cancelled", "released", "forgotten", "error")

    return is_wanted


def _answer(folder: Path, tasks: bytes, is_wanted: Callable[[], bool]) -> Answer | None:
    process = _idle.take(folder) or GameProcess(folder)
    process.send(tasks)
    answer = None
    try:
        while is_wanted():
            with contextlib.suppress(queue.Empty):
                answer = process.answer(LOOK_SECONDS)
                break
        else:
            raise NoughtsError("nobody wants these games any more")
    finally:
        if answer is None:
            process.end()
    if answer is not None:
        _idle.keep(process)
    return answer


class _IdleProcesses:
    """Processes that have nothing to play: for a while they keep their players, and what they have compiled."""

    def __init__(self) -> None:
        self._kept: dict[GameProcess, threading.Timer] = {}
        self._lock = threading.Lock()

    def keep(self, process: GameProcess) -> None:
        timer = threading.Timer(_IDLE_SECONDS, self._end, (process,))
        timer.daemon = True
        with self._lock:
            self._kept[process] = timer
        timer.start()

    def take(self, folder: Path) -> GameProcess | None:
        with self._lock:
            process = next((one for one in self._kept if one.folder == folder), None)
            if process is not None:
                self._kept.pop(process).cancel()
        return process

    def _end(self, process: GameProcess) -> None:
        with self._lock:
            is_ours = self._kept.pop(process, None) is not None
        if is_ours:
            process.end()


_idle = _IdleProcesses()
_unpacking = threading.Lock()


def _unpacked(parcel: Parcel, place: Path) -> Path:
    """The folder that a parcel's programs are started in; its files are written once."""
    target = place / parcel.name
    with _unpacking:
        if not target.is_dir():
            unfinished = place / "unfinished"
            shutil.rmtree(unfinished, ignore_errors=True)
            parcel.unpack(unfinished)
            unfinished.rename(target)
    return target / parcel.folder
