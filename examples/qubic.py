"""Qubic, four in a row in a cube of 4 × 4 × 4, as a game file: `noughts play ./qubic.py`. A game of lines in a table.

The stones of a player are one 64-bit word, 16 bits a layer. The layers are drawn beside and below each other:

    layer 1    0  1  2  3     16 17 18 19    layer 2
               4  5  6  7     20 21 22 23
               8  9 10 11     24 25 26 27
              12 13 14 15     28 29 30 31

    layer 3   32 33 34 35     48 49 50 51    layer 4
              ...
"""

import itertools
from collections.abc import Sequence

import numpy as np

from noughts.board import (
    MARKS,
    Cell,
    Game,
    Group,
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
from noughts.kernel import DRAW, FIRST, Field, MoveBuffer, Rules, State, compiled, int64, popcount, random_keys

SIZE = 4
LAYER = SIZE * SIZE
CELLS = SIZE * LAYER
ONE, ZERO = np.uint64(1), np.uint64(0)  # typed: mixing signed and unsigned integers gives floats in compiled code
KEYS = random_keys("qubic", 2, CELLS)
TURN_KEY = random_keys("qubic turn", 1)[0]


def cell_at(layer: int, row: int, column: int) -> int:
    return layer * LAYER + row * SIZE + column


def _lines() -> list[tuple[int, ...]]:
    """The 76 lines: in each of 13 directions those that are four cells long. Runs before anything is compiled."""
    found = []
    for step in itertools.product((-1, 0, 1), repeat=3):
        for start in itertools.product(range(SIZE), repeat=3):
            line = [tuple(at + n * by for at, by in zip(start, step, strict=True)) for n in range(SIZE)]
            if step > (0, 0, 0) and all(0 <= at < SIZE for cell in line for at in cell):
                found.append(tuple(cell_at(*cell) for cell in line))
    return found


LINES = _lines()
# For each cell the lines through it, four to seven of them. A place that is left over has all bits: nobody fills that.
LINES_THROUGH = np.full((CELLS, 7), ~ZERO, np.uint64)
for cell in range(CELLS):
    for place, line in enumerate(line for line in LINES if cell in line):
        LINES_THROUGH[cell, place] = sum(1 << other for other in line)

# 1. The state. `turn`, `outcome` and `key` are what the contract reads; the rest is our own. All zero is the start.
FIELDS: list[Field] = [
    ("stones", np.uint64, (2,)),
    ("turn", np.int8),
    ("outcome", np.int8),
    ("key", np.uint64),
]


# 2. The rules. Functions that rules call are marked; the contract's are found by their names.
@compiled
def fills_line(word: np.uint64, cell: int) -> bool:
    """Whether a line through the cell is filled by the stones of a word."""
    found = False
    for place in range(7):
        found |= LINES_THROUGH[cell, place] & ~word == ZERO
    return found


def moves(state: State, out: MoveBuffer) -> int:
    """The empty cells. A move's code is its cell."""
    n, taken = 0, state.stones[0] | state.stones[1]
    for cell in range(CELLS):
        if taken >> np.uint64(cell) & ONE == ZERO:
            out[n] = cell
            n += 1
    return n


def play(state: State, move: int) -> None:
    player = int64(state.turn)
    state.stones[player] |= ONE << np.uint64(move)
    state.key ^= KEYS[player, move] ^ TURN_KEY
    if fills_line(state.stones[player], move):
        state.outcome = FIRST + player
    elif state.stones[0] | state.stones[1] == ~ZERO:
        state.outcome = DRAW
    state.turn = 1 - player


def plies_left(state: State) -> int:
    """A hook: the empty cells. The search knows by it where it sees to the end of the game."""
    return CELLS - popcount(state.stones[0] | state.stones[1])


# The look: what stands on a cell (0 nothing, 1 X, 2 O), and whether it lies in the line that won.
def content(state: State, cell: int) -> int:
    bit = np.uint64(cell)
    return int64(state.stones[0] >> bit & ONE) + 2 * int64(state.stones[1] >> bit & ONE)


def is_lit(state: State, cell: int) -> int:
    return int64(fills_line(state.stones[int64(state.outcome) - FIRST], cell))


# 3. What people read and write.
class Qubic(Game):
    """Four in a row in a cube of four layers.

    X begins, and players take turns placing a stone on an empty cell. Four own stones in a straight line win, within a
    layer or across all four: 76 lines in all, 48 of them along an edge of the cube, 24 diagonals of a square and 4 of
    the cube. A full cube without such a line is a draw.

    Moves: the layer 1 to 4, the column a to d and the row 1 to 4 from the top, for example 2b3. Position: the four
    layers, joined by /, each with its 16 cells row by row, then who moves.
    """

    name = "qubic"
    title = "Qubic"
    lesson = Lesson(
        (
            Step("You are X and begin. The four squares are layers that lie on top of each other.", "1b2", ["1c3"]),
            Step("The same cell, one layer higher: a row may go straight up.", "2b2", ["2c3"]),
            Step("The third layer. O must close the row now, and overlooks it.", "3b2", ["3c1"]),
            Step("The fourth: a row through all layers.", "4b2"),
        ),
        "You have won. Rows also run slantwise through the layers; 76 of them there are.",
    )
    rules = Rules(name, FIELDS, [moves, play, plies_left, content, is_lit])
    frames = tuple(Group(f"layer {n + 1}", n // 2 * SIZE, n % 2 * SIZE, SIZE, SIZE) for n in range(SIZE))
    reasons = ("four in a row", "the cube is full")
    rows = columns = 2 * SIZE
    move_codes = max_plies = CELLS
    cells = tuple(
        Cell(
            f"{layer + 1}{column_letters(column)}{row + 1}",
            layer // 2 * SIZE + row,
            layer % 2 * SIZE + column,
            group=layer,
        )
        for layer, row, column in itertools.product(range(SIZE), repeat=3)
    )

    def write_move(self, code: int) -> str:
        return self.cells[code].name

    def clicks(self, code: int) -> tuple[int, ...]:
        return (code,)

    def cell_symmetries(self) -> Sequence[Sequence[int]]:
        """The 192 ways to exchange cells that keep all lines: those of the cube, each also with its inside turned out.

        Coordinates change places (6), each counts from either end (8), and all of them at once are renumbered so that
        opposite numbers stay opposite (4: the outer and the inner ones exchanged or not, the inner ones among
        themselves or not).
        """
        renumbered = [(0, 1, 2, 3), (0, 2, 1, 3), (1, 0, 3, 2), (1, 3, 0, 2)]
        images = []
        for numbers, axes, ends in itertools.product(
            renumbered, itertools.permutations(range(3)), itertools.product((False, True), repeat=3)
        ):
            image = []
            for place in itertools.product(range(SIZE), repeat=3):
                moved = [numbers[place[axis]] for axis in axes]
                image.append(cell_at(*(SIZE - 1 - at if end else at for at, end in zip(moved, ends, strict=True))))
            images.append(image)
        return images

    def write_position(self, state: State) -> str:
        contents = self.contents(state)
        layers = [contents[at : at + LAYER] for at in range(0, CELLS, LAYER)]
        return f"{'/'.join(layers)} {MARKS[state.turn]}"

    def read_position(self, text: str, state: State) -> None:
        layers, fields = split_rows(text, SIZE, "layer")
        (side,) = named_fields(fields, "who moves")
        for number, layer in enumerate(layers):
            for at, player in stones(read_cells(layer, f"layer {number + 1}", LAYER)):
                cell = number * LAYER + at
                state.stones[player] |= ONE << np.uint64(cell)
                state.key ^= KEYS[player, cell]
        words = [int(word) for word in state.stones]
        won = [any(all(word >> cell & 1 for cell in line) for line in LINES) for word in words]
        if all(won):
            raise NoughtsError("both players have four in a row: no rule says who won")
        is_full = words[0] | words[1] == int(~ZERO)
        state.outcome = FIRST + won.index(True) if any(won) else DRAW if is_full else 0
        state.turn = read_side(side)
        if state.turn:
            state.key ^= TURN_KEY
