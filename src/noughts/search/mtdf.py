"""MTD(f): the value closed in on by zero-window searches from a first guess, as report 001 uses it.

Each pass of alpha-beta with a window of nothing answers "at least b?", and the transposition table makes the next pass
cheap. The first guess is the value of the iteration before.
"""

from typing import Any

from noughts.kernel.compiling import compiled
from noughts.kernel.intrinsics import int64
from noughts.kernel.scores import MATE
from noughts.search.alphabeta import alphabeta
from noughts.search.iteration import NO_GUESS, Driver, Look, RootSearch, keep_line
from noughts.search.textbook import Textbook, traced_iteration_of


def passes(look: Look) -> RootSearch:
    """A root search by zero windows alone."""

    @compiled
    def search_root(search: Any, driver: Driver, depth: int, guess: int) -> int:
        value = int64(0) if guess == NO_GUESS else guess
        lower, upper = int64(-MATE - 1), int64(MATE + 1)
        while lower < upper:
            beta = value + 1 if value == lower else value
            value = look(search, driver, depth, beta - 1, beta)
            if search.worker.run[0].stop != 0:
                # A pass that was broken off tells nothing: the line is the last one that held.
                return lower
            if value < beta:
                upper = value
            else:
                lower = value
                keep_line(search.worker, driver)
        return value

    return search_root


class Mtdf(Textbook):
    """MTD(f) under iterative deepening with a transposition table, and alpha-beta inside."""

    name = "mtdf"
    iteration = traced_iteration_of(alphabeta, passes)
    uses_table = uses_threads = is_exact = has_trace = True
    least_hash_mb = 1.0  # without a table every pass would begin again
