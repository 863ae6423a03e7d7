"""Threat-space search (VCF, victory by continuous fours): a win by moves that each leave the opponent just the replies
that stop a win on the next move.

It is made of the games' hooks: the attacker tries `threat_moves` (or, when threatened itself, what `forced_moves`
leaves), the defender has what `forced_moves` leaves. An evaluation's verdicts end it earlier. Few moves are looked at,
so it sees far: in gomoku it finds wins by continuous fours twenty plies deep. What it finds is proved; where it finds
nothing, there may be a win all the same.

Searches call it by its address, as they call evaluations: a recursion that another compiled function calls directly
crashes when it is loaded from the cache.

Tried and left out: asking for threats at inner nodes too (46.9 % of 128 games).
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.by_address import Address, calling
from noughts.kernel.compiling import address, compiled, inlined, specialize
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
from noughts.kernel.evaluation import (
    ASK_GAME,
    LONGEST_VERDICT,
    QUIET,
    THREATENED,
    THREATENING,
    Accumulators,
    Weights,
    call_update,
    call_verdict,
    without_pressure,
)
from noughts.kernel.intrinsics import copy_state, int64
from noughts.kernel.mode import UNCOMPILED
from noughts.kernel.scores import MATE, MATE_RANGE
from noughts.kernel.table import LOWER, NOTHING, UPPER, Table, bound_of, probe, store, value_of
from noughts.search.move_picker import list_candidates, list_only_reply, pick_best
from noughts.search.node import count_node
from noughts.search.worker import MoveRows, Worker

SETTINGS = (
    "threat_limit",  # positions that a threat search at a leaf may look at, 0 for none
    "threat_nodes",  # the rest of them
    "threat_replies",  # how many replies a threat may leave
)
THREAT_REPLIES = 2
# Without memory of what failed, 100 scored 48.8 % against 30, 10 scored 45.9 %. With it, on 15x15x5, the memory itself
# 56.7 % of 60 games, and 200 against 30 51.9 % of 80 (10,000 nodes a move).
THREAT_LIMIT = 300
WITHOUT_WIN = np.uint64(0x9E3779B97F4A7C15)  # changes the key of a position that no threats win, in the table


class ThreatWorker(NamedTuple):
    """Working memory of a threat search: a part of the calling worker's."""

    states: States
    moves: MoveRows
    scores: MoveRows
    accumulators: Accumulators
    weights: Weights
    update: Address
    verdict: Address
    candidates: Address
    table: Table
    node_supply: NDArray[np.int64]
    run: NDArray[np.record]


@compiled
def threats(worker: ThreatWorker, ply: int) -> int:
    """The number of plies within which the side to move wins by threats, 0 if no such win was found.

    It looks at `run.threat_nodes` positions at most. The table gets the first move of every win; and, under a key of
    their own, the positions where all threats lead nowhere: the same fours come in every order.
    """
    states, moves, table, run = worker.states, worker.moves, worker.table, worker.run[0]
    count_node(run, worker.node_supply)
    run.threat_nodes -= 1
    if run.stop != 0 or run.threat_nodes < 0 or ply + 3 >= len(states):
        return int64(0)
    certain = verdict_at(worker, ply)
    if certain == QUIET or certain < 0:
        return int64(0)
    if certain < LONGEST_VERDICT:
        return certain
    if certain == ASK_GAME and winning_move(states[ply]) != NO_MOVE:
        return int64(1)
    here, attacker = key(states[ply]), turn(states[ply])
    if len(table) > 0:
        data = probe(table, here)
        if data != NOTHING and bound_of(data) != UPPER and value_of(data, ply) > MATE_RANGE:
            return MATE - value_of(data, ply) - ply
        if probe(table, here ^ WITHOUT_WIN) != NOTHING:
            return int64(0)
    n = list_replies(worker, ply, certain)
    if n == UNRESTRICTED and run.has_candidates:
        n = list_candidates(worker, worker.candidates, ply, True)
    elif n == UNRESTRICTED:
        n = threat_moves(states[ply], moves[ply])
    for i in range(n):
        if run.has_candidates and n > 1:
            pick_best(moves[ply], worker.scores[ply], i, n)
        play_threat(worker, ply, moves[ply, i])
        if outcome(states[ply + 1]) != ONGOING or turn(states[ply + 1]) == attacker:
            continue
        certain = verdict_at(worker, ply + 1)
        if certain == ASK_GAME and winning_move(states[ply + 1]) != NO_MOVE:
            continue
        if certain < THREATENED and certain != -2:
            continue
        longest, replies = 1, 0
        if certain != -2:
            replies = list_replies(worker, ply + 1, certain)
            if replies == UNRESTRICTED or replies > run.threat_replies:
                continue
        for j in range(replies):
            play_threat(worker, ply + 1, moves[ply + 1, j])
            plies = 0
            if outcome(states[ply + 2]) == ONGOING and turn(states[ply + 2]) == attacker:
                plies = threats(worker, ply + 2)
            if plies == 0:
                longest = 0
                break
            longest = max(longest, plies)
        if longest > 0:
            if len(table) > 0:
                store(table, here, ply, MATE - ply - 2 - longest, LOWER, 0, moves[ply, i], run.age)
            return longest + 2
    if len(table) > 0 and run.threat_nodes >= 0 and run.stop == 0:
        store(table, here ^ WITHOUT_WIN, ply, 0, UPPER, 0, NO_MOVE, run.age)
    return int64(0)


@inlined
def verdict_at(worker: ThreatWorker, ply: int) -> int:
    certain = call_verdict(worker.verdict, worker.states, ply, worker.weights, worker.accumulators)
    return without_pressure(certain)


@inlined
def list_replies(worker: ThreatWorker, ply: int, certain: int) -> int:
    """The replies to a win on the next move, UNRESTRICTED where none threatens."""
    if certain == THREATENING:
        return UNRESTRICTED
    if certain == THREATENED and worker.run[0].has_candidates:
        return list_only_reply(worker, worker.candidates, ply)
    return forced_moves(worker.states[ply], worker.moves[ply])


@inlined
def play_threat(worker: ThreatWorker, ply: int, move: int) -> None:
    """Play a move from states[ply] to states[ply + 1]. Only verdicts need the evaluation's row."""
    copy_state(worker.states, ply + 1, ply)
    play(worker.states[ply + 1], move)
    if worker.run[0].has_verdicts:
        call_update(worker.update, worker.states, ply + 1, move, worker.weights, worker.accumulators)


@inlined
def threat_worker(worker: Worker, candidates: Address) -> ThreatWorker:
    return ThreatWorker(
        worker.states,
        worker.moves,
        worker.scores,
        worker.accumulators,
        worker.weights,
        worker.update,
        worker.verdict,
        candidates,
        worker.table,
        worker.node_supply,
        worker.run,
    )


def call_threats(searcher: Address, worker: ThreatWorker, ply: int) -> int:
    """Call the threat search by its address."""
    return searcher(worker, ply)


def has_threats(rules: Rules) -> bool:
    """Whether a game knows threats; where it does not, there is nothing to search."""
    return "threat_moves" in rules.functions


def threats_address(worker: Worker, candidates: Address, label: str) -> Address:
    """The threat search compiled for a game's worker, as what searches take."""
    if UNCOMPILED:
        return threats
    from numba import int64 as i64
    from numba import typeof

    signature = i64(typeof(threat_worker(worker, candidates)), i64)
    specialize(threats, signature, f"threat search for {label}")
    return address(threats, signature)


if not UNCOMPILED:
    from numba import types

    from noughts.kernel.native import twin_of

    @twin_of(call_threats)
    def _threats_at(typing_context: Any, searcher: Any, worker: Any, ply: Any) -> Any:
        return calling(types.int64, types.int64, worker, types.int64)
