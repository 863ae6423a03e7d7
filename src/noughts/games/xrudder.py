"""X-Rudder: be the first to stand five tokens in an X that the opponent has not crossed.

tokens[player, row] is a row of the board as 12 bits, bit 0 for column A, row 0 at the bottom. The centres of a
player's X shapes in a row are then one expression: the row's own tokens, AND both neighbours' shifted left and right.
The hooks look at four rows at a time (`xshapes`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar

import numpy as np

from noughts.board import (
    MARKS,
    Cell,
    Counter,
    Game,
    column_letters,
    named_fields,
    read_cells,
    read_number,
    read_side,
    split_rows,
    stones,
)
from noughts.errors import NoughtsError
from noughts.games.shared.xshapes import (
    BLOCKS,
    CELLS,
    COLUMNS,
    ROWS,
    X_COLUMNS,
    X_ROWS,
    cell_of,
    empty_cells,
    lacking_one,
    lacking_two,
    toggle,
    within_reach,
    x_cells,
)
from noughts.kernel import (
    DRAW,
    FIRST,
    NO_MOVE,
    ONGOING,
    UNRESTRICTED,
    Field,
    MoveBuffer,
    Rules,
    State,
    compiled,
    int64,
    lowest,
    random_keys,
)
from noughts.kernel.compiling import inlined

TOKENS, MOVES = 15, 30
NO_CELL = -1
ROW_MASK = (1 << COLUMNS) - 1

# A placement's code is its cell; a move's is CELLS + cell * 8 + direction.
ROW_STEPS = np.array([-1, -1, -1, 0, 0, 1, 1, 1], np.int64)
COLUMN_STEPS = np.array([-1, 0, 1, -1, 1, -1, 0, 1], np.int64)

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


@inlined
def empty(state: State, row: int) -> int:
    """The empty cells of a row; none beyond the board."""
    if row < 0 or row >= ROWS:
        return int64(0)
    return ROW_MASK & ~(int64(state.tokens[0, row]) | int64(state.tokens[1, row]))


@inlined
def reach(below: int, beside: int, above: int, column: int) -> int:
    """Empty neighbours of a cell as a mask of directions, from the empty cells of its row and of those next to it."""
    beside = beside << 1 >> column
    return (below << 1 >> column & 7) | (beside & 1) << 3 | (beside & 4) << 2 | (above << 1 >> column & 7) << 5


@compiled
def can_act(state: State, player: int) -> bool:
    if state.hand[player] > 0:
        return True  # 30 tokens never fill 120 cells
    if state.moves_left == 0:
        return False
    below, beside = int64(0), empty(state, 0)
    for row in range(ROWS):
        above = empty(state, row + 1)
        free = below | beside | above  # the token's own column is taken in its own row
        if int64(state.tokens[player, row]) & (free << 1 | free | free >> 1):
            return True
        below, beside = beside, above
    return False


@compiled
def moves(state: State, out: MoveBuffer) -> int:
    n, player = 0, int64(state.turn)
    if state.hand[player] > 0:
        for row in range(ROWS):
            free = empty(state, row)
            while free:
                out[n] = row * COLUMNS + lowest(free)
                free &= free - 1
                n += 1
    if state.moves_left > 0:
        below, beside = int64(0), empty(state, 0)
        for row in range(ROWS):
            above = empty(state, row + 1)
            tokens = int64(state.tokens[player, row])
            while tokens:
                column = lowest(tokens)
                tokens &= tokens - 1
                directions = reach(below, beside, above, column)
                while directions:
                    out[n] = CELLS + (row * COLUMNS + column) * 8 + lowest(directions)
                    directions &= directions - 1
                    n += 1
            below, beside = beside, above
    return n


@compiled
def open_centres(state: State, player: int, row: int) -> int:
    """Centres in a row of the player's X shapes that are not crossed."""
    if row < 1 or row > ROWS - 2:
        return 0
    below, above = int64(state.tokens[player, row - 1]), int64(state.tokens[player, row + 1])
    centres = int64(state.tokens[player, row]) & below << 1 & below >> 1 & above << 1 & above >> 1
    other = int64(state.tokens[1 - player, row])
    return centres & ~(other << 1 & other >> 1)


@compiled
def target_cell(move: int) -> int:
    """The cell where a move ends."""
    if move < CELLS:
        return move
    source, direction = (move - CELLS) // 8, (move - CELLS) % 8
    return source + ROW_STEPS[direction] * COLUMNS + COLUMN_STEPS[direction]


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


@inlined
def token_before(state: State, player: int, cell: int, direction: int) -> int:
    """Where a token of the player stands that a step in this direction takes to the cell; or NO_CELL."""
    row, column = cell // COLUMNS - ROW_STEPS[direction], cell % COLUMNS - COLUMN_STEPS[direction]
    if 0 <= row < ROWS and 0 <= column < COLUMNS and int64(state.tokens[player, row]) >> column & 1:
        return row * COLUMNS + column
    return int64(NO_CELL)


@compiled
def moving_in(state: State, player: int, cell: int, centre: int) -> int:
    """A move of a token to an empty cell, from a cell that is not in the X with that centre; or NO_MOVE."""
    for direction in range(8):
        source = token_before(state, player, cell, direction)
        if source != NO_CELL:
            down, right = abs(source // COLUMNS - centre // COLUMNS), abs(source % COLUMNS - centre % COLUMNS)
            if down != right or down > 1:
                return CELLS + source * 8 + direction
    return int64(NO_MOVE)


@compiled
def completion(state: State, player: int, hand: int, moves_left: int) -> tuple[int, int]:
    """A move that completes an X of the player, with so many tokens and moves, and the X's centre; or NO_MOVE."""
    for first in BLOCKS:
        lacking = lacking_one(state, player, first)
        for i in range(5):
            centres = lacking[i]
            while centres:
                centre = cell_of(lowest(centres), first)
                centres &= centres - np.uint64(1)
                cell = centre + X_ROWS[i] * COLUMNS + X_COLUMNS[i]
                if hand > 0:
                    return cell, centre
                if moves_left > 0:
                    move = moving_in(state, player, cell, centre)
                    if move != NO_MOVE:
                        return move, centre
    return int64(NO_MOVE), int64(NO_CELL)


def winning_move(state: State) -> int:
    player = int64(state.turn)
    return completion(state, player, int64(state.hand[player]), int64(state.moves_left))[0]


@compiled
def loses(state: State, player: int, source: int, target: int) -> bool:
    """Whether a placement (from NO_CELL) or a move uncrosses an X or leaves one that the other completes next."""
    other, moves_left = 1 - player, int64(state.moves_left)
    toggle(state, player, target)
    uncrossed = 0
    if source != NO_CELL:
        toggle(state, player, source)
        moves_left -= 1
        uncrossed = open_centres(state, other, source // COLUMNS)
    lost = uncrossed != 0 or completion(state, other, int64(state.hand[other]), moves_left)[0] != NO_MOVE
    toggle(state, player, target)
    if source != NO_CELL:
        toggle(state, player, source)
    return lost


@compiled
def stopping(state: State, player: int, cell: int, out: MoveBuffer, n: int) -> int:
    """Add to n moves those that end on a cell, if it is empty, and do not lose; return how many there are then."""
    row, column = cell // COLUMNS, cell % COLUMNS
    if not empty(state, row) >> column & 1:
        return n
    if state.hand[player] > 0 and not loses(state, player, NO_CELL, cell):
        out[n] = cell
        n += 1
    if state.moves_left > 0:
        for direction in range(8):
            source = token_before(state, player, cell, direction)
            if source != NO_CELL and not loses(state, player, source, cell):
                out[n] = CELLS + source * 8 + direction
                n += 1
    return n


def forced_moves(state: State, out: MoveBuffer) -> int:
    """An X about to be completed is stopped on the cell that it lacks, or by holding both cells beside its centre."""
    player = int64(state.turn)
    hand, moves_left = int64(state.hand[1 - player]), int64(state.moves_left)
    move, centre = completion(state, 1 - player, hand, moves_left)
    if move == NO_MOVE:
        return int64(UNRESTRICTED)
    n = int64(0)
    if hand == 0 and moves_left == 1:  # any move of a token takes the last one away
        for i in range(moves(state, out)):
            source = (out[i] - CELLS) // 8 if out[i] >= CELLS else NO_CELL
            if not loses(state, player, source, target_cell(out[i])):
                out[n] = out[i]
                n += 1
        return n
    n = stopping(state, player, target_cell(move), out, n)
    beside = int64(state.tokens[player, centre // COLUMNS]) >> (centre % COLUMNS - 1)
    if beside & 4:
        n = stopping(state, player, centre - 1, out, n)
    if beside & 1:
        n = stopping(state, player, centre + 1, out, n)
    return n


@compiled
def threatens(state: State, player: int, source: int, target: int) -> bool:
    """Whether after a placement (from NO_CELL) or a move the player could complete an X, were it to move again."""
    hand, moves_left = int64(state.hand[player]), int64(state.moves_left)
    toggle(state, player, target)
    if source == NO_CELL:
        hand -= 1
        uncrossed = int64(0)
    else:
        moves_left -= 1
        toggle(state, player, source)
        uncrossed = open_centres(state, 1 - player, source // COLUMNS)
    found = uncrossed == 0 and completion(state, player, hand, moves_left)[0] != NO_MOVE
    toggle(state, player, target)
    if source != NO_CELL:
        toggle(state, player, source)
    return found


def threat_moves(state: State, out: MoveBuffer) -> int:
    """A fourth token on an X that is not crossed; without tokens in hand, also a step towards the cell it lacks."""
    player, n = int64(state.turn), 0
    hand, moves_left = int64(state.hand[player]), int64(state.moves_left)
    targets = empty_cells(state)
    standing = np.uint64(0)
    if hand == 0:
        if moves_left < 2:
            return int64(0)
        for first in BLOCKS:
            lacking = lacking_one(state, player, first)
            standing |= lacking[0] | lacking[1] | lacking[2] | lacking[3] | lacking[4]
    built = x_cells(lacking_two(state, player, BLOCKS[0]), lacking_two(state, player, BLOCKS[1]))
    for part in range(3):
        cells = targets[part] if standing else targets[part] & built[part]
        while cells:
            cell = cell_of(lowest(cells), 4 * part)
            cells &= cells - np.uint64(1)
            if hand > 1 or (hand == 1 and threatens(state, player, NO_CELL, cell)):
                out[n] = cell
                n += 1
            if moves_left > 0:
                for direction in range(8):
                    source = token_before(state, player, cell, direction)
                    if source != NO_CELL and threatens(state, player, source, cell):
                        out[n] = CELLS + source * 8 + direction
                        n += 1
    return n


def is_dead(state: State) -> int:
    """Once no token can move, an X needs five cells that are its owner's or still to be filled from the hand."""
    if state.moves_left > 0:
        return 0
    for player in range(2):
        for first in BLOCKS:
            if within_reach(state, player, first, int64(state.hand[player])):
                return 0
    return 1


def plies_left(state: State) -> int:
    return int64(state.hand[0]) + int64(state.hand[1]) + int64(state.moves_left)


class XRudder(Game):
    """Place and move tokens on 10×12 cells until five of yours stand in an X that is not crossed.

    Ten rows and twelve columns, A to L, rows 1 to 10 from the bottom; 15 tokens each. A turn is one of: place a token
    from hand on any empty cell, or move an own token one step in any of the eight directions to an empty cell. The two
    players share a budget of 30 moves.

    An X is five own tokens: a centre and its four diagonal neighbours. It is crossed, and does not win, while the
    opponent holds both cells left and right of its centre. After every turn the player who moved wins with an
    uncrossed X; else the opponent does, if the turn uncrossed one of theirs. A player with nothing legal to do is
    skipped; when neither can do anything the game is a tie.

    Moves: f6 places, f6-g7 moves.
    Position: the ten rows from the top (row 10 first; . empty or a number of empties, X first player, O second) joined
    by /, then who moves, the tokens in hand of first and of second, and the moves left: … X 15 15 30
    """

    name = "xrudder"
    title = "X-Rudder"
    pictures: ClassVar[Mapping[str, str]] = {
        "xrudder": "xrudder 12/3O8/8O3/4X.X5/5X6/4X.X5/2O9/7O4/12/12 O 10 11 30",
    }
    rules = Rules("xrudder", FIELDS, [moves, play, winning_move, forced_moves, threat_moves, is_dead, plies_left])
    rows, columns = ROWS, COLUMNS
    max_moves = CELLS + 8 * TOKENS
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
        """The outcome of a position set up; whoever is not to move counts as the last mover."""
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

    def contents(self, state: State) -> str:
        glyphs = []
        for row in range(ROWS - 1, -1, -1):
            first, second = int(state.tokens[0, row]), int(state.tokens[1, row])
            glyphs += ["X" if first >> c & 1 else "O" if second >> c & 1 else "." for c in range(COLUMNS)]
        return "".join(glyphs)

    def clicks(self, code: int) -> tuple[int, ...]:
        if code < CELLS:
            return (self._flip(code),)
        source, direction = divmod(code - CELLS, 8)
        target = source + int(ROW_STEPS[direction]) * COLUMNS + int(COLUMN_STEPS[direction])
        return self._flip(source), self._flip(target)

    def cell_symmetries(self) -> Sequence[Sequence[int]]:
        """Left-right and up-down; not the diagonals: an X is crossed from its sides only."""
        cells = np.arange(CELLS).reshape(ROWS, COLUMNS)
        return [image.ravel().tolist() for image in (cells, np.fliplr(cells), np.flipud(cells), np.rot90(cells, 2))]

    def counters(self, state: State) -> Sequence[Counter]:
        hands = [Counter("tokens in hand", int(state.hand[player]), player) for player in range(2)]
        return [*hands, Counter("moves left", int(state.moves_left))]

    def winning_cells(self, state: State) -> Iterable[int]:
        return {cell for cells in self._crosses(state, state.outcome - FIRST) for cell in cells}

    def reason(self, state: State) -> str:
        return "neither player can place or move" if state.outcome == DRAW else "five tokens crosswise, not crossed"


def _cell_name(cell: int) -> str:
    return f"{column_letters(cell % COLUMNS)}{cell // COLUMNS + 1}"
