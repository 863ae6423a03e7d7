"""The commands, run as a user runs them."""

import json
import os
import signal
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pexpect
import pytest

from commands import answer_ctrl_c, noughts, run_python, terminal
from noughts.play.settings import save_settings
from noughts.registry import families


def test_games_lists_every_family_with_a_line_of_rules() -> None:
    run = noughts("games", COLUMNS="200")
    for family in families():
        assert ", ".join(family.names) in run.stdout
        assert (family.__doc__ or "").splitlines()[0] in run.stdout


def test_games_shows_the_rules_of_one_in_peoples_words() -> None:
    text = noughts("games", "ultimate-playon").stdout
    assert text.startswith("Ultimate, won boards stay open (ultimate-playon), rules version 1")
    assert "a board keeps its first winner" in " ".join(text.split())
    assert "programming contests" not in text, "that is another variant"
    text = noughts("games", "tictactoe").stdout
    paragraphs = text.split("\n\n")
    assert paragraphs[:2] == [
        "Tic-tac-toe (3x3x3), rules version 1",
        "Be the first to get three of your marks in a row.",
    ]
    assert "  3 . O .\n  2 X X X\n  1 O . .\n    a b c\nX has three in a row, across, and wins." in paragraphs
    assert [paragraph.partition(":")[0] for paragraph in paragraphs[-2:]] == ["Moves", "Position"], "below all else"


def test_show_draws_a_position() -> None:
    run = noughts("show", "tictactoe", "--position", "..X/.#./... O", "--moves", "a1 5")
    assert run.returncode == 2
    assert run.stderr.endswith("noughts: move 2: 5 is not legal here (X to move); legal moves: 1, 2, 4, 6, 8, 9\n")
    run = noughts("show", "tictactoe", "--position", "..X/.#./... O", "--moves", "a1,7")
    assert run.returncode == 2, "7 is a1 again"
    run = noughts("show", "tictactoe", "--position", "..X/.#./... O", "--moves", "a1,9")
    assert run.stdout.splitlines() == [
        "3 . . X",
        "2 . # .",
        "1 O . X",
        "  a b c",
        "O to move",
        "",
        "position: ..X/.#./O.X O",
        "5 legal moves: a3 b3 a2 c2 b1",
    ]


def test_show_writes_a_drawing(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    file.write_text("an older drawing")
    link = tmp_path / "link.svg"
    link.symlink_to(file)
    run = noughts("show", "tictactoe", "--position", "..X/.#./... O", "--svg", str(link))
    assert (run.returncode, run.stdout) == (0, f"drawing written to {link}\n")
    assert sorted(tmp_path.iterdir()) == [file, link]
    assert link.is_symlink()
    drawing = ET.parse(file).getroot()
    assert drawing.tag == "{http://www.w3.org/2000/svg}svg"
    assert "O to move" in file.read_text()
    printed = noughts("show", "tictactoe", "--position", "..X/.#./... O", "--svg", "-")
    assert printed.stdout == file.read_text()
    assert noughts("show", "tictactoe", "--svg", os.devnull).returncode == 0
    assert Path(os.devnull).is_char_device()


def test_show_has_the_symbols_that_are_set_or_named() -> None:
    """Report 003's full and empty squares. The position text has letters, as every command reads it."""
    save_settings({"symbols": "stones"})
    shown = noughts("show", "tictactoe", "--position", "..X/.O./... X").stdout
    assert shown.splitlines()[:5] == ["3 . . ●", "2 . ○ .", "1 . . .", "  a b c", "● to move"]
    assert "position: ..X/.O./... X" in shown
    drawing = ET.fromstring(
        noughts("show", "tictactoe", "--moves", "a1 b2", "--symbols", "squares", "--svg", "-").stdout
    )
    marks = [one.attrib for one in drawing.iter("{http://www.w3.org/2000/svg}rect") if "stroke-width" in one.attrib]
    assert [one["fill"] == "none" for one in marks] == [True, False], "b2 is above a1"
    run = noughts("show", "tictactoe", "--symbols", "circles")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "noughts: symbols is 'circles'; it must be one of letters, squares, stones\n"


def test_a_drawing_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    for place, why in ((tmp_path, "Is a directory"), (tmp_path / "none" / "a.svg", "No such file or directory")):
        run = noughts("show", "tictactoe", "--svg", str(place))
        assert (run.returncode, run.stdout) == (2, "")
        assert run.stderr == f"noughts: {place} cannot be written: {why}\n"
    run = noughts("show", "tictactoe", "--svg", "")
    assert (run.returncode, run.stderr) == (2, "noughts: . cannot be written: Is a directory\n")
    run = noughts("show", "tictactoe", "--moves", "b2 b2", "--svg", str(tmp_path / "a.svg"))
    assert run.returncode == 2
    assert list(tmp_path.iterdir()) == []


def test_a_position_comes_from_a_file_or_from_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_text("..X\r\n.#.\r\n...\r\nO\r\n")
    for run in (
        noughts("show", "3x3x3", "--position", str(path)),
        noughts("show", "3x3x3", "--position", "-", stdin="..X\n.#.\n...\nO\n"),
    ):
        assert "position: ..X/.#./... O" in run.stdout, run.stderr


def test_perft_ends_with_the_count() -> None:
    run = noughts("perft", "nineboard", "--depth", "4", "--moves", "5.5 5.1")
    assert run.stdout.splitlines()[-1].startswith("depth 4: ")
    assert noughts("perft", "tictactoe", "--depth", "0").stdout.splitlines()[-1] == "depth 0: 1"
    assert noughts("perft", "tictactoe", "--depth", "1").stdout.splitlines()[-1] == "depth 1: 9"
    finished = noughts("perft", "tictactoe", "--depth", "3", "--position", "XXX/OO./... O")
    assert finished.stdout.splitlines()[-1] == "depth 3: 0"


def test_perft_speaks_json() -> None:
    run = noughts("perft", "3x3x3", "--depth", "9", "--json")
    answer = json.loads(run.stdout)
    assert sorted(answer) == ["count", "depth", "game", "seconds"]
    assert (answer["game"], answer["depth"], answer["count"]) == ("3x3x3", 9, 127872)
    assert 0 < answer["seconds"] < 60


def test_warm_names_what_is_ready() -> None:
    run = noughts("warm", "tictactoe", "xrudder")
    assert [line.split(":")[0] for line in run.stdout.splitlines()[:2]] == ["3x3x3", "xrudder"]


BAD = {
    "no such game": (["show", "chess"], "there is no game 'chess'"),
    "no such file": (["show", "./nothing.py"], "there is no game file ./nothing.py"),
    "a folder as a game": (["show", "/tmp/"], "there is no game file /tmp/"),
    "a bad size": (["show", "3x3x9"], "k is 9; on 3x3 it can be 1 to 3"),
    "a bad position": (["show", "tictactoe", "--position", "???"], "the position has 1 row;"),
    "no such position file": (["show", "tictactoe", "--position", "here.txt"], "there is no file here.txt"),
    "a position that is no text": (["show", "tictactoe", "--position", sys.executable], "is not a text file"),
    "a bad move": (["perft", "ultimate", "--depth", "2", "--moves", "5.5 x"], "move 2: 'x' is not a move"),
    "a negative depth": (["perft", "ultimate", "--depth", "-3"], "the depth is -3"),
    "too deep": (["perft", "ultimate", "--depth", "65"], "it must be 0 to 64"),
    "a depth that is no number": (["perft", "ultimate", "--depth", "many"], "--depth"),
    "no depth": (["perft", "ultimate"], "--depth"),
    "no such command": (["fly"], "fly"),
    "one bad name among good ones": (["warm", "tictactoe", "chess"], "there is no game 'chess'"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_gets_a_message_and_exit_code_2(case: str) -> None:
    arguments, message = BAD[case]
    run = noughts(*arguments)
    assert run.returncode == 2
    assert message in run.stderr
    assert "Traceback" not in run.stderr
    assert run.stdout == ""


def test_help_does_not_wait_for_numba() -> None:
    code = "import sys; sys.argv = ['noughts', '--help']\nfrom noughts.cli import main\ntry: main()\nexcept SystemExit:"
    run = run_python("-c", code + " print(sorted({'numba', 'numpy', 'llvmlite'} & set(sys.modules)))")
    assert run.stdout.splitlines()[-1] == "[]"
    assert "perft" in run.stdout


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m noughts games ultimate | head -n 1"
    run = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert run.stdout.startswith("Ultimate")
    assert run.stderr == ""


def test_ctrl_c_stops_a_count_at_once_and_leaves_the_terminal_whole() -> None:
    with terminal("perft", "xtreme", "--depth", "12") as screen:
        screen.expect("depth 12")  # the progress bar
        screen.sendintr()
        screen.expect("stopped")
        assert screen.before is not None
        assert b"\x1b[?25h" in screen.before, "the cursor is shown again"
        screen.expect(pexpect.EOF)
        screen.close()
        assert screen.exitstatus == 130


def test_ctrl_c_stops_a_compile_at_once(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "noughts", "perft", "xrudder", "--depth", "2"],
        env={**os.environ, "NOUGHTS_CACHE": str(tmp_path)},
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=answer_ctrl_c,  # noqa: PLW1509 - no thread of ours runs here
    )
    assert process.stderr is not None
    assert "compiling" in process.stderr.readline()
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=60)
    assert (out, error.strip(), process.returncode) == ("", "stopped", 130)


def test_a_terminal_sees_what_is_compiled(tmp_path: Path) -> None:
    with terminal("show", "tictactoe", NOUGHTS_CACHE=str(tmp_path)) as screen:
        screen.expect("preparing, once on this machine")
        screen.expect("9 legal moves")
        screen.expect(pexpect.EOF)
        screen.close()
        assert screen.exitstatus == 0
