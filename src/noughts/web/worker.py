"""A process that thinks for the web server: it takes a job at a time and reports what it finds."""

import contextlib
import signal
import threading
import time
from collections import OrderedDict, deque
from dataclasses import dataclass
from enum import IntEnum
from multiprocessing.connection import Connection
from typing import Any

from noughts.board import Position
from noughts.engine.engine import Engine
from noughts.engine.limit import Limit
from noughts.engine.results import Result
from noughts.engine.review import review
from noughts.errors import NoughtsError
from noughts.kernel.announcing import Preparation, set_announcer
from noughts.kernel.patience import never_wait
from noughts.records import Record, RecordedMove
from noughts.system.alarm import Alarm, after

PLAY, ANALYSE, REVIEW, TREE, PUZZLES = "play", "analyse", "review", "tree", "puzzles"
_LOOK = 1.0  # seconds that a look may take
_PACE = 0.1  # seconds between iterations that are told
_ENGINES = 6  # that a worker keeps, each with its table
_COMPILING = 600.0  # seconds that the first puzzles of a game may take until there is anything to look with
_STOPS = 16  # that a worker remembers: a job that is stopped has come before, or is the next to come


class Priority(IntEnum):
    """Priority of a job: the lower number comes first."""

    MOVE = 0
    LOOK = 1  # a visitor waits for a short answer, such as a hint
    STUDY = 2  # an analysis or a review, which shows what it finds as it goes
    TREE = 3  # nothing stops it; puzzles are looked for as late


@dataclass(frozen=True, slots=True)
class Job:
    """A position to think about, and how long at most."""

    kind: str
    game: str
    start: str | None
    moves: tuple[str, ...]
    engine: str
    seconds: float
    lines: int = 1

    @property
    def priority(self) -> Priority:
        if self.kind == ANALYSE:
            return Priority.LOOK if self.seconds <= _LOOK else Priority.STUDY
        others = {PLAY: Priority.MOVE, REVIEW: Priority.STUDY, TREE: Priority.TREE, PUZZLES: Priority.TREE}
        return others[self.kind]

    @property
    def bound(self) -> float:
        """Seconds after which it is stopped, whatever the engine's own limit."""
        if self.kind == REVIEW:
            return 60 + 2 * self.seconds * (len(self.moves) + 1)
        return self.seconds + (_COMPILING if self.kind == PUZZLES else 0)

    @property
    def record(self) -> Record:
        return Record(self.game, tuple(map(RecordedMove, self.moves)), position=self.start)


def work(jobs: Connection, stops: Connection) -> None:
    """Answer jobs until the connections are closed.

    In come (number, Job) by the one and the numbers of jobs to stop by the other; out go (number, kind, value): "ready"
    at the beginning, "part" for each iteration or verdict, "loading" and "preparing" (a compile) until that is over and
    the value None, and at the end "done", "refused" (in the user's words) or "failed".
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when to leave
    worker = _Worker(jobs)
    with contextlib.suppress(EOFError, OSError):
        while True:
            worker.stop(stops.recv())


class _Worker:
    def __init__(self, connection: Connection) -> None:
        self._connection, self._lock = connection, threading.Lock()
        self._engines: OrderedDict[tuple[str, str], Engine] = OrderedDict()
        self._stopping = threading.Lock()
        self._number = 0  # of the job that is being done, or was
        self._stopped: deque[int] = deque(maxlen=_STOPS)  # jobs; one may not have come yet, another be done already
        self._engine: Engine | None = None
        set_announcer(self._announce)
        never_wait()
        self._report(0, "ready", None)
        # It takes the jobs from the connection itself: going from thread to thread takes as long as an easy move.
        threading.Thread(target=self._do_all, daemon=True).start()

    def stop(self, number: int) -> None:
        """Stop a job. Its alarm, or the server, may do so when the next one is under way, which goes on."""
        with self._stopping:
            self._stopped.append(number)
            if number == self._number and self._engine is not None:
                self._engine.stop()

    @property
    def _is_stopped(self) -> bool:
        return self._number in self._stopped

    def _report(self, number: int, kind: str, value: Any) -> None:
        with self._lock, contextlib.suppress(OSError):
            self._connection.send((number, kind, value))

    def _do_all(self) -> None:
        with contextlib.suppress(EOFError, OSError):
            while True:
                number, job = self._connection.recv()
                with self._stopping:
                    self._number = number
                self._do(number, job)

    def _do(self, number: int, job: Job) -> None:
        alarm: Alarm | None = None
        try:
            is_new = (job.engine, job.game) not in self._engines
            if is_new:
                self._report(number, "loading", True)
            self._engine = engine = self._engine_for(job)
            position = job.record.replay()
            engine.prepare(position.game)  # what compiling takes is not the engine's time
            if is_new:
                self._report(number, "loading", None)
            # Whatever the engine's own limit, the server's holds.
            alarm = after(job.bound, lambda: self.stop(number))
            end = "done", self._think(number, job, engine, position)
        except NoughtsError as error:
            end = "refused", str(error)
        except Exception as error:  # noqa: BLE001 - told to the server, which logs it
            end = "failed", repr(error)
        if alarm is not None:
            alarm.call_off()
        self._report(number, *end)

    def _think(self, number: int, job: Job, engine: Engine, position: Position) -> Any:
        told = time.monotonic() if job.kind == PLAY else 0.0  # a quick move leaves no time to see its thoughts

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
        if job.kind == PUZZLES:
            from noughts.puzzles.finding import Finder

            finder = Finder(position.game)  # which compiles
            end = time.monotonic() + job.seconds
            is_enough = lambda: self._is_stopped or time.monotonic() > end  # noqa: E731
            return [one.as_dict() for one in finder.of_game(position, is_enough=is_enough)]
        if job.kind == REVIEW:
            for ply, verdict in enumerate(review(job.record.replay(), engine, Limit(time=job.seconds)), 1):
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
