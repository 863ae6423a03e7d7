"""`noughts match`: what it prints and writes, and that nothing is lost when it is broken off."""

import contextlib
import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pexpect
import psutil
import pytest

from commands import CONNECT_FOUR, noughts, terminal
from noughts.arena.journal import journal_folder
from noughts.records import read_records

MATCH = ("match", "greedy", "random", "--game", "ultimate", "--seed", "5")


def games_kept() -> list[tuple[int, int]]:
    """The numbers of the games of the one journal that there is, as far as they are written whole."""
    found = []
    for path in journal_folder().glob("*.jsonl"):
        for line in path.read_bytes().splitlines(keepends=True)[1:]:
            if line.endswith(b"\n"):
                told = json.loads(line)
                found.append((told["pair"], told["first"]))
    return found


def test_a_match_is_reported_and_written(tmp_path: Path) -> None:
    pgn, figures = tmp_path / "games.pgn", tmp_path / "match.json"
    arguments = (*MATCH, "--games", "4", "--sprt", "elo0=0,elo1=50", "--pgn", str(pgn), "--json", str(figures))
    run = noughts(*arguments)
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    assert lines[0].startswith("greedy against random in ultimate, 4 games: ")
    assert any(line.startswith("Elo: ") and ", nElo: " in line for line in lines)
    assert any(line.startswith("LLR: ") and line.endswith("(-2.94, 2.94) [0.00, 50.00]: undecided") for line in lines)
    records = read_records(pgn.read_text())
    assert [record.players[0] for record in records] == ["greedy", "random"] * 2
    assert all(move.seconds is not None for move in records[0].moves[8:]), "a balanced opening has eight plies at most"
    told = json.loads(figures.read_text())
    assert told["games"] == len(told["played"]) == 4
    assert told["wins"] + told["draws"] + told["losses"] == 4
    assert [one["first_player"] for one in told["played"]] == ["greedy", "random"] * 2
    assert (told["openings"], told["seed"], told["time_control"]["clock"]) == ("balanced", 5, None)
    assert (told["game"], told["game_file"]) == ("ultimate", None)
    again = noughts(*arguments)
    assert again.stdout == run.stdout, "no game is played twice"


def test_the_figures_of_a_game_in_a_file_say_which_version_was_played(tmp_path: Path) -> None:
    figures = tmp_path / "match.json"
    run = noughts("match", "random", "random", "--game", str(CONNECT_FOUR), "--games", "2", "--json", str(figures))
    assert run.returncode == 0, run.stderr
    told = json.loads(figures.read_text())
    digest = hashlib.sha256(CONNECT_FOUR.read_bytes()).hexdigest()
    assert (told["game"], told["game_file"]) == (CONNECT_FOUR.name, digest[:12])


def test_a_sequential_test_ends_a_match(tmp_path: Path) -> None:
    match = ("match", "alphabeta:eval=zero", "random", "--game", "3x4x3", "--depth", "9", "--openings", "random:1")
    run = noughts(*match, "--sprt", "elo0=0,elo1=200,alpha=.001,beta=.001")
    assert "H1 accepted" in run.stdout, run.stdout + run.stderr
    assert "games until the test is decided, 100000 at most" in run.stderr
    assert 20 < len(games_kept()) < 200
    few = noughts(*match, "--games", "4", "--sprt", "elo0=0,elo1=10")
    assert "undecided after 4 games; the same command with more --games goes on" in few.stderr


def test_files_are_written_though_the_reader_of_the_output_has_gone(tmp_path: Path) -> None:
    for arguments, figures in (
        ((*MATCH, "--games", "2"), tmp_path / "match.json"),
        (("tournament", "--game", "3x3x3", "--games", "2", "--players", "random", "greedy"), tmp_path / "all.json"),
    ):
        run = subprocess.Popen(
            [sys.executable, "-m", "noughts", *arguments, "--json", str(figures)], stdout=subprocess.PIPE
        )
        assert run.stdout is not None
        run.stdout.close()
        run.wait(300)
        assert len(json.loads(figures.read_text())["played"]) == 2


def test_games_side_by_side_are_all_there_once_and_written_in_their_order(tmp_path: Path) -> None:
    pgn = tmp_path / "games.pgn"
    run = noughts(*MATCH, "--games", "9", "--concurrency", "2", "--pgn", str(pgn))
    assert "greedy against random in ultimate, 9 games: " in run.stdout, run.stderr
    numbers = [(number // 2, number % 2) for number in range(9)]
    assert sorted(games_kept()) == numbers
    rounds = [dict(record.tags)["Round"] for record in read_records(pgn.read_text())]
    assert rounds == [f"{pair + 1}.{first + 1}" for pair, first in numbers]


def test_a_match_that_was_killed_goes_on_and_leaves_no_process_behind() -> None:
    arguments = [sys.executable, "-m", "noughts", *MATCH, "--games", "2000", "--concurrency", "2"]
    killed = subprocess.Popen(arguments, stdout=subprocess.DEVNULL)
    try:
        while len(games_kept()) < 5:
            assert killed.poll() is None
            with contextlib.suppress(subprocess.TimeoutExpired):
                killed.wait(0.05)
        players = psutil.Process(killed.pid).children(recursive=True)
        assert players
    finally:
        killed.kill()
        killed.wait()
    assert psutil.wait_procs(players, timeout=300)[1] == [], "what plays ends with whoever started it"
    kept = games_kept()
    most = len(kept) + 3
    run = noughts(*MATCH, "--games", str(most))
    assert f"{most} games: " in run.stdout, run.stderr
    now = games_kept()
    assert now[: len(kept)] == kept, "none is lost"
    assert len(set(now)) == len(now), "none is played twice"
    assert {(number // 2, number % 2) for number in range(most)} <= set(now)


def test_ctrl_c_tells_the_score_so_far_and_the_same_command_goes_on() -> None:
    with terminal(*MATCH, "--games", "100000", "--concurrency", "2") as screen:
        screen.expect(r"greedy - random: [1-9]")
        screen.sendintr()
        screen.expect(r"stopped after \d+ of 100000 games; the same command goes on with the rest")
        screen.expect(r"\d+ games: ")
        screen.expect(pexpect.EOF)
    kept = games_kept()
    run = noughts(*MATCH, "--games", "2")
    assert "2 games: " in run.stdout, run.stderr
    now = games_kept()  # side by side, the first pair need not have been the first to end
    assert now[: len(kept)] == kept
    assert len(set(now)) == len(now)
    assert {(0, 0), (0, 1)} <= set(now)


def test_a_players_name_does_nothing_to_the_terminal() -> None:
    script = Path(__file__).parent / "scripted_bot.py"
    bot = f"cmd:{sys.executable} {script} ugi Bot [/b]\x1b[2J"
    with terminal("match", bot, "random", "--game", "tictactoe", "--games", "20", "--anew") as screen:
        screen.expect(pexpect.EOF)
        assert screen.before is not None
        assert b"Bot [/b]\\x1b[2J" in screen.before.replace(b"\r\n", b"")
        assert b"\x1b[2J" not in screen.before
        screen.close()
        assert screen.exitstatus == 0


BAD = {
    "no processes": (["--concurrency", "0"], "--concurrency is 0; it must be a whole number from 1 to 1000"),
    "too many processes": (["--concurrency", "1000000"], "--concurrency is 1000000; it must be a whole number from 1"),
    "fewer obstacles than none": (["--obstacles", "-1"], "--obstacles is -1; it must be 0 or more"),
    "two kinds of time": (["--clock", "60", "--time", "1"], "either a time for each move or a clock"),
    "obstacles where there are none": (["--obstacles", "3"], "ultimate"),
    "a file that cannot be written": (["--pgn", "/nowhere/x.pgn"], "/nowhere/x.pgn cannot be written"),
    "a folder in its place": (["--html", "."], ". cannot be written: it is a folder"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_gets_a_message_and_exit_code_2(case: str) -> None:
    given, message = BAD[case]
    run = noughts(*MATCH, *given)
    assert run.returncode == 2, run.stderr
    assert message in run.stderr
    assert "Traceback" not in run.stderr
    assert games_kept() == [], "before a game is played"
