"""Ataxx as a game file: `noughts play ./ataxx.py`. A game with moves of three kinds, which without a rule need not end.

The stones of a player are one 64-bit word, a cell in each bit:

     0  1  2  3  4  5  6
     7  8  9 10 11 12 13
     ...
    42 43 44 45 46 47 48
"""

from collections.abc import Sequence

import numpy as np

from noughts.board import (
    MARKS,
    Cell,
    Counter,
    Game,
    Lesson,
    Step,
    column_letters,
    named_fields,
    read_cells,
    read_number,
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

SIZE = 7
CELLS = SIZE * SIZE
MOST_QUIET = 50  # plies in a row without a new stone
# A move's code: the cell of a new stone; or CELLS × (1 + the cell that is left) + the cell that is reached; or PASS.
PASS = CELLS * (1 + CELLS)
ONE, ZERO = np.uint64(1), np.uint64(0)  # typed: mixing signed and unsigned integers gives floats in compiled code
ALL = np.uint64((1 << CELLS) - 1)
KEYS = random_keys("ataxx", 2, CELLS)
QUIET_KEYS = random_keys("ataxx quiet", MOST_QUIET + 1)
QUIET_KEYS[0] = 0
TURN_KEY = random_keys("ataxx turn", 1)[0]


def _cells_at(cell: int, distance: int) -> list[int]:
    """The cells at a distance, in steps of a king. Runs before anything is compiled."""
    return [
        other
        for other in range(CELLS)
        if max(abs(other // SIZE - cell // SIZE), abs(other % SIZE - cell % SIZE)) == distance
    ]


NEAR = np.array([sum(1 << other for other in _cells_at(cell, 1)) for cell in range(CELLS)], np.uint64)
FAR = np.array([sum(1 << other for other in _cells_at(cell, 2)) for cell in range(CELLS)], np.uint64)

# 1. The state. `turn`, `outcome` and `key` are what the contract reads; the rest is our own. `setup` makes the start.
FIELDS: list[Field] = [
    ("stones", np.uint64, (2,)),
    ("quiet", np.int8),  # plies since a stone was added
    ("turn", np.int8),
    ("outcome", np.int8),
    ("key", np.uint64),
]


# 2. The rules. Functions that rules call are marked; the contract's are found by their names.
@compiled
def reach(own: np.uint64, distances: int) -> np.uint64:
    """The cells within one or two steps of a player's stones."""
    found = ZERO
    while own != ZERO:
        cell = lowest(own)
        own &= own - ONE
        found |= NEAR[cell]
        if distances == 2:
            found |= FAR[cell]
    return found


@compiled
def outcome_of(first: np.uint64, second: np.uint64, quiet: int) -> int:
    """Once a player has no stones, nobody can move, or for long no stone was added, more stones win."""
    free, both = ALL & ~(first | second), min(first, second) != ZERO
    if both and quiet < MOST_QUIET and reach(first | second, 2) & free != ZERO:
        return ONGOING
    more = popcount(first) - popcount(second)
    return FIRST if more > 0 else FIRST + 1 if more < 0 else DRAW


def moves(state: State, out: MoveBuffer) -> int:
    """New stones beside own ones, then jumps over one cell, or else the pass."""
    player, n = int64(state.turn), 0
    own, free = state.stones[player], ALL & ~(state.stones[0] | state.stones[1])
    grown = reach(own, 1) & free
    while grown != ZERO:
        out[n] = lowest(grown)
        grown &= grown - ONE
        n += 1
    while own != ZERO:
        source = lowest(own)
        own &= own - ONE
        targets = FAR[source] & free
        while targets != ZERO:
            out[n] = CELLS * (1 + source) + lowest(targets)
            targets &= targets - ONE
            n += 1
    if n == 0:
        out[0] = PASS
        n = 1
    return n


def play(state: State, move: int) -> None:
    player, quiet = int64(state.turn), int64(state.quiet)
    state.key ^= QUIET_KEYS[quiet] ^ TURN_KEY
    quiet += 1
    if move != PASS:
        target = move % CELLS
        if move >= CELLS:
            source = move // CELLS - 1
            state.stones[player] ^= ONE << np.uint64(source)
            state.key ^= KEYS[player, source]
        else:
            quiet = 0
        taken = NEAR[target] & state.stones[1 - player]
        state.stones[player] |= taken | ONE << np.uint64(target)
        state.stones[1 - player] ^= taken
        state.key ^= KEYS[player, target]
        while taken != ZERO:
            cell = lowest(taken)
            taken &= taken - ONE
            state.key ^= KEYS[0, cell] ^ KEYS[1, cell]
    state.quiet = quiet
    state.key ^= QUIET_KEYS[quiet]
    state.outcome = outcome_of(state.stones[0], state.stones[1], quiet)
    state.turn = 1 - player


def plies_left(state: State) -> int:
    """A hook: a new stone for each empty cell, each after as long without one as there may be."""
    free = CELLS - popcount(state.stones[0] | state.stones[1])
    return MOST_QUIET * (free + 1) - int64(state.quiet)


# The look: what stands on a cell (0 nothing, 1 X, 2 O), what is counted, and how the game ended.
def content(state: State, cell: int) -> int:
    bit = np.uint64(cell)
    return int64(state.stones[0] >> bit & ONE) + 2 * int64(state.stones[1] >> bit & ONE)


def counter(state: State, index: int) -> int:
    return popcount(state.stones[index]) if index < 2 else int64(state.quiet)


def where(state: State) -> int:
    free = ALL & ~(state.stones[0] | state.stones[1])
    return int64(reach(state.stones[int64(state.turn)], 2) & free == ZERO)


def reason(state: State) -> int:
    first, second = popcount(state.stones[0]), popcount(state.stones[1])
    return max(first, second) * (CELLS + 1) + min(first, second)


# 3. What people read and write.
class Ataxx(Game):
    """Grow, jump, and turn all neighbours to your colour; who has more stones in the end wins.

    X begins, with stones in two opposite corners; O has the other two. A move puts a new stone on an empty cell beside
    one of one's own, slantwise too, or lets a stone jump to an empty cell two steps away. Then all of the other
    player's stones beside that cell change sides. Who can do neither must pass, and who can must not. The game ends
    when a player has no stones, when neither can move, or after 50 moves in a row that added no stone: the player with
    more stones wins, equal numbers are a draw.

    Moves: the cell of the new stone, for example b6, the cells that a jump leaves and reaches, a7c5, or pass; rows
    count from the bottom. Position: the seven rows from the top, joined by /, then who moves and how many moves in a
    row have added no stone.
    """

    name = "ataxx"
    title = "Ataxx"
    lesson = Lesson(
        (
            Step("You are X and begin. A new stone may grow on any cell beside one of yours.", "b6", ["f6"]),
            Step("Grow on towards the middle.", "c5", ["e5"]),
            Step("O has come close. Grow beside that stone, and it becomes yours.", "d5", ["f5"]),
            Step(
                "A stone may also jump, two cells away; then it leaves its own cell. Choose the one in your corner, "
                "then where it lands.",
                "a7a5",
            ),
        ),
        "Growing adds a stone, jumping does not; both turn all of the other's stones that they touch. More stones win.",
    )
    rules = Rules(name, FIELDS, [moves, play, plies_left, content, counter, reason, where])
    counted = (Counter("stones", 0, 0), Counter("stones", 0, 1), Counter("moves without a new stone", 0))
    reasons = tuple(f"{more} stones to {fewer}" for more in range(CELLS + 1) for fewer in range(CELLS + 1))
    wheres = ("", "and has to pass")
    rows = columns = SIZE
    move_codes = PASS + 1
    max_plies = MOST_QUIET * (CELLS + 1)
    row_labels = tuple(str(SIZE - row) for row in range(SIZE))
    column_labels = tuple(column_letters(column) for column in range(SIZE))
    cells = tuple(Cell(f"{column_letters(c)}{SIZE - r}", r, c) for r in range(SIZE) for c in range(SIZE))

    def setup(self, state: State) -> None:
        self.read_position("X5O/7/7/7/7/7/O5X X 0", state)

    def write_move(self, code: int) -> str | None:
        if code == PASS:
            return "pass"
        if code >= CELLS and not int(FAR[code // CELLS - 1]) >> code % CELLS & 1:
            return None
        return "".join(self.cells[cell].name for cell in self.clicks(code))

    def clicks(self, code: int) -> tuple[int, ...]:
        if code == PASS:
            return ()  # a pass has no cell: it is a button
        return (code,) if code < CELLS else (code // CELLS - 1, code % CELLS)

    def cell_symmetries(self) -> Sequence[Sequence[int]]:
        """The board as it is and turned by half, both mirrored at a diagonal too: they keep the start."""
        board = np.arange(CELLS).reshape(SIZE, SIZE)
        turned = np.rot90(board, 2)
        return [image.ravel().tolist() for image in (board, turned, board.T, turned.T)]

    def write_position(self, state: State) -> str:
        contents = self.contents(state)
        rows = [contents[at : at + SIZE] for at in range(0, CELLS, SIZE)]
        return f"{'/'.join(rows)} {MARKS[state.turn]} {state.quiet}"

    def read_position(self, text: str, state: State) -> None:
        rows, fields = split_rows(text, SIZE)
        side, quiet = named_fields(fields, "who moves", "the number of moves without a new stone")
        for number, row in enumerate(rows):
            for column, player in stones(read_cells(row, f"row {number + 1} from the top", SIZE)):
                cell = number * SIZE + column
                state.stones[player] |= ONE << np.uint64(cell)
                state.key ^= KEYS[player, cell]
        state.quiet = read_number(quiet, "the number of moves without a new stone", 0, MOST_QUIET)
        state.key ^= QUIET_KEYS[state.quiet]
        state.outcome = outcome_of(state.stones[0], state.stones[1], int(state.quiet))
        state.turn = read_side(side)
        if state.turn:
            state.key ^= TURN_KEY
