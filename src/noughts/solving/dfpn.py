"""Depth-first proof-number search (df-pn), for any game.

A node's proof number is how many leaves must be proved, at the least, to prove it, its disproof number the same for
disproving it. The search goes down to the leaf whose numbers count most, by thresholds: it leaves a node as soon as
another one is more promising (by the 1 + 1/4 trick a little later, which saves going to and fro). All games here end,
so a position has one value, whatever led to it.

Positions come about in many ways, so that a sum would count leaves many times over. Instead the largest number counts,
and one more for every other child (weak proof-number search).
"""

import functools
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.compiling import compiled, inlined, specialize
from noughts.kernel.contract import NO_MOVE, Rules, States, turn
from noughts.kernel.intrinsics import int64
from noughts.kernel.mode import UNCOMPILED
from noughts.solving.images import MoveImages, image_of, one_of_each, play_all, play_images, play_itself, representative
from noughts.solving.proof_table import ENTRY, NOWHERE, Entries, find, keep
from noughts.solving.question import PROVED, fewer, look, move_that_wins
from noughts.solving.run import (
    BEST_MOVE,
    FIRST_KEPT,
    NODES,
    PLAYER,
    ROOT_DISPROOF,
    ROOT_PROOF,
    STOP,
    TARGET,
    THREAT_NODES,
    TOO_LONG,
    WORDS,
    Run,
    is_stopped,
)
from noughts.solving.threats import threat_win

SOLVED = 1 << 30  # the number of a node that cannot be proved, or disproved
MOST = SOLVED - 1  # of any other


@inlined
def packed(proof: int, disproof: int) -> int:
    """Two numbers as one, to be returned."""
    return proof << 32 | disproof


@inlined
def first_numbers(
    states: States,
    replies: NDArray[np.int64],
    images: MoveImages,
    entries: Entries,
    room: Run,
    run: Run,
    ply: int,
    plies: int,
    move: int,
) -> int:
    """What is known, before any search, of the position that a move from this ply leads to, of so many plies then."""
    count, player, target = len(images), run[PLAYER], run[TARGET]
    run[NODES] += 1
    play_itself(states, images, ply, move)
    here = (ply + 1) * count
    n = look(states, here, player, target, plies, replies, room)
    if n < 0:
        return packed(0, SOLVED) if n == PROVED else packed(SOLVED, 0)
    play_images(states, images, ply, move)
    image = representative(states, images, ply + 1)
    place = find(entries, states, here + image, run[FIRST_KEPT], run[WORDS], plies)
    if place != NOWHERE:
        return packed(int64(entries[place].proof), int64(entries[place].disproof))
    return packed(1, n) if turn(states[here]) == player else packed(n, 1)


@compiled
def prove(
    states: States,
    frames: NDArray[np.int64],
    images: MoveImages,
    entries: Entries,
    room: Run,
    run: Run,
    ply: int,
    plies: int,
    proof_limit: int,
    disproof_limit: int,
) -> int:
    """Search the position at a ply until it is solved or one of its numbers reaches its limit; both in one integer.

    The question is whether it holds within so many more plies. Entries are told apart by them: a position that can be
    reached by ways of different length is another question by each.

    Below the root it is called of positions that `look` leaves open. A frame holds a ply's moves, their proof and their
    disproof numbers.
    """
    count, width = len(images), frames.shape[1] // 3
    here, out, replies = ply * count, frames[ply], frames[ply + 1, :width]
    begun = run[NODES]
    if ply + 2 >= len(frames):
        run[TOO_LONG] = run[STOP] = 1
        return packed(1, 1)
    n = look(states, here, run[PLAYER], run[TARGET], plies, out[:width], room)
    if ply == 0:
        run[NODES] += 1
        if n < 0:
            run[ROOT_PROOF], run[ROOT_DISPROOF] = (0, SOLVED) if n == PROVED else (SOLVED, 0)
            run[BEST_MOVE] = move_that_wins(states, here)
            return packed(run[ROOT_PROOF], run[ROOT_DISPROOF])
    if run[THREAT_NODES] > 0:
        image = representative(states, images, ply)
        if ply == 0 or find(entries, states, here + image, run[FIRST_KEPT], run[WORDS], plies) == NOWHERE:
            threat = threat_win(states, frames, count, entries, run, ply, plies, run[THREAT_NODES], False)
            if threat != NO_MOVE:
                proof, disproof = (0, SOLVED) if turn(states[here]) == run[PLAYER] else (SOLVED, 0)
                if ply == 0:
                    run[ROOT_PROOF], run[ROOT_DISPROOF], run[BEST_MOVE] = proof, disproof, threat
                keep(
                    entries, states, here + image, run[FIRST_KEPT], run[WORDS], plies,
                    proof, disproof, run[NODES] - begun, image_of(images, image, threat),
                )  # fmt: skip
                return packed(proof, disproof)
    n = one_of_each(states, images, ply, run[WORDS], out, n)
    is_or = turn(states[here]) == run[PLAYER]
    # At an OR node `own` is the proof number, of which the least counts, at an AND node the disproof number.
    own, other = (width, 2 * width) if is_or else (2 * width, width)
    for i in range(n):
        numbers = first_numbers(states, replies, images, entries, room, run, ply, fewer(plies), out[i])
        out[width + i], out[2 * width + i] = numbers >> 32, numbers & 0xFFFFFFFF
        if out[own + i] == 0:
            break
    own_limit, other_limit = (proof_limit, disproof_limit) if is_or else (disproof_limit, proof_limit)
    while True:
        best, least, second, most, open_children = 0, 2 * SOLVED, 2 * SOLVED, 0, 0
        for i in range(n):
            number, against = out[own + i], out[other + i]
            if number < least or (number == least and against > out[other + best]):
                best, least, second = i, number, least
            elif number < second:
                second = number
            if number == 0:
                break
            if against > 0:
                most = max(most, against)
                open_children += 1
        if least == 0:
            least, most = 0, SOLVED
        elif open_children == 0:
            least, most = SOLVED, 0
        else:
            least, most = min(least, MOST), min(most + open_children - 1, MOST)
        if ply == 0:
            run[BEST_MOVE] = out[best]
            run[ROOT_PROOF], run[ROOT_DISPROOF] = (least, most) if is_or else (most, least)
        if least >= own_limit or most >= other_limit or is_stopped(run):
            break
        child_own = min(own_limit, second + second // 4 + 1, MOST)
        child_other = min(other_limit - (open_children - 1), MOST)
        play_all(states, images, ply, out[best])
        if is_or:
            numbers = prove(states, frames, images, entries, room, run, ply + 1, fewer(plies), child_own, child_other)
        else:
            numbers = prove(states, frames, images, entries, room, run, ply + 1, fewer(plies), child_other, child_own)
        out[width + best], out[2 * width + best] = numbers >> 32, numbers & 0xFFFFFFFF
    proof, disproof = (least, most) if is_or else (most, least)
    image = representative(states, images, ply)
    keep(
        entries, states, here + image, run[FIRST_KEPT], run[WORDS], plies,
        proof, disproof, run[NODES] - begun, images[image, out[best]],
    )  # fmt: skip
    return packed(proof, disproof)


@functools.cache
def prove_for(rules: Rules, name: str) -> Callable[..., int]:
    """`prove` for this game."""
    if UNCOMPILED:
        return prove
    from numba import from_dtype, types
    from numba import int64 as i64

    states, table = types.Array(rules.record_type, 1, "C"), types.Array(from_dtype(ENTRY), 1, "C")
    signature = i64(states, i64[:, ::1], i64[:, ::1], table, i64[::1], i64[::1], i64, i64, i64, i64)
    return specialize(prove, signature, f"the solver for {name}")
