"""Hex on 7 × 7 cells as a game file: `noughts play ./hex.py`. A game of connection.

The stones of a player are one 64-bit word, a row in 8 bits with the last one always empty:

     0  1  2  3  4  5  6      bit 7, 15, ... are empty: a chain cannot run on from one row into the next
     8  9 10 11 12 13 14
     ...
    48 49 50 51 52 53 54
"""

from collections.abc import Sequence

import numpy as np

from noughts.board import (
    HEXAGONS,
    MARKS,
    Cell,
    Diagram,
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
from noughts.kernel import FIRST, Field, MoveBuffer, Rules, State, compiled, int64, popcount, random_keys

SIZE, WIDTH = 7, 8
ONE, ZERO = np.uint64(1), np.uint64(0)  # typed: mixing signed and unsigned integers gives floats in compiled code
FIRST_ROW = np.uint64(0x7F)
FIRST_COLUMN = np.uint64(0x01010101010101)
# The two edges that each player connects: X top and bottom, O left and right.
EDGES = np.array(
    [
        [FIRST_ROW, FIRST_ROW << np.uint64(WIDTH * (SIZE - 1))],
        [FIRST_COLUMN, FIRST_COLUMN << np.uint64(SIZE - 1)],
    ],
    np.uint64,
)
KEYS = random_keys("hex", 2, SIZE * WIDTH)
TURN_KEY = random_keys("hex turn", 1)[0]

# 1. The state. `turn`, `outcome` and `key` are what the contract reads; the rest is our own. All zero is the start.
FIELDS: list[Field] = [
    ("stones", np.uint64, (2,)),
    ("turn", np.int8),
    ("outcome", np.int8),
    ("key", np.uint64),
]


# 2. The rules. Functions that rules call are marked; the contract's are found by their names.
@compiled
def chain_from(seeds: np.uint64, word: np.uint64) -> np.uint64:
    """The stones of a word that hang together with seeds of it."""
    chain = seeds & word
    while True:
        grown = chain
        for step in (1, WIDTH - 1, WIDTH):  # a neighbour right, down left, down; and the same way back
            grown |= chain << np.uint64(step) | chain >> np.uint64(step)
        grown &= word
        if grown == chain:
            return chain
        chain = grown


def moves(state: State, out: MoveBuffer) -> int:
    """The empty cells. A move's code is its cell, counted row by row."""
    n, taken = 0, state.stones[0] | state.stones[1]
    for cell in range(SIZE * SIZE):
        if taken >> np.uint64(cell // SIZE * WIDTH + cell % SIZE) & ONE == ZERO:
            out[n] = cell
            n += 1
    return n


def play(state: State, move: int) -> None:
    player = int64(state.turn)
    bit = move // SIZE * WIDTH + move % SIZE
    stone = ONE << np.uint64(bit)
    state.stones[player] |= stone
    state.key ^= KEYS[player, bit] ^ TURN_KEY
    chain = chain_from(stone, state.stones[player])
    if chain & EDGES[player, 0] != ZERO and chain & EDGES[player, 1] != ZERO:
        state.outcome = FIRST + player
    state.turn = 1 - player


def plies_left(state: State) -> int:
    """A hook: the empty cells. The search knows by it where it sees to the end of the game."""
    return SIZE * SIZE - popcount(state.stones[0] | state.stones[1])


# The look: what stands on a cell (0 nothing, 1 X, 2 O), and whether it is part of the chain that won.
def content(state: State, cell: int) -> int:
    bit = np.uint64(cell // SIZE * WIDTH + cell % SIZE)
    return int64(state.stones[0] >> bit & ONE) + 2 * int64(state.stones[1] >> bit & ONE)


def is_lit(state: State, cell: int) -> int:
    player = int64(state.outcome) - FIRST
    own = state.stones[player]
    chain = chain_from(chain_from(EDGES[player, 0], own) & EDGES[player, 1], own)
    return int64(chain >> np.uint64(cell // SIZE * WIDTH + cell % SIZE) & ONE)


# 3. What people read and write.
class Hex(Game):
    """Connect two opposite edges of the board.

    X begins, and players take turns placing a stone on an empty cell. X wins by a chain of stones from the top row to
    the bottom row, O by one from the left column to the right column. Each cell has six neighbours: beside it, above
    and below, up right and down left. There is no draw: a full board always connects one of the two. No swap is played.

    Moves: the cell, column a to g and row 1 to 7 from the bottom, for example d4. Position: the seven rows from the
    top, joined by /, then who moves.
    """

    name = "hex"
    title = "Hex"
    diagrams = (
        Diagram("3X3/3X3/1OXO3/1OX1O2/1X1O3/1X5/X6 O", "A chain of X's from the top edge to the bottom edge: X wins."),
    )
    lesson = Lesson(
        (
            Step("You are X and have to connect the top edge with the bottom edge. Reach the top.", "d7", ["d2"]),
            Step(
                "O has blocked the cell below your chain. But each cell has six neighbours: go round it, down to "
                "the left.",
                "c2",
                ["c1"],
            ),
            Step("Two cells of the bottom row touch your last stone, and O can take but one. Take the other.", "b1"),
        ),
        "You have won: a chain of stones connects your edges. One of the two players always connects.",
        opening=("d4", "b4", "d5", "b5", "d6", "b6", "d3", "b3"),
    )
    rules = Rules(name, FIELDS, [moves, play, plies_left, content, is_lit])
    reasons = ("the edges are connected",)
    layout = HEXAGONS
    edges = (0, 1, 0, 1)  # top and bottom are X's, right and left O's
    rows = columns = SIZE
    move_codes = max_plies = SIZE * SIZE
    row_labels = tuple(str(SIZE - row) for row in range(SIZE))
    column_labels = tuple(column_letters(column) for column in range(SIZE))
    cells = tuple(Cell(f"{column_letters(c)}{SIZE - r}", r, c) for r in range(SIZE) for c in range(SIZE))

    def write_move(self, code: int) -> str:
        return self.cells[code].name

    def clicks(self, code: int) -> tuple[int, ...]:
        return (code,)

    def cell_symmetries(self) -> Sequence[Sequence[int]]:
        """The board as it is, and turned by half."""
        return [range(SIZE * SIZE), range(SIZE * SIZE - 1, -1, -1)]

    def write_position(self, state: State) -> str:
        contents = self.contents(state)
        rows = [contents[at : at + SIZE] for at in range(0, len(contents), SIZE)]
        return f"{'/'.join(rows)} {MARKS[state.turn]}"

    def read_position(self, text: str, state: State) -> None:
        rows, fields = split_rows(text, SIZE)
        (side,) = named_fields(fields, "who moves")
        for number, row in enumerate(rows):
            for column, player in stones(read_cells(row, f"row {number + 1} from the top", SIZE)):
                bit = number * WIDTH + column
                state.stones[player] |= ONE << np.uint64(bit)
                state.key ^= KEYS[player, bit]
        state.turn = read_side(side)
        if state.turn:
            state.key ^= TURN_KEY
        for player in range(2):
            if chain_from(EDGES[player, 0], state.stones[player]) & EDGES[player, 1] != ZERO:
                state.outcome = FIRST + player  # never both: a chain across cuts the other off
