"""Plain minimax: every line to its end, or to a depth where the evaluation decides. The measure of all searches."""

from dataclasses import replace

from noughts.kernel.compiling import recursive
from noughts.kernel.contract import ONGOING, outcome, turn
from noughts.kernel.intrinsics import int64
from noughts.kernel.scores import MATE
from noughts.search.deepening import DEEPENING
from noughts.search.node import enter_node, note_root_move, update_pv
from noughts.search.textbook import (
    Textbook,
    TextbookWorker,
    end_value,
    leaf_value,
    list_moves,
    make_noted_move,
    traced_iteration_of,
    visit_leaf,
)
from noughts.search.trace import trace_node, trace_value


@recursive
def minimax(search: TextbookWorker, ply: int, depth: int, alpha: int, beta: int) -> int:
    """The exact value for the side to move; alpha and beta are not used."""
    worker, run = search.worker, search.worker.run[0]
    states = worker.states
    enter_node(worker, ply, depth)
    if run.stop != 0:
        return int64(0)  # unused
    if outcome(states[ply]) != ONGOING:
        return end_value(search, ply)
    if depth == 0 or ply + 1 == len(states):
        return leaf_value(search, ply)
    n, mover, best = list_moves(search, ply), turn(states[ply]), -MATE - 1
    for i in range(n):
        move = worker.moves[ply, i]
        make_noted_move(search, ply, move)
        trace_node(search.trace, run, ply + 1, depth - 1, move, alpha, beta)
        value = visit_leaf(search, ply + 1) if depth == 1 else minimax(search, ply + 1, depth - 1, alpha, beta)
        if run.stop != 0:
            return best
        if turn(states[ply + 1]) != mover:
            value = -value
        trace_value(search.trace, run, value)
        note_root_move(worker, ply, i, value)
        if value > best:
            best = value
            update_pv(worker.pv, ply, move)
    return best


class Minimax(Textbook):
    """Plain minimax. Without a limit it searches to the end of the game."""

    name = "minimax"
    ends_by_itself = is_exact = True
    iteration = traced_iteration_of(minimax)
    options = Textbook.options | {"deepening": replace(DEEPENING, default=False)}
    has_trace = True
