"""The look of a game: what the functions of its rules say of a state in numbers, and the view that is made of them."""

from pathlib import Path

import numpy as np
import pytest

import noughts
from noughts.board import View
from noughts.kernel.looking import OUTCOME, REASON, WHERE, Layout, Sizes, look
from noughts.registry import families

# A row of five cells, the middle one a castle while nobody has it. A move takes a cell or passes; two passes in a row,
# or a full row, end the game, and more cells win.
RULES = '''"""Take cells of a row, or pass; more cells win."""

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
LOOK = """

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
TABLES = """
    glyphs = (".", "X", "O", "#", "♜")
    reasons = ("the row is full", "both players passed")
    wheres = ("", "after a pass")
    counted = (Counter("cells", 0, 0), Counter("cells", 0, 1))
"""
METHODS = """
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
GAME = '''

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
    RULES
    + LOOK
    + GAME.replace("TOLD", TABLES).replace("FUNCTIONS", "[moves, play, content, is_lit, reason, where, counter]")
)
OLD_FORM = RULES + GAME.replace("TOLD", METHODS).replace("FUNCTIONS", "[moves, play]")
LINE = ["c", "a", "pass", "b", "pass", "pass"]


@pytest.fixture(params=["new", "old"])
def row(request: pytest.FixtureRequest, tmp_path: Path) -> noughts.Game:
    """The game, checked as all games from files are: uncompiled, compiled, and one against the other."""
    path = tmp_path / f"row_{request.param}.py"
    path.write_text(NEW_FORM if request.param == "new" else OLD_FORM)
    return noughts.game(str(path))


def _views(row: noughts.Game) -> list[View]:
    position = row.start()
    views = [position.view()]
    for move in LINE:
        position.push(move)
        views.append(position.view())
    return views


def test_a_file_says_its_look_in_functions_or_in_methods_and_looks_the_same(row: noughts.Game) -> None:
    views = _views(row)
    assert ["".join(cell.content for cell in view.cells) for view in views[:3]] == ["..♜..", "..X..", "O.X.."]
    assert [view.status for view in views] == [
        "X to move",
        "O to move",
        "X to move",
        "O to move after a pass",
        "X to move",
        "O to move after a pass",
        "O wins: both players passed",
    ]
    assert [counter.value for counter in views[-1].counters] == [1, 2]
    assert views[-1].winning == (0, 1)
    assert views[4].winning == ()


def test_a_move_without_a_cell_is_offered_without_clicks_and_is_its_own_image(row: noughts.Game) -> None:
    views = _views(row)
    assert views[0].clicks == {"a": (0,), "b": (1,), "c": (2,), "d": (3,), "e": (4,), "pass": ()}
    assert views[3].last == ()
    mirror = row.symmetries[1]
    assert str(mirror.moves[row.read_move("pass")]) == "pass"
    assert str(mirror.moves[row.read_move("a")]) == "e"
    assert noughts.Engine(limit=noughts.Limit(depth=10)).play(row.position("XO.OX X 1")).move is not None


def test_a_glyph_of_the_games_own_is_drawn_as_it_is(row: noughts.Game) -> None:
    assert "♜" in str(row.start())
    assert ">♜</text>" in row.start().svg()


def test_what_only_python_can_show_is_told_with_what_to_write_instead(row: noughts.Game, tmp_path: Path) -> None:
    told = row.look_problem()
    if (tmp_path / "row_new.py").exists():
        assert told is None
    else:
        assert told is not None
        assert told.startswith(
            "row says in Python methods how it looks; as functions of its rules, contents must become"
        )
        for method in ("content(state, cell)", "is_lit(state, cell)", "reason(state)", "counter(state, index)"):
            assert method in told


def test_every_built_in_game_says_its_look_in_functions() -> None:
    names = [name for family in families() for name in family.examples]
    assert {name: noughts.game(name).look_problem() for name in names} == dict.fromkeys(names)


def test_numbers_of_a_look_stand_where_the_layout_says() -> None:
    """X has won ultimate by boards 1, 2 and 3; O's marks lie on 4."""
    game = noughts.game("ultimate")
    states = game.position("XXX6/3XXX3/6XXX/O.O.O4/9/9/9/9/9 O -").states
    sizes = Sizes(cells=81, groups=9, rows=17)
    layout = Layout.of(sizes)
    out = np.full(layout.length + 1, -7, np.int64)
    assert look(states, 0, np.array(sizes, np.int64), out) == layout.length
    assert out[-1] == -7
    assert (out[OUTCOME], out[REASON], out[WHERE]) == (1, 0, 0)
    assert out[layout.contents].reshape(9, 9)[[0, 3, 4]].tolist() == [
        [1, 1, 1, 0, 0, 0, 0, 0, 0],
        [2, 0, 2, 0, 2, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0],
    ]
    assert np.flatnonzero(out[layout.lit]).tolist() == [0, 1, 2, 12, 13, 14, 24, 25, 26]
    assert out[layout.owners].tolist() == [1, 1, 1, 0, 0, 0, 0, 0, 0]
    assert out[layout.lit_rows].tolist() == [1] + 16 * [0]
