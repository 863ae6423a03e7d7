"""Breakthrough on 6 × 6 cells as a game file: `noughts play ./breakthrough.py`. A game where pieces move.

The pawns of a player are one 64-bit word. Rows count from X's side, which is shown at the bottom:

    30 31 32 33 34 35      O's home row, where X wants to be
    ...
     0  1  2  3  4  5      X's home row
"""

import numpy as np

from noughts.board import (
    MARKS,
    Cell,
    Game,
    Lesson,
    Step,
    column_letters,
    named_fields,
    read_cells,
    read_side,
    split_rows,
    stones,
)
from noughts.errors import NoughtsError
from noughts.kernel import FIRST, Field, MoveBuffer, Rules, State, compiled, int64, lowest, popcount, random_keys

SIZE = 6
CELLS = SIZE * SIZE
PAWNS = 2 * SIZE  # of each player
ONE, ZERO = np.uint64(1), np.uint64(0)  # typed: mixing signed and unsigned integers gives floats in compiled code
ROW = np.uint64((1 << SIZE) - 1)
LAST_ROW = np.array([ROW << np.uint64(CELLS - SIZE), ROW], np.uint64)
KEYS = random_keys("breakthrough", 2, CELLS)
TURN_KEY = random_keys("breakthrough turn", 1)[0]
STEPS = 6  # a move's code is 6 × its cell + its step: three up for X, three down for O; left, straight, right

# 1. The state. `turn`, `outcome` and `key` are what the contract reads; the rest is our own. `setup` makes the start.
FIELDS: list[Field] = [
    ("pawns", np.uint64, (2,)),
    ("turn", np.int8),
    ("outcome", np.int8),
    ("key", np.uint64),
]


# 2. The rules. Functions that rules call are marked; the contract's are found by their names.
@compiled
def target_of(move: int) -> int:
    """The cell that a move leads to; off the board for a step beyond its edge, -1 beyond its side."""
    cell, step = move // STEPS, move % STEPS
    column = cell % SIZE + step % 3 - 1
    if column < 0 or column >= SIZE:
        return -1
    return (cell // SIZE + (1 if step < 3 else -1)) * SIZE + column


def moves(state: State, out: MoveBuffer) -> int:
    """Straight to an empty cell, or slantwise to one without an own pawn."""
    player, n = int64(state.turn), 0
    own, taken, pawns = state.pawns[player], state.pawns[0] | state.pawns[1], state.pawns[player]
    while pawns != ZERO:
        cell = lowest(pawns)
        pawns &= pawns - ONE
        for direction in range(3):
            move = STEPS * cell + 3 * player + direction
            target = target_of(move)
            if target >= 0 and (taken if direction == 1 else own) >> np.uint64(target) & ONE == ZERO:
                out[n] = move
                n += 1
    return n


def play(state: State, move: int) -> None:
    player = int64(state.turn)
    source, target = move // STEPS, target_of(move)
    stone = ONE << np.uint64(target)
    state.pawns[player] ^= ONE << np.uint64(source) | stone
    state.key ^= KEYS[player, source] ^ KEYS[player, target] ^ TURN_KEY
    if state.pawns[1 - player] & stone != ZERO:
        state.pawns[1 - player] ^= stone
        state.key ^= KEYS[1 - player, target]
    if stone & LAST_ROW[player] != ZERO or state.pawns[1 - player] == ZERO:
        state.outcome = FIRST + player
    state.turn = 1 - player


def plies_left(state: State) -> int:
    """A hook: the steps that all pawns have before them. The search knows by it where it sees to the game's end."""
    total = int64(0)
    for row in range(SIZE):
        total += (SIZE - 1 - row) * popcount(state.pawns[0] >> np.uint64(SIZE * row) & ROW)
        total += row * popcount(state.pawns[1] >> np.uint64(SIZE * row) & ROW)
    return total


# The look: what stands on a cell (0 nothing, 1 X, 2 O), counted from the top left, and how the game ended.
def content(state: State, cell: int) -> int:
    bit = np.uint64((SIZE - 1 - cell // SIZE) * SIZE + cell % SIZE)
    return int64(state.pawns[0] >> bit & ONE) + 2 * int64(state.pawns[1] >> bit & ONE)


def reason(state: State) -> int:
    winner = int64(state.outcome) - FIRST
    return 0 if state.pawns[winner] & LAST_ROW[winner] != ZERO else 1


# 3. What people read and write.
class Breakthrough(Game):
    """Be the first to bring a pawn across the board.

    X begins with pawns on its two rows at the bottom, O with pawns on the two at the top. A pawn moves one cell towards
    the other side, straight or slantwise, to an empty cell; slantwise it may also take an opponent's pawn. Whoever
    reaches the row farthest away, or takes the last pawn, wins. There is always a move, and there is no draw.

    Moves: the cell left and the cell reached, for example b2c3; rows count from the bottom. Position: the six rows from
    the top, joined by /, then who moves; 12 pawns a side at most.
    """

    name = "breakthrough"
    title = "Breakthrough"
    lesson = Lesson(
        (
            Step("You are X, at the bottom, and begin. Choose a pawn, then the cell before it.", "c2c3", ["d5d4"]),
            Step(
                "O's pawn stands slantwise before yours: take it. Straight ahead nothing can be taken.",
                "c3d4",
                ["e5d4"],
            ),
            Step(
                "O has taken yours in turn. Pawns that guard each other are safe: bring the next one, slantwise.",
                "e2d3",
            ),
        ),
        "So it goes on until a pawn reaches the other side. Pawns never move back.",
    )
    rules = Rules(name, FIELDS, [moves, play, plies_left, content, reason])
    reasons = ("the other side is reached", "no pawn is left")
    rows = columns = SIZE
    move_codes = STEPS * CELLS
    max_plies = 2 * SIZE * (2 * SIZE - 3)  # 6 pawns with 5 steps before them and 6 with 4, twice
    row_labels = tuple(str(SIZE - row) for row in range(SIZE))
    column_labels = tuple(column_letters(column) for column in range(SIZE))
    cells = tuple(Cell(f"{column_letters(c)}{SIZE - r}", r, c) for r in range(SIZE) for c in range(SIZE))

    def setup(self, state: State) -> None:
        self.read_position("OOOOOO/OOOOOO/6/6/XXXXXX/XXXXXX X", state)

    def write_move(self, code: int) -> str | None:
        return "".join(self.cells[cell].name for cell in self.clicks(code)) if 0 <= target_of(code) < CELLS else None

    def clicks(self, code: int) -> tuple[int, ...]:
        return self._shown(code // STEPS), self._shown(int(target_of(code)))

    def _shown(self, cell: int) -> int:
        """The index of a cell among those that are drawn, from the top left."""
        return (SIZE - 1 - cell // SIZE) * SIZE + cell % SIZE

    def write_position(self, state: State) -> str:
        contents = self.contents(state)
        rows = [contents[at : at + SIZE] for at in range(0, len(contents), SIZE)]
        return f"{'/'.join(rows)} {MARKS[state.turn]}"

    def read_position(self, text: str, state: State) -> None:
        rows, fields = split_rows(text, SIZE)
        (side,) = named_fields(fields, "who moves")
        for number, row in enumerate(rows):
            for column, player in stones(read_cells(row, f"row {number + 1} from the top", SIZE)):
                cell = (SIZE - 1 - number) * SIZE + column
                state.pawns[player] |= ONE << np.uint64(cell)
                state.key ^= KEYS[player, cell]
        for player, mark in enumerate(MARKS):
            if popcount(state.pawns[player]) > PAWNS:
                raise NoughtsError(f"{mark} has {popcount(state.pawns[player])} pawns; there are {PAWNS} at most")
        across = [bool(state.pawns[player] & LAST_ROW[player]) for player in range(2)]
        wins = [across[player] or not state.pawns[1 - player] for player in range(2)]
        if all(wins):
            raise NoughtsError("both players have won: no rule says who was first")
        state.outcome = FIRST + wins.index(True) if any(wins) else 0
        state.turn = read_side(side)
        if state.turn:
            state.key ^= TURN_KEY
