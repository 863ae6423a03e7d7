"""Running the real command, and other Python, in processes of their own."""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect

ROOT = Path(__file__).parent.parent
CONNECT_FOUR = ROOT / "examples" / "connect_four.py"
HEX, BREAKTHROUGH = ROOT / "examples" / "hex.py", ROOT / "examples" / "breakthrough.py"
OTHELLO = ROOT / "examples" / "othello.py"


def run_python(*arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        timeout=300,
        check=False,
    )


def noughts(*arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return run_python("-m", "noughts", *arguments, stdin=stdin, **environment)


def edit(path: Path, *changes: tuple[str, str]) -> None:
    """Change a file's source; what is replaced must stand there."""
    source = path.read_text()
    for old, new in changes:
        assert old in source, old
        source = source.replace(old, new)
    path.write_text(source)


def answer_ctrl_c() -> None:
    """For a new process: a shell that runs the tests in the background has told them to ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextlib.contextmanager
def terminal(*arguments: str, **environment: str) -> Iterator[pexpect.spawn]:
    """The command in a pseudo-terminal; it ends with the test, whatever happens."""
    child = pexpect.spawn(
        sys.executable,
        ["-m", "noughts", *arguments],
        env={**os.environ, "TERM": "xterm", **environment},
        timeout=120,
        preexec_fn=answer_ctrl_c,
    )
    try:
        yield child
    finally:
        child.close(force=True)
