"""One game between two players: the referee knows the rules and holds the clocks, and the players only answer."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from noughts.arena.adjudication import Adjudication
from noughts.arena.clock import Clocks, Conditions
from noughts.arena.played import PlayedMove
from noughts.board import MARKS, Position
from noughts.errors import NoughtsError, PlayerFault
from noughts.protocols.host import AnyEngine, Host
from noughts.protocols.process import Hang
from noughts.records import RESULTS, result_of
from noughts.system.garbage import no_collection


@dataclass(frozen=True)
class Ending:
    """How a game went. A result by `fault` was not decided on the board: that side, 0 or 1, forfeited it."""

    moves: tuple[PlayedMove, ...]
    result: str
    reason: str
    fault: int | None = None
    silent: bool = False  # it did not start, or did not answer
    points: tuple[int, int] | None = None


def play_game(
    start: Position,
    seats: Sequence[AnyEngine],
    conditions: Conditions | tuple[Conditions, Conditions],
    told: Callable[[PlayedMove], None] = lambda move: None,
    adjudication: Adjudication | None = None,
) -> Ending:
    """Play from a position that is not over to the end, or to the first fault of a player.

    The seats are those of first and second, and so are the conditions where they are two. An illegal move, whatever a
    foreign player does wrong, and a lost clock forfeit the game. `told` hears of each move, those of the opening among
    them, while no clock runs.
    """
    position = start.copy()
    clocks = Clocks(conditions) if isinstance(conditions, Conditions) else Clocks(*conditions)
    moves = [PlayedMove(move.text, turn) for move, turn in zip(start.move_stack, _turns(start), strict=True)]
    for move in moves:
        told(move)
    for side, player in enumerate(seats):  # before a clock runs
        if isinstance(player, Host):
            player.counts_cpu = clocks.counts_cpu
        try:
            player.prepare(start.game)
        except PlayerFault as fault:
            return _forfeited(moves, side, str(fault), True)
    if adjudication is not None:
        adjudication.prepare(start.game)
    with no_collection():
        now = _cpu_seconds if clocks.counts_cpu else _wall_seconds
        return _play(position, moves, seats, clocks, now, told, adjudication)


def _play(
    position: Position,
    moves: list[PlayedMove],
    seats: Sequence[AnyEngine],
    clocks: Clocks,
    now: Callable[[AnyEngine], float],
    told: Callable[[PlayedMove], None],
    adjudication: Adjudication | None,
) -> Ending:
    """The moves, with the clocks running; `now` is a player's time."""
    while not position.is_game_over():
        turn = position.turn
        begun = now(seats[turn])
        try:
            answer = seats[turn].play(position, clocks.limit(turn))
        except PlayerFault as fault:
            return _forfeited(moves, turn, str(fault), isinstance(fault, Hang))
        seconds = now(seats[turn]) - begun
        late = clocks.spend(turn, seconds)
        if late is not None:
            return _forfeited(moves, turn, late)
        try:
            position.push(answer.move)
        except NoughtsError as error:
            return _forfeited(moves, turn, f"played an illegal move: {error}")
        searched = answer.stats.depth > 0
        value, depth = (answer.score.value, answer.stats.depth) if searched else (None, None)
        moves.append(PlayedMove(answer.move.text, turn, round(seconds, 6), value, depth))
        told(moves[-1])
        if adjudication is not None and not position.is_game_over():
            ruling = adjudication.ruling(position, moves)
            if ruling is not None:
                return Ending(tuple(moves), ruling.result, ruling.reason)
    outcome = position.outcome()
    assert outcome is not None
    return Ending(tuple(moves), result_of(outcome), outcome.reason, points=outcome.points)


def _wall_seconds(player: AnyEngine) -> float:
    return time.perf_counter()


def _cpu_seconds(player: AnyEngine) -> float:
    """The processor time of a program with all that it has started; our own engines think in this process."""
    return player.cpu_seconds() if isinstance(player, Host) else time.process_time()


def _turns(position: Position) -> list[int]:
    """The side that made each of the moves behind a position."""
    replayed, turns = position.root(), []
    for move in position.move_stack:
        turns.append(replayed.turn)
        replayed.push(move)
    return turns


def _forfeited(moves: list[PlayedMove], side: int, what: str, silent: bool = False) -> Ending:
    return Ending(tuple(moves), RESULTS[1 - side], f"{MARKS[side]} forfeits: {what}", side, silent)
