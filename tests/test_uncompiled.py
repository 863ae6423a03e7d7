"""The uncompiled mode: the same answers from plain Python, for stepping through a game in a debugger."""

import json

import pytest

import noughts as package
from commands import CONNECT_FOUR, noughts, run_python
from noughts.conformance.replay import replay
from positions import EXAMPLES


@pytest.mark.parametrize("name", EXAMPLES)
def test_random_games_are_the_same_uncompiled_and_compiled(name: str) -> None:
    run = run_python("-m", "noughts.conformance.uncompiled_game", name, "1", NOUGHTS_UNCOMPILED="1")
    assert run.returncode == 0, run.stderr
    result = json.loads(run.stdout)
    assert "error" not in result, result["error"]
    records = result["tried"]
    assert records
    assert all(len(record["plies"]) > 5 for record in records), "whole games, as many as there was time for"
    for record in records:
        replay(package.game(name), record, {})  # raises where anything differs


@pytest.mark.parametrize(
    ("name", "depth", "count"),
    [("tictactoe", 5, 15120), ("ultimate", 3, 6336), ("xtreme", 2, 2898), ("xrudder", 2, 14280), ("15x15x5", 2, 50400)],
)
def test_perft_counts_the_same(name: str, depth: int, count: int) -> None:
    run = noughts("perft", name, "--depth", str(depth), NOUGHTS_UNCOMPILED="1")
    assert run.stdout.splitlines()[-1] == f"depth {depth}: {count}"
    assert "compiling" not in run.stderr


def test_a_users_game_runs_uncompiled() -> None:
    run = noughts("perft", str(CONNECT_FOUR), "--depth", "4", NOUGHTS_UNCOMPILED="1")
    assert run.stdout.splitlines()[-1] == "depth 4: 2401"


def test_a_level_plays_uncompiled_without_a_warning() -> None:
    code = (
        "import noughts; print(noughts.Engine(level='medium', seed=1).play(noughts.game('3x3x3').start()).stats.nodes)"
    )
    run = run_python("-W", "error", "-c", code, NOUGHTS_UNCOMPILED="1")
    assert int(run.stdout) > 0, run.stderr


def test_numba_is_not_even_imported() -> None:
    code = "import noughts, sys; noughts.game('ultimate').start().push('5.5'); print('numba' in sys.modules)"
    assert run_python("-c", code, NOUGHTS_UNCOMPILED="1").stdout.strip() == "False"
