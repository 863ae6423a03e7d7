"""Solving a position in one process: the questions that lead to its value, one after the other."""

import numpy as np
from numpy.typing import NDArray

from noughts.board import Move, Position
from noughts.kernel.contract import plies_left
from noughts.solving.method import Exhaustive, Method, Progress, method_for
from noughts.solving.question import NOT_LOST, WIN, Question
from noughts.solving.task import SolveSettings, Task, after


class Solver(Task):
    """Making one compiles, or loads, all that it needs."""

    def __init__(self, position: Position, settings: SolveSettings, player: int | None = None) -> None:
        super().__init__(position, settings, player, with_moves=settings.all_moves)
        game = position.game
        self.method: Method = method_for(game, settings.method)(game, settings.hash_mb, settings.symmetry)
        self._measuring = Exhaustive(game, settings.hash_mb) if settings.distance else None
        self._methods = [self.method] if self._measuring is None else [self.method, self._measuring]

    @property
    def nodes(self) -> int:
        return sum(method.nodes for method in self._methods)

    def progress(self) -> Progress:
        return self.method.progress()

    @property
    def stop_flags(self) -> list[NDArray[np.int64]]:
        return [method.stop_flag for method in self._methods]

    def search(self) -> None:
        if self.settings.within is not None:
            self._ask_within(self.settings.within)
        elif self.known_moves:
            self._ask_moves()
        else:
            self._ask_position()
            self._find_a_move()
        if self._measuring is not None and not self.is_stopped:
            self._measure(self._measuring)

    def _ask(self, position: Position, target: int) -> bool | None:
        return None if self.is_stopped else self.method.ask(position, Question(self.player, target))

    def _ask_position(self) -> None:
        self._try_moves()
        while not self.known.is_known and not self.is_stopped:
            target = self.known.next_target()
            answer = self._ask(self.position, target)
            if answer is None:
                return
            self.known = self.known.after(target, answer)
            if answer:
                self.best_move = self.method.best_move or self.best_move

    def _try_moves(self) -> None:
        """A move that wins is enough: the question is asked of what it leads to, and not of all moves."""
        for move in self.tried if self.player == self.position.turn else ():
            if not self.known.is_known and self._ask(after(self.position, move), WIN):
                self.known, self.best_move = self.known.after(WIN, True), move

    def _ask_within(self, plies: int) -> None:
        """Whether the player wins in so many plies at most."""
        for move in (*self.tried, None):
            if self.is_stopped or self.wins_within is not None:
                return
            position, left = (after(self.position, move), plies - 1) if move else (self.position, plies)
            answer = self.method.ask(position, Question(self.player, WIN, left))
            if answer:
                self.known, self.best_move = self.known.after(WIN, True), move or self.method.best_move
            if answer or move is None:
                self.wins_within = answer

    def _find_a_move(self) -> None:
        """One that keeps a draw of which only the value is known: by strategy stealing, by pairs, or in a dead game."""
        if self.position.is_game_over() or self.player != self.position.turn or self.known.value != "draw":
            return
        target = self.known.least if self.known.has_points else NOT_LOST
        if self.best_move is None and self._ask(self.position, target):
            self.best_move = self.method.best_move
        for move in self.position.legal_moves:
            if self.best_move is None and self._ask(after(self.position, move), target):
                self.best_move = move

    def _ask_moves(self) -> None:
        """The same question of all moves before the next one: the table serves them all."""
        left_open = set[Move]()  # by a method that does not answer all questions
        while not self.is_stopped:
            unknown = {move: known for move, known in self.known_moves.items() if not known.is_known}
            targets = [known.next_target() for move, known in unknown.items() if move not in left_open]
            if not targets:
                break
            target = WIN if WIN in targets else targets[0]
            for move, known in unknown.items():
                if move not in left_open and known.next_target() == target:
                    answer = self._ask(after(self.position, move), target)
                    if answer is None:
                        left_open.add(move)
                    else:
                        self.known_moves[move] = known.after(target, answer)
        self.combine_moves()

    def _measure(self, method: Exhaustive) -> None:
        """Measure the length of best play: within how many plies the winner wins."""
        if self.known.value not in ("win", "loss"):
            return
        if self.position.is_game_over():
            self.distance = 0
            return
        winner = self.player if self.known.value == "win" else 1 - self.player
        longest = min(int(plies_left(self.position.states[0])), self.position.game.max_plies)
        for plies in range(1, longest + 1):
            answer = method.ask(self.position, Question(winner, WIN, plies))
            if answer is None:
                break
            if answer:
                self.distance = plies
                break
