"""A casual person, scripted: takes a win, stops one, and else makes rows and breaks them near the stones.

No source: people who play for fun see what is about to happen, like rows of their own, get in the way of the other's,
and play where stones are. It knows the drawing alone: cells, groups of cells and the marks on them. Levels are measured
by it (docs/levels.md): the default is the one that it beats every second time.
"""

from collections.abc import Iterable

from noughts.board import MARKS, Position
from noughts.search.greedy import Greedy

REACH = 4  # cells that are looked at on either side
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
GROWTH = 4.0  # how much more a row is worth for each further stone in it
BREAKING = 0.8  # a row that is broken, beside one that is made
SLOPPINESS = 0.35  # the share by which a move's worth may be misjudged

Places = dict[tuple[int, int], tuple[int | None, int | None]]  # by row and column: whose mark, and the cell's group


class Casual(Greedy):
    """Takes an immediate win, else stops the opponent's, else makes rows and breaks them."""

    name = "casual"

    def _ordered(self, position: Position) -> list[int]:
        places: Places = {
            (cell.row, cell.column): (MARKS.index(cell.content) if cell.content in MARKS else None, cell.group)
            for cell in position.view().cells
        }
        codes, mover = super()._ordered(position), position.turn
        worth = {code: self._worth(places, self.game.places[code].tolist(), mover) for code in codes}
        return sorted(codes, key=worth.__getitem__, reverse=True)

    def _worth(self, places: Places, place: Iterable[int], mover: int) -> float:
        row, column = place
        own = sum(GROWTH ** _stones(places, row, column, direction, mover) for direction in DIRECTIONS)
        other = sum(GROWTH ** _stones(places, row, column, direction, 1 - mover) for direction in DIRECTIONS)
        middle = max(abs(2 * row - self.game.rows + 1), abs(2 * column - self.game.columns + 1))
        return (own + BREAKING * other - 0.05 * middle) * (1 + self.chance.uniform(-SLOPPINESS, SLOPPINESS))


def _stones(places: Places, row: int, column: int, direction: tuple[int, int], player: int) -> float:
    """The player's stones in line with a cell, in its group, before another stone or a second gap."""
    group, found = places[row, column][1], 0.0
    for sign in (1, -1):
        gaps = 0
        for step in range(1, REACH + 1):
            place = (row + sign * step * direction[0], column + sign * step * direction[1])
            mark, its_group = places.get(place, (1 - player, group))
            if its_group != group or mark == 1 - player:
                found -= 0.25 if step == 1 else 0
                break
            gaps += mark is None
            if gaps > 1:
                break
            found += mark == player
    return max(found, -0.5)
