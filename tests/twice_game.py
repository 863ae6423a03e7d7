"""A game file in which a player moves twice: one move to begin with, then two at a time; three cells in a row win."""

TWICE = '''"""Take two cells of a row at a time; three next to each other win."""

import numpy as np

from noughts.board import MARKS, Cell, Game
from noughts.kernel import DRAW, FIRST, ONGOING, Evaluation, Rules, compiled, int64, random_keys

CELLS = 9
KEYS, TURN_KEY = random_keys("twice", 3, CELLS), random_keys("twice turn", 1)[0]
FIELDS = [("taken", np.int8, (CELLS,)), ("turn", np.int8), ("outcome", np.int8), ("key", np.uint64)]


@compiled
def count(state):
    n = int64(0)
    for cell in range(CELLS):
        n += int64(state.taken[cell] != 0)
    return n


@compiled
def outcome_of(state):
    length = int64(0)
    for cell in range(CELLS):
        kind = int64(state.taken[cell])
        length = length + 1 if cell > 0 and kind == state.taken[cell - 1] else 1
        if kind > 0 and length == 3:
            return FIRST + kind - 1
    return DRAW if count(state) == CELLS else ONGOING


def moves(state, out):
    n = 0
    for cell in range(CELLS):
        if state.taken[cell] == 0:
            out[n] = cell
            n += 1
    return n


def play(state, move):
    player = int64(state.turn)
    state.taken[move] = player + 1
    state.key ^= KEYS[player + 1, move]
    if count(state) % 2 == 1:
        state.turn = 1 - player
        state.key ^= TURN_KEY
    state.outcome = outcome_of(state)


def plies_left(state):
    return CELLS - count(state)


def content(state, cell):
    return int64(state.taken[cell])


def is_lit(state, cell):
    return int64(state.taken[cell] == state.outcome)


class Twice(Game):
    """Take two cells of a row at a time; three next to each other win.

    X takes one cell to begin with.
    """

    name, title = "twice", "Twice"
    rules = Rules(name, FIELDS, [moves, play, plies_left, content, is_lit])
    rows, columns = 1, CELLS
    move_codes, max_plies = CELLS, CELLS
    cells = tuple(Cell(name, 0, index) for index, name in enumerate("abcdefghi"))

    def write_move(self, code):
        return "abcdefghi"[code]

    def clicks(self, code):
        return (code,)

    def cell_symmetries(self):
        return [range(CELLS), range(CELLS - 1, -1, -1)]

    def write_position(self, state):
        return f"{self.contents(state)} {MARKS[state.turn]}"

    def read_position(self, text, state):
        contents, side = text.split()
        for cell, glyph in enumerate(contents):
            if glyph in MARKS:
                state.taken[cell] = MARKS.index(glyph) + 1
                state.key ^= KEYS[state.taken[cell], cell]
        state.turn = MARKS.index(side)
        if state.turn:
            state.key ^= TURN_KEY
        state.outcome = outcome_of(state)


@compiled
def value(states, ply, weights, accumulators):
    total, own = int64(0), int64(states[ply].turn) + 1
    for cell in range(CELLS):
        kind = int64(states[ply].taken[cell])
        total += weights[cell] if kind == own else -weights[cell] if kind > 0 else 0
    return total


# Numbers of one and of three bytes, of either sign.
INWARDS = Evaluation(
    "inwards",
    "Cells in the middle are worth more.",
    values={Twice.rules: value},
    weights=(-70_000, -300, -1, 128, 70_000, 127, 0, -128, -129),
    spread=100,
)
'''
