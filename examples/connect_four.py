"""Connect four as a game file: `noughts show ./connect_four.py` plays by it at native speed, like any built-in game.

A game is (1) a state, (2) rules over it, which are compiled, (3) what people read and write.

The stones of a player are one 64-bit word, a column in 7 bits with the top one always empty:

     6 13 20 27 34 41 48      the empty row: a line cannot run on from one column into the next
     5 12 19 26 33 40 47
     ...
     0  7 14 21 28 35 42
"""

from collections.abc import Sequence

import numpy as np

from noughts.board import (
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
)
from noughts.errors import NoughtsError
from noughts.kernel import DRAW, FIRST, Field, MoveBuffer, Rules, State, compiled, int64, random_keys

ROWS, COLUMNS, HEIGHT = 6, 7, 7
ONE, ZERO = np.uint64(1), np.uint64(0)  # typed: mixing signed and unsigned integers gives floats in compiled code
KEYS = random_keys("connect four", 2, COLUMNS * HEIGHT)
TURN_KEY = random_keys("connect four turn", 1)[0]

# 1. The state. `turn`, `outcome` and `key` are what the contract reads; the rest is our own. All zero is the start.
FIELDS: list[Field] = [
    ("stones", np.uint64, (2,)),
    ("filled", np.int8, (COLUMNS,)),  # stones in each column
    ("turn", np.int8),
    ("outcome", np.int8),
    ("key", np.uint64),
]


# 2. The rules. Functions that rules call are marked; `moves` and `play` are found by their names.
@compiled
def has_four(stones: np.uint64) -> bool:
    for step in (1, HEIGHT - 1, HEIGHT, HEIGHT + 1):
        pairs = stones & stones >> np.uint64(step)
        if pairs & pairs >> np.uint64(2 * step) != ZERO:
            return True
    return False


def moves(state: State, out: MoveBuffer) -> int:
    """The columns that are not full. A move's code is its column."""
    n = 0
    for column in range(COLUMNS):
        if state.filled[column] < ROWS:
            out[n] = column
            n += 1
    return n


def play(state: State, move: int) -> None:
    player = int64(state.turn)
    bit = move * HEIGHT + int64(state.filled[move])
    state.stones[player] |= ONE << np.uint64(bit)
    state.filled[move] += 1
    state.key ^= KEYS[player, bit] ^ TURN_KEY
    if has_four(state.stones[player]):
        state.outcome = FIRST + player
    elif state.filled.sum() == ROWS * COLUMNS:
        state.outcome = DRAW
    state.turn = 1 - player


# The look: what stands on a cell (0 nothing, 1 X, 2 O), counted from the top left, and where a stone falls to.
def content(state: State, cell: int) -> int:
    bit = np.uint64(cell % COLUMNS * HEIGHT + ROWS - 1 - cell // COLUMNS)
    return int64(state.stones[0] >> bit & ONE) + 2 * int64(state.stones[1] >> bit & ONE)


def landing(state: State, move: int) -> int:
    return (ROWS - 1 - int64(state.filled[move])) * COLUMNS + move


# 3. What people read and write.
class ConnectFour(Game):
    """Drop stones into seven columns; four in a row win.

    X begins. A stone falls to the lowest free cell of its column, a to g. Four own stones in a row, column or diagonal
    win; a full board without that is a draw.

    Moves: the column, for example d. Position: the six rows from the top, joined by /, then who moves.
    """

    name = "connect-four"
    title = "Connect four"
    diagrams = (
        Diagram("7/" * (ROWS - 2) + "2OO3/2XXX2 O", "Three stones of X with both ends free: O can stop one end only."),
    )
    lesson = Lesson(
        (
            Step("You are X and begin. Choose a column: your stone falls to its lowest free cell.", "d", ["d"]),
            Step("O's stone has come to lie on yours. Put your next one beside the first.", "e", ["e"]),
            Step("A third beside them: now both ends are free, and O can stop one only.", "c", ["f"]),
            Step("Take the other end: four in a row.", "b"),
        ),
        "You have won. Rows upwards and slantwise count as well, and are harder to see.",
    )
    rules = Rules(name, FIELDS, [moves, play, content, landing])
    rows, columns = ROWS, COLUMNS
    move_codes = COLUMNS  # codes run from 0 to one less
    max_plies = ROWS * COLUMNS
    column_labels = tuple(column_letters(column) for column in range(COLUMNS))
    cells = tuple(Cell(f"{column_letters(c)}{ROWS - r}", r, c) for r in range(ROWS) for c in range(COLUMNS))

    def write_move(self, code: int) -> str:
        return column_letters(code)

    def clicks(self, code: int) -> tuple[int, ...]:
        return (code,)  # the top cell of the column; `landing` knows better

    def cell_symmetries(self) -> Sequence[Sequence[int]]:
        """The board as it is, and mirrored left to right."""
        mirrored = [row * COLUMNS + COLUMNS - 1 - column for row in range(ROWS) for column in range(COLUMNS)]
        return [range(ROWS * COLUMNS), mirrored]

    def write_position(self, state: State) -> str:
        contents = self.contents(state)
        rows = [contents[at : at + COLUMNS] for at in range(0, len(contents), COLUMNS)]
        return f"{'/'.join(rows)} {MARKS[state.turn]}"

    def read_position(self, text: str, state: State) -> None:
        rows, fields = split_rows(text, ROWS)
        rows = [read_cells(row, f"row {number} from the top", COLUMNS) for number, row in enumerate(rows, 1)]
        (side,) = named_fields(fields, "who moves")
        for row in reversed(rows):
            for column, mark in enumerate(row):
                filled = int(state.filled[column])
                if mark in MARKS:
                    bit, player = column * HEIGHT + filled, MARKS.index(mark)
                    state.stones[player] |= ONE << np.uint64(bit)
                    state.filled[column] += 1
                    state.key ^= KEYS[player, bit]
        if self.contents(state) != "".join(rows):
            raise NoughtsError("a stone hangs in the air: every column fills from below")
        winners = [player for player in range(2) if has_four(state.stones[player])]
        if len(winners) == 2:
            raise NoughtsError("both players have four in a row: no rule says who won")
        state.outcome = FIRST + winners[0] if winners else DRAW if state.filled.sum() == ROWS * COLUMNS else 0
        state.turn = read_side(side)
        if state.turn:
            state.key ^= TURN_KEY
