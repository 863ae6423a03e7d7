"""Principal-variation search: alpha-beta that expects the first move to be the best.

Only the first move is searched with the whole window. Of the others it asks with a window of nothing whether they are
better at all, which cuts more; one that is better is searched again for its value. Everything else is as in
search/alphabeta.py, so that the two can be compared: fail-soft, an optional table whose entries are used at exactly
their depth, and values that are plain minimax's. The strong engine's form of it is search/noughts.py.
"""

from noughts.kernel.compiling import recursive
from noughts.kernel.contract import NO_MOVE, ONGOING, key, outcome, turn
from noughts.kernel.intrinsics import int64
from noughts.kernel.scores import MATE
from noughts.kernel.table import (
    EXACT,
    LOWER,
    NOTHING,
    UPPER,
    bound_of,
    depth_of,
    move_of,
    probe,
    store,
    value_of,
)
from noughts.search.deepening import TRANSPOSITIONS
from noughts.search.node import count_cutoff, enter_node, note_root_move, prefetch_bucket, update_pv
from noughts.search.textbook import (
    Textbook,
    TextbookWorker,
    end_value,
    hash_move_first,
    leaf_value,
    list_moves,
    make_noted_move,
    traced_iteration_of,
    visit_leaf,
)
from noughts.search.trace import trace_node, trace_value


@recursive
def pvs(search: TextbookWorker, ply: int, depth: int, alpha: int, beta: int) -> int:
    """The value v for the side to move: v <= alpha means at most v, v >= beta at least v, else exactly v."""
    worker, run = search.worker, search.worker.run[0]
    states = worker.states
    enter_node(worker, ply, depth)
    if run.stop != 0:
        return int64(0)  # unused
    if outcome(states[ply]) != ONGOING:
        return end_value(search, ply)
    if depth == 0 or ply + 1 == len(states):
        return leaf_value(search, ply)
    here, hash_move = key(states[ply]), NO_MOVE
    if run.transpositions:
        data = probe(worker.table, here)
        if data != NOTHING:
            hash_move = move_of(data)
            value, bound = value_of(data, ply), bound_of(data)
            is_enough = bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)
            if is_enough and depth_of(data) == depth and ply > 0:
                run.table_hits += 1
                run.left_open = 1  # the entry's search may have left something open
                return value
    n = list_moves(search, ply)
    if hash_move != NO_MOVE:
        hash_move_first(worker.moves[ply], n, hash_move)
    mover = turn(states[ply])
    best, best_move, floor = -MATE - 1, NO_MOVE, alpha
    for i in range(n):
        move = worker.moves[ply, i]
        make_noted_move(search, ply, move)
        if depth > 1:
            prefetch_bucket(worker, ply + 1)
        is_same_side = turn(states[ply + 1]) == mover
        upper = beta if i == 0 or depth == 1 else min(alpha + 1, beta)
        while True:
            low, high = (alpha, upper) if is_same_side else (-upper, -alpha)
            trace_node(search.trace, run, ply + 1, depth - 1, move, low, high)
            value = visit_leaf(search, ply + 1) if depth == 1 else pvs(search, ply + 1, depth - 1, low, high)
            value = value if is_same_side else -value
            if run.stop != 0:
                return best
            trace_value(search.trace, run, value)
            if upper == beta or not alpha < value < beta:
                break
            upper = beta  # better than all before it: search it again for its value
        note_root_move(worker, ply, i, value)
        if value > best:
            best, best_move = value, move
            if value > alpha:
                alpha = value
                update_pv(worker.pv, ply, move)
        if alpha >= beta:
            count_cutoff(run, mover)
            break
    if run.transpositions and ply > 0:  # the root may have been searched without some of its moves
        bound = LOWER if best >= beta else UPPER if best <= floor else EXACT
        store(worker.table, here, ply, best, bound, depth, best_move, run.age)
    return best


class Pvs(Textbook):
    """Principal-variation search under iterative deepening, with a table unless transpositions=false or hash_mb=0."""

    name = "pvs"
    iteration = traced_iteration_of(pvs)
    options = {name: value for name, value in Textbook.options.items() if name != "prune_on_win"} | {
        "transpositions": TRANSPOSITIONS
    }
    uses_table = uses_threads = is_exact = has_trace = True
