"""`noughts check-engine`: our own engine keeps to both protocols, and whatever others do wrong is found."""

import shlex
import sys
from pathlib import Path

import pytest

import noughts
from commands import noughts as run_noughts
from noughts.arena.bot_examination import BotExamination
from noughts.protocols.bots import Bot
from noughts.protocols.hosting import examination_for

SCRIPT = Path(__file__).parent / "scripted_bot.py"
SECONDS = 600  # for whatever must not take long


def faults(behaviour: str, protocol: str, margin: float = SECONDS, patience: float = SECONDS) -> dict[str, str]:
    """What is wrong with a scripted program, point by point."""
    bot = Bot("scripted", shlex.join([sys.executable, str(SCRIPT), protocol, behaviour]), protocol)
    game = noughts.game("tictactoe" if protocol == "ugi" else "7x7x5")
    points = list(examination_for(bot, game, margin, patience).points())
    assert len({point.what for point in points}) == len(points)
    return {point.what: point.fault for point in points if point.fault is not None}


@pytest.mark.parametrize(("protocol", "game"), [("ugi", "7x7x5"), ("gomocup", "7x7x5")])
def test_our_own_engine_is_right_in_every_point(protocol: str, game: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m noughts engine noughts:hash_mb=1 --protocol {protocol}"
    arguments = ("--protocol", protocol, "--game", game, "--margin", str(SECONDS), "--patience", str(SECONDS))
    run = run_noughts("check-engine", command, *arguments)
    assert run.returncode == 0, run.stdout + run.stderr
    lines = run.stdout.splitlines()
    assert all(line.startswith("ok ") for line in lines[:-2])
    assert lines[-1] == f"{len(lines) - 2} of {len(lines) - 2} points are right"
    assert len(lines) > 12


@pytest.mark.parametrize("protocol", ["ugi", "gomocup"])
def test_nothing_is_wrong_with_an_honest_program(protocol: str) -> None:
    assert faults("Bot", protocol) == {}


@pytest.mark.parametrize(
    ("behaviour", "what", "fault"),
    [
        ("Cheats", "plays legal moves all through a game", "it says 'bestmove "),
        ("Dies", "plays a legal move by a depth", "it ended (exit code 3); its last words: 'I have had enough'"),
        (
            "SaysNothingReadable",
            "tells what it finds in info lines that can be read",
            "it says 'info depth x nodes -1 score cp 1e9 pv zz': depth is 'x', which is no number",
        ),
        (
            "KnowsNoRules",
            "knows whose turn it is, when a game is over and who has won",
            "it answers query p1turn with 'response true' after position startpos moves ",
        ),
    ],
)
def test_what_is_wrong_in_ugi(behaviour: str, what: str, fault: str) -> None:
    assert faults(behaviour, "ugi")[what].startswith(fault)


def test_a_program_that_answers_late_and_ignores_quit() -> None:
    found = faults("AnswersLate", "ugi", margin=0.3)
    late = "it did not answer go movetime 300 with bestmove within 0.6 s"
    assert found["plays a legal move within its time"] == late
    found = faults("IgnoresQuit", "ugi", margin=0.3)
    assert found["ends when it is told to"] == "it goes on 0.3 s after quit"
    assert found["ends with its input"] == "it goes on 0.3 s after the end of its input"


def test_a_program_that_does_not_greet_is_asked_nothing_else() -> None:
    found = faults("IsSilent", "ugi", patience=0.5)
    assert found == {
        "answers ugi with its name, its options and ugiok": "it did not answer ugi with ugiok within 0.5 s"
    }
    found = faults("IsRefusing", "gomocup")
    assert found == {"answers START 7 with OK": "it answers START 7 with 'ERROR I do not like this'; it must be OK"}


def test_what_is_wrong_in_gomocup() -> None:
    found = faults("Cheats", "gomocup")
    assert found["opens the game after BEGIN, within its time"] == "it answered '0,99', which is off the board"
    assert "answers ABOUT with its name" not in found
    assert "ends when it is told to" not in found


def test_the_command_says_what_is_wrong_and_leaves_with_1() -> None:
    command = shlex.join([sys.executable, str(SCRIPT), "ugi", "IsSilent"])
    run = run_noughts("check-engine", command, "--patience", "0.5")
    assert run.returncode == 1
    assert run.stdout == (
        "WRONG  answers ugi with its name, its options and ugiok: it did not answer ugi with ugiok within 0.5 s\n"
        "\n0 of 1 points are right\n"
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("./no-such-program",), "./no-such-program cannot be started: No such file or directory"),
        (("./no-such-bot.py",), "there is no bot file ./no-such-bot.py"),
        (("x", "--protocol", "gomocup", "--game", "ultimate"), "for 15x15x5, exact-15x15x5 and such, not ultimate"),
    ],
)
def test_what_cannot_be_tested_is_refused(arguments: tuple[str, ...], words: str) -> None:
    run = run_noughts("check-engine", *arguments)
    assert run.returncode == 2
    assert words in run.stderr
    assert "Traceback" not in run.stderr


PLAYS = "plays a game as the one who begins, by a time for each move (limit.time)"
FILES = {
    "an error": (
        "def first(cells):\n    return cells[0]\n\ndef move(position, limit):\n    return first([])\n",
        PLAYS,
        [
            "at the start of the game: Traceback",
            'bot.py", line 5, in move',
            'bot.py", line 2, in first',
            "IndexError: list",
        ],
    ),
    "an illegal move": (
        "def move(position, limit):\n    return '9.9.9'\n",
        PLAYS,
        ["move(position, limit) returned '9.9.9': '9.9.9' is not a move of 3x3x3; moves are written from a1 to c3"],
    ),
    "a time that there is not": (
        "def move(position, limit):\n    limit.time + 1\n    return position.legal_moves[0]\n",
        "plays a game by a clock (limit.white_clock, limit.black_clock)",
        ["after the moves ", "TypeError: unsupported operand type(s) for +: 'NoneType' and 'int'"],
    ),
    "slowness": (
        "import time\ndef move(position, limit):\n    time.sleep(0.6)\n    return position.legal_moves[0]\n",
        "answers in time",
        ["its slowest move took ", " s; it may take 0.2 s"],
    ),
    "no function": (
        "def moves(position, limit):\n    return 1\n",
        "loads, and has a function move(position, limit)",
        ["bot.py has no function move(position, limit) (a program that speaks UGI is named by its command"],
    ),
    "an import": (
        "import nowhere\nfrom nowhere import move\n",
        "loads, and has a function move(position, limit)",
        ['bot.py", line 1', "ModuleNotFoundError: No module named 'nowhere'"],
    ),
}


@pytest.mark.parametrize("case", FILES)
def test_what_is_wrong_with_a_python_file_is_told_in_pythons_words(case: str, tmp_path: Path) -> None:
    body, what, words = FILES[case]
    (tmp_path / "bot.py").write_text(body)
    examination = BotExamination(tmp_path / "bot.py", noughts.game("tictactoe"), 0.2 if case == "slowness" else SECONDS)
    found = {point.what: point.fault or "" for point in examination.points()}
    for one in words:
        assert one in found[what], found[what]
    assert ("answers in time" in found) == (what not in (PLAYS, next(iter(found)))), "only what answered was in time"
    assert "arena/bot_process" not in found[what], "lines of ours are none of the author's business"


def test_a_python_file_that_hangs_is_asked_once(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("def move(position, limit):\n    while True:\n        pass\n")
    *_, last = BotExamination(tmp_path / "bot.py", noughts.game("tictactoe"), 0.2, waited=0.5).points()
    assert (last.what, last.fault) == (
        PLAYS,
        "at the start of the game: it did not answer within its 0.2 s and 0.5 s more",
    )


def test_a_python_file_that_is_right_and_one_that_draws_lots(tmp_path: Path) -> None:
    file = tmp_path / "alice" / "bot.py"
    file.parent.mkdir()
    file.write_text("import random\n\ndef move(position, limit):\n    return random.choice(position.legal_moves)\n")
    run = run_noughts("check-engine", str(file.parent), "--game", "4x5x4", "--time", str(SECONDS))
    assert run.returncode == 0, run.stdout + run.stderr
    assert "note   plays the same move in the same position: in " in run.stdout
    assert run.stdout.endswith("7 of 7 points are right\n")
