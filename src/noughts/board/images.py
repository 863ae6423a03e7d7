"""Images of positions under a game's symmetries, made in compiled code: the image of the root, then those of moves."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.batch import Numbers, canonical_rows, image_rows, rows_function
from noughts.kernel.contract import State, States

if TYPE_CHECKING:
    from noughts.board.game import Game
    from noughts.board.position import Position
    from noughts.board.symmetry import Symmetry

Played = NDArray[np.int32]  # a row a position: the codes of its moves


def image_of_root(game: Game, root: State, symmetry: Symmetry) -> Position:
    """The image of a position that stands for itself, without the moves behind it."""
    start = game.start()
    if root.tobytes() == start.states.tobytes():  # the start is its own image
        return start
    return game.position(game.image_text(root, symmetry))


def canonical_images(
    game: Game, root: States, played: Played, plies: Numbers
) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """The indices of the symmetries that lead to the canonical images of positions, and the keys of these images.

    The positions have a root in common; their moves are played[row, :plies[row]].
    """
    states = _roots_and(game, root, 2)
    symmetries, keys = np.zeros(len(plies), np.int64), np.zeros(len(plies), np.uint64)
    rows_function(canonical_rows, game.rules, game.name)(states, game.move_images, played, plies, symmetries, keys)
    return symmetries, keys


def images(game: Game, root: States, played: Played, plies: Numbers, symmetries: Numbers) -> States:
    """The image of each position by the symmetry of that index."""
    states = _roots_and(game, root, len(plies))
    rows_function(image_rows, game.rules, game.name)(states, game.move_images, played, plies, symmetries)
    return states[len(game.symmetries) :]


def _roots_and(game: Game, root: States, more: int) -> States:
    """The images of a root, one for each symmetry, and room for more states."""
    roots = _images_of_root(game, root.tobytes())
    return np.frombuffer(bytearray(roots.ljust(len(roots) + more * root.itemsize, b"\0")), root.dtype)


@functools.lru_cache(maxsize=16)
def _images_of_root(game: Game, root: bytes) -> bytes:
    """Texts are slow, and positions that are compared have mostly begun alike."""
    state = np.frombuffer(bytearray(root), game.rules.dtype)[0]
    return b"".join(image_of_root(game, state, symmetry).states.tobytes() for symmetry in game.symmetries)
