"""m,n,k: m rows, n columns, k in a row, with obstacles and stones already set up. 3x3x3 is tic-tac-toe.

A cell is bit `row * width + column` of a board of 64-bit words, rows counted from the top, width = columns + 1:

    3 columns:   0  1  2  |
                 4  5  6  |      bits 3, 7, 11 ... are a guard column that stays empty: a line that leaves the board
                 8  9 10  |      on the right runs into it, and not into the next row

There are four record types, of 1, 2, 4 and 17 words, and four more for the exact rule, whose hooks no other game needs.
Size, k, variant and obstacles live in the state, so each type compiles once and serves every board that fits it.

The hooks are in games/shared/windows.py.
"""

import copy
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import ClassVar, Self

import numpy as np

from noughts.board import (
    CROSSINGS,
    EMPTY,
    MARKS,
    OBSTACLE,
    SQUARES,
    Cell,
    Game,
    Guide,
    Move,
    O,
    Position,
    X,
    column_letters,
    named_fields,
    read_cells,
    read_side,
    split_rows,
    words_and_notation,
)
from noughts.errors import NoughtsError
from noughts.games.shared.lines_left import lines_left
from noughts.games.shared.row_words import Board, family_words, row_diagrams, row_lesson, row_words
from noughts.games.shared.stone_lines import makes_exact_line, makes_line, run_length
from noughts.games.shared.windows import (
    EXACT,
    EXACT_HOOKS,
    HOOKS,
    LOW6,
    MISERE,
    ONE,
    PLAIN,
    ZERO,
    Functions,
    has_bit,
)
from noughts.kernel import (
    DRAW,
    FIRST,
    Field,
    MoveBuffer,
    Rules,
    State,
    compiled,
    inlined,
    int64,
    lowest,
    random_keys,
)

MAX_SIDE = 32
LEAST_OF_LINES = 7  # rows and columns from which on stones may lie on crossings of lines
NEAR = 2  # cells
MAX_BITS = MAX_SIDE * (MAX_SIDE + 1)

STONE_KEYS = random_keys("mnk stones", 3, MAX_BITS)  # X, O, obstacle
TURN_KEY = random_keys("mnk turn", 1)[0]


@compiled
def moves(state: State, out: MoveBuffer) -> int:
    n = 0
    for word in range(len(state.free)):
        free = state.free[word]
        while free != ZERO:
            out[n] = (word << 6) + lowest(free)
            free &= free - ONE
            n += 1
    return n


@inlined
def put_stone(state: State, player: int, move: int) -> None:
    bit = ONE << np.uint64(move & LOW6)
    state.marks[player, move >> 6] |= bit
    state.free[move >> 6] ^= bit
    state.empties -= 1
    state.key ^= STONE_KEYS[player, move] ^ TURN_KEY


def play(state: State, move: int) -> None:
    player = int64(state.turn)
    put_stone(state, player, move)
    if makes_line(state, player, move):
        state.outcome = FIRST + (1 - player if state.variant == MISERE else player)
    elif state.empties == 0:
        state.outcome = DRAW
    state.turn = 1 - player


def play_exact(state: State, move: int) -> None:
    player = int64(state.turn)
    put_stone(state, player, move)
    if makes_line(state, player, move) and makes_exact_line(state, player, move):
        state.outcome = FIRST + player
    elif state.empties == 0:
        state.outcome = DRAW
    state.turn = 1 - player


def plies_left(state: State) -> int:
    return int64(state.empties)


def is_near(state: State, move: int) -> int:
    """Whether a stone stands within two cells, or the middle of an empty board."""
    rows, columns = int64(state.rows), int64(state.columns)
    row, column, is_empty = move // (columns + 1), move % (columns + 1), True
    for word in range(len(state.free)):
        is_empty &= state.marks[0, word] | state.marks[1, word] == ZERO
    if is_empty:
        return abs(2 * row + 1 - rows) <= 2 * NEAR and abs(2 * column + 1 - columns) <= 2 * NEAR
    for near_row in range(max(0, row - NEAR), min(rows, row + NEAR + 1)):
        for near_column in range(max(0, column - NEAR), min(columns, column + NEAR + 1)):
            at = near_row * (columns + 1) + near_column
            if has_bit(state.marks[0], at) or has_bit(state.marks[1], at):
                return True
    return False


@compiled
def bit_of(state: State, cell: int) -> int:
    """The bit of a cell, numbered without the guard column."""
    columns = int64(state.columns)
    return cell // columns * (columns + 1) + cell % columns


@compiled
def content(state: State, cell: int) -> int:
    at = bit_of(state, cell)
    if has_bit(state.free, at):
        return 0
    return 1 if has_bit(state.marks[0], at) else 2 if has_bit(state.marks[1], at) else 3


def is_lit(state: State, cell: int) -> int:
    """Whether a cell lies in a line. Only one player has lines: in misère, the one who lost."""
    player, at = content(state, cell) - 1, bit_of(state, cell)
    width, k = int64(state.columns) + 1, int64(state.k)
    if not 0 <= player <= 1:
        return 0
    for step in (1, width - 1, width, width + 1):
        n = 1 + run_length(state, player, at, step, MAX_SIDE) + run_length(state, player, at, -step, MAX_SIDE)
        if n == k or (n > k and state.variant != EXACT):
            return 1
    return 0


LOOK: Functions = {"content": content, "is_lit": is_lit}


def _rules(name: str, words: int, functions: Functions) -> Rules:
    fields: list[Field] = [
        ("marks", np.uint64, (2, words)),
        ("free", np.uint64, (words,)),
        ("key", np.uint64),
        ("empties", np.int16),
        ("rows", np.int8),
        ("columns", np.int8),
        ("k", np.int8),
        ("variant", np.int8),
        ("turn", np.int8),
        ("outcome", np.int8),
    ]
    whole: Functions = {
        "moves": moves,
        "is_near": is_near,
        "plies_left": plies_left,
        "lines_left": lines_left,
        **LOOK,
        **functions,
    }
    return Rules(f"{name}{words}", fields, whole)


WORDS = (1, 2, 4, 17)
RULES = {words: _rules("mnk", words, {"play": play, **HOOKS}) for words in WORDS}
EXACT_RULES = {words: _rules("exact_mnk", words, {"play": play_exact, **EXACT_HOOKS}) for words in WORDS}
ALL_RULES = [*RULES.values(), *EXACT_RULES.values()]


class Mnk(Game):
    """k in a row on a board of any size: 3x3x3 is tic-tac-toe, 15x15x5 free-style gomoku.

    In `3x3x3` three in a row win on nine cells. In `misere-3x3x3` three in a row lose. In `4x5x4` four in a row win
    on twenty cells. In `15x15x5` five or more in a row win: freestyle gomoku. In `exact-15x15x5` exactly five in a
    row win, six or more do not: gomoku's standard rule. In `ROWSxCOLSxK` you choose the board, up to 32×32 cells, how
    many in a row win, and what stands on it. In `misere-ROWSxCOLSxK` completing a row loses. In `exact-ROWSxCOLSxK`
    exactly k in a row win, a longer row does not.

    Moves: column letters, then the row counted from the bottom: a1 is bottom left (aa follows z). 3x3x3 also takes
    1 to 9, read from the top left. A game is written ROWSxCOLSxK, from 1x1 to 32x32 cells, with 1 <= k <= the longer
    side; misere- or exact- may stand before that.
    Position: the rows from the top, one a line or joined by /: . empty (a number stands for that many), X, O,
    # obstacle; then who moves, X if it is left out: ..X/.#./... O. It may hold obstacles and stones in any numbers.
    """

    names = ("tictactoe", "ROWSxCOLSxK", "misere-ROWSxCOLSxK", "exact-ROWSxCOLSxK")
    examples = ("tictactoe", "misere-4x4x3", "8x10x5", "15x15x5", "exact-15x15x5", "32x32x5")
    record_types = (
        *("3x3x3", "8x10x5", "15x15x5", "32x32x5"),
        *("exact-3x3x3", "exact-8x10x5", "exact-15x15x5", "exact-32x32x5"),
    )
    known_as: ClassVar[Mapping[str, str]] = {
        "4x5x4": "Four in a row",
        "15x15x5": "Gomoku",
        "exact-15x15x5": "Gomoku, exactly five",
        "misere-3x3x3": "Misère tic-tac-toe",
        "ROWSxCOLSxK": "Any size",
        "misere-ROWSxCOLSxK": "Misère, any size",
        "exact-ROWSxCOLSxK": "Exact length, any size",
    }
    pictures: ClassVar[Mapping[str, str]] = {
        "tictactoe": "3x3x3 X.O/OX./..X O",
        "4x5x4": "4x5x4 ..X.O/..XO./.OX../..X.. O",
        "15x15x5": "15x15x5 15/15/15/15/15/4X.O8/5XO8/6XO7/6OX7/8X6/15/15/15/15/15 O",
        "exact-15x15x5": "exact-15x15x5 15/15/15/15/15/8O6/4OXXXXXX4/7O7/6O8/5O9/15/15/15/15/15 O",
        "misere-3x3x3": "misere-3x3x3 XXX/OO./... O",
        "ROWSxCOLSxK": "6x7x4 7/.#...../2X.O2/2OX.#./1#.X.O./7 X",
        "misere-ROWSxCOLSxK": "misere-5x5x4 ...O./.X.O./..XO./...X./#...X O",
        "exact-ROWSxCOLSxK": "exact-6x7x4 7/.#...../OOOOO.#/.XX.X../2XX3/7 X",
    }

    @classmethod
    def guide(cls, name: str) -> Guide:
        notation, is_family = words_and_notation(cls, name)[1], "ROWS" in name
        shown = name.replace("ROWSxCOLSxK", "3x3x3" if "misere" in name else "6x7x4")
        game = cls.named(shown)
        if game is None:
            raise NoughtsError(f"there is no game {name!r} of k in a row")
        board = Board(game.rows, game.columns, game.k, game.misere, game.exact)
        lesson = row_lesson(board)
        if not is_family:
            return Guide(row_words(board), notation, row_diagrams(board), lesson)
        return Guide(family_words(board), notation, row_diagrams(board), lesson and replace(lesson, game=shown))

    def __init__(self, rows: int, columns: int, k: int, misere: bool = False, exact: bool = False) -> None:
        name = f"{'misere-' if misere else ''}{'exact-' if exact else ''}{rows}x{columns}x{k}"
        if misere and exact:
            raise NoughtsError(f"{name}: a game is either misère or of exactly k in a row")
        if not (1 <= rows <= MAX_SIDE and 1 <= columns <= MAX_SIDE):
            raise NoughtsError(f"{name}: a board has 1 to {MAX_SIDE} rows and 1 to {MAX_SIDE} columns")
        if not 1 <= k <= max(rows, columns):
            raise NoughtsError(f"{name}: k is {k}; on {rows}x{columns} it can be 1 to {max(rows, columns)}")
        self.name = name
        size = f"{'Misère ' if misere else ''}{rows}×{columns}, {'exactly ' if exact else ''}{k} in a row"
        self.title = "Tic-tac-toe" if name == "3x3x3" else self.known_as.get(name, size)
        self.rows, self.columns, self.k, self.misere, self.exact = rows, columns, k, misere, exact
        self.is_avoidance = misere
        self.layout = CROSSINGS if min(rows, columns) >= LEAST_OF_LINES else SQUARES
        self.width = columns + 1
        self.numbers_cells = (rows, columns, k) == (3, 3, 3)
        words = next(words for words in WORDS if rows * self.width <= 64 * words)
        self.rules = EXACT_RULES[words] if exact else RULES[words]
        self.max_plies = rows * columns
        self.move_codes = rows * self.width
        self.row_labels = [str(rows - row) for row in range(rows)]
        self.column_labels = [column_letters(column) for column in range(columns)]
        line = f"{k} in a row lose in misère" if misere else f"{'exactly ' if exact else ''}{k} in a row"
        self.reasons = (line, "the board is full")

    @property
    def largest(self) -> Self:
        game = copy.copy(self)
        bits = 64 * self.rules.dtype["free"].shape[0]
        game.move_codes = game.max_plies = min(bits, MAX_BITS)
        return game

    @classmethod
    def named(cls, name: str) -> Self | None:
        if name == "tictactoe":
            return cls(3, 3, 3)
        match = re.fullmatch(r"(misere-|exact-)?([0-9]+)x([0-9]+)x([0-9]+)", name)
        if match is None:
            if name == "mnk" or re.fullmatch(r"-?\d+x.*|(misere|exact).*", name):
                examples = "for example 4x5x4, misere-3x3x3 or exact-15x15x5"
                raise NoughtsError(f"{name}: the size is written ROWSxCOLSxK, {examples}")
            return None
        sizes = [size.lstrip("0") or "0" for size in match.groups()[1:]]
        # A number of thousands of digits is not worth reading.
        if max(map(len, sizes)) > 20:
            raise NoughtsError(f"{name[:40]}…: a board has 1 to {MAX_SIDE} rows and columns")
        rows, columns, k = map(int, sizes)
        return cls(rows, columns, k, misere=match[1] == "misere-", exact=match[1] == "exact-")

    def _bit(self, row: int, column: int) -> int:
        return row * self.width + column

    def setup(self, state: State) -> None:
        self._place(EMPTY * (self.rows * self.columns), 0, state)

    def _place(self, contents: str, turn: int, state: State) -> None:
        state.rows, state.columns, state.k = self.rows, self.columns, self.k
        state.variant = MISERE if self.misere else EXACT if self.exact else PLAIN
        key = random_keys(f"{self.rows}x{self.columns}x{self.k} {'exact' if self.exact else self.misere}", 1)[0]
        free = 0
        marks = [0, 0]
        for index, content in enumerate(contents):
            bit = self._bit(*divmod(index, self.columns))
            if content == EMPTY:
                free |= 1 << bit
            else:
                key ^= STONE_KEYS[(X + O + OBSTACLE).index(content), bit]
                if content != OBSTACLE:
                    marks[MARKS.index(content)] |= 1 << bit
        for word in range(len(state.free)):
            state.free[word] = free >> 64 * word & 2**64 - 1
            for player in range(2):
                state.marks[player, word] = marks[player] >> 64 * word & 2**64 - 1
        state.empties = free.bit_count()
        state.turn = turn
        state.key = key ^ TURN_KEY if turn else key
        owners = {MARKS.index(contents[line[0]]) for line in self._lines(contents)}
        if len(owners) == 2:
            raise NoughtsError("the position has lines of both players: no rule says who won")
        if owners:
            owner = owners.pop()
            state.outcome = FIRST + (1 - owner if self.misere else owner)
        elif state.empties == 0:
            state.outcome = DRAW

    def _lines(self, contents: str) -> Iterator[list[int]]:
        """Every window of k cells that hold one player's stones and count as a line, as indices of cells."""
        for row in range(self.rows):
            for column in range(self.columns):
                mark = contents[row * self.columns + column]
                if mark not in MARKS:
                    continue
                for down, right in ((0, 1), (1, -1), (1, 0), (1, 1)):
                    last_row, last_column = row + down * (self.k - 1), column + right * (self.k - 1)
                    if not (last_row < self.rows and 0 <= last_column < self.columns):
                        continue
                    line = [(row + i * down) * self.columns + column + i * right for i in range(self.k)]
                    if any(contents[cell] != mark for cell in line):
                        continue
                    beside = ((row - down, column - right), (last_row + down, last_column + right))
                    if not self.exact or all(self._content(contents, *place) != mark for place in beside):
                        yield line

    def _content(self, contents: str, row: int, column: int) -> str | None:
        """The content of a cell, None off the board."""
        on_board = 0 <= row < self.rows and 0 <= column < self.columns
        return contents[row * self.columns + column] if on_board else None

    def read_position(self, text: str, state: State) -> None:
        parts, fields = split_rows(text, self.rows)
        turn = read_side(named_fields(fields, "who moves")[0]) if fields else 0
        rows = [
            read_cells(part, f"row {number} from the top", self.columns, EMPTY + X + O + OBSTACLE)
            for number, part in enumerate(parts, 1)
        ]
        self._place("".join(rows), turn, state)

    takes_cells = True

    def with_cells(self, contents: Mapping[str, str], turn: int = 0) -> Position:
        found = [EMPTY] * len(self.cells)
        for name, content in contents.items():
            index = self.cell_index(name)
            if content not in (EMPTY, X, O, OBSTACLE):
                raise NoughtsError(f"{name} holds {content!r}; a cell is one of '.', 'X', 'O', '#'")
            found[index] = content
        return self.position(self._write_contents("".join(found), turn))

    def write_position(self, state: State) -> str:
        return self._write_contents(self.contents(state), state.turn)

    def _write_contents(self, contents: str, turn: int) -> str:
        rows = [contents[at : at + self.columns] for at in range(0, len(contents), self.columns)]
        return f"{'/'.join(rows)} {MARKS[turn]}"

    def write_move(self, code: int) -> str | None:
        row, column = divmod(code, self.width)
        return f"{column_letters(column)}{self.rows - row}" if column < self.columns else None

    @property
    def move_hint(self) -> str:
        corners = f"from a1 to {column_letters(self.columns - 1)}{self.rows}"
        return f"{corners}, or 1 to 9" if self.numbers_cells else corners

    def read_move(self, text: str) -> Move:
        if self.numbers_cells and re.fullmatch("[1-9]", text.strip()):
            return self.moves[self._bit(*divmod(int(text) - 1, 3))]
        return super().read_move(text)

    @cached_property
    def cells(self) -> Sequence[Cell]:
        return [
            Cell(f"{self.column_labels[column]}{self.row_labels[row]}", row, column)
            for row in range(self.rows)
            for column in range(self.columns)
        ]

    def clicks(self, code: int) -> tuple[int, ...]:
        row, column = divmod(code, self.width)
        return (row * self.columns + column,)

    def cell_symmetries(self) -> Sequence[Sequence[int]]:
        cells = np.arange(self.rows * self.columns).reshape(self.rows, self.columns)
        images = [cells, np.fliplr(cells), np.flipud(cells), np.rot90(cells, 2)]
        if self.rows == self.columns:
            images += [image.T for image in images]
        # On a board of one row or column some of them are the same.
        return list(dict.fromkeys(tuple(image.ravel().tolist()) for image in images))
