"""Wins by threats alone, for any game that knows threats: each move leaves just the replies that stop a win next move.

The attacker tries `threat_moves`, or when threatened itself what `forced_moves` leaves; the defender has what
`forced_moves` leaves, and all of it is looked at. What is found is proved; where nothing is found, there may be a win
all the same. So it is a sound cut of the other methods, and a method by itself, which proves wins only.

It is a loop with a stack of its own, in the rows of the search that calls it: below that search's ply they are free.
"""

import functools
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.compiling import compiled, specialize
from noughts.kernel.contract import (
    FIRST,
    NO_MOVE,
    ONGOING,
    UNRESTRICTED,
    Rules,
    States,
    forced_moves,
    outcome,
    play,
    threat_moves,
    turn,
    winning_move,
)
from noughts.kernel.intrinsics import copy_state, int64
from noughts.kernel.mode import UNCOMPILED
from noughts.solving.proof_table import ENTRY, NOWHERE, Entries, find, keep
from noughts.solving.question import UNLIMITED
from noughts.solving.run import FIRST_KEPT, NODES, STOP, WORDS, Run

UNKNOWN, LOST, WON = -1, 0, 1  # of a position on the line that is looked at: whether the attacker wins by threats


@compiled
def threat_win(
    states: States,
    frames: NDArray[np.int64],
    images: int,
    entries: Entries,
    run: Run,
    ply: int,
    plies: int,
    most_nodes: int,
    remembers: bool,
) -> int:
    """The first move of a win by threats of the side to move at a ply; NO_MOVE if none is found in so many positions.

    It comes within so many plies.

    A ply's moves stand in the second third of its frame, how many there are and which one is tried in the last third.
    `remembers`: the table is this search's own, and holds what came of positions where it was the attacker's turn.
    """
    width, attacker = frames.shape[1] // 3, turn(states[ply * images])
    number, tried = 2 * width, 2 * width + 1
    left, at, found, end = most_nodes, ply, UNKNOWN, ply + plies
    while True:
        here, to_go = at * images, plies if plies >= UNLIMITED else end - at
        if found == UNKNOWN:  # a position that has just been reached
            run[NODES] += 1
            left -= 1
            out, n = frames[at, width:number], int64(0)
            if outcome(states[here]) != ONGOING:
                found = WON if outcome(states[here]) == FIRST + attacker else LOST
                out[0], frames[at, tried] = NO_MOVE, 0
            elif at < end and winning_move(states[here]) != NO_MOVE:
                found = WON if turn(states[here]) == attacker else LOST
                out[0], frames[at, tried] = winning_move(states[here]), 0
            elif left < 0 or run[STOP] != 0 or at + 2 >= len(frames) or at + 2 > end:
                found = LOST
            elif turn(states[here]) == attacker:
                place = find(entries, states, here, run[FIRST_KEPT], run[WORDS], to_go) if remembers else NOWHERE
                if place != NOWHERE:
                    found = WON if entries[place].proof == 0 else LOST
                    out[0], frames[at, tried] = int64(entries[place].move), 0
                else:
                    n = forced_moves(states[here], out)
                    if n == UNRESTRICTED:
                        n = threat_moves(states[here], out)
                    if n == 0:
                        found = LOST
            else:
                n = forced_moves(states[here], out)
                if n <= 0:
                    found = LOST if n == UNRESTRICTED else WON
            frames[at, number] = n
            if found == UNKNOWN:
                frames[at, tried] = 0
        else:  # the position after the move that was tried is known
            is_attacker = turn(states[here]) == attacker
            if (found == WON) != is_attacker:  # not decided by this move: the next one
                frames[at, tried] += 1
                if frames[at, tried] < frames[at, number]:
                    found = UNKNOWN
            if found != UNKNOWN and is_attacker and remembers and left >= 0 and run[STOP] == 0:
                move = frames[at, width + frames[at, tried]] if found == WON else NO_MOVE
                keep(entries, states, here, run[FIRST_KEPT], run[WORDS], to_go, 1 - found, 1, 1, move)
        if found == UNKNOWN:
            copy_state(states, (at + 1) * images, here)
            play(states[(at + 1) * images], frames[at, width + frames[at, tried]])
            at += 1
        elif at == ply:
            return frames[at, width + frames[at, tried]] if found == WON else int64(NO_MOVE)
        else:
            at -= 1


@functools.cache
def threat_win_for(rules: Rules, name: str) -> Callable[..., int]:
    """`threat_win` for this game."""
    if UNCOMPILED:
        return threat_win
    from numba import from_dtype, types
    from numba import int64 as i64

    states, table = types.Array(rules.record_type, 1, "C"), types.Array(from_dtype(ENTRY), 1, "C")
    signature = i64(states, i64[:, ::1], i64, table, i64[::1], i64, i64, i64, types.boolean)
    return specialize(threat_win, signature, f"threats for {name}")
