"""A game file with a glyph of its own and a pass, in two forms: its look in functions, or in methods of Python."""

# A row of five cells, the middle one a castle while nobody has it. A move takes a cell or passes; two passes in a row,
# or a full row, end the game, and more cells win.
_RULES = '''"""Take cells of a row, or pass; more cells win."""

import numpy as np

from noughts.board import MARKS, Cell, Counter, Game
from noughts.kernel import DRAW, FIRST, ONGOING, Rules, compiled, int64, random_keys

PASS, CASTLE = 5, 4
KEYS = random_keys("row", 3, 5)
PASS_KEYS, TURN_KEY = random_keys("row passes", 3), random_keys("row turn", 1)[0]
FIELDS = [("taken", np.int8, (5,)), ("passes", np.int8), ("turn", np.int8), ("outcome", np.int8), ("key", np.uint64)]


@compiled
def count(state, kind):
    n = int64(0)
    for cell in range(5):
        n += int64(state.taken[cell] == kind)
    return n


@compiled
def outcome_of(state):
    if state.passes < 2 and count(state, 0) > 0:
        return ONGOING
    lead = count(state, 1) - count(state, 2)
    return FIRST if lead > 0 else FIRST + 1 if lead < 0 else DRAW


def moves(state, out):
    n = 0
    for cell in range(5):
        if state.taken[cell] == 0:
            out[n] = cell
            n += 1
    out[n] = PASS
    return n + 1


def play(state, move):
    player, passes = int64(state.turn), int64(state.passes)
    if move != PASS:
        state.taken[move] = player + 1
        state.key ^= KEYS[player + 1, move]
    state.passes = passes + 1 if move == PASS else 0
    state.key ^= PASS_KEYS[passes] ^ PASS_KEYS[state.passes] ^ TURN_KEY
    state.turn = 1 - player
    state.outcome = outcome_of(state)
'''
_LOOK = """

def content(state, cell):
    return CASTLE if cell == 2 and state.taken[cell] == 0 else int64(state.taken[cell])


def is_lit(state, cell):
    return int64(state.taken[cell] == state.outcome)


def reason(state):
    return 1 if state.passes == 2 else 0


def where(state):
    return int64(state.passes)


def counter(state, index):
    return count(state, index + 1)
"""
_TABLES = """
    glyphs = (".", "X", "O", "#", "♜")
    reasons = ("the row is full", "both players passed")
    wheres = ("", "after a pass")
    counted = (Counter("cells", 0, 0), Counter("cells", 0, 1))
"""
_METHODS = """
    glyphs = (".", "X", "O", "#", "♜")

    def contents(self, state):
        return "".join("♜" if cell == 2 and not kind else ".XO"[kind] for cell, kind in enumerate(state.taken))

    def winning_cells(self, state):
        return [cell for cell in range(5) if state.taken[cell] == state.outcome]

    def reason(self, state):
        return "both players passed" if state.passes == 2 else "the row is full"

    def where(self, state):
        return "after a pass" if state.passes else ""

    def counters(self, state):
        return [Counter("cells", int(count(state, player + 1)), player) for player in range(2)]
"""
_GAME = '''

class Row(Game):
    """Take cells of a row, or pass; more cells win."""

    name, title = "row", "Row"
    rules = Rules(name, FIELDS, FUNCTIONS)
    rows, columns = 1, 5
    move_codes, max_plies = 6, 10
    cells = tuple(Cell(name, 0, index) for index, name in enumerate("abcde"))
TOLD
    def write_move(self, code):
        return "pass" if code == PASS else "abcde"[code]

    def clicks(self, code):
        return () if code == PASS else (code,)

    def cell_symmetries(self):
        return [range(5), range(4, -1, -1)]

    def write_position(self, state):
        return f"{self.contents(state)} {MARKS[state.turn]} {state.passes}"

    def read_position(self, text, state):
        contents, side, passes = text.split()
        for cell, glyph in enumerate(contents):
            if glyph in MARKS:
                state.taken[cell] = MARKS.index(glyph) + 1
                state.key ^= KEYS[state.taken[cell], cell]
        state.passes, state.turn = int(passes), MARKS.index(side)
        state.key ^= PASS_KEYS[0] ^ PASS_KEYS[state.passes]
        if state.turn:
            state.key ^= TURN_KEY
        state.outcome = outcome_of(state)
'''
NEW_FORM = (
    _RULES
    + _LOOK
    + _GAME.replace("TOLD", _TABLES).replace("FUNCTIONS", "[moves, play, content, is_lit, reason, where, counter]")
)
OLD_FORM = _RULES + _GAME.replace("TOLD", _METHODS).replace("FUNCTIONS", "[moves, play]")
