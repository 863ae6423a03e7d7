"""Modules that come with the package are of today's sources; what is out of date or damaged is not used."""

import gzip
import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import noughts
from commands import edit, run_python
from commands import noughts as command
from noughts.browser.builtin import FOLDER, games_with_modules, kept_module, module_name, versions
from noughts.browser.description import packed_weights
from noughts.browser.export import export
from noughts.registry import families, fitting_evaluation
from page_engine import HARNESS, write_engine
from row_game import OLD_FORM

BUILT_IN = list(dict.fromkeys(name for family in families() for name in (*family.record_types, *family.examples)))
ASK_KEPT = """
import sys, noughts
from noughts.browser.builtin import kept_module
print(*(kept_module(noughts.game(name)) is not None for name in sys.argv[1:]))
"""


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_module_of_todays_sources_comes_with_the_package(name: str) -> None:
    words = f"the module of {name} is not of today's sources: python3 scripts/build_modules.py makes it anew"
    assert kept_module(noughts.game(name)) is not None, words


def test_no_module_is_left_over() -> None:
    named = {f"{module_name(game)}.wasm" for game in games_with_modules()}
    assert {path.name for path in FOLDER.iterdir()} == named | {"modules.json"}


def test_making_a_module_again_gives_the_same_bytes() -> None:
    game = noughts.game("tictactoe")
    is_of_this_compiler = json.loads((FOLDER / "modules.json").read_text())["versions"] == versions()
    first = kept_module(game) if is_of_this_compiler else export(game)
    again = export(game)
    assert first is not None
    assert first.code == again.code
    assert first.description == again.description


def test_a_module_is_not_used_when_its_sources_or_it_have_changed(tmp_path: Path) -> None:
    package = tmp_path / "noughts"
    shutil.copytree(Path(noughts.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))

    def kept(*names: str) -> list[str]:
        done = run_python("-c", ASK_KEPT, *names, PYTHONPATH=str(tmp_path))
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    games = ("tictactoe", "misere-4x4x3", "ultimate", "xrudder")
    assert kept(*games) == ["True"] * 4
    edit(package / "games/ultimate.py", ("import numpy as np", "import numpy as np  # as it was"))
    assert kept(*games) == ["True", "True", "False", "True"]
    module = package / "browser/modules/mnk1.wasm"
    module.write_bytes(module.read_bytes()[:-1])
    assert kept(*games) == ["False", "False", "False", "True"]
    (package / "browser/modules/modules.json").unlink()
    assert kept(*games) == ["False"] * 4


def test_a_file_that_says_its_look_in_python_is_refused_with_what_to_write(tmp_path: Path) -> None:
    (tmp_path / "row.py").write_text(OLD_FORM)
    done = command("page", str(tmp_path / "row.py"), "--out", str(tmp_path / "site"))
    assert done.returncode == 2, done.stderr
    assert "row says in Python methods how it looks; as functions of its rules, contents must become" in done.stderr
    assert "content(state, cell)" in done.stderr
    assert "Traceback" not in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir() if not path.name.startswith("__")) == ["row.py"]


def unpacked(packed: bytes, planes: int, count: int) -> list[int]:
    """Numbers out of their planes: the lowest bytes of all, then the next; the last one has the sign."""
    content = gzip.decompress(packed)
    assert len(content) == planes * count
    return [
        int.from_bytes(bytes(content[plane * count + at] for plane in range(planes)), "little", signed=True)
        for at in range(count)
    ]


@pytest.mark.parametrize("name", ["tictactoe", "ultimate", "xrudder", "nineboard"])
def test_weights_of_a_game_are_packed_and_not_changed(name: str) -> None:
    game = noughts.game(name)
    weights = fitting_evaluation(game, None).weights_for(game)
    packed, told = packed_weights(weights)
    assert unpacked(packed, told["planes"], told["count"]) == weights.tolist()


def test_weights_of_either_sign_take_as_many_planes_as_the_largest() -> None:
    numbers = [-70_000, -300, -1, 128, 70_000, 127, 0, -128, -129]
    packed, told = packed_weights(np.array(numbers, np.int64))
    assert told == {"planes": 3, "count": 9}
    assert unpacked(packed, 3, 9) == numbers


READ_WEIGHTS = f"""
import {{ readFile }} from "node:fs/promises";
import {{ Memory, partsOf }} from "{(HARNESS.parent / "../../src/noughts/web/static/engine/memory.js").resolve()}";
const folder = process.argv[2];
const description = JSON.parse((await readFile(`${{folder}}/game.json`)).toString());
const file = async (name) => new Blob([await readFile(`${{folder}}/${{name}}`)]).stream();
const {{ module, weights }} = description;
const memory = new Memory(await partsOf(description, await file(module.file), await file(weights.file)));
console.log(JSON.stringify(Array.from(memory.words("weights").subarray(0, weights.count), String)));
"""


def test_a_page_reads_weights_of_any_size(tmp_path: Path) -> None:
    folder = write_engine(noughts.game("tictactoe"), tmp_path / "engine")
    script = tmp_path / "read.mjs"
    script.write_text(READ_WEIGHTS)
    described = json.loads((folder / "game.json").read_text())
    for planes in range(1, 9):
        most = 2 ** (8 * planes - 1)
        numbers = [0, 1, -1, most - 1, -most, most // 3, -(most // 5), most // 256, -(most // 256) - 1]
        in_bytes = np.array(numbers, "<i8").view(np.uint8).reshape(-1, 8)
        (folder / "some.bin").write_bytes(gzip.compress(in_bytes[:, :planes].T.tobytes()))
        told = {"file": "some.bin", "planes": planes, "count": len(numbers)}
        (folder / "game.json").write_text(json.dumps({**described, "weights": told}))
        done = subprocess.run(["node", script, folder], capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr
        assert [int(number) for number in json.loads(done.stdout)] == numbers, planes
