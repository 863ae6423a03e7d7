"""Working memory of a depth-first search: a NamedTuple of arrays, and a record of settings and counters.

Every recursion has the same parameters, so that one driver runs them all:

    def minimax(search, ply, depth, alpha, beta) -> value

`search` is a NamedTuple: a `Worker`, which all searches have, and what the search itself needs besides. It is the same
at every node, so that the recursion only passes it on. Rows are plies: the node at `ply` works on the row `ply`, and on
the next one for the positions that its moves lead to.

`worker.run[0]` is the record (kernel/run.py), one for each thread. A search adds fields of its own to RUN_FIELDS.
"""

from dataclasses import fields
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.by_address import Address
from noughts.kernel.contract import MoveBuffer, States
from noughts.kernel.evaluation import Accumulators, Weights
from noughts.kernel.table import Table
from noughts.search.base import Counters

MoveRows: TypeAlias = NDArray[np.int64]

COUNTERS = tuple(one.name for one in fields(Counters) if one.name != "table_fill")  # which is looked up when asked
RUN_FIELDS = (
    "stop",  # not 0: leave; a StopSignal sets it, and the node that finds no more nodes to search
    "node_limit",  # this thread's, until it asks `node_supply` for more
    "root_moves",  # how many stand in moves[0]
    "root_searched",  # how many of them have a value in root_values
    "age",  # of the table's entries
    "transpositions",  # keep values of inner nodes in the table
    "left_open",  # 1 if anything was evaluated, reduced or left out: a deeper search may find something else
    *COUNTERS,
)


class Worker(NamedTuple):
    """The arrays of one search thread, and what it calls."""

    states: States  # one a ply
    moves: MoveRows  # a row a ply: the moves to try
    scores: MoveRows  # a row a ply: what the moves are ordered by
    pv: MoveRows  # a row a ply: the principal variation, NO_MOVE behind its last move
    root_values: MoveBuffer  # what the moves of the root are worth, or at most, in the order of moves[0]
    accumulators: Accumulators  # a row a ply, for the evaluation
    weights: Weights  # for the evaluation
    evaluate: Address  # the evaluation
    update: Address  # its update,
    order: Address  # its order of moves,
    verdict: Address  # and its verdicts
    table: Table  # maybe without entries
    node_supply: NDArray[np.int64]  # one number, which all threads share: the nodes that they may still search
    run: NDArray[np.record]  # one record
