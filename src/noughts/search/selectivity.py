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

# Late move reductions, by depth and number of the move. With a divisor of 0.95 instead of 1.1: 15x15x5 57.8 % of 102
# games, ultimate 52.8 % of 300, nineboard 48.3 % of 238. Tried and left out: a quarter more (15x15x5 50.0 % of 114),
# and less for moves of good history (50.5 % and 47.6 %).
MOST_REDUCED = 64
FIRST_REDUCED = 2  # the moves before this one are not reduced
_logs = np.log(np.maximum(np.arange(MOST_REDUCED), 1))
REDUCTION = (np.outer(_logs, _logs) / 0.95).astype(np.int8)

FUTILITY_DEPTH = 4  # ultimate 54.2 % of 300 games, twice the margin 47.9 %

# Where the evaluation has verdicts, its static values are those of quiet positions and can be trusted further. Matches
# on 15x15x5 at 15,000 nodes a move:
QUIET_FUTILITY_DEPTH = 12  # instead of 4: 63.8 % of 40 games; two thirds of the margin 45.0 % of 60
RAZORING_DEPTH = 4  # 60.0 % of 60 games
LATE_MOVES = 8  # 4 of them 63.8 % of 40 games; fewer (3 + depth² * 5 / 32) 40.8 % of 60
# 8 instead of 4, and neither this nor reverse futility pruning where the other side is about to win: 51.2 % of 80 games
# at 20,000 nodes, 55.0 % of 40 at 80,000.

ITERATIVE_REDUCTION_DEPTH = 4  # from which on a node without a hash move is reduced; without that 42 % of 106 games
