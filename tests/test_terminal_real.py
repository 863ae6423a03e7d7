"""The full-screen app in a real pseudo-terminal: as people start it, at two sizes, and as they leave it."""

import contextlib
import fcntl
import os
import pty
import random
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from typing import Any

import pexpect
import pyte
import pytest

import noughts
from commands import answer_ctrl_c
from noughts.records import Record, RecordedMove
from noughts.store import Store, statistics

SMALL, LARGE = (60, 20), (200, 60)


def _without_a_size() -> dict[str, str]:
    """Whoever runs the tests may have told them a size of another terminal."""
    return {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}


def _take_terminal() -> None:
    """For a new process: the terminal at its standard input is the one that controls it."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Screen:
    """What a person sees: the terminal's output, drawn."""

    def __init__(self, size: tuple[int, int], *arguments: str) -> None:
        columns, rows = size
        self.output = b""
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self.child: Any = pexpect.spawn(
            sys.executable,
            ["-m", "noughts", "play", *arguments],
            env={**_without_a_size(), "TERM": "xterm-256color", "COLORTERM": "truecolor"},
            dimensions=(rows, columns),
            timeout=120,
            preexec_fn=answer_ctrl_c,
        )

    def text(self) -> str:
        with contextlib.suppress(pexpect.TIMEOUT, pexpect.EOF):
            while True:
                sent = self.child.read_nonblocking(65536, timeout=0.1)
                self.output += sent
                self._stream.feed(sent)
        return "\n".join(self._screen.display)

    def wait_for(self, text: str, seconds: float = 120) -> str:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            shown = self.text()
            if text in " ".join(shown.split()):
                return shown
            if not self.child.isalive() and text not in shown:
                break
        raise AssertionError(f"{text!r} was not shown:\n{self.text()}")

    def type(self, text: str) -> None:
        self.child.send(text)

    def leave(self) -> int | None:
        """Wait for the process to end; returns its exit code."""
        while self.child.isalive():
            self.text()
        self.text()
        self.child.close()
        code: int | None = self.child.exitstatus
        return code


@contextlib.contextmanager
def playing(size: tuple[int, int], *arguments: str) -> Iterator[Screen]:
    screen = Screen(size, *arguments)
    try:
        yield screen
    finally:
        screen.child.close(force=True)


def wait_for_moves(count: int) -> list[str]:
    end = time.monotonic() + 120
    while time.monotonic() < end:
        store = Store()
        found = store.load(store.ids()[-1]).line if store.ids() else ()
        store.close()
        if len(found) >= count:
            return [move.text for move in found]
        time.sleep(0.05)
    raise AssertionError(f"{count} moves were not kept")


@pytest.mark.parametrize(
    ("name", "size"),
    [
        *((name, SMALL) for name in ("tictactoe", "nineboard", "ultimate", "xtreme", "xrudder")),
        *((name, LARGE) for name in ("tictactoe", "ultimate")),
    ],
    ids=str,
)
def test_a_whole_game_of_each_kind_typed(name: str, size: tuple[int, int]) -> None:
    chance = random.Random(name)
    position = noughts.game(name).start()
    with playing(size, name, "--player", "human") as screen:
        screen.wait_for("type a move")
        while not position.is_game_over():
            move = str(chance.choice(position.legal_moves))
            position.push(move)
            screen.type(f"{move}\r")
        screen.wait_for(str(position.outcome()).split(" (")[0].split(":")[0])
        assert wait_for_moves(len(position.move_stack)) == [move.text for move in position.move_stack]
        screen.type("\x11")
        assert screen.leave() == 0
    store = Store()
    assert store.load(1).record.replay() == position
    assert statistics(store.results()).total.games == 0, "people among themselves are not counted"


def test_killed_while_the_engine_thinks_it_is_offered_and_goes_on() -> None:
    with playing(SMALL, "ultimate", "--level", "max", "--time", "300", "--side", "first") as screen:
        screen.wait_for("type a move")
        screen.type("5.5\r")
        wait_for_moves(1)
        os.kill(screen.child.pid, signal.SIGKILL)
    with playing(SMALL, "ultimate") as screen:
        screen.wait_for("A game of ultimate was left unfinished after 1")
        screen.type("\r")
        screen.wait_for("thinking")
        screen.type("\x1a")  # Ctrl+Z takes the move back
        screen.wait_for("X to move on any open")
        screen.type("\x11")
        assert screen.leave() == 0
    store = Store()
    assert store.ids() == [1]
    assert store.load(1).ply == 0


@pytest.mark.parametrize("how", ["\x11", "\x03", "quit\r", "SIGTERM"])
def test_the_terminal_is_left_as_it_was(how: str) -> None:
    with playing(SMALL, "tictactoe", "--player", "human") as screen:
        screen.wait_for("type a move")
        screen.type("b2\r")
        wait_for_moves(1)
        if how == "SIGTERM":
            os.kill(screen.child.pid, signal.SIGTERM)
        else:
            screen.type(how)
        assert screen.leave() == 0
        last = screen.output[-2000:]
        assert last.endswith(b"The game is kept as number 1; `noughts play --resume` goes on with it.\r\n")
        for put_back in (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1000l"):  # the old screen, the cursor, the mouse
            assert put_back in last
    assert [move.text for move in Store().load(1).line] == ["b2"]


@pytest.mark.parametrize("command", ["play tictactoe --player human", "replay"])
@pytest.mark.parametrize("how", ["close", "SIGTERM"])
def test_leaving_while_the_screen_starts_neither_hangs_nor_shows_a_traceback(how: str, command: str) -> None:
    if command == "replay":
        Store().add([Record("tictactoe", tuple(map(RecordedMove, ("a1", "b2", "a2", "c3", "a3"))), result="1-0")])
    for delay in (0.0, 0.05, 0.15):
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        process = subprocess.Popen(
            [sys.executable, "-m", "noughts", *command.split()],
            env={**_without_a_size(), "TERM": "xterm-256color"},
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=_take_terminal,  # noqa: PLW1509
        )
        os.close(slave)
        output = b""
        while b"\x1b[?1049h" not in output:
            output += os.read(master, 65536)
        time.sleep(delay)
        if how == "SIGTERM":
            process.send_signal(signal.SIGTERM)
            with contextlib.suppress(OSError):  # at the end
                while sent := os.read(master, 65536):
                    output += sent
        os.close(master)
        assert process.wait(60) == (0 if how == "SIGTERM" else 128 + signal.SIGHUP)
        assert b"Traceback" not in output
        assert how == "close" or b"\x1b[?1049l" in output, "the old screen is put back"


def test_bad_options_never_open_the_screen() -> None:
    with playing(SMALL, "chess") as screen:
        screen.child.expect("there is no game 'chess'")
        assert screen.leave() == 2
