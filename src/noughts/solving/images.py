"""Symmetry in a search: the images of a position are played along with it, each by the images of the moves.

At each ply stand as many states as the game has symmetries, the position itself first: states[ply * images + s] is its
image under symmetry s. That is all there is to it, for every game, with obstacles and set-ups, as an image of a
position is the image of its root with the images of its moves played on it.

Of the images the one with the least key stands for all of them. Two images with one key could make that choice differ
between symmetrical positions; the table then sees two positions in place of one, and nothing is false.
"""

import numpy as np
from numpy.typing import NDArray

from noughts.board import Position
from noughts.kernel.compiling import inlined
from noughts.kernel.contract import NO_MOVE, MoveBuffer, States, key, play
from noughts.kernel.intrinsics import copy_state
from noughts.solving.proof_table import are_equal

MoveImages = NDArray[np.int64]


def root_images(position: Position, count: int | None = None) -> States:
    """The images of a position, itself first, as compiled code starts from them; all, or so many."""
    return np.concatenate([position.transformed(symmetry).states for symmetry in position.game.symmetries[:count]])


@inlined
def play_all(states: States, images: MoveImages, ply: int, move: int) -> None:
    """Play a move from one ply to the next, on the position and on all of its images."""
    play_itself(states, images, ply, move)
    play_images(states, images, ply, move)


@inlined
def play_itself(states: States, images: MoveImages, ply: int, move: int) -> None:
    """On the position alone: many are decided by a look, and nobody asks for their images."""
    count = len(images)
    copy_state(states, (ply + 1) * count, ply * count)
    play(states[(ply + 1) * count], move)


@inlined
def play_images(states: States, images: MoveImages, ply: int, move: int) -> None:
    """On all of its images but itself."""
    count = len(images)
    for image in range(1, count):
        copy_state(states, (ply + 1) * count + image, ply * count + image)
        play(states[(ply + 1) * count + image], images[image, move])


@inlined
def image_of(images: MoveImages, image: int, move: int) -> int:
    """The image of a move; of none that is no move of the game, such as a hook may name that is wrong."""
    return images[image, move] if 0 <= move < images.shape[1] else NO_MOVE


@inlined
def representative(states: States, images: MoveImages, ply: int) -> int:
    """Which image stands for all."""
    count, best = len(images), 0
    for image in range(1, count):
        if key(states[ply * count + image]) < key(states[ply * count + best]):
            best = image
    return best


@inlined
def original_of(images: MoveImages, image: int, move: int) -> int:
    """The move whose image a move is."""
    for code in range(images.shape[1]):
        if images[image, code] == move:
            return code
    return -1


@inlined
def one_of_each(states: States, images: MoveImages, ply: int, words: int, out: MoveBuffer, n: int) -> int:
    """Keep one of the moves that symmetries of this very position lead into each other: the one with the least code."""
    count = len(images)
    for image in range(1, count):
        is_likely = key(states[ply * count]) == key(states[ply * count + image])
        if is_likely and are_equal(states, ply * count, ply * count + image, words):
            kept = 0
            for i in range(n):
                if images[image, out[i]] >= out[i]:
                    out[kept] = out[i]
                    kept += 1
            n = kept
    return n
