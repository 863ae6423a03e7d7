"""A Dask cluster that solves the openings of a position, each a task, behind the interface of `solving.openings`."""

import contextlib
import pickle
from collections.abc import Callable, Iterator

from noughts.arena.cluster import CONNECT_SECONDS, check_address, connected, result_of
from noughts.arena.competition import package_sources
from noughts.board import Position
from noughts.errors import NoughtsError
from noughts.solving.bounds import ValueBounds
from noughts.solving.openings import Opening
from noughts.solving.task import SolveSettings


class OpeningCluster:
    """The workers of a scheduler. Each opening has a table of its own, of as many megabytes as are asked for."""

    def __init__(self, address: str, game: str) -> None:
        check_address(address)
        if game.endswith(".py"):
            raise NoughtsError(f"{game} is a file: on a cluster only games are solved that are installed there")
        self.address = address

    def share(self, megabytes: float) -> float:
        return megabytes

    @contextlib.contextmanager
    def hired(self, position: Position, settings: SolveSettings) -> Iterator[Callable[[Position, int], Opening]]:
        client = connected(self.address)
        executor = client.get_executor(pure=False)

        def submit(opening: Position, player: int) -> Opening:
            from noughts.arena.opening_worker import solve_part

            task: Opening = executor.submit(solve_part, package_sources(), pickle.dumps((opening, settings, player)))
            return task

        try:
            yield submit
        finally:
            with contextlib.suppress(Exception):  # whatever has become of the cluster: we are leaving it
                executor.shutdown(wait=False)
            client.close(timeout=CONNECT_SECONDS)

    def result(self, opening: Opening) -> tuple[ValueBounds, int]:
        return result_of(opening, self.address)
