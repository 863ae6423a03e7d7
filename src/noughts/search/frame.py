"""What all depth-first searches share at a node: their arguments, counters and settings, and the steps they take.

Every recursion has the same parameters, so that one driver runs them all:

    states        one state a ply                        table         the transposition table, maybe without entries
    frames        one row a ply, see below               evaluate,     the addresses of the evaluation
                                                         update        and of its update
    accumulators  one row a ply, for the evaluation       weights       for the evaluation
    places        row and column where each move lands    run           settings and counters, by the names below

A frame holds the legal moves, as much room again for sorting them, the move that led there, and from `run[LINE]` on the
principal variation: its length, then its moves.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.compiling import compiled, inlined
from noughts.kernel.contract import DRAW, FIRST, NO_MOVE, ONGOING, States, key, moves, outcome, play, points, turn
from noughts.kernel.evaluation import Accumulators, Address, Weights, call_update, call_value
from noughts.kernel.intrinsics import copy_state, draw
from noughts.kernel.scores import MATE, POINT
from noughts.kernel.table import EXACT, NOTHING, Table, depth_of, probe, store, value_of

Frames: TypeAlias = NDArray[np.int64]
Run: TypeAlias = NDArray[np.int64]

# Settings
STOP, NODE_LIMIT, ROOT_MOVES, LINE, AGE = 0, 1, 2, 3, 4  # NODE_LIMIT: this thread's, until it asks for more
WIN_VALUE = 5  # 0: a win is a mate; else a win is worth this much, however far away, as some reports have it
CUT_SIDE = 6  # hminimax: the side on whose turns the depth is tested, -1 for both
PRUNE = 7  # hminimax: with alpha-beta
PRUNE_ON_WIN = 8  # leave a node as soon as a move wins the game at once
NEAREST = 9  # try moves near the last one first
LOOK = 10  # noughts: what an evaluation weighs in the order of moves, 0 where it orders them itself
STATIC_CACHE = 11  # keep evaluations in the table
TRANSPOSITIONS = 12  # keep values of inner nodes in the table
REDUCTIONS = 13  # noughts: look less deeply at late moves, and leave some out
THREATS = 14  # noughts: positions that a threat search at a leaf may look at, 0 for none
THREAT_REPLIES = 15  # threat search: how many replies a threat may leave
NOISE = 16  # noughts: how much evaluations are misjudged by, at most
NOISE_SEED = 17
MARGIN = 18  # noughts: how much better than beta, for each ply of depth, a static value must be to be believed
NODE_SUPPLY = 19  # where the nodes stand that all threads together may still look at
TRACE = 20  # where in `run`, behind all else, the next event of a trace is written; 0 where nobody asks for one
# Counters
FIRST_COUNTER = 24
NODES, STATIC, DYNAMIC, ALPHA_CUTS, BETA_CUTS, HITS, SAVED, DEEPEST = 24, 25, 26, 27, 28, 29, 30, 31
THREAT_NODES = 32  # what is left of a threat search's
LEFT_OPEN = 33  # 1 if anything was evaluated, reduced or left out: a deeper search may find something else
ROOT_DONE = 34  # moves of the root that have been searched
MAX_RINGS = 64
RINGS = 40  # room for sorting by rings
RUN_SIZE = RINGS + MAX_RINGS

NODE_GRANULE = 64  # as many nodes a thread takes at a time

# A trace is a sequence of events: a node with its window, for its side to move, and later, after those below it, its
# value, for the side that moved there. Every parent writes both of its children, the driver those of the root.
TRACE_EVENT = 5  # ply, depth, move, alpha, beta; or TRACE_VALUE, value
TRACE_VALUE = -1


@compiled
def ask_for_nodes(run: Run) -> None:
    """Take some of the nodes that all threads together have; where none are left, stop: the last one does not count."""
    run[NODE_LIMIT] += draw(run[NODE_SUPPLY], NODE_GRANULE)
    if run[NODES] >= run[NODE_LIMIT]:
        run[NODES] = run[NODE_LIMIT]
        run[STOP] = 1


@inlined
def count_node(run: Run) -> None:
    """At the limit of nodes the search is told to stop."""
    run[NODES] += 1
    if run[NODES] >= run[NODE_LIMIT]:
        ask_for_nodes(run)


@inlined
def enter(run: Run, ply: int, depth: int) -> None:
    """Count a node with what is known of it."""
    count_node(run)
    if depth != 0:
        run[DYNAMIC] += 1
    run[DEEPEST] = max(run[DEEPEST], ply)


@inlined
def finished_value(states: States, ply: int, run: Run) -> int:
    """The value of a finished game."""
    run[STATIC] += 1
    result, mover = outcome(states[ply]), turn(states[ply])
    if result == DRAW:
        return POINT * (points(states[ply], mover) - points(states[ply], 1 - mover))
    win = run[WIN_VALUE] if run[WIN_VALUE] else MATE - ply
    return win if result - FIRST == mover else -win


@inlined
def leaf_value(
    states: States,
    ply: int,
    table: Table,
    evaluate: Address,
    weights: Weights,
    accumulators: Accumulators,
    run: Run,
) -> int:
    """The evaluation of a game that goes on, from the table if it was kept there."""
    run[LEFT_OPEN] = 1
    run[STATIC] += 1  # those answered by the table too, as report 000 counts them; SAVED says how many
    if not run[STATIC_CACHE]:
        return call_value(evaluate, states, ply, weights, accumulators)
    here = key(states[ply])
    data = probe(table, here)
    if data != NOTHING and depth_of(data) == 0:
        run[SAVED] += 1
        return value_of(data, ply)
    value = call_value(evaluate, states, ply, weights, accumulators)
    if data == NOTHING:
        store(table, here, ply, value, EXACT, 0, NO_MOVE, run[AGE])
    return value


@inlined
def visit_leaf(
    states: States,
    ply: int,
    frames: Frames,
    table: Table,
    evaluate: Address,
    weights: Weights,
    accumulators: Accumulators,
    run: Run,
) -> int:
    """The value of a node with no depth left. Most nodes are such: their parents visit them without recursion."""
    enter(run, ply, 0)
    frames[ply, run[LINE]] = 0
    if outcome(states[ply]) != ONGOING:
        return finished_value(states, ply, run)
    return leaf_value(states, ply, table, evaluate, weights, accumulators, run)


@inlined
def list_moves(states: States, ply: int, frames: Frames, places: NDArray[np.int64], run: Run) -> int:
    """Write the moves to try to the frame; those of the root stand there already."""
    if ply == 0:
        return run[ROOT_MOVES]
    n = moves(states[ply], frames[ply])
    if run[NEAREST]:
        nearest_first(frames[ply], n, frames[ply, run[LINE] - 1], places, run)
    return n


@inlined
def ring_of(move: int, row: int, column: int, places: NDArray[np.int64]) -> int:
    """How far from a cell a move lands; on a very large board the last ring has all that lies beyond it."""
    return min(max(abs(places[move, 0] - row), abs(places[move, 1] - column)), MAX_RINGS - 1)


@compiled
def nearest_first(frame: NDArray[np.int64], n: int, last: int, places: NDArray[np.int64], run: Run) -> None:
    """Sort a frame's moves by the ring around the last move on which they land, keeping the order within a ring."""
    if last == NO_MOVE:
        return
    row, column = places[last, 0], places[last, 1]
    scratch = (run[LINE] - 1) // 2
    ends = run[RINGS:]
    for ring in range(MAX_RINGS):
        ends[ring] = 0
    for i in range(n):
        ends[ring_of(frame[i], row, column, places)] += 1
    for ring in range(1, MAX_RINGS):
        ends[ring] += ends[ring - 1]
    for i in range(n - 1, -1, -1):
        ring = ring_of(frame[i], row, column, places)
        ends[ring] -= 1
        frame[scratch + ends[ring]] = frame[i]
    for i in range(n):
        frame[i] = frame[scratch + i]


@inlined
def bring_forward(frame: NDArray[np.int64], n: int, move: int) -> None:
    """Put a move, if it is there, before all others."""
    for i in range(n):
        if frame[i] == move:
            for j in range(i, 0, -1):
                frame[j] = frame[j - 1]
            frame[0] = move
            return


@inlined
def descend(
    states: States,
    ply: int,
    move: int,
    frames: Frames,
    update: Address,
    weights: Weights,
    accumulators: Accumulators,
    run: Run,
) -> None:
    """Play a move from states[ply] to states[ply + 1]."""
    copy_state(states, ply + 1, ply)
    play(states[ply + 1], move)
    frames[ply + 1, run[LINE] - 1] = move
    if accumulators.shape[1] != 0:
        call_update(update, states, ply + 1, move, weights, accumulators)


@inlined
def keep_line(frames: Frames, ply: int, move: int, line: int) -> None:
    """The principal variation from here: this move, then the variation after it."""
    length = frames[ply + 1, line]
    frames[ply, line] = length + 1
    frames[ply, line + 1] = move
    for i in range(length):
        frames[ply, line + 2 + i] = frames[ply + 1, line + 1 + i]


@inlined
def note_root_move(frames: Frames, ply: int, i: int, value: int, run: Run) -> None:
    """Tell the driver what the i-th move of the root is worth; no more than that, where it is not better than alpha.

    The values stand where the moves were sorted: a move that has been searched needs no place there.
    """
    if ply == 0:
        frames[0, (run[LINE] - 1) // 2 + i] = value
        run[ROOT_DONE] = i + 1


@compiled
def trace_node(run: Run, ply: int, depth: int, move: int, alpha: int, beta: int) -> None:
    """Write down that a node is searched; where there is no room, stop."""
    at = run[TRACE]
    if at + 2 * TRACE_EVENT > len(run):
        run[STOP] = 1
        return
    run[at], run[at + 1], run[at + 2], run[at + 3], run[at + 4] = ply, depth, move, alpha, beta
    run[TRACE] = at + TRACE_EVENT


@compiled
def trace_value(run: Run, value: int) -> None:
    """Write down what the last open node is worth to the side that moved there; at the root, to the side to move."""
    at = run[TRACE]
    if at + TRACE_EVENT <= len(run):
        run[at], run[at + 1] = TRACE_VALUE, value
        run[TRACE] = at + TRACE_EVENT


@inlined
def count_cut(mover: int, run: Run) -> None:
    """Beta cut-offs are X's, alpha cut-offs O's."""
    if mover == 0:
        run[BETA_CUTS] += 1
    else:
        run[ALPHA_CUTS] += 1
