"""Checkpoints: they are gone on from, and none that is damaged or makes no sense is."""

import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import noughts
from commands import noughts as command
from noughts.engine import solve as solve_module
from noughts.engine.solve import new_task
from noughts.solving import checkpoint
from noughts.solving.checkpoint import load, save
from noughts.solving.question import NOT_LOST, WIN, Question
from noughts.solving.solver import Solver
from noughts.solving.task import SolveSettings, Task
from stored_tables import WRITTEN_BY

OLD_KIND = WRITTEN_BY.parent / "9a9cba3"


def test_a_checkpoint_keeps_whether_a_win_comes_in_time(tmp_path: Path) -> None:
    start = noughts.game("3x4x3").start()
    for within in (6, 7):
        file = tmp_path / str(within)
        first, again = (noughts.solve(start, within=within, hash_mb=0.1, checkpoint=file) for _ in range(2))
        assert first.wins_within == again.wins_within == (within == 7)
        assert first.nodes > again.nodes == 0


def test_a_checkpoint_goes_on_where_it_ended(tmp_path: Path) -> None:
    file, game = tmp_path / "checkpoint", noughts.game("4x6x4")
    first = Solver(game.start(), SolveSettings(hash_mb=8.0))
    first.work()
    save(first, file)
    again = Solver(game.start(), SolveSettings(hash_mb=8.0))
    load(again, file)
    assert again.solution().value == "draw"
    # The table alone: the last question is answered again at once.
    again.method.ask(game.start(), Question(0, NOT_LOST))
    assert again.nodes < first.nodes / 10
    assert noughts.solve(game.start(), hash_mb=8.0, checkpoint=file).nodes == 0


def test_a_checkpoint_keeps_the_entries_with_most_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoint, "MOST_ENTRIES", 100)
    file, game = tmp_path / "checkpoint", noughts.game("5x5x4")
    first, again = (Solver(game.start(), SolveSettings(hash_mb=8.0)) for _ in range(2))
    first.method.ask(game.start(), Question(0, WIN))
    save(first, file)
    load(again, file)
    work, kept = (task.method.entries["work"] for task in (first, again))
    assert np.count_nonzero(work) > 1000
    assert sorted(kept[kept > 0]) == sorted(work)[-100:]
    assert file.stat().st_size < 20_000
    assert again.method.ask(game.start(), Question(0, WIN)) is False
    assert again.nodes < first.nodes / 10


def test_a_solver_goes_on_after_each_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve_module, "_LEAST_PAUSE", 0.01)
    monkeypatch.setattr(solve_module, "_SAVING_SHARE", 1.0)
    file, game = tmp_path / "checkpoint", noughts.game("4x6x4")
    assert noughts.solve(game.start(), hash_mb=2.0, checkpoint=file).value == "draw"
    assert [path.name for path in tmp_path.iterdir()] == ["checkpoint"]


KILLED = """
import sys, noughts
from noughts.engine import solve
solve._LEAST_PAUSE = 0.1
noughts.solve(noughts.game("ultimate").start(), hash_mb=2.0, checkpoint=sys.argv[1])
"""


def test_a_solver_that_is_killed_leaves_a_checkpoint_to_go_on_from(tmp_path: Path) -> None:
    file = tmp_path / "checkpoint"
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(file)])
    try:
        while not file.exists():
            assert process.poll() is None
            time.sleep(0.05)
    finally:
        process.kill()
        process.wait()
    task = Solver(noughts.game("ultimate").start(), SolveSettings(hash_mb=2.0))
    load(task, file)
    assert task.method.question == Question(0, WIN)
    assert task.method.progress().table_fill > 0


def test_openings_are_kept_as_they_come(tmp_path: Path) -> None:
    file, start = tmp_path / "checkpoint", noughts.game("3x4x3").start()
    found = noughts.solve(start, hash_mb=2.0, threads=2, all_moves=True, checkpoint=file)
    assert found.nodes > 0
    again = noughts.solve(start, hash_mb=2.0, threads=2, all_moves=True, checkpoint=file)
    assert (again.nodes, again.move_values) == (0, found.move_values)


def test_checkpoints_that_do_not_fit_are_refused(tmp_path: Path) -> None:
    file, start = tmp_path / "checkpoint", noughts.game("3x4x3").start()
    noughts.solve(start, hash_mb=0.1, checkpoint=file)
    whole = file.read_bytes()
    for position, hash_mb, message in (
        (noughts.game("3x3x3").start(), 0.1, "another game"),
        (noughts.game("3x4x3").position("X.../..../.... O"), 0.1, "another position"),
        (start, 0.2, "another table size"),
    ):
        with pytest.raises(noughts.NoughtsError, match=message):
            noughts.solve(position, hash_mb=hash_mb, checkpoint=file)
    with pytest.raises(noughts.NoughtsError, match=r"another number of plies \(--within\): 'None'"):
        noughts.solve(start, within=6, hash_mb=0.1, checkpoint=file)
    for damaged, message in (
        (b"", "is not a checkpoint"),
        (b"[" * 2_000_000, "is not a checkpoint"),
        (b"[" * 100_000 + b"\n", "is damaged"),
        (b"\xff\n", "is damaged"),
        (whole[:-1], "is damaged"),
        (whole + b"x" * 200_000, "is damaged"),
    ):
        file.write_bytes(damaged)
        with pytest.raises(noughts.NoughtsError, match=message):
            noughts.solve(start, hash_mb=0.1, checkpoint=file)


def flip_each_bit(path: Path, until: int) -> Iterator[int]:
    """Each bit of a file's first bytes is the other way round while it is yielded; at the end the file is as before."""
    whole = path.read_bytes()
    with open(path, "r+b", buffering=0) as file:
        for bit in range(8 * until):
            for byte in (whole[bit // 8] ^ 1 << bit % 8, whole[bit // 8]):
                file.seek(bit // 8)
                file.write(bytes([byte]))
                if byte != whole[bit // 8]:
                    yield bit


def test_a_checkpoint_of_which_a_bit_has_changed_is_refused(tmp_path: Path) -> None:
    file, position = tmp_path / "checkpoint", noughts.game("3x3x3").position("X.O/O../..X O")
    noughts.solve(position, hash_mb=0.01, checkpoint=file)
    whole, task = file.read_bytes(), Solver(position, SolveSettings(hash_mb=0.01))
    assert whole.split(b"\n", 2)[2], "a table as well"
    for _ in flip_each_bit(file, len(whole)):
        with pytest.raises(noughts.NoughtsError):
            load(task, file)
    load(task, file)
    assert task.solution().value == "win"


def old_openings() -> Task:
    return new_task(noughts.game("3x4x3").start(), SolveSettings(hash_mb=0.1, all_moves=True), threads=2)


def old_board() -> Task:
    return new_task(noughts.game("4x6x4").start(), SolveSettings(hash_mb=0.05))


@pytest.mark.parametrize(("name", "task"), [("openings", old_openings), ("4x6x4", old_board)])
def test_checkpoints_of_the_old_kind_open_and_no_bit_of_their_header_changes_a_value(
    name: str, task: Callable[[], Task], tmp_path: Path
) -> None:
    """No digest covers that line; but single bits that are wrong make no sense, or change no value."""
    whole, file = (OLD_KIND / f"{name}.checkpoint").read_bytes(), tmp_path / "checkpoint"
    file.write_bytes(whole)
    found = task()
    load(found, file)
    assert found.is_done
    accepted = 0
    for bit in flip_each_bit(file, whole.index(b"\n")):
        again = task()
        try:
            load(again, file)
        except noughts.NoughtsError:
            continue
        assert again.is_done, bit
        assert again.solution().bounds == found.solution().bounds
        assert again.solution().move_bounds == found.solution().move_bounds
        accepted += 1
    assert accepted > 0, "the version of the program does not matter"


def test_an_old_checkpoint_is_gone_on_from_with_a_word(tmp_path: Path) -> None:
    file = tmp_path / "checkpoint"
    file.write_bytes((OLD_KIND / "4x6x4.checkpoint").read_bytes())
    for kind in ("old", "new"):
        run = command("solve", "4x6x4", "--hash-mb", "0.05", "--checkpoint", str(file))
        assert run.returncode == 0, run.stderr
        assert run.stdout.startswith("4×6, 4 in a row, X to move: draw\nbest: c3\n0 nodes")
        assert ("is a checkpoint of the old kind" in run.stderr) == (kind == "old")
    file.write_bytes(file.read_bytes().replace(b'"4x6x4"', b'"4x6x5"'))
    run = command("solve", "4x6x4", "--hash-mb", "0.05", "--checkpoint", str(file))
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == f"noughts: {file} was written for another game: '4x6x5'\n"


def test_the_table_of_an_old_checkpoint_is_used(tmp_path: Path) -> None:
    asked, again = (Solver(noughts.game("4x6x4").start(), SolveSettings(hash_mb=0.05)) for _ in range(2))
    load(again, OLD_KIND / "4x6x4.checkpoint")
    for task in (asked, again):
        assert task.method.ask(task.position, Question(0, NOT_LOST))
    assert again.nodes < asked.nodes / 10


def forged(whole: bytes, changes: dict[str, Any], table: Callable[[bytes], bytes] = bytes) -> bytes:
    """With another header and another table, and a digest that holds."""
    _, header, rows = whole.split(b"\n", 2)
    body = json.dumps(json.loads(header) | changes).encode() + b"\n" + table(rows)
    first = {"noughts-checkpoint": 2, "sha256": hashlib.sha256(body).hexdigest()}
    return json.dumps(first).encode() + b"\n" + body


def test_what_makes_no_sense_is_refused_though_its_digest_holds(tmp_path: Path) -> None:
    file, start = tmp_path / "checkpoint", noughts.game("4x5x4").start()
    noughts.solve(start, hash_mb=0.2, checkpoint=file)
    whole = file.read_bytes()
    file.write_bytes(forged(whole, {}))
    assert noughts.solve(start, hash_mb=0.2, checkpoint=file).nodes == 0
    entry_bytes = len(whole.split(b"\n", 2)[2]) // 8
    nonsense: list[dict[str, Any]] = [
        {"known": [WIN, 0]},  # which was searched for ever
        {"known": [1, 1]},
        {"known": [-WIN, -WIN]},  # who moves first does not lose: that is known
        {"known": [0, 2 * WIN]},
        {"known": [True, 1]},
        {"known": [0]},
        {"moves": {"a1": [0, WIN], "z9": [0, 0]}},
        {"moves": [["a1", [0, 0]]]},
        {"best_move": "z9"},
        {"wins_within": True},
        {"wins_within": 0},
        {"question": None},
        {"question": [1, NOT_LOST, 1 << 20]},
        {"question": [0, 5, 1 << 20]},
        {"question": [0, NOT_LOST, 7]},
        {"question": [0, NOT_LOST]},
    ]
    for changes in nonsense:
        file.write_bytes(forged(whole, changes))
        with pytest.raises(noughts.NoughtsError, match="is damaged"):
            noughts.solve(start, hash_mb=0.2, checkpoint=file)
    for turned in (lambda rows: rows[::-1], lambda rows: rows[:-1], lambda rows: rows[: entry_bytes // 2]):
        file.write_bytes(forged(whole, {}, turned))
        with pytest.raises(noughts.NoughtsError, match="is damaged"):
            noughts.solve(start, hash_mb=0.2, checkpoint=file)


def test_another_version_s_checkpoint_is_believed_with_a_word(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file, start = tmp_path / "checkpoint", noughts.game("4x5x4").start()
    noughts.solve(start, hash_mb=0.2, checkpoint=file)
    file.write_bytes(forged(file.read_bytes(), {"program": "0123456789abcdef"}))
    assert noughts.solve(start, hash_mb=0.2, checkpoint=file).nodes == 0
    assert "was written by another version of the program" in caplog.text
    file.write_bytes(forged(file.read_bytes(), {"fields of a state": []}))
    with pytest.raises(noughts.NoughtsError, match="written for another fields of a state"):
        noughts.solve(start, hash_mb=0.2, checkpoint=file)
