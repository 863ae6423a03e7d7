"""Games from outside the package: files and installed entry points, checked before their first use."""

import shutil
from pathlib import Path

import pytest

import noughts as package
from commands import CONNECT_FOUR, edit, noughts, run_python

PERFT = [7, 49, 343, 2401, 16807, 117649, 823536, 5673234]


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    return Path(shutil.copy(CONNECT_FOUR, tmp_path / "connect_four.py"))


def perft(path: Path, depth: int) -> int:
    run = noughts("perft", str(path), "--depth", str(depth))
    assert run.returncode == 0, run.stderr
    return int(run.stdout.splitlines()[-1].removeprefix(f"depth {depth}: "))


def test_connect_four_counts_right() -> None:
    for depth, count in enumerate(PERFT, 1):
        assert perft(CONNECT_FOUR, depth) == count


def test_a_file_is_a_full_citizen_of_every_command(game_file: Path) -> None:
    shown = noughts("show", str(game_file), "--moves", "d d e")
    assert "...O..." in shown.stdout
    assert "...XX.. O" in shown.stdout
    assert "Drop stones into seven columns" in noughts("games", str(game_file)).stdout
    assert "connect-four: ready" in noughts("warm", str(game_file)).stdout


def test_it_plays_through_the_api_and_travels_by_pickle(game_file: Path) -> None:
    import pickle

    position = package.game(str(game_file)).start()
    for move in "dedede":
        position.push(move)
    assert pickle.loads(pickle.dumps(position)) == position
    position.push("d")
    outcome = position.outcome()
    assert outcome is not None
    assert outcome.winner == 0


def test_a_stone_is_clicked_and_lit_where_it_lies_in_its_column() -> None:
    position = package.game(str(CONNECT_FOUR)).start()
    for move in "dde":
        position.push(move)
    view = position.view()
    assert [view.cells[cell].name for cell in view.last] == ["e1"]
    landing = {move: [view.cells[cell].name for cell in cells] for move, cells in view.clicks.items()}
    assert landing == {"a": ["a1"], "b": ["b1"], "c": ["c1"], "d": ["d3"], "e": ["e2"], "f": ["f1"], "g": ["g1"]}


def test_an_edited_file_gives_todays_answers(game_file: Path) -> None:
    assert perft(game_file, 7) == PERFT[6]
    edit(game_file, ("ROWS, COLUMNS, HEIGHT = 6, 7, 7", "ROWS, COLUMNS, HEIGHT = 2, 7, 7"))
    assert perft(game_file, 3) == 7**3 - 7  # the third stone no longer fits into a column
    edit(game_file, ("ROWS, COLUMNS, HEIGHT = 2, 7, 7", "ROWS, COLUMNS, HEIGHT = 6, 7, 7"))
    assert perft(game_file, 7) == PERFT[6]


def test_an_edited_file_is_loaded_anew_in_the_same_process(game_file: Path) -> None:
    assert package.game(str(game_file)).max_plies == 42
    edit(game_file, ("ROWS, COLUMNS, HEIGHT = 6, 7, 7", "ROWS, COLUMNS, HEIGHT = 5, 7, 7"))
    assert package.game(str(game_file)).max_plies == 35


def test_an_edited_import_counts_too(game_file: Path) -> None:
    (game_file.parent / "sizes.py").write_text("ROWS = 6\n")
    edit(game_file, ("ROWS, COLUMNS, HEIGHT = 6, 7, 7", "from sizes import ROWS\nCOLUMNS, HEIGHT = 7, 7"))
    assert perft(game_file, 7) == PERFT[6]
    (game_file.parent / "sizes.py").write_text("ROWS = 2\n")
    assert perft(game_file, 3) == 7**3 - 7


def test_an_installed_package_offers_games_by_an_entry_point(game_file: Path) -> None:
    folder = game_file.parent
    info = folder / "connect_four-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: connect-four\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[noughts.games]\nconnect-four = connect_four:ConnectFour\n")
    listed = noughts("games", PYTHONPATH=str(folder))
    assert "connect-four" in listed.stdout
    counted = noughts("perft", "connect-four", "--depth", "7", PYTHONPATH=str(folder))
    assert counted.stdout.splitlines()[-1] == f"depth 7: {PERFT[6]}"


def test_an_installed_game_that_does_not_load_leaves_the_others_alone(tmp_path: Path) -> None:
    info = tmp_path / "broken-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[noughts.games]\nbroken = not_there:Game\n")
    run = noughts("show", "tictactoe", PYTHONPATH=str(tmp_path))
    assert run.returncode == 0
    assert "what is installed as broken (not_there:Game) does not load" in run.stderr


def test_a_game_is_checked_once(game_file: Path) -> None:
    code = (
        "import sys, noughts, noughts.conformance as c;"
        "c.run_uncompiled = lambda *names: sys.exit('checked again');"
        f"print(noughts.game({str(game_file)!r}).name)"
    )
    assert perft(game_file, 1) == 7
    run = run_python("-c", code)
    assert run.stdout.strip() == "connect-four", run.stderr
