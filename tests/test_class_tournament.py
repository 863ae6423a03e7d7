"""A tournament of a class: a folder of bots, some of which do not work, what to grade by and what to hand back."""

import csv
import hashlib
import json
from pathlib import Path

import pytest

from commands import noughts as command
from noughts import Engine, Limit, NoughtsError, game
from noughts.arena.clock import Conditions
from noughts.arena.contestants import contestant
from noughts.arena.referee import Ending, play_game
from noughts.protocols.host import Host
from noughts.records import read_records
from test_bot_folder import HONEST, filled

BOTS = {
    "alice__bot": "import parts\ndef move(position, limit):\n    print('alice')\n    return parts.first(position)\n",
    "alice__parts": "def first(position):\n    return position.legal_moves[0]\n",
    "bob": HONEST,
    "hang": "def move(position, limit):\n    while True:\n        pass\n",
    "broken": "def move(position, limit)\n",
}


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    folder = filled(tmp_path / "bots", **BOTS)
    (folder / "=SUM(A1)").mkdir()  # in which there is nothing
    return folder


def test_a_class_plays_whatever_it_hands_in(bots: Path, tmp_path: Path) -> None:
    sheet, back, figures = tmp_path / "sheet.csv", tmp_path / "back", tmp_path / "all.json"
    arguments = ("tournament", str(bots), "--game", "3x3x3", "--games", "2", "--time", "0.3", "--csv", str(sheet))
    run = command(*arguments, "--hand-back", str(back), "--json", str(figures), "--log", str(tmp_path / "logs"))
    assert run.returncode == 0, run.stderr
    rows = {row["name"]: row for row in csv.DictReader(sheet.read_text().splitlines())}
    assert set(rows) == {"alice", "bob", "hang", "broken", "'=SUM(A1)"}, "no name is a formula"
    assert {row["games"] for row in rows.values()} == {"8"}
    assert sum(float(row["points"]) for row in rows.values()) == 20
    assert int(rows["alice"]["won_by_default"]) == int(rows["bob"]["won_by_default"]) == 6
    assert rows["alice"]["lost_by_default"] == "0"
    assert 0 < float(rows["alice"]["mean_seconds"]) <= float(rows["alice"]["worst_seconds"])
    for name, body in (("bot.py", BOTS["alice__bot"]), ("parts.py", BOTS["alice__parts"])):
        assert f"{name}:{hashlib.sha256(body.encode()).hexdigest()[:12]}" in rows["alice"]["files"]
    assert "broken.py, line 1: SyntaxError: expected ':'" in rows["broken"]["reasons"]
    assert "there is no bot file" in rows["'=SUM(A1)"]["reasons"]
    played = json.loads(figures.read_text())["played"]
    hung = [one for one in played if one["silent"] and "hang: it did not answer" in one["reason"]]
    gone = [one for one in played if "withdrawn" in one["reason"]]
    assert len(hung) == 3
    assert len(gone) >= 5
    assert not any(one["moves"] for one in gone), "they are not played"
    assert {path.suffix for path in back.iterdir()} == {".log", ".pgn", ".txt"}
    games = read_records((back / "alice.pgn").read_text())
    assert len(games) == 8
    assert all("alice" in game.players for game in games)
    assert "< info string alice" in (back / "alice.log").read_text()
    assert (tmp_path / "logs" / "alice.log").read_bytes() == (back / "alice.log").read_bytes()
    assert "SyntaxError" in (back / "broken.txt").read_text()
    again = command(*arguments)
    assert again.stdout == run.stdout, "no game is played, or lost, twice"


def test_what_is_no_folder_of_bots_is_told(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for given, words in (
        ([str(tmp_path / "empty")], "has no bots: Python files, or folders with a bot.py"),
        ([str(tmp_path / "nowhere")], "there is no folder"),
        ([], "a tournament needs two players or more, or a folder of bots"),
        (
            [str(filled(tmp_path / "alike", a_b=HONEST, **{"a b": HONEST})), "--hand-back", str(tmp_path / "back")],
            "a b and a_b would get the same files back; rename one of them",
        ),
        (
            [str(tmp_path / "alike"), "--hand-back", str(tmp_path / "back"), "--log", str(tmp_path / "all.log")],
            "is one file for all; beside --hand-back, name a folder",
        ),
    ):
        run = command("tournament", *given, "--game", "3x3x3")
        assert run.returncode == 2, run.stdout
        assert words in run.stderr
        assert "Traceback" not in run.stderr


SLEEPER = "import time\ndef move(position, limit):\n    time.sleep(0.7)\n    return position.legal_moves[0]\n"
SPINNER = "def move(position, limit):\n    while True:\n        pass\n"
STARTER = """
import subprocess, sys
def move(position, limit):
    subprocess.run([sys.executable, "-c", "while True: pass"])
"""


def test_a_clock_of_processor_time_counts_what_a_bot_and_its_children_use(tmp_path: Path) -> None:
    filled(tmp_path, sleeper=SLEEPER, spinner=SPINNER, starter=STARTER)
    conditions = Conditions(Limit(time=0.3), margin=0.1, counts_cpu=True)
    assert str(conditions) == "0.3 s a move, of CPU time"

    def ending(bot: str) -> Ending:
        player = contestant(str(tmp_path / f"{bot}.py"))
        try:
            return play_game(game("3x3x3").start(), (player, Engine("random", seed=1)), conditions)
        finally:
            player.close()

    waited = ending("sleeper")
    assert waited.fault is None, waited.reason
    assert max(move.seconds or 0 for move in waited.moves) < 0.3
    for bot in ("spinner", "starter"):
        hung = ending(bot)
        assert hung.silent
        assert hung.reason == f"X forfeits: {bot}.py: it did not answer within its 0.3 s of processor time"


def test_a_clock_of_processor_time_has_a_limit_on_the_wall(tmp_path: Path) -> None:
    filled(tmp_path, sleeper=SLEEPER.replace("0.7", "1000"))
    host = contestant(str(tmp_path / "sleeper.py"))
    assert isinstance(host, Host)
    host.counts_cpu = True
    assert host._allowed(Limit(time=2), game("3x3x3").start()) == 5 * 2 + 10
    with pytest.raises(NoughtsError, match="needs a time: a clock for the game, or a time for each move"):
        Conditions(Limit(depth=3), counts_cpu=True)


def test_bots_agree_to_do_without_our_engine(tmp_path: Path) -> None:
    body = "import noughts\ndef move(position, limit):\n    return noughts.Engine('random').play(position).move\n"
    bot = str(filled(tmp_path, helped=body) / "helped.py")
    arguments = ("match", bot, "random", "--game", "3x3x3", "--games", "1")
    helped = command(*arguments)
    assert "by default" not in helped.stdout, helped.stdout
    withheld = command(*arguments, "--no-engine")
    assert "the engine of Noughts may not be used here (--no-engine)" in withheld.stdout, withheld.stderr
    assert "helped.py, line 3, in move" in withheld.stdout
