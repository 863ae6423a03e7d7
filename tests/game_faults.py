"""Faults of game files: small edits of connect four, and what is said of them."""

Change = tuple[str, str]  # what stands in the file, and what takes its place
Faults = dict[str, tuple[Change, str]]

SIZES = "ROWS, COLUMNS, HEIGHT = 6, 7, 7"
KEY = "    state.key ^= KEYS[player, bit] ^ TURN_KEY\n"
PROMISE = "worth[column] = 3 + player - abs(column - 3)"
LEFT = "return ROWS * COLUMNS - state.filled.sum()"
MIRRORED = "return [range(ROWS * COLUMNS), mirrored]"
LISTED = "STEPS = [0]\n\n\n@compiled\ndef has_four(stones: np.uint64) -> bool:\n    if STEPS[0]:\n        return False"
LOOKED = "return int64(state.stones[0] >> bit & ONE) + 2 * int64(state.stones[1] >> bit & ONE)"
POINTS = "return int64(state.filled[0]) - ROWS"

# Hooks that are right, for faults in hooks to be edits of.
HONEST = """
from noughts.kernel import NO_MOVE, UNRESTRICTED


@compiled
def completing(state: State, player: int) -> int:
    for column in range(COLUMNS):
        bit = ONE << np.uint64(column * HEIGHT + int64(state.filled[column]))
        if state.filled[column] < ROWS and has_four(state.stones[player] | bit):
            return column
    return NO_MOVE


def winning_move(state: State) -> int:
    return completing(state, int64(state.turn))


def forced_moves(state: State, out: MoveBuffer) -> int:
    player = int64(state.turn)
    if completing(state, 1 - player) == NO_MOVE:
        return UNRESTRICTED
    n = 0
    for column in range(COLUMNS):
        if state.filled[column] < ROWS:
            bit = ONE << np.uint64(column * HEIGHT + int64(state.filled[column]))
            state.stones[player] |= bit
            state.filled[column] += 1
            if completing(state, 1 - player) == NO_MOVE:
                out[n] = column  # forced
                n += 1
            state.filled[column] -= 1
            state.stones[player] ^= bit
    return n  # forced


def threat_moves(state: State, out: MoveBuffer) -> int:
    n, player = 0, int64(state.turn)
    for column in range(COLUMNS):
        if state.filled[column] < ROWS:
            bit = ONE << np.uint64(column * HEIGHT + int64(state.filled[column]))
            state.stones[player] |= bit
            state.filled[column] += 1
            if completing(state, player) != NO_MOVE:
                out[n] = column  # a threat
                n += 1
            state.filled[column] -= 1
            state.stones[player] ^= bit  # as it was
    return n  # threats


def is_dead(state: State) -> int:
    return 1 if state.filled.sum() == ROWS * COLUMNS - 1 and completing(state, int64(state.turn)) == NO_MOVE else 0


def cannot_win(state: State, player: int, room: MoveBuffer) -> int:
    room[0] = player
    return 1 if state.filled.sum() == ROWS * COLUMNS - 1 and player != state.turn else 0


def promise(state: State, player: int, worth: MoveBuffer) -> int:
    for column in range(COLUMNS):
        worth[column] = 3 + player - abs(column - 3)
    return 1  # it knows


def is_near(state: State, move: int) -> int:
    return 1 if state.filled[move] < ROWS else 0  # near


def plies_left(state: State) -> int:
    return ROWS * COLUMNS - state.filled.sum()


def points(state: State, player: int) -> int:
    return int64(state.filled[0]) - ROWS


# 3. What people"""


def hooked(*names: str) -> tuple[Change, Change]:
    """Add these hooks."""
    listed = ", ".join(filter(None, ("moves", "play", *names, "content")))
    return ("# 3. What people", HONEST), ("[moves, play, content", f"[{listed}")


HOOKED = hooked(
    "winning_move",
    "forced_moves",
    "threat_moves",
    "is_dead",
    "cannot_win",
    "promise",
    "is_near",
    "plies_left",
    "points",
)


def method(source: str) -> Change:
    """Add a method to the class."""
    indented = source.replace("\n", "\n    ")
    return "    def write_move", f"    {indented}\n\n    def write_move"


def clicked(clicks: str) -> Change:
    """Give views these clicks."""
    return method(
        "def view(self, state, legal, last, before=None):\n"
        "    from dataclasses import replace\n"
        f"    return replace(super().view(state, legal, last), clicks={clicks})"
    )


# In what a game says of itself.
CLAIMS: Faults = {
    "a diagram that is no position": (("2OO3/2XXX2", "2OO3/2XXX3"), "diagrams has the position"),
    "a first game that cannot be played": (('"d", ["d"]', '"d", ["z"]'), "lesson: 'z' is not a move"),
    "a first game of the wrong side": (('"d", ["d"]', '"d"'), "lesson: move 2 would be the second player's"),
    "a layout that is none": (
        ("    rows, columns = ROWS", '    layout = "circles"\n    rows, columns = ROWS'),
        "layout is 'circles'",
    ),
    "a drawing of nothing": (
        ("    rows, columns = ROWS", "    pieces = {'?': 0}\n    rows, columns = ROWS"),
        "pieces has a drawing of '?'",
    ),
    "a syntax error": (("def moves(", "def moves(("), "connect_four.py, line 58: SyntaxError"),
    "an error when it is run": ((SIZES, "ROWS = 1 / 0"), "line 33: ZeroDivisionError"),
    "sys.exit": ((SIZES, "raise SystemExit(0)"), "line 33: it ends Python by SystemExit(0)"),
    "no game": (("class ConnectFour(Game)", "class ConnectFour(dict)"), "defines no game"),
    "two games": (
        (
            "        if state.turn:\n            state.key ^= TURN_KEY\n",
            "\n\nclass More(ConnectFour):\n    name = 'more'\n",
        ),
        "connect_four.py defines 2 of them",
    ),
    "a missing attribute": (("    title = ", "    heading = "), "does not set title"),
    "a missing method": (("def clicks(self", "def ticks(self"), "the game ConnectFour lacks clicks"),
    "several of them": (("def write_", "def put_"), "the game ConnectFour lacks write_move, write_position"),
    "no cells": (("    cells = tuple", "    squares = tuple"), "the game ConnectFour lacks cells"),
    "a missing function": (("[moves, play,", "[moves,"), "lack play"),
    "a function of another shape": (
        ("def play(state: State, move: int)", "def play(move: int, state: State)"),
        "must be",
    ),
    "a constructor that fails": (method("def __init__(self):\n    {}[1]"), "KeyError: 1"),
    "a built-in game's name": (('name = "connect-four"', 'name = "ultimate"'), "there is a game ultimate already"),
    "a name of a built-in family": (('name = "connect-four"', 'name = "7x7x4"'), "there is a game 7x7x4 already"),
    "a name for sizes": (('name = "connect-four"', 'name = "ROWSxCOLSxK"'), "there is a game ROWSxCOLSxK already"),
    "a size that is too big": (('name = "connect-four"', 'name = "99x99x5"'), "there is a game 99x99x5 already"),
    "a name that cannot be asked for": (('name = "connect-four"', 'name = "four/row"'), "name is 'four/row'"),
    "a size that is no number": (("max_plies = ROWS * COLUMNS", "max_plies = 42.0"), "max_plies is 42.0"),
    "a size beyond all memory": (("max_plies = ROWS * COLUMNS", "max_plies = 10**12"), "from 1 to 1,000,000"),
    "no key": (('    ("key", np.uint64),\n', ""), "the state has no field 'key'"),
    "a key that is too small": (('("key", np.uint64)', '("key", np.uint32)'), "the state's field 'key' is uint32"),
    "one text for two moves": (
        ("return column_letters(code)", "return 'ab'[code // 4]"),
        "write_move gives 0 and 1 one text",
    ),
    "a move's text with spaces": (
        ("return column_letters(code)", "return f'to {code}'"),
        "write_move(0) returns 'to 0'",
    ),
    "cells off the board": (('ROWS - r}", r, c)', 'ROWS - r}", r, c + 1)'), "the board has 6 rows and 7 columns"),
    "cells of one name": (('Cell(f"{column_letters(c)}{ROWS - r}"', 'Cell("a"'), "cells has two of the name 'a'"),
    "no contents": (
        (", content, landing]", ", landing]"),
        "no function content(state, cell): nothing says what stands on a cell",
    ),
    "other glyphs": (
        ("    rows, columns = ROWS", "    glyphs = ('-', 'X', 'O')\n    rows, columns = ROWS"),
        "it must begin with '.', 'X', 'O', '#'",
    ),
    "a glyph that is markup": (
        ("    rows, columns = ROWS", "    glyphs = ('.', 'X', 'O', '#', '<b>')\n    rows, columns = ROWS"),
        "glyphs has '<b>'; each must be one character that can be seen",
    ),
    "rows of groups that are not there": (
        ("    rows, columns = ROWS", "    group_rows = ((0, 1, 2),)\n    rows, columns = ROWS"),
        "group_rows has (0, 1, 2); it must be indices of frames, of which there are 0",
    ),
    "no reasons": (
        ("    rows, columns = ROWS", "    reasons = ()\n    rows, columns = ROWS"),
        "reasons must be texts, one at least",
    ),
    "a click off the board": (("return (code,)", "return (code + 40,)"), "clicks(2), for c, returns (42,)"),
    "a click twice": (("return (code,)", "return (code, code)"), "takes the first one back"),
    "too few labels": (
        ("for column in range(COLUMNS))\n    cells", "for column in range(3))\n    cells"),
        "column_labels has 3 labels",
    ),
    "too many labels": (
        ("    rows, columns = ROWS", "    row_labels = tuple('1234567')\n    rows, columns = ROWS"),
        "row_labels has 7 labels, but there are 6 rows",
    ),
    "symmetries of no moves": (
        (MIRRORED, "return [range(42), range(41, -1, -1)]"),
        "`clicks` does not tell which move the image of a is",
    ),
    "wrong symmetries": (
        (MIRRORED, "return [range(42), [1, 0, *range(2, 42)]]"),
        "which should be its image",
    ),
    "no symmetries at all": ((MIRRORED, "return []"), "the identity is always one"),
    "symmetries without the identity": ((MIRRORED, "return [mirrored]"), "symmetries must begin with the identity"),
}
# In rules, texts and views.
RULE_FAULTS: Faults = {
    "more moves than codes": (("    return n\n", "    out[n] = 0\n    return n + 1\n"), "IndexError: index 7"),
    "an index out of range": (("state.filled[move] += 1", "state.filled[move + 1] += 1"), "in play: IndexError"),
    "a game that outlasts max_plies": (
        ("    max_plies = ROWS * COLUMNS", "    max_plies = 3"),
        "max_plies is 3, but a game",
    ),
    "a game without an end": (
        ("        state.outcome = DRAW\n", "        state.filled[:] = 0\n        state.stones[:] = ZERO\n"),
        ": state a greater number, or if games may last for ever, end them: let play count moves in a field",
    ),
    "signed and unsigned integers": (
        ("    state.stones[player] |= ONE << np.uint64(bit)", "    state.stones[player] |= 1 << bit"),
        ", in play: signed and unsigned integers are mixed, which gives floats: write np.uint64(1) for 1",
    ),
    "no legal move": (("if state.filled[column] < ROWS", "if state.filled[column] < 1"), "has no legal move after"),
    "a float": (
        ("            n += 1\n    return n", "            n += 1\n    return n / 1"),
        "moves at the start returns 7.0",
    ),
    "a number of moves that is none": (("    return n\n", "    return -n\n"), "moves at the start returns -7"),
    "a move twice": (("out[n] = column", "out[n] = 0"), "wrote a move twice"),
    "a code without notation": (("out[n] = column", "out[n] = column + 1"), "has no notation"),
    "an unknown outcome": (("state.outcome = FIRST + player", "state.outcome = 9"), "the outcome is 9 after"),
    "an unknown turn": (("state.turn = 1 - player\n\n", "state.turn = 2\n\n"), "the turn after"),
    "moves that change the state": (
        ("    n = 0\n    for column", "    n = 0\n    state.filled[0] = 2\n    for column"),
        "moves at the start leaves the state changed",
    ),
    "play that returns something": (
        ("    state.turn = 1 - player\n\n", "    state.turn = 1 - player\n    return 1\n\n"),
        "play returns 1",
    ),
    "a key that play forgets": ((KEY, ""), "play did not change the key"),
    "a key without the stones": (
        (KEY, "    state.key ^= TURN_KEY\n"),
        "two positions that differ in stones, filled have one key",
    ),
    "a key without the turn": (
        (KEY, "    state.key ^= KEYS[player, bit]\n"),
        "reads back with another key than play made after",
    ),
    "a key by the way there": ((KEY, "    state.key = state.key * np.uint64(3) ^ KEYS[player, bit]\n"), "key"),
    "another start each time": (
        method("def setup(self, state):\n    import random\n    state.filled[0] = random.randrange(100)"),
        "setup makes another start each time (it differs in filled)",
    ),
    "another start in each process": (
        method("def setup(self, state):\n    import os\n    state.key = os.getpid()"),
        "reads back with another key",
    ),
    "play that depends on chance": (
        (KEY, KEY + "    state.key ^= np.uint64(np.random.randint(1 << 30))\n"),
        "play does another thing each time",
    ),
    "a text that reads back wrongly": (
        ("state.turn = read_side(side)", "read_side(side)"),
        "reads back as another position after",
    ),
    "a text that is not read": (
        ("rows, fields = split_rows(text, ROWS)", "rows, fields = split_rows(text, 5)"),
        "read_position of",
    ),
    "a text of several lines": (("{'/'.join(rows)}", "{chr(10).join(rows)}"), "write_position at the start returns"),
    "contents too short": (method("def contents(self, state):\n    return 41 * '.'"), "contents at the start returns"),
    "contents that nobody knows": (
        method("def contents(self, state):\n    return 42 * '?'"),
        "contents at the start has '?'",
    ),
    "a content beyond its table": (
        ("2 * int64(state.stones[1] >> bit", "4 * int64(state.stones[1] >> bit"),
        "content returns 4; it must be from 0 to 3; glyphs has 4 entries",
    ),
    "a float for a content": (
        (LOOKED, f"{LOOKED} / 1"),
        "content at the start returns np.float64(0.0) where an integer is wanted",
    ),
    "an error in a view": (
        method("def view(self, state, legal, last, before=None):\n    1 // (len(legal) - 7)"),
        "in view: ZeroDivisionError",
    ),
    "a move that lands off the board": (
        ("return (ROWS - 1 - int64", "return (ROWS + 6 - int64"),
        "landing at the start returns 84 for a; it must be a cell, from 0 to 41, or -1",
    ),
    "clicks of two moves that are the same": (
        ("COLUMNS + move\n", "COLUMNS\n"),
        "clicks are the same for a and b at the start",
    ),
    "clicks that begin another's": (
        clicked("{move.text: tuple(range(move.code + 1)) for move in legal}"),
        "clicks for a are the beginning of those for b at the start",
    ),
    "clicks of some moves": (
        clicked("{move.text: (move.code,) for move in legal[1:]}"),
        "clicks at the start must be of the legal moves",
    ),
    "a reason beyond its table": (
        method("reasons = ('four in a row',)"),
        "reason returns 1; it must be from 0 to 0; reasons has 1 entries",
    ),
    "groups off the board": (
        method("def groups(self, state):\n    from noughts.board import Group\n    return [Group('all', 0, 0, 7, 7)]"),
        "groups at the start has 'all', which does not lie on the board",
    ),
    "a counter that is NumPy's": (
        method(
            "def counters(self, state):\n"
            "    from noughts.board import Counter\n"
            "    return [Counter('stones', state.filled[0])]"
        ),
        "view.counters[0].value at the start is np.int8(0)",
    ),
    "winning cells off the board": (method("def winning_cells(self, state):\n    return [42]"), "winning_cells after"),
    "winning boards that are not there": (
        method("def winning_groups(self, state):\n    return [[0]]"),
        "winning_groups after",
    ),
    "a reason with a mark": (method("def reason(self, state):\n    return 'four X in a row'"), "it must name no mark"),
    "a reason that is none": (method("def reason(self, state):\n    return ''"), "reason after"),
    "an error in where": (method("def where(self, state):\n    return state.nowhere"), "in where: AttributeError"),
}
# In the hooks of HOOKED.
HOOK_FAULTS: Faults = {
    "a win that is none": (
        ("            return column\n    return NO_MOVE", "            return column\n    return 3"),
        "winning_move at the start says d, which does not win at once",
    ),
    "a win that is no move": (
        ("            return column\n    return NO_MOVE", "            return column\n    return 70"),
        "winning_move at the start says 70, which is not a legal move",
    ),
    "a win that is not found": (
        ("    return completing(state, int64(state.turn))", "    return NO_MOVE"),
        "finds no win, but",
    ),
    "a move too many": (
        ("out[n] = column  # a threat", "out[n + 7] = column"),
        "in threat_moves: IndexError: index 7 is out of bounds",
    ),
    "moves far away": (
        ("        return UNRESTRICTED", "        out[100_000] = 1\n        return UNRESTRICTED"),
        "in forced_moves: IndexError",
    ),
    "a number of moves that is none": (
        ("        return UNRESTRICTED", "        return -2"),
        "forced_moves at the start returns -2",
    ),
    "a forced move left out": (("return n  # forced", "return max(n - 1, 0)"), "which does not lose at once"),
    "a forced move that is not legal": (
        ("out[n] = column  # forced", "out[n] = 9"),
        "wrote 9, which is not a legal move",
    ),
    "a threat that is none": (
        ("if completing(state, player) != NO_MOVE:", "if True:"),
        "threat_moves at the start has",
    ),
    "a threat that is not legal": (
        ("out[n] = column  # a threat", "out[n] = -1"),
        "wrote -1, which is not a legal move",
    ),
    "death too soon": (
        ("ROWS * COLUMNS - 1 and", "ROWS * COLUMNS - 12 and"),
        "says that it will be a draw with equal points, but",
    ),
    "a death that is neither": (("== NO_MOVE else 0", "== NO_MOVE else 2"), "returns 2; it must be 0 or 1"),
    "dead with other points": ((POINTS, "return player"), "says that it will be a draw with equal points, but"),
    "a win that cannot be": (
        ("- 1 and player != state.turn else 0", "- 1 and player != state.turn else 1"),
        "cannot win, but",
    ),
    "room that is not there": (("room[0] = player", "room[1_000] = player"), "in cannot_win: IndexError"),
    "a promise that is too small": (
        (PROMISE, "worth[column] = 2 - abs(column - 3)"),
        "promise at the start says -1 for a",
    ),
    "a promise for a move that there is not": (
        (PROMISE, "worth[column + 1] = 0"),
        "in promise: IndexError",
    ),
    "neither near nor far": (("ROWS else 0  # near", "0 else 2"), "is_near at the start says 2 of a"),
    "a promise that is forgotten": ((PROMISE, "pass"), "promise at the start says -1 for a"),
    "neither a promise nor none": (("return 1  # it knows", "return 2"), "it must be 1, or 0 if it says nothing"),
    "plies left that do not fall": ((LEFT, "return 42"), "and 42 after"),
    "plies left that end too soon": ((LEFT, "return 20 - state.filled.sum()"), "but the game goes on"),
    "points beyond all scores": ((POINTS, "return (1 - 2 * player) * 10_000_000"), "points after"),
    "a hook that changes the state": (("state.stones[player] ^= bit  # as it was", "pass"), "leaves the state changed"),
    "a hook that fails": ((LEFT, "return state.none_of_it"), "in plies_left: AttributeError"),
    "a float": ((LEFT, "return 42.5 - state.filled.sum()"), "plies_left at the start returns"),
}
# For the process that they run in.
DEADLY: dict[str, tuple[list[Change], str]] = {
    "os._exit": ([(SIZES, "import os; os._exit(3)")], "it ended Python (exit code 3)"),
    "a crash": ([(SIZES, "import ctypes; ctypes.string_at(0)")], "it crashed Python (SIGSEGV)"),
    "an exit from a rule": (
        [("    n = 0\n    for", "    raise SystemExit(0)\n    for")],
        "in moves: it ends Python by SystemExit(0)",
    ),
    "waiting for input": ([(SIZES, "input()")], "line 33: EOFError"),
    "a loop without an end": (
        [method("def where(self, state):\n    while True:\n        pass")],
        "in where had not ended after 3 s of work",
    ),
    "a thread that goes on, and a fault": (
        [(SIZES, "import threading, time\nthreading.Thread(target=time.sleep, args=(1000,)).start()\n1 / 0")],
        "ZeroDivisionError",
    ),
    "output by the million, and a fault": (
        [
            ("    n = 0\n    for", "    n = 0\n    print('x' * 1_000_000)\n    for"),
            method(
                "def view(self, state, legal, last, before=None):\n"
                "    1 // (len(legal) - 6)\n"
                "    return super().view(state, legal, last, before)"
            ),
        ],
        "in view: ZeroDivisionError",
    ),
}
# Only when compiled; with these hooks.
COMPILED_FAULTS = {
    "what cannot be compiled": (
        "",
        ("    n = 0\n    for column", "    n = len(str(state)) * 0\n    for column"),
        "in moves: it cannot be compiled: '__str__'",
    ),
    "a helper that is not marked": (
        "",
        ("@compiled\ndef has_four", "def has_four"),
        ", in play: has_four is a plain function: write @compiled above its def",
    ),
    "a list": (
        "",
        ("    n = 0\n    for column", "    n = len([0]) - 1\n    for column"),
        ", in moves: compiled code makes no lists, sets, texts or arrays, as it allocates nothing: write moves",
    ),
    "a list without anything in it": (
        "",
        ("    n = 0\n    for column", "    found = []\n    n = len(found)\n    for column"),
        ", in moves: compiled code makes no lists, sets, texts or arrays, as it allocates nothing: write moves",
    ),
    "a list of the file's": (
        "",
        ("@compiled\ndef has_four(stones: np.uint64) -> bool:", LISTED),
        ", in play: STEPS is a list, set or dictionary, which compiled code cannot read: make it a tuple",
    ),
    "signed and unsigned integers": (
        "",
        (
            "    return False\n",
            "    last = 0\n    if stones != ZERO:\n        last = stones\n    return last & ONE != last & ONE\n",
        ),
        ", in play: signed and unsigned integers are mixed, which gives floats: write np.uint64(1) for 1",
    ),
    "a float": (
        "",
        ("            n += 1\n    return n", "            n += 1\n    return n if UNCOMPILED else n / 1"),
        "moves returns float64",
    ),
    "rules": (
        "",
        (
            "if state.filled[column] < ROWS:\n            out",
            "if state.filled[column] < ROWS - 1 + UNCOMPILED:\n            out",
        ),
        ": legal is",
    ),
    "a hook": (
        "plies_left",
        (LEFT, "return ROWS * COLUMNS - state.filled.sum() + (not UNCOMPILED)"),
        ": plies_left is",
    ),
    "a list of moves": (
        "threat_moves",
        ("return n  # threats", "return n if UNCOMPILED else 0"),
        ": threat_moves is [0] compiled",
    ),
    "a view": ("", method("def where(self, state):\n    return '' if UNCOMPILED else 'here'"), ": view is"),
}
