"""A position of a game and the moves that led to it, in python-chess's words."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from noughts.board.game import Game
from noughts.board.images import canonical_images, image_of_root
from noughts.board.move import Move
from noughts.board.svg import draw_svg
from noughts.board.symmetry import Symmetry
from noughts.board.text import draw_text
from noughts.board.view import MARKS, Outcome, View
from noughts.errors import NoughtsError
from noughts.kernel.contract import ONGOING, States, key
from noughts.kernel.stepping import ILLEGAL, STAY, step_for

_FEW = 8  # states that a copy without the moves behind it begins with
# The indices of the first so many: by them NumPy takes a few in half the time of a slice and its copy.
_FIRST = [np.arange(count) for count in range(128)]


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

    __slots__ = (
        "_has_gaps",
        "_legal",
        "_listed",
        "_ply",
        "_states",
        "_status",
        "_step",
        "game",
        "move_stack",
    )

    game: Game
    move_stack: list[Move]

    def __init__(self, game: Game, states: States) -> None:
        self.game = game
        # Arrays around bytearrays: NumPy copies records field by field, which takes twenty times as long.
        self._states: States = np.ndarray(len(states), states.dtype, bytearray(states.tobytes()))
        self._legal = game.new_moves()
        self._listed, self._has_gaps = game.listed_moves, game.may_lack_notation
        self._ply = 0
        self._step = step_for(game.rules, game.name)
        self.move_stack = []
        self._status = self._step(self._states, 0, STAY, self._legal, 0)

    @property
    def turn(self) -> int:
        """The side to move, 0 or 1; after the end, the side that would have moved next."""
        return self._status & 1

    @property
    def _outcome(self) -> int:
        return self._status >> 1 & 3

    @property
    def legal_moves(self) -> list[Move]:
        """The legal moves, in a list of your own; none once the game is over. A move equals its notation."""
        moves: list[Move] = self.game.gather(self._legal, self._listed, self._status >> 3)
        if self._has_gaps and not all(moves):
            return [self.game.move_of(code) for code in self.legal_codes.tolist()]
        return moves

    @property
    def legal_codes(self) -> NDArray[np.int64]:
        """The codes of the legal moves, in the order of `legal_moves`, in an array of your own.

        >>> import noughts
        >>> noughts.game("tictactoe").position("XO./.../... X").legal_codes
        array([ 2,  4,  5,  6,  8,  9, 10])
        """
        count = self._status >> 3
        return self._legal[_FIRST[count]] if count < len(_FIRST) else self._legal[:count].copy()

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
        return self.game.moves.get(move.code) == move and move.code in self._legal[: self._status >> 3]

    @property
    def ply(self) -> int:
        """How many moves have been made since the root: the length of `move_stack`."""
        return self._ply

    def push(self, move: Move | str) -> None:
        """Make a legal move, given as a move or in the game's notation."""
        try:
            known: Any = self._listed[move.code]  # type: ignore[union-attr] # text has none
        except (AttributeError, IndexError, TypeError):
            known = self._known(move)
        else:
            if known is not move:
                known = self._known(move)
        ply = self._ply
        if ply + 1 == len(self._states):
            self._grow()
        status = self._step(self._states, ply, known.code, self._legal, self._status >> 3)
        if status == ILLEGAL:
            raise NoughtsError(self._why_illegal(known, known.text))
        self._ply = ply + 1
        self._status = status
        self.move_stack.append(known)

    def _known(self, move: Move | str) -> Move:
        """The game's own move that equals a move or has that notation."""
        if not isinstance(move, Move):
            return self.parse_move(move)
        known = self.game.moves.get(move.code)
        if known is None or known != move:
            raise NoughtsError(f"{move} is not a move of {self.game.name} but of another game")
        return known

    def push_code(self, code: int) -> None:
        """Make the legal move of that code, one of `legal_codes`: for programs that count in numbers.

        >>> import noughts
        >>> position = noughts.game("tictactoe").start()
        >>> position.push_code(position.legal_codes[4])
        >>> str(position.peek())
        'b2'
        """
        try:
            move = self._listed[code]
        except (IndexError, TypeError):
            move = None
        if move is None or move.code != code:  # an index below 0 counts from the end
            most = self.game.move_codes - 1
            raise NoughtsError(f"{code!r} is no move's code in {self.game.name}: codes are from 0 to {most}")
        self.push(move)

    def _grow(self) -> None:
        buffer: Any = self._states.base
        self._states = np.ndarray(2 * len(self._states), self._states.dtype, buffer.ljust(2 * len(buffer), b"\0"))

    def parse_move(self, text: str) -> Move:
        """The legal move of that notation."""
        if not isinstance(text, str):
            raise NoughtsError(self._no_text(text))
        move = self.game.read_move(text)
        if move.code not in self._legal[: self._status >> 3]:
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
        self._status = self._step(self._states, self._ply - 1, STAY, self._legal, 0)
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
        return self._status & 6 != 0

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
        game = self.game
        if symmetry not in game.symmetries:
            raise NoughtsError(f"that is not one of the {len(game.symmetries)} symmetries of {game.name}")
        image = image_of_root(game, self._states[0], symmetry)
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

    def canonical(self) -> Position:
        """The same one of this position's images, whichever of them it is: for tables of positions up to symmetry.

        >>> import noughts
        >>> game = noughts.game("tictactoe")
        >>> images = [game.position(text) for text in ("X../.O./... X", "..X/.O./... X", ".../.O./..X X")]
        >>> len({position.canonical() for position in images})
        1
        """
        return self.transformed(self.game.symmetries[self._canonical()])

    def _canonical(self) -> int:
        moves = np.array([[move.code for move in self.move_stack]], np.int32)
        chosen, _ = canonical_images(self.game, self._states[:1], moves, np.array([self._ply]))
        return int(chosen[0])

    @property
    def contents(self) -> NDArray[np.int64]:
        """The contents of the cells, as indices into `game.glyphs`: 0 nothing, 1 X, 2 O, 3 an obstacle, then others.

        >>> import noughts
        >>> noughts.game("tictactoe").position("XO./.../#.. X").contents
        array([1, 2, 0, 0, 0, 0, 3, 0, 0])
        """
        glyphs = self.game.glyphs
        return np.array([glyphs.index(content) for content in self.game.contents(self._states[self._ply])], np.int64)

    @property
    def mask(self) -> NDArray[np.bool_]:
        """Whether each code is that of a legal move."""
        mask = np.zeros(self.game.move_codes, np.bool_)
        mask[self._legal[: self._status >> 3]] = True
        return mask

    def planes(self, player: int | None = None) -> NDArray[np.float32]:
        """The position as a player sees it, the side to move if none is named: an array of planes, rows and columns.

        `game.planes.names` says what each plane shows.

        >>> import noughts
        >>> position = noughts.game("tictactoe").position("XO./.../... X")
        >>> position.planes().shape, position.planes()[0, 0].tolist(), position.planes(player=1)[0, 0].tolist()
        ((5, 3, 3), [1.0, 0.0, 0.0], [0.0, 1.0, 0.0])
        """
        if player not in (None, 0, 1):
            raise NoughtsError(f"a player is 0 or 1, not {player!r}")
        players = np.array([self.turn if player is None else player], np.int64)
        return self.game.planes.of(self.states, 0, players, self.mask.view(np.uint8).reshape(1, -1))[0]

    @property
    def key(self) -> int:
        """The Zobrist key."""
        return int(key(self._states[self._ply]))

    @property
    def states(self) -> States:
        """A fresh array whose first state is this position: what compiled searches start from."""
        return self._states[self._ply : self._ply + 1].copy()

    def copy(self, stack: bool = True) -> Position:
        """An independent position with the same moves behind it; or with none: its root is here.

        >>> import noughts
        >>> position = noughts.game("tictactoe").start()
        >>> position.push("b2")
        >>> copy = position.copy(stack=False)
        >>> copy == position, copy.move_stack
        (True, [])
        """
        other = object.__new__(type(self))
        other.game, other._status = self.game, self._status
        other._listed, other._has_gaps = self._listed, self._has_gaps
        other._step = step_for(self.game.rules, self.game.name) if self._step is _stay else self._step
        other._legal = self._legal.copy()
        states = self._states
        buffer: Any = states.base
        if stack:
            other._states = np.ndarray(len(states), states.dtype, bytearray(buffer))
            other._ply, other.move_stack = self._ply, self.move_stack.copy()
        else:
            size = states.itemsize
            here = buffer[self._ply * size : (self._ply + 1) * size]
            other._states = np.ndarray(_FEW, states.dtype, here.ljust(_FEW * size, b"\0"))
            other._ply, other.move_stack = 0, []
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
