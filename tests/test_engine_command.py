"""`noughts engine` as a process: what is said while it thinks, and how it ends."""

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands import CONNECT_FOUR, noughts

PATIENCE = 300  # seconds: a search that does not hear us goes on much longer
ENDLESS = "noughts:hash_mb=1"  # on 7x7 with five in a row it would think for days


class Engine:
    """The command, with its answers in a queue."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "noughts", "engine", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=dict(os.environ),
        )
        self.answers: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def close(self) -> None:
        self.process.kill()
        with self.process:
            self._reader.join(PATIENCE)

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.answers.put(line)
        self.answers.put(b"")

    def send(self, *lines: str | bytes) -> None:
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write(line if isinstance(line, bytes) else line.encode() + b"\n")
        self.process.stdin.flush()

    def answer(self) -> str:
        return self.answers.get(timeout=PATIENCE).decode()

    def wait_for(self, beginning: str) -> str:
        while not (line := self.answer()).startswith(beginning):
            assert line, f"it ended before {beginning}"
        return line

    def end_of_input(self) -> int:
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(PATIENCE)


@pytest.fixture
def ugi() -> Iterator[Engine]:
    engine = Engine(ENDLESS, "--game", "7x7x5")
    yield engine
    engine.close()


@pytest.fixture
def gomocup() -> Iterator[Engine]:
    engine = Engine(ENDLESS, "--protocol", "gomocup")
    yield engine
    engine.close()


def test_ugi_hears_us_while_it_thinks_and_answers_in_order(ugi: Engine) -> None:
    ugi.send("position startpos moves d4", "go infinite")
    ugi.wait_for("info depth 1 ")
    ugi.send("isready")
    ugi.wait_for("readyok")
    ugi.send("position startpos", "query p1turn", "stop")
    assert ugi.wait_for("bestmove ").split()[1] != "d4"
    assert ugi.answer() == "response true\n"
    ugi.send("go infinite")
    ugi.wait_for("info depth 1 ")
    ugi.send("quit")
    ugi.wait_for("bestmove ")
    assert ugi.process.wait(PATIENCE) == 0


def test_ugi_survives_what_is_no_text_and_ends_with_the_input(ugi: Engine) -> None:
    ugi.send(b"\xff\x00\xfe\n", b"x" * 5_000_000 + b"\n", "isready")
    assert ugi.answer().startswith("info string unknown command ")
    assert ugi.answer().startswith("info string a line of more than ")
    assert ugi.wait_for("readyok")
    ugi.send("go infinite")
    ugi.wait_for("info depth 1 ")
    assert ugi.end_of_input() == 0
    ugi.wait_for("bestmove ")
    assert ugi.answer() == ""


def test_gomocup_loses_no_command_while_it_thinks(gomocup: Engine) -> None:
    gomocup.send("START 7\r", "INFO timeout_turn 3600000\r")
    assert gomocup.answer() == "OK\r\n"
    gomocup.send("TURN 3,3\r", "TURN 6,6\r", "ABOUT\r")  # and it thinks about the first for an hour
    assert gomocup.answer().startswith("name=")
    gomocup.send("INFO timeout_turn 0\r")  # for both of them: each is answered with a move
    moves = gomocup.answer(), gomocup.answer()
    for move in moves:
        column, _, row = move.strip().partition(",")
        assert 0 <= int(column) < 7
        assert 0 <= int(row) < 7
    assert len({"3,3\r\n", "6,6\r\n", *moves}) == 4
    gomocup.send("INFO timeout_turn 3600000\r", "BOARD\r", "1,1,2\r", "DONE\r", "RESTART\r", "FLY\r")
    assert gomocup.answer() == "OK\r\n"
    assert gomocup.answer().startswith("UNKNOWN ")
    gomocup.send("BEGIN\r", "END\r")
    assert gomocup.process.wait(PATIENCE) == 0
    assert gomocup.answer() == ""


def test_a_bad_engine_or_game_is_refused_before_anything_is_said() -> None:
    for arguments, words in (
        (("deepblue",), "there is no search or player 'deepblue'"),
        (("noughts:threads=x", "--protocol", "gomocup"), "threads is 'x'"),
    ):
        run = noughts("engine", *arguments)
        assert (run.returncode, run.stdout) == (2, "")
        assert words in run.stderr


def test_what_a_game_prints_is_no_answer(tmp_path: Path) -> None:
    game = tmp_path / "talkative.py"
    game.write_text(CONNECT_FOUR.read_text() + "\nprint('bestmove a1')\n")
    lines = "position startpos\nquery gameover\ngo\n"
    run = noughts("engine", "random", "--game", str(game), stdin=lines, NOUGHTS_UNCOMPILED="1")
    assert run.returncode == 0
    answers = run.stdout.splitlines()
    assert answers[0] == "response false"
    assert [line for line in answers if "bestmove" in line] == answers[-1:]
    assert "bestmove a1" in run.stderr
