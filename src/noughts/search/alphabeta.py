"""Alpha-beta: minimax that leaves out what cannot change the result.

Negamax form, fail-soft, with an optional transposition table. Entries are used at exactly the depth that is asked
for, so that the value is plain minimax's at that depth, whatever the size of the table.
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
    is_enough_on_win,
    leaf_value,
    list_moves,
    make_noted_move,
    traced_iteration_of,
    visit_leaf,
)
from noughts.search.trace import trace_node, trace_value


@recursive
def alphabeta(search: TextbookWorker, ply: int, depth: int, alpha: int, beta: int) -> int:
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
        low, high = (alpha, beta) if is_same_side else (-beta, -alpha)
        trace_node(search.trace, run, ply + 1, depth - 1, move, low, high)
        value = visit_leaf(search, ply + 1) if depth == 1 else alphabeta(search, ply + 1, depth - 1, low, high)
        value = value if is_same_side else -value
        if run.stop != 0:
            return best
        trace_value(search.trace, run, value)
        note_root_move(worker, ply, i, value)
        if value > best:
            best, best_move = value, move
            if value > alpha:
                alpha = value
                update_pv(worker.pv, ply, move)
        if alpha >= beta:
            count_cutoff(run, mover)
            break
        if is_enough_on_win(search, ply, mover):
            break
    if run.transpositions and ply > 0:  # the root may have been searched without some of its moves
        bound = LOWER if best >= beta else UPPER if best <= floor else EXACT
        store(worker.table, here, ply, best, bound, depth, best_move, run.age)
    return best


class AlphaBeta(Textbook):
    """Alpha-beta under iterative deepening, with a transposition table unless transpositions=false or hash_mb=0."""

    name = "alphabeta"
    iteration = traced_iteration_of(alphabeta)
    options = Textbook.options | {"transpositions": TRANSPOSITIONS}
    uses_table = uses_threads = is_exact = has_trace = True
