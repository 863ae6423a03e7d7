"""Boolean questions about a position, and the answers that need no search.

'Does this player get at least so much?' What a player gets is WIN, -WIN, or the difference of points of a draw. AND and
OR follow from whose turn it is: the player's own turns are OR nodes, so bonus moves and skipped players need no care.
"""

from dataclasses import dataclass

from noughts.kernel.compiling import compiled, inlined
from noughts.kernel.contract import (
    DRAW,
    FIRST,
    MANY_PLIES,
    NO_MOVE,
    ONGOING,
    UNRESTRICTED,
    States,
    cannot_win,
    forced_moves,
    is_dead,
    moves,
    outcome,
    points,
    turn,
    winning_move,
)
from noughts.solving.worker import Worker

WIN = 1 << 20  # above every difference of points
NOT_LOST = 1 - WIN
UNLIMITED = MANY_PLIES
PROVED, DISPROVED = -1, -2  # in place of a number of moves


@dataclass(frozen=True)
class Question:
    """Whether `player` (0 or 1) gets at least `target`: WIN, NOT_LOST, or so many points more than the opponent."""

    player: int
    target: int
    within: int = UNLIMITED  # plies, of a win: one that comes later counts as none


@compiled
def final_worth(states: States, at: int, player: int) -> int:
    """The value of a finished game to a player."""
    result = outcome(states[at])
    if result == DRAW:
        return points(states[at], player) - points(states[at], 1 - player)
    return WIN if result == FIRST + player else -WIN


@compiled
def verdict(is_so: bool) -> int:
    return PROVED if is_so else DISPROVED


@compiled
def move_that_wins(states: States, at: int) -> int:
    """A move that wins at once, as far as the game knows one; NO_MOVE in a finished game."""
    return winning_move(states[at]) if outcome(states[at]) == ONGOING else NO_MOVE


@inlined
def fewer(plies: int) -> int:
    """The number of plies left after one of so many."""
    return plies if plies >= UNLIMITED else plies - 1


@inlined
def look(worker: Worker, ply: int, plies: int) -> int:
    """PROVED or DISPROVED where the end of the game or a hook decides; else the number of moves, written to their row.

    Left out are moves that lose at once, unless all do. Each cut holds for every game: a winning move wins; where no
    forced move is left, the side to move loses; a dead game is drawn with equal points; who cannot win, does not.

    Within so many plies: a winning move takes one, and a move that loses at once two at most.
    """
    states, at, out, run = worker.states, ply * len(worker.images), worker.moves[ply], worker.run[0]
    player, target = run.player, run.target
    if outcome(states[at]) != ONGOING:
        return verdict(final_worth(states, at, player) >= target)
    if plies == 0:
        return DISPROVED
    mover = turn(states[at])
    if winning_move(states[at]) != NO_MOVE:
        return verdict(mover == player)
    n = forced_moves(states[at], out) if plies >= 2 or mover == player else UNRESTRICTED
    if n == 0:
        return verdict(mover != player)
    if is_dead(states[at]) != 0:
        return verdict(target <= 0)
    if target == WIN and cannot_win(states[at], player, worker.scratch) != 0:
        return DISPROVED
    if target == NOT_LOST and cannot_win(states[at], 1 - player, worker.scratch) != 0:
        return PROVED
    if n == UNRESTRICTED:
        n = moves(states[at], out)
    return n
