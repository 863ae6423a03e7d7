"""A move of a game, and the legal ones of a position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

import numpy as np
from numpy.typing import NDArray

from noughts.errors import NoughtsError

if TYPE_CHECKING:
    from noughts.board.game import Game


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """A move of a game; its `str()` is the notation."""

    code: int
    text: str

    def __str__(self) -> str:
        return self.text


class LegalMoves(Sequence[Move]):
    """The legal moves of a position, as they were when it was asked: later moves do not change them.

    >>> import noughts
    >>> legal = noughts.game("tictactoe").position("XO./.../..# X").legal_moves
    >>> legal
    <6 legal moves: c3 a2 b2 c2 a1 b1>
    >>> "b2" in legal, "a3" in legal, legal[0] in legal, len(legal), str(legal[-1])
    (True, False, True, 6, 'b1')

    `in` takes a move or its notation, and equality any sequence of moves. `list(legal)` can be sorted or shuffled.
    """

    __slots__ = ("_codes", "_game")

    def __init__(self, game: Game, codes: NDArray[np.int64]) -> None:
        self._game = game
        self._codes = codes

    def __len__(self) -> int:
        return len(self._codes)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        found: Move | NDArray[np.object_] = self._game.moves_by_code[self._codes[index]]
        return found if isinstance(found, Move) else found.tolist()

    def __iter__(self) -> Iterator[Move]:
        return iter(self._game.moves_by_code[self._codes].tolist())

    def __contains__(self, move: object) -> bool:
        if isinstance(move, str):
            try:
                move = self._game.read_move(move)
            except NoughtsError:
                return False
        return isinstance(move, Move) and self._game.moves.get(move.code) == move and move.code in self._codes

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str) or not isinstance(other, Sequence):
            return NotImplemented
        return list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # equal to lists, which have none

    def __repr__(self) -> str:
        count = f"{len(self)} legal move{'' if len(self) == 1 else 's'}"
        return f"<{count}: {' '.join(move.text for move in self)}>" if self else f"<{count}>"
