"""Dots and boxes as a game file: `noughts play ./dots_and_boxes.py`. A game where one may move again.

The edges that are drawn are one 64-bit word, row by row, lying edges and upright ones in turn; boxes are numbered row
by row too. Dots stand between the edges, and are no cells:

    .  0 .  1 .  2 .  3 .
    4  0 5  1 6  2 7  3 8      edges 4 to 8 stand beside boxes 0 to 3
    .  9 . 10 . 11 . 12 .
    ...
"""

from collections.abc import Sequence

import numpy as np

from noughts.board import (
    EMPTY,
    MARKS,
    OBSTACLE,
    Cell,
    Counter,
    Game,
    Lesson,
    Step,
    named_fields,
    read_cells,
    read_side,
    split_rows,
)
from noughts.errors import NoughtsError
from noughts.kernel import DRAW, FIRST, ONGOING, Field, MoveBuffer, Rules, State, compiled, int64, popcount, random_keys

SIZE = 4  # boxes a side
BOXES = SIZE * SIZE
EDGES = 2 * SIZE * (SIZE + 1)
LINE = 2 * SIZE + 1  # rows and columns of the drawing; and edges from a row of lying ones to the next
ONE, ZERO = np.uint64(1), np.uint64(0)  # typed: mixing signed and unsigned integers gives floats in compiled code
ALL = np.uint64((1 << EDGES) - 1)
EDGE_KEYS = random_keys("dots and boxes", EDGES)
BOX_KEYS = random_keys("dots and boxes boxes", 2, BOXES)
TURN_KEY = random_keys("dots and boxes turn", 1)[0]

# The four edges of each box, and for each edge the boxes on its two sides: the same one twice at the border.
AROUND = np.zeros(BOXES, np.uint64)
BESIDE = np.zeros((EDGES, 2), np.int64)
_boxes_at: list[list[int]] = [[] for _ in range(EDGES)]
for box in range(BOXES):
    top = box // SIZE * LINE + box % SIZE
    for edge in (top, top + SIZE, top + SIZE + 1, top + LINE):
        AROUND[box] |= ONE << np.uint64(edge)
        _boxes_at[edge].append(box)
for edge, boxes in enumerate(_boxes_at):
    BESIDE[edge] = boxes[0], boxes[-1]

# 1. The state. `turn`, `outcome` and `key` are what the contract reads; the rest is our own. All zero is the start.
FIELDS: list[Field] = [
    ("edges", np.uint64),
    ("boxes", np.uint64, (2,)),  # of each player
    ("turn", np.int8),
    ("outcome", np.int8),
    ("key", np.uint64),
]


# 2. The rules. Functions that rules call are marked; the contract's are found by their names.
@compiled
def outcome_of(edges: np.uint64, first: np.uint64, second: np.uint64) -> int:
    """When all edges are drawn, the player with more boxes wins."""
    if edges != ALL:
        return ONGOING
    more = popcount(first) - popcount(second)
    return FIRST if more > 0 else FIRST + 1 if more < 0 else DRAW


def moves(state: State, out: MoveBuffer) -> int:
    """The edges that are not drawn. A move's code is its edge."""
    n = 0
    for edge in range(EDGES):
        if state.edges >> np.uint64(edge) & ONE == ZERO:
            out[n] = edge
            n += 1
    return n


def play(state: State, move: int) -> None:
    player, closed = int64(state.turn), False
    edges = np.uint64(state.edges) | ONE << np.uint64(move)
    state.edges = edges
    state.key ^= EDGE_KEYS[move]
    for side in range(2):
        box = BESIDE[move, side]
        if side == 1 and box == BESIDE[move, 0]:
            break  # at the border
        if AROUND[box] & ~edges == ZERO:
            state.boxes[player] |= ONE << np.uint64(box)
            state.key ^= BOX_KEYS[player, box]
            closed = True
    state.outcome = outcome_of(edges, state.boxes[0], state.boxes[1])
    if not closed:  # else it is the same player's turn
        state.turn = 1 - player
        state.key ^= TURN_KEY


def plies_left(state: State) -> int:
    """A hook: the edges that are not drawn. The search knows by it where it sees to the end of the game."""
    return EDGES - popcount(state.edges)


# 3. What people read and write.
def _cells() -> list[tuple[Cell, int, bool]]:
    """The cells of the drawing, row by row: each with its number among the edges or boxes, and whether it is a box."""
    found, edges, boxes = [], 0, 0
    for row in range(LINE):
        for column in range(LINE):
            cell = Cell(f"{'abcdefghi'[column]}{row + 1}", row, column)
            if row % 2 and column % 2:
                found.append((cell, boxes, True))
                boxes += 1
            elif row % 2 or column % 2:
                found.append((cell, edges, False))
                edges += 1
    return found


IS_BOX = np.array([is_box for _, _, is_box in _cells()])
NUMBER = np.array([number for _, number, _ in _cells()])


# The look, which is compiled as the rules are: what stands on a cell (0 nothing, 1 X, 2 O, 3 a drawn edge), the boxes
# counted, and how the game ended.
def content(state: State, cell: int) -> int:
    bit = np.uint64(NUMBER[cell])
    if IS_BOX[cell]:
        return int64(state.boxes[0] >> bit & ONE) + 2 * int64(state.boxes[1] >> bit & ONE)
    return 3 * int64(np.uint64(state.edges) >> bit & ONE)


def counter(state: State, index: int) -> int:
    return popcount(state.boxes[index])


def reason(state: State) -> int:
    first, second = popcount(state.boxes[0]), popcount(state.boxes[1])
    return max(first, second) * (BOXES + 1) + min(first, second)


class DotsAndBoxes(Game):
    """Draw edges between dots; who closes a box owns it and moves again.

    X begins. A move draws one edge between two neighbouring dots of five by five. The player who draws the fourth edge
    of a box owns that box, or both where one edge closes two, and must move again, unless all edges are drawn. Then the
    game ends: the player with more of the sixteen boxes wins, eight each are a draw. A box may be left open.

    Moves: the edge, by its column a to i and its row 1 to 9 from the top among dots, edges and boxes, for example b1
    or a2. Position: the nine rows of edges and boxes from the top, without the dots, joined by /, edges that are drawn
    as #, boxes by who owns them; then who moves.
    """

    name = "dots-and-boxes"
    title = "Dots and boxes"
    lesson = Lesson(
        (
            Step("You are X and begin. Draw an edge between two dots.", "b1", ["a2"]),
            Step("A box with two edges is no danger yet. Draw one far away.", "h9", ["c2"]),
            Step("O has drawn the third edge of a box. Draw the fourth: the box is yours.", "b3"),
            Step("Who closes a box moves again: draw another edge.", "h7"),
        ),
        "Never draw the third edge of a box if you can help it. Whoever has more boxes in the end wins.",
    )
    rules = Rules(name, FIELDS, [moves, play, plies_left, content, counter, reason])
    counted = (Counter("boxes", 0, 0), Counter("boxes", 0, 1))
    reasons = tuple(f"{more} boxes to {fewer}" for more in range(BOXES + 1) for fewer in range(BOXES + 1))
    rows = columns = LINE
    move_codes = max_plies = EDGES
    row_labels = tuple(str(row + 1) for row in range(LINE))
    column_labels = tuple("abcdefghi")
    cells = tuple(cell for cell, _, _ in _cells())
    edge_cells = tuple(at for at, (_, _, is_box) in enumerate(_cells()) if not is_box)
    box_cells = tuple(at for at, (_, _, is_box) in enumerate(_cells()) if is_box)

    def write_move(self, code: int) -> str:
        return self.cells[self.edge_cells[code]].name

    def clicks(self, code: int) -> tuple[int, ...]:
        return (self.edge_cells[code],)

    def cell_symmetries(self) -> Sequence[Sequence[int]]:
        """The board turned and mirrored."""
        board = np.full((LINE, LINE), -1)
        for at, cell in enumerate(self.cells):
            board[cell.row, cell.column] = at
        turned = [np.rot90(one, quarter) for one in (board, board.T) for quarter in range(4)]
        return [[at for at in image.ravel().tolist() if at >= 0] for image in turned]

    def write_position(self, state: State) -> str:
        contents, rows = iter(self.contents(state)), []
        for row in range(LINE):
            rows.append("".join(next(contents) for _ in range(LINE if row % 2 else SIZE)))
        return f"{'/'.join(rows)} {MARKS[state.turn]}"

    def read_position(self, text: str, state: State) -> None:
        rows, fields = split_rows(text, LINE)
        (side,) = named_fields(fields, "who moves")
        contents = ""
        for number, row in enumerate(rows):
            length = LINE if number % 2 else SIZE
            contents += read_cells(row, f"row {number + 1} from the top", length, EMPTY + OBSTACLE + "".join(MARKS))
        for edge, at in enumerate(self.edge_cells):
            if contents[at] in MARKS:
                raise NoughtsError(f"{self.cells[at].name} is an edge; players own boxes")
            if contents[at] == OBSTACLE:
                state.edges |= ONE << np.uint64(edge)
                state.key ^= EDGE_KEYS[edge]
        for box, at in enumerate(self.box_cells):
            name, is_closed = self.cells[at].name, AROUND[box] & ~state.edges == ZERO
            if contents[at] == OBSTACLE or is_closed != (contents[at] in MARKS):
                raise NoughtsError(f"the box {name} is closed by its four edges and owned by X or O, or neither")
            if is_closed:
                player = MARKS.index(contents[at])
                state.boxes[player] |= ONE << np.uint64(box)
                state.key ^= BOX_KEYS[player, box]
        state.outcome = outcome_of(state.edges, state.boxes[0], state.boxes[1])
        state.turn = read_side(side)
        if state.turn:
            state.key ^= TURN_KEY
