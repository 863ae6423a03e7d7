"""Exhaustive alpha-beta for any game: every line to its end, or to a number of plies, until the question is answered.

The questions are Boolean, so the window is null and a move that answers one cuts off all others. Before any move is
searched, all of them are looked at: what a hook or the table decides may answer the question at once (enhanced
transposition cut-offs). Of the rest the table's move comes first, then those that look best by the game's `promise`,
then those that have cut off most. An eager search (run.eager) searches the move that looks best before it looks at the
others, and looks for no threats.

With a limit of plies the question is whether it holds within so many, which tells how long best play lasts. The table
has `prove`'s entries: there the proof number is the least number of plies within which the question is known to hold,
the disproof number the most within which it does not.
"""

from typing import NamedTuple

import numpy as np

from noughts.kernel.compiling import compiled
from noughts.kernel.contract import NO_MOVE, MoveBuffer, key, promise, turn
from noughts.kernel.intrinsics import int64
from noughts.solving.proof_table import NOWHERE, find, keep
from noughts.solving.question import DISPROVED, PROVED, UNLIMITED, fewer, look, move_that_wins, verdict
from noughts.solving.symmetry import (
    image_of,
    one_of_each,
    original_of,
    play_all,
    play_images,
    play_itself,
    representative,
)
from noughts.solving.threats import threat_win
from noughts.solving.worker import MoveRows, Worker, is_stopped

NEVER = UNLIMITED + 1  # known to hold within no number of plies
ANY = 0  # plies of the entries: one serves all numbers of them
HISTORY_BITS = 12
HISTORY_SHIFT = np.uint64(64 - HISTORY_BITS)
PROMISE_SHIFT = 40  # above all that history counts
FOREMOST = 1 << 62  # above all ranks


class ExhaustiveSearch(NamedTuple):
    """Working memory of an exhaustive search."""

    worker: Worker
    changes: MoveRows  # a row a ply: what its moves change of the key, as places in `history`
    ranks: MoveRows  # a row a ply: what its moves are ordered by
    history: MoveBuffer


@compiled
def bring_forward(search: ExhaustiveSearch, ply: int, i: int, n: int) -> None:
    """Put the move of highest rank from the i-th on in its place."""
    moves, changes, ranks, best = search.worker.moves[ply], search.changes[ply], search.ranks[ply], i
    for j in range(i + 1, n):
        if ranks[j] > ranks[best]:
            best = j
    moves[i], moves[best] = moves[best], moves[i]
    changes[i], changes[best] = changes[best], changes[i]
    ranks[i], ranks[best] = ranks[best], ranks[i]


@compiled
def holds(search: ExhaustiveSearch, ply: int, plies: int, seen: int) -> int:
    """1 if the question holds of the position at a ply within so many more plies, 0 if not. Meaningless once stopped.

    Below the root it is called of positions that `look` and the table leave open. `seen` is the number of moves that
    `look` has already written to the row, or 0.

    `history` counts how much a move has cut off, by what it changes of the key: so it knows the player and the cell
    even where a move is a column, and places that are counted together are few.
    """
    worker, history = search.worker, search.history
    states, images, entries, run, moves = worker.states, worker.images, worker.entries, worker.run[0], worker.moves[ply]
    player, count, begun, scratch = run.player, len(images), run.nodes, worker.scratch
    here = ply * count
    if is_stopped(run):
        return int64(0)
    if ply + 2 >= len(worker.moves):
        run.too_long = run.stop = 1
        return int64(0)
    n = seen if seen > 0 else look(worker, ply, plies)
    if ply == 0:
        run.nodes += 1
        run.best_move = move_that_wins(states, here)
        if n < 0:
            return int64(n == PROVED)
    mover = turn(states[here])
    image = representative(worker, ply)
    place = find(worker, here + image, ANY)
    within, not_within, known = NEVER, int64(0), NO_MOVE
    if place != NOWHERE:
        within, not_within = int64(entries[place].proof), int64(entries[place].disproof)
        known = original_of(images, image, int64(entries[place].move))
        if within <= plies or not_within >= plies:
            if ply == 0:
                run.best_move = known
            return int64(within <= plies)
    elif plies >= UNLIMITED and run.threat_limit > 0 and run.eager == 0:
        threat = threat_win(worker, ply, UNLIMITED, run.threat_limit, False)
        if threat != NO_MOVE:
            within, not_within = (UNLIMITED, int64(0)) if mover == player else (NEVER, UNLIMITED)
            known = image_of(images, image, threat)
            keep(worker, here + image, ANY, within, not_within, run.nodes - begun, known)
            if ply == 0:
                run.best_move = threat
            return int64(mover == player)
    n = one_of_each(worker, ply, n)
    changes, ranks = search.changes[ply], search.ranks[ply]
    wanted, cut, left, is_open = int64(mover == player), NO_MOVE, fewer(plies), 0
    if run.eager != 0 and n > 1:
        knows = promise(states[here], player, scratch) != 0
        for i in range(n):
            ranks[i] = FOREMOST if moves[i] == known else scratch[moves[i]] if knows else int64(0)
    for i in range(n):
        if run.eager != 0:
            bring_forward(search, ply, i, n)
        move = moves[i]
        play_itself(worker, ply, move)
        run.nodes += 1
        found = look(worker, ply + 1, left)
        if found >= 0:
            play_images(worker, ply, move)
            place = find(worker, here + count + representative(worker, ply + 1), ANY)
            if place != NOWHERE and int64(entries[place].proof) <= left:
                found = PROVED
            elif place != NOWHERE and int64(entries[place].disproof) >= left:
                found = DISPROVED
        if found >= 0 and run.eager != 0:
            found = verdict(holds(search, ply + 1, left, found) == 1)
            if is_stopped(run):
                return int64(0)
        if found == verdict(wanted == 1):
            cut, is_open = move, 0
            break
        if found >= 0:
            moves[is_open] = move
            changes[is_open] = int64((key(states[here + count]) ^ key(states[here])) >> HISTORY_SHIFT)
            is_open += 1
    if is_open > 1:
        knows = promise(states[here], player, scratch) != 0
        for i in range(is_open):
            looks = scratch[moves[i]] if knows else int64(0)
            ranks[i] = FOREMOST if moves[i] == known else (looks << PROMISE_SHIFT) + history[changes[i]]
    for i in range(is_open):
        bring_forward(search, ply, i, is_open)
        play_all(worker, ply, moves[i])
        answer = holds(search, ply + 1, left, int64(0))
        if is_stopped(run):
            return int64(0)
        if answer == wanted:
            cut = moves[i]
            history[changes[i]] += n
            break
    if ply == 0:
        run.best_move = cut
    answer = wanted if cut != NO_MOVE else 1 - wanted
    if answer == 1:
        within = plies
    else:
        not_within = plies
    known = images[image, cut] if cut != NO_MOVE else NO_MOVE
    keep(worker, here + image, ANY, within, not_within, run.nodes - begun, known)
    return int64(answer)
