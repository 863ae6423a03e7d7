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

    def set_root(self, position: Position, root_moves: Sequence[int]) -> None:
        self.set_root_state(position.states, root_moves)

    def set_root_state(self, states: Any, root_moves: Sequence[int]) -> None:
        worker = self.worker
        worker.states[:1] = states
        worker.moves[0, : len(root_moves)] = root_moves
        worker.pv[0, 0] = NO_MOVE  # no line yet, not even the last search's
        self.run.root_moves = len(root_moves)
        if worker.accumulators.shape[1]:
            self.evaluation.call_update(worker.states, 0, NO_MOVE, worker.weights, worker.accumulators)

    def line(self) -> list[int]:
        """The principal variation of the root."""
        moves: list[int] = self.worker.pv[0].tolist()
        return moves[: moves.index(NO_MOVE)]

    def root_values(self) -> dict[int, int]:
        """The moves of the root that were searched, and what they are worth, or at most."""
        searched = int(self.run.root_searched)
        moves, values = self.worker.moves[0, :searched], self.worker.root_values[:searched]
        return dict(zip(moves.tolist(), values.tolist(), strict=True))

    def root_order(self) -> list[int]:
        """The moves of the root, from the first that was not searched to its end on."""
        moves: list[int] = self.worker.moves[0, : self.run.root_moves].tolist()
        searched = int(self.run.root_searched)
        return moves[searched:] + moves[:searched]

    def stop(self) -> None:
        self.run.stop = 1

    def is_stopped(self) -> bool:
        return bool(self.run.stop)
