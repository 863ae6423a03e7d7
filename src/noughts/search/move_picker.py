"""The move picker: which moves a node has, and which to try next.

A node's moves are listed in three ways: the forced replies to a threat, the candidates that the evaluation finds worth
a look, or all. Then all that are listed are scored at once, by the evaluation, killer moves and history; the hash move
is first. (To score some of them only when the others have failed would read a history that has changed: another order.)
`next_move` goes through them in stages:

    1. the moves that are kept, best first;
    2. those that the evaluation's order leaves out, as they were listed;
    3. those that were no candidates.

Where the search is selective and a move does not lose, it stops before stage 2, and in stage 1 at the first late move.

Tried and left out: a quarter of the weight for history where the evaluation has an order (15x15x5 41.5 % of 100 games),
continuation history (15x15x5 50.8 % of 124 games, ultimate 49.4 % of 80).
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.by_address import Address
from noughts.kernel.compiling import compiled, inlined
from noughts.kernel.contract import (
    NO_MOVE,
    ONGOING,
    UNRESTRICTED,
    MoveBuffer,
    forced_moves,
    moves,
    outcome,
    turn,
)
from noughts.kernel.evaluation import (
    ALL_MOVES,
    LOST,
    LOST_PLIES,
    ORDER_LIMIT,
    OTHERS_LOSE,
    THREATENED,
    call_candidates,
    call_order,
)
from noughts.kernel.intrinsics import ensure, int64
from noughts.kernel.scores import MATE, MATE_RANGE
from noughts.search.node import make_move, note_root_move
from noughts.search.selectivity import late_move
from noughts.search.static_evaluation import static_value
from noughts.search.worker import Worker

Killers: TypeAlias = NDArray[np.int64]  # two moves a ply, the later one first
History: TypeAlias = NDArray[np.int64]  # by side and move: how often it was best, and how often not

SETTINGS = (
    "has_candidates",  # whether the evaluation may list the moves that are worth a look
    "static_order",  # what static values weigh in the order of moves, 0 where the evaluation has an order
)
STATIC_ORDER_DEPTH = 2  # from which on moves are ordered by static values; from depth 1 on 50 % of 80 games
HASH_MOVE = 1 << 40  # before all others
SAFE_MOVE = HASH_MOVE // 2
KILLER = 1 << 14
HISTORY_LIMIT = 1 << 14


# How the moves of a node were listed.
ALL, FORCED, CANDIDATES = 0, 1, 2


class Picks(NamedTuple):
    """A node's moves, and how far it has come with them.

    It lives in registers, so each step makes a new one. As a record in an array, a row a ply, it made 5 % fewer nodes a
    second in ultimate and nineboard, 4 % more on 4x5x4, and about as many in all (equal code differs by 2 % there).
    """

    listing: int  # how they were listed
    number: int  # how many stand in the row,
    kept: int  # how many of them are worth a look: they come first,
    late: int  # from which of these on they are left out too, once a move is good enough
    tried: int  # how many have been given
    move: int  # the last of them, NO_MOVE where no other is to be tried
    is_selective: bool  # whether any may be left out
    others_lose: bool  # whether all that are no candidates are LOST
    best: int  # the best value so far, that of moves that are LOST and were passed over included


class MovePicker(NamedTuple):
    """The data by which moves are picked, at all nodes."""

    candidates: Address  # the evaluation's, maybe NOWHERE
    killers: Killers
    history: History


def new_move_picker(candidates: Address, plies: int, move_codes: int) -> MovePicker:
    return MovePicker(
        candidates=candidates,
        killers=np.full((plies, 2), NO_MOVE, np.int64),
        history=np.full((2, move_codes), -1, np.int64),
    )


@inlined
def list_candidates(worker: Any, candidates: Address, ply: int, only_threats: bool) -> int:
    """Have the evaluation list the moves that are worth a look, for a search's or a threat search's worker."""
    return call_candidates(
        candidates,
        worker.states,
        ply,
        worker.moves[ply],
        worker.scores[ply],
        worker.weights,
        worker.accumulators,
        only_threats,
    )


@inlined
def list_only_reply(worker: Any, candidates: Address, ply: int) -> int:
    """The candidates where the verdict is THREATENED; UNRESTRICTED if there are none after all."""
    n = list_candidates(worker, candidates, ply, False)
    return n - OTHERS_LOSE if n >= OTHERS_LOSE else n


@inlined
def list_forced_replies(worker: Worker, picker: MovePicker, ply: int, certain: int, has_win: bool) -> int:
    """List the moves that do not lose at once, where some do, and count them; UNRESTRICTED if nothing is known of it.

    The root's are listed in the next row: there the others are tried too, last, as each move of the root has a value.
    """
    if certain == THREATENED and worker.run[0].has_candidates and ply > 0:
        return list_only_reply(worker, picker.candidates, ply)
    if not has_win and (certain >= THREATENED or certain < 0):
        return forced_moves(worker.states[ply], worker.moves[max(ply, 1)])
    return UNRESTRICTED


@inlined
def list_moves(
    worker: Worker,
    picker: MovePicker,
    row: MoveBuffer,
    scores: MoveBuffer,
    ply: int,
    depth: int,
    mover: int,
    replies: int,
    hash_move: int,
    is_selective: bool,
    prunes_late_moves: bool,
) -> Picks:
    """List and order a node's moves: so many forced replies, which stand there already, or candidates, or all."""
    run, states = worker.run[0], worker.states
    listing, n, others_lose = ALL, ALL_MOVES, False
    if replies != UNRESTRICTED and ply > 0:
        listing, n = FORCED, replies
    elif run.has_candidates and is_selective and ply > 0:
        n = list_candidates(worker, picker.candidates, ply, False)
        if n != ALL_MOVES:
            listing, others_lose = CANDIDATES, n >= OTHERS_LOSE
            n = n - OTHERS_LOSE if others_lose else n
    if listing == ALL:
        n = moves(states[ply], row) if ply > 0 else run.root_moves

    if run.static_order != 0 and depth >= STATIC_ORDER_DEPTH and n > 1:
        score_by_static_value(worker, ply, n, run.static_order)
    elif n == 1:
        scores[0] = 0
    elif listing != CANDIDATES:
        call_order(worker.order, states, ply, row, n, scores, worker.weights, worker.accumulators)
    history = picker.history[mover]
    kept, late = add_killers_and_history(row, scores, n, hash_move, picker.killers[ply], history), n
    if replies != UNRESTRICTED and ply == 0:
        kept, late = safe_moves_first(row, scores, n, kept, worker.moves[1], replies), replies + 1
    if prunes_late_moves:
        late = late_move(run, depth, n)
    first, move, best = int64(0), int64(NO_MOVE), int64(-MATE - 1)
    return Picks(int64(listing), int64(n), kept, int64(late), first, move, is_selective, others_lose, best)


@inlined
def next_move(worker: Worker, row: MoveBuffer, scores: MoveBuffer, picks: Picks, ply: int, best: int) -> Picks:
    """The picks with the next move to try, or NO_MOVE; `best` is the best value so far."""
    listing, n, i, move = picks.listing, picks.number, picks.tried, int64(NO_MOVE)
    ensure(i <= n and picks.kept <= n)
    # At the root late moves are those that lose at once: there a longer loss is good enough.
    is_good_enough = best > -MATE_RANGE or (ply == 0 and best >= 2 - MATE)
    if i == n and listing != CANDIDATES:
        pass  # all have been tried
    elif i < picks.kept and (i < picks.late or not is_good_enough):
        pick_best(row, scores, i, picks.kept)
        move = row[i]
    elif ply == 0 and i >= picks.late and is_good_enough:  # the rest of the root's moves lose at once
        for j in range(i, n):
            note_root_move(worker, ply, j, 2 - MATE)
    elif not picks.is_selective:
        move = row[i]
    elif best > -MATE_RANGE:  # something is left out: late moves, those behind the kept ones, or those not listed
        worker.run[0].left_open = 1
    else:
        # All that were tried lose. Moves that are proved to lose as well are not searched.
        while i < n and ply > 0 and scores[i] == LOST:
            best = max(best, ply + LOST_PLIES - MATE)
            i += 1
        if i == n and listing == CANDIDATES:
            listing = int64(ALL)
            if picks.others_lose:
                best = max(best, ply + LOST_PLIES - MATE)
            else:
                n = add_left_out_moves(worker, ply, n)
        if i < n:
            move = row[i]
    is_selective, others_lose = picks.is_selective, picks.others_lose
    return Picks(listing, n, picks.kept, picks.late, i + 1, move, is_selective, others_lose, best)


@compiled
def score_by_static_value(worker: Worker, ply: int, n: int, weight: int) -> None:
    """Score moves by the static values of the positions that they lead to, where the evaluation has no order.

    By it 58.2 % of 116 games in ultimate, 52.5 % of 200 in nineboard, 64 % of 100 in xtreme.
    """
    states, mover = worker.states, turn(worker.states[ply])
    for i in range(n):
        make_move(worker, ply, worker.moves[ply, i])
        seen = int64(0)
        if outcome(states[ply + 1]) == ONGOING:
            seen = static_value(worker, ply + 1)
        if turn(states[ply + 1]) != mover:
            seen = -seen
        worker.scores[ply, i] = max(1, min(ORDER_LIMIT, ORDER_LIMIT // 2 + weight * seen))


@compiled
def add_killers_and_history(
    moves: MoveBuffer, scores: MoveBuffer, n: int, hash_move: int, killers: NDArray[np.int64], history: MoveBuffer
) -> int:
    """Add killer moves and history to the evaluation's scores, and put the hash move first.

    Moves that the evaluation leaves out go behind the others. Returns how many are kept: the others need not be
    sorted, which makes a tenth more nodes a second on 15x15x5.
    """
    kept = 0
    for i in range(n):
        move, score = moves[i], scores[i]
        if move == hash_move:
            score = HASH_MOVE
        elif score < 0:
            continue
        else:
            score = min(score, ORDER_LIMIT) + history[move]
            if move == killers[0]:
                score += KILLER
            elif move == killers[1]:
                score += KILLER // 2
        moves[i], scores[i] = moves[kept], scores[kept]
        moves[kept], scores[kept] = move, score
        kept += 1
    return kept


@compiled
def add_left_out_moves(worker: Worker, ply: int, n: int) -> int:
    """Put the moves that were no candidates behind the n that were. Returns how many there are then."""
    row, legal = worker.moves[ply], worker.moves[ply + 1]
    count, candidates = moves(worker.states[ply], legal), n
    for i in range(count):
        is_new = True
        for j in range(candidates):
            is_new &= row[j] != legal[i]
        if is_new and n < len(row):  # there may be more, where an evaluation listed a move twice
            row[n], worker.scores[ply, n] = legal[i], -1
            n += 1
    return n


@compiled
def safe_moves_first(
    moves: MoveBuffer, scores: MoveBuffer, n: int, kept: int, safe_moves: MoveBuffer, count: int
) -> int:
    """Have the moves that do not lose at once tried before all others but the hash move.

    Returns how many moves are kept: all of these are.
    """
    for i in range(n):
        for j in range(count):
            if moves[i] == safe_moves[j]:
                place = i
                if i >= kept:
                    moves[i], moves[kept] = moves[kept], moves[i]
                    place, scores[kept] = kept, 0
                    kept += 1
                scores[place] += SAFE_MOVE
                break
    return kept


@inlined
def pick_best(moves: MoveBuffer, scores: MoveBuffer, i: int, n: int) -> None:
    """Move the best of the moves from the i-th on to its place; of equals, the first that was listed."""
    best, score = i, scores[i]
    for j in range(i + 1, n):
        if scores[j] > score:
            best, score = j, scores[j]
    if best != i:
        # The moves between keep their order, so that ties are always resolved alike.
        move = moves[best]
        for j in range(best, i, -1):
            moves[j], scores[j] = moves[j - 1], scores[j - 1]
        moves[i], scores[i] = move, score


@inlined
def update_killers_and_history(
    moves: MoveBuffer, i: int, depth: int, killers: NDArray[np.int64], history: MoveBuffer
) -> None:
    """The i-th move cut: it is a killer, its history rises, and that of the moves before it falls."""
    if killers[0] != moves[i]:
        killers[1] = killers[0]
        killers[0] = moves[i]
    bonus = min(16 * depth * depth, HISTORY_LIMIT // 8)
    for j in range(i + 1):
        change = bonus if j == i else -bonus
        history[moves[j]] += change - history[moves[j]] * bonus // HISTORY_LIMIT
