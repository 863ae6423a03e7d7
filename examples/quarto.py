"""Quarto as a game file: `noughts play ./quarto.py`. A game where one gives and places pieces.

A piece is a number of four bits: tall, dark, round, hollow. What stands on the board is two 64-bit words: `marks[1]`
has the properties that pieces have, `marks[0]` those that they lack, 16 bits a property, a cell in each bit:

     0  1  2  3    tall    16 17 18 19    dark    32 ...    round    48 ...    hollow
     4  5  6  7            20 21 22 23
     8  9 10 11            24 25 26 27
    12 13 14 15            28 29 30 31
"""

import itertools
from collections.abc import Sequence

import numpy as np

from noughts.board import (
    EMPTY,
    MARKS,
    OBSTACLE,
    Cell,
    Game,
    Group,
    Lesson,
    O,
    Piece,
    Step,
    Symmetry,
    X,
    named_fields,
    read_side,
    split_rows,
)
from noughts.errors import NoughtsError, shown
from noughts.kernel import DRAW, FIRST, ONGOING, Field, MoveBuffer, Rules, State, compiled, int64, popcount, random_keys

SIZE, PROPERTIES, PIECES = 4, 4, 16
CELLS = SIZE * SIZE
ONE, ZERO = np.uint64(1), np.uint64(0)  # typed: mixing signed and unsigned integers gives floats in compiled code
ALL = np.uint64((1 << CELLS) - 1)
KEYS = random_keys("quarto", PIECES, CELLS)
HAND_KEYS = random_keys("quarto hand", PIECES + 1)
HAND_KEYS[0] = 0
TURN_KEY = random_keys("quarto turn", 1)[0]

_BOARD = np.arange(CELLS).reshape(SIZE, SIZE)
LINES = [*_BOARD.tolist(), *_BOARD.T.tolist(), _BOARD.diagonal().tolist(), np.fliplr(_BOARD).diagonal().tolist()]
LINE_MASKS = np.array([sum(1 << cell for cell in line) for line in LINES], np.uint64)

# 1. The state. `turn`, `outcome` and `key` are what the contract reads; the rest is our own. All zero is the start.
FIELDS: list[Field] = [
    ("marks", np.uint64, (2,)),
    ("gone", np.uint64),  # the pieces that were given
    ("hand", np.int8),  # one more than the piece that is to be placed, 0 if one is to be given
    ("turn", np.int8),
    ("outcome", np.int8),
    ("key", np.uint64),
]


# 2. The rules. Functions that rules call are marked; the contract's are found by their names.
@compiled
def taken(lacking: np.uint64, having: np.uint64) -> np.uint64:
    """The cells with a piece: it is tall or it is not."""
    return (lacking | having) & ALL


@compiled
def has_line(word: np.uint64) -> bool:
    """Whether four pieces in a line share a property of one of the two words."""
    for line in range(len(LINE_MASKS)):
        for kind in range(PROPERTIES):
            if LINE_MASKS[line] & ~(word >> np.uint64(CELLS * kind)) == ZERO:
                return True
    return False


def moves(state: State, out: MoveBuffer) -> int:
    """Codes 0 to 15 place the piece in hand on a cell, 16 to 31 give a piece to the other player."""
    n = 0
    if state.hand:
        full, first = taken(state.marks[0], state.marks[1]), 0
    else:
        full, first = state.gone, CELLS
    for at in range(CELLS):
        if full >> np.uint64(at) & ONE == ZERO:
            out[n] = first + at
            n += 1
    return n


def play(state: State, move: int) -> None:
    player = int64(state.turn)
    if move >= CELLS:
        state.gone |= ONE << np.uint64(move - CELLS)
        state.hand = move - CELLS + 1
        state.key ^= HAND_KEYS[move - CELLS + 1] ^ TURN_KEY
        state.turn = 1 - player
        return
    piece = int64(state.hand) - 1  # the same player then gives one: the turn stays
    for kind in range(PROPERTIES):
        state.marks[piece >> kind & 1] |= ONE << np.uint64(CELLS * kind + move)
    state.hand = 0
    state.key ^= HAND_KEYS[piece + 1] ^ KEYS[piece, move]
    if has_line(state.marks[0]) or has_line(state.marks[1]):
        state.outcome = FIRST + player
    elif taken(state.marks[0], state.marks[1]) == ALL:
        state.outcome = DRAW


def plies_left(state: State) -> int:
    """A hook: each empty cell takes a piece that is given and placed, one of them may be given already."""
    return 2 * (CELLS - popcount(taken(state.marks[0], state.marks[1]))) - int64(state.hand != 0)


# 3. What people read and write.
def piece_name(piece: int) -> str:
    return "".join(pair[piece >> kind & 1] for kind, pair in enumerate(("st", "ld", "qr", "fh")))


NAMES = [piece_name(piece) for piece in range(PIECES)]
CELL_NAMES = [f"{'abcd'[cell % SIZE]}{SIZE - cell // SIZE}" for cell in range(CELLS)]
NONE = "-"  # in a position: no piece
STOCK, HAND = CELLS, CELLS + PIECES  # cells of the drawing: the board's, one for each piece, the piece in hand


def _cells() -> list[Cell]:
    found = [Cell(name, cell // SIZE, cell % SIZE, group=0) for cell, name in enumerate(CELL_NAMES)]
    found += [Cell(name, piece // SIZE, SIZE + 1 + piece % SIZE, group=1) for piece, name in enumerate(NAMES)]
    return [*found, Cell("hand", 0, SIZE, group=2)]


def _drawn(piece: int) -> Piece:
    """A circle or a square, large if it is tall, with a hole if it is hollow."""
    radius = 40 if piece & 1 else 26
    rings = [radius, 0.45 * radius] if piece >> 3 & 1 else [radius]
    if piece >> 2 & 1:
        parts = [f"M{50 - r} 50a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 {-2 * r} 0z" for r in rings]
    else:
        parts = [f"M{50 - r} {50 - r}h{2 * r}v{2 * r}h{-2 * r}z" for r in rings]
    words = [pair[piece >> kind & 1] for kind, pair in enumerate(PROPERTY_WORDS)]
    return Piece(", ".join(words), "".join(parts), "dark" if piece >> 1 & 1 else "light")


PROPERTY_WORDS = (("short", "tall"), ("light", "dark"), ("square", "round"), ("full", "hollow"))
LETTERS = tuple("aAbBcCdDeEfFgGhH")  # where only characters can be shown: capitals are tall


# The look, which is compiled as the rules are: 0 for nothing, 4 and more for a piece, as the class says in `glyphs`.
def content(state: State, cell: int) -> int:
    if cell == HAND:
        return 3 + int64(state.hand) if state.hand else 0
    if cell >= STOCK:
        return 0 if state.gone >> np.uint64(cell - STOCK) & ONE else 4 + cell - STOCK
    if taken(state.marks[0], state.marks[1]) >> np.uint64(cell) & ONE == ZERO:
        return 0
    piece = 0
    for kind in range(PROPERTIES):
        piece |= int64(state.marks[1] >> np.uint64(CELLS * kind + cell) & ONE) << kind
    return 4 + piece


def is_lit(state: State, cell: int) -> int:
    """Whether a piece lies on a line that has something in common."""
    if cell >= STOCK:
        return 0
    for line in range(len(LINE_MASKS)):
        if LINE_MASKS[line] >> np.uint64(cell) & ONE == ZERO:
            continue
        for has in range(2):
            for kind in range(PROPERTIES):
                if LINE_MASKS[line] & ~(state.marks[has] >> np.uint64(CELLS * kind)) == ZERO:
                    return 1
    return 0


def where(state: State) -> int:
    return int64(state.hand)


class Quarto(Game):
    """Place the piece that you are given; four in a line with a property in common win.

    There are sixteen pieces, each tall or short, dark or light, round or square, hollow or full, and no two alike. X
    begins by giving O a piece. Whoever has been given one places it on an empty cell of four by four, and then gives
    the other player one. Who places the fourth piece of a row, column or diagonal whose pieces are all tall, all short,
    all dark, or alike in any other property, wins. A full board without such a line is a draw.

    Tall pieces are drawn large, short ones small, and hollow ones with a hole. Beside the board stand the piece that
    was given and those that can be.

    Moves: the cell, column a to d and row 1 to 4 from the bottom, for example b3; or the piece that is given, for
    example tdqf: t or s, d or l, r or q, h or f for tall or short, dark or light, round or square, hollow or full. In
    characters a piece is a letter, a capital if it is tall: a to d are full, e to h hollow; a, b, e, f square; a, c,
    e, g light.
    Position: the four rows from the top, joined by /, each with its four pieces or - joined by commas; then the piece
    in hand or -, and who moves.
    """

    name = "quarto"
    title = "Quarto"
    lesson = Lesson(
        (
            Step(
                "You are X and begin, by giving O a piece: the tall, dark, round, hollow one.", "tdrh", ["a4", "tdqh"]
            ),
            Step("O has placed it and given you a square one that is tall as well. Place it beside the first.", "b4"),
            Step("Now give O a piece: a light one, but tall too.", "tlrh", ["c4", "tdrf"]),
            Step("O has not seen that three tall ones stand in a row, and gives you a fourth. Place it.", "d4"),
        ),
        "You have won: four tall pieces in a row. Which piece you give away matters more than where you place yours.",
    )
    rules = Rules(name, FIELDS, [moves, play, plies_left, content, is_lit, where])
    frames = (
        Group("the board", 0, 0, SIZE, SIZE),
        Group("the pieces to give", 0, SIZE + 1, SIZE, SIZE),
        Group("the piece to place", 0, SIZE, 1, 1),
    )
    glyphs = (EMPTY, X, O, OBSTACLE, *LETTERS)
    pieces = {letter: _drawn(piece) for piece, letter in enumerate(LETTERS)}  # noqa: RUF012 - a table, as the others are
    reasons = ("four in a line have something in common", "the board is full")
    wheres = ("and to give a piece", *(f"and to place the {_drawn(piece).name} piece" for piece in range(PIECES)))
    rows, columns = SIZE, 2 * SIZE + 1
    move_codes = CELLS + PIECES
    max_plies = 2 * CELLS
    cells = tuple(_cells())

    def write_move(self, code: int) -> str:
        return CELL_NAMES[code] if code < CELLS else NAMES[code - CELLS]

    def clicks(self, code: int) -> tuple[int, ...]:
        return (code,)  # the pieces' cells follow the board's

    def cell_symmetries(self) -> Sequence[Sequence[int]]:
        """The 32 ways to exchange cells that keep all lines: rows and columns change places (2), each is counted from
        either end (4), and both are renumbered so that opposite numbers stay opposite (4)."""
        images = []
        for numbers, is_turned, row_end, column_end in itertools.product(
            [(0, 1, 2, 3), (0, 2, 1, 3), (1, 0, 3, 2), (1, 3, 0, 2)], (False, True), (0, 3), (0, 3)
        ):
            image = []
            for cell in range(CELLS):
                row, column = (numbers[at] for at in divmod(cell, SIZE))
                row, column = (column, row) if is_turned else (row, column)
                image.append(abs(row_end - row) * SIZE + abs(column_end - column))
            images.append([*image, *range(STOCK, len(self.cells))])
        return images

    def image_text(self, state: State, symmetry: Symmetry) -> str:
        moved = [NONE] * CELLS
        for cell, name in enumerate(self._placed(state)):
            moved[symmetry.cells[cell]] = name
        return self._text(moved, state)

    def _placed(self, state: State) -> list[str]:
        """The names of the pieces on the board, cell by cell."""
        lacking, having = (int(word) for word in state.marks)
        return [
            NAMES[sum((having >> CELLS * kind + cell & 1) << kind for kind in range(PROPERTIES))]
            if (lacking | having) >> cell & 1
            else NONE
            for cell in range(CELLS)
        ]

    def _text(self, placed: Sequence[str], state: State) -> str:
        rows = [",".join(placed[at : at + SIZE]) for at in range(0, CELLS, SIZE)]
        return f"{'/'.join(rows)} {NAMES[state.hand - 1] if state.hand else NONE} {MARKS[state.turn]}"

    def write_position(self, state: State) -> str:
        return self._text(self._placed(state), state)

    def read_position(self, text: str, state: State) -> None:
        rows, fields = split_rows(text, SIZE)
        hand, side = named_fields(fields, "the piece in hand", "who moves")
        placed = [name for row in rows for name in row.split(",", SIZE)]
        if len(placed) != CELLS or any(row.count(",") != SIZE - 1 for row in rows):
            raise NoughtsError("each row has four cells, joined by commas")
        for cell, name in enumerate([*placed, hand]):
            if name == NONE:
                continue
            piece = _read_piece(name)
            if int(state.gone) >> piece & 1:
                raise NoughtsError(f"the piece {NAMES[piece]} is there twice")
            state.gone |= ONE << np.uint64(piece)
            if cell == CELLS:
                state.hand = piece + 1
                state.key ^= HAND_KEYS[piece + 1]
                continue
            for kind in range(PROPERTIES):
                state.marks[piece >> kind & 1] |= ONE << np.uint64(CELLS * kind + cell)
            state.key ^= KEYS[piece, cell]
        state.turn = read_side(side)
        if state.turn:
            state.key ^= TURN_KEY
        is_won = has_line(state.marks[0]) or has_line(state.marks[1])
        if is_won and state.hand:
            raise NoughtsError("a line is won, and yet there is a piece in hand: no rule says who won")
        is_full = taken(state.marks[0], state.marks[1]) == ALL
        # Who has placed a piece is still to move.
        state.outcome = FIRST + state.turn if is_won else DRAW if is_full else ONGOING


def _read_piece(name: str) -> int:
    if name.lower() not in NAMES:
        raise NoughtsError(f"{shown(name)} is no piece; pieces are written as in {NAMES[3]}")
    return NAMES.index(name.lower())
