"""What is found in a faulty game file, before any of it runs here."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import noughts as package
from commands import CONNECT_FOUR, edit, noughts, run_python
from game_faults import (
    CLAIMS,
    COMPILED_FAULTS,
    DEADLY,
    HOOK_FAULTS,
    HOOKED,
    RULE_FAULTS,
    Change,
    Faults,
    hooked,
    method,
)
from noughts.conformance.discovery import defined_in_module, load_file
from noughts.conformance.hooks import HOOKS, RULES
from noughts.conformance.replay import compiled_hooks, replay
from noughts.kernel.contract import LOOK, declared
from noughts.kernel.fingerprint import file_hash
from noughts.web.catalogue import Catalogue

MINE = """
from noughts.kernel.mode import UNCOMPILED
from connect_four import ConnectFour

print('loading')
if not UNCOMPILED:
    open({mark!r}, 'w').close()


class Mine(ConnectFour):
    name = 'mine'

    def where(self, state):
        return 1 / 0 if state.filled[0] == state.filled.sum() == 6 else ''
"""


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    return Path(shutil.copy(CONNECT_FOUR, tmp_path / "connect_four.py"))


def refused(path: Path, *changes: Change) -> str:
    """What is said of the edited file."""
    edit(path, *changes)
    with pytest.raises(package.NoughtsError) as raised:
        package.game(str(path))
    message = str(raised.value)
    assert path.name in message
    assert "Traceback" not in message
    return message


def test_every_function_of_the_contract_is_checked() -> None:
    assert HOOKS.keys() | RULES | LOOK == declared.keys()


def test_a_game_whose_hooks_are_right_passes_and_is_checked_again_after_an_edit(game_file: Path) -> None:
    """Its class stands in another file than its rules."""
    edit(game_file, *HOOKED)
    mine, mark = game_file.with_name("mine.py"), game_file.with_name("was run compiled")
    mine.write_text(MINE.format(mark=str(mark)))
    run = noughts("perft", str(mine), "--depth", "1")
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[-1] == "depth 1: 7"
    assert "loading" not in run.stdout
    assert mark.exists()
    rare = noughts("show", str(mine), "--moves", "a a a a a a")
    assert rare.returncode == 2
    assert rare.stderr == "loading\nnoughts: mine.py, line 14, in where: ZeroDivisionError: division by zero\n"
    mark.unlink()
    wrong = "    def winning_cells(self, state):\n        return [42]\n"
    assert "winning_cells after" in refused(mine, ("'mine'\n", "'mine'\n\n" + wrong))
    assert not mark.exists(), "nothing of a file is run here before it has passed"


# A process that tries out many files, as `noughts.conformance.uncompiled_game` does with one.
TRY_OUT = """
import json, sys
from noughts.conformance.trial import try_out
from noughts.registry import NoughtsError, game

said = {}
for path in sys.argv[1:]:
    try:
        try_out(game(path), 60, lambda: None)  # as much as there is to try, on a slow machine too
    except NoughtsError as error:
        said[path] = str(error)
print(json.dumps(said))
"""


def check(folder: Path, faults: Faults, *before: Change) -> None:
    """Each of the edited files is told what is expected."""
    paths = {}
    for fault, (change, _) in faults.items():
        place = folder / fault.replace("/", "")
        place.mkdir()
        paths[fault] = Path(shutil.copy(CONNECT_FOUR, place / "connect_four.py"))
        edit(paths[fault], *before, change)
    run = run_python("-c", TRY_OUT, *map(str, paths.values()), NOUGHTS_UNCOMPILED="1")
    assert run.returncode == 0, run.stderr
    said = json.loads(run.stdout)
    found = {fault: said.get(str(path), "nothing") for fault, path in paths.items()}
    amiss = {fault: found[fault] for fault, (_, message) in faults.items() if message not in found[fault]}
    assert not amiss, json.dumps(amiss, indent=1)


def test_what_a_game_says_of_itself_is_checked(tmp_path: Path) -> None:
    check(tmp_path, CLAIMS)


def test_rules_texts_and_views_are_checked_at_positions_of_random_games(tmp_path: Path) -> None:
    check(tmp_path, RULE_FAULTS)


def test_hooks_are_compared_with_trying_everything_out(tmp_path: Path) -> None:
    check(tmp_path, HOOK_FAULTS, *HOOKED)


@pytest.mark.parametrize("fault", DEADLY)
def test_nothing_that_a_file_does_harms_the_process_that_asks_for_it(game_file: Path, fault: str) -> None:
    changes, message = DEADLY[fault]
    assert message in refused(game_file, *changes)


@pytest.mark.parametrize("change", [HOOK_FAULTS["moves far away"][0], method("1 / 0")], ids=["heap", "class"])
def test_a_command_says_what_is_wrong_and_exits_with_2(game_file: Path, change: Change) -> None:
    edit(game_file, *HOOKED, change)
    run = noughts("perft", str(game_file), "--depth", "3")
    assert run.returncode == 2, run.stdout + run.stderr
    assert run.stderr.startswith("noughts: connect_four.py")
    assert "Error: " in run.stderr
    assert "Traceback" not in run.stderr
    assert run.stdout == ""


def test_compiled_code_must_do_the_same(tmp_path: Path) -> None:
    """One record of the game as it is, uncompiled, and files that are another game when compiled."""
    edit(Path(shutil.copy(CONNECT_FOUR, tmp_path)), *HOOKED)
    run = run_python(
        "-m", "noughts.conformance.uncompiled_game", str(tmp_path / "connect_four.py"), "1", NOUGHTS_UNCOMPILED="1"
    )
    record = json.loads(run.stdout)["tried"]
    mode = ("import numpy as np\n", "import numpy as np\nfrom noughts.kernel.mode import UNCOMPILED\n")
    for fault, (hooks, change, message) in COMPILED_FAULTS.items():
        path = Path(shutil.copy(CONNECT_FOUR, tmp_path / f"{fault}.py"))
        edit(path, mode, *hooked(hooks), change)
        family = defined_in_module(load_file(path, file_hash(path)), is_connect_four)
        assert family is not None
        with pytest.raises(package.NoughtsError, match=re.escape(message)):
            replay_all(family(), record)


def is_connect_four(value: object) -> bool:
    return getattr(value, "__name__", "") == "ConnectFour"


def replay_all(game: package.Game, record: list[dict[str, Any]]) -> None:
    hooks = compiled_hooks(game)
    for played in record:
        replay(game, played, hooks)


def test_two_files_of_one_name_are_not_offered_together(game_file: Path) -> None:
    with pytest.raises(package.NoughtsError, match="both hold a game connect-four"):
        Catalogue([str(CONNECT_FOUR), str(game_file)])
