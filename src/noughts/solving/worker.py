"""Working memory of the solver's searches: a NamedTuple of arrays, and a record of settings and counters.

Every recursion gets a NamedTuple that is the same at every node: a `Worker`, which all methods have, or one and what
the method itself needs besides. Rows are plies: the node at `ply` works on the row `ply`, and on the next one for the
positions that its moves lead to.

The states of a ply are its position and the position's images (symmetry.py): states[ply * len(images)] is the position
itself. Behind those of all plies stand the states of the table's entries (proof_table.py).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from noughts.board import Game
from noughts.errors import NoughtsError
from noughts.kernel.compiling import inlined
from noughts.kernel.contract import NO_MOVE, ROOM, MoveBuffer, States
from noughts.kernel.run import Run, new_run
from noughts.solving.proof_table import ENTRY, Entries, entries_within

MoveRows = NDArray[np.int64]
MoveImages = NDArray[np.int64]

UNLIMITED_NODES = 1 << 62
RUN_FIELDS = (
    "stop",  # not 0: leave at once
    "nodes",  # positions looked at
    "node_limit",  # positions after which to leave
    "player",  # the question's,
    "target",  # what the player is to get,
    "within",  # and the number of plies
    "first_kept",  # where the table's states begin
    "words",  # of a state
    "root_proof",  # numbers, of a proof-number search
    "root_disproof",
    "best_move",  # at the root: the one that answers, or that is tried most
    "too_long",  # 1: a game went on for longer than it says it can
    "threat_limit",  # positions at most that a look for a win by threats takes; 0: there is none
    "eager",  # 1: the move that looks best is searched before the others are looked at
)


class Worker(NamedTuple):
    """The arrays of a search."""

    states: States
    images: MoveImages  # of every move, a row a symmetry, the identity first
    moves: MoveRows  # a row a ply: the moves to try
    threats: MoveRows  # a row a ply: the moves of a threat search,
    threat_counts: MoveBuffer  # how many there are at a ply,
    threats_tried: MoveBuffer  # and which one is being tried
    entries: Entries  # of the table
    scratch: MoveBuffer  # for `cannot_win`, and for `promise`
    run: NDArray[np.record]  # one record


def new_worker(game: Game, hash_mb: float, images: MoveImages) -> Worker:
    """Arrays for a game, with a table of so many megabytes."""
    plies = game.max_plies + 3
    first_kept = plies * len(images)
    count = entries_within(hash_mb, game.rules.dtype.itemsize)
    try:
        states, entries = game.new_states(first_kept + count), np.zeros(count, ENTRY)
        moves, threats = game.new_moves(plies), game.new_moves(plies)
    except MemoryError:
        raise NoughtsError(
            f"a table of {hash_mb:g} megabytes, and room for the {game.max_plies:,} plies of {game.name}, "
            "do not fit into this machine's memory"
        ) from None
    worker = Worker(
        states=states,
        images=images,
        moves=moves,
        threats=threats,
        threat_counts=np.zeros(plies, np.int64),
        threats_tried=np.zeros(plies, np.int64),
        entries=entries,
        scratch=np.zeros(max(ROOM, game.move_codes), np.int64),
        run=new_run(RUN_FIELDS),
    )
    run = worker.run[0]
    run["first_kept"], run["words"] = first_kept, game.rules.dtype.itemsize // 8
    run["node_limit"], run["best_move"] = UNLIMITED_NODES, NO_MOVE
    return worker


@inlined
def is_stopped(run: Run) -> bool:
    return run.stop != 0 or run.nodes >= run.node_limit
