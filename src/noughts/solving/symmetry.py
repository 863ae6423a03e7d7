"""Symmetry in a search: the images of a position are played along with it, each by the images of the moves.

At each ply stand as many states as the game has symmetries, the position itself first: states[ply * images + s] is its
image under symmetry s. That is all there is to it, for every game, with obstacles and set-ups, as an image of a
position is the image of its root with the images of its moves played on it.

Of the images the one with the least key stands for all of them. Two images with one key could make that choice differ
between symmetrical positions; the table then sees two positions in place of one, and nothing is false.
"""

import numpy as np

from noughts.board import Position
from noughts.kernel.compiling import inlined
from noughts.kernel.contract import NO_MOVE, States, key, play
from noughts.kernel.intrinsics import copy_state
from noughts.solving.proof_table import are_equal
from noughts.solving.worker import MoveImages, Worker


def root_images(position: Position, count: int | None = None) -> States:
    """The images of a position, itself first, as compiled code starts from them; all, or so many."""
    return np.concatenate([position.transformed(symmetry).states for symmetry in position.game.symmetries[:count]])


@inlined
def play_all(worker: Worker, ply: int, move: int) -> None:
    """Play a move from one ply to the next, on the position and on all of its images."""
    play_itself(worker, ply, move)
    play_images(worker, ply, move)


@inlined
def play_itself(worker: Worker, ply: int, move: int) -> None:
    """Play on the position alone: many are decided by a look, and their images are not needed."""
    states, count = worker.states, len(worker.images)
    copy_state(states, (ply + 1) * count, ply * count)
    play(states[(ply + 1) * count], move)


@inlined
def play_images(worker: Worker, ply: int, move: int) -> None:
    """Play on all images of the position but itself."""
    states, count = worker.states, len(worker.images)
    for image in range(1, count):
        copy_state(states, (ply + 1) * count + image, ply * count + image)
        play(states[(ply + 1) * count + image], worker.images[image, move])


@inlined
def representative(worker: Worker, ply: int) -> int:
    """The image that stands for all."""
    states, count, best = worker.states, len(worker.images), 0
    for image in range(1, count):
        if key(states[ply * count + image]) < key(states[ply * count + best]):
            best = image
    return best


@inlined
def image_of(images: MoveImages, image: int, move: int) -> int:
    """The image of a move; NO_MOVE for a number that is no move of the game, such as a wrong hook may name."""
    return images[image, move] if 0 <= move < images.shape[1] else NO_MOVE


@inlined
def original_of(images: MoveImages, image: int, move: int) -> int:
    """The move whose image a move is."""
    for code in range(images.shape[1]):
        if images[image, code] == move:
            return code
    return -1


@inlined
def one_of_each(worker: Worker, ply: int, n: int) -> int:
    """Keep one of the ply's n moves that symmetries of this very position lead into each other: the least code."""
    states, images, out, count = worker.states, worker.images, worker.moves[ply], len(worker.images)
    for image in range(1, count):
        is_likely = key(states[ply * count]) == key(states[ply * count + image])
        if is_likely and are_equal(states, ply * count, ply * count + image, worker.run[0].words):
            kept = 0
            for i in range(n):
                if images[image, out[i]] >= out[i]:
                    out[kept] = out[i]
                    kept += 1
            n = kept
    return n
