"""Inputs of a net over nine small boards: a row for each small board by its state and place, tied by symmetry.

A net has eight base units. Each stands eight times in the first layer: once for each of the eight ways to turn and
mirror the whole position. So a row, which a small board adds to the sums of the first layer, has eight *blocks* of
eight weights, one for each way; and a small board and its images, wherever they stand, have the same blocks in other
orders. A file has one row for all of them:

    (place, state)  = turning of the place to its model (corner 0, edge 1, centre 4)
    (model, state') = mirroring that keeps the model, of the first state of the same orbit: its row
    blocks          = the order in which the row's blocks are read

`Orbits` finds the rows. States may be told apart by less than all their marks: by a *label*, that has to turn with the
board as marks do.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from noughts.evals.shared.small_boards import (
    BIG_LINES,
    BOARDS,
    CLASS_OF,
    DEAD,
    KIND,
    LOST,
    LOST_BOARD,
    SYMMETRIES,
    WON,
    WON_BOARD,
    Numbers,
)
from noughts.kernel.vectors import BLOCKS

MODELS = (0, 1, 4)  # the place that those of each kind are turned to
_images = [tuple(image.tolist()) for image in SYMMETRIES]


def turning(place: int) -> Numbers:
    """The symmetry that turns a place to its model, the same as that of `turned`."""
    return next(image for image in SYMMETRIES if image[place] == MODELS[KIND[place]])


@cache
def state_digits() -> Numbers:
    """The nine digits of every small board."""
    return np.arange(BOARDS)[:, None] // 3 ** np.arange(9) % 3


def _composed(first: tuple[int, ...], then: tuple[int, ...]) -> int:
    """The number of the symmetry that is one after another."""
    return _images.index(tuple(then[place] for place in first))


def _inverse(image: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(image.index(place) for place in range(9))


def _block_orders() -> Numbers:
    """ORDERS[place, mirroring, way]: the block of a row that stands at a way's place."""
    found = np.zeros((9, BLOCKS, BLOCKS), np.int64)
    for place in range(9):
        back = _inverse(tuple(turning(place).tolist()))
        for mirroring in range(BLOCKS):
            turned = _composed(_images[mirroring], back)
            for way in range(BLOCKS):
                found[place, mirroring, way] = _composed(_images[turned], _images[way])
    return found


ORDERS = _block_orders()
# COMPOSED[later, earlier]: the symmetry that is one after another.
COMPOSED = np.array([[_composed(first, then) for first in _images] for then in _images])
# The same as `kernel/vectors.py` takes it: four bits for each block.
BLOCK_ORDERS = (ORDERS << 4 * np.arange(BLOCKS)).sum(axis=2)
# WAYS[board, way]: the board to play on as a way to turn the position shows it; the last is free choice.
WAYS = np.array([*np.array(SYMMETRIES).T.tolist(), [9] * BLOCKS], np.int64)


def settled_states() -> Numbers:
    """For every state of a small board the one that stands for it: all won are one, all lost, all full."""
    is_full = (state_digits() != 0).all(axis=1)
    full = int(np.flatnonzero(is_full & (CLASS_OF == DEAD))[0])
    open_states = np.where(is_full, full, np.arange(BOARDS))
    return np.where(CLASS_OF == WON, WON_BOARD, np.where(CLASS_OF == LOST, LOST_BOARD, open_states))


def _completing_cells(mark: int) -> Numbers:
    """For every state the cells, as bits, where one more mark makes a line."""
    digits, cells = state_digits(), np.zeros(BOARDS, np.int64)
    for line in BIG_LINES.tolist():
        for at, cell in enumerate(line):
            others = line[:at] + line[at + 1 :]
            cells |= ((digits[:, cell] == 0) & (digits[:, others] == mark).all(axis=1)) << cell
    return cells


def threat_labels() -> Numbers:
    """For every state its class, and the cells that win it for the one side and for the other."""
    settled = settled_states()
    is_closed = np.isin(settled, settled[np.flatnonzero((CLASS_OF == WON) | (CLASS_OF == LOST))])
    is_closed |= (state_digits() != 0).all(axis=1)
    threats = np.where(is_closed, 1 << 18, _completing_cells(1) << 9 | _completing_cells(2))
    return np.asarray((CLASS_OF.astype(np.int64) << 19 | threats)[settled])


class Orbits:
    """Rows of small boards, by labels of their states."""

    def __init__(self, labels: Numbers) -> None:
        digits = state_digits()
        self._images = np.array([labels[digits @ 3**image] for image in SYMMETRIES])  # by symmetry and state
        self.size = 0  # rows in all
        self.starts: list[int] = []  # the first row of each kind
        # found[kind, state]: 8 * the row among those of the kind, + the mirroring; the state is turned already.
        self.found = np.zeros((3, BOARDS), np.int64)
        self.examples: list[Numbers] = []  # for each kind the states that have its rows as they are
        for kind, model in enumerate(MODELS):
            kept = [number for number, image in enumerate(SYMMETRIES) if image[model] == model]
            first = self._images[kept].min(axis=0)
            values, row = np.unique(first, return_inverse=True)
            _, every = np.unique(labels, return_index=True)
            examples = every[np.searchsorted(labels[every], values)]
            for number in reversed(kept):
                self.found[kind][self._images[number][examples][row] == labels] = number
            self.found[kind] += 8 * row
            self.starts.append(self.size)
            self.examples.append(examples)
            self.size += len(values)

    def seen_by(self, other: "Orbits") -> Numbers:
        """For each row 8 * the row of other orbits, + the mirroring, that its states have there.

        The other's labels have to follow from these.
        """
        found = [start + 0 * examples for start, examples in zip(other.starts, self.examples, strict=True)]
        seen = [other.found[kind][examples] for kind, examples in enumerate(self.examples)]
        return 8 * np.concatenate(found) + np.concatenate(seen)

    def blocks(self) -> NDArray[np.int32]:
        """blocks[place, state, way]: 8 * the row + the block that a small board adds at a way's place.

        Of blocks that have to be equal, as a state is its own mirror image, the first stands for all.
        """
        digits, first = state_digits(), self.first_blocks()
        found = np.zeros((9, BOARDS, BLOCKS), np.int32)
        for place in range(9):
            row, mirroring = np.divmod(self.found[KIND[place]][digits @ 3 ** turning(place)], 8)
            row += self.starts[KIND[place]]
            for way in range(BLOCKS):
                found[place, :, way] = 8 * row + first[row, ORDERS[place, mirroring, way]]
        return found

    def first_blocks(self) -> Numbers:
        """For each row and block the first block that is equal to it."""
        first = np.zeros((self.size, BLOCKS), np.int64)
        for kind, examples in enumerate(self.examples):
            places = np.array([image[MODELS[kind]] for image in SYMMETRIES])
            same = (places[:, None] == places)[:, :, None]
            seen = self._images[:, examples]
            same = same & (seen[:, None] == seen[None])  # by two ways and the row
            first[self.starts[kind] : self.starts[kind] + len(examples)] = same.argmax(axis=1).T
        return first
