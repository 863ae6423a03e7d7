"""A game that is nothing but sets of cells: players take cells in turn, and who takes all of a set ends the game.

Where that wins it is a strong positional game, as k in a row is; where it loses, an avoidance game, as misère is. How
the cells lie does not matter, only the sets do: a few cells that are left are as few on any board.
"""

from dataclasses import dataclass
from typing import NamedTuple

from noughts.errors import NoughtsError
from noughts.kernel.contract import MOST_CELLS

MOST_LINES = 1024  # of a player


class Line(NamedTuple):
    """A set to take, its cells as bits. While the player has one of `without`, it does not count."""

    cells: int
    without: int = 0


@dataclass(frozen=True)
class PositionalGame:
    """What is left of a game that goes on. Players take turns; when no cell is left, it is a draw."""

    moves: tuple[int, ...]  # the code of the move that takes each cell
    lines: tuple[frozenset[Line], frozenset[Line]]  # of each player, without the cells that are taken already
    is_avoidance: bool = False  # who takes all of a line loses

    def __post_init__(self) -> None:
        """Compiled code counts on it."""
        count = len(self.moves)
        if not 0 < count <= MOST_CELLS or len(set(self.moves)) != count:
            raise NoughtsError(f"a positional game has the moves {self.moves}; it must be 1 to {MOST_CELLS} others")
        if len(self.lines) != 2 or max(map(len, self.lines)) > MOST_LINES:
            raise NoughtsError(f"a positional game has lines of two players, at most {MOST_LINES} each")
        for cells, without in self.lines[0] | self.lines[1]:
            if not 0 < cells < 1 << count or not 0 <= without < 1 << count or cells & without:
                raise NoughtsError(f"a line {bin(cells)} without {bin(without)} is none of {count} cells")
