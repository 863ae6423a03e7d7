"""Exhaustive alpha-beta for any game: every line to its end, or to a number of plies, until the question is answered.

The questions are Boolean, so the window is null and a move that answers one cuts off all others. With a limit of plies
the question is whether it holds within so many, which tells how long best play lasts. The table has `prove`'s entries:
there the proof number is the least number of plies within which the question is known to hold, the disproof number the
most within which it does not.
"""

import functools
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.compiling import compiled, specialize
from noughts.kernel.contract import MANY_PLIES, NO_MOVE, ONGOING, Rules, States, key, moves, outcome, play, turn
from noughts.kernel.intrinsics import copy_state, int64
from noughts.kernel.mode import UNCOMPILED
from noughts.solving.images import MoveImages, one_of_each, original_of, play_all, representative
from noughts.solving.proof_table import ENTRY, NOWHERE, Entries, find, keep
from noughts.solving.question import PROVED, final_worth, look, move_that_wins
from noughts.solving.run import (
    BEST_MOVE,
    FIRST_KEPT,
    NODES,
    PLAYER,
    STOP,
    TARGET,
    THREAT_NODES,
    TOO_LONG,
    WORDS,
    Run,
)
from noughts.solving.threats import threat_win

UNLIMITED = MANY_PLIES
NEVER = UNLIMITED + 1  # known to hold within no number of plies
HISTORY_BITS = 12
HISTORY_SHIFT = np.uint64(64 - HISTORY_BITS)


@compiled
def holds(
    states: States,
    frames: NDArray[np.int64],
    images: MoveImages,
    entries: Entries,
    room: Run,
    run: Run,
    ply: int,
    plies: int,
    history: NDArray[np.int64],
) -> int:
    """1 if the question holds of the position at a ply within so many more plies, 0 if not. Meaningless once stopped.

    `history` counts how much a move has cut off, by what it changes of the key: so it knows the player and the cell
    even where a move is a column, and places that are counted together are few.
    """
    count, player = len(images), run[PLAYER]
    here, out = ply * count, frames[ply]
    begun = run[NODES]
    run[NODES] += 1
    if outcome(states[here]) != ONGOING:
        return int64(final_worth(states, here, player) >= run[TARGET])
    if plies == 0 or run[STOP] != 0:
        return int64(0)
    if ply + 2 >= len(frames):
        run[TOO_LONG] = run[STOP] = 1
        return int64(0)
    n = look(states, here, player, run[TARGET], out, room)
    mover = turn(states[here])
    if ply == 0:
        run[BEST_MOVE] = move_that_wins(states, here)
    if n < 0 and (n != PROVED or plies > 2 or mover == player):
        return int64(n == PROVED)  # who has to lose does so within two plies
    if plies <= 2 and mover != player:
        n = moves(states[here], out)  # moves that lose at once may take one ply or two
    image = representative(states, images, ply)
    place = find(entries, states, here + image, run[FIRST_KEPT], run[WORDS])
    within, not_within, known = NEVER, int64(0), NO_MOVE
    if place != NOWHERE:
        within, not_within = int64(entries[place].proof), int64(entries[place].disproof)
        if ply == 0:
            run[BEST_MOVE] = original_of(images, image, int64(entries[place].move))
        if within <= plies:
            return int64(1)
        if not_within >= plies:
            return int64(0)
        known = original_of(images, image, int64(entries[place].move))
    elif plies >= UNLIMITED and run[THREAT_NODES] > 0:
        threat = threat_win(states, frames, count, entries, run, ply, run[THREAT_NODES], False)
        if threat != NO_MOVE:
            within, not_within = (UNLIMITED, int64(0)) if mover == player else (NEVER, UNLIMITED)
            keep(
                entries, states, here + image, run[FIRST_KEPT], run[WORDS], within, not_within, run[NODES] - begun,
                images[image, threat],
            )  # fmt: skip
            if ply == 0:
                run[BEST_MOVE] = threat
            return int64(mover == player)
    n = one_of_each(states, images, ply, run[WORDS], out, n)
    wanted, cut = int64(mover == player), NO_MOVE
    width = frames.shape[1] // 3
    for i in range(n if n > 1 else 0):
        copy_state(states, here + count, here)
        play(states[here + count], out[i])
        out[width + i] = int64((key(states[here + count]) ^ key(states[here])) >> HISTORY_SHIFT)
    for i in range(n):
        best, most = i, int64(-1)  # the table's move, then those that have cut off most
        for j in range(i, n):
            score = 1 << 62 if out[j] == known else history[out[width + j]]
            if score > most:
                best, most = j, score
        out[i], out[best] = out[best], out[i]
        out[width + i], out[width + best] = out[width + best], out[width + i]
        play_all(states, images, ply, out[i])
        left = plies if plies >= UNLIMITED else plies - 1
        answer = holds(states, frames, images, entries, room, run, ply + 1, left, history)
        if run[STOP] != 0:
            return int64(0)
        if answer == wanted:
            cut = out[i]
            history[out[width + i]] += n
            break
    if ply == 0:
        run[BEST_MOVE] = cut
    answer = wanted if cut != NO_MOVE else 1 - wanted
    if answer == 1:
        within = plies
    else:
        not_within = plies
    keep(
        entries, states, here + image, run[FIRST_KEPT], run[WORDS], within, not_within, run[NODES] - begun,
        images[image, cut] if cut != NO_MOVE else NO_MOVE,
    )  # fmt: skip
    return int64(answer)


@functools.cache
def holds_for(rules: Rules, name: str) -> Callable[..., int]:
    """`holds` for this game."""
    if UNCOMPILED:
        return holds
    from numba import from_dtype, types
    from numba import int64 as i64

    states, table = types.Array(rules.record_type, 1, "C"), types.Array(from_dtype(ENTRY), 1, "C")
    signature = i64(states, i64[:, ::1], i64[:, ::1], table, i64[::1], i64[::1], i64, i64, i64[::1])
    return specialize(holds, signature, f"exhaustive search for {name}")
