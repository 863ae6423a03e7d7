"""Wins by threats alone, for any game that knows threats: each move leaves just the replies that stop a win next move.

The attacker tries `threat_moves`, or when threatened itself what `forced_moves` leaves; the defender has what
`forced_moves` leaves, and all of it is looked at. A win that is found is proved; where none is found, there may be one
all the same. So it is a sound cut of the other methods, and a method by itself, which proves wins only.

It is a loop with a stack of its own, in the rows of the search that calls it: below that search's ply they are free.
"""

from noughts.kernel.compiling import compiled
from noughts.kernel.contract import (
    FIRST,
    NO_MOVE,
    ONGOING,
    UNRESTRICTED,
    forced_moves,
    outcome,
    play,
    threat_moves,
    turn,
    winning_move,
)
from noughts.kernel.intrinsics import copy_state, int64
from noughts.solving.proof_table import NOWHERE, find, keep
from noughts.solving.question import UNLIMITED
from noughts.solving.worker import Worker

UNKNOWN, LOST, WON = -1, 0, 1  # of a position on the line that is looked at: whether the attacker wins by threats


@compiled
def threat_win(worker: Worker, ply: int, plies: int, most_nodes: int, remembers: bool) -> int:
    """The first move of a win by threats of the side to move at a ply; NO_MOVE if none is found in so many positions.

    It comes within so many plies. `remembers`: the table is this search's own, and holds what came of positions where
    it was the attacker's turn.
    """
    states, entries, run, count = worker.states, worker.entries, worker.run[0], len(worker.images)
    counts, tried, attacker = worker.threat_counts, worker.threats_tried, turn(states[ply * count])
    left, at, found, end = most_nodes, ply, UNKNOWN, ply + plies
    while True:
        here, to_go, out = at * count, plies if plies >= UNLIMITED else end - at, worker.threats[at]
        if found == UNKNOWN:  # a position that has just been reached
            run.nodes += 1
            left -= 1
            n = int64(0)
            if outcome(states[here]) != ONGOING:
                found = WON if outcome(states[here]) == FIRST + attacker else LOST
                out[0], tried[at] = NO_MOVE, 0
            elif at < end and winning_move(states[here]) != NO_MOVE:
                found = WON if turn(states[here]) == attacker else LOST
                out[0], tried[at] = winning_move(states[here]), 0
            elif left < 0 or run.stop != 0 or at + 2 >= len(worker.threats) or at + 2 > end:
                found = LOST
            elif turn(states[here]) == attacker:
                place = find(worker, here, to_go) if remembers else NOWHERE
                if place != NOWHERE:
                    found = WON if entries[place].proof == 0 else LOST
                    out[0], tried[at] = int64(entries[place].move), 0
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
            counts[at] = n
            if found == UNKNOWN:
                tried[at] = 0
        else:  # the position after the move that was tried is known
            is_attacker = turn(states[here]) == attacker
            if (found == WON) != is_attacker:  # not decided by this move: the next one
                tried[at] += 1
                if tried[at] < counts[at]:
                    found = UNKNOWN
            if found != UNKNOWN and is_attacker and remembers and left >= 0 and run.stop == 0:
                move = out[tried[at]] if found == WON else NO_MOVE
                keep(worker, here, to_go, 1 - found, 1, 1, move)
        if found == UNKNOWN:
            copy_state(states, (at + 1) * count, here)
            play(states[(at + 1) * count], out[tried[at]])
            at += 1
        elif at == ply:
            return out[tried[at]] if found == WON else int64(NO_MOVE)
        else:
            at -= 1
