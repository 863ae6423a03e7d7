"""The worker processes: a few of them, with jobs in a queue; one that dies is replaced and its job done again.

Visitors get workers by turns, however much each has waiting. Moves come before analyses: a move that would have to wait
ends an analysis, which keeps what it has found; the visitor's own if there is one, else the oldest.
"""

import asyncio
import contextlib
import itertools
import logging
import multiprocessing
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from noughts.errors import NoughtsError
from noughts.web.fair_queue import FairQueue
from noughts.web.worker import Job, work

log = logging.getLogger("noughts.web")
Watch = Callable[[str, Any], None]  # of "part" and "preparing"

_ATTEMPTS = 2
_PATIENCE = 5.0  # seconds that a worker has to obey a stop
_MOST_URGENT, _MOST_OTHERS = 400, 40  # jobs that wait
_MOST_OF_ONE = 40  # of them a visitor's


class BusyError(NoughtsError):
    """More is asked for than can wait."""


class _WorkerDiedError(Exception):
    pass


@dataclass(eq=False)
class _Task:
    job: Job
    visitor: str
    watch: Watch
    done: asyncio.Future[Any]
    number: int
    worker: "_Worker | None" = None
    is_stopped: bool = field(default=False)


class Pool:
    def __init__(self, size: int) -> None:
        self.size = size
        self._workers: list[_Worker] = []
        self._free: list[_Worker] = []
        self._urgent: FairQueue[_Task] = FairQueue()
        self._others: FairQueue[_Task] = FairQueue()
        self._numbers = itertools.count(1)
        self._is_closed = False

    async def start(self) -> None:
        for _ in range(self.size):
            self._add_worker()

    async def close(self) -> None:
        self._is_closed = True
        for task in (*self._urgent, *self._others):
            task.done.cancel()
        for worker in self._workers:
            worker.end()

    @property
    def is_alive(self) -> bool:
        return len(self._workers) == self.size and all(worker.process.is_alive() for worker in self._workers)

    async def run(self, job: Job, visitor: str, watch: Watch | None = None) -> Any:
        """The result of a visitor's job. Cancelled, it frees its worker."""
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                return await self._run_once(job, visitor, watch or (lambda kind, value: None))
            except _WorkerDiedError:
                log.warning("a worker died", extra={"attempt": attempt, "game": job.game, "kind": job.kind})
        raise NoughtsError("the engine broke down over this position; try again, or another level")

    async def _run_once(self, job: Job, visitor: str, watch: Watch) -> Any:
        queue, most = (self._urgent, _MOST_URGENT) if job.is_urgent else (self._others, _MOST_OTHERS)
        if queue.count(visitor) >= _MOST_OF_ONE:
            raise BusyError(f"{_MOST_OF_ONE} engines of yours are waiting to think: try again in a moment")
        if len(queue) >= most:
            raise BusyError("too many engines are thinking just now: try again in a moment")
        task = _Task(job, visitor, watch, asyncio.get_running_loop().create_future(), next(self._numbers))
        queue.put(visitor, task)
        self._hand_out()
        if job.is_urgent and task.worker is None:
            self._end_an_analysis(visitor)
        try:
            return await task.done
        except asyncio.CancelledError:
            self._give_up(task)
            raise

    def _hand_out(self) -> None:
        while self._free and (self._urgent or self._others):
            task = (self._urgent or self._others).take()
            task.worker = self._free.pop()
            task.worker.begin(task)

    def _end_an_analysis(self, visitor: str) -> None:
        running = [worker.task for worker in self._workers if worker.task and not worker.task.job.is_urgent]
        for task in sorted(running, key=lambda task: (task.visitor != visitor, task.number)):
            if not task.is_stopped:
                self._stop(task)
                return

    def _give_up(self, task: _Task) -> None:
        for queue in (self._urgent, self._others):
            queue.remove(task)
        if task.worker is not None and task.worker.task is task:
            self._stop(task)

    def _stop(self, task: _Task) -> None:
        task.is_stopped = True
        worker = task.worker
        if worker is None:
            return
        worker.send((task.number, None))

        loop = asyncio.get_running_loop()

        def end_if_deaf() -> None:
            if worker.task is not task or self._is_closed:
                return
            if worker.is_preparing:  # a compile hears nothing, and would have to be begun again
                loop.call_later(_PATIENCE, end_if_deaf)
            else:
                log.warning("a worker did not stop and is ended", extra={"game": task.job.game})
                worker.end()

        loop.call_later(_PATIENCE, end_if_deaf)

    # What workers report

    def _add_worker(self) -> None:
        worker = _Worker(self, asyncio.get_running_loop())
        self._workers.append(worker)
        self._free.append(worker)

    def on_report(self, worker: "_Worker", number: int, kind: str, value: Any) -> None:
        if kind == "preparing":
            worker.is_preparing = value is not None
        task = worker.task
        if task is None or task.number != number:
            return
        if kind in ("part", "preparing"):
            if not task.done.done():
                task.watch(kind, value)
            return
        worker.task = None
        self._free.append(worker)
        if not task.done.done():
            if kind == "done":
                task.done.set_result(value)
            elif kind == "refused":
                task.done.set_exception(NoughtsError(value))
            else:
                log.error("a search failed", extra={"game": task.job.game, "engine": task.job.engine, "error": value})
                task.done.set_exception(NoughtsError("the engine cannot answer in this position"))
        self._hand_out()

    def on_death(self, worker: "_Worker") -> None:
        if self._is_closed:
            return
        self._workers.remove(worker)
        if worker in self._free:
            self._free.remove(worker)
        task, worker.task = worker.task, None
        if task is not None and not task.done.done():
            task.done.set_exception(_WorkerDiedError())
        self._replace_worker()

    def _replace_worker(self) -> None:
        if self._is_closed:
            return
        try:
            self._add_worker()
        except OSError as error:  # no memory, no more processes: perhaps in a while
            log.error("a worker cannot be started", extra={"error": str(error)})
            asyncio.get_running_loop().call_later(_PATIENCE, self._replace_worker)
        self._hand_out()


class _Worker:
    """A process, and the thread that listens to it."""

    def __init__(self, pool: Pool, loop: asyncio.AbstractEventLoop) -> None:
        self.task: _Task | None = None
        self.is_preparing = False
        self._pool, self._loop = pool, loop
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs,), daemon=True, name="noughts-worker")
        self.process.start()
        theirs.close()
        threading.Thread(target=self._listen, args=(self._connection,), daemon=True).start()

    def begin(self, task: _Task) -> None:
        self.task = task
        self.send((task.number, task.job))

    def send(self, message: Any) -> None:
        with contextlib.suppress(OSError):  # its death is noticed by the thread that listens
            self._connection.send(message)

    def end(self) -> None:
        self.process.kill()

    def _listen(self, connection: Connection) -> None:
        while True:
            try:
                number, kind, value = connection.recv()
            except (EOFError, OSError):
                break
            self._tell(self._pool.on_report, self, number, kind, value)
        self.process.join()
        self._tell(self._pool.on_death, self)

    def _tell(self, function: Callable[..., None], *arguments: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(function, *arguments)
