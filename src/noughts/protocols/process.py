"""A program under way: lines to it, lines from it, and bounds on everything that it does.

A supervisor is its parent, and that of all that it starts; they are ended together. Whatever it does wrong is a
`PlayerFault`, in words.
"""

import contextlib
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from typing import IO

import psutil

from noughts.errors import NoughtsError, PlayerFault, shown
from noughts.protocols import supervisor
from noughts.protocols.bot_log import ERRORS, SAID, TOLD, BotLog

LONGEST_LINE = 65_536  # bytes
MOST_OUTPUT = 4_000_000  # bytes after a line of ours, and so many more a second
_MOST_A_SECOND = 100_000
_LAST_WORDS = 300  # characters of the standard error output
_WATCH_SECONDS = 0.1  # between two looks at its memory
_ENDING_SECONDS = 5.0  # for killed processes to be gone

_LINE_END = re.compile(rb"[\r\n]+")


class Hang(PlayerFault):
    """A program did not answer within its time, and some more."""


class BotProcess:
    """Started at once. Lines are read by a thread; the first fault counts and ends the process."""

    def __init__(
        self,
        words: Sequence[str],
        memory: int | None = None,
        folder: str | None = None,
        log: BotLog | None = None,
    ) -> None:
        """`memory` is in megabytes, `folder` that in which it runs."""
        self._process, control = _supervised(words, folder)
        self._log = log
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()  # None at the end
        self._written, self._asked = 0, time.monotonic()  # bytes since our last line, and when that was
        self._fault: str | None = None
        self._last_words = b""
        # Neither a process that is forgotten nor one that is under way at our end goes on.
        self._finalizer = weakref.finalize(self, _end, self._process, control)
        # The threads hold no reference to this object, or it could never be forgotten.
        self._threads = [_thread(_read, weakref.proxy(self), self._process.stdout)]
        self._threads.append(_thread(_read_errors, weakref.proxy(self), self._process.stderr))
        if memory is not None:
            _thread(_watch_memory, weakref.proxy(self), psutil.Process(self._process.pid), memory * 2**20)

    def send(self, *lines: str, end: str = "\n") -> None:
        self._written, self._asked = 0, time.monotonic()
        for line in lines:
            self._note(TOLD, line)
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(line + end for line in lines).encode())
            self._process.stdin.flush()
        except OSError:
            raise self._ended() from None

    def line(self, seconds: float) -> str | None:
        """The next line, None if there is none for so long."""
        try:
            line = self._lines.get(timeout=max(0.0, seconds))
        except queue.Empty:
            return None
        if line is None:
            self._lines.put(None)
            raise self._ended()
        return line

    def wait_for(
        self, wanted: Callable[[str], bool], seconds: float, what: str, late: PlayerFault | None = None
    ) -> str:
        """The first line that is wanted; those before it are dropped. `late` is raised if it does not come in time."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            line = self.line(left)
            if line is not None and wanted(line):
                return line
        raise late or Hang(f"it did not answer {what} within {seconds:g} s")

    def forget_lines(self) -> None:
        """Drop what it has said so far."""
        with contextlib.suppress(queue.Empty):
            while True:
                if self._lines.get_nowait() is None:
                    self._lines.put(None)
                    return

    def check(self) -> None:
        """Raise PlayerFault if it has ended, or has done what it must not."""
        if not self.is_alive:
            raise self._ended()

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None and self._fault is None

    def cpu_seconds(self) -> float:
        """The processor time of the program and of all that it has started, ended ones among them."""
        used = 0.0
        with contextlib.suppress(psutil.Error):
            parent = psutil.Process(self._process.pid)
            for process in (parent, *parent.children(recursive=True)):
                with contextlib.suppress(psutil.Error):
                    times = process.cpu_times()
                    used += times.children_user + times.children_system
                    used += 0.0 if process == parent else times.user + times.system
        return used

    def end(self, goodbye: str | None, seconds: float, end: str = "\n") -> bool:
        """Ask it to end, and end it with all that it started; whether it went by itself."""
        is_polite = False
        with contextlib.suppress(PlayerFault, subprocess.TimeoutExpired, OSError):
            if goodbye is not None:
                self.send(goodbye, end=end)
            assert self._process.stdin is not None
            self._process.stdin.close()
            self._process.wait(seconds)
            is_polite = True
        self.kill()
        return is_polite

    def kill(self) -> None:
        self._finalizer()
        with contextlib.suppress(subprocess.TimeoutExpired):  # another thread may be ending it
            self._process.wait(_ENDING_SECONDS)
        for thread in self._threads:
            thread.join(_ENDING_SECONDS)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()

    def fail(self, fault: str) -> None:
        """End it for what it did; the next who reads is told."""
        self._fault = self._fault or fault
        self._finalizer()

    def _note(self, mark: str, line: str) -> None:
        if self._log is not None:
            self._log.write(mark, line, self._process.pid)

    def _ended(self) -> PlayerFault:
        if self._fault is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_ENDING_SECONDS)
            for thread in self._threads:
                thread.join(_ENDING_SECONDS)
        words = self._last_words.decode(errors="replace").strip()
        said = f"; its last words: {shown(words[-_LAST_WORDS:], _LAST_WORDS)}" if words else ""
        return PlayerFault(self._fault or f"{_end_in_words(self._process.returncode)}{said}")


def _thread(work: Callable[..., None], *arguments: object) -> threading.Thread:
    def run() -> None:
        with contextlib.suppress(ReferenceError):  # the process was forgotten, and is ended
            work(*arguments)

    thread = threading.Thread(target=run, daemon=True, name="noughts-bot")
    thread.start()
    return thread


def _read(bot: BotProcess, stream: IO[bytes]) -> None:
    rest = b""
    while chunk := _chunk(stream):
        bot._written += len(chunk)
        *lines, rest = _LINE_END.split(rest + chunk)
        if max(map(len, (*lines, rest))) > LONGEST_LINE:
            bot.fail(f"it wrote a line of more than {LONGEST_LINE} bytes")
            break
        if bot._written > MOST_OUTPUT + _MOST_A_SECOND * (time.monotonic() - bot._asked):
            bot.fail(f"it flooded us: {bot._written:,} bytes in answer to one line")
            break
        for line in filter(None, lines):
            said = line.decode(errors="replace")
            bot._note(SAID, said)
            bot._lines.put(said)
    bot._lines.put(None)


def _read_errors(bot: BotProcess, stream: IO[bytes]) -> None:
    rest = b""
    while chunk := _chunk(stream):
        bot._last_words = (bot._last_words + chunk)[-4 * _LAST_WORDS :]
        *lines, rest = _LINE_END.split(rest[-LONGEST_LINE:] + chunk)
        for line in filter(None, lines):
            bot._note(ERRORS, line.decode(errors="replace"))
    if rest:
        bot._note(ERRORS, rest.decode(errors="replace"))


def _chunk(stream: IO[bytes]) -> bytes:
    try:
        return os.read(stream.fileno(), 65_536)
    except (OSError, ValueError):  # closed in the meantime
        return b""


def _watch_memory(bot: BotProcess, parent: psutil.Process, most: int) -> None:
    while bot.is_alive:
        used = _memory_below(parent)
        if used > most:
            bot.fail(f"it took {used / 2**20:.0f} MB of memory; {most / 2**20:.0f} are allowed")
        time.sleep(_WATCH_SECONDS)


def _memory_below(parent: psutil.Process) -> int:
    """The bytes in memory of a program with all that it has started."""
    used = 0
    with contextlib.suppress(psutil.Error):
        for process in parent.children(recursive=True):
            with contextlib.suppress(psutil.Error):
                used += process.memory_info().rss
    return used


def _supervised(words: Sequence[str], folder: str | None) -> tuple[subprocess.Popen[bytes], int]:
    """The supervisor of a program that it has started, and the file descriptor that ends both when it is closed."""
    told, control = os.pipe()
    trouble, status = os.pipe()
    try:
        process = subprocess.Popen(
            [sys.executable, "-P", supervisor.__file__, str(told), str(status), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            start_new_session=True,  # Ctrl-C is ours
            pass_fds=(told, status),
        )
    except (OSError, ValueError) as error:
        os.close(control)
        os.close(trouble)
        why = error.strerror if isinstance(error, OSError) else error
        raise NoughtsError(f"{words[0]} cannot be started: {why}") from None
    finally:
        os.close(told)
        os.close(status)
    with open(trouble, encoding="utf-8") as opened:
        why = opened.read()  # until it has started
    if why:
        os.close(control)
        process.communicate()
        raise NoughtsError(f"{words[0]} cannot be started: {why}")
    return process, control


def _end(process: subprocess.Popen[bytes], control: int) -> None:
    os.close(control)
    try:
        process.wait(_ENDING_SECONDS)
    except subprocess.TimeoutExpired:
        with contextlib.suppress(psutil.Error):
            for one in psutil.Process(process.pid).children(recursive=True):
                one.kill()
        process.kill()


def _end_in_words(code: int | None) -> str:
    if code is None:
        return "it closed its output"
    if code < 0:
        return f"it crashed ({signal.Signals(-code).name})"
    return f"it ended (exit code {code})"
