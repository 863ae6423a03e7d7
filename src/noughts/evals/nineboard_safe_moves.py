"""Nine-board tic-tac-toe by tables: small boards, and how many safe moves each side has where. Tuned by self-play.

A board is *deadly* to a side if the other, sent there, wins at once; a move is *safe* if the board that it sends the
opponent to is not deadly. Value, from the side to move's view, the sum of
- for each small board, a table of its whole state, by place (corner, edge, centre), and one of how many safe moves
  either side would have on it, and which of them would win there; both are antisymmetric;
- by how many boards either side wins if sent there;
- for the board to play on, a table of its state, by place, and one of its number of safe moves and the least number of
  safe replies that one of them leaves; on free choice the best board's, and a constant.

The weights are fitted by logistic regression to self-play (tuning/README.md): 100 is a score of 62 %, 200 of 73 %. The
variant in which a full board draws has the same: weights of its own played no better.
Weaknesses: a move's own mark changes the boards that count here; that is left to the search.

accumulators[ply]: the first table's part seen from X; the boards where X wins if it is sent there, and O.
"""

import numpy as np

from noughts.evals.shared.small_boards import BOARDS, KIND, Numbers, Ties, add_board_tables, turned, weight_at
from noughts.games.nineboard import NineBoard, completing_cells
from noughts.games.shared.nested import FULL, free_cells
from noughts.kernel.compiling import compiled, inlined
from noughts.kernel.contract import NO_MOVE, State, States
from noughts.kernel.evaluation import Accumulators, Evaluation, Weights
from noughts.kernel.intrinsics import int64, lowest, popcount
from noughts.kernel.scores import MATE

COUNTS = 10  # of safe moves on a board, or of boards


def _opposite_safe() -> Numbers:
    own_win, other_win, own, other = np.indices((2, 2, COUNTS, COUNTS)).reshape(4, -1)
    return np.asarray(np.ravel_multi_index((other_win, own_win, other, own), (2, 2, COUNTS, COUNTS)))


TIES = Ties()
BOARD = add_board_tables(TIES, is_antisymmetric=True)
SAFE = TIES.add(4 * COUNTS**2, None, _opposite_safe)
DEADLY = TIES.add(COUNTS**2)
TARGET = add_board_tables(TIES, is_antisymmetric=False)
REPLIES = TIES.add(COUNTS**2)
FREE_CHOICE = TIES.add(1)

SUM, WINS_X, WINS_O = 0, 1, 2


@inlined
def number_of(state: State, player: int, board: int) -> int:
    return turned(board, int64(state.marks[player, board]), int64(state.marks[1 - player, board]))


@compiled
def update(states: States, ply: int, move: int, weights: Weights, accumulators: Accumulators) -> None:
    state, row = states[ply], accumulators[ply]
    if move == NO_MOVE:
        row[SUM] = row[WINS_X] = row[WINS_O] = 0
        for board in range(9):
            row[SUM] += weight_at(weights, BOARD + KIND[board] * BOARDS + number_of(state, 0, board))
            row[WINS_X] |= (completing_cells(state, 0, board) != 0) << board
            row[WINS_O] |= (completing_cells(state, 1, board) != 0) << board
        return
    board, before = move // 9, accumulators[ply - 1]
    table, others = BOARD + KIND[board] * BOARDS, ~(1 << board)
    total = int64(before[SUM]) + weight_at(weights, table + number_of(state, 0, board))
    row[SUM] = total - weight_at(weights, table + number_of(states[ply - 1], 0, board))
    row[WINS_X] = int64(before[WINS_X]) & others | int64(completing_cells(state, 0, board) != 0) << board
    row[WINS_O] = int64(before[WINS_O]) & others | int64(completing_cells(state, 1, board) != 0) << board


@inlined
def safe_index(state: State, board: int, own_wins: int, other_wins: int) -> int:
    """The weight of a board by safe moves; the masks are the boards where either side wins if it is sent there."""
    free = free_cells(state, board)
    wins = 2 * (own_wins >> board & 1) + (other_wins >> board & 1)
    return SAFE + (wins * COUNTS + popcount(free & ~other_wins)) * COUNTS + popcount(free & ~own_wins)


@inlined
def replies_index(state: State, board: int, own_wins: int, other_wins: int) -> int:
    """The weight of the board to play on by its safe moves, and by the least number of safe replies to one of them."""
    safe, least = free_cells(state, board) & ~other_wins, COUNTS - 1
    n = popcount(safe)
    while safe:
        least = min(least, popcount(free_cells(state, lowest(safe)) & ~own_wins))
        safe &= safe - 1
    return REPLIES + n * COUNTS + least


@compiled
def value(states: States, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    state = states[ply]
    total, mover, target = int64(accumulators[ply, SUM]), int64(state.turn), int64(state.target)
    own_wins, other_wins = int64(accumulators[ply, WINS_X]), int64(accumulators[ply, WINS_O])
    if mover:
        total, own_wins, other_wins = -total, other_wins, own_wins
    for board in range(9):
        total += weight_at(weights, safe_index(state, board, own_wins, other_wins))
    total += weight_at(weights, DEADLY + popcount(own_wins) * COUNTS + popcount(other_wins))
    if target >= 0:
        total += weight_at(weights, TARGET + KIND[target] * BOARDS + number_of(state, mover, target))
        return total + weight_at(weights, replies_index(state, target, own_wins, other_wins))
    best, boards = -MATE, FULL & ~int64(state.full)
    while boards:
        board = lowest(boards)
        boards &= boards - 1
        here = weight_at(weights, TARGET + KIND[board] * BOARDS + number_of(state, mover, board))
        best = max(best, here + weight_at(weights, replies_index(state, board, own_wins, other_wins)))
    return total + weight_at(weights, FREE_CHOICE) + best


EVALUATION = Evaluation(
    "nineboard_safe_moves",
    "Nine-board by tables of small boards and of safe moves, tuned by self-play.",
    values={NineBoard.rules: value},
    update=update,
    accumulator_size=3,
    weights=lambda: TIES.load("nineboard_safe_moves"),
    spread=80,
    rank=5,
    aliases=("safe_moves",),
)
