"""One thread of a depth-first search, seen from Python: it makes the arrays, sets the root and reads the results."""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from noughts.board import Game, Position
from noughts.kernel.contract import NO_MOVE
from noughts.kernel.evaluation import Evaluation
from noughts.kernel.run import new_run, stop_flag
from noughts.kernel.table import Table
from noughts.search.base import Line
from noughts.search.iteration import new_driver
from noughts.search.worker import COUNTERS, RUN_FIELDS, Worker

UNLIMITED = np.iinfo(np.int64).max


class SearchThread:
    """A `Worker` and what belongs to it. The table and the supply of nodes are shared by all threads of a search."""

    fields: ClassVar[tuple[str, ...]] = RUN_FIELDS

    def __init__(
        self, game: Game, evaluation: Evaluation, table: Table, node_supply: NDArray[np.int64], plies: int
    ) -> None:
        self.game = game
        self.evaluation = evaluation.for_rules(game.rules, game.name)
        rows = plies + 1  # searches know by the number of states where to stop
        self.worker = Worker(
            states=game.new_states(rows),
            moves=game.new_moves(rows),
            scores=game.new_moves(rows),
            pv=np.full((rows, rows + 1), NO_MOVE, np.int64),
            root_values=game.new_moves(),
            accumulators=np.zeros((rows, evaluation.row_size(game.move_codes)), np.int32),
            weights=evaluation.weights_for(game),
            evaluate=self.evaluation.value,
            update=self.evaluation.update,
            order=self.evaluation.order,
            verdict=self.evaluation.verdict,
            table=table,
            node_supply=node_supply,
            run=new_run(self.fields),
        )
        self.driver = new_driver(game.move_codes, rows, lines=1)

    @property
    def arguments(self) -> Any:
        """The recursion's first argument."""
        raise NotImplementedError

    @property
    def run(self) -> Any:
        """The record of settings and counters."""
        return self.worker.run[0]

    @property
    def stop_flag(self) -> NDArray[np.int64]:
        """The flag that compiled code polls, for a StopSignal to set."""
        return stop_flag(self.worker.run)

    def begin(self, age: int, is_limited: bool) -> None:
        """Forget the search before."""
        for name in (*COUNTERS, "root_searched", "left_open"):
            self.worker.run[name] = 0
        self.run.age = age
        self.run.node_limit = 0 if is_limited else UNLIMITED

    def set_root(self, position: Position, root_moves: Sequence[int], lines: int = 1) -> None:
        """Begin with a position, the moves to choose from, and how many lines to find."""
        self.set_root_state(position.states, root_moves, lines)

    def set_root_state(self, states: Any, root_moves: Sequence[int], lines: int = 1) -> None:
        self.worker.states[:1] = states
        wanted = min(lines, len(root_moves))
        if wanted > len(self.driver.values):
            made = new_driver(self.game.move_codes, len(self.worker.states), wanted)
            self.driver = made._replace(progress=self.driver.progress)
        self.driver.root[: len(root_moves)] = root_moves
        self.driver.losing[:] = 0
        progress = self.progress
        progress.root_moves, progress.wanted = len(root_moves), lines
        progress.lines = progress.overlooked = progress.reached = 0

    @property
    def progress(self) -> Any:
        """The driver's record of how far it has come."""
        return self.driver.progress[0]

    def lines(self) -> tuple[Line, ...]:
        """The best lines so far, best first."""
        count = int(self.progress.lines)
        rows: list[list[int]] = self.driver.lines[:count].tolist()
        values = self.driver.values[:count].tolist()
        return tuple(Line(value, tuple(row[: row.index(NO_MOVE)])) for value, row in zip(values, rows, strict=True))

    def stop(self) -> None:
        self.run.stop = 1
