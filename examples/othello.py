"""Othello as a game file: `noughts play ./othello.py`. A game where stones change sides, and where one may pass.

The stones of a player are one 64-bit word, a cell in each bit:

     0  1  2  3  4  5  6  7
     8  9 10 11 12 13 14 15
     ...
    56 57 58 59 60 61 62 63
"""

from collections.abc import Sequence

import numpy as np

from noughts.board import (
    MARKS,
    Cell,
    Counter,
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
from noughts.kernel import (
    DRAW,
    FIRST,
    ONGOING,
    Field,
    MoveBuffer,
    Rules,
    State,
    compiled,
    int64,
    lowest,
    popcount,
    random_keys,
)

SIZE = 8
CELLS = SIZE * SIZE
PASS = CELLS  # a move's code is its cell, or this
ONE, ZERO = np.uint64(1), np.uint64(0)  # typed: mixing signed and unsigned integers gives floats in compiled code
KEYS = random_keys("othello", 2, CELLS)
TURN_KEY = random_keys("othello turn", 1)[0]
ALL = ~ZERO
NOT_LEFT, NOT_RIGHT = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F)  # all but a column
# The eight directions: right, down left, down, down right, and the same way back. What lands beyond a side is dropped.
STEPS = np.array([1, 7, 8, 9], np.uint64)
LANDS = np.array([NOT_LEFT, NOT_RIGHT, ALL, NOT_LEFT, NOT_RIGHT, NOT_LEFT, ALL, NOT_RIGHT], np.uint64)

# 1. The state. `turn`, `outcome` and `key` are what the contract reads; the rest is our own. `setup` makes the start.
FIELDS: list[Field] = [
    ("stones", np.uint64, (2,)),
    ("turn", np.int8),
    ("outcome", np.int8),
    ("key", np.uint64),
]


# 2. The rules. Functions that rules call are marked; the contract's are found by their names.
@compiled
def step(cells: np.uint64, direction: int) -> np.uint64:
    """The neighbours of cells in a direction."""
    if direction < 4:
        return cells << STEPS[direction] & LANDS[direction]
    return cells >> STEPS[direction - 4] & LANDS[direction]


@compiled
def run_of(cells: np.uint64, other: np.uint64, direction: int) -> np.uint64:
    """The other player's stones that follow on cells in a direction, without a gap."""
    run = step(cells, direction) & other
    for _ in range(SIZE - 3):
        run |= step(run, direction) & other
    return run


@compiled
def places(own: np.uint64, other: np.uint64) -> np.uint64:
    """The cells where a player may put a stone: it turns at least one."""
    found = ZERO
    for direction in range(8):
        found |= step(run_of(own, other, direction), direction)
    return found & ~(own | other)


@compiled
def turned_by(stone: np.uint64, own: np.uint64, other: np.uint64) -> np.uint64:
    """The stones that a new stone turns: runs that end at one of its own."""
    turned = ZERO
    for direction in range(8):
        run = run_of(stone, other, direction)
        if step(run, direction) & own != ZERO:
            turned |= run
    return turned


@compiled
def outcome_of(first: np.uint64, second: np.uint64) -> int:
    """Once neither player can put a stone, whoever has more stones wins."""
    if places(first, second) != ZERO or places(second, first) != ZERO:
        return ONGOING
    more = popcount(first) - popcount(second)
    return FIRST if more > 0 else FIRST + 1 if more < 0 else DRAW


def moves(state: State, out: MoveBuffer) -> int:
    """The cells where a stone can be put, or else the pass."""
    player, n = int64(state.turn), 0
    free = places(state.stones[player], state.stones[1 - player])
    if free == ZERO:
        out[0] = PASS
        return 1
    while free != ZERO:
        out[n] = lowest(free)
        free &= free - ONE
        n += 1
    return n


def play(state: State, move: int) -> None:
    player = int64(state.turn)
    if move != PASS:
        stone = ONE << np.uint64(move)
        turned = turned_by(stone, state.stones[player], state.stones[1 - player])
        state.stones[player] |= stone | turned
        state.stones[1 - player] &= ~turned
        state.key ^= KEYS[player, move]
        while turned != ZERO:
            cell = lowest(turned)
            turned &= turned - ONE
            state.key ^= KEYS[0, cell] ^ KEYS[1, cell]
        state.outcome = outcome_of(state.stones[0], state.stones[1])
    state.turn = 1 - player
    state.key ^= TURN_KEY


def plies_left(state: State) -> int:
    """A hook: a stone for each empty cell, each after a pass. By it the search knows where it sees the game's end."""
    player = int64(state.turn)
    must_pass = places(state.stones[player], state.stones[1 - player]) == ZERO
    return 2 * (CELLS - popcount(state.stones[0] | state.stones[1])) + int64(must_pass)


# The look: what stands on a cell (0 nothing, 1 X, 2 O), the stones counted, and how the game ended.
def content(state: State, cell: int) -> int:
    bit = np.uint64(cell)
    return int64(state.stones[0] >> bit & ONE) + 2 * int64(state.stones[1] >> bit & ONE)


def counter(state: State, index: int) -> int:
    return popcount(state.stones[index])


def where(state: State) -> int:
    player = int64(state.turn)
    return int64(places(state.stones[player], state.stones[1 - player]) == ZERO)


def reason(state: State) -> int:
    first, second = popcount(state.stones[0]), popcount(state.stones[1])
    return max(first, second) * (CELLS + 1) + min(first, second)


# 3. What people read and write.
class Othello(Game):
    """Enclose the other player's stones between your own; who has more in the end wins.

    X begins. A stone is put on an empty cell so that in at least one of the eight directions a run of the other
    player's stones lies between it and a stone of one's own; all such runs change sides. Who cannot do so must pass,
    and who can must not. The game ends when neither player can; the one with more stones wins, equal numbers are a
    draw.

    Moves: the cell, for example d3, or pass; rows count from the top. Position: the eight rows from the top, joined by
    /, then who moves.
    """

    name = "othello"
    title = "Othello"
    diagrams = (
        Diagram(
            "8/8/3X4/3XX3/3XO3/8/8/8 O", "X has put a stone above O's: it lay between two of X's and has changed sides."
        ),
    )
    lesson = Lesson(
        (
            Step(
                "You are X and begin. Put a stone so that one of O's lies between it and another of yours: it "
                "becomes yours.",
                "d3",
                ["c3"],
            ),
            Step(
                "O has turned a stone back, slantwise. Only cells with such a run of O's are open to you. Turn it "
                "once more.",
                "c4",
                ["c5"],
            ),
            Step("Runs in all eight directions count, several at once. Here is one more.", "b4"),
        ),
        "Whoever cannot turn a stone has to pass; a button appears for it. In the end the one with more stones wins.",
    )
    rules = Rules(name, FIELDS, [moves, play, plies_left, content, counter, reason, where])
    counted = (Counter("stones", 0, 0), Counter("stones", 0, 1))
    reasons = tuple(f"{more} stones to {fewer}" for more in range(CELLS + 1) for fewer in range(CELLS + 1))
    wheres = ("", "and has to pass")
    rows = columns = SIZE
    move_codes = CELLS + 1
    max_plies = 2 * CELLS
    row_labels = tuple(str(row + 1) for row in range(SIZE))
    column_labels = tuple(column_letters(column) for column in range(SIZE))
    cells = tuple(Cell(f"{column_letters(c)}{r + 1}", r, c) for r in range(SIZE) for c in range(SIZE))

    def setup(self, state: State) -> None:
        self.read_position("8/8/8/3OX3/3XO3/8/8/8 X", state)

    def write_move(self, code: int) -> str:
        return "pass" if code == PASS else self.cells[code].name

    def clicks(self, code: int) -> tuple[int, ...]:
        return () if code == PASS else (code,)  # a pass has no cell: it is a button

    def cell_symmetries(self) -> Sequence[Sequence[int]]:
        """The board as it is and turned by half, both mirrored at a diagonal too: they keep the start."""
        board = np.arange(CELLS).reshape(SIZE, SIZE)
        turned = np.rot90(board, 2)
        return [image.ravel().tolist() for image in (board, turned, board.T, turned.T)]

    def write_position(self, state: State) -> str:
        contents = self.contents(state)
        rows = [contents[at : at + SIZE] for at in range(0, CELLS, SIZE)]
        return f"{'/'.join(rows)} {MARKS[state.turn]}"

    def read_position(self, text: str, state: State) -> None:
        rows, fields = split_rows(text, SIZE)
        (side,) = named_fields(fields, "who moves")
        for number, row in enumerate(rows):
            for column, player in stones(read_cells(row, f"row {number + 1} from the top", SIZE)):
                cell = number * SIZE + column
                state.stones[player] |= ONE << np.uint64(cell)
                state.key ^= KEYS[player, cell]
        state.outcome = outcome_of(state.stones[0], state.stones[1])
        state.turn = read_side(side)
        if state.turn:
            state.key ^= TURN_KEY
