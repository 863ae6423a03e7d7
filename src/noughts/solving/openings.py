"""Solving on several processes: each opening, one of the moves that no symmetry leads into each other, is a task."""

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace

from noughts.board import Move, Position
from noughts.errors import NoughtsError
from noughts.solving.asking import Progress
from noughts.solving.bounds import Bounds
from noughts.solving.question import WIN
from noughts.solving.solver import Solver
from noughts.solving.task import Settings, Task, after
from noughts.worker_pool import worker_pool

_POLL_SECONDS = 0.1
_COMPILING_MB = 0.01


class OpeningsSolver(Task):
    """What each opening is worth is kept as it comes in; the best of them is the position's."""

    def __init__(self, position: Position, settings: Settings, processes: int) -> None:
        super().__init__(position, settings, None, with_moves=True)
        self._processes, self._nodes = processes, 0
        # Compiled here, once for all processes; it measures how long best play lasts, when that is asked for.
        megabytes = self._each_mb if settings.distance else _COMPILING_MB
        self._solver = Solver(position, replace(settings, all_moves=False, hash_mb=megabytes))

    @property
    def _each_mb(self) -> float:
        return self.settings.hash_mb / self._processes

    @property
    def nodes(self) -> int:
        return self._nodes + self._solver.nodes

    def progress(self) -> Progress:
        done = sum(known.is_known for known in self.known_moves.values())
        return Progress(self.nodes, openings=(done, len(self.known_moves)))

    def stop(self) -> None:
        super().stop()
        self._solver.stop()

    def resume(self) -> None:
        super().resume()
        self._solver.resume()

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
        settings = replace(self.settings, all_moves=False, distance=False, hash_mb=self._each_mb)
        try:
            with worker_pool(self._processes, _prepare, self.position, settings) as pool:
                tasks = {
                    pool.submit(_solve_opening, after(self.position, move), settings, self.player): move
                    for move, known in sorted(self.known_moves.items(), key=self._is_tried_later)
                    if not known.is_known
                }
                for task in self._as_they_come(set(tasks)):
                    known, nodes = task.result()
                    self.known_moves[tasks[task]] = known
                    self._nodes += nodes
                    if known.least == WIN and not self.settings.all_moves:
                        break
        except BrokenProcessPool:
            raise NoughtsError(
                'a process that solved has ended; a script must call solve under `if __name__ == "__main__":`'
            ) from None

    def _is_tried_later(self, opening: tuple[Move, Bounds]) -> bool:
        return not set(self.tried) & set(self.sets_of_moves[opening[0]])

    def _as_they_come(self, tasks: set[Future[tuple[Bounds, int]]]) -> Iterator[Future[tuple[Bounds, int]]]:
        while tasks and not self.is_stopped:
            done, tasks = wait(tasks, _POLL_SECONDS, FIRST_COMPLETED)
            yield from done


def _prepare(position: Position, settings: Settings) -> None:
    """A process loads what it needs before its first opening."""
    Solver(position, replace(settings, hash_mb=_COMPILING_MB))


def _solve_opening(position: Position, settings: Settings, player: int) -> tuple[Bounds, int]:
    """In a process of its own."""
    solver = Solver(position, settings, player)
    solver.work()
    return solver.known, solver.nodes
