"""The process in which a game or an evaluation from outside runs first: it may print, hang or crash, and we go on.

{"tried": ...} or {"error": "what is wrong"} comes on the standard output that the process was started with. Its
prints go to the standard error output.
"""

import faulthandler
import json
import logging
import os
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable
from typing import Any

from noughts.conformance.discovery import short_name
from noughts.conformance.watchdog import Watchdog
from noughts.errors import NoughtsError

log = logging.getLogger("noughts.conformance")
_SILENT_SECONDS = 2
_LONGEST_SECONDS = 120  # its own watchdog is much sooner, but for code that never lets another thread run


def run_uncompiled(asked_for: str, module: str, *arguments: str) -> Any:
    """The trials of a module that calls `answer`; NoughtsError if the game or evaluation has a mistake."""
    command = [sys.executable, "-m", module, *arguments]
    # It answers on its first standard output; prints, by the thousand maybe, are not read.
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
    return found["tried"]


def answer(try_out: Callable[[Watchdog], Any]) -> None:
    """Try something out in that process, write the result for `run_uncompiled`, and end."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    faulthandler.enable(answers)

    def end_with(result: dict[str, Any]) -> None:
        answers.write(json.dumps(result))
        answers.flush()
        os._exit(0)  # at once: threads and exit handlers of what was tried out have no say

    watchdog = Watchdog(lambda message: end_with({"error": message}))
    try:
        end_with({"tried": try_out(watchdog)})
    except NoughtsError as error:
        end_with({"error": str(error)})
    except BaseException:  # noqa: BLE001 - a mistake of ours: errors of the file are NoughtsErrors by now
        end_with({"error": traceback.format_exc()})


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
    """An error with the file's name before the message."""
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
