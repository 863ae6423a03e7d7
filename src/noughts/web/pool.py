"""The worker processes: a few of them, with jobs in queues; one that dies is replaced and its job done again.

The next job is of the address that has used the workers least. Moves come before looks, looks before studies. A job
that would have to wait makes room: it ends one of less priority, which keeps what it has found, and cuts short a move
of an address that holds more workers, or that has had its time. A worker that compiles cannot be stopped: if all of
them do, extra workers serve other addresses for a while.
"""

import asyncio
import contextlib
import itertools
import logging
import multiprocessing
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from noughts.errors import NoughtsError
from noughts.system.worker_pool import interrupts_held_back
from noughts.web.fair_queue import Client, FairQueue, Ledger
from noughts.web.one_core import on_every_core
from noughts.web.worker import Job, Priority, work

log = logging.getLogger("noughts.web")
Watch = Callable[[str, Any], None]  # of "part" and "preparing"

_ATTEMPTS = 2
_PATIENCE = 20.0  # seconds that a worker has to obey a stop, on a machine that may be busy
_RESTART_PAUSE = 5.0  # seconds before a worker that ended at its start is started again
_MOVE_TIME = 1.0  # seconds that a move has for itself, though others wait
_LINGER = 60.0  # seconds that a worker too many waits for work
_MOST_WAITING = {Priority.MOVE: 2000, Priority.LOOK: 500, Priority.STUDY: 100, Priority.TREE: 100}  # jobs in all


class _WorkerDiedError(Exception):
    pass


@dataclass(eq=False)
class _Task:
    job: Job
    client: Client
    watch: Watch
    done: asyncio.Future[Any]
    number: int
    worker: "_Worker | None" = None
    began: float = 0.0
    is_stopped: bool = field(default=False)


class Pool:
    def __init__(self, size: int) -> None:
        self.size = size
        self._workers: list[_Worker] = []
        self._free: list[_Worker] = []
        self._ledger = Ledger()  # of the workers' time
        self._waiting: dict[Priority, FairQueue[_Task]] = {
            priority: FairQueue(self._ledger, in_all=most) for priority, most in _MOST_WAITING.items()
        }
        self._numbers = itertools.count(1)
        self._next_look: asyncio.TimerHandle | None = None  # at who has had a worker for long while others wait
        self._is_closed = False

    async def start(self) -> None:
        for _ in range(self.size):
            self._add_worker()

    async def close(self) -> None:
        self._is_closed = True
        for queue in self._waiting.values():
            for task in queue:
                task.done.cancel()
        for worker in self._workers:
            worker.end()

    @property
    def is_alive(self) -> bool:
        return len(self._workers) >= self.size and all(worker.process.is_alive() for worker in self._workers)

    @property
    def searches(self) -> int:
        """How many there are, running or waiting."""
        return len(self._running()) + sum(map(len, self._waiting.values()))

    async def run(self, job: Job, client: Client, watch: Watch | None = None) -> Any:
        """The result of a client's job. Cancelled, it frees its worker."""
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                return await self._run_once(job, client, watch or (lambda kind, value: None))
            except _WorkerDiedError:
                log.warning("a worker died", extra={"attempt": attempt, "game": job.game, "kind": job.kind})
        raise NoughtsError("the engine broke down over this position; try again, or another level")

    def hurry(self, job: Job) -> None:
        """End a job early: its result is what has been found."""
        for task in self._running():
            if task.job is job and not task.is_stopped:
                self._stop(task)

    async def _run_once(self, job: Job, client: Client, watch: Watch) -> Any:
        queue = self._waiting[job.priority]
        task = _Task(job, client, watch, asyncio.get_running_loop().create_future(), next(self._numbers))
        queue.put(client, task)
        self._hand_out()
        self._make_room(task)
        try:
            return await task.done
        except asyncio.CancelledError:
            self._give_up(task)
            raise

    def _hand_out(self) -> None:
        held = Counter(task.client.address for task in self._running())
        while self._free and (task := self._next(held)):
            held[task.client.address] += 1
            task.worker, task.began = self._free.pop(), time.monotonic()
            task.worker.begin(task)

    def _next(self, held: Counter[str]) -> _Task | None:
        trees = sum(task.job.priority == Priority.TREE for task in self._running())
        for priority, queue in self._waiting.items():
            if priority == Priority.TREE and trees and trees >= self.size - 1:
                continue  # they cannot be stopped: one worker is left for moves
            # No address ever has more workers than there are usually: those too many are for others.
            task = queue.take(lambda address: held[address] < self.size)
            if task is not None:
                return task
        return None

    def _running(self) -> list[_Task]:
        return [worker.task for worker in self._workers if worker.task is not None]

    # Room for what waits

    def _make_room(self, task: _Task) -> None:
        """See to it that a worker comes free for a task, if it has to wait."""
        if task.worker is not None or task.done.done() or task.job.priority > Priority.LOOK or self._is_closed:
            return
        running = self._running()
        can_stop = [one for one in running if one.worker and one.worker.hears and not one.is_stopped]
        can_stop = [one for one in can_stop if one.job.priority != Priority.TREE]
        lesser = [one for one in can_stop if one.job.priority > task.job.priority]
        if lesser:
            self._stop(min(lesser, key=lambda one: (one.client != task.client, -one.job.priority, one.number)))
        elif running and all(one.worker and one.worker.is_preparing for one in running):
            self._add_worker_for_a_while(task)
        elif task.job.priority == Priority.MOVE:
            self._cut_short(task, can_stop, Counter(one.client.address for one in running))

    def _cut_short(self, task: _Task, moves: list[_Task], held: Counter[str]) -> None:
        """End a move of the address that holds most workers at once, another once it has had its time."""
        of_others = [one for one in moves if one.client != task.client]
        greedy = [one for one in of_others if held[one.client.address] > held[task.client.address] + 1]
        oldest = min(greedy or of_others, key=lambda one: one.began, default=None)
        if oldest is None:
            return
        left = oldest.began + _MOVE_TIME - time.monotonic()
        if greedy or left <= 0:
            self._stop(oldest)
        elif self._next_look is None:  # one for all that wait
            self._next_look = asyncio.get_running_loop().call_later(left, self._look_again)

    def _look_again(self) -> None:
        """Whether a move that waits has become due."""
        self._next_look = None
        for task in self._waiting[Priority.MOVE].first_of_each_address():
            self._make_room(task)

    def _add_worker_for_a_while(self, task: _Task) -> None:
        held = sum(one.client.address == task.client.address for one in self._running())
        if len(self._workers) < 2 * self.size and held < self.size:
            self._replace_worker()

    def _retire(self, worker: "_Worker") -> None:
        """End a worker that is one too many and has nothing to do."""
        if worker in self._free and len(self._workers) > self.size:
            self._free.remove(worker)
            self._workers.remove(worker)
            worker.end()

    def _give_up(self, task: _Task) -> None:
        self._waiting[task.job.priority].remove(task.client, task)
        if task.worker is not None and task.worker.task is task:
            self._stop(task)

    def _stop(self, task: _Task) -> None:
        task.is_stopped = True
        worker = task.worker
        if worker is None:
            return
        worker.stop(task)
        loop = asyncio.get_running_loop()

        def end_if_deaf() -> None:
            if worker.task is not task or self._is_closed:
                return
            if not worker.hears:  # what it compiles would have to be begun again
                loop.call_later(_PATIENCE, end_if_deaf)
            else:
                log.warning("a worker did not stop and is ended", extra={"game": task.job.game})
                worker.end()

        loop.call_later(_PATIENCE, end_if_deaf)

    # Reports of workers

    def _add_worker(self) -> None:
        worker = _Worker(self, asyncio.get_running_loop())
        self._workers.append(worker)
        self._free.append(worker)

    def on_report(self, worker: "_Worker", number: int, kind: str, value: Any) -> None:
        if kind in ("ready", "loading", "preparing"):
            self._on_preparing(worker, kind, value is not None)
        task = worker.task
        if task is None or task.number != number:
            return
        if kind in ("loading", "part", "preparing"):
            if kind != "loading" and not task.done.done():
                task.watch(kind, value)
            return
        worker.task, worker.is_loading = None, False
        self._ledger.charge(task.client.address, time.monotonic() - task.began)
        self._free.append(worker)
        if len(self._workers) > self.size:
            asyncio.get_running_loop().call_later(_LINGER, self._retire, worker)
        if not task.done.done():
            if kind == "done":
                task.done.set_result(value)
            elif kind == "refused":
                task.done.set_exception(NoughtsError(value))
            else:
                log.error("a search failed", extra={"game": task.job.game, "engine": task.job.engine, "error": value})
                task.done.set_exception(NoughtsError("the engine cannot answer in this position"))
        self._hand_out()

    def _on_preparing(self, worker: "_Worker", kind: str, is_on: bool) -> None:
        worker.is_starting = False
        if kind == "loading":
            worker.is_loading = is_on
        elif kind == "preparing":
            worker.is_preparing = is_on
        if worker.task is not None:
            worker.task.began = time.monotonic()  # what went before was not the move's time
        for waiting in self._waiting[Priority.MOVE].first_of_each_address():
            self._make_room(waiting)

    def on_death(self, worker: "_Worker") -> None:
        if self._is_closed or worker not in self._workers:
            return
        self._workers.remove(worker)
        if worker in self._free:
            self._free.remove(worker)
        task, worker.task = worker.task, None
        if task is not None and not task.done.done():
            task.done.set_exception(_WorkerDiedError())
        if worker.is_starting:  # the next one may do the same, and to start it takes a core
            log.error("a worker ended at its start", extra={"exit_code": worker.process.exitcode})
            asyncio.get_running_loop().call_later(_RESTART_PAUSE, self._replace_worker)
        else:
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
        self.is_starting = True  # its process does not listen yet
        self.is_loading = False  # what it needs to think
        self.is_preparing = False  # it compiles
        self._pool, self._loop = pool, loop
        context = multiprocessing.get_context("spawn")
        self._jobs, their_jobs = context.Pipe()
        their_stops, self._stops = context.Pipe(duplex=False)
        self.process = context.Process(target=work, args=(their_jobs, their_stops), daemon=True, name="noughts-worker")
        with on_every_core(), interrupts_held_back():
            self.process.start()
        their_jobs.close()
        their_stops.close()
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def hears(self) -> bool:
        """Whether it obeys a stop at once."""
        return not (self.is_starting or self.is_loading or self.is_preparing)

    def begin(self, task: _Task) -> None:
        self.task = task
        with contextlib.suppress(OSError):  # its death is noticed by the thread that listens
            self._jobs.send((task.number, task.job))

    def stop(self, task: _Task) -> None:
        with contextlib.suppress(OSError):
            self._stops.send(task.number)

    def end(self) -> None:
        self.process.kill()

    def _listen(self) -> None:
        while True:
            try:
                number, kind, value = self._jobs.recv()
            except (EOFError, OSError):
                break
            self._tell(self._pool.on_report, self, number, kind, value)
        self.process.join()
        self._tell(self._pool.on_death, self)

    def _tell(self, function: Callable[..., None], *arguments: Any) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(function, *arguments)
