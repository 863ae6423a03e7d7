"""A position of a game and the moves that led to it, in python-chess's words."""

from __future__ import annotations

from typing import Any

from noughts.board.game import Game
from noughts.board.move import Move
from noughts.board.svg import draw_svg
from noughts.board.symmetry import Symmetry
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
    matter. One that has been put into a set or a dictionary, or looked for there, is found again: it cannot change any
    more, only its copies can.

    >>> position in {position}, position.copy() in {position}
    (True, True)
    """

    __slots__ = ("_count", "_legal", "_outcome", "_ply", "_states", "_step", "game", "move_stack", "turn")

    game: Game
    move_stack: list[Move]
    turn: int  # 0 or 1; after the end, the side that would have moved next

    def __init__(self, game: Game, states: States) -> None:
        self.game = game
        self._states = states
        self._ply = 0
        self._legal = game.new_moves()
        self._step = step_for(game.rules, game.name)
        self.move_stack = []
        self._read(self._step(states, 0, STAY, self._legal, 0))

    def _read(self, status: int) -> None:
        self.turn = status & 1
        self._outcome = status >> 1 & 3
        self._count = status >> 3

    @property
    def legal_moves(self) -> list[Move]:
        """The legal moves, in a list of your own; none once the game is over. A move equals its notation."""
        moves: list[Move] = self.game.moves_by_code[self._legal[: self._count]].tolist()
        if not self.game.rules.is_ours and not all(moves):
            return [self.game.move_of(code) for code in self._legal[: self._count].tolist()]
        return moves

    def is_legal(self, move: Move | str) -> bool:
        """Whether `push` would make this move; text that is no move of the game is not legal.

        >>> import noughts
        >>> position = noughts.game("tictactoe").start()
        >>> position.is_legal("B2"), position.is_legal("d4")
        (True, False)
        """
        if isinstance(move, str):
            try:
                move = self.game.read_move(move)
            except NoughtsError:
                return False
        elif not isinstance(move, Move):
            raise NoughtsError(self._no_text(move))
        return self.game.moves.get(move.code) == move and move.code in self._legal[: self._count]

    @property
    def ply(self) -> int:
        """How many moves have been made since the root: the length of `move_stack`."""
        return self._ply

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
            raise NoughtsError(self._no_text(text))
        move = self.game.read_move(text)
        if move.code not in self._legal[: self._count]:
            raise NoughtsError(self._why_illegal(move, text))
        return move

    def _no_text(self, move: object) -> str:
        return f"a move is text such as {self.game.move_hint}, not {move!r}"

    def _why_illegal(self, move: Move, text: str) -> str:
        spoken = self.game.spoken(move.text)
        # A move that was entered as a cell's number is answered in numbers.
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
        self._read(self._step(self._states, self._ply - 1, STAY, self._legal, 0))
        self._ply -= 1
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

    def content_at(self, cell: str) -> str:
        """The content of the cell of that name: 'X', 'O', '.' for nothing, '#' for an obstacle.

        >>> import noughts
        >>> position = noughts.game("ultimate").start()
        >>> position.push("5.3")
        >>> position.content_at("5.3"), position.content_at("5.4")
        ('X', '.')
        """
        return self.game.contents(self._states[self._ply])[self.game.cell_index(cell)]

    def root(self) -> Position:
        """The position in which the moves of `move_stack` began."""
        return Position(self.game, self._states[[0, 0]])

    def transformed(self, symmetry: Symmetry) -> Position:
        """The image of this position, with the images of the moves behind it.

        >>> import noughts
        >>> position = noughts.game("3x4x3").position("X.../..#./.... O")
        >>> position.push("a1")
        >>> image = position.transformed(position.game.symmetries[1])
        >>> image.text(), str(image.peek())
        ('...X/.#../...O X', 'd1')
        """
        game, image = self.game, self.game.start()
        if symmetry not in game.symmetries:
            raise NoughtsError(f"that is not one of the {len(game.symmetries)} symmetries of {game.name}")
        if self._states[0].tobytes() != image._states[0].tobytes():  # the start is its own image
            image = game.position(game.image_text(self._states[0], symmetry))
        for move in self.move_stack:
            image.push(symmetry.moves[move])
        return image

    def symmetries(self) -> list[Symmetry]:
        """The symmetries of the game that map this position, with all that stands on it, onto itself.

        >>> import noughts
        >>> game = noughts.game("tictactoe")
        >>> len(game.symmetries), len(game.position(".../.X./..O X").symmetries())
        (8, 2)
        """
        return [symmetry for symmetry in self.game.symmetries if self.transformed(symmetry) == self]

    def view(self, has_clicks: bool = True) -> View:
        """The view that front ends draw; without clicks where nobody is to move."""
        game, state, last = self.game, self._states[self._ply], self.move_stack[-1] if self.move_stack else None
        legal = self.legal_moves if has_clicks else ()
        if last is None or "landing" not in game.rules.functions:
            return game.view(state, legal, last)
        return game.view(state, legal, last, self._states[self._ply - 1])

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
        other._ply, other._count, other._outcome = self._ply, self._count, self._outcome
        other._step = step_for(self.game.rules, self.game.name) if self._step is _stay else self._step
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
        self._step = _stay  # in its place, so that other positions pay nothing for it
        return hash(self.key)

    def __str__(self) -> str:
        return draw_text(self.view())

    def __repr__(self) -> str:
        return f"<{self.game.name}: {self.text()}>"

    def svg(self) -> str:
        """The position as an SVG drawing."""
        return draw_svg(self.view())

    def _repr_svg_(self) -> str:
        """The drawing that notebooks show."""
        return self.svg()


def _stay(*_: object) -> int:
    """The step of a position that has been hashed."""
    raise NoughtsError(
        "this position was put into a set or a dictionary, or looked for there, and cannot change any more; "
        "its copy() can"
    )


def _replay(game: Game, text: str, moves: list[str]) -> Position:
    position = game.position(text)
    for move in moves:
        position.push(move)
    return position
