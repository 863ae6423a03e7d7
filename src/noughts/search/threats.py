"""Threat search: a win by moves that each leave the opponent just the replies that stop a win on the next move.

It is made of the games' hooks alone: the attacker tries `threat_moves` (or, when threatened itself, what
`forced_moves` leaves), the defender has what `forced_moves` leaves. Few moves are looked at, so it sees far: in gomoku
it finds wins by continuous fours twenty plies deep. What it finds is proved; where it finds nothing, there may be a win
all the same.

Searches call it by its address, as they call evaluations: a recursion that another compiled function calls directly
crashes when it is loaded from the cache.
"""

from typing import Any

from noughts.kernel.compiling import address, compiled, specialize
from noughts.kernel.contract import (
    NO_MOVE,
    ONGOING,
    UNRESTRICTED,
    Rules,
    States,
    forced_moves,
    key,
    outcome,
    play,
    threat_moves,
    turn,
    winning_move,
)
from noughts.kernel.evaluation import Address
from noughts.kernel.intrinsics import copy_state, int64
from noughts.kernel.mode import UNCOMPILED
from noughts.kernel.scores import MATE, MATE_RANGE
from noughts.kernel.table import ENTRY, LOWER, NOTHING, UPPER, Table, bound_of, probe, store, value_of
from noughts.search.frame import AGE, STOP, THREAT_NODES, THREAT_REPLIES, Frames, Run, count_node

NOWHERE: Address = 0  # in place of the threat search of a game without threats


@compiled
def threats(states: States, frames: Frames, table: Table, run: Run, ply: int) -> int:
    """The number of plies within which the side to move wins by threats, 0 if no such win was found.

    It looks at `run[THREAT_NODES]` positions at most. The table gets the first move of every win.
    """
    count_node(run)
    run[THREAT_NODES] -= 1
    if run[STOP] != 0 or run[THREAT_NODES] < 0 or ply + 3 >= len(states):
        return int64(0)
    if winning_move(states[ply]) != NO_MOVE:
        return int64(1)
    here, attacker = key(states[ply]), turn(states[ply])
    if len(table) > 0:
        data = probe(table, here)
        if data != NOTHING and bound_of(data) != UPPER and value_of(data, ply) > MATE_RANGE:
            return MATE - value_of(data, ply) - ply
    n = forced_moves(states[ply], frames[ply])
    if n == UNRESTRICTED:
        n = threat_moves(states[ply], frames[ply])
    for i in range(n):
        copy_state(states, ply + 1, ply)
        play(states[ply + 1], frames[ply, i])
        if outcome(states[ply + 1]) != ONGOING or turn(states[ply + 1]) == attacker:
            continue
        if winning_move(states[ply + 1]) != NO_MOVE:
            continue
        replies = forced_moves(states[ply + 1], frames[ply + 1])
        if replies == UNRESTRICTED or replies > run[THREAT_REPLIES]:
            continue
        longest = 1
        for j in range(replies):
            copy_state(states, ply + 2, ply + 1)
            play(states[ply + 2], frames[ply + 1, j])
            plies = 0
            if outcome(states[ply + 2]) == ONGOING and turn(states[ply + 2]) == attacker:
                plies = threats(states, frames, table, run, ply + 2)
            if plies == 0:
                longest = 0
                break
            longest = max(longest, plies)
        if longest > 0:
            if len(table) > 0:
                store(table, here, ply, MATE - ply - 2 - longest, LOWER, 0, frames[ply, i], run[AGE])
            return longest + 2
    return int64(0)


def call_threats(searcher: Address, states: States, frames: Frames, table: Table, run: Run, ply: int) -> int:
    """Call the threat search by its address."""
    return searcher(states, frames, table, run, ply)


def has_threats(rules: Rules) -> bool:
    """Whether a game knows threats; where it does not, there is nothing to search."""
    return "threat_moves" in rules.functions


def threats_address(rules: Rules, label: str) -> Address:
    """The threat search compiled for a game, as what searches take."""
    if UNCOMPILED:
        return threats
    from numba import from_dtype, types
    from numba import int64 as i64

    states, table = types.Array(rules.record_type, 1, "C"), types.Array(from_dtype(ENTRY), 1, "C")
    signature = i64(states, i64[:, ::1], table, i64[::1], i64)
    specialize(threats, signature, f"threat search for {label}")
    return address(threats, signature)


if not UNCOMPILED:
    from numba import types

    from noughts.kernel.evaluation import calling
    from noughts.kernel.native import twin_of

    @twin_of(call_threats)
    def _threats_at(
        typing_context: Any, searcher: Any, states: Any, frames: Any, table: Any, run: Any, ply: Any
    ) -> Any:
        return calling(types.int64, types.int64, states, frames, table, run, types.int64)
