"""Depth-limited H-minimax, as report 002 describes it: an evaluation where the depth is reached.

Two options are the report's own: alpha-beta pruning (`prune`), and testing the depth on one side's turns only
(`cut_side`: `mover` for the side to move at the root, `both` for the textbook's). On the other side's turns the
search goes on.
"""

from dataclasses import replace

from noughts.kernel.compiling import recursive
from noughts.kernel.contract import ONGOING, outcome, turn
from noughts.kernel.intrinsics import int64
from noughts.kernel.scores import MATE
from noughts.option import Option
from noughts.search.deepening import DEEPENING
from noughts.search.node import count_cutoff, enter_node, note_root_move, update_pv
from noughts.search.textbook import (
    Textbook,
    TextbookWorker,
    end_value,
    is_enough_on_win,
    leaf_value,
    list_moves,
    make_noted_move,
    traced_iteration_of,
    visit_leaf,
)
from noughts.search.trace import trace_node, trace_value


@recursive
def hminimax(search: TextbookWorker, ply: int, depth: int, alpha: int, beta: int) -> int:
    """The value for the side to move, exact without pruning, else as alpha-beta's."""
    worker, run = search.worker, search.worker.run[0]
    states = worker.states
    enter_node(worker, ply, depth)
    if run.stop != 0:
        return int64(0)  # unused
    if outcome(states[ply]) != ONGOING:
        return end_value(search, ply)
    mover = turn(states[ply])
    is_cut = depth <= 0 and (run.cut_side < 0 or run.cut_side == mover)
    if is_cut or ply + 1 == len(states):
        return leaf_value(search, ply)
    n, best = list_moves(search, ply), -MATE - 1
    for i in range(n):
        move = worker.moves[ply, i]
        make_noted_move(search, ply, move)
        is_same_side = turn(states[ply + 1]) == mover
        low, high = (alpha, beta) if is_same_side else (-beta, -alpha)
        trace_node(search.trace, run, ply + 1, depth - 1, move, low, high)
        if depth == 1 and run.cut_side < 0:
            value = visit_leaf(search, ply + 1)
        else:
            value = hminimax(search, ply + 1, depth - 1, low, high)
        value = value if is_same_side else -value
        if run.stop != 0:
            return best
        trace_value(search.trace, run, value)
        note_root_move(worker, ply, i, value)
        if value > best:
            best = value
            update_pv(worker.pv, ply, move)
        if run.prune:
            alpha = max(alpha, value)
            if alpha >= beta:
                count_cutoff(run, mover)
                break
        if is_enough_on_win(search, ply, mover):
            break
    return best


class HMinimax(Textbook):
    """Depth-limited minimax with an evaluation at the cut-off; prune=false for the plain one, cut_side=both|mover."""

    name = "hminimax"
    iteration = traced_iteration_of(hminimax)
    options = Textbook.options | {
        "deepening": replace(DEEPENING, default=False),
        "prune": Option(True, words="cut by alpha-beta"),
        "cut_side": Option("both", choices=("both", "mover"), words="on whose turns the depth is tested"),
    }
    has_trace = True
    is_exact = True  # where the depth is tested on both sides' turns
    # Beyond the depth the search goes on until it is the other side's turn.
    spare_plies = 8
