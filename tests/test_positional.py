"""Games as sets of cells: what is left of k in a row, and a game of one's own that is nothing else."""

import random
from pathlib import Path

import pytest

import noughts
from commands import edit
from noughts import Engine, NoughtsError
from noughts.board import Line, Position, PositionalGame
from noughts.engine.perfect_play import solved
from noughts.search.base import StopSignal
from noughts.solving.positional import PositionalSolver
from noughts.solving.solution import Solution
from noughts.solving.solver import Solver
from noughts.solving.task import SolveSettings

# The seven points of the Fano plane in a row, and its seven lines.
FANO = """
import numpy as np
from noughts.board import Cell, Game, Line, PositionalGame, column_letters, read_cells, read_side, split_rows
from noughts.kernel import DRAW, FIRST, Rules, int64, random_keys

LINES = ((0, 1, 2), (0, 3, 4), (0, 5, 6), (1, 3, 5), (1, 4, 6), (2, 3, 6), (2, 4, 5))
KEYS = random_keys('fano', 2, 7)
TURN = random_keys('fano turn', 1)[0]


def points(state, player):
    return 0


def moves(state, out):
    n = 0
    for at in range(7):
        if state.owner[at] == 0:
            out[n] = at
            n += 1
    return n


def play(state, move):
    player = int64(state.turn)
    state.owner[move] = player + 1
    state.taken += 1
    state.key ^= KEYS[player, move] ^ TURN
    for line in LINES:
        own = 0
        for at in line:
            if state.owner[at] == player + 1:
                own += 1
        if own == 3:
            state.outcome = FIRST + player
    if state.outcome == 0 and state.taken == 7:
        state.outcome = DRAW
    state.turn = 1 - player


class Fano(Game):
    '''Three points of a line win. X begins.'''

    name, title = 'fano', 'Fano plane'
    rules = Rules(name, [('owner', np.int8, (7,)), ('taken', np.int8), ('turn', np.int8), ('outcome', np.int8),
                         ('key', np.uint64)], [moves, play])
    rows, columns = 1, 7
    move_codes = max_plies = 7
    cells = tuple(Cell(column_letters(at) + '1', 0, at) for at in range(7))

    def positional(self, state):
        free = [at for at in range(7) if state.owner[at] == 0]
        lines = [set(), set()]
        for player in range(2):
            for line in LINES:
                if all(state.owner[at] in (0, player + 1) for at in line):
                    lines[player].add(Line(sum(1 << free.index(at) for at in line if state.owner[at] == 0)))
        return PositionalGame(tuple(free), (frozenset(lines[0]), frozenset(lines[1])))

    def write_move(self, code):
        return column_letters(code)

    def clicks(self, code):
        return (code,)

    def contents(self, state):
        return ''.join('.XO'[owner] for owner in state.owner)

    def write_position(self, state):
        return self.contents(state) + ' ' + 'XO'[state.turn]

    def read_position(self, text, state):
        (row,), fields = split_rows(text, 1)
        for at, content in enumerate(read_cells(row, 'the row', 7, '.XO')):
            if content != '.':
                player = 'XO'.index(content)
                state.owner[at] = player + 1
                state.taken += 1
                state.key ^= KEYS[player, at]
        state.turn = read_side(fields[0]) if fields else 0
        if state.turn:
            state.key ^= TURN
        for player in range(2):
            if any(all(state.owner[at] == player + 1 for at in line) for line in LINES):
                state.outcome = FIRST + player
        if state.outcome == 0 and state.taken == 7:
            state.outcome = DRAW
"""
# The same as a function of the rules.
LINES_LEFT = """
def lines_left(state, player, lines):
    n = 0
    for line in LINES:
        cells = 0
        for at in line:
            if state.owner[at] == 0:
                before = 0
                for other in range(at):
                    if state.owner[other] == 0:
                        before += 1
                cells |= 1 << before
            elif state.owner[at] != player + 1:
                break
        else:
            lines[n, 0], lines[n, 1] = cells, 0
            n += 1
    return n
"""
# As a file may get it wrong: what is changed, and what is said of it.
WRONG = {
    "a line too few": ("LINES:\n                if all", "LINES[1:]:\n                if all", "outcome would be"),
    "another way to end": ("frozenset(lines[1])))", "frozenset(lines[1])), True)", "outcome would be"),
    "no cell": ("tuple(free), (", "tuple(free[1:]), (", "is not a set of some of"),
    "other moves": ("tuple(free), (", "tuple(at + 7 for at in free), (", "legal moves would be"),
    "too many": ("tuple(free), (", "tuple(range(17)), (", "not those of 1 to 16 cells"),
    "no lines": ("Line(sum(1 << free.index(at) for at in line if state.owner[at] == 0))", "(1, 0)", "is not a Line"),
    "half an avoidance": ("frozenset(lines[1])))", "frozenset(lines[1])), 0.5)", "must be True or False"),
    "points": ("[moves, play])", "[moves, play, points])", "counts? no points"),
    "nothing": ("        return PositionalGame(", "        PositionalGame(", "it must be a PositionalGame"),
    "a state that changes": ("lines = [set()", "state.taken = 0\n        lines = [set()", "leaves the state changed"),
}  # fmt: skip

TOLD = "return PositionalGame(tuple(free), (frozenset(lines[0]), frozenset(lines[1])))"
FAR = "frozenset([*lines[0], Line(1 << 40)])"
# What passes for right, and is not: what is told instead, and a class for it.
HOSTILE = {
    "a set that grows": (
        "told = PositionalGame(tuple(free), (lines[0], lines[1])); lines[0].add(Line(1 << 40)); return told",
        "",
    ),
    "another class": (
        TOLD.replace("PositionalGame", "Sly").replace("frozenset(lines[0])", FAR),
        "class Sly(PositionalGame):\n    def __post_init__(self): pass\n",
    ),
    "numbers that are always right": (
        TOLD.replace("frozenset(lines[0])", FAR.replace("1 << 40", "Sly(1 << 40)")),
        "class Sly(int):\n    __lt__ = __gt__ = lambda self, other: True\n    __hash__ = int.__hash__\n",
    ),
}


def solution_of(position: Position) -> Solution:
    solver = PositionalSolver(position)
    solver.work()
    return solver.solution()


def check_by_proof_numbers(position: Position) -> str:
    """That the value is right, and that the move keeps it."""
    exact = Solver(position, SolveSettings("proof-number", hash_mb=1.0, all_moves=True))
    exact.work()
    found, expected = solution_of(position), exact.solution()
    assert found.value == expected.value, position.text()
    assert expected.move_values[str(found.best_moves[0])] == expected.value, (position.text(), found.best_moves)
    return str(found.value)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("exact-5x5x4", "#O..O/X.#OX/O..XX/O..O#/XOO#X X"),
        ("exact-3x5x4", ".O.../.O#O./..OO. X"),
        ("misere-4x5x4", "..O#./#.OO#/X.OX./OXXO. O"),
        ("exact-3x6x4", "..X.X./.#.O#./...... O"),
    ],
)
def test_a_draw_that_weights_prove_is_kept_by_the_move(name: str, text: str) -> None:
    """Most moves lose there."""
    assert check_by_proof_numbers(noughts.game(name).position(text)) == "draw"


@pytest.mark.parametrize("kind", ["", "misere-", "exact-"])
def test_value_and_move_are_those_of_proof_numbers(kind: str) -> None:
    chance, values = random.Random(f"positional {kind}"), set[str]()
    for _ in range(80):
        rows, columns, k = chance.choice(((4, 4, 3), (4, 5, 4), (5, 5, 4), (3, 6, 3), (3, 5, 4)))
        free = chance.randint(6, 12)
        cells = ["."] * free + chance.choices("XO#", k=rows * columns - free)
        chance.shuffle(cells)
        text = "/".join("".join(cells[at : at + columns]) for at in range(0, len(cells), columns))
        try:
            position = noughts.game(f"{kind}{rows}x{columns}x{k}").position(f"{text} {chance.choice('XO')}")
        except NoughtsError:  # both have a line
            continue
        if not position.is_game_over():
            values.add(check_by_proof_numbers(position))
    assert values == {"win", "draw", "loss"}


@pytest.mark.parametrize("name", ["misere-8x8x3", "misere-32x32x3"])
def test_the_size_of_the_board_does_not_matter(name: str) -> None:
    """The last cells of a corner are the game of a board of that size."""
    side = noughts.game(name).rows
    text = "/".join(["...." + "#" * (side - 4)] * 3 + ["#" * side] * (side - 3))
    small, large = noughts.game("misere-3x4x3").start(), noughts.game(name).position(f"{text} X")
    assert solution_of(large).nodes == solution_of(small).nodes
    assert solution_of(large).value == check_by_proof_numbers(small)


def test_it_can_be_stopped() -> None:
    signal = StopSignal()
    signal.set()
    position = noughts.game("misere-4x4x3").start()
    assert solved(position, None, signal) is None
    assert solved(position, None, StopSignal()) is not None


def test_a_game_of_one_s_own_is_solved_as_sets_of_cells(tmp_path: Path) -> None:
    """On the Fano plane nobody can avoid that somebody has a line, and who begins has it."""
    path = tmp_path / "fano.py"
    path.write_text(FANO)
    game = noughts.game(str(path))
    assert solution_of(game.start()).value == "win"
    result = Engine(level="max").play(game.start())
    assert result.is_proved
    assert result.score.value > 0


def test_rules_may_tell_the_sets_and_are_held_to_them(tmp_path: Path) -> None:
    path = tmp_path / "fano.py"
    head, method = FANO.split("    def positional")
    path.write_text(head + "    def write_move" + method.partition("    def write_move")[2])
    edit(
        path,
        ("class Fano(Game)", f"{LINES_LEFT}\n\nclass Fano(Game)"),
        ("[moves, play])", "[moves, play, lines_left])"),
    )
    game = noughts.game(str(path))
    assert len(game.positional(game.start().states[0]).lines[1]) == 7
    assert solution_of(game.start()).value == "win"
    edit(path, ("    n = 0\n    for line in LINES:", "    n = 0\n    for line in LINES[1:]:"))
    with pytest.raises(NoughtsError, match="outcome would be"):
        noughts.game(str(path))


@pytest.mark.parametrize("fault", WRONG)
def test_what_such_a_game_says_is_compared_with_its_rules(tmp_path: Path, fault: str) -> None:
    path = tmp_path / "fano.py"
    path.write_text(FANO)
    right, wrong, message = WRONG[fault]
    edit(path, (right, wrong))
    with pytest.raises(NoughtsError, match=message):
        noughts.game(str(path))


def test_moves_that_are_not_legal_are_refused_where_the_check_has_not_come(tmp_path: Path) -> None:
    path = tmp_path / "fano.py"
    path.write_text(FANO)
    mode = ("import numpy as np\n", "import numpy as np\nfrom noughts.kernel.mode import UNCOMPILED\n")
    edit(path, mode, ("tuple(free), (", "tuple(at + (0 if UNCOMPILED else 70) for at in free), ("))
    with pytest.raises(NoughtsError, match="does not tell of"):
        Engine(level="max").play(noughts.game(str(path)).start())


@pytest.mark.parametrize("fault", HOSTILE)
def test_no_file_makes_compiled_code_write_elsewhere(tmp_path: Path, fault: str) -> None:
    path = tmp_path / "fano.py"
    path.write_text(FANO)
    told, before = HOSTILE[fault]
    edit(path, (TOLD, told), ("class Fano(Game)", f"{before}\n\nclass Fano(Game)"))
    with pytest.raises(NoughtsError, match="positional"):
        solution_of(noughts.game(str(path)).start())


@pytest.mark.parametrize(
    "lines",
    [{Line(0)}, {Line(8)}, {Line(1, 8)}, {Line(3, 1)}, {Line(-1)}, {Line(1 << 70)}],
)
def test_sets_that_compiled_code_could_not_look_up_are_refused(lines: set[Line]) -> None:
    with pytest.raises(NoughtsError, match="is not a set of some of 3 cells"):
        PositionalGame((4, 5, 6), (frozenset(lines), frozenset()))
