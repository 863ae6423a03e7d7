"""Xtreme tic-tac-toe by tables, as `ultimate_boards` has them for ultimate, on both big boards. Tuned by self-play.

The sum, from the side to move's view, of
- on each big board, the tables of small boards and of lines (evals/ultimate_boards.py), which are antisymmetric;
- the best of the boards that may be played on: a table of its state, by place; for each line through it a table of its
  class and the other two boards' coarse classes; a table of where its cells send the opponent; on a bonus move, which
  gives no other, a table of its class;
- a constant for a bonus move, and one for free choice.

The weights are fitted by logistic regression to self-play (tuning/README.md) of which the results are points: 86 for a
line, or what small boards count in a drawn ending. The value is the difference in points that the sum promises, so that
it compares with drawn endings.
Weaknesses: the two big boards are independent of each other but for the board to play on.

accumulators[ply]: the antisymmetric part seen from X; by big board, where one mark wins a small one, bit b X's and bit
9 + b O's; from CLASS on the classes of the eighteen boards seen from X.
"""

import numpy as np

from noughts.evals.shared.small_boards import (
    BOARDS,
    CLASS_OF,
    CLASSES,
    KIND,
    NEAR_BITS,
    SEEN_BY,
    SENDS_SIZE,
    Ties,
    add_board_tables,
    add_line_tables,
    add_view_tables,
    change_class,
    line_value,
    sends_index,
    turned,
    view_value,
    weight_at,
)
from noughts.games.shared.nested import FULL, free_cells
from noughts.games.xtreme import LINE_WORTH, Xtreme, playable_boards
from noughts.kernel.compiling import compiled, inlined
from noughts.kernel.contract import NO_MOVE, State, States
from noughts.kernel.evaluation import Accumulators, Evaluation, Weights
from noughts.kernel.intrinsics import int64, lowest
from noughts.kernel.scores import MATE, POINT

TIES = Ties()
BOARD = add_board_tables(TIES, is_antisymmetric=True)
LINE = add_line_tables(TIES)
TARGET = add_board_tables(TIES, is_antisymmetric=False)
TARGET_LINE = add_view_tables(TIES)
SENDS = TIES.add(SENDS_SIZE)
BONUS_TARGET = TIES.add(3 * CLASSES)
BONUS = TIES.add(1)
FREE_CHOICE = TIES.add(1)

SUM, NEAR, CLASS = 0, 1, 3

UNIT, MOST = 200, 1600  # the sum that is a logit, and the most that counts
# Points by the sum, from -MOST on.
PROMISED = np.rint(LINE_WORTH * POINT * np.tanh(np.arange(-MOST, MOST + 1) / (2 * UNIT))).astype(np.int16)


@inlined
def number_of(state: State, player: int, board: int) -> int:
    """A small board, of eighteen, as a number from a player's view."""
    return turned(board % 9, int64(state.marks[player, board]), int64(state.marks[1 - player, board]))


@compiled
def update(states: States, ply: int, move: int, weights: Weights, accumulators: Accumulators) -> None:
    state, row = states[ply], accumulators[ply]
    if move == NO_MOVE:
        total = int64(0)
        row[NEAR] = row[NEAR + 1] = 0
        for board in range(18):
            number = number_of(state, 0, board)
            row[CLASS + board] = kind = int64(CLASS_OF[number])
            row[NEAR + board // 9] |= NEAR_BITS[kind] << board % 9
            total += weight_at(weights, BOARD + KIND[board % 9] * BOARDS + number)
        for line in range(16):
            total += line_value(line % 8, row, CLASS + line // 8 * 9, LINE, weights)
        row[SUM] = total
        return
    board, before = move // 9, accumulators[ply - 1]
    for i in range(CLASS + 18):
        row[i] = before[i]
    big, small = board // 9, board % 9
    number, table = number_of(state, 0, board), BOARD + KIND[small] * BOARDS
    now = int64(CLASS_OF[number])
    change = weight_at(weights, table + number) - weight_at(weights, table + number_of(states[ply - 1], 0, board))
    row[SUM] = int64(before[SUM]) + change + change_class(small, now, row, CLASS + big * 9, LINE, weights)
    row[NEAR + big] = int64(before[NEAR + big]) & ~(0o1001 << small) | NEAR_BITS[now] << small


@inlined
def target_value(state: State, board: int, near: int, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    """The worth of playing on a board to the side to move; the opponent wins those of `near` with one mark."""
    mover, small, row = int64(state.turn), board % 9, accumulators[ply]
    closed = int64(state.closed[0]) & int64(state.closed[1])
    total = weight_at(weights, TARGET + KIND[small] * BOARDS + number_of(state, mover, board))
    total += view_value(mover, small, row, CLASS + board // 9 * 9, TARGET_LINE, weights)
    total += weight_at(weights, SENDS + sends_index(free_cells(state, board), near, closed))
    if state.bonus:
        total += weight_at(weights, BONUS_TARGET + KIND[small] * CLASSES + SEEN_BY[mover, row[CLASS + board]])
    return total


@compiled
def value(states: States, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    state, row = states[ply], accumulators[ply]
    total, near = int64(row[SUM]), int64(row[NEAR]) | int64(row[NEAR + 1])
    if state.turn:
        total = -total
    else:
        near >>= 9
    best = -MATE
    for big in range(2):
        boards = playable_boards(state, big)
        while boards:
            board = big * 9 + lowest(boards)
            boards &= boards - 1
            best = max(best, target_value(state, board, near & FULL, ply, weights, accumulators))
    total += best
    if state.bonus:
        total += weight_at(weights, BONUS)
    if state.target < 0:
        total += weight_at(weights, FREE_CHOICE)
    return int64(PROMISED[MOST + min(max(total, -MOST), MOST)])


EVALUATION = Evaluation(
    "xtreme_boards",
    "Xtreme by tables of small boards, lines of boards and the boards to play on, tuned by self-play.",
    values={Xtreme.rules: value},
    update=update,
    accumulator_size=CLASS + 18,
    weights=lambda: TIES.load("xtreme_boards"),
    spread=600,
    rank=5,
    aliases=("two_boards",),
)
