"""Many positions of a game as arrays: a vectorised environment, which needs NumPy alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from noughts.board import Game, Position
from noughts.board.images import canonical_images, images
from noughts.errors import NoughtsError
from noughts.kernel.batch import (
    DONE,
    choose_rows,
    keys_of_rows,
    play_out_rows,
    read_rows,
    rows_function,
    step_rows,
)
from noughts.kernel.chance import new_generator
from noughts.kernel.contract import DRAW, FIRST, ONGOING, SECOND
from noughts.registry import game as find_game

MOST_ROWS = 10_000_000
_AT_ONCE = 1024  # games played out between two looks at Ctrl-C

Rows: TypeAlias = slice | Sequence[int] | NDArray[Any]


class Batch:
    """So many positions of a game, a row each, stepped together in compiled code.

    A move is its code, as in `Position.legal_codes`; a row whose game is over stays as it is until `reset`.

    >>> batch = Batch("tictactoe", 1000, seed=1)
    >>> while not batch.is_over.all():
    ...     rewards, ended = batch.step(batch.random_codes())
    >>> bool((batch.outcomes == 1).mean() > 0.5), batch.mask.shape, batch.planes().shape
    (True, (1000, 12), (1000, 5, 3, 3))

    All arrays that it returns are the caller's own.
    """

    def __init__(self, game: Game | str, count: int, seed: int | None = None, start: Position | None = None) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        if isinstance(count, bool) or not isinstance(count, int | np.integer) or not 1 <= count <= MOST_ROWS:
            raise NoughtsError(f"a batch has from 1 to {MOST_ROWS:,} positions, not {count!r}")
        if start is not None and start.game != self.game:
            raise NoughtsError(f"the start is a position of {start.game.name}, not of {self.game.name}")
        self._root = (start or self.game.start()).states.tobytes()
        self._generator = new_generator(seed)
        self._out = self.game.new_moves()
        # Bytes that NumPy copies at once, seen as states by compiled code; one more to play games out on.
        self._bytes = np.full(count + 1, np.void(self._root))
        self._masks = np.zeros((count, self.game.move_codes), np.uint8)
        self._turns, self._outcomes, self._plies = (np.zeros(count, np.int64) for _ in range(3))
        self._played = np.zeros((count, 16), np.int32)
        self._read()
        self._first = self._masks[0].copy(), self._turns[0], self._outcomes[0]

    def _read(self) -> None:
        self._call(read_rows, self._states, self._masks, self._turns, self._outcomes, self._out)

    def __len__(self) -> int:
        return len(self._turns)

    def __repr__(self) -> str:
        return f"<{len(self)} positions of {self.game.name}>"

    # What there is to see

    @property
    def mask(self) -> NDArray[np.bool_]:
        """Whether each code is legal in each row: none is once a game is over."""
        return self._masks.astype(np.bool_)

    @property
    def turns(self) -> NDArray[np.int64]:
        """The side to move in each row, 0 or 1."""
        return self._turns.copy()

    @property
    def outcomes(self) -> NDArray[np.int64]:
        """0 while a game goes on, 1 if the first player has won, 2 if the second has, 3 for a draw."""
        return self._outcomes.copy()

    @property
    def is_over(self) -> NDArray[np.bool_]:
        return self._outcomes != ONGOING

    @property
    def plies(self) -> NDArray[np.int64]:
        """The number of moves made in each row."""
        return self._plies.copy()

    @property
    def keys(self) -> NDArray[np.uint64]:
        """The Zobrist key of each row."""
        keys = np.zeros(len(self), np.uint64)
        self._call(keys_of_rows, self._states, keys)
        return keys

    def planes(self, players: ArrayLike | None = None) -> NDArray[np.float32]:
        """What the side to move, or the players given, see in each row: rows × `game.planes.shape`."""
        seen = self._turns if players is None else self._numbers(players, "players")
        if players is not None and not ((seen == 0) | (seen == 1)).all():
            raise NoughtsError("a player is 0 or 1")
        return self.game.planes.of(self._states, 0, seen, self._masks)

    def position(self, row: int) -> Position:
        """A row as a position, with the moves made since the start of the batch behind it.

        >>> batch = Batch("tictactoe", 2)
        >>> _ = batch.step([5, 0])
        >>> print(batch.position(0))
        3 . . .
        2 . X .
        1 . . .
          a b c
        O to move
        """
        at = int(np.arange(len(self))[self._rows([row])][0])
        position = Position(self.game, self._root_state)
        for code in self._played[at, : self._plies[at]].tolist():
            position.push_code(code)
        return position

    # Moves

    def step(self, codes: ArrayLike) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Make a move in every row that goes on; a code for each row, any in those that are over.

        Returns the rewards of both players, 1 and -1 in a row that was won just now, else 0, and which rows have ended
        just now. A code that is not legal is an error, and no row has moved then.
        """
        given = self._numbers(codes, "codes")
        if self._plies.max() == self._played.shape[1]:
            self._played = np.concatenate([self._played, np.zeros_like(self._played)], axis=1)
        rewards, before = np.zeros((len(self), 2), np.float32), self._outcomes == ONGOING
        row = self._call(
            step_rows,
            self._states,
            given,
            self._masks,
            self._turns,
            self._outcomes,
            self._played,
            self._plies,
            rewards,
            self._out,
        )
        if row != DONE:
            raise NoughtsError(f"row {row}: {self._why_illegal(row, int(given[row]))}; no row has moved")
        return rewards, before & (self._outcomes != ONGOING)

    def _why_illegal(self, row: int, code: int) -> str:
        legal = np.flatnonzero(self._masks[row]).tolist()
        shown = ", ".join(map(str, legal[:12])) + (f" and {len(legal) - 12} more" if len(legal) > 12 else "")
        return f"{code} is not the code of a legal move; legal are {shown}"

    def random_codes(self) -> NDArray[np.int64]:
        """A random legal move of each row, -1 where its game is over."""
        codes = np.zeros(len(self), np.int64)
        self._call(choose_rows, self._masks, self._generator, codes)
        return codes

    def play_out(self, games: int = 1) -> NDArray[np.int64]:
        """Random games from each row to their ends: wins of the first player, of the second, and draws, rows × 3.

        The rows stay as they are.
        """
        if isinstance(games, bool) or not isinstance(games, int | np.integer) or games < 1:
            raise NoughtsError(f"a number of games is 1 or more, not {games!r}")
        results = np.zeros((len(self), 4), np.int64)
        most = max(1, self.game.max_plies)
        for _ in range(games):
            for first in range(0, len(self), _AT_ONCE):
                end = min(first + _AT_ONCE, len(self))
                row = self._call(play_out_rows, self._states, first, end, most, self._generator, self._out, results)
                if row != DONE:
                    raise NoughtsError(f"{self.game.name}: a game from row {row} goes on after max_plies, {most}")
        return results[:, [FIRST, SECOND, DRAW]]

    def reset(self, rows: Rows | None = None) -> None:
        """Begin again in the rows of a mask or of these numbers, or in all."""
        chosen = slice(None) if rows is None else self._rows(rows)
        self._bytes[:-1][chosen] = np.void(self._root)
        self._masks[chosen], self._turns[chosen], self._outcomes[chosen] = self._first
        self._plies[chosen] = 0

    # Copies

    def copy(self) -> Batch:
        """A batch of the same positions, to come back to; chance goes on from the same number."""
        return self.take(np.arange(len(self)))

    def take(self, rows: Rows) -> Batch:
        """A batch of some rows, in this order, each as often as it is named.

        >>> batch = Batch("tictactoe", 2)
        >>> _ = batch.step([5, 0])
        >>> batch.take([1, 1, 0]).position(2).text()
        '.../.X./... O'
        """
        numbers = np.arange(len(self))[self._rows(rows)]
        if not 1 <= len(numbers) <= MOST_ROWS:
            raise NoughtsError(f"a batch has from 1 to {MOST_ROWS:,} positions, not {len(numbers)}")
        other = object.__new__(type(self))
        other.game, other._root, other._first, other._out = self.game, self._root, self._first, self.game.new_moves()
        other._generator = self._generator.copy()
        other._bytes = np.append(self._bytes[numbers], self._bytes[-1:])
        for name in ("_masks", "_turns", "_outcomes", "_plies", "_played"):
            setattr(other, name, getattr(self, name)[numbers])
        return other

    def put(self, rows: Rows, other: Batch) -> None:
        """Replace some rows by those of another batch of the same start, in its order."""
        if not isinstance(other, Batch) or other.game != self.game or other._root != self._root:
            raise NoughtsError(f"only rows of a batch of {self.game.name} with the same start fit in here")
        numbers = np.arange(len(self))[self._rows(rows)]
        if len(numbers) != len(other):
            raise NoughtsError(f"{len(other)} rows cannot replace {len(numbers)}")
        width = max(self._played.shape[1], other._played.shape[1])
        self._played, moves = (
            np.pad(one._played, ((0, 0), (0, width - one._played.shape[1]))) for one in (self, other)
        )
        self._played[numbers] = moves
        self._bytes[numbers] = other._bytes[:-1]
        for name in ("_masks", "_turns", "_outcomes", "_plies"):
            getattr(self, name)[numbers] = getattr(other, name)

    # Symmetries

    def transformed(self, symmetries: ArrayLike) -> Batch:
        """The images of the rows by `game.symmetries`, of which each row, or all, have an index here.

        Legal moves are images too: `game.move_images[symmetry, code]` is the image of a code.
        """
        count = len(self.game.symmetries)
        chosen = self._numbers(np.broadcast_to(symmetries, len(self)), "symmetries")
        if not ((chosen >= 0) & (chosen < count)).all():
            raise NoughtsError(f"{self.game.name} has the symmetries 0 to {count - 1}")
        roots = self._images(chosen, np.zeros_like(self._plies))
        if (roots != roots[0]).any():
            raise NoughtsError("the start of these rows is not its own image: only one symmetry for all of them fits")
        other = self.copy()
        other._root = roots[0].tobytes()
        other._bytes[:-1] = self._images(chosen, self._plies)
        other._played = self.game.move_images[chosen[:, None], self._played].astype(np.int32)
        other._read()
        mask, turn, outcome = self._first
        other._first = self._image_of_mask(mask, int(chosen[0])), turn, outcome
        return other

    def _images(self, symmetries: NDArray[np.int64], plies: NDArray[np.int64]) -> NDArray[np.void]:
        return images(self.game, self._root_state, self._played, plies, symmetries).view(self._bytes.dtype)

    def _image_of_mask(self, mask: NDArray[np.uint8], symmetry: int) -> NDArray[np.uint8]:
        image = np.zeros_like(mask)
        image[self.game.move_images[symmetry, mask != 0]] = 1
        return image

    def canonical(self) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
        """For each row the symmetry that leads to its canonical image, and that image's key: equal for all its images.

        >>> batch = Batch("tictactoe", 4)
        >>> _ = batch.step([0, 2, 8, 5])  # three corners and the centre
        >>> _, keys = batch.canonical()
        >>> len(set(keys.tolist()))
        2
        """
        return canonical_images(self.game, self._root_state, self._played, self._plies)

    # Arrays for compiled code, which checks none

    @property
    def _states(self) -> NDArray[Any]:
        return self._bytes.view(self.game.rules.dtype)

    @property
    def _root_state(self) -> NDArray[Any]:
        return np.frombuffer(bytearray(self._root), self.game.rules.dtype)

    def _call(self, function: Callable[..., int], *arguments: Any) -> int:
        return int(rows_function(function, self.game.rules, self.game.name)(*arguments))

    def _numbers(self, given: ArrayLike, what: str) -> NDArray[np.int64]:
        """An array of whole numbers, one for each row."""
        numbers = np.asarray(given)
        if numbers.dtype.kind not in "iu" or numbers.shape != (len(self),):
            kind = f"{numbers.dtype} of shape {numbers.shape}"
            raise NoughtsError(f"{what} are {len(self)} whole numbers, one for each row, not {kind}")
        return np.ascontiguousarray(numbers, np.int64)

    def _rows(self, given: Rows) -> Any:
        """What NumPy chooses rows by: a slice, a mask, numbers of rows that there are."""
        if isinstance(given, slice):
            return given
        rows = np.asarray(given)
        is_mask = rows.dtype.kind == "b" and rows.shape == (len(self),)
        is_numbers = rows.dtype.kind in "iu" and rows.ndim == 1 and ((rows >= 0) & (rows < len(self))).all()
        if not is_mask and not is_numbers:
            raise NoughtsError(f"rows are a mask of {len(self)}, or numbers from 0 to {len(self) - 1}")
        return rows
