"""Iterative deepening: one compiled iteration (search/iteration.py) after the other, for all depth-first searches."""

import contextlib
import threading
from collections.abc import Iterator
from functools import partial
from typing import Any, ClassVar

import numpy as np

from noughts.board import Game, Position
from noughts.errors import NoughtsError
from noughts.kernel.evaluation import Accumulators
from noughts.kernel.interruptible import run_on_thread
from noughts.kernel.run import entry_point
from noughts.kernel.table import AGES, fill, new_table
from noughts.option import Option
from noughts.search.base import Bounds, Counters, Iteration, Search, SearchSettings, StopSignal
from noughts.search.iteration import NEVER, PROVED, SETTLED, WHOLE
from noughts.search.search_thread import SearchThread
from noughts.search.worker import COUNTERS

MAX_DEPTH = 120  # a thread has rows for as many plies
# Options that searches may have, which this driver reads.
DEEPENING = Option(True, words="search depth by depth, and not to the limit at once")
TRANSPOSITIONS = Option(True, words="keep values in the table")


class DepthFirst(Search):
    """A recursion under iterative deepening. Its threads search the same position and share the table (lazy SMP)."""

    iteration: ClassVar[Any]  # made by `iteration_of`
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
            thread.progress.proves = self.proves
        main = self.threads[0]
        self.entry = entry_point(type(self).iteration, f"{self.name} for {game.name}", main.arguments, main.driver, 0)

    @property
    def keeps_values(self) -> bool:
        """Whether inner nodes are kept in the table."""
        return bool(self.uses_table and self.option.get("transpositions", True))

    @property
    def keeps_evaluations(self) -> bool:
        """Whether static values are kept in the table."""
        return False

    @property
    def proves(self) -> bool:
        """Whether its mates, and its values at the end of the game, are the game's."""
        return True

    def iterate(self, position: Position, bounds: Bounds, stop: StopSignal) -> Iterator[Iteration]:
        self.age = (self.age + 1) % AGES
        end = self._plies(position)
        most = min(bounds.depth or MAX_DEPTH, end)
        self._node_supply[0] = bounds.nodes or 0
        for thread in self.threads:
            thread.begin(self.age, is_limited=bounds.nodes is not None)
            thread.progress.end = end if self.is_whole_to_the_end else NEVER
        main, root = self.threads[0], self._root_moves(position)
        main.set_root(position, root, bounds.lines)
        depths = range(1 if self.option.get("deepening", True) else most, most + 1)
        flags = (thread.stop_flag for thread in self.threads)
        with stop.watched_by(*flags), self._helpers(position, root, depths) as helpers:
            for depth in depths:
                told = self.entry(main.arguments, main.driver, depth)
                is_whole = bool(told & WHOLE)
                is_final = is_whole and (depth == most or bool(told & SETTLED))
                is_last = is_final or not is_whole or stop.is_set
                if is_last:
                    helpers.close()  # so that their counters are final
                reached, is_proved = int(main.progress.reached), bool(told & PROVED)
                yield Iteration(reached, main.lines(), self._counters(), is_whole, is_final, is_proved)
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
        with contextlib.ExitStack() as leaving, contextlib.suppress(NoughtsError):  # which the first thread tells
            leaving.callback(ended.set)
            helper.set_root(position, root)
            for depth in depths:
                if not self.entry(helper.arguments, helper.driver, depth) & WHOLE:
                    return

    def _root_moves(self, position: Position) -> list[int]:
        return [move.code for move in position.legal_moves]

    def _counters(self) -> Counters:
        counted = {name: sum(int(thread.run[name]) for thread in self.threads) for name in COUNTERS}
        counted["deepest"] = int(self.threads[0].run.deepest)
        return Counters(table_fill=fill(self.table), **counted)
