"""Exhaustive alpha-beta for any game: every line to its end, or to a number of plies, until the question is answered.

The questions are Boolean, so the window is null and a move that answers one cuts off all others. Before any move is
searched, all of them are looked at: what a hook or the table decides may answer the question at once (enhanced
transposition cut-offs). Of the rest the table's move comes first, then those that look best by the game's `promise`,
then those that have cut off most. An eager search (run[EAGER]) searches the move that looks best before it looks at the
others, and looks for no threats.

With a limit of plies the question is whether it holds within so many, which tells how long best play lasts. The table
has `prove`'s entries: there the proof number is the least number of plies within which the question is known to hold,
the disproof number the most within which it does not.
"""

import functools
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.compiling import compiled, specialize
from noughts.kernel.contract import NO_MOVE, Rules, States, key, promise, turn
from noughts.kernel.intrinsics import int64
from noughts.kernel.mode import UNCOMPILED
from noughts.solving.images import (
    MoveImages,
    image_of,
    one_of_each,
    original_of,
    play_all,
    play_images,
    play_itself,
    representative,
)
from noughts.solving.proof_table import ENTRY, NOWHERE, Entries, find, keep
from noughts.solving.question import DISPROVED, PROVED, UNLIMITED, fewer, look, move_that_wins, verdict
from noughts.solving.run import (
    BEST_MOVE,
    EAGER,
    FIRST_KEPT,
    NODES,
    PLAYER,
    STOP,
    TARGET,
    THREAT_NODES,
    TOO_LONG,
    WORDS,
    Run,
    is_stopped,
)
from noughts.solving.threats import threat_win

NEVER = UNLIMITED + 1  # known to hold within no number of plies
ANY = 0  # plies of the entries: one serves all numbers of them
HISTORY_BITS = 12
HISTORY_SHIFT = np.uint64(64 - HISTORY_BITS)
PROMISE_SHIFT = 40  # above all that history counts
FOREMOST = 1 << 62  # above all ranks


@compiled
def bring_forward(frame: NDArray[np.int64], width: int, i: int, n: int) -> None:
    """Put the move of highest rank from the i-th on in its place."""
    best = i
    for j in range(i + 1, n):
        if frame[2 * width + j] > frame[2 * width + best]:
            best = j
    for at in (i, width + i, 2 * width + i):
        frame[at], frame[at + best - i] = frame[at + best - i], frame[at]


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
    seen: int,
) -> int:
    """1 if the question holds of the position at a ply within so many more plies, 0 if not. Meaningless once stopped.

    Below the root it is called of positions that `look` and the table leave open. A frame holds a ply's moves, what
    they change of the key, and their rank. `seen` is the number of moves that `look` has already written there, or 0.

    `history` counts how much a move has cut off, by what it changes of the key: so it knows the player and the cell
    even where a move is a column, and places that are counted together are few.
    """
    count, width, player, target = len(images), frames.shape[1] // 3, run[PLAYER], run[TARGET]
    here, out = ply * count, frames[ply]
    first, words = run[FIRST_KEPT], run[WORDS]
    begun = run[NODES]
    if is_stopped(run):
        return int64(0)
    if ply + 2 >= len(frames):
        run[TOO_LONG] = run[STOP] = 1
        return int64(0)
    replies = frames[ply + 1, :width]
    n = seen if seen > 0 else look(states, here, player, target, plies, out[:width], room)
    if ply == 0:
        run[NODES] += 1
        run[BEST_MOVE] = move_that_wins(states, here)
        if n < 0:
            return int64(n == PROVED)
    mover = turn(states[here])
    image = representative(states, images, ply)
    place = find(entries, states, here + image, first, words, ANY)
    within, not_within, known = NEVER, int64(0), NO_MOVE
    if place != NOWHERE:
        within, not_within = int64(entries[place].proof), int64(entries[place].disproof)
        known = original_of(images, image, int64(entries[place].move))
        if within <= plies or not_within >= plies:
            if ply == 0:
                run[BEST_MOVE] = known
            return int64(within <= plies)
    elif plies >= UNLIMITED and run[THREAT_NODES] > 0 and run[EAGER] == 0:
        threat = threat_win(states, frames, count, entries, run, ply, UNLIMITED, run[THREAT_NODES], False)
        if threat != NO_MOVE:
            within, not_within = (UNLIMITED, int64(0)) if mover == player else (NEVER, UNLIMITED)
            keep(
                entries, states, here + image, first, words, ANY, within, not_within, run[NODES] - begun,
                image_of(images, image, threat),
            )  # fmt: skip
            if ply == 0:
                run[BEST_MOVE] = threat
            return int64(mover == player)
    n = one_of_each(states, images, ply, words, out, n)
    wanted, cut, left, is_open = int64(mover == player), NO_MOVE, fewer(plies), 0
    if run[EAGER] != 0 and n > 1:
        knows = promise(states[here], player, room) != 0
        for i in range(n):
            out[2 * width + i] = FOREMOST if out[i] == known else room[out[i]] if knows else int64(0)
    for i in range(n):
        if run[EAGER] != 0:
            bring_forward(out, width, i, n)
        move = out[i]
        play_itself(states, images, ply, move)
        run[NODES] += 1
        found = look(states, here + count, player, target, left, replies, room)
        if found >= 0:
            play_images(states, images, ply, move)
            child = here + count + representative(states, images, ply + 1)
            place = find(entries, states, child, first, words, ANY)
            if place != NOWHERE and int64(entries[place].proof) <= left:
                found = PROVED
            elif place != NOWHERE and int64(entries[place].disproof) >= left:
                found = DISPROVED
        if found >= 0 and run[EAGER] != 0:
            found = verdict(holds(states, frames, images, entries, room, run, ply + 1, left, history, found) == 1)
            if is_stopped(run):
                return int64(0)
        if found == verdict(wanted == 1):
            cut, is_open = move, 0
            break
        if found >= 0:
            out[is_open] = move
            out[width + is_open] = int64((key(states[here + count]) ^ key(states[here])) >> HISTORY_SHIFT)
            is_open += 1
    if is_open > 1:
        knows = promise(states[here], player, room) != 0
        for i in range(is_open):
            looks = room[out[i]] if knows else int64(0)
            out[2 * width + i] = FOREMOST if out[i] == known else (looks << PROMISE_SHIFT) + history[out[width + i]]
    for i in range(is_open):
        bring_forward(out, width, i, is_open)
        play_all(states, images, ply, out[i])
        answer = holds(states, frames, images, entries, room, run, ply + 1, left, history, int64(0))
        if is_stopped(run):
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
        entries, states, here + image, first, words, ANY, within, not_within, run[NODES] - begun,
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
    signature = i64(states, i64[:, ::1], i64[:, ::1], table, i64[::1], i64[::1], i64, i64, i64[::1], i64)
    return specialize(holds, signature, f"exhaustive search for {name}")
