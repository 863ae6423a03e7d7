"""Ultimate tic-tac-toe by a net: the states of the small boards, a first layer that follows the moves. Self-taught.

Each small board adds a row, by its state and place, to 64 sums; there are such sums for the boards as each player sees
them. For the value the board to play on adds one more row, by its class and the cells that win it; then all 128 sums
are clipped, squared, weighted and added up. The weights of this last layer depend on the board to play on (or free
choice), on how many boards are closed and on whether boards are counted in the end. Added to that are numbers by the
state of the board to play on, by where its cells send the opponent and, where boards are counted, by the lead.

The net has eight units, each of which looks at the position in all eight ways to turn and mirror it
(shared/board_net.py): so the value of a position and of its mirror images are the same. It is fitted by logistic
regression to self-play (tuning/README.md): 100 is a score of 62 %, 200 of 73 %. All is in integers: a position has one
value, whatever machine computes it. In the variant that plays on, the value is that of `ultimate_boards`.

accumulators[ply]: the sums as X sees the boards, those as O does, and where one mark wins a board, bit b X's and bit
9 + b O's; in the variant that plays on, what `ultimate_boards` keeps.
"""

from noughts.evals import ultimate_boards
from noughts.evals.shared.board_net import BLOCK_ORDERS, COMPOSED
from noughts.evals.shared.board_net_file import (
    BIAS,
    CONSTANT,
    KINDS,
    LEAD,
    LEADS,
    NO_TARGET_ROW,
    OUTPUT,
    PHASE_OF,
    PHASES,
    ROW,
    ROW_OF,
    SCALE_BITS,
    SENDS,
    SIZE,
    START_OF,
    TARGET_ROW,
    TARGET_ROW_OF,
    TARGET_STATE,
    TARGETS,
    load_net,
)
from noughts.evals.shared.small_boards import (
    BOARDS,
    CLASS_OF,
    DIGITS,
    KIND,
    LOST_BOARD,
    NEAR_BITS,
    WEIGHTS,
    WON_BOARD,
    Row,
    sends_index,
    weight_at,
)
from noughts.games.shared.nested import FULL, free_cells
from noughts.games.ultimate import Ultimate, boards_won
from noughts.kernel.compiling import compiled, inlined
from noughts.kernel.contract import NO_MOVE, State, States
from noughts.kernel.evaluation import Accumulators, Evaluation, Weights
from noughts.kernel.intrinsics import int64, popcount
from noughts.kernel.vectors import BLOCKS, OUTPUT_WORDS, SUM_WORDS, add_row, move_row, squared_dot

FREE_CHOICE = 9  # as a board to play on
NEAR = 2 * SUM_WORDS
TABLES = SIZE - ultimate_boards.WORDS  # those for playing on are the second ones


@inlined
def numbers_of(state: State, board: int) -> tuple[int, int]:
    """A small board, turned to its model, as X and as O see it."""
    if int64(state.won[0]) >> board & 1:
        return int64(WON_BOARD), int64(LOST_BOARD)
    if int64(state.won[1]) >> board & 1:
        return int64(LOST_BOARD), int64(WON_BOARD)
    first, second = int64(DIGITS[board, state.marks[0, board]]), int64(DIGITS[board, state.marks[1, board]])
    return first + 2 * second, second + 2 * first


@inlined
def found_row(weights: Weights, board: int, number: int) -> int:
    """Eight times the row of a small board among those of its kind, and the mirroring."""
    return weight_at(weights, 4 * ROW_OF + KIND[board] * BOARDS + number) & 0xFFFF


@inlined
def row_at(board: int, found: int) -> int:
    return ROW + BLOCKS * (START_OF[KIND[board]] + (found >> 3))


@inlined
def replace(weights: Weights, board: int, old: int, new: int, before: Row, sums: Row, first: int) -> None:
    """Write sums in which a small board has another state than before."""
    out, now = found_row(weights, board, old), found_row(weights, board, new)
    out_order, order = BLOCK_ORDERS[board, out & 7], BLOCK_ORDERS[board, now & 7]
    move_row(weights, row_at(board, out), out_order, row_at(board, now), order, before, sums, first)


@compiled
def update(states: States, ply: int, move: int, weights: Weights, accumulators: Accumulators) -> None:
    state, row = states[ply], accumulators[ply]
    if state.playon:
        ultimate_boards.update(states, ply, move, weights[TABLES:], accumulators)
        return
    if move == NO_MOVE:
        count_from_nothing(state, weights, row)
        return
    board, before = move // 9, accumulators[ply - 1]
    first, second = numbers_of(states[ply - 1], board)
    now_first, now_second = numbers_of(state, board)
    replace(weights, board, first, now_first, before, row, 0)
    replace(weights, board, second, now_second, before, row, SUM_WORDS)
    row[NEAR] = int64(before[NEAR]) & ~(0o1001 << board) | NEAR_BITS[CLASS_OF[now_first]] << board


@compiled
def count_from_nothing(state: State, weights: Weights, row: Row) -> None:
    near = int64(0)
    for i in range(SUM_WORDS):
        row[i] = row[SUM_WORDS + i] = weights[BIAS + (i >> 1)] << (32 - 32 * (i & 1)) >> 32
    for board in range(9):
        numbers = numbers_of(state, board)
        near |= NEAR_BITS[CLASS_OF[numbers[0]]] << board
        for view in range(2):
            found = found_row(weights, board, numbers[view])
            add_row(weights, row_at(board, found), BLOCK_ORDERS[board, found & 7], row, SUM_WORDS * view)
    row[NEAR] = near


@compiled
def value(states: States, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    state, row = states[ply], accumulators[ply]
    if state.playon:
        return ultimate_boards.value(states, ply, weights[TABLES:], accumulators)
    mover, target, closed = int64(state.turn), int64(state.target), int64(state.closed)
    phase, total, more, order = PHASE_OF[popcount(closed)], int64(0), int64(NO_TARGET_ROW), BLOCK_ORDERS[0, 0]
    if state.count:
        lead = boards_won(state, mover) - boards_won(state, 1 - mover)
        total += weight_at(weights, 4 * LEAD + LEADS * popcount(closed) + 9 + lead)
        phase += PHASES
    if target >= 0:
        near = int64(row[NEAR]) >> 9 * (1 - mover)
        total += weight_at(weights, 4 * SENDS + sends_index(free_cells(state, target), near & FULL, closed))
        found = found_row(weights, target, numbers_of(state, target)[mover])
        kind = KIND[target]
        here = START_OF[kind] + (found >> 3)
        seen = weight_at(weights, 4 * TARGET_ROW_OF + here) & 0xFFFF
        total += weight_at(weights, 4 * TARGET_STATE + here)
        more = TARGET_ROW + 2 * BLOCKS * (seen >> 3)
        order = BLOCK_ORDERS[target, COMPOSED[found & 7, seen & 7]]
    else:
        target, kind = int64(FREE_CHOICE), int64(KINDS - 1)
    total += weight_at(weights, 4 * CONSTANT + KINDS * phase + kind)
    output = OUTPUT + 2 * OUTPUT_WORDS * (TARGETS * phase + target)
    own = squared_dot(weights, more, order, output, row, SUM_WORDS * mover)
    other = squared_dot(weights, more + BLOCKS, order, output + OUTPUT_WORDS, row, SUM_WORDS * (1 - mover))
    return total + ((own + other) >> SCALE_BITS)


def _weights() -> list[int]:
    """The net's words and, where `ultimate_boards` finds them, those of its tables that it plays on with."""
    tables = ultimate_boards.EVALUATION.loaded_weights[ultimate_boards.WORDS :]
    return [*load_net(WEIGHTS / "ultimate_net.npz").tolist(), *tables.tolist()]


EVALUATION = Evaluation(
    "ultimate_net",
    "Ultimate by a net of the small boards' states, taught by self-play.",
    values={Ultimate.rules: value},
    update=update,
    accumulator_size=NEAR + 1,
    weights=_weights,
    spread=100,
    rank=6,
)
