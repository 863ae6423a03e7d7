"""A way to turn or mirror a board under which a game's rules stay the same."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from noughts.board.move import Move


@dataclass(frozen=True, slots=True)
class Symmetry:
    """Images of each cell and each move. `game.symmetries` lists those of a game's board.

    >>> import noughts
    >>> game = noughts.game("3x4x3")
    >>> mirror = game.symmetries[1]
    >>> str(mirror.moves[game.read_move("a1")]), game.cells[mirror.cells[0]].name
    ('d1', 'd3')
    """

    cells: tuple[int, ...]  # the image of each cell, by its index in `game.cells`
    moves: Mapping[Move, Move] = field(hash=False, repr=False)  # the image of each move

    @property
    def inverse(self) -> Self:
        """The symmetry that leads back: a move found in the image of a position becomes one of the position."""
        cells = sorted(range(len(self.cells)), key=self.cells.__getitem__)
        return type(self)(tuple(cells), {image: move for move, image in self.moves.items()})

    def moved(self, contents: str) -> str:
        """The contents of the image's cells, from those of the cells."""
        image = [""] * len(self.cells)
        for cell, content in zip(self.cells, contents, strict=True):
            image[cell] = content
        return "".join(image)
