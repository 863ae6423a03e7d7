"""Evaluations from outside the package: in a game's own file, in a file beside it, and what is refused of them."""

import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import noughts as package
from commands import CONNECT_FOUR, ROOT, noughts, run_python
from noughts.engine.static_value import static_value as static
from noughts.kernel.fingerprint import captured
from noughts.registry import best_evaluation, evaluation, fitting_evaluation

GUIDE = (ROOT / "CONTRIBUTING.md").read_text()
[EXAMPLE] = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
IMPORT = "from connect_four import COLUMNS, HEIGHT, ConnectFour\n"
# One X in the middle column and one O at the edge, O to move: by the weights 30 to 0.
MOVES, VALUE = ("d", "a"), 30


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    return Path(shutil.copy(CONNECT_FOUR, tmp_path / "connect_four.py"))


@pytest.fixture
def eval_file(game_file: Path) -> Path:
    path = game_file.parent / "centre.py"
    path.write_text(EXAMPLE)
    return path


def static_value(game: package.Game, name: str | None) -> int:
    """The value of a position after MOVES, in plain Python."""
    position = game.start()
    for move in MOVES:
        position.push(move)
    found = fitting_evaluation(game, name)
    function = found.value_for(game.rules)
    return int(getattr(function, "py_func", function)(position.states, 0, found.loaded_weights, None))


def test_an_evaluation_in_the_games_own_file_is_the_default(game_file: Path) -> None:
    assert EXAMPLE.count(IMPORT) == 1
    game_file.write_text(game_file.read_text() + EXAMPLE.replace(IMPORT, ""))
    listed = noughts("evals", str(game_file), NOUGHTS_UNCOMPILED="1")
    assert re.match(r"centre +Stones in the middle are worth more. The default.", listed.stdout), listed.stderr
    # The first move goes to the middle, which is worth 30 to X.
    options = ("--search", "minimax", "--depth", "1", "--json")
    analysed = noughts("analyze", str(game_file), *options, NOUGHTS_UNCOMPILED="1")
    assert analysed.returncode == 0, analysed.stderr
    assert json.loads(analysed.stdout)["move"] == "d"
    assert json.loads(analysed.stdout)["points"] == 0.3


def test_an_installed_games_file_is_looked_into_as_well(game_file: Path) -> None:
    folder = game_file.parent
    game_file.write_text(game_file.read_text() + EXAMPLE.replace(IMPORT, ""))
    info = folder / "connect_four-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: connect-four\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[noughts.games]\nconnect-four = connect_four:ConnectFour\n")
    listed = noughts("evals", "connect-four", PYTHONPATH=f"{folder}{os.pathsep}{ROOT / 'src'}", NOUGHTS_UNCOMPILED="1")
    assert listed.stdout.startswith("centre"), listed.stderr


def test_one_that_names_the_game_comes_before_those_for_every_game(game_file: Path, eval_file: Path) -> None:
    folder = game_file.parent
    info = folder / "centre-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: centre\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[noughts.evals]\ncentre = centre\n")
    listed = noughts("evals", str(game_file), PYTHONPATH=f"{folder}{os.pathsep}{ROOT / 'src'}", NOUGHTS_UNCOMPILED="1")
    assert listed.stdout.startswith("centre"), listed.stderr


def test_an_evaluation_beside_the_games_file_fits_it(game_file: Path, eval_file: Path) -> None:
    game = package.game(str(game_file))
    assert evaluation(str(eval_file)).fits(game.rules)
    assert static_value(game, str(eval_file)) == VALUE
    result = package.Engine("minimax", eval=str(eval_file)).play(game.start(), package.Limit(depth=1))
    assert (str(result.move), result.score.value) == ("d", 30)


def test_it_fits_in_whichever_order_and_under_whatever_name_the_game_was_loaded(eval_file: Path) -> None:
    found = evaluation(str(eval_file))
    assert found.fits(package.game(str(eval_file.parent / "connect_four.py")).rules)
    assert found.fits(package.game(str(CONNECT_FOUR)).rules)  # the same file elsewhere
    assert not found.fits(package.game("tictactoe").rules)


def test_edits_of_game_and_evaluation_count_in_the_same_process(game_file: Path, eval_file: Path) -> None:
    assert evaluation(str(eval_file)).fits(package.game(str(game_file)).rules)
    edited = game_file.read_text().replace("ROWS, COLUMNS, HEIGHT = 6, 7, 7", "ROWS, COLUMNS, HEIGHT = 5, 7, 7")
    game_file.write_text(edited)
    script = (
        "import sys; from pathlib import Path; import noughts; from noughts.registry import evaluation\n"
        "game, value = map(Path, sys.argv[1:])\n"
        "old = noughts.game(str(game))\n"
        "assert evaluation(str(value)).fits(old.rules)\n"
        "game.write_text(game.read_text().replace('HEIGHT = 5, 7, 7', 'HEIGHT = 4, 7, 7'))\n"
        "new = noughts.game(str(game))\n"
        "assert new.max_plies == 28\n"
        "assert evaluation(str(value)).fits(new.rules)\n"
        "assert not evaluation(str(value)).fits(old.rules)\n"
        "engine = noughts.Engine('minimax', eval=str(value))\n"
        "print(engine.play(new.start(), noughts.Limit(depth=1)).score.value)\n"
        "value.write_text(value.read_text().replace('20, 30, 20', '20, 50, 20'))\n"
        "print(engine.play(new.start(), noughts.Limit(depth=1)).score.value)\n"
    )
    run = run_python("-c", script, str(game_file), str(eval_file), NOUGHTS_UNCOMPILED="1")
    assert run.stdout.split() == ["30", "50"], run.stderr


def test_files_of_one_name_in_two_folders_are_two(tmp_path: Path) -> None:
    for folder, weight in (("one", 30), ("other", 70)):
        (tmp_path / folder).mkdir()
        shutil.copy(CONNECT_FOUR, tmp_path / folder / "connect_four.py")
        (tmp_path / folder / "middle.py").write_text(f"MIDDLE = {weight}\n")
        changed = EXAMPLE.replace("20, 30, 20", "20, MIDDLE, 20").replace(
            IMPORT, IMPORT + "from middle import MIDDLE\n"
        )
        (tmp_path / folder / "centre.py").write_text(changed)
    found = [evaluation(str(tmp_path / folder / "centre.py")) for folder in ("one", "other")]
    assert [one.loaded_weights[3] for one in found] == [30, 70]


def test_two_files_may_import_each_other(game_file: Path, eval_file: Path) -> None:
    game_file.write_text(game_file.read_text() + "\n\nfrom centre import CENTRE\n")
    script = (
        "import sys; import noughts; from noughts.registry import best_evaluation\n"
        "print(best_evaluation(noughts.game(sys.argv[1])).name)\n"
    )
    run = run_python("-c", script, str(game_file), NOUGHTS_UNCOMPILED="1")
    assert run.stdout.strip() == "centre", run.stderr


def test_a_file_leaves_no_module_behind_that_another_import_would_find(eval_file: Path) -> None:
    import sys

    evaluation(str(eval_file))
    assert "connect_four" not in sys.modules


UPDATED = """

@compiled
def update(states: States, ply: int, move: int, weights: Weights, accumulators: Accumulators) -> None:
    {body}


@compiled
def order(states, ply, moves, n, scores, weights, accumulators):
    {order}


@compiled
def verdict(states, ply, weights, accumulators):
    {verdict}


CENTRE = Evaluation("centre", "-", values={{ConnectFour.rules: value}}, weights=(0, 10, 20, 30, 20, 10, 0),
                    update=update, order=order, verdict=verdict, accumulator_size=2)
"""
NO_ORDER = "scores[:n] = 0"
NO_VERDICT = "return 1 << 22"
COUNTS = "accumulators[ply, 0] = 0 if move == -1 else accumulators[ply - 1, 0] + 1"


def with_functions(
    body: str = "pass", order: str = NO_ORDER, returned: str = "total", verdict: str = NO_VERDICT
) -> str:
    plain = EXAMPLE[: EXAMPLE.index("\n\nCENTRE")].replace("return total", f"return {returned}")
    return plain + UPDATED.format(body=body, order=order, verdict=verdict)


FAULTS = {
    "nothing": (with_functions(), r"fine"),
    "a float": (
        EXAMPLE.replace("return total", "return total / 2"),
        r"faulty.py, line 11, in value: it returned .*integer",
    ),
    "a mate": (EXAMPLE.replace("return total", "return int64(999_999_999)"), r"values go from -100,000,000"),
    "an index out of range": (
        EXAMPLE.replace("weights[column]", "weights[column + 1]"),
        r"faulty.py, line \d+, in value: IndexError",
    ),
    "a parameter too few": (EXAMPLE.replace("weights: Weights, acc", "acc"), "in value: it must have 4 parameters"),
    "another row": (with_functions("accumulators[0, 1] += 1 if ply else 0"), "in update: it changed another ply's"),
    "a column too far": (with_functions("accumulators[ply, 2] = 0"), r"in update: IndexError"),
    "the position": (with_functions("states[ply].filled[0] = 3"), "in update: it changed a state"),
    "the weights": (with_functions("weights[0] += 1"), "in update: it changed the weights"),
    "an update that forgets": (
        with_functions(COUNTS, returned="int64(accumulators[ply, 0])"),
        "in update: move by move, and counted from nothing, the value is 1 and 0",
    ),
    "zeros taken for granted": (
        with_functions("accumulators[ply, 0] += 1", returned="int64(accumulators[ply, 0]) % 1000"),
        "in update: move by move, and counted from nothing, the value is",
    ),
    "an exit": (
        EXAMPLE.replace("return total", "raise SystemExit(3)"),
        r"faulty.py, line \d+, in value: it ends Python by SystemExit\(3\)",
    ),
    "weights that exit": (
        EXAMPLE.replace("weights=(0, 10, 20, 30, 20, 10, 0)", "weights=lambda: exit(4)"),
        r"faulty.py, line \d+: it ends Python by SystemExit\(4\)",
    ),
    "a score left out": (with_functions(order="scores[: n - 1] = 0"), "in order: it wrote no score for g"),
    "a score too high": (with_functions(order="scores[:n] = 1 << 40"), "in order: the score of a is"),
    "other moves": (
        with_functions(order="moves[0] = 0; scores[:n] = 0; moves[1] = 0"),
        "in order: it changed the moves",
    ),
    "a verdict that is no number": (with_functions(verdict="return None"), "in verdict: it returned None"),
    "a verdict beyond all plies": (with_functions(verdict="return 5000"), "in verdict: it returned 5000; it must be"),
    "a win that is none": (with_functions(verdict="return 1"), "in verdict: it returned 1 of .* no move wins at once"),
    "a loss that is none": (with_functions(verdict="return -2"), "in verdict: .* a does not lose within two plies"),
    "a win overlooked": (with_functions(verdict="return 0"), "in verdict: it returned 0 of .* wins at once"),
    "a reply that is not forced": (with_functions(verdict="return 1 << 21"), "where 7 moves do not lose at once"),
    "room that is not there": (
        EXAMPLE.replace("return total", "return total + int64(states[ply + 1].turn) * 0"),
        "in value: IndexError",
    ),
    "no spread": (EXAMPLE.replace("spread=30", "spread=0"), "spread is 0; it must be 1 or more"),
    "too much spread": (EXAMPLE.replace("spread=30", "spread=10**12"), "spread is 1000000000000; it must be 1 or more"),
}


def test_what_breaks_the_contract_is_refused_with_where_it_does(game_file: Path) -> None:
    faulty = game_file.parent / "faulty.py"
    script = (
        "import json, sys; from pathlib import Path; import noughts\n"
        "from noughts.conformance.evaluations import trial; from noughts.registry import evaluation\n"
        "game, answers = noughts.game(sys.argv[1]), {}\n"
        "for fault, source in json.load(sys.stdin).items():\n"
        "    Path(sys.argv[2]).write_text(source)\n"
        "    try:\n"
        "        trial(evaluation(sys.argv[2]), game)\n"
        "        answers[fault] = 'fine'\n"
        "    except noughts.NoughtsError as error:\n"
        "        answers[fault] = str(error)\n"
        "print(json.dumps(answers))\n"
    )
    sources = json.dumps({fault: source for fault, (source, _) in FAULTS.items()})
    run = run_python("-c", script, str(game_file), str(faulty), stdin=sources, NOUGHTS_UNCOMPILED="1")
    assert run.returncode == 0, run.stderr
    answers = json.loads(run.stdout)
    for fault, (_, message) in FAULTS.items():
        assert re.search(message, answers[fault]), (fault, answers[fault])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("weights[column]", "weights[column + 1]", r"centre.py, line 18, in value: IndexError"),
        # Fine in Python, but a number of 64 bits is all that compiled code has.
        ("return total", "return total + ((2 ** 70) >> 70)", "cannot be compiled|compiled it says"),
        ("return total", "while True: total += 1", r"centre.py, line 19, in value had not ended after 3 s of work"),
        ("@compiled\ndef value", "def value", r"line \d+, in value: it must be marked as @compiled"),
    ],
)
def test_a_faulty_evaluation_is_refused_before_it_is_used(
    game_file: Path, eval_file: Path, old: str, new: str, message: str
) -> None:
    eval_file.write_text(EXAMPLE.replace(old, new))
    with pytest.raises(package.NoughtsError, match=message):
        package.Engine("minimax", eval=str(eval_file)).check(package.game(str(game_file)))


def test_what_an_evaluation_prints_is_no_part_of_the_answer(game_file: Path, eval_file: Path) -> None:
    printing = """import os; os.write(1, b"one "); print("two", end=" ", flush=True); total, mover ="""
    eval_file.write_text(EXAMPLE.replace("total, mover =", printing))
    names = str(game_file), str(eval_file)
    run = run_python("-m", "noughts.conformance.uncompiled_evaluation", *names, NOUGHTS_UNCOMPILED="1")
    assert len(json.loads(run.stdout)["tried"]) > 1, run.stdout
    assert "one two" in run.stderr


MADE = """
from noughts.kernel import compiled, int64


def make(n):
    @compiled
    def value(states, ply, weights, accumulators):
        return int64(n) + weights[2]

    return value
"""
TWO = """
from noughts.kernel import compiled, int64


def make(n):
    if n == 1:
        @compiled
        def value(states, ply, weights, accumulators):
            return int64(11)
    else:
        @compiled
        def value(states, ply, weights, accumulators):
            return int64(15)
    return value
"""
USED = """
from connect_four import ConnectFour
from made import make
from noughts.kernel import Evaluation

USED = Evaluation("used", "-", values={ConnectFour.rules: make(1)}, weights=(0, 0, 0))
"""


def test_what_is_edited_outside_the_functions_file_counts_too(game_file: Path) -> None:
    folder, game = game_file.parent, package.game(str(game_file))
    (folder / "made.py").write_text(MADE)
    used = folder / "used.py"

    def value(source: str) -> int:
        used.write_text(source)
        return static(game.start(), fitting_evaluation(game, str(used))).value

    assert value(USED) == 1
    assert value(USED.replace("make(1)", "make(5)")) == 5  # and not the machine code of the other
    assert value(USED.replace("(0, 0, 0)", "(0, 0, 7)")) == 8
    for old, new, message in (
        ("(0, 0, 0)", "(0, 0)", r"made.py, line \d+, in value: IndexError"),
        ("(0, 0, 0)", "(0, 0, 10**9)", "values go from"),
        ("(0, 0, 0))", "(0, 0, 0), spread=0)", "spread is 0"),
    ):
        with pytest.raises(package.NoughtsError, match=message):
            value(USED.replace(old, new))
    (folder / "made.py").write_text(TWO)
    assert (value(USED), value(USED.replace("make(1)", "make(5)"))) == (11, 15)


def test_functions_are_told_apart_by_what_they_captured() -> None:
    def capturing(value: object, default: object = 0) -> Callable[..., object]:
        return lambda given=default: (value, given)

    values = [1, 5, 1.0, True, "1", (1, 5), (1, "5"), np.int32(1), np.array([1, 5]), np.array([1, 6]), capturing(1)]
    values += [capturing(5), capturing(1, default=5), np]
    told = [captured(capturing(value)) for value in values]
    assert None not in told
    assert len(set(told)) == len(told)
    assert told == [captured(capturing(value)) for value in values]
    assert captured(capturing([1])) is None  # it may be another one tomorrow
    assert captured(capturing(object())) is None
    assert captured(static) == ""


def test_an_evaluation_with_options_is_the_same_one_every_time() -> None:
    text = "polynomial:max_opponents=1"
    assert evaluation(text) is evaluation(text)
    assert evaluation(text) is not evaluation("polynomial:max_opponents=2")


REPLACED = """
from dataclasses import replace
from noughts.evals.zero import EVALUATION as ZERO
{imported}

MINE = SAME = replace({base}, name="mine", spread=0)
"""


@pytest.mark.parametrize(
    ("imported", "base"),
    [("", "ZERO"), ("from centre import CENTRE as BASE", "BASE"), ("import centre", "centre.CENTRE")],
)
def test_what_a_file_imports_is_not_its_own(eval_file: Path, imported: str, base: str) -> None:
    path = eval_file.parent / "mine.py"
    path.write_text(REPLACED.format(imported=imported, base=base))
    assert evaluation(str(path)).name == "mine"


def test_an_evaluation_of_ours_that_a_file_changes_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(REPLACED.format(imported="", base="ZERO"))
    with pytest.raises(package.NoughtsError, match="spread is 0; it must be 1 or more"):
        fitting_evaluation(package.game("tictactoe"), str(path))


def test_an_evaluation_of_ours_is_not_the_own_one_of_a_game_that_imports_it(game_file: Path) -> None:
    game_file.write_text(game_file.read_text() + "\n\nfrom noughts.evals.zero import EVALUATION\n")
    listed = noughts("evals", str(game_file), NOUGHTS_UNCOMPILED="1")
    assert re.search(r"^ntuples .*The default", listed.stdout, re.MULTILINE), listed.stdout + listed.stderr


def test_a_game_without_an_evaluation_learns_one() -> None:
    assert best_evaluation(package.game(str(CONNECT_FOUR))).name == "ntuples"
