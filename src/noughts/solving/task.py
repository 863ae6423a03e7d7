"""A position to be solved: the bounds of its value and of its moves, and the solution that they make."""

import time
from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from noughts.board import Move, Position
from noughts.errors import NoughtsError
from noughts.solving.bounds import ValueBounds
from noughts.solving.method import METHODS, Progress
from noughts.solving.question import UNLIMITED, WIN
from noughts.solving.solution import Solution
from noughts.solving.stealing import mover_does_not_lose

MOST_MEGABYTES = 2**20


@dataclass(frozen=True)
class SolveSettings:
    """Settings of a solver: how to solve, and what to tell."""

    method: str | None = None  # the game's best
    hash_mb: float = 256.0
    all_moves: bool = False
    distance: bool = False
    try_first: tuple[str, ...] = ()  # moves that may win, looked at before all others
    within: int | None = None  # plies: ask for nothing but a win that takes no longer
    symmetry: bool = True  # whether positions that are images of each other are one

    def __post_init__(self) -> None:
        if self.method is not None and self.method not in METHODS:
            raise NoughtsError(f"the method is {self.method!r}; it must be one of {', '.join(METHODS)}")
        is_number = isinstance(self.hash_mb, int | float) and not isinstance(self.hash_mb, bool)
        if not is_number or not 0 < self.hash_mb <= MOST_MEGABYTES:
            raise NoughtsError(
                f"the table is to have {self.hash_mb} megabytes; it must be more than 0, at most {MOST_MEGABYTES}"
            )
        if self.within is not None:
            is_whole = isinstance(self.within, int) and not isinstance(self.within, bool)
            if not is_whole or not 1 <= self.within < UNLIMITED:
                raise NoughtsError(f"within is {self.within!r}; it must be a number of plies from 1 to {UNLIMITED - 1}")
            if self.all_moves or self.distance:
                raise NoughtsError(
                    "a win within some plies is one question: it goes with neither all moves nor the distance"
                )


def first_bounds(position: Position, player: int) -> ValueBounds:
    """The bounds of a position's value to a player without any search."""
    has_points = "points" in position.game.rules.functions
    if (outcome := position.outcome()) is not None:
        if outcome.winner is not None:
            worth = WIN if outcome.winner == player else -WIN
        else:
            points = outcome.points or (0, 0)
            worth = points[player] - points[1 - player]
        return ValueBounds(worth, worth, has_points)
    if mover_does_not_lose(position):
        return ValueBounds(least=0) if player == position.turn else ValueBounds(most=0)
    return ValueBounds(has_points=has_points)


def distinct_moves(position: Position) -> dict[Move, list[Move]]:
    """One of each set of moves that the position's own symmetries lead into each other, with all of its set."""
    symmetries, found = position.symmetries(), dict[Move, list[Move]]()
    for move in position.legal_moves:
        least = min(symmetry.moves[move] for symmetry in symmetries)
        found.setdefault(least, []).append(move)
    return found


def after(position: Position, move: Move) -> Position:
    """The position that a move leads to."""
    played = position.copy()
    played.push(move)
    return played


def _legal(position: Position, text: str) -> Move:
    move = position.game.read_move(text)
    if not position.is_legal(move):
        raise NoughtsError(f"{text} is not legal here: it cannot be tried first")
    return move


class Task(ABC):
    """`work` searches until all is known that was asked for, or until another thread calls `stop`.

    `solution` tells at any time the result so far, for one player, the side to move unless another is named.
    """

    def __init__(self, position: Position, settings: SolveSettings, player: int | None, with_moves: bool) -> None:
        self.position, self.settings = position.copy(), settings
        self.player = position.turn if player is None else player
        self.known = first_bounds(position, self.player)
        self.sets_of_moves = distinct_moves(position) if with_moves else {}
        self.known_moves = {move: first_bounds(after(position, move), self.player) for move in self.sets_of_moves}
        self.best_move: Move | None = None
        self.distance: int | None = None
        self.wins_within: bool | None = None  # the settings' plies
        self.tried = [_legal(position, text) for text in settings.try_first]
        self._seconds = 0.0
        self._begun: float | None = None

    @property
    @abstractmethod
    def nodes(self) -> int: ...

    @abstractmethod
    def progress(self) -> Progress: ...

    @abstractmethod
    def search(self) -> None:
        """Search for the results that are still open."""

    @property
    def is_done(self) -> bool:
        """Whether all is known that was asked for."""
        if self.settings.within is not None:
            return self.wins_within is not None
        is_measured = not self.settings.distance or self.known.value == "draw" or self.distance is not None
        wanted = self.known_moves.values() if self.settings.all_moves else ()
        return self.known.is_known and all(known.is_known for known in wanted) and is_measured

    @property
    @abstractmethod
    def stop_flags(self) -> list[NDArray[np.int64]]:
        """The flags that its searches poll, for a StopSignal to set."""

    @property
    def is_stopped(self) -> bool:
        return any(flag[0] for flag in self.stop_flags)

    def stop(self) -> None:
        for flag in self.stop_flags:
            flag[0] = 1

    def resume(self) -> None:
        """Let `work` go on after a stop."""
        for flag in self.stop_flags:
            flag[0] = 0

    def work(self) -> None:
        self._begun = time.perf_counter()
        try:
            self.search()
        finally:
            self._seconds += time.perf_counter() - self._begun
            self._begun = None

    @property
    def seconds(self) -> float:
        begun = self._begun
        return self._seconds + (time.perf_counter() - begun if begun is not None else 0.0)

    def combine_moves(self) -> None:
        """A position is worth as much as its best move."""
        least = max(known.least for known in self.known_moves.values())
        most = max(known.most for known in self.known_moves.values())
        self.known = ValueBounds(max(least, self.known.least), min(most, self.known.most), self.known.has_points)

    def solution(self) -> Solution:
        legal = self.position.legal_moves
        of_move = {move: self.known_moves[least] for least, moves in self.sets_of_moves.items() for move in moves}
        if self.known.value == "loss":
            best = legal
        elif of_move:
            best = [move for move in legal if self.known.is_known and of_move[move] == self.known]
        else:
            best = [self.best_move] if self.best_move is not None and self.known.is_known else []
        return Solution(
            bounds=self.known,
            best_moves=tuple(best),
            move_bounds={move: of_move[move] for move in legal} if self.settings.all_moves else {},
            distance=self.distance,
            within=self.settings.within,
            wins_within=self.wins_within,
            nodes=self.nodes,
            seconds=self.seconds,
        )
