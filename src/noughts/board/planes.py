"""A position as planes: arrays the size of the board that a net can read, the same for every game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from noughts.errors import NoughtsError
from noughts.kernel.batch import DONE, Masks, Numbers, PlaneTables, observe_rows, rows_function
from noughts.kernel.contract import States

if TYPE_CHECKING:
    from noughts.board.game import Game


class Planes:
    """The planes of one game.

    >>> import noughts
    >>> Planes(noughts.game("ultimate")).names
    ('own', 'other', '#', 'own groups', 'other groups', 'drawn groups', 'moves', 'second to look')
    """

    def __init__(self, game: Game) -> None:
        if "content" not in game.rules.functions:
            raise NoughtsError(game.look_problem() or f"{game.name} has no contents")
        self.names = (
            "own",
            "other",
            *game.glyphs[3:],
            *(("own groups", "other groups", "drawn groups") if game.frames else ()),
            "moves",
            *(
                counter.name if counter.player is None else f"{counter.name} {counter.player}"
                for counter in game.counted
            ),
            "second to look",
        )
        self.shape = (len(self.names), game.rows, game.columns)
        self._game = game
        spots = np.array([cell.row * game.columns + cell.column for cell in game.cells], np.int64)
        if not all(0 <= cell.row < game.rows and 0 <= cell.column < game.columns for cell in game.cells):
            raise NoughtsError(f"{game.name}: a cell lies outside of its {game.rows} rows and {game.columns} columns")
        groups = np.array([-1 if cell.group is None else cell.group for cell in game.cells], np.int64)
        if len(groups) and groups.max() >= len(game.frames):
            groups[:] = -1  # of a game that says in Python what frames it has
        targets = np.full(game.move_codes, -1, np.int64)
        for code in game.moves:
            if clicks := game.clicks(code):
                targets[code] = spots[clicks[-1]]
        sizes = np.array([len(game.glyphs), len(game.frames), len(game.counted)], np.int64)
        self._tables = PlaneTables(spots, groups, targets, sizes)
        self._observe = rows_function(observe_rows, game.rules, game.name)

    def of(self, states: States, first: int, players: Numbers, masks: Masks) -> NDArray[np.float32]:
        """The planes of as many states as there are players, from `first` on; masks of legal moves by the state."""
        planes, rows, columns = self.shape
        out = np.zeros((len(players), planes, rows * columns), np.float32)
        if self._observe(states, first, players, masks, self._tables, out) != DONE:
            raise NoughtsError(
                f"the rules of {self._game.name}: content, owner or landing returns a number that is beyond its table"
            )
        return out.reshape(len(players), planes, rows, columns)
