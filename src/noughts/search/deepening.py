"""Iterative deepening: the driver of all depth-first searches."""

import contextlib
import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, ClassVar

import numpy as np

from noughts.board import Game, Position
from noughts.errors import NoughtsError
from noughts.kernel.contract import UNRESTRICTED, forced_moves, plies_left, winning_move
from noughts.kernel.evaluation import Accumulators
from noughts.kernel.interruptible import run_on_thread
from noughts.kernel.run import entry_point
from noughts.kernel.scores import MATE, MATE_RANGE
from noughts.kernel.table import AGES, best_move, fill, new_table
from noughts.option import Option
from noughts.search.base import Bounds, Counters, Iteration, Line, Search, SearchSettings, StopSignal
from noughts.search.search_thread import SearchThread
from noughts.search.worker import COUNTERS

MAX_DEPTH = 120  # a thread has rows for as many plies
# Options that searches may have, which this driver reads.
DEEPENING = Option(True, words="search depth by depth, and not to the limit at once")
TRANSPOSITIONS = Option(True, words="keep values in the table")


class DepthFirst(Search):
    """A recursion under iterative deepening. Its threads search the same position and share the table (lazy SMP)."""

    recursion: ClassVar[Any]
    thread: ClassVar[type[SearchThread]] = SearchThread
    least_hash_mb: ClassVar[float] = 0.0
    spare_plies: ClassVar[int] = 0
    is_whole_to_the_end: ClassVar[bool] = False  # with the depth that the game still can last, it leaves nothing out

    def __init__(self, game: Game, settings: SearchSettings) -> None:
        super().__init__(game, settings)
        megabytes = max(settings.hash_mb, self.least_hash_mb)
        self.table = new_table(megabytes if self.keeps_values or self.keeps_evaluations else 0)
        self.age = 0
        plies = min(MAX_DEPTH, game.max_plies) + self.spare_plies
        self._node_supply = np.zeros(1, np.int64)
        # The first thread is the one whose results count.
        self.threads = [
            self.thread(game, settings.evaluation, self.table, self._node_supply, plies)
            for _ in range(settings.threads)
        ]
        for thread in self.threads:
            thread.run.transpositions = len(self.table) > 0 and self.keeps_values
        recursion = type(self).recursion
        label = f"{recursion.__name__} for {game.name}"
        self.entry = entry_point(recursion, label, self.threads[0].arguments, 0, 0, 0, 0)

    @property
    def keeps_values(self) -> bool:
        """Whether inner nodes are kept in the table."""
        return bool(self.uses_table and self.option.get("transpositions", True))

    @property
    def keeps_evaluations(self) -> bool:
        """Whether static values are kept in the table."""
        return False

    def iterate(self, position: Position, bounds: Bounds, stop: StopSignal) -> Iterator[Iteration]:
        self.age = (self.age + 1) % AGES
        end = self._plies(position)
        most = min(bounds.depth or MAX_DEPTH, end)
        self._node_supply[0] = bounds.nodes or 0
        for thread in self.threads:
            thread.begin(self.age, is_limited=bounds.nodes is not None)
        main = self.threads[0]
        root = self._root_moves(position)
        lines: tuple[Line, ...] = ()
        losing: dict[int, int] = {}  # moves that are proved to lose, and how long that takes at most
        reached = 0  # the depth of the last whole iteration: one that was broken off has not come to its own
        depths = range(1 if self.option.get("deepening", True) else most, most + 1)
        flags = (thread.stop_flag for thread in self.threads)
        with stop.watched_by(*flags), self._helpers(position, root, depths) as helpers:
            for depth in depths:
                found, is_whole = self._iteration(position, main, depth, root, bounds.lines, lines, losing)
                if found:
                    # Stopped on the way, it has not come to all lines: the others are as the iteration before saw them.
                    fresh = {line.moves[0] for line in found}
                    others = (line for line in lines if line.moves[0] not in fresh)
                    lines = (*found, *others)[: max(len(found), len(lines))]
                    root = _first([line.moves[0] for line in lines], root)
                reached = depth if is_whole else reached
                is_final = is_whole and (depth == most or self._is_settled(main, depth, bounds, lines))
                is_last = is_final or not is_whole or stop.is_set
                if is_last:
                    helpers.close()  # so that their counters are final
                # Asked in this order: plies are counted by plain Python here.
                sees_the_end = self.is_whole_to_the_end and reached >= end and reached >= plies_left(position.states[0])
                is_proved = bool(lines) and self._is_proved(main, lines[0].value, sees_the_end, is_whole)
                yield Iteration(reached, lines, self._counters(), is_whole, is_final, is_proved)
                if is_last or stop.is_set:
                    return

    @property
    def accumulators(self) -> Accumulators:
        """The rows of the last search's first thread, for an evaluation that counts something in them."""
        return self.threads[0].worker.accumulators

    def _plies(self, position: Position) -> int:
        """The depth beyond which there is nothing to see."""
        return min(MAX_DEPTH, self.game.max_plies)

    def _helpers(self, position: Position, root: list[int], depths: range) -> contextlib.ExitStack:
        """Lazy SMP: until the stack is closed, the other threads search the position too, and so fill the table that
        all share. Every second one begins a ply deeper.

        Two threads come to a depth 1.53 (ultimate), 1.51 (xrudder) and 1.57 times (15x15x5) as fast as one. Stopped and
        started again at every iteration, with a full window and the root's moves turned round, they did 1.40, 1.24 and
        0.95 times as fast in the same minutes (`benchmarks/threads.py`). Two threads against one in ultimate at 0.1 s a
        move: 59.2 % of 60 games, before 55.8 %.
        """
        helpers = contextlib.ExitStack()
        for number, helper in enumerate(self.threads[1:], 1):
            ended = threading.Event()
            helpers.callback(ended.wait)
            run_on_thread(partial(self._help, helper, position, root, depths[number % 2 :] or depths, ended))
        for helper in self.threads[1:]:
            helpers.callback(helper.stop)
        return helpers

    def _help(
        self, helper: SearchThread, position: Position, root: list[int], depths: range, ended: threading.Event
    ) -> None:
        """A helper's own iterative deepening, at its own pace: no thread waits for another."""
        guess = None
        with contextlib.ExitStack() as leaving, contextlib.suppress(NoughtsError):  # which the first thread tells
            leaving.callback(ended.set)
            for depth in depths:
                helper.set_root(position, root)
                guess, moves = self.search_root(partial(self.entry, helper.arguments, 0, depth), helper, guess)
                if helper.is_stopped():
                    return
                root = _first(moves[:1], root)

    def _is_settled(self, main: SearchThread, depth: int, bounds: Bounds, lines: tuple[Line, ...]) -> bool:
        """Whether deeper searches would find the same: a mate, or every line played to the end of the game."""
        return bool(not main.run.left_open or (bounds.lines == 1 and MATE - abs(lines[0].value) <= depth))

    def _is_proved(self, main: SearchThread, value: int, sees_the_end: bool, is_whole: bool) -> bool:
        """Whether the best line's value is known to be the game's."""
        is_lost = value < -MATE_RANGE
        return value > MATE_RANGE or (is_whole and (is_lost or sees_the_end or not main.run.left_open))

    def _iteration(
        self,
        position: Position,
        main: SearchThread,
        depth: int,
        root: list[int],
        count: int,
        before: tuple[Line, ...],
        losing: dict[int, int],
    ) -> tuple[tuple[Line, ...], bool]:
        """The best lines at a depth: each next one by a search without the moves of those before it."""
        lines: list[Line] = []
        main.run.left_open = 0
        for number in range(min(count, len(root))):
            taken = {line.moves[0] for line in lines}
            main.set_root(position, [move for move in root if move not in taken])
            last = before[number] if number < len(before) else None

            def call(alpha: int, beta: int) -> int:
                main.run.root_searched = 0
                value = self.search_window(main, depth, alpha, beta)
                for move, worth in main.root_values().items():
                    if worth < min(beta, -MATE_RANGE):
                        losing[move] = min(worth, losing.get(move, 0))
                return value

            value, moves = self.search_root(call, main, last.value if last else None)
            line = Line(value, self._extended(position, moves, depth)) if moves else None
            if main.is_stopped() and (line or last or not lines):
                order = main.root_order() if line or last else self._unseen(position, main.root_order())
                line = _defended(line, last, order, losing)
            if line is not None:
                lines.append(line)
            if main.is_stopped():
                break
        if count > 1:
            lines.sort(key=lambda line: -line.value)
        return tuple(lines), not main.is_stopped()

    def _extended(self, position: Position, moves: list[int], depth: int) -> tuple[int, ...]:
        """A line that a zero window or a table hit cut short, continued by what the table remembers."""
        if len(moves) >= depth or not self.threads[0].run.transpositions:
            return tuple(moves)
        after = position.copy()
        for move in moves:
            after.push(self.game.move_of(move))
        while len(moves) < depth:
            known = self.game.moves.get(best_move(self.table, after.key))
            if known is None or known not in after.legal_moves:
                break
            after.push(known)
            moves.append(known.code)
        return tuple(moves)

    def search_window(self, main: SearchThread, depth: int, alpha: int, beta: int) -> int:
        """The value of the root at a depth, within a window."""
        return self.entry(main.arguments, 0, depth, alpha, beta)

    def search_root(
        self, call: Callable[[int, int], int], main: SearchThread, guess: int | None
    ) -> tuple[int, list[int]]:
        """The value at one depth, and the line that has it; no moves if it was broken off before the first.

        The guess is the value that the iteration before found.
        """
        value = call(-MATE - 1, MATE + 1)
        return value, main.line()

    def _unseen(self, position: Position, moves: list[int]) -> list[int]:
        """Moves of which nothing is known yet, likely ones first: a win, the table's move, safe moves."""
        state, safe = position.states[0], self.game.new_moves()
        count = forced_moves(state, safe)
        likely = [winning_move(state)]
        if self.threads[0].run.transpositions:
            likely.append(best_move(self.table, position.key))
        if count != UNRESTRICTED:
            safe_moves = safe[:count].tolist()
            likely = [likely[0], *(move for move in likely[1:] if move in safe_moves), *safe_moves]
        return sorted(moves, key=lambda move: likely.index(move) if move in likely else len(likely))

    def _root_moves(self, position: Position) -> list[int]:
        return [move.code for move in position.legal_moves]

    def _counters(self) -> Counters:
        counted = {name: sum(int(thread.run[name]) for thread in self.threads) for name in COUNTERS}
        counted["deepest"] = int(self.threads[0].run.deepest)
        return Counters(table_fill=fill(self.table), **counted)


def _first(chosen: list[int], moves: list[int]) -> list[int]:
    """The moves with those that were chosen before all others."""
    return chosen + [move for move in moves if move not in chosen]


def _defended(found: Line | None, before: Line | None, order: list[int], losing: dict[int, int]) -> Line | None:
    """The answer of a search that was stopped: no move that is proved to lose, or the one that loses last."""
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
