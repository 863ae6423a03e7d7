"""Depth-limited H-minimax, as report 002 describes it: an evaluation where the depth is reached.

Two options are the report's own: alpha-beta pruning (`prune`), and testing the depth on one side's turns only
(`cut_side`: `mover` for the side to move at the root, `both` for the textbook's). On the other side's turns the
search goes on.
"""

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.compiling import compiled
from noughts.kernel.contract import FIRST, ONGOING, States, outcome, turn
from noughts.kernel.evaluation import Accumulators, Address, Weights
from noughts.kernel.intrinsics import int64
from noughts.kernel.scores import MATE
from noughts.kernel.table import Table
from noughts.search.deepening import DepthFirst
from noughts.search.frame import (
    CUT_SIDE,
    LINE,
    PRUNE,
    PRUNE_ON_WIN,
    STOP,
    Frames,
    Run,
    count_cut,
    descend,
    enter,
    finished_value,
    keep_line,
    leaf_value,
    list_moves,
    note_root_move,
    visit_leaf,
)
from noughts.search.option import Option


@compiled
def hminimax(
    states: States,
    frames: Frames,
    accumulators: Accumulators,
    places: NDArray[np.int64],
    table: Table,
    evaluate: Address,
    update: Address,
    weights: Weights,
    run: Run,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
) -> int:
    """The value for the side to move, exact without pruning, else as alpha-beta's."""
    enter(run, ply, depth)
    frames[ply, run[LINE]] = 0
    if run[STOP] != 0:
        return int64(0)  # nobody looks at it
    if outcome(states[ply]) != ONGOING:
        return finished_value(states, ply, run)
    mover = turn(states[ply])
    is_cut = depth <= 0 and (run[CUT_SIDE] < 0 or run[CUT_SIDE] == mover)
    if is_cut or ply + 1 == len(states):
        return leaf_value(states, ply, table, evaluate, weights, accumulators, run)
    n, best = list_moves(states, ply, frames, places, run), -MATE - 1
    for i in range(n):
        move = frames[ply, i]
        descend(states, ply, move, frames, update, weights, accumulators, run)
        is_same_side = turn(states[ply + 1]) == mover
        if depth == 1 and run[CUT_SIDE] < 0:
            value = visit_leaf(states, ply + 1, frames, table, evaluate, weights, accumulators, run)
            value = value if is_same_side else -value
        elif is_same_side:
            value = hminimax(
                states, frames, accumulators, places, table, evaluate, update, weights, run,
                ply + 1, depth - 1, alpha, beta,
            )  # fmt: skip
        else:
            value = -hminimax(
                states, frames, accumulators, places, table, evaluate, update, weights, run,
                ply + 1, depth - 1, -beta, -alpha,
            )  # fmt: skip
        if run[STOP] != 0:
            return best
        note_root_move(frames, ply, i, value, run)
        if value > best:
            best = value
            keep_line(frames, ply, move, run[LINE])
        if run[PRUNE]:
            alpha = max(alpha, value)
            if alpha >= beta:
                count_cut(mover, run)
                break
        if run[PRUNE_ON_WIN] and outcome(states[ply + 1]) == FIRST + mover:
            break
    return best


class HMinimax(DepthFirst):
    """Depth-limited minimax with an evaluation at the cut-off; prune=false for the plain one, cut_side=both|mover."""

    name = "hminimax"
    recursion = hminimax
    options = DepthFirst.options | {
        "deepening": Option(False),
        "prune": Option(True),
        "cut_side": Option("both", choices=("both", "mover")),
    }
    is_exact = True  # where the depth is tested on both sides' turns
    # Beyond the depth the search goes on until it is the other side's turn.
    spare_plies = 8
