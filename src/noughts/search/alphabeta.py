"""Alpha-beta: minimax that leaves out what cannot change the result.

Negamax form, fail-soft, with an optional transposition table. Entries are used at exactly the depth that is asked
for, so that the value is plain minimax's at that depth, whatever the size of the table.
"""

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.compiling import compiled
from noughts.kernel.contract import FIRST, NO_MOVE, ONGOING, States, key, outcome, turn
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
    PRUNE_ON_WIN,
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
def alphabeta(
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
        if run[TRACE] != 0:
            low, high = (alpha, beta) if is_same_side else (-beta, -alpha)
            trace_node(run, ply + 1, depth - 1, move, low, high)
        if depth == 1:
            value = visit_leaf(states, ply + 1, frames, table, evaluate, weights, accumulators, run)
            value = value if is_same_side else -value
        elif is_same_side:
            value = alphabeta(
                states, frames, accumulators, places, table, evaluate, update, weights, run,
                ply + 1, depth - 1, alpha, beta,
            )  # fmt: skip
        else:
            value = -alphabeta(
                states, frames, accumulators, places, table, evaluate, update, weights, run,
                ply + 1, depth - 1, -beta, -alpha,
            )  # fmt: skip
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
        if run[PRUNE_ON_WIN] and outcome(states[ply + 1]) == FIRST + mover:
            break
    if run[TRANSPOSITIONS] and ply > 0:  # the root may have been searched without some of its moves
        bound = LOWER if best >= beta else UPPER if best <= floor else EXACT
        store(table, here, ply, best, bound, depth, best_move, run[AGE])
    return best


class AlphaBeta(DepthFirst):
    """Alpha-beta under iterative deepening, with a transposition table unless transpositions=false or hash_mb=0."""

    name = "alphabeta"
    recursion = alphabeta
    options = DepthFirst.options | {"transpositions": Option(True)}
    uses_table = uses_threads = is_exact = has_trace = True
