"""Minimax, H-minimax, alpha-beta, PVS and MTD(f) in plain Python, which write down every node they visit.

Textbook code over positions and the static values of an evaluation, without anything of the searches that it checks.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from noughts.board import Position
from noughts.engine.static_value import static_value
from noughts.kernel.evaluation import Evaluation
from noughts.kernel.scores import MATE, MATE_RANGE, POINT

INFINITE = MATE + 1


@dataclass
class Visit:
    """A node: where it stands, its window and its value for its side to move."""

    moves: tuple[str, ...]
    depth: int
    alpha: int
    beta: int
    value: int = 0


@dataclass
class PlainSearch:
    evaluation: Evaluation
    with_table: bool = False
    visits: list[Visit] = field(default_factory=list)
    table: dict[str, tuple[int, int, str, str]] = field(default_factory=dict)  # value, depth, bound, move
    evaluated: int = 0
    inner: int = 0
    hits: int = 0
    cuts: list[int] = field(default_factory=lambda: [0, 0])  # by the side to move

    def minimax(self, position: Position, depth: int, ply: int = 0) -> int:
        visit = self._visit(position, depth, ply, -INFINITE, INFINITE)
        value = self._leaf(position, depth, ply)
        if value is None:
            value = -INFINITE
            for move in position.legal_moves:
                mover = position.turn
                position.push(move)
                found = self.minimax(position, depth - 1, ply + 1)
                value = max(value, found if position.turn == mover else -found)
                position.pop()
        visit.value = value
        return value

    def alphabeta(self, position: Position, depth: int, alpha: int, beta: int, ply: int = 0) -> int:
        return self._with_window(position, depth, alpha, beta, ply, scouts=False)

    def pvs(self, position: Position, depth: int, alpha: int, beta: int, ply: int = 0) -> int:
        return self._with_window(position, depth, alpha, beta, ply, scouts=True)

    def mtdf(self, position: Position, depth: int, guess: int = 0) -> int:
        value, lower, upper = guess, -INFINITE, INFINITE
        while lower < upper:
            beta = value + 1 if value == lower else value
            value = self.alphabeta(position, depth, beta - 1, beta)
            if value < beta:
                upper = value
            else:
                lower = value
        return value

    def hminimax(self, position: Position, depth: int, prunes: bool, tested: Sequence[int]) -> int:
        """Report 002's: the depth is tested only where one of the sides `tested` is to move."""
        return self._hminimax(position, depth, -INFINITE, INFINITE, 0, prunes, tested)

    def _hminimax(
        self, position: Position, depth: int, alpha: int, beta: int, ply: int, prunes: bool, tested: Sequence[int]
    ) -> int:
        visit = self._visit(position, depth, ply, alpha, beta)
        leaf = self._leaf(position, 0 if depth <= 0 and position.turn in tested else 1, ply)
        if leaf is not None:
            visit.value = leaf
            return leaf
        best, mover = -INFINITE, position.turn
        for move in position.legal_moves:
            position.push(move)
            low, high = (alpha, beta) if position.turn == mover else (-beta, -alpha)
            value = self._hminimax(position, depth - 1, low, high, ply + 1, prunes, tested)
            best = max(best, value if position.turn == mover else -value)
            position.pop()
            if prunes and best >= beta:
                self.cuts[mover] += 1
                break
            alpha = max(alpha, best) if prunes else alpha
        visit.value = best
        return best

    def _with_window(self, position: Position, depth: int, alpha: int, beta: int, ply: int, scouts: bool) -> int:
        visit = self._visit(position, depth, ply, alpha, beta)
        leaf = self._leaf(position, depth, ply)
        if leaf is not None:
            visit.value = leaf
            return leaf
        key, first = position.text(), ""
        if self.with_table and key in self.table:
            value, stored_depth, bound, first = self.table[key]
            value -= ply if value > MATE_RANGE else -ply if value < -MATE_RANGE else 0
            is_enough = (
                bound == "exact" or (bound == "lower" and value >= beta) or (bound == "upper" and value <= alpha)
            )
            if is_enough and stored_depth == depth and ply > 0:
                self.hits += 1
                visit.value = value
                return value
        moves = sorted(position.legal_moves, key=lambda move: str(move) != first)
        best, best_move, mover, low = -INFINITE, "", position.turn, alpha
        for number, move in enumerate(moves):
            position.push(move)
            search = self._for_child(position, depth, ply, mover, scouts)
            if scouts and number and depth > 1:
                value = search(low, min(low + 1, beta))
                if low < value < beta and low + 1 < beta:
                    value = search(low, beta)
            else:
                value = search(low, beta)
            position.pop()
            if value > best:
                best, best_move = value, str(move)
            low = max(low, value)
            if low >= beta:
                self.cuts[mover] += 1
                break
        if self.with_table and ply > 0:
            bound = "lower" if best >= beta else "upper" if best <= alpha else "exact"
            kept = best + (ply if best > MATE_RANGE else -ply if best < -MATE_RANGE else 0)
            self.table[key] = kept, depth, bound, best_move
        visit.value = best
        return best

    def _for_child(
        self, position: Position, depth: int, ply: int, mover: int, scouts: bool
    ) -> Callable[[int, int], int]:
        def search(low: int, high: int) -> int:
            if position.turn == mover:
                return self._with_window(position, depth - 1, low, high, ply + 1, scouts)
            return -self._with_window(position, depth - 1, -high, -low, ply + 1, scouts)

        return search

    def _visit(self, position: Position, depth: int, ply: int, alpha: int, beta: int) -> Visit:
        moves = tuple(str(move) for move in position.move_stack[len(position.move_stack) - ply :])
        self.visits.append(Visit(moves, depth, alpha, beta))
        self.inner += depth != 0
        return self.visits[-1]

    def _leaf(self, position: Position, depth: int, ply: int) -> int | None:
        outcome = position.outcome()
        if outcome is None and depth:
            return None
        self.evaluated += 1
        if outcome is None:
            return static_value(position, self.evaluation).value
        if outcome.winner is None:
            points = outcome.points or (0, 0)
            return POINT * (points[position.turn] - points[1 - position.turn])
        return MATE - ply if outcome.winner == position.turn else ply - MATE
