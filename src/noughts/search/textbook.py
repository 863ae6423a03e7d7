"""The textbook searches, which the reports use: what minimax, alphabeta, pvs, hminimax and mtdf share.

Their options are the reports' own: what a win is worth, which moves to try first, when to leave a node, and whether
evaluations are kept. The strong engine's search has none of them.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from noughts.board import Game, Position
from noughts.errors import NoughtsError
from noughts.kernel.compiling import compiled, inlined
from noughts.kernel.contract import FIRST, NO_MOVE, ONGOING, MoveBuffer, key, moves, outcome
from noughts.kernel.evaluation import Evaluation, call_value
from noughts.kernel.scores import MATE, POINT, POINTS_LIMIT
from noughts.kernel.table import EXACT, NOTHING, Table, depth_of, probe, store, value_of
from noughts.option import Option
from noughts.search.base import Bounds, Iteration, SearchSettings, StopSignal
from noughts.search.deepening import DEEPENING, DepthFirst
from noughts.search.iteration import Look, RootSearch, full_window, iteration_of
from noughts.search.nearest import MAX_RINGS, nearest_first
from noughts.search.node import enter_node, finished_value, make_move
from noughts.search.search_thread import SearchThread
from noughts.search.trace import Trace, new_trace, trace_node, trace_value
from noughts.search.worker import RUN_FIELDS, Worker

SETTINGS = (
    "win_value",  # 0: a win is a mate; else a win is worth this much, however far away, as some reports have it
    "prune_on_win",  # leave a node as soon as a move wins the game at once
    "nearest",  # try moves near the last one first
    "static_cache",  # keep evaluations in the table
    "prune",  # hminimax: with alpha-beta
    "cut_side",  # hminimax: the side on whose turns the depth is tested, -1 for both
    "trace_events",  # that have been written
)


class TextbookWorker(NamedTuple):
    """Working memory of a textbook search."""

    worker: Worker
    last_moves: MoveBuffer  # the move that led to each ply
    places: NDArray[np.int64]  # row and column where each move lands
    rings: NDArray[np.int64]  # to sort by distance with
    trace: Trace


@inlined
def make_noted_move(search: TextbookWorker, ply: int, move: int) -> None:
    """Play a move from states[ply] to states[ply + 1], and remember it for `nearest`."""
    make_move(search.worker, ply, move)
    search.last_moves[ply + 1] = move


@inlined
def end_value(search: TextbookWorker, ply: int) -> int:
    """The value of a finished game."""
    run = search.worker.run[0]
    run.static_evaluations += 1
    return finished_value(search.worker.states, ply, run.win_value if run.win_value else MATE - ply)


@inlined
def leaf_value(search: TextbookWorker, ply: int) -> int:
    """The evaluation of a game that goes on, from the table if it was kept there."""
    worker, run = search.worker, search.worker.run[0]
    run.left_open = 1
    run.static_evaluations += 1  # those answered by the table too, as report 000 counts them
    if not run.static_cache:
        return call_value(worker.evaluate, worker.states, ply, worker.weights, worker.accumulators)
    here = key(worker.states[ply])
    data = probe(worker.table, here)
    if data != NOTHING and depth_of(data) == 0:
        run.evaluations_saved += 1
        return value_of(data, ply)
    value = call_value(worker.evaluate, worker.states, ply, worker.weights, worker.accumulators)
    if data == NOTHING:
        store(worker.table, here, ply, value, EXACT, 0, NO_MOVE, run.age)
    return value


@inlined
def visit_leaf(search: TextbookWorker, ply: int) -> int:
    """The value of a node with no depth left. Most nodes are such: their parents visit them without recursion."""
    enter_node(search.worker, ply, 0)
    if outcome(search.worker.states[ply]) != ONGOING:
        return end_value(search, ply)
    return leaf_value(search, ply)


@inlined
def list_moves(search: TextbookWorker, ply: int) -> int:
    """Write the moves to try to their row; those of the root stand there already."""
    worker, run = search.worker, search.worker.run[0]
    if ply == 0:
        return run.root_moves
    n = moves(worker.states[ply], worker.moves[ply])
    if run.nearest:
        nearest_first(worker.moves[ply], n, search.last_moves[ply], search.places, search.rings, worker.scores[ply])
    return n


@inlined
def hash_move_first(row: MoveBuffer, n: int, move: int) -> None:
    """Put the table's move, if it is among the moves, before all others."""
    for i in range(n):
        if row[i] == move:
            for j in range(i, 0, -1):
                row[j] = row[j - 1]
            row[0] = move
            return


@inlined
def is_enough_on_win(search: TextbookWorker, ply: int, mover: int) -> bool:
    """Whether the move that was just tried wins at once, and the others are to be pruned then."""
    return search.worker.run[0].prune_on_win and outcome(search.worker.states[ply + 1]) == FIRST + mover


def traced_iteration_of(recursion: Any, root_search: Callable[[Look], RootSearch] = full_window) -> Any:
    """`iteration_of` a textbook search: each look at the root is an event of the trace."""

    @compiled
    def window(search: TextbookWorker, ply: int, depth: int, alpha: int, beta: int) -> int:
        run = search.worker.run[0]
        trace_node(search.trace, run, ply, depth, NO_MOVE, alpha, beta)
        value = recursion(search, ply, depth, alpha, beta)
        trace_value(search.trace, run, value)
        return value

    return iteration_of(recursion, root_search, window)


class TextbookThread(SearchThread):
    fields = RUN_FIELDS + SETTINGS

    def __init__(
        self, game: Game, evaluation: Evaluation, table: Table, node_supply: NDArray[np.int64], plies: int
    ) -> None:
        super().__init__(game, evaluation, table, node_supply, plies)
        self.last_moves = np.full(plies + 1, NO_MOVE, np.int64)
        self.rings = np.zeros(MAX_RINGS, np.int64)
        self.trace = new_trace(0)

    @property
    def arguments(self) -> TextbookWorker:
        return TextbookWorker(self.worker, self.last_moves, self.game.places, self.rings, self.trace)

    def set_root(self, position: Position, root_moves: Sequence[int], lines: int = 1) -> None:
        super().set_root(position, root_moves, lines)
        self.last_moves[0] = position.peek().code if position.move_stack else NO_MOVE


class Textbook(DepthFirst):
    """A textbook search under iterative deepening."""

    thread = TextbookThread
    options = {  # noqa: RUF012 - never changed
        "nearest": Option(False, words="try moves near the last one first"),
        "win": Option(
            0.0, 0, POINTS_LIMIT // POINT, words="points that a win is worth, however far away; 0: nearer is better"
        ),
        "prune_on_win": Option(False, words="leave a node as soon as a move wins at once"),
        "static_cache": Option(False, words="keep evaluations in the table"),
        "deepening": DEEPENING,
    }
    has_trace: ClassVar[bool] = False  # its recursion writes down what it searches, where asked to

    def __init__(self, game: Game, settings: SearchSettings) -> None:
        super().__init__(game, settings)
        for thread in self.threads:
            run = thread.run
            run.win_value = round(self.option["win"] * POINT)
            run.nearest = self.option["nearest"]
            run.prune_on_win = self.option.get("prune_on_win", False)
            run.static_cache = len(self.table) > 0 and self.option["static_cache"]
            run.prune = self.option.get("prune", True)

    @property
    def keeps_evaluations(self) -> bool:
        return bool(self.option["static_cache"])

    def iterate(self, position: Position, bounds: Bounds, stop: StopSignal) -> Iterator[Iteration]:
        for thread in self.threads:
            thread.run.cut_side = position.turn if self.option.get("cut_side") == "mover" else -1
        return super().iterate(position, bounds, stop)

    def record_trace(self, nodes: int) -> None:
        """Have the next call of `iterate` write down every node that it searches; one with more of them is stopped."""
        if not self.has_trace:
            raise NoughtsError(f"{self.name} does not tell which nodes it searches")
        self._main.trace = new_trace(nodes)
        self._main.run.trace_events = 0

    def trace(self) -> Trace:
        """The events so far, a row each, as search/trace.py describes them."""
        return self._main.trace[: self._main.run.trace_events].copy()

    @property
    def _main(self) -> TextbookThread:
        main = self.threads[0]
        assert isinstance(main, TextbookThread)
        return main

    @property
    def proves(self) -> bool:
        """Not where a win has a worth of its own: it could be taken for a draw."""
        return not self.option["win"]

    def _root_moves(self, position: Position) -> list[int]:
        moves = super()._root_moves(position)
        if self.option["nearest"] and position.move_stack:
            places = self.game.places
            distances = np.abs(places[moves] - places[position.peek().code]).max(axis=1)
            moves = [moves[i] for i in np.argsort(distances, kind="stable")]
        return moves
