"""A process that thinks for the web server: it takes a job at a time and reports what it finds."""

import contextlib
import signal
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass
from enum import IntEnum
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any

from noughts.board import Position
from noughts.engine import Engine
from noughts.errors import NoughtsError
from noughts.kernel.announcing import Preparation, set_announcer
from noughts.kernel.stepping import never_wait
from noughts.limit import Limit
from noughts.records import Record, RecordedMove
from noughts.results import Result
from noughts.review import review

PLAY, ANALYSE, REVIEW, TREE = "play", "analyse", "review", "tree"
_LOOK = 1.0  # seconds that a look may take
_PACE = 0.1  # seconds between iterations that are told
_GLANCE = 0.25  # seconds between looks at the clock while it works
_ENGINES = 6  # that a worker keeps, each with its table


class Priority(IntEnum):
    """What comes first: the lower number."""

    MOVE = 0
    LOOK = 1  # somebody waits for a short answer, such as a hint
    STUDY = 2  # an analysis or a review, which shows what it finds as it goes


@dataclass(frozen=True, slots=True)
class Job:
    """What to think about, and how long at most."""

    kind: str
    game: str
    start: str | None
    moves: tuple[str, ...]
    engine: str
    seconds: float
    lines: int = 1

    @property
    def priority(self) -> Priority:
        is_look = self.kind == ANALYSE and self.seconds <= _LOOK
        return Priority.MOVE if self.kind == PLAY else Priority.LOOK if is_look else Priority.STUDY

    @property
    def bound(self) -> float:
        """Seconds after which it is stopped, whatever the engine's own limit."""
        return self.seconds if self.kind != REVIEW else 60 + 2 * self.seconds * (len(self.moves) + 1)

    @property
    def record(self) -> Record:
        return Record(self.game, tuple(map(RecordedMove, self.moves)), position=self.start)


def work(connection: Connection) -> None:
    """Answer jobs until the connection is closed.

    In come (number, Job) and (number, None) to stop; out go (number, kind, value): "ready" at the beginning, "part" for
    each iteration or verdict, "loading" and "preparing" (a compile) until that is over and the value None, and at the
    end "done", "refused" (in the user's words) or "failed".
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when to leave
    lock = threading.Lock()

    def report(number: int, kind: str, value: Any) -> None:
        with lock, contextlib.suppress(OSError):
            connection.send((number, kind, value))

    worker = _Worker(report)
    report(0, "ready", None)
    while True:
        try:
            # Whatever the engine's own limit, the server's holds.
            while not connection.poll(worker.look_at_clock()):
                pass
            number, job = connection.recv()
        except (EOFError, OSError):
            return
        if job is None:
            worker.stop(number)
        else:
            worker.begin(number, job)


class _Worker:
    def __init__(self, report: Any) -> None:
        self._report = report
        self._engines: OrderedDict[tuple[str, str], Engine] = OrderedDict()
        self._number = 0
        self._is_stopped = False
        self._engine: Engine | None = None
        self._end: float | None = None  # when the job that is being done is to be stopped; None if it has not begun
        self._is_idle = True
        set_announcer(self._announce)
        never_wait()
        # One thread for all jobs: to start one takes as long as an easy level's move.
        self._jobs: SimpleQueue[tuple[int, Job]] = SimpleQueue()
        threading.Thread(target=self._do_all, daemon=True).start()

    def begin(self, number: int, job: Job) -> None:
        self._number, self._is_stopped, self._is_idle = number, False, False
        self._jobs.put((number, job))

    def look_at_clock(self) -> float | None:
        """Stop a job that has had its time. Returns after how many seconds to look again."""
        if self._is_idle:
            return None
        left = _GLANCE if self._end is None else self._end - time.monotonic()
        if left <= 0:
            self.stop(self._number)
            return _GLANCE
        return min(left, _GLANCE)

    def stop(self, number: int) -> None:
        if number == self._number:
            self._is_stopped = True
            if self._engine is not None:
                self._engine.stop()

    def _do_all(self) -> None:
        while True:
            self._do(*self._jobs.get())

    def _do(self, number: int, job: Job) -> None:
        try:
            is_new = (job.engine, job.game) not in self._engines
            if is_new:
                self._report(number, "loading", True)
            self._engine = engine = self._engine_for(job)
            position = job.record.replay()
            engine.prepare(position.game)  # what compiling takes is not the engine's time
            if is_new:
                self._report(number, "loading", None)
            self._end = time.monotonic() + job.bound
            end = "done", self._think(number, job, engine, position)
        except NoughtsError as error:
            end = "refused", str(error)
        except Exception as error:  # noqa: BLE001 - told to the server, which logs it
            end = "failed", repr(error)
        # All is over before the server hears of it and sends the next job.
        self._end, self._is_idle = None, True
        self._report(number, *end)

    def _think(self, number: int, job: Job, engine: Engine, position: Position) -> Any:
        told = time.monotonic() if job.kind == PLAY else 0.0  # what a quick move is made of, nobody has time to see

        def watch(found: Any) -> None:
            nonlocal told
            if time.monotonic() - told >= _PACE:
                self._report(number, "part", found)
                told = time.monotonic()
            if self._is_stopped:
                engine.stop()

        if job.kind == TREE:
            from noughts.lab.tree_page import tree_json

            return tree_json(position, job.engine)
        if job.kind == REVIEW:
            for ply, verdict in enumerate(review(job.record, engine, Limit(time=job.seconds)), 1):
                self._report(number, "part", (ply, verdict))
                if self._is_stopped:
                    break
            return None
        if job.kind == PLAY:
            limit = Limit(depth=1) if self._is_stopped else None  # given up while it was prepared: any answer will do
            return engine.play(position, limit, watch)
        last: list[Result] = []
        for results in engine.analysis(position, Limit(time=job.seconds), job.lines):
            last = results
            watch(results)
        self._report(number, "part", last)  # the last is never too early
        return last

    def _engine_for(self, job: Job) -> Engine:
        """One for each game: an engine keeps a table for every game that it has seen."""
        key = job.engine, job.game
        if key not in self._engines:
            if len(self._engines) == _ENGINES:
                self._engines.popitem(last=False)
            self._engines[key] = Engine(job.engine, hash_mb=16)
        self._engines.move_to_end(key)
        return self._engines[key]

    def _announce(self, preparation: Preparation | None) -> None:
        self._report(self._number, "preparing", preparation)
