"""Ultimate tic-tac-toe by tables: small boards, lines of three boards, and the board to play on. Tuned by self-play.

Value, from the side to move's view, the sum of
- for each small board, a table of its whole state, by place (corner, edge, centre);
- for each of the eight lines of the big board, a table of its three boards' classes (shared/small_boards.py), by kind
  of line; these two are antisymmetric: good for one side is as bad for the other;
- for the board to play on, a table of its state, by place, and for each line through it a table of its class and the
  other two boards' coarse classes; on free choice, the best board's, and a constant;
- on a given board, by how many of its cells send the opponent to a board that it cannot win at once, to one that it
  can, and to a closed one.

The weights are fitted by logistic regression to self-play (tuning/README.md): 100 is a score of 62 %, 200 of 73 %.
Decided positions are among those that they were fitted to: at 20,000 nodes a move that scored 59.7 % of 500 games
against the weights before, and 61.8 % of 500 in the variant that counts; in the one that plays on 62.9 % of 170.
In the variant that plays on, a board that is owned counts as won or lost, whatever else happens on it; the variant has
weights of its own, as being sent to a board that is owned is nothing like free choice.
In the variant that counts, each board of the lead is worth COUNT more for each board that is closed: the nearer the
count, the more it decides. At 10,000 nodes a move that scored 55 % of 700 games against the same weights without it;
with 14 in place of 6 it scored 46 % of 300.
Weaknesses: boards that are not in line are independent of each other, but for the board to play on.

accumulators[ply]: the antisymmetric part seen from X; where one mark wins a board, bit b X's and bit 9 + b O's; from
CLASS on the nine boards' classes seen from X.
"""

from noughts.evals.shared.small_boards import (
    BOARDS,
    CLASS_OF,
    KIND,
    LOST_BOARD,
    NEAR_BITS,
    SENDS_SIZE,
    WON_BOARD,
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
from noughts.games.ultimate import Ultimate, boards_won, playable_boards
from noughts.kernel.compiling import compiled, inlined
from noughts.kernel.contract import NO_MOVE, State, States
from noughts.kernel.evaluation import Accumulators, Evaluation, Weights
from noughts.kernel.intrinsics import int64, lowest, popcount
from noughts.kernel.scores import MATE

TIES = Ties()
BOARD = add_board_tables(TIES, is_antisymmetric=True)
LINE = add_line_tables(TIES)
TARGET = add_board_tables(TIES, is_antisymmetric=False)
TARGET_LINE = add_view_tables(TIES)
SENDS = TIES.add(SENDS_SIZE)
FREE_CHOICE = TIES.add(1)

WORDS = -(-TIES.size // 4)  # of one game's weights; those of the variant that plays on stand behind the other's

COUNT = 6

SUM, NEAR, CLASS = 0, 1, 2


@inlined
def number_of(state: State, player: int, board: int) -> int:
    """A small board as a number from a player's view; an owned one as won or lost."""
    if int64(state.won[player]) >> board & 1:
        return int64(WON_BOARD)
    if int64(state.won[1 - player]) >> board & 1:
        return int64(LOST_BOARD)
    return turned(board, int64(state.marks[player, board]), int64(state.marks[1 - player, board]))


@compiled
def update(states: States, ply: int, move: int, weights: Weights, accumulators: Accumulators) -> None:
    state, row = states[ply], accumulators[ply]
    weights = weights[WORDS * int64(state.playon) :]
    if move == NO_MOVE:
        total, near = int64(0), int64(0)
        for board in range(9):
            number = number_of(state, 0, board)
            row[CLASS + board] = kind = int64(CLASS_OF[number])
            near |= NEAR_BITS[kind] << board
            total += weight_at(weights, BOARD + KIND[board] * BOARDS + number)
        for line in range(8):
            total += line_value(line, row, CLASS, LINE, weights)
        row[SUM], row[NEAR] = total, near
        return
    board, before = move // 9, accumulators[ply - 1]
    for i in range(CLASS + 9):
        row[i] = before[i]
    number, table = number_of(state, 0, board), BOARD + KIND[board] * BOARDS
    now = int64(CLASS_OF[number])
    change = weight_at(weights, table + number) - weight_at(weights, table + number_of(states[ply - 1], 0, board))
    row[SUM] = int64(before[SUM]) + change + change_class(board, now, row, CLASS, LINE, weights)
    row[NEAR] = int64(before[NEAR]) & ~(0o1001 << board) | NEAR_BITS[now] << board


@inlined
def target_value(state: State, board: int, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    """The worth of playing on a board to the side to move."""
    mover = int64(state.turn)
    here = weight_at(weights, TARGET + KIND[board] * BOARDS + number_of(state, mover, board))
    return here + view_value(mover, board, accumulators[ply], CLASS, TARGET_LINE, weights)


@compiled
def value(states: States, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    state = states[ply]
    weights = weights[WORDS * int64(state.playon) :]
    total, target, near = int64(accumulators[ply, SUM]), int64(state.target), int64(accumulators[ply, NEAR])
    if state.turn:
        total = -total
    else:
        near >>= 9
    if state.count:
        mover = int64(state.turn)
        lead = boards_won(state, mover) - boards_won(state, 1 - mover)
        total += COUNT * lead * popcount(int64(state.closed))
    if target >= 0:
        total += weight_at(weights, SENDS + sends_index(free_cells(state, target), near & FULL, int64(state.closed)))
        return total + target_value(state, target, ply, weights, accumulators)
    best, boards = -MATE, playable_boards(state)
    while boards:
        best = max(best, target_value(state, lowest(boards), ply, weights, accumulators))
        boards &= boards - 1
    return total + weight_at(weights, FREE_CHOICE) + best


EVALUATION = Evaluation(
    "ultimate_boards",
    "Ultimate by tables of small boards, lines of boards and the board to play on, tuned by self-play.",
    values={Ultimate.rules: value},
    update=update,
    accumulator_size=CLASS + 9,
    weights=lambda: TIES.load("ultimate_boards", "ultimate_boards_playon"),
    spread=100,
    rank=5,
    aliases=("boards",),
)
