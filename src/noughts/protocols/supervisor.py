"""The parent of a bot's program: it ends with the program, and the program with it, and all that was started there.

    python supervisor.py CONTROL STATUS WORD…

The words are the program and its arguments, with this process's standard streams. STATUS is a pipe for why it cannot be
started, and is closed once it is. The program is ended when the other side closes the pipe CONTROL, or is no more. This
process ends as the program does: by its exit code or its signal.

On Linux a process whose parent has ended becomes a child of this one, whatever session it has made for itself: nothing
that the program starts is lost. Run by its path, it imports nothing of ours: each bot waits for it to start.
"""

import contextlib
import ctypes
import os
import select
import signal
import subprocess
import sys
import time

import psutil

_SET_PARENT_DEATH_SIGNAL, _SET_CHILD_SUBREAPER = 1, 36  # of Linux's prctl
_ENDING_SECONDS = 4.0  # for killed processes to be gone


def main(control: int, status: int, words: list[str]) -> None:
    waking, wakes = os.pipe()
    os.set_blocking(wakes, False)
    signal.set_wakeup_fd(wakes, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    _prctl(_SET_CHILD_SUBREAPER, 1)
    try:
        program = subprocess.Popen(words, start_new_session=True, preexec_fn=_end_with_parent)  # noqa: PLW1509
    except (OSError, ValueError) as error:
        os.write(status, str(error.strerror if isinstance(error, OSError) else error).encode())
        return
    for name in ("SIGTERM", "SIGINT", "SIGHUP"):
        signal.signal(getattr(signal, name), lambda *_: _kill(program.pid))
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)  # they are the program's
    os.close(status)
    watched = [control, waking]
    while (code := _reaped(program.pid)) is None:
        for readable in select.select(watched, [], [])[0]:
            os.read(readable, 100)
            if readable == control:
                watched.remove(control)
                _kill(program.pid)
    _end_all()
    _end_as(code)


def _kill(program: int) -> None:
    """Kill the program. Not by Popen, which would reap it if it has just ended, and `_reaped` would wait for ever."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(program, signal.SIGKILL)


def _prctl(option: int, value: int) -> None:
    with contextlib.suppress(AttributeError, OSError):  # not Linux
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def _end_with_parent() -> None:
    """Have the program's process, which calls this, end with its supervisor, even if that is killed."""
    _prctl(_SET_PARENT_DEATH_SIGNAL, signal.SIGKILL)


def _reaped(program: int) -> int | None:
    """Reap what has ended; how the program has, if it is among it."""
    found = None
    with contextlib.suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            if ended[0] == program:
                found = os.waitstatus_to_exitcode(ended[1])
    return found


def _end_all() -> None:
    """Kill all children until none is left: one that is killed may just have started another."""
    last = time.monotonic() + _ENDING_SECONDS
    while (left := psutil.Process().children(recursive=True)) and time.monotonic() < last:
        for process in left:
            with contextlib.suppress(psutil.Error):
                process.kill()
        _reaped(0)


def _end_as(code: int) -> None:
    if code < 0:
        with contextlib.suppress(ImportError):
            import resource

            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # the program has left one, if it is wanted
        with contextlib.suppress(OSError, ValueError):  # SIGKILL has no handler
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
