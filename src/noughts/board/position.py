"""A position of a game and the moves that led to it, in python-chess's words."""

from __future__ import annotations

from typing import Any

import numpy as np

from noughts.board.game import Game, Move
from noughts.board.svg import draw_svg
from noughts.board.text import draw_text
from noughts.board.view import MARKS, Outcome, View
from noughts.errors import NoughtsError
from noughts.kernel.contract import ONGOING, States, key
from noughts.kernel.stepping import ILLEGAL, STAY, step_for


class Position:
    """Made by `game.start()` or `game.position(text)`; changed by `push` and `pop`.

    >>> import noughts
    >>> position = noughts.game("tictactoe").start()
    >>> for move in ["b2", "a1", "b1", "c3", "b3"]:
    ...     position.push(move)
    >>> position.outcome()
    Outcome(winner=0, reason='3 in a row', points=None)

    Positions are equal if the game and what stands on the board, turn and all, are; how they came about does not
    matter. The hash follows, so it changes with `push` and `pop`: put copies into sets.
    """

    __slots__ = ("_count", "_legal", "_outcome", "_ply", "_states", "_step", "game", "move_stack", "turn")

    game: Game
    move_stack: list[Move]
    turn: int  # 0 or 1; after the end, whoever would have moved next

    def __init__(self, game: Game, states: States) -> None:
        self.game = game
        self._states = states
        self._ply = 0
        self._legal = np.zeros(game.max_moves, np.int64)
        self._step = step_for(game.rules, game.name)
        self.move_stack = []
        self._read(self._step(states, 0, STAY, self._legal, 0))

    def _read(self, status: int) -> None:
        self.turn = status & 1
        self._outcome = status >> 1 & 3
        self._count = status >> 3

    @property
    def legal_moves(self) -> list[Move]:
        """The legal moves; none once the game is over."""
        moves: list[Move] = self.game.moves_by_code[self._legal[: self._count]].tolist()
        return moves

    def push(self, move: Move | str) -> None:
        """Make a legal move, given as a move or in the game's notation."""
        if not isinstance(move, Move):
            move = self.parse_move(move)
        ply = self._ply
        if ply + 1 == len(self._states):
            self._grow()
        known = self.game.moves.get(move.code)
        if known is not move and known != move:
            raise NoughtsError(f"{move} is not a move of {self.game.name} but of another game")
        status = self._step(self._states, ply, move.code, self._legal, self._count)
        if status == ILLEGAL:
            raise NoughtsError(self._why_illegal(move, move.text))
        self._ply = ply + 1
        self.turn = status & 1
        self._outcome = status >> 1 & 3
        self._count = status >> 3
        self.move_stack.append(move)

    def _grow(self) -> None:
        states = self.game.new_states(2 * len(self._states))
        states[: len(self._states)] = self._states
        self._states = states

    def parse_move(self, text: str) -> Move:
        """The legal move of that notation."""
        if not isinstance(text, str):
            raise NoughtsError(f"a move is text such as {self.game.move_hint}, not {text!r}")
        move = self.game.read_move(text)
        if move.code not in self._legal[: self._count]:
            raise NoughtsError(self._why_illegal(move, text))
        return move

    def _why_illegal(self, move: Move, text: str) -> str:
        spoken = self.game.spoken(move.text)
        # Whoever enters a cell's number is answered in numbers.
        called = self.game.spoken if text.strip() == spoken else str
        if self._outcome != ONGOING:
            return f"{called(move.text)} cannot be played: the game is over ({self.outcome()})"
        legal = [called(other.text) for other in self.legal_moves]
        shown = ", ".join(legal[:12]) + (f" and {len(legal) - 12} more" if len(legal) > 12 else "")
        to_move = f"{MARKS[self.turn]} to move {self.game.where(self._states[self._ply])}".rstrip()
        return f"{called(move.text)} is not legal here ({to_move}); legal moves: {shown}"

    def pop(self) -> Move:
        """Take the last move back and return it."""
        if not self.move_stack:
            raise NoughtsError("there is no move to take back")
        self._ply -= 1
        self._read(self._step(self._states, self._ply, STAY, self._legal, 0))
        return self.move_stack.pop()

    def peek(self) -> Move:
        """The last move."""
        if not self.move_stack:
            raise NoughtsError("no move has been made yet")
        return self.move_stack[-1]

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return None if self._outcome == ONGOING else self.game.outcome(self._states[self._ply])

    def is_game_over(self) -> bool:
        return self._outcome != ONGOING

    def text(self) -> str:
        """The position text: `game.position` takes it back."""
        return self.game.write_position(self._states[self._ply])

    def root(self) -> Position:
        """Where the moves of `move_stack` began."""
        return Position(self.game, self._states[[0, 0]])

    def view(self) -> View:
        """What front ends draw."""
        last = self.move_stack[-1] if self.move_stack else None
        return self.game.view(self._states[self._ply], self.legal_moves, last)

    @property
    def key(self) -> int:
        """The Zobrist key."""
        return int(key(self._states[self._ply]))

    @property
    def states(self) -> States:
        """A fresh array whose first state is this position: what compiled searches start from."""
        return self._states[self._ply : self._ply + 1].copy()

    def copy(self) -> Position:
        """An independent position with the same moves behind it."""
        other = object.__new__(type(self))
        other.game, other.turn = self.game, self.turn
        other._states, other._legal = self._states.copy(), self._legal.copy()
        other._ply, other._count, other._outcome, other._step = self._ply, self._count, self._outcome, self._step
        other.move_stack = self.move_stack.copy()
        return other

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Position:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        moves = [move.text for move in self.move_stack]
        return _replay, (self.game, self.game.write_position(self._states[0]), moves)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        here, there = self._states[self._ply], other._states[other._ply]
        return self.game == other.game and bool(here.tobytes() == there.tobytes())

    def __hash__(self) -> int:
        return hash((self.game.name, self.key))

    def __str__(self) -> str:
        return draw_text(self.view())

    def __repr__(self) -> str:
        return f"<{self.game.name}: {self.text()}>"

    def _repr_svg_(self) -> str:
        return draw_svg(self.view())


def _replay(game: Game, text: str, moves: list[str]) -> Position:
    position = game.position(text)
    for move in moves:
        position.push(move)
    return position
