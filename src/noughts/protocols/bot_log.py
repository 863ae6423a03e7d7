"""A log of what is said to a program and by it, for its author.

    2026-11-18 14:02:11.503 mybot 4711 # game 3.1: mybot - greedy
    2026-11-18 14:02:11.504 mybot 4711 > go movetime 100
    2026-11-18 14:02:11.588 mybot 4711 < bestmove b2
    2026-11-18 14:02:11.601 mybot 4711 ! Traceback (most recent call last):

`>` was told to the program, `<` said by it, `!` is its standard error output, `#` a remark of ours. The number is that
of its process. A line is one write: several processes may have the same file. Lines and files are bounded, characters
that act on a terminal are written out, and a disk that fails here is nothing to the match.
"""

import contextlib
import os
import re
from datetime import datetime
from pathlib import Path

from noughts.errors import NoughtsError, printable

TOLD, SAID, ERRORS, REMARK = "><!#"
MOST_BYTES = 50_000_000  # in a file
LONGEST_LINE = 2000  # characters
_FULL = f"{REMARK} the log has {MOST_BYTES:,} bytes: no more is written here\n"
_UNFIT = re.compile(r"[^\w.+=,()-]+")  # for a file's name, on any system
_LONGEST_NAME = 80


class BotLog:
    """The log of one program."""

    def __init__(self, path: Path, name: str) -> None:
        self._name = printable(name)
        self._path = file_of(path, self._name)
        self._file: int | None = None
        self._is_open = True

    def write(self, mark: str, line: str, process: int | None = None) -> None:
        if not self._is_open:
            return
        now = datetime.now().isoformat(sep=" ", timespec="milliseconds")
        words = printable(line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + "…")
        head = f"{now} {self._name}{'' if process is None else f' {process}'} {mark} "
        try:
            if self._file is None:
                self._file = os.open(self._path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o644)
            text = f"{head}{words}".rstrip() + "\n"
            if os.fstat(self._file).st_size + len(text) > MOST_BYTES:
                self._is_open, text = False, _FULL
            os.write(self._file, text.encode())
        except OSError:
            self._is_open = False

    def __del__(self) -> None:
        if self._file is not None:
            with contextlib.suppress(OSError):
                os.close(self._file)


def is_folder(path: Path) -> bool:
    """Whether a log's path is a folder, with a file for each player: if there is one, or its name has no ending."""
    return path.is_dir() or (not path.exists() and not path.suffix)


def file_of(path: Path, name: str) -> Path:
    """The file in which a player's log stands.

    >>> file_of(Path("games.log"), "my bot").name, file_of(Path("logs"), "../my bot").name
    ('games.log', '.._my_bot.log')
    """
    return path / f"{_UNFIT.sub('_', name)[:_LONGEST_NAME]}.log" if is_folder(path) else path


def prepare(path: Path) -> None:
    """Make the folder of a log; NoughtsError if nothing can be written there."""
    folder = path if is_folder(path) else path.parent
    try:
        if folder is path:
            folder.mkdir(parents=True, exist_ok=True)
        else:
            with path.open("ab"):
                pass
    except OSError as error:
        raise NoughtsError(f"the log {path} cannot be written: {error.strerror}") from None
    if not os.access(folder, os.W_OK):
        raise NoughtsError(f"the log {path} cannot be written: nothing may be written into {folder}")
