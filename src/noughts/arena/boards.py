"""Boards that are being played: a small file for each game under way, beside the journal, for spectators.

The process that plays the game writes it: a line that says which game it is, and one for each move as it is made. The
file goes when the game ends. One that was left behind by a kill tells of no game, as its process is no more, and goes
when the match goes on. A disk that fails here is nothing to the match.
"""

import contextlib
import functools
import json
import os
import shutil
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from noughts.arena.played import PlayedMove

SHORTEST = 0.2  # seconds: games that are over sooner are seen by nobody, and cost nothing
_SUFFIX = ".board"
_MOST_BYTES = 1_000_000

Key = tuple[int, int, int, int]


class ShownBoard:
    """The board of a game under way, as the process that plays it shows it."""

    def __init__(self, folder: Path | None, key: Key, position: str | None, shortest: float = SHORTEST) -> None:
        self._path = None if folder is None else folder / ("-".join(map(str, key)) + _SUFFIX)
        self._head = {"key": key, "position": position}
        self._unwritten: list[Any] = []
        self._file: int | None = None
        self._visible = time.monotonic() + shortest

    def add(self, move: PlayedMove) -> None:
        if self._path is None:
            return
        self._unwritten.append(move)
        if time.monotonic() < self._visible:
            return
        try:
            if self._file is None:
                self._file = os.open(self._path, os.O_CREAT | os.O_TRUNC | os.O_APPEND | os.O_WRONLY, 0o600)
                self._unwritten.insert(0, {**self._head, "process": os.getpid(), "since": _begun(os.getpid())})
            # In one piece: a reader sees all of a line or knows that it lacks its end.
            os.write(self._file, b"".join(json.dumps(one).encode() + b"\n" for one in self._unwritten))
        except OSError:
            self._path = None
        self._unwritten.clear()

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            with contextlib.suppress(OSError):
                Path(self._path or "").unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class Board:
    """A game under way, as spectators find it."""

    key: Key  # as `PlayedGame.key`
    position: str | None  # the position text that it began from, None for the game's own start
    moves: tuple[PlayedMove, ...]


def make_folder(folder: Path) -> None:
    """An empty folder for the boards of a match that nobody else plays."""
    remove_folder(folder)
    with contextlib.suppress(OSError):
        folder.mkdir()


def remove_folder(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)


def boards_under_way(folder: Path) -> Iterator[Board]:
    """The boards of a match."""
    with contextlib.suppress(OSError):
        for path in sorted(folder.glob(f"*{_SUFFIX}")):
            board = _read(path)
            if board is not None:
                yield board


def _read(path: Path) -> Board | None:
    """The board in a file; None if there is none, or its process is no more."""
    try:
        with path.open("rb") as file:
            whole = file.read(_MOST_BYTES).rpartition(b"\n")[0]
        head, *moves = map(json.loads, whole.splitlines())
        if not _lives(head):
            return None
        first, second, pair, begins = head["key"]
        return Board((first, second, pair, begins), head["position"], tuple(PlayedMove(*move) for move in moves))
    except (OSError, ValueError, TypeError, KeyError):
        return None


@functools.cache
def _begun(process: int) -> float:
    """When this process began; a process that was forked has another number."""
    return psutil.Process(process).create_time()


def _lives(head: Mapping[str, Any]) -> bool:
    """Whether the process that wrote a file is still there; another may have got its number."""
    try:
        return bool(psutil.Process(head["process"]).create_time() == head["since"])
    except psutil.Error:
        return False
