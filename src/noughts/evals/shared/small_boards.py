"""Common parts of the evaluations of nested games: small boards as numbers, their classes, and tied weights.

A small board is a number in base 3, seen from one player: digit 0 is an empty cell, 1 an own mark, 2 another's. Boards
in the four corners, and those on the four edges, are turned so that they look like board 0 and board 1: weights
learned of one hold for all. `turned(board, own, other)` is that number.

A *class* says how a board stands, in few words: won, lost, dead (neither can win it any more), or open with the attacks
of both sides, each 0 (no line left), 1 (little), 2 (much), 3 (one cell wins the board) or 4 (two or more do).

Weights stand in one array, in tables one after another, four to a word (`weight_at`). Weights that must be equal, as
mirror images, or opposite, as the two sides' views are, share a *parameter*; a file holds the parameters, and `Ties`
spreads them over the array.
"""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from noughts.games.shared.nested import FULL, LINES, WINS
from noughts.kernel.compiling import compiled, inlined
from noughts.kernel.evaluation import Weights
from noughts.kernel.intrinsics import int64, popcount

WEIGHTS = Path(__file__).parent.parent / "weights"
Numbers: TypeAlias = NDArray[np.int64]
Row: TypeAlias = NDArray[np.int32]

BOARDS = 3**9  # the states of a small board
CORNER, EDGE, CENTRE = 0, 1, 2
KIND = np.array([CORNER, EDGE, CORNER, EDGE, CENTRE, EDGE, CORNER, EDGE, CORNER], np.int64)
_MODELS = (0, 1, 4)  # the boards that those of each kind are turned to

_square = np.arange(9).reshape(3, 3)
_rotations = [np.rot90(_square, quarter) for quarter in range(4)]
SYMMETRIES = [image.ravel() for image in _rotations + [image.T for image in _rotations]]


def _turning(board: int) -> Numbers:
    """The place of each cell when the board is turned to its model."""
    return next(image for image in SYMMETRIES if image[board] == _MODELS[KIND[board]])


# DIGITS[board, mask]: the marks of a mask as ones of the turned board's number.
_places = np.array([3 ** _turning(board) for board in range(9)])
DIGITS = (_places @ (np.arange(512) >> np.arange(9)[:, None] & 1)).astype(np.int16)


@compiled
def turned(board: int, own: int, other: int) -> int:
    """The number of a small board, by its place and the marks on it."""
    return int64(DIGITS[board, own]) + 2 * int64(DIGITS[board, other])


# Classes

WON, LOST, DEAD, FIRST_OPEN = 0, 1, 2, 3
LEVELS = 5
CLASSES = FIRST_OPEN + LEVELS * LEVELS - 1
LITTLE = 5  # an attack's lines, those with a mark twice, that are little
NEAR = 3  # from this level on one more mark wins the board


def _attack_levels(own: Numbers, other: Numbers) -> Numbers:
    """How much a player's marks promise, on boards that are not won."""
    strength, winning = np.zeros(len(own), np.int64), np.zeros(len(own), np.int64)
    for line in LINES:
        is_open, marks = other & line == 0, np.bitwise_count(own & line)
        strength += is_open * (1 + (marks > 0))
        winning |= is_open * (marks == 2) * (line & ~own)  # one cell each: lines that share theirs need it once
    levels = np.where(strength == 0, 0, np.where(strength <= LITTLE, 1, 2))
    return np.where(winning == 0, levels, NEAR + (np.bitwise_count(winning) > 1))


def _classes() -> Numbers:
    """The class of every small board, from one player's view."""
    digits = _digits()
    own, other = (digits == 1) @ (1 << np.arange(9)), (digits == 2) @ (1 << np.arange(9))
    levels = LEVELS * _attack_levels(own, other) + _attack_levels(other, own)
    is_open = (levels > 0) & (own | other != FULL)
    classes = np.where(WINS[other], LOST, np.where(is_open, FIRST_OPEN - 1 + levels, DEAD))
    return np.where(WINS[own], WON, classes)


@cache
def _digits() -> Numbers:
    """The nine digits of every small board."""
    return np.arange(BOARDS)[:, None] // 3 ** np.arange(9) % 3


CLASS_OF = _classes().astype(np.int8)  # small: compiled code holds a copy
WON_BOARD, LOST_BOARD = 13, 26  # numbers of boards with a full row: they stand for all that are won or lost


def _level(kind: int, side: int) -> int:
    return (divmod(kind - FIRST_OPEN + 1, LEVELS))[side] if kind >= FIRST_OPEN else 0


def _swapped(kind: int) -> int:
    if kind < FIRST_OPEN:
        return (LOST, WON, DEAD)[kind]
    return FIRST_OPEN - 1 + LEVELS * _level(kind, 1) + _level(kind, 0)


SWAPPED = np.array([_swapped(kind) for kind in range(CLASSES)], np.int64)  # a class from the other's view
SEEN_BY = np.array([np.arange(CLASSES), SWAPPED])  # X's view of a class, from each player's
# Bit 0: one more own mark wins a board of the class; bit 9: one of the other's does.
NEAR_BITS = np.array([(_level(kind, 0) >= NEAR) | (_level(kind, 1) >= NEAR) << 9 for kind in range(CLASSES)], np.int64)

COARSE_CLASSES = FIRST_OPEN + 8


def _coarse(kind: int) -> int:
    """A class with three levels of attack in place of five."""
    if kind < FIRST_OPEN:
        return kind
    own, other = ((level > 0) + (level >= NEAR) for level in (_level(kind, 0), _level(kind, 1)))
    return FIRST_OPEN - 1 + 3 * int(own) + int(other)


COARSE = np.array([_coarse(kind) for kind in range(CLASSES)], np.int64)
COARSE_SEEN_BY = COARSE[SEEN_BY]

# Lines of the big board

EDGE_LINE, MIDDLE_LINE, DIAGONAL = 0, 1, 2
BIG_LINES = np.array([[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]], np.int64)
LINE_KIND = np.array([EDGE_LINE, MIDDLE_LINE, EDGE_LINE, EDGE_LINE, MIDDLE_LINE, EDGE_LINE, DIAGONAL, DIAGONAL])
# The lines through a board: how many, which, and with which two others; the middle one first where the board is an end.
LINES_OF = np.array([sum(board in line for line in BIG_LINES.tolist()) for board in range(9)], np.int64)
THROUGH = np.zeros((9, 4), np.int64)
PARTNERS = np.zeros((9, 4, 2), np.int64)
VIEW = np.zeros((9, 4), np.int64)  # 2 * the line's kind, + 1 where the board is its middle


def _through(board: int) -> None:
    for at, line in enumerate(line for line in range(8) if board in BIG_LINES[line]):
        first, middle, last = BIG_LINES[line].tolist()
        others = (first, last) if board == middle else (middle, last if board == first else first)
        THROUGH[board, at], VIEW[board, at] = line, 2 * LINE_KIND[line] + (board == middle)
        PARTNERS[board, at] = others


for _board in range(9):
    _through(_board)


# Packed weights


def packed(weights: Numbers) -> tuple[int, ...]:
    """Weights of 16 bits, four to a word: so small, the tables that matter stay in a processor's cache."""
    padded = np.zeros(-(-len(weights) // 4) * 4, np.int16)
    padded[: len(weights)] = weights
    return tuple(padded.view(np.int64).tolist())


@inlined
def weight_at(weights: Weights, index: int) -> int:
    return weights[index >> 2] << (48 - 16 * (index & 3)) >> 48


# Values of lines by a row of accumulators that holds nine classes, as X sees them, from `first` on


@inlined
def line_index(line: int, first: int, middle: int, last: int) -> int:
    """The index of the weight of a line among the tables of lines."""
    return ((LINE_KIND[line] * CLASSES + first) * CLASSES + middle) * CLASSES + last


@inlined
def line_value(line: int, row: Row, first: int, tables: int, weights: Weights) -> int:
    """The weight of a line; its tables begin at `tables`."""
    boards = BIG_LINES[line]
    one, two, three = row[first + boards[0]], row[first + boards[1]], row[first + boards[2]]
    return weight_at(weights, tables + line_index(line, int64(one), int64(two), int64(three)))


@inlined
def view_value(player: int, board: int, row: Row, first: int, tables: int, weights: Weights) -> int:
    """The weights of the lines through a board as a player sees them from there."""
    here, total = SEEN_BY[player, row[first + board]], int64(0)
    for i in range(LINES_OF[board]):
        second = COARSE_SEEN_BY[player, row[first + PARTNERS[board, i, 0]]]
        third = COARSE_SEEN_BY[player, row[first + PARTNERS[board, i, 1]]]
        at = ((VIEW[board, i] * CLASSES + here) * COARSE_CLASSES + second) * COARSE_CLASSES + third
        total += weight_at(weights, tables + at)
    return total


@inlined
def change_class(board: int, now: int, row: Row, first: int, tables: int, weights: Weights) -> int:
    """Give a board its class after a move; returns by how much its lines' weights changed."""
    if now == row[first + board]:
        return int64(0)
    change = int64(0)
    for i in range(LINES_OF[board]):
        change -= line_value(THROUGH[board, i], row, first, tables, weights)
    row[first + board] = now
    for i in range(LINES_OF[board]):
        change += line_value(THROUGH[board, i], row, first, tables, weights)
    return change


@inlined
def sends_index(free: int, near: int, closed: int) -> int:
    """The weight, in a table of SENDS_SIZE, for where free cells send the opponent.

    `near` are the boards that it can win at once, `closed` those that leave it free choice.
    """
    unsafe, to_closed = popcount(free & near & ~closed), popcount(free & closed)
    safe = popcount(free) - unsafe - to_closed
    row = min(safe, MOST_SAFE) * (MOST_UNSAFE + 1) + min(unsafe, MOST_UNSAFE)
    return row * (MOST_FREE + 1) + min(to_closed, MOST_FREE)


MOST_SAFE, MOST_UNSAFE, MOST_FREE = 4, 3, 3
SENDS_SIZE = (MOST_SAFE + 1) * (MOST_UNSAFE + 1) * (MOST_FREE + 1)

# Tied weights


# As a function, they are found out when weights are loaded: other games never need them.
Indices: TypeAlias = Numbers | Callable[[], Numbers]


class Ties:
    """Tables of weights, one after another, and the parameters that they share."""

    def __init__(self) -> None:
        self.size = 0
        self._tables: list[tuple[int, int, Indices | None, Indices | None]] = []

    def add(self, size: int, first_equal: Indices | None = None, opposite: Indices | None = None) -> int:
        """Add a table, by the first index of those that each is equal to, and one that each is opposite to.

        Returns where the table begins.
        """
        self._tables.append((self.size, size, first_equal, opposite))
        self.size += size
        return self.size - size

    def parameters(self) -> tuple[Numbers, Numbers]:
        """The number of each weight's parameter, and its sign (0: the weight is 0)."""
        tied = [_tied(*table) for table in self._tables]
        equal, is_used = np.concatenate([first for first, _ in tied]), np.zeros(self.size, np.int64)
        is_used[equal] = 1
        return np.cumsum(is_used)[equal] - 1, np.concatenate([signs for _, signs in tied])

    def load(self, *names: str) -> tuple[int, ...]:
        """The packed weights by files of parameters in `evals/weights/`, one after another."""
        numbers, signs = self.parameters()
        files = [np.load(WEIGHTS / f"{name}.npy").astype(np.int64) for name in names]
        return tuple(word for parameters in files for word in packed(parameters[numbers] * signs))


def _tied(first: int, size: int, first_equal: Indices | None, opposite: Indices | None) -> tuple[Numbers, Numbers]:
    """For each weight of a table the first that it is tied to, and its sign."""
    equal = np.arange(size) if first_equal is None else _found(first_equal)
    if opposite is None:
        return first + equal, np.ones(size, np.int64)
    others = equal[_found(opposite)]
    return first + np.minimum(equal, others), np.sign(others - equal)


def _found(indices: Indices) -> Numbers:
    return indices() if callable(indices) else indices


def equal_boards(kind: int) -> Numbers:
    """For boards of a kind, the first that each is equal to: its mirror images that keep the model, won and won."""
    digits = _digits()
    settled = np.where(CLASS_OF == WON, WON_BOARD, np.where(CLASS_OF == LOST, LOST_BOARD, np.arange(BOARDS)))
    kept = [image for image in SYMMETRIES if image[_MODELS[kind]] == _MODELS[kind]]
    return np.asarray(np.minimum.reduce([digits @ 3**image for image in kept])[settled])


def opposite_boards() -> Numbers:
    """Boards seen from the other side."""
    return np.asarray((_digits() * 2 % 3) @ 3 ** np.arange(9))


def add_board_tables(ties: Ties, is_antisymmetric: bool) -> int:
    """A table of small boards for each kind of place; returns where the first begins."""
    opposite = opposite_boards if is_antisymmetric else None
    starts = [ties.add(BOARDS, partial(equal_boards, kind), opposite) for kind in (CORNER, EDGE, CENTRE)]
    return starts[0]


def equal_lines() -> Numbers:
    """For the classes along a line, the first that they are equal to: read backwards they are worth the same."""
    shape = (CLASSES,) * 3
    first, middle, last = np.indices(shape).reshape(3, -1)
    return np.minimum(np.arange(CLASSES**3), np.ravel_multi_index((last, middle, first), shape))


def opposite_lines() -> Numbers:
    """Lines seen from the other side."""
    first, middle, last = SWAPPED[np.indices((CLASSES,) * 3).reshape(3, -1)]
    return np.ravel_multi_index((first, middle, last), (CLASSES,) * 3)


def add_line_tables(ties: Ties) -> int:
    """A table of classes along a line for each kind of line; returns where the first begins."""
    starts = [ties.add(CLASSES**3, equal_lines, opposite_lines) for _ in (EDGE_LINE, MIDDLE_LINE, DIAGONAL)]
    return starts[0]


VIEW_SIZE = CLASSES * COARSE_CLASSES**2


def equal_views() -> Numbers:
    """For the ways to see a line from its middle, the first that each is equal to: its ends may be swapped."""
    shape = (CLASSES, COARSE_CLASSES, COARSE_CLASSES)
    here, second, third = np.indices(shape).reshape(3, -1)
    return np.minimum(np.arange(VIEW_SIZE), np.ravel_multi_index((here, third, second), shape))


def add_view_tables(ties: Ties) -> int:
    """A table for each way to see a line from one of its boards: that board's class, the other two's coarse ones."""
    starts = [ties.add(VIEW_SIZE, equal_views if view % 2 else None) for view in range(6)]
    return starts[0]
