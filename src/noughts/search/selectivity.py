"""Selectivity: how much less deeply the strong search looks at some moves, and which it leaves out.

What each constant gained stands beside it: matches by `tuning/sprt.py`, 40,000 nodes a move unless said.

Tried and left out: futility pruning (ultimate 50 % of 160 games), an extension where few moves are kept (52.2 % of
200), two plies more for a single reply (15x15x5 35 % of 40, 15,000 nodes); where the evaluation has no verdicts,
razoring (45 % and 47 %) and late move pruning (52.8 % of 300, later 52.0 % of 200: undecided). On 15x15x5, 100 games
each at 15,000 nodes: an extension of the replies to an open three (53.0 %: undecided), futility pruning of quiet moves
(42.0 %), singular extensions with multi-cut from depth 6 on (43.0 %), reductions and late move pruning by whether the
static value rises (46.0 % and 46.5 %). At 10,000 nodes: taking a node for lost without a look at the moves left out,
where no mate is asked for (49.2 % of 60), a wider aspiration window (of 120 62.5 % of 60, of 300 48.8 % of 80), a ply
less of reduction in the principal variation and for moves with a score of 1,500 (55.8 % and 55.0 % of 60, but all of
these together 45.5 % of 100); two plies less for moves that threaten (51.9 % of 80 at 20,000). Values of leaves in the
table: a third of them are found there, and it costs as much time as it saves.
"""

import numpy as np

from noughts.kernel.compiling import inlined
from noughts.kernel.intrinsics import int64
from noughts.kernel.run import Run

SETTINGS = (
    "selective",  # reductions, moves left out, static values believed: all that is not minimax; 0 for none of it
    "spread",  # a usual difference between the evaluation's values, which margins are measured by
    "has_verdicts",  # whether the evaluation is ever certain: its static values are then those of quiet positions
)

MOST_REDUCED = 64
_logs = np.log(np.maximum(np.arange(MOST_REDUCED), 1))
REDUCTION = (np.outer(_logs, _logs) / 0.95).astype(np.int8)

ITERATIVE_REDUCTION_DEPTH = 4  # from which on a node without a hash move is reduced; without that 42 % of 106 games


@inlined
def reduction(depth: int, i: int) -> int:
    """Late move reductions: the plies that the i-th move is searched less deeply, 0 for the first two.

    With a divisor of 0.95 instead of 1.1: 15x15x5 57.8 % of 102 games, ultimate 52.8 % of 300, nineboard 48.3 % of 238.
    Tried and left out: a quarter more (15x15x5 50.0 % of 114), and less for moves of good history (50.5 % and 47.6 %).
    """
    return int64(REDUCTION[min(depth, MOST_REDUCED - 1), min(i, MOST_REDUCED - 1)])


# Where the evaluation has verdicts, its static values can be trusted further. Matches of that on 15x15x5 at 15,000
# nodes a move.


@inlined
def futility_depth(run: Run) -> int:
    """The depth up to which static values far above beta are believed: reverse futility pruning.

    4: ultimate 54.2 % of 300 games. With verdicts 12 instead of 4: 63.8 % of 40.
    """
    return 12 if run.has_verdicts else 4


@inlined
def futility_margin(run: Run, depth: int) -> int:
    """The margin above beta. Twice as far in ultimate 47.9 % of 300 games; with verdicts two thirds 45.0 % of 60."""
    return run.spread * depth


@inlined
def razoring_depth(run: Run) -> int:
    """The depth up to which static values far below alpha are believed where no threats win: razoring.

    Only with verdicts: 60.0 % of 60 games.
    """
    return 4 if run.has_verdicts else 0


@inlined
def razoring_margin(run: Run, depth: int) -> int:
    """The margin below alpha."""
    return run.spread // 3 + 2 * run.spread // 5 * depth


@inlined
def late_move(run: Run, depth: int, count: int) -> int:
    """The move from which on quiet ones are left out, once one does not lose: late move pruning. Of `count` none is.

    Only with verdicts: 4 instead of all 63.8 % of 40 games; fewer (3 + depth² * 5 / 32) 40.8 % of 60. 8 instead of 4,
    and neither this nor reverse futility pruning where the other side is about to win: 51.2 % of 80 games at 20,000
    nodes, 55.0 % of 40 at 80,000.
    """
    return 8 + depth * depth // 4 if run.has_verdicts else count
