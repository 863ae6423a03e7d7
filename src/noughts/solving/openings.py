"""Solving on several processes: each opening, one of the moves that no symmetry leads into each other, is a task."""

import contextlib
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from noughts.board import Move, Position
from noughts.errors import NoughtsError
from noughts.solving.bounds import ValueBounds
from noughts.solving.method import Progress
from noughts.solving.question import WIN
from noughts.solving.solver import Solver
from noughts.solving.task import SolveSettings, Task, after
from noughts.system.worker_pool import worker_pool

_POLL_SECONDS = 0.1
_COMPILING_MB = 0.01

Opening = Future[tuple[ValueBounds, int]]  # its bounds, for the player asked about, and the nodes that it took


class Workers(Protocol):
    """Workers that solve openings: processes of this machine, or a cluster's, behind `concurrent.futures`."""

    def share(self, megabytes: float) -> float:
        """The share of each worker of so many megabytes for tables."""

    def hired(
        self, position: Position, settings: SolveSettings
    ) -> contextlib.AbstractContextManager[Callable[[Position, int], Opening]]:
        """The function that submits a position's openings; on exit those under way are broken off."""

    def result(self, opening: Opening) -> tuple[ValueBounds, int]:
        """The result of an opening; NoughtsError in the user's words."""


class LocalProcesses:
    """So many processes of this machine."""

    def __init__(self, count: int) -> None:
        self._count = count

    def share(self, megabytes: float) -> float:
        return megabytes / self._count

    @contextlib.contextmanager
    def hired(self, position: Position, settings: SolveSettings) -> Iterator[Callable[[Position, int], Opening]]:
        try:
            with worker_pool(self._count, _prepare, position, settings) as pool:
                yield lambda opening, player: pool.submit(_solve_opening, opening, settings, player)
        except BrokenProcessPool:
            raise NoughtsError(
                'a process that solved has ended; a script must call solve under `if __name__ == "__main__":`'
            ) from None

    def result(self, opening: Opening) -> tuple[ValueBounds, int]:
        return opening.result()


class OpeningsSolver(Task):
    """Keeps the value of each opening as it comes in; the best of them is the position's."""

    def __init__(self, position: Position, settings: SolveSettings, workers: Workers) -> None:
        super().__init__(position, settings, None, with_moves=True)
        self._workers, self._nodes = workers, 0
        # Compiled here, once for all processes; it measures how long best play lasts, when that is asked for.
        megabytes = workers.share(settings.hash_mb) if settings.distance else _COMPILING_MB
        self._solver = Solver(position, replace(settings, all_moves=False, hash_mb=megabytes))

    @property
    def nodes(self) -> int:
        return self._nodes + self._solver.nodes

    def progress(self) -> Progress:
        done = sum(known.is_known for known in self.known_moves.values())
        return Progress(self.nodes, openings=(done, len(self.known_moves)))

    @property
    def stop_flags(self) -> list[NDArray[np.int64]]:
        return self._solver.stop_flags

    def search(self) -> None:
        if self.known_moves:
            try:
                self._ask_openings()
            finally:
                self.combine_moves()
        if self.settings.distance and self.known.value != "draw" and not self.is_stopped:
            self._solver.known = self.known
            self._solver.search()
            self.distance = self._solver.distance

    def _ask_openings(self) -> None:
        megabytes = self._workers.share(self.settings.hash_mb)
        settings = replace(self.settings, all_moves=False, distance=False, hash_mb=megabytes, try_first=())
        with self._workers.hired(self.position, settings) as submit:
            tasks = {
                submit(after(self.position, move), self.player): move
                for move, known in sorted(self.known_moves.items(), key=self._is_tried_later)
                if not known.is_known
            }
            for task in self._as_they_come(set(tasks)):
                known, nodes = self._workers.result(task)
                self.known_moves[tasks[task]] = known
                self._nodes += nodes
                if known.least == WIN and not self.settings.all_moves:
                    break

    def _is_tried_later(self, opening: tuple[Move, ValueBounds]) -> bool:
        return not set(self.tried) & set(self.sets_of_moves[opening[0]])

    def _as_they_come(self, tasks: set[Opening]) -> Iterator[Opening]:
        while tasks and not self.is_stopped:
            done, tasks = wait(tasks, _POLL_SECONDS, FIRST_COMPLETED)
            yield from done


def _prepare(position: Position, settings: SolveSettings) -> None:
    """Load what a process needs before its first opening."""
    Solver(position, replace(settings, hash_mb=_COMPILING_MB))


def _solve_opening(position: Position, settings: SolveSettings, player: int) -> tuple[ValueBounds, int]:
    """Solve an opening, in a process of its own."""
    solver = Solver(position, settings, player)
    solver.work()
    return solver.known, solver.nodes
