"""The compile cache: right answers whatever happened to it."""

import json
import logging
import os
import random
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from filelock import FileLock

import noughts as package
from commands import noughts, run_python
from noughts.games.shared.nested import free_cells, open_cells
from noughts.kernel import cache
from noughts.kernel.compiling import Compiled, Part, compile_free_part, compile_parts, compiled, specialize
from noughts.kernel.contract import States, plies_left
from noughts.kernel.fingerprint import INTERPRETED, _imported_names, _our_files, _our_imports
from noughts.kernel.intrinsics import popcount
from noughts.kernel.perft import perft_for
from noughts.registry import searches
from positions import ONE_OF_EACH_TYPE

COUNT = "depth 3: 6336"
PARTS = 3  # the rules, perft and lists of moves


@compiled
def a_twin(states: States, board: int) -> int:
    return popcount(free_cells(states[0], board))


@compiled
def call_a_twin(states: States, board: int) -> int:
    return a_twin(states, board)


@compiled
def count_up(number: int) -> int:
    return number + 1


@compiled
def count_down(number: int) -> int:
    return number - 1


EVERY_SEARCH = """
import sys
from test_cache import play_with_every_search
print(play_with_every_search(sys.argv[1]))
"""


def perft(cache: Path | str) -> "subprocess.CompletedProcess[str]":
    run = noughts("perft", "ultimate", "--depth", "3", NOUGHTS_CACHE=str(cache))
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[-1] == COUNT
    return run


def compiles(run: "subprocess.CompletedProcess[str]") -> int:
    return run.stderr.count("compiling ")


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    cache = tmp_path_factory.mktemp("cache")
    assert compiles(perft(cache)) == PARTS
    return cache


def code_files(cache: Path) -> list[Path]:
    return sorted(cache.glob("*/*.code"))


def test_a_second_process_compiles_nothing(filled: Path) -> None:
    assert compiles(perft(filled)) == 0


def play_with_every_search(name: str) -> str:
    """What the rules, and each search from the start, come to."""
    game = package.game(name)
    states = game.new_states(4)
    game.setup(states[0])
    count = perft_for(game.rules, name)(states, 0, 2, game.new_moves(4), np.zeros(1, np.int64))
    position = game.start()
    while position.legal_moves:
        position.push(position.legal_moves[0])
    found = [str(count), position.text()]
    for search in searches():
        result = package.Engine(search, hash_mb=1, seed=1).play(game.start(), package.Limit(depth=2, nodes=2000))
        found.append(f"{search} {result.move} {result.score} {result.stats.nodes}")
    return "\n".join(found)


@pytest.mark.parametrize("name", ONE_OF_EACH_TYPE)
def test_code_that_another_process_compiled_works_here(name: str, caplog: pytest.LogCaptureFixture) -> None:
    """Every game and search, compiled elsewhere, runs here as well, among all that this process has loaded before.

    Recursive functions crash if they were not given explicit signatures; and as Numba names code by counters of its
    process, what different processes compiled could be mixed up.
    """
    elsewhere = run_python("-c", EVERY_SEARCH, name, PYTHONPATH=os.pathsep.join(sys.path))
    assert elsewhere.returncode == 0, elsewhere.stderr
    with caplog.at_level(logging.INFO, "noughts.compiling"):
        assert play_with_every_search(name) == elsewhere.stdout.rstrip("\n")
    assert "compiling" not in caplog.text


def test_different_things_are_compiled_at_the_same_time(tmp_path: Path) -> None:
    """Whoever compiles a game holds up nobody who wants another: here for ever."""
    perft(tmp_path)
    (locked,) = tmp_path.glob("*/step-*.lock")
    with FileLock(locked):
        run = noughts("perft", "nineboard", "--depth", "2", NOUGHTS_CACHE=str(tmp_path))
    assert run.stdout.splitlines()[-1] == "depth 2: 720"  # 81 times 9, but for the cell just taken
    assert compiles(run) == 2


def test_what_another_process_compiles_is_left_to_it() -> None:
    """So that processes that want the same share the work, and nothing is compiled twice."""
    from numba import int64

    parts = [Part(cast(Compiled, one), int64(int64), one.__name__) for one in (count_up, count_down)]
    paths = [cache.path_of(part.function.dispatcher, part.signature) for part in parts]
    held = paths[1]
    assert held is not None
    for path in paths:
        assert path is not None
        path.unlink(missing_ok=True)  # an earlier run's
    with FileLock(held.with_suffix(".lock")):
        assert [compile_free_part(part) for part in parts] == [True, False]
    compile_parts(parts)
    assert [part.is_kept for part in parts] == [True, True]
    assert [compile_free_part(part) for part in parts] == [False, False]


def test_what_would_be_compiled_is_known_without_compiling(caplog: pytest.LogCaptureFixture) -> None:
    game = package.game("3x3x3")
    game.start()
    with caplog.at_level(logging.INFO, "noughts.compiling"):
        parts = package.Engine("alphabeta", eval="pascal").parts(game)
    assert "compiling" not in caplog.text
    assert {part.function.py_func.__name__ for part in parts} >= {"step", "value", "alphabeta"}


RULES_WITHOUT_WAITING = """
import noughts
from noughts.kernel import patience, stepping
from noughts.kernel.compiling import compile_parts
patience.never_wait()
game = noughts.game("ultimate")
position = game.start()
position.push("5.3")
print(len(position.legal_moves), position.is_legal("5.1"), len(position.view().clicks))
compile_parts([stepping.step_part(game.rules, game.name)])
position.push("3.1")
print(len(position.legal_moves), stepping.step_for(game.rules, game.name)._entry is not None)
"""


def test_rules_run_uncompiled_until_somebody_has_compiled_them(tmp_path: Path) -> None:
    """A list of games, a board to begin with: nobody waits for a compiler to see them."""
    run = run_python("-c", RULES_WITHOUT_WAITING, NOUGHTS_CACHE=str(tmp_path))
    assert run.stdout.splitlines() == ["9 False 9", "9 True"], run.stderr


def test_games_are_compiled_ahead(tmp_path: Path) -> None:
    """By two processes at once, each thing once; then there is nothing left to do, for them and for whoever plays."""
    script = """
from noughts.engine.compile_ahead import CompileAhead
ahead = CompileAhead(["nineboard"], 2)
ahead.first("nineboard")
ahead.wait()
print(len(ahead._processes), len(CompileAhead(["nineboard"], 2)._processes))
"""
    run = run_python("-c", script, NOUGHTS_CACHE=str(tmp_path))
    assert run.stdout.split() == ["2", "0"], run.stderr
    run = noughts("analyze", "nineboard", "--nodes", "100", NOUGHTS_CACHE=str(tmp_path))
    assert run.returncode == 0
    assert compiles(run) == 0


def test_rules_can_be_compiled_ahead_without_an_engine(tmp_path: Path) -> None:
    """A server whose pages think needs no more than positions and views."""
    script = """
import noughts
from noughts.engine.compile_ahead import CompileAhead
CompileAhead(["nineboard"], 1, rules_alone=True).wait()
parts = noughts.Engine().parts(noughts.game("nineboard"))
print(*sorted(part.function.__name__ for part in parts if part.is_kept))
print(len(CompileAhead(["nineboard"], 1, rules_alone=True)._processes), len(CompileAhead([])._processes))
"""
    run = run_python("-c", script, NOUGHTS_CACHE=str(tmp_path))
    assert run.stdout.split() == ["gather", "look", "step", "0", "0"], run.stderr


def test_what_was_compiled_for_other_functions_can_become_an_entry_point() -> None:
    """Compiled for another function it has no wrapper for Python: calling it would crash."""
    from numba import int64, types

    game = package.game("ultimate")
    game.start()  # its rules are compiled
    state = types.Array(game.rules.record_type, 1, "C")
    caller = specialize(call_a_twin, int64(state, int64), "a caller")
    states = game.start().states
    assert caller(states, 4) == specialize(a_twin, int64(state, int64), "what it called")(states, 4) == 9


def test_python_runs_functions_for_compiled_code_as_they_stand() -> None:
    """Nothing is compiled by accident because Python calls what is meant for compiled code."""
    game = package.game("ultimate")
    function = game.rules.compiled_function("plies_left")
    known = len(function.dispatcher.overloads), len(open_cells.dispatcher.overloads)  # type: ignore[attr-defined]
    assert plies_left(game.start().states[0]) == function(game.start().states[0]) == 81
    assert known == (len(function.dispatcher.overloads), len(open_cells.dispatcher.overloads))  # type: ignore[attr-defined]


def test_four_cold_processes_at_once_compile_each_thing_once(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "noughts", "perft", "ultimate", "--depth", "3"]
    environment = {**os.environ, "NOUGHTS_CACHE": str(tmp_path)}
    processes = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    outputs = [process.communicate(timeout=300) for process in processes]
    assert [out.splitlines()[-1] for out, _ in outputs] == [COUNT] * 4
    assert sum(error.count("compiling ") for _, error in outputs) == PARTS


def truncate(blob: bytes) -> bytes:
    return blob[: len(blob) // 2]


def empty(blob: bytes) -> bytes:
    return b""


def flip_a_bit(blob: bytes) -> bytes:
    at = random.Random(7).randrange(len(blob))
    return blob[:at] + bytes([blob[at] ^ 4]) + blob[at + 1 :]


def flip_a_bit_of_the_checksum(blob: bytes) -> bytes:
    return bytes([blob[0] ^ 1]) + blob[1:]


@pytest.mark.parametrize("damage", [truncate, empty, flip_a_bit, flip_a_bit_of_the_checksum])
def test_a_damaged_file_is_compiled_anew_and_replaced(filled: Path, damage: object) -> None:
    assert callable(damage)
    for path in code_files(filled):
        path.write_bytes(damage(path.read_bytes()))
    assert compiles(perft(filled)) == PARTS
    assert compiles(perft(filled)) == 0


def test_a_file_that_unpickles_to_nonsense_is_a_miss(filled: Path) -> None:
    import hashlib
    import pickle

    nonsense = pickle.dumps(("not", "a", "compile result"))
    for path in code_files(filled):
        path.write_bytes(hashlib.sha256(nonsense).digest() + nonsense)
    assert compiles(perft(filled)) == PARTS


@pytest.mark.parametrize("home", ["/proc", "/dev/null"])
def test_a_home_that_cannot_be_written_costs_only_time(home: str) -> None:
    environment = {"HOME": home, "XDG_CACHE_HOME": "", "NOUGHTS_CACHE": ""}
    run = noughts("perft", "ultimate", "--depth", "3", **environment)
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[-1] == COUNT
    assert "no compile cache" in run.stderr


def test_a_compile_that_was_killed_leaves_no_trace(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "noughts", "perft", "ultimate", "--depth", "3"]
    environment = {**os.environ, "NOUGHTS_CACHE": str(tmp_path)}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    assert process.stderr is not None
    assert "compiling" in process.stderr.readline()
    process.kill()
    process.wait()
    process.stderr.close()
    assert compiles(perft(tmp_path)) == PARTS
    assert compiles(perft(tmp_path)) == 0


def test_what_is_never_compiled_may_change_without_a_recompile() -> None:
    """Every module at the top is listed as interpreted, unless compiled packages import it."""
    home = Path(package.__file__).parent
    packages = [folder for folder in home.iterdir() if (folder / "__init__.py").is_file()]
    waiting = [path for folder in packages if folder.name not in INTERPRETED for path in folder.rglob("*.py")]
    needed: set[str] = set()
    while waiting:
        for name in re.findall(r"(?m)^ *(?:from|import) noughts\.(\w+)", waiting.pop().read_text()):
            if (home / f"{name}.py").is_file() and not {name, f"{name}.py"} & (needed | INTERPRETED):
                needed.add(name)
                waiting.append(home / f"{name}.py")
    assert {path.name for path in home.glob("*.py")} - {f"{name}.py" for name in needed} <= INTERPRETED
    assert {name for name in INTERPRETED if not (home / name).exists()} == set(), "no name of what is gone"


# Run in a copy of the package: where code is kept, before and after each edit.
PLACES = """
import json, sys
from pathlib import Path
import noughts
from noughts.kernel import cache, fingerprint

home = Path(noughts.__file__).parent
parts = {part.label: part for name in ("3x3x3", "ultimate") for part in noughts.Engine().parts(noughts.game(name))}

def places():
    for function in (*vars(fingerprint).values(), cache.folder):
        if hasattr(function, "cache_clear"):
            function.cache_clear()
    return {label: str(cache.path_of(part.function.dispatcher, part.signature)) for label, part in parts.items()}

before, changed = places(), {}
for name in sys.argv[1:]:
    file = home / name
    source = file.read_bytes() if file.exists() else None
    file.write_bytes((source or b"") + b"# edited")
    changed[name] = [label for label, place in places().items() if place != before[label]]
    file.unlink() if source is None else file.write_bytes(source)
assert places() == before
print(json.dumps([list(parts), changed]))
"""
# Files, and what the labels of all that can be compiled from them contain.
EDITS = {
    "search/brand_new.py": (),
    "evals/brand_new.py": (),
    "search/pvs.py": (),
    "board/view.py": (),
    "games/ultimate.py": ("ultimate",),
    "games/shared/windows.py": ("3x3x3",),
    "search/threats.py": ("noughts for", "threat search for"),
    "evals/shared/line_shapes.py": ("mnk_shapes",),
    "kernel/table.py": ("",),
}


def test_an_edit_compiles_anew_what_it_can_be_compiled_into_and_nothing_else(tmp_path: Path) -> None:
    shutil.copytree(Path(package.__file__).parent, tmp_path / "noughts", ignore=shutil.ignore_patterns("__pycache__"))
    run = run_python("-c", PLACES, *EDITS, PYTHONPATH=str(tmp_path), NOUGHTS_CACHE=str(tmp_path / "cache"))
    assert run.returncode == 0, run.stderr
    labels, changed = json.loads(run.stdout)
    assert {"the rules of 3x3x3", "noughts for ultimate"} <= set(labels)
    for edited, words in EDITS.items():
        assert changed[edited] == [label for label in labels if any(word in label for word in words)], edited


def test_imports_are_found_as_python_finds_them() -> None:
    """They are looked for by a pattern, which takes a hundredth of the time."""
    home = Path(package.__file__).parent
    for path in home.rglob("*.py"):
        if path.relative_to(home).parts[0] not in INTERPRETED:
            names = [name for name in _imported_names(path) if name.startswith("noughts.")]
            assert _our_imports(path) == {file for name in names for file in _our_files(name)}, path


def test_what_nothing_has_used_for_two_months_is_dropped(tmp_path: Path) -> None:
    """A file is used when it is read; the folder is looked through once a day."""
    script = (
        "from noughts.kernel import cache; place = cache.folder(); print(place); cache.read_checked(place / 'used')"
    )
    place = Path(run_python("-c", script, NOUGHTS_CACHE=str(tmp_path)).stdout.strip())
    for name in ("used", "unused"):
        cache.write_checked(place / name, b"code")
    age(place / "used", 50)
    age(place / "unused", 70)
    for days_since_the_last_look, left in ((0, True), (2, False)):
        age(place / "swept", days_since_the_last_look)
        run_python("-c", script, NOUGHTS_CACHE=str(tmp_path))
        assert (place / "unused").exists() == left
    assert time.time() - (place / "used").stat().st_mtime < 3600


def age(path: Path, days: int) -> None:
    os.utime(path, (time.time() - days * 24 * 3600,) * 2)
