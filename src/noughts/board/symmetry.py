"""A way to turn or mirror a board under which a game's rules stay the same."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

from noughts.board.move import Move
from noughts.errors import NoughtsError

if TYPE_CHECKING:
    from noughts.board.game import Game


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


def symmetries_by_clicks(game: "Game") -> Sequence[Symmetry]:
    """The symmetries of a game whose moves are told apart by the cells they click; NoughtsError if they are not."""
    on_cells = [code for code in game.moves if game.clicks(code)]
    code_of = {game.clicks(code): code for code in on_cells}
    found = []
    for image in game.cell_symmetries():
        is_identity = all(cell == index for index, cell in enumerate(image))
        moves = {}
        for code, move in game.moves.items():
            clicks = tuple(image[cell] for cell in game.clicks(code))
            if is_identity or not clicks:
                moves[move] = move
                continue
            if clicks not in code_of or len(code_of) < len(on_cells):
                raise NoughtsError(f"{game.name}: `clicks` does not tell which move the image of {move} is")
            moves[move] = game.moves[code_of[clicks]]
        found.append(Symmetry(tuple(image), moves))
    return tuple(found)
