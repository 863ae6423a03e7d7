"""`noughts solve` as a command."""

import json

import pytest

from commands import noughts, terminal


def test_values_of_all_moves_as_json() -> None:
    run = noughts("solve", "3x3x3", "--position", "X../.../... O", "--all-moves", "--hash-mb", "1", "--json")
    assert run.returncode == 0, run.stderr
    told = json.loads(run.stdout)
    assert (told["game"], told["value"], told["best_moves"]) == ("3x3x3", "draw", ["b2"])
    assert told["move_values"] == dict.fromkeys(["b3", "c3", "a2", "c2", "a1", "b1", "c1"], "loss") | {"b2": "draw"}
    assert told["nodes"] > 0
    assert 0 < told["seconds"] < 60


def test_openings_are_shared_between_processes() -> None:
    run = noughts("solve", "3x4x3", "--threads", "2", "--distance", "--hash-mb", "2")
    assert run.returncode == 0, run.stderr
    first, second, best, counts = run.stdout.splitlines()
    assert first == "3×4, 3 in a row, X to move: win"
    assert second == "best play lasts 7 plies"
    assert best.startswith("best: ")
    assert "nodes" in counts


def test_ctrl_c_tells_what_is_proved() -> None:
    with terminal("solve", "ultimate", "--hash-mb", "4") as child:
        child.expect(r"Solving \(open so far\): [\d,]+ nodes")
        child.sendintr()
        child.expect("X to move: open, as far as it is proved")
        child.expect("nodes")
        child.wait()
        assert child.exitstatus == 130


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--method", "magic"], "the method is 'magic'"),
        (["--time", "-1"], "the time is -1"),
        (["--threads", "0"], "threads is 0"),
        (["--hash-mb", "0"], "it must be more than 0"),
        (["--moves", "b2 b2"], "move 2: b2 is not legal"),
        (["--within", "0"], "within is 0; it must be a number of plies"),
        (["--within", "5", "--all-moves"], "it goes with neither all moves nor the distance"),
    ],
)
def test_bad_input_is_told_in_the_users_words(arguments: list[str], message: str) -> None:
    run = noughts("solve", "3x3x3", *arguments)
    assert run.returncode == 2
    assert message in run.stderr
    assert "Traceback" not in run.stderr
