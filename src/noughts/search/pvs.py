"""Principal-variation search: alpha-beta that expects the first move to be the best.

Only the first move is searched with the whole window. Of the others it asks with a window of nothing whether they are
better at all, which cuts more; one that is better is searched again for its value. Everything else is as in
search/alphabeta.py, so that the two can be compared: fail-soft, an optional table whose entries are used at exactly
their depth, and values that are plain minimax's. The strong engine's form of it is search/noughts.py.
"""

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.compiling import compiled
from noughts.kernel.contract import NO_MOVE, ONGOING, States, key, outcome, turn
from noughts.kernel.evaluation import Accumulators, Address, Weights
from noughts.kernel.intrinsics import int64
from noughts.kernel.scores import MATE
from noughts.kernel.table import (
    EXACT,
    LOWER,
    NOTHING,
    UPPER,
    Table,
    bound_of,
    depth_of,
    move_of,
    probe,
    store,
    value_of,
)
from noughts.search.deepening import DepthFirst
from noughts.search.frame import (
    AGE,
    HITS,
    LEFT_OPEN,
    LINE,
    STOP,
    TRACE,
    TRANSPOSITIONS,
    Frames,
    Run,
    bring_forward,
    count_cut,
    descend,
    enter,
    finished_value,
    keep_line,
    leaf_value,
    list_moves,
    note_root_move,
    trace_node,
    trace_value,
    visit_leaf,
)
from noughts.search.option import Option


@compiled
def pvs(
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
    """The value v for the side to move: v <= alpha means at most v, v >= beta at least v, else exactly v."""
    enter(run, ply, depth)
    frames[ply, run[LINE]] = 0
    if run[STOP] != 0:
        return int64(0)  # nobody looks at it
    if outcome(states[ply]) != ONGOING:
        return finished_value(states, ply, run)
    if depth == 0 or ply + 1 == len(states):
        return leaf_value(states, ply, table, evaluate, weights, accumulators, run)
    here, known = key(states[ply]), NO_MOVE
    if run[TRANSPOSITIONS]:
        data = probe(table, here)
        if data != NOTHING:
            known = move_of(data)
            value, bound = value_of(data, ply), bound_of(data)
            is_enough = bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)
            if is_enough and depth_of(data) == depth and ply > 0:
                run[HITS] += 1
                run[LEFT_OPEN] = 1  # nobody knows what is behind it
                return value
    n = list_moves(states, ply, frames, places, run)
    if known != NO_MOVE:
        bring_forward(frames[ply], n, known)
    mover = turn(states[ply])
    best, best_move, floor = -MATE - 1, NO_MOVE, alpha
    for i in range(n):
        move = frames[ply, i]
        descend(states, ply, move, frames, update, weights, accumulators, run)
        is_same_side = turn(states[ply + 1]) == mover
        if depth == 1:
            if run[TRACE] != 0:
                low, high = (alpha, beta) if is_same_side else (-beta, -alpha)
                trace_node(run, ply + 1, 0, move, low, high)
            value = visit_leaf(states, ply + 1, frames, table, evaluate, weights, accumulators, run)
            value = value if is_same_side else -value
        else:
            upper = beta if i == 0 else min(alpha + 1, beta)
            while True:
                low, high = (alpha, upper) if is_same_side else (-upper, -alpha)
                if run[TRACE] != 0:
                    trace_node(run, ply + 1, depth - 1, move, low, high)
                value = pvs(
                    states, frames, accumulators, places, table, evaluate, update, weights, run,
                    ply + 1, depth - 1, low, high,
                )  # fmt: skip
                value = value if is_same_side else -value
                if upper == beta or not alpha < value < beta or run[STOP] != 0:
                    break
                if run[TRACE] != 0:
                    trace_value(run, value)
                upper = beta
        if run[STOP] != 0:
            return best
        if run[TRACE] != 0:
            trace_value(run, value)
        note_root_move(frames, ply, i, value, run)
        if value > best:
            best, best_move = value, move
            if value > alpha:
                alpha = value
                keep_line(frames, ply, move, run[LINE])
        if alpha >= beta:
            count_cut(mover, run)
            break
    if run[TRANSPOSITIONS] and ply > 0:  # the root may have been searched without some of its moves
        bound = LOWER if best >= beta else UPPER if best <= floor else EXACT
        store(table, here, ply, best, bound, depth, best_move, run[AGE])
    return best


class Pvs(DepthFirst):
    """Principal-variation search under iterative deepening, with a table unless transpositions=false or hash_mb=0."""

    name = "pvs"
    recursion = pvs
    options = {name: value for name, value in DepthFirst.options.items() if name != "prune_on_win"} | {
        "transpositions": Option(True)
    }
    uses_table = uses_threads = is_exact = has_trace = True
