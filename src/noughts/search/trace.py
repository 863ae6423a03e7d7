"""A trace: what a recursion writes down of itself, for `noughts tree`.

It is a sequence of events: a node with its window, for its side to move, and later, after those below it, its value,
for the side that moved there. Every parent writes both of its children, the driver those of the root. A search writes
none where the array has no rows, which costs it a comparison a node.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.compiling import compiled, inlined
from noughts.kernel.run import Run

Trace: TypeAlias = NDArray[np.int64]  # a row an event; run.trace_events are written

TRACE_EVENT = 5  # ply, depth, move, alpha, beta; or TRACE_VALUE, value
TRACE_VALUE = -1


def new_trace(nodes: int) -> Trace:
    """Room for the events of as many nodes."""
    return np.zeros((2 * nodes, TRACE_EVENT), np.int64)


@inlined
def trace_node(trace: Trace, run: Run, ply: int, depth: int, move: int, alpha: int, beta: int) -> None:
    """Write down that a node is searched, if a trace is kept."""
    if len(trace) != 0:
        write_node(trace, run, ply, depth, move, alpha, beta)


@inlined
def trace_value(trace: Trace, run: Run, value: int) -> None:
    """Write down what the last open node is worth to the side that moved there; at the root, to the side to move."""
    if len(trace) != 0:
        write_value(trace, run, value)


@compiled
def write_node(trace: Trace, run: Run, ply: int, depth: int, move: int, alpha: int, beta: int) -> None:
    """A node's event; where there is no room for another one, stop."""
    at = run.trace_events
    if at + 2 > len(trace):
        run.stop = 1
        return
    trace[at, 0], trace[at, 1], trace[at, 2], trace[at, 3], trace[at, 4] = ply, depth, move, alpha, beta
    run.trace_events = at + 1


@compiled
def write_value(trace: Trace, run: Run, value: int) -> None:
    at = run.trace_events
    if at < len(trace):
        trace[at, 0], trace[at, 1] = TRACE_VALUE, value
        run.trace_events = at + 1
