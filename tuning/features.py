"""Which weights make up a position's value, and what weights are alike.

`features(state, parameters, numbers, signs, out)` writes the indices of the weights whose sum the value is, and returns
how many they are. While they are fitted, a weight is a sum of parameters, its own and one that it shares with weights
like it: `parents(size)` gives for every weight the number of the latter and its sign. Features need to know them where
only the best of several boards counts.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from noughts.evals import nineboard_safe_moves, ultimate_boards, xtreme_boards
from noughts.evals.shared.small_boards import (
    BIG_LINES,
    BOARDS,
    CLASS_OF,
    CLASSES,
    COARSE,
    COARSE_CLASSES,
    KIND,
    LINES_OF,
    NEAR_BITS,
    PARTNERS,
    SWAPPED,
    VIEW,
    VIEW_SIZE,
    Ties,
    line_index,
    sends_index,
)
from noughts.games import nineboard, xtreme
from noughts.games.shared.nested import free_cells
from noughts.kernel.compiling import compiled
from noughts.kernel.intrinsics import int64, popcount
from noughts.kernel.scores import POINT

Floats = np.ndarray[Any, np.dtype[np.float64]]
Indices = np.ndarray[Any, np.dtype[np.int64]]


ROOM = 512  # of `out`: more than any position has, and at its end what features need on the way
UNIT = 200.0  # the value of a logit


@compiled
def weight(index: int, parameters: Floats, numbers: Indices, signs: Indices) -> float:
    total = 0.0
    for level in range(len(numbers)):
        total += parameters[numbers[level, index]] * signs[level, index]
    return total


def _parents_of_boards(ties: Ties, is_antisymmetric: bool) -> Indices:
    """By class and kind of place."""
    first = [ties.add(CLASSES, None, SWAPPED if is_antisymmetric else None) for _ in range(3)]
    return np.concatenate([at + CLASS_OF.astype(np.int64) for at in first])


def _parents_of_lines(ties: Ties) -> Indices:
    """By coarse classes, whatever the kind of line."""
    shape = (COARSE_CLASSES,) * 3
    first, middle, last = np.indices(shape).reshape(3, -1)
    equal = np.minimum(np.arange(COARSE_CLASSES**3), np.ravel_multi_index((last, middle, first), shape))
    other = COARSE_SWAPPED
    at = ties.add(COARSE_CLASSES**3, equal, np.ravel_multi_index((other[first], other[middle], other[last]), shape))
    own = np.indices((CLASSES,) * 3).reshape(3, -1)
    return np.tile(at + np.ravel_multi_index(tuple(COARSE[own]), shape), 3)


def _parents_of_views(ties: Ties) -> Indices:
    """By coarse classes, whatever the kind of line and the order of the other two boards."""
    shape = (COARSE_CLASSES,) * 3
    here, second, third = np.indices(shape).reshape(3, -1)
    at = ties.add(
        COARSE_CLASSES**3, np.minimum(np.arange(COARSE_CLASSES**3), np.ravel_multi_index((here, third, second), shape))
    )
    here, second, third = np.indices((CLASSES, COARSE_CLASSES, COARSE_CLASSES)).reshape(3, -1)
    return np.tile(at + np.ravel_multi_index((COARSE[here], second, third), shape), 6)


COARSE_SWAPPED = np.zeros(COARSE_CLASSES, np.int64)
COARSE_SWAPPED[COARSE] = COARSE[SWAPPED]


def _numbered(ties: Ties, tables: list[Indices], size: int) -> tuple[Indices, Indices]:
    """Parents of the first tables; the weights from there on have only their own parameters."""
    index = np.concatenate(tables)
    numbers, signs = ties.parameters()
    rest = np.zeros(size - len(index), np.int64)
    return np.concatenate([numbers[index], rest]), np.concatenate([signs[index], rest])


def parents_of_tables(size: int) -> tuple[Indices, Indices]:
    """For `ultimate_boards` and `xtreme_boards`."""
    ties = Ties()
    tables = [
        _parents_of_boards(ties, is_antisymmetric=True),
        _parents_of_lines(ties),
        _parents_of_boards(ties, is_antisymmetric=False),
        _parents_of_views(ties),
    ]
    return _numbered(ties, tables, size)


@compiled
def _views(mover: int, board: int, classes: Indices, tables: int, out: Indices, n: int) -> int:
    """The lines through a board; `classes` are those of the nine boards, from the mover's view."""
    for i in range(LINES_OF[board]):
        second, third = COARSE[classes[PARTNERS[board, i, 0]]], COARSE[classes[PARTNERS[board, i, 1]]]
        row = (classes[board] * COARSE_CLASSES + second) * COARSE_CLASSES + third
        out[n + i] = tables + VIEW[board, i] * VIEW_SIZE + row
    return n + int64(LINES_OF[board])


@compiled
def _lines(classes: Indices, tables: int, out: Indices, n: int) -> int:
    for line in range(8):
        boards = BIG_LINES[line]
        out[n] = tables + line_index(line, classes[boards[0]], classes[boards[1]], classes[boards[2]])
        n += 1
    return n


@compiled
def _sum(out: Indices, first: int, last: int, parameters: Floats, numbers: Indices, signs: Indices) -> float:
    total = 0.0
    for i in range(first, last):
        total += weight(out[i], parameters, numbers, signs)
    return total


@compiled
def _ultimate_target(state: Any, board: int, classes: Indices, out: Indices, n: int) -> int:
    mover = int64(state.turn)
    out[n] = ultimate_boards.TARGET + KIND[board] * BOARDS + ultimate_boards.number_of(state, mover, board)
    return _views(mover, board, classes, ultimate_boards.TARGET_LINE, out, n + 1)


@compiled
def ultimate_features(state: Any, parameters: Floats, numbers: Indices, signs: Indices, out: Indices) -> int:
    mover, n, near, classes = int64(state.turn), 0, 0, out[ROOM - 18 :]
    for board in range(9):
        number = ultimate_boards.number_of(state, mover, board)
        classes[board] = CLASS_OF[number]
        near |= (NEAR_BITS[SWAPPED[CLASS_OF[number]]] & 1) << board
        out[n] = ultimate_boards.BOARD + KIND[board] * BOARDS + number
        n += 1
    n = _lines(classes, ultimate_boards.LINE, out, n)
    target = int64(state.target)
    if target >= 0:
        out[n] = ultimate_boards.SENDS + sends_index(free_cells(state, target), near, int64(state.closed))
        return _ultimate_target(state, target, classes, out, n + 1)
    out[n] = ultimate_boards.FREE_CHOICE
    n += 1
    best, chosen = -1e9, 0
    for board in range(9):
        if not int64(state.closed) >> board & 1:
            total = _sum(out, n, _ultimate_target(state, board, classes, out, n), parameters, numbers, signs)
            if total > best:
                best, chosen = total, board
    return _ultimate_target(state, chosen, classes, out, n)


@compiled
def _xtreme_target(state: Any, board: int, near: int, classes: Indices, out: Indices, n: int) -> int:
    mover, big, small = int64(state.turn), board // 9, board % 9
    closed = int64(state.closed[0]) & int64(state.closed[1])
    out[n] = xtreme_boards.TARGET + KIND[small] * BOARDS + xtreme_boards.number_of(state, mover, board)
    out[n + 1] = xtreme_boards.SENDS + sends_index(free_cells(state, board), near, closed)
    n += 2
    if state.bonus:
        out[n] = xtreme_boards.BONUS_TARGET + KIND[small] * CLASSES + classes[board]
        n += 1
    return _views(mover, small, classes[9 * big :], xtreme_boards.TARGET_LINE, out, n)


@compiled
def xtreme_features(state: Any, parameters: Floats, numbers: Indices, signs: Indices, out: Indices) -> int:
    mover, n, near, classes = int64(state.turn), 0, 0, out[ROOM - 18 :]
    for board in range(18):
        number = xtreme_boards.number_of(state, mover, board)
        classes[board] = CLASS_OF[number]
        near |= (NEAR_BITS[SWAPPED[CLASS_OF[number]]] & 1) << board % 9
        out[n] = xtreme_boards.BOARD + KIND[board % 9] * BOARDS + number
        n += 1
    n = _lines(classes, xtreme_boards.LINE, out, n)
    n = _lines(classes[9:], xtreme_boards.LINE, out, n)
    if state.bonus:
        out[n] = xtreme_boards.BONUS
        n += 1
    if state.target < 0:
        out[n] = xtreme_boards.FREE_CHOICE
        n += 1
    best, chosen = -1e9, 0
    for board in range(18):
        if xtreme.playable_boards(state, board // 9) >> board % 9 & 1:
            total = _sum(out, n, _xtreme_target(state, board, near, classes, out, n), parameters, numbers, signs)
            if total > best:
                best, chosen = total, board
    return _xtreme_target(state, chosen, near, classes, out, n)


def parents_of_safe_moves(size: int) -> tuple[Indices, Indices]:
    """The tables between those of boards have parameters of their own: a parent that is opposite to itself is 0."""
    ties = Ties()
    board_tables = _parents_of_boards(ties, is_antisymmetric=True)
    nothing = ties.add(1, None, np.zeros(1, np.int64))
    between = np.full(nineboard_safe_moves.TARGET - nineboard_safe_moves.SAFE, nothing)
    tables = [board_tables, between, _parents_of_boards(ties, is_antisymmetric=False)]
    return _numbered(ties, tables, size)


@compiled
def _nineboard_target(state: Any, board: int, own_wins: int, other_wins: int, out: Indices, n: int) -> int:
    out[n] = (
        nineboard_safe_moves.TARGET
        + KIND[board] * BOARDS
        + nineboard_safe_moves.number_of(state, int64(state.turn), board)
    )
    out[n + 1] = nineboard_safe_moves.replies_index(state, board, own_wins, other_wins)
    return n + 2


@compiled
def nineboard_features(state: Any, parameters: Floats, numbers: Indices, signs: Indices, out: Indices) -> int:
    mover, n, own_wins, other_wins = int64(state.turn), 0, 0, 0
    for board in range(9):
        own_wins |= int64(nineboard.completing_cells(state, mover, board) != 0) << board
        other_wins |= int64(nineboard.completing_cells(state, 1 - mover, board) != 0) << board
    for board in range(9):
        out[n] = nineboard_safe_moves.BOARD + KIND[board] * BOARDS + nineboard_safe_moves.number_of(state, mover, board)
        out[n + 1] = nineboard_safe_moves.safe_index(state, board, own_wins, other_wins)
        n += 2
    out[n] = nineboard_safe_moves.DEADLY + popcount(own_wins) * nineboard_safe_moves.COUNTS + popcount(other_wins)
    n += 1
    if state.target >= 0:
        return _nineboard_target(state, int64(state.target), own_wins, other_wins, out, n)
    out[n] = nineboard_safe_moves.FREE_CHOICE
    n += 1
    best, chosen = -1e9, 0
    for board in range(9):
        if free_cells(state, board):
            last = _nineboard_target(state, board, own_wins, other_wins, out, n)
            total = _sum(out, n, last, parameters, numbers, signs)
            if total > best:
                best, chosen = total, board
    return _nineboard_target(state, chosen, own_wins, other_wins, out, n)


@dataclass(frozen=True)
class Model:
    """What `fit` needs to know of a file of parameters."""

    ties: Ties
    features: Callable[..., int]
    parents: Callable[[int], tuple[Indices, Indices]]
    promised: Callable[[Floats], Floats]  # the score, from 0 to 1, that a search's values promise


def _by_logits(values: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-values / UNIT)))


def _by_points(values: Floats) -> Floats:
    return np.asarray(0.5 + values / (2 * POINT * xtreme.LINE_WORTH))


MODELS = {
    "ultimate_boards": Model(ultimate_boards.TIES, ultimate_features, parents_of_tables, _by_logits),
    "ultimate_boards_playon": Model(ultimate_boards.TIES, ultimate_features, parents_of_tables, _by_logits),
    "nineboard_safe_moves": Model(nineboard_safe_moves.TIES, nineboard_features, parents_of_safe_moves, _by_logits),
    "xtreme_boards": Model(xtreme_boards.TIES, xtreme_features, parents_of_tables, _by_points),
}
