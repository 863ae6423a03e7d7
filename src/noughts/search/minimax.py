"""Plain minimax: every line to its end, or to a depth where the evaluation decides. The measure of all searches."""

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.compiling import compiled
from noughts.kernel.contract import ONGOING, States, outcome, turn
from noughts.kernel.evaluation import Accumulators, Address, Weights
from noughts.kernel.intrinsics import int64
from noughts.kernel.scores import MATE
from noughts.kernel.table import Table
from noughts.search.deepening import DepthFirst
from noughts.search.frame import (
    LINE,
    STOP,
    TRACE,
    Frames,
    Run,
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
def minimax(
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
    """The exact value for the side to move; alpha and beta are not used."""
    enter(run, ply, depth)
    frames[ply, run[LINE]] = 0
    if run[STOP] != 0:
        return int64(0)  # nobody looks at it
    if outcome(states[ply]) != ONGOING:
        return finished_value(states, ply, run)
    if depth == 0 or ply + 1 == len(states):
        return leaf_value(states, ply, table, evaluate, weights, accumulators, run)
    n, mover, best = list_moves(states, ply, frames, places, run), turn(states[ply]), -MATE - 1
    for i in range(n):
        move = frames[ply, i]
        descend(states, ply, move, frames, update, weights, accumulators, run)
        if run[TRACE] != 0:
            trace_node(run, ply + 1, depth - 1, move, alpha, beta)
        if depth == 1:
            value = visit_leaf(states, ply + 1, frames, table, evaluate, weights, accumulators, run)
        else:
            value = minimax(
                states, frames, accumulators, places, table, evaluate, update, weights, run,
                ply + 1, depth - 1, alpha, beta,
            )  # fmt: skip
        if run[STOP] != 0:
            return best
        if turn(states[ply + 1]) != mover:
            value = -value
        if run[TRACE] != 0:
            trace_value(run, value)
        note_root_move(frames, ply, i, value, run)
        if value > best:
            best = value
            keep_line(frames, ply, move, run[LINE])
    return best


class Minimax(DepthFirst):
    """Plain minimax. Without a limit it searches to the end of the game."""

    name = "minimax"
    ends_by_itself = is_exact = True
    recursion = minimax
    options = DepthFirst.options | {"deepening": Option(False)}
    has_trace = True
