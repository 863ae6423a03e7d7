"""Effects of moves, found by trying them out: the truth that hooks are compared with.

As in a search, states[ply] is the position and those after it are played on. `legal` holds a game's most moves.
"""

from typing import Any

from noughts.kernel.compiling import compiled
from noughts.kernel.contract import DRAW, FIRST, ONGOING, MoveBuffer, States, moves, outcome, play, points, turn
from noughts.kernel.intrinsics import copy_state


@compiled
def wins_at_once(states: States, ply: int, move: int) -> bool:
    """Whether a move wins the game for its mover."""
    mover = turn(states[ply])
    copy_state(states, ply + 1, ply)
    play(states[ply + 1], move)
    return outcome(states[ply + 1]) == FIRST + mover


@compiled
def can_win_at_once(states: States, ply: int, legal: MoveBuffer) -> bool:
    """Whether the side to move has a move that wins."""
    for i in range(moves(states[ply], legal)):  # noqa: SIM110 - no generators in compiled code
        if wins_at_once(states, ply, legal[i]):
            return True
    return False


@compiled
def loses_at_once(states: States, ply: int, move: int, legal: MoveBuffer) -> bool:
    """Whether a move loses by itself or to the opponent's next move."""
    mover = turn(states[ply])
    copy_state(states, ply + 1, ply)
    play(states[ply + 1], move)
    if outcome(states[ply + 1]) != ONGOING:
        return outcome(states[ply + 1]) == FIRST + 1 - mover
    return turn(states[ply + 1]) != mover and can_win_at_once(states, ply + 1, legal)


@compiled
def threatens(states: States, ply: int, move: int, legal: MoveBuffer) -> bool:
    """Whether after a move that leaves the game open the mover would win at once if the turn came straight back.

    The turn is given back by writing the field `turn`: a game that keeps it elsewhere cannot be asked.
    """
    mover = turn(states[ply])
    copy_state(states, ply + 1, ply)
    play(states[ply + 1], move)
    if outcome(states[ply + 1]) != ONGOING:
        return False
    states[ply + 1].turn = mover
    return can_win_at_once(states, ply + 1, legal)


@compiled
def ends_even(states: States, ply: int, buffers: Any, budget: Any) -> bool:
    """Whether every way to play on is a draw with equal points, as far as a budget of moves reaches.

    Each ply needs a state and a row of `buffers`.
    """
    result = outcome(states[ply])
    if result != ONGOING:
        return result == DRAW and points(states[ply], 0) == points(states[ply], 1)
    for i in range(moves(states[ply], buffers[ply])):
        budget[0] -= 1
        if budget[0] < 0:
            return True
        copy_state(states, ply + 1, ply)
        play(states[ply + 1], buffers[ply, i])
        if not ends_even(states, ply + 1, buffers, budget):
            return False
    return True
