"""A game that is nothing but sets of cells: players take cells in turn, and who takes all of a set ends the game.

Where that wins it is a strong positional game, as k in a row is; where it loses, an avoidance game, as misère is. How
the cells lie does not matter, only the sets do: a few cells that are left are as few on any board.
"""

import itertools
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from noughts.errors import NoughtsError
from noughts.kernel.contract import MOST_CELLS, MOST_LINES, MoveBuffer, Rules, State, lines_left, moves


class Line(NamedTuple):
    """A set to take, its cells as bits. While the player has one of `without`, it does not count."""

    cells: int
    without: int = 0


@dataclass(frozen=True)
class PositionalGame:
    """The rest of a game that goes on. Players take turns; when no cell is left, it is a draw."""

    moves: tuple[int, ...]  # the code of the move that takes each cell
    lines: tuple[frozenset[Line], frozenset[Line]]  # of each player, without the cells that are taken already
    is_avoidance: bool = False  # who takes all of a line loses

    def __post_init__(self) -> None:
        count = len(self.moves)
        if not 0 < count <= MOST_CELLS or len(set(self.moves)) != count:
            raise NoughtsError(f"the moves {self.moves} are not those of 1 to {MOST_CELLS} cells, each another")
        if len(self.lines) != 2 or max(map(len, self.lines)) > MOST_LINES:
            raise NoughtsError(f"lines are those of two players, at most {MOST_LINES} of each")
        for line in itertools.chain(*self.lines):
            if not isinstance(line, Line):
                raise NoughtsError(f"{line!r} is not a Line")
            if not 0 < line.cells < 1 << count or not 0 <= line.without < 1 << count or line.cells & line.without:
                raise NoughtsError(f"{line} is not a set of some of {count} cells, without others of them")
        if not isinstance(self.is_avoidance, bool):
            raise NoughtsError(f"is_avoidance is {self.is_avoidance!r}; it must be True or False")


def told_by_rules(rules: Rules, state: State, legal: MoveBuffer, is_avoidance: bool) -> PositionalGame:
    """The rest of a game, as `lines_left` of its rules tells it; `legal` is a buffer to work with."""
    if "lines_left" not in rules.functions:
        raise NoughtsError("the rules tell of no sets of cells: it is no positional game")
    rows = np.zeros((MOST_LINES, 2), np.int64)
    cells = tuple(legal[: moves(state, legal)].tolist())
    first, second = (
        frozenset(itertools.starmap(Line, rows[: lines_left(state, player, rows)].tolist())) for player in range(2)
    )
    return PositionalGame(cells, (first, second), is_avoidance)
