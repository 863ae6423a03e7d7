"""The process in which a game from outside runs first: it may print, hang or crash, and we go on."""

import json
import logging
import os
import signal
import subprocess
import sys
from typing import Any

from noughts.discovery import short_name
from noughts.errors import NoughtsError

log = logging.getLogger("noughts.conformance")
_SILENT_SECONDS = 2
_LONGEST_SECONDS = 120  # its own watchdog is much sooner, but for code that never lets another thread run


def run_uncompiled(asked_for: str) -> list[dict[str, Any]]:
    """The games that `noughts.uncompiled_games` played; NoughtsError if something is wrong with the game."""
    command = [sys.executable, "-m", "noughts.uncompiled_games", asked_for]
    # It answers on its first standard output; what the game prints, by the thousand maybe, nobody reads.
    with subprocess.Popen(
        command,
        env={**os.environ, "NOUGHTS_UNCOMPILED": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as child:
        try:
            answer = _answer(child, asked_for)
        finally:
            child.kill()
    try:
        found = json.loads(answer)
    except ValueError:
        raise told(asked_for, f"{_end(child.returncode)} when it was tried out {_crash(answer)}".rstrip()) from None
    if "error" in found:
        raise told(asked_for, found["error"])
    games: list[dict[str, Any]] = found["games"]
    return games


def _answer(child: subprocess.Popen[bytes], asked_for: str) -> str:
    try:
        answer, _ = child.communicate(timeout=_SILENT_SECONDS)
    except subprocess.TimeoutExpired:
        log.info("trying out %s (once after each edit)", short_name(asked_for))
        try:
            answer, _ = child.communicate(timeout=_LONGEST_SECONDS)
        except subprocess.TimeoutExpired:
            raise told(asked_for, f"it was not tried out after {_LONGEST_SECONDS} s: does a function hang?") from None
    return answer.decode(errors="replace")


def told(asked_for: str, message: str) -> NoughtsError:
    """What is wrong, and first of all with which file."""
    name = short_name(asked_for)
    return NoughtsError(message if message.startswith(name) else f"{name}: {message}")


def _end(code: int) -> str:
    if code < 0:
        return f"it crashed Python ({signal.Signals(-code).name})"
    return f"it ended Python (exit code {code})"


def _crash(answer: str) -> str:
    """The line in which Python crashed, as its fault handler writes it: the last call comes first."""
    lines = [line.strip() for line in answer.splitlines()]
    return next((f"({line})" for line in lines if line.startswith('File "')), "")
