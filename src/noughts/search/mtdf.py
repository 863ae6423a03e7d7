"""MTD(f): the value closed in on by zero-window searches from a first guess, as report 001 uses it.

Each pass of alpha-beta with a window of nothing answers "at least b?", and the transposition table makes the next pass
cheap. The first guess is the value of the iteration before.
"""

from collections.abc import Callable

from noughts.kernel.scores import MATE
from noughts.search.alphabeta import alphabeta
from noughts.search.search_thread import SearchThread
from noughts.search.textbook import Textbook


class Mtdf(Textbook):
    """MTD(f) under iterative deepening with a transposition table, and alpha-beta inside."""

    name = "mtdf"
    recursion = alphabeta
    uses_table = uses_threads = is_exact = has_trace = True
    least_hash_mb = 1.0  # without a table every pass would begin again

    def search_root(
        self, call: Callable[[int, int], int], main: SearchThread, guess: int | None
    ) -> tuple[int, list[int]]:
        value, line = guess or 0, list[int]()
        lower, upper = -MATE - 1, MATE + 1
        while lower < upper:
            beta = value + 1 if value == lower else value
            value = call(beta - 1, beta)
            if main.is_stopped():
                # A pass that was broken off tells nothing: the line is the last one that held.
                return lower, line
            if value < beta:
                upper = value
            else:
                lower = value
                line = main.line()
        return value, line
