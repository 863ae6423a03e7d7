"""X-Rudder: be the first to stand five tokens in an X that the opponent has not crossed.

tokens[player, row] is a row of the board as 12 bits, bit 0 for column A, row 0 at the bottom. The centres of a
player's X shapes in a row are then one expression: the row's own tokens, AND both neighbours' shifted left and right.
The hooks (`shared/xthreats.py`) look at four rows at a time.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar

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
    read_number,
    read_side,
    split_rows,
    stones,
)
from noughts.errors import NoughtsError
from noughts.games.shared.xmoves import COLUMN_STEPS, ROW_STEPS, can_act, moves, open_centres, target_cell
from noughts.games.shared.xshapes import (
    BLOCKS,
    CELLS,
    COLUMNS,
    ROWS,
    within_reach,
)
from noughts.games.shared.xthreats import forced_moves, threat_moves, winning_move
from noughts.kernel import (
    DRAW,
    FIRST,
    ONGOING,
    Field,
    Rules,
    State,
    compiled,
    int64,
    random_keys,
)

TOKENS, MOVES = 15, 30

STONE_KEYS = random_keys("xrudder tokens", 2, CELLS)
HAND_KEYS = random_keys("xrudder hands", 2, TOKENS + 1)
MOVES_KEYS = random_keys("xrudder moves left", MOVES + 1)
TURN_KEY = random_keys("xrudder turn", 1)[0]

FIELDS: list[Field] = [
    ("tokens", np.uint16, (2, ROWS)),
    ("hand", np.int8, (2,)),
    ("moves_left", np.int8),  # of the two players together
    ("turn", np.int8),
    ("outcome", np.int8),
    ("key", np.uint64),
]


def play(state: State, move: int) -> None:
    player = int64(state.turn)
    other = 1 - player
    target = target_cell(move)
    row = target // COLUMNS
    state.tokens[player, row] |= np.uint16(1 << target % COLUMNS)
    state.key ^= STONE_KEYS[player, target]
    uncrossed = 0
    if move < CELLS:
        hand = int64(state.hand[player])
        state.key ^= HAND_KEYS[player, hand] ^ HAND_KEYS[player, hand - 1]
        state.hand[player] = hand - 1
    else:
        source = (move - CELLS) // 8
        source_row = source // COLUMNS
        state.tokens[player, source_row] ^= np.uint16(1 << source % COLUMNS)
        state.key ^= STONE_KEYS[player, source] ^ MOVES_KEYS[state.moves_left] ^ MOVES_KEYS[state.moves_left - 1]
        state.moves_left -= 1
        uncrossed = open_centres(state, other, source_row)
    # Only an X through the cell just taken is new, and only crossings in the row just left can be gone.
    if open_centres(state, player, row - 1) | open_centres(state, player, row) | open_centres(state, player, row + 1):
        state.outcome = FIRST + player
    elif uncrossed:
        state.outcome = FIRST + other
    if state.outcome != ONGOING or can_act(state, other):
        state.turn = other
        state.key ^= TURN_KEY
    elif not can_act(state, player):
        state.outcome = DRAW
        state.turn = other
        state.key ^= TURN_KEY


def is_dead(state: State) -> int:
    """Once no token can move, an X needs five cells that are its owner's or still to be filled from the hand."""
    if state.moves_left > 0:
        return 0
    for player in range(2):
        for first in BLOCKS:
            if within_reach(state, player, first, int64(state.hand[player])):
                return 0
    return 1


def is_near(state: State, move: int) -> int:
    """Whether a token stands within two cells of where a move leads, itself aside; all are near on an empty board."""
    target = target_cell(move)
    row, column = target // COLUMNS, target % COLUMNS
    around = (31 << column) >> 2
    for near_row in range(max(0, row - 2), min(ROWS, row + 3)):
        tokens = int64(state.tokens[0, near_row]) | int64(state.tokens[1, near_row])
        if move >= CELLS and (move - CELLS) // 8 // COLUMNS == near_row:
            tokens &= ~(1 << (move - CELLS) // 8 % COLUMNS)
        if tokens & around:
            return 1
    return 1 if state.hand[0] == TOKENS and state.hand[1] == TOKENS else 0


def plies_left(state: State) -> int:
    return int64(state.hand[0]) + int64(state.hand[1]) + int64(state.moves_left)


@compiled
def content(state: State, cell: int) -> int:
    """Cells of views run from the top, those of states from the bottom."""
    row, column = ROWS - 1 - cell // COLUMNS, cell % COLUMNS
    return (int64(state.tokens[0, row]) >> column & 1) + 2 * (int64(state.tokens[1, row]) >> column & 1)


def is_lit(state: State, cell: int) -> int:
    """Whether a cell is the centre of an uncrossed X of the winner's, or one of its arms."""
    winner, row, column = int64(state.outcome) - FIRST, ROWS - 1 - cell // COLUMNS, cell % COLUMNS
    is_centre = open_centres(state, winner, row) >> column & 1 != 0
    above, below = open_centres(state, winner, row + 1), open_centres(state, winner, row - 1)
    beside = (above | below) << 1 | (above | below) >> 1
    return int64(is_centre or beside >> column & 1 != 0)


def counter(state: State, index: int) -> int:
    return int64(state.hand[index]) if index < 2 else int64(state.moves_left)


class XRudder(Game):
    """Place and move tokens on 10×12 cells until five of yours stand in an X that is not crossed.

    Each player has fifteen tokens in hand. In your turn you either put one on an empty cell, or move one of yours a
    single step, in any direction, to an empty cell. Thirty such steps are there for both players together.

    Five of your tokens make an X: one in the middle and the four that touch it corner to corner. It wins at once,
    unless it is crossed: while the other player holds both cells beside its middle, left and right, it does not
    count. Whoever gives up such a cross loses to the X that it held.

    A player who can neither place nor move is skipped; when neither can, the game is a tie.

    Moves: f6 places, f6-g7 moves; columns are a to l, rows 1 to 10 from the bottom. After every turn the player who
    moved wins with an uncrossed X; else the opponent does, if the turn uncrossed one of theirs.
    Position: the ten rows from the top (row 10 first; . empty or a number of empties, X first player, O second) joined
    by /, then who moves, the tokens in hand of first and of second, and the moves left: … X 15 15 30
    """

    name = "xrudder"
    title = "X-Rudder"
    pictures: ClassVar[Mapping[str, str]] = {
        "xrudder": "xrudder 12/3O8/8O3/4X.X5/5X6/4X.X5/2O9/7O4/12/12 O 10 11 30",
    }
    diagrams = (
        Diagram("12/3O8/8O3/4X.X5/5X6/4X.X5/2O9/7O4/12/12 O 10 11 30", "Five tokens make an X: X wins."),
        Diagram(
            "12/12/8O3/4X.X5/4OXO5/4X.X5/2O9/12/12/12 X 10 11 30",
            "O holds both cells beside the middle: this X is crossed, and the game goes on.",
        ),
    )
    lesson = Lesson(
        (
            Step("You are X and begin. Put a token near the middle: it will be the heart of your X.", "f6", ["h4"]),
            Step("Now the first arm, corner to corner with it.", "e7", ["h5"]),
            Step("The second arm.", "g7", ["h6"]),
            Step("The third.", "e5", ["e6"]),
            Step(
                "O has taken a cell beside your middle. With the one on its other side as well, your X would be "
                "crossed. For now, put a token close to where the last arm belongs.",
                "f4",
                ["c3"],
            ),
            Step(
                "A turn may also move a token by one step: choose the one that you have just placed, then the last "
                "arm.",
                "f4-g5",
            ),
        ),
        "You have won: five tokens in an X that is not crossed. Had O held both cells beside the middle, it would "
        "not count.",
    )
    rules = Rules(
        "xrudder",
        FIELDS,
        [moves, play, winning_move, forced_moves, threat_moves, is_dead, is_near, plies_left, content, is_lit, counter],
    )
    reasons = ("five tokens crosswise, not crossed", "neither player can place or move")
    counted = (Counter("tokens in hand", 0, 0), Counter("tokens in hand", 0, 1), Counter("moves left", 0))
    rows, columns = ROWS, COLUMNS
    move_codes = CELLS + 8 * CELLS
    max_plies = 2 * TOKENS + MOVES
    row_labels = tuple(str(ROWS - row) for row in range(ROWS))
    column_labels = tuple(column_letters(column) for column in range(COLUMNS))

    def setup(self, state: State) -> None:
        state.hand = TOKENS
        state.moves_left = MOVES
        state.key = HAND_KEYS[0, TOKENS] ^ HAND_KEYS[1, TOKENS] ^ MOVES_KEYS[MOVES]

    def read_position(self, text: str, state: State) -> None:
        rows, fields = split_rows(text, ROWS)
        names = ("who moves", "X's tokens in hand", "O's tokens in hand", "the moves left")
        side, first, second, moves_left = named_fields(fields, *names)
        for number, part in zip(range(ROWS, 0, -1), rows, strict=True):
            for column, player in stones(read_cells(part, f"row {number}", COLUMNS)):
                state.tokens[player, number - 1] |= np.uint16(1 << column)
                state.key ^= STONE_KEYS[player, (number - 1) * COLUMNS + column]
        for player, hand in enumerate((first, second)):
            self._read_hand(player, hand, state)
        state.moves_left = read_number(moves_left, "the number of moves left", 0, MOVES)
        state.key ^= MOVES_KEYS[state.moves_left]
        state.turn = read_side(side)
        self._decide(state)
        if state.turn:
            state.key ^= TURN_KEY

    def _read_hand(self, player: int, text: str, state: State) -> None:
        hand = read_number(text, f"the number of tokens in {MARKS[player]}'s hand", 0, TOKENS)
        on_board = sum(int(row).bit_count() for row in state.tokens[player])
        if on_board + hand > TOKENS:
            raise NoughtsError(
                f"{MARKS[player]} has {on_board} tokens on the board and {hand} in hand; together {TOKENS} at most"
            )
        state.hand[player] = hand
        state.key ^= HAND_KEYS[player, hand]

    def _decide(self, state: State) -> None:
        """The outcome of a position set up; the side not to move counts as the last mover."""
        last = 1 - int(state.turn)
        winners = [player for player in (last, 1 - last) if any(self._crosses(state, player))]
        if winners:
            state.outcome = FIRST + winners[0]
        elif not self._acts(state, 1 - last):
            if self._acts(state, last):
                state.turn = last
            else:
                state.outcome = DRAW

    def _acts(self, state: State, player: int) -> bool:
        if state.hand[player] > 0:
            return True
        contents = self.contents(state)
        own = [index for index, glyph in enumerate(contents) if glyph == MARKS[player]]
        return bool(state.moves_left) and any(
            contents[near] not in MARKS for index in own for near in self._neighbours(index)
        )

    def _neighbours(self, index: int) -> Iterator[int]:
        row, column = divmod(index, COLUMNS)
        for near_row in range(max(row - 1, 0), min(row + 2, ROWS)):
            for near_column in range(max(column - 1, 0), min(column + 2, COLUMNS)):
                yield near_row * COLUMNS + near_column

    def _crosses(self, state: State, player: int) -> Iterator[list[int]]:
        """The cells of each uncrossed X of the player."""
        contents = self.contents(state)
        mark, other = MARKS[player], MARKS[1 - player]
        for row in range(1, ROWS - 1):
            for column in range(1, COLUMNS - 1):
                centre = row * COLUMNS + column
                cells = [centre + step for step in (0, -COLUMNS - 1, -COLUMNS + 1, COLUMNS - 1, COLUMNS + 1)]
                is_crossed = contents[centre - 1] == other == contents[centre + 1]
                if not is_crossed and all(contents[cell] == mark for cell in cells):
                    yield cells

    def write_position(self, state: State) -> str:
        contents = self.contents(state)
        rows = "/".join(contents[at : at + COLUMNS] for at in range(0, CELLS, COLUMNS))
        return f"{rows} {MARKS[state.turn]} {state.hand[0]} {state.hand[1]} {state.moves_left}"

    def write_move(self, code: int) -> str | None:
        if code < CELLS:
            return _cell_name(code)
        source, direction = divmod(code - CELLS, 8)
        row = source // COLUMNS + ROW_STEPS[direction]
        column = source % COLUMNS + COLUMN_STEPS[direction]
        if not (0 <= row < ROWS and 0 <= column < COLUMNS):
            return None
        return f"{_cell_name(source)}-{_cell_name(row * COLUMNS + column)}"

    @property
    def move_hint(self) -> str:
        return "f6 to place a token, f6-g7 to move one"

    @cached_property
    def cells(self) -> Sequence[Cell]:
        return [Cell(_cell_name(self._flip(index)), *divmod(index, COLUMNS)) for index in range(CELLS)]

    def _flip(self, index: int) -> int:
        """Cells of views run from the top, those of states from the bottom."""
        return (ROWS - 1 - index // COLUMNS) * COLUMNS + index % COLUMNS

    def clicks(self, code: int) -> tuple[int, ...]:
        if code < CELLS:
            return (self._flip(code),)
        source, direction = divmod(code - CELLS, 8)
        target = source + int(ROW_STEPS[direction]) * COLUMNS + int(COLUMN_STEPS[direction])
        return self._flip(source), self._flip(target)

    def cell_symmetries(self) -> Sequence[Sequence[int]]:
        """Mirrors left-right and up-down; not the diagonals: an X is crossed from its sides only."""
        cells = np.arange(CELLS).reshape(ROWS, COLUMNS)
        return [image.ravel().tolist() for image in (cells, np.fliplr(cells), np.flipud(cells), np.rot90(cells, 2))]


def _cell_name(cell: int) -> str:
    return f"{column_letters(cell % COLUMNS)}{cell // COLUMNS + 1}"
