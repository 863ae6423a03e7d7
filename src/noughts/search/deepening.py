"""Iterative deepening: the driver of all depth-first searches."""

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from noughts.board import Game, Position
from noughts.errors import NoughtsError
from noughts.kernel.compiling import specialize
from noughts.kernel.contract import NO_MOVE
from noughts.kernel.evaluation import Accumulators, Evaluation
from noughts.kernel.mode import UNCOMPILED
from noughts.kernel.scores import MATE, MATE_RANGE, POINT, POINTS_LIMIT
from noughts.kernel.table import AGES, Table, best_move, fill, new_table
from noughts.search.base import Bounds, Counters, Iteration, Line, Search, SearchSettings, StopSignal
from noughts.search.frame import (
    AGE,
    ALPHA_CUTS,
    BETA_CUTS,
    CUT_SIDE,
    DEEPEST,
    DYNAMIC,
    FIRST_COUNTER,
    HITS,
    LEFT_OPEN,
    LINE,
    NEAREST,
    NODE_LIMIT,
    NODE_SUPPLY,
    NODES,
    PRUNE,
    PRUNE_ON_WIN,
    ROOT_DONE,
    ROOT_MOVES,
    RUN_SIZE,
    SAVED,
    STATIC,
    STATIC_CACHE,
    STOP,
    TRACE,
    TRACE_EVENT,
    TRANSPOSITIONS,
    WIN_VALUE,
    Run,
    trace_node,
    trace_value,
)
from noughts.search.option import Option

MAX_DEPTH = 120  # states and frames are allocated for as many plies


class Workspace:
    """The arrays of one search thread: what a recursion gets as arguments."""

    def __init__(self, game: Game, evaluation: Evaluation, table: Table, plies: int) -> None:
        self.game = game
        self.width = 2 * game.max_moves + 1
        self.states = game.new_states(plies + 1)  # searches know by their number where to stop
        self.frames = np.zeros((plies + 1, self.width + plies + 2), np.int64)
        self.accumulators = np.zeros((plies + 1, evaluation.row_size(game.max_moves)), np.int32)
        self.weights = evaluation.weights_for(game)
        self.evaluation = evaluation.for_rules(game.rules, game.name)
        self.table = table
        self.run = np.zeros(RUN_SIZE, np.int64)
        self.run[LINE] = self.width

    def arguments(self) -> tuple[Any, ...]:
        return (
            self.states,
            self.frames,
            self.accumulators,
            self.game.places,
            self.table,
            self.evaluation.value,
            self.evaluation.update,
            self.weights,
            self.run,
        )

    def begin(self, age: int, supply: NDArray[np.int64] | None) -> None:
        """Forget the search before. The supply is how many nodes all threads together may look at."""
        self.run[FIRST_COUNTER:] = 0
        self.run[AGE] = age
        self.supply = supply  # compiled code has only its address: it must not go away
        self.run[NODE_LIMIT] = 0 if supply is not None else np.iinfo(np.int64).max
        self.run[NODE_SUPPLY] = supply.ctypes.data if supply is not None else 0

    def set_root(self, position: Position, moves: Sequence[int]) -> None:
        self.states[:1] = position.states
        self.frames[0, : len(moves)] = moves
        self.frames[0, self.width - 1] = position.peek().code if position.move_stack else NO_MOVE
        self.frames[0, self.width] = 0  # no line yet, not even the last search's
        self.run[ROOT_MOVES] = len(moves)
        if self.accumulators.shape[1]:
            self.evaluation.call_update(self.states, 0, NO_MOVE, self.weights, self.accumulators)

    def line(self) -> list[int]:
        """The principal variation of the root."""
        length = int(self.frames[0, self.width])
        moves: list[int] = self.frames[0, self.width + 1 : self.width + 1 + length].tolist()
        return moves

    def root_values(self) -> dict[int, int]:
        """The moves of the root that were searched, and what they are worth, or at most."""
        done = int(self.run[ROOT_DONE])
        moves, values = self.frames[0, :done], self.frames[0, self.width // 2 :][:done]
        return dict(zip(moves.tolist(), values.tolist(), strict=True))

    def root_order(self) -> list[int]:
        """The moves of the root, from the first that was not searched to its end on."""
        moves: list[int] = self.frames[0, : self.run[ROOT_MOVES]].tolist()
        done = int(self.run[ROOT_DONE])
        return moves[done:] + moves[:done]

    def is_stopped(self) -> bool:
        return bool(self.run[STOP])


class DepthFirst(Search):
    """A recursion under iterative deepening.

    Options: `nearest` tries moves near the last one first; `win` is what a win is worth in points, however far away
    (0: nearer wins are better, as they should be); `prune_on_win` leaves a node as soon as a move wins at once;
    `static_cache` keeps evaluations in the table; `deepening=false` searches to the depth limit straight away, and at
    the clock plays the best so far.
    """

    recursion: ClassVar[Any]
    workspace: ClassVar[type[Workspace]] = Workspace
    options = {  # noqa: RUF012 - a mapping that nobody changes
        "nearest": Option(False),
        "win": Option(0.0, 0, POINTS_LIMIT // POINT),
        "prune_on_win": Option(False),
        "static_cache": Option(False),
        "deepening": Option(True),
    }
    least_hash_mb: ClassVar[float] = 0.0
    has_trace: ClassVar[bool] = False  # its recursion writes down what it searches, where asked to
    spare_plies: ClassVar[int] = 0

    def __init__(self, game: Game, settings: SearchSettings) -> None:
        super().__init__(game, settings)
        keeps_values = self.uses_table and self.option.get("transpositions", True)
        megabytes = max(settings.hash_mb, self.least_hash_mb)
        self.table = new_table(megabytes if keeps_values or self.option.get("static_cache", False) else 0)
        self.age = 0
        plies = min(MAX_DEPTH, game.max_plies) + self.spare_plies
        # The first thread's is the one whose results count.
        self._works = [self.workspace(game, settings.evaluation, self.table, plies) for _ in range(settings.threads)]
        for work in self._works:
            self._set(work.run, keeps_values)
        self.entry = _entry(type(self).recursion, self._works[0].arguments(), game)

    def _set(self, run: Run, keeps_values: bool) -> None:
        has_table = len(self.table) > 0
        run[WIN_VALUE] = round(self.option.get("win", 0.0) * POINT)
        run[NEAREST] = self.option.get("nearest", False)
        run[PRUNE_ON_WIN] = self.option.get("prune_on_win", False)
        run[STATIC_CACHE] = has_table and self.option.get("static_cache", False)
        run[TRANSPOSITIONS] = has_table and keeps_values
        run[PRUNE] = self.option.get("prune", True)

    def iterate(self, position: Position, bounds: Bounds, stop: StopSignal) -> Iterator[Iteration]:
        self.age = (self.age + 1) % AGES
        most = min(bounds.depth or MAX_DEPTH, self._plies(position))
        supply = None if bounds.nodes is None else np.array([bounds.nodes], np.int64)
        for work in self._works:
            work.begin(self.age, supply)
            work.run[CUT_SIDE] = position.turn if self.option.get("cut_side") == "mover" else -1
            stop.watch(work.run)
        work = self._works[0]
        root = self._root_moves(position)
        lines: tuple[Line, ...] = ()
        losing: dict[int, int] = {}  # moves that are proved to lose, and how long that takes at most
        reached = 0  # the depth of the last whole iteration: one that was broken off has not come to its own
        for depth in range(1 if self.option.get("deepening", True) else most, most + 1):
            with self._company(position, root, depth, most, stop):
                found, is_whole = self._iteration(position, work, depth, root, bounds.lines, lines, losing)
            if found:
                # Stopped on the way, it has not come to all lines: the others are as the iteration before saw them.
                fresh = {line.moves[0] for line in found}
                lines = (*found, *(line for line in lines if line.moves[0] not in fresh))[: max(len(found), len(lines))]
                best = [line.moves[0] for line in lines]
                root = best + [move for move in root if move not in best]
            reached = depth if is_whole else reached
            is_final = is_whole and (depth == most or self._is_settled(work, depth, bounds, lines))
            yield Iteration(reached, lines, self._counters(), is_whole, is_final)
            if is_final or not is_whole or stop.is_set:
                return

    def record_trace(self, nodes: int) -> None:
        """Have the next call of `iterate` write down every node that it searches; one with more of them is stopped."""
        if not self.has_trace:
            raise NoughtsError(f"{self.name} does not tell which nodes it searches")
        work = self._works[0]
        longer = np.zeros(RUN_SIZE + 2 * TRACE_EVENT * nodes, np.int64)
        longer[:RUN_SIZE] = work.run[:RUN_SIZE]
        longer[TRACE] = RUN_SIZE
        work.run = longer

    def trace(self) -> NDArray[np.int64]:
        """The events so far, a row each, as search/frame.py describes them."""
        run = self._works[0].run
        return run[RUN_SIZE : run[TRACE]].reshape(-1, TRACE_EVENT).copy()

    @property
    def accumulators(self) -> Accumulators:
        """The rows of the last search's first thread, for an evaluation that counts something in them."""
        return self._works[0].accumulators

    def _plies(self, position: Position) -> int:
        """The depth beyond which there is nothing to see."""
        return min(MAX_DEPTH, self.game.max_plies)

    @contextlib.contextmanager
    def _company(self, position: Position, root: list[int], depth: int, most: int, stop: StopSignal) -> Iterator[None]:
        """Other threads that meanwhile search the position in other orders, and so fill the table that all share."""
        threads = []
        for number, work in enumerate(self._works[1:], 1):
            turned = number % len(root)
            work.set_root(position, root[turned:] + root[:turned])
            stop.watch(work.run)
            arguments = (*work.arguments(), 0, min(depth + number % 2, most), -MATE - 1, MATE + 1)
            threads.append(threading.Thread(target=self.entry, args=arguments, daemon=True, name="noughts-company"))
            threads[-1].start()
        try:
            yield
        finally:
            for work in self._works[1:]:
                work.run[STOP] = 1
            for thread in threads:
                thread.join()

    def _is_settled(self, work: Workspace, depth: int, bounds: Bounds, lines: tuple[Line, ...]) -> bool:
        """Whether deeper looks would find the same: a mate, or every line played to the end of the game."""
        is_mate = bounds.lines == 1 and MATE - abs(lines[0].value) <= depth
        return bool(not work.run[LEFT_OPEN] or (is_mate and not work.run[WIN_VALUE]))

    def _iteration(
        self,
        position: Position,
        work: Workspace,
        depth: int,
        root: list[int],
        count: int,
        before: tuple[Line, ...],
        losing: dict[int, int],
    ) -> tuple[tuple[Line, ...], bool]:
        """The best lines at a depth: each next one by a search without the moves of those before it."""
        lines: list[Line] = []
        work.run[LEFT_OPEN] = 0
        for number in range(min(count, len(root))):
            taken = {line.moves[0] for line in lines}
            work.set_root(position, [move for move in root if move not in taken])
            last = before[number] if number < len(before) else None

            def call(alpha: int, beta: int) -> int:
                work.run[ROOT_DONE] = 0
                if work.run[TRACE]:
                    trace_node(work.run, 0, depth, NO_MOVE, alpha, beta)
                value = self.entry(*work.arguments(), 0, depth, alpha, beta)
                if work.run[TRACE]:
                    trace_value(work.run, value)
                for move, worth in work.root_values().items():
                    if worth < min(beta, -MATE_RANGE):
                        losing[move] = min(worth, losing.get(move, 0))
                return value

            value, moves = self.search_root(call, work, last.value if last else None)
            line = Line(value, self._extended(position, moves, depth)) if moves else None
            if work.is_stopped() and (line or last or not lines):
                line = _defended(line, last, work.root_order(), losing)
            if line is not None:
                lines.append(line)
            if work.is_stopped():
                break
        if count > 1:
            lines.sort(key=lambda line: -line.value)
        return tuple(lines), not work.is_stopped()

    def _extended(self, position: Position, moves: list[int], depth: int) -> tuple[int, ...]:
        """A line that a zero window or a table hit cut short, continued by what the table remembers."""
        if len(moves) >= depth or not self._works[0].run[TRANSPOSITIONS]:
            return tuple(moves)
        after = position.copy()
        for move in moves:
            after.push(self.game.moves[move])
        while len(moves) < depth:
            known = self.game.moves.get(best_move(self.table, after.key))
            if known is None or known not in after.legal_moves:
                break
            after.push(known)
            moves.append(known.code)
        return tuple(moves)

    def search_root(self, call: Callable[[int, int], int], work: Workspace, guess: int | None) -> tuple[int, list[int]]:
        """The value at one depth, and the line that has it; no moves if it was broken off before the first.

        The guess is the value that the iteration before found.
        """
        value = call(-MATE - 1, MATE + 1)
        return value, work.line()

    def _root_moves(self, position: Position) -> list[int]:
        moves = [move.code for move in position.legal_moves]
        if self.option.get("nearest", False) and position.move_stack:
            places = self.game.places
            distances = np.abs(places[moves] - places[position.peek().code]).max(axis=1)
            moves = [moves[i] for i in np.argsort(distances, kind="stable")]
        return moves

    def _counters(self) -> Counters:
        run = np.sum([work.run for work in self._works], axis=0).tolist()
        return Counters(
            nodes=run[NODES],
            static_evaluations=run[STATIC],
            dynamic_evaluations=run[DYNAMIC],
            alpha_cutoffs=run[ALPHA_CUTS],
            beta_cutoffs=run[BETA_CUTS],
            table_hits=run[HITS],
            table_fill=fill(self.table),
            evaluations_saved=run[SAVED],
            deepest=int(self._works[0].run[DEEPEST]),
        )


def _defended(found: Line | None, before: Line | None, order: list[int], losing: dict[int, int]) -> Line | None:
    """What a search that was stopped answers: no move that is proved to lose, or the one that loses last."""
    line = found or before
    if line is not None and line.moves[0] not in losing:
        return found
    for move in order:
        if move not in losing:
            # Nothing is known of it but that: its value is what the position seemed to be worth.
            return Line(before.value if before else 0, (move,))
    longest = max(order, key=losing.__getitem__)
    value = losing[longest]
    if line is not None and losing[line.moves[0]] == value:
        return Line(value, line.moves)
    return Line(value, (longest,))


def _entry(recursion: Any, arguments: tuple[Any, ...], game: Game) -> Callable[..., int]:
    """The recursion for this game, by an explicit signature: without one it crashes when loaded from the cache."""
    if UNCOMPILED:
        entry: Callable[..., int] = recursion
        return entry
    from numba import int64, typeof

    signature = int64(*map(typeof, arguments), int64, int64, int64, int64)
    return specialize(recursion, signature, f"{recursion.__name__} for {game.name}")
