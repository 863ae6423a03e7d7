"""The games of a match on disk, each as it finishes: a match that was broken off, in whatever way, goes on from here.

A journal is a text file in the data folder, named by a hash of all that the games depend on: game, players, conditions,
openings, seed, and the sources of each. Its first line says what they are, and every other line is a game. A line is
handed to the system in one piece before anything else happens: whatever becomes of this process, the game is kept. As
disks are slow, lines are brought to them once a second at most; a power failure may take the games of the last second.
A line that was cut off is dropped. Boards of games under way lie in a folder beside the journal (`boards.py`).
"""

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

import filelock

from noughts.arena.boards import make_folder, remove_folder
from noughts.arena.played import PlayedGame
from noughts.conformance.discovery import short_name
from noughts.errors import NoughtsError
from noughts.system.folders import FolderError, data_folder, write_whole

VERSION = 1
_SYNC_SECONDS = 1.0


class Journal:
    """Open for one process at a time."""

    def __init__(
        self, definition: Mapping[str, Any], anew: bool = False, same: Mapping[str, Any] | None = None
    ) -> None:
        """`same` is what makes it the same journal, where its definition may change; else all of that does."""
        text = _written(definition)
        self.path = journal_path(definition if same is None else same)
        self._lock = filelock.FileLock(self.path.with_suffix(".lock"))
        try:
            self._lock.acquire(timeout=0)
        except filelock.Timeout:
            raise NoughtsError(
                "this match is being played by another process; wait for it, or give another --seed"
            ) from None
        self.boards = boards_of(self.path)
        make_folder(self.boards)
        self._synced = 0.0
        if anew:
            self.path.unlink(missing_ok=True)
        self.games = self._read(None if same else text)
        try:
            self._file: BinaryIO = open(self.path, "ab")  # noqa: SIM115 - closed with the journal
            if not self._file.tell():
                self._write(text)
        except OSError as error:
            raise FolderError(f"{self.path} cannot be written: {error.strerror}") from None

    def _read(self, definition: str | None) -> list[PlayedGame]:
        """The games that are there. Lines from the first broken one on were cut off in writing, and are taken away."""
        games: list[PlayedGame] = []
        with contextlib.suppress(OSError):
            content = self.path.read_bytes()
            head, _, lines = content.partition(b"\n")
            whole = 0
            if (definition is None or head == definition.encode()) and content != head:
                found = list(whole_games(lines))
                games = [game for game, _ in found]
                whole = len(head) + 1 + sum(length for _, length in found)
            if whole < len(content):
                with open(self.path, "r+b") as file:
                    file.truncate(whole)
        return games

    def add(self, game: PlayedGame) -> None:
        """Keep a game; when this returns, a kill cannot take it any more."""
        self.games.append(game)
        try:
            self._write(json.dumps(game.as_json(), ensure_ascii=False))
        except OSError as error:
            raise FolderError(f"{self.path} cannot be written: {error.strerror}") from None

    def redefine(self, definition: Mapping[str, Any]) -> None:
        """Write the file anew with another definition and the same games: whole, whatever happens meanwhile."""
        try:
            head, _, games = self.path.read_bytes().partition(b"\n")
            text = _written(definition).encode()
            if head != text:
                write_whole(self.path, (text, b"\n", games))
                self._file.close()
                self._file = open(self.path, "ab")  # noqa: SIM115 - closed with the journal
        except OSError as error:
            raise FolderError(f"{self.path} cannot be written: {error.strerror}") from None

    def _write(self, line: str) -> None:
        self._file.write(line.encode() + b"\n")
        self._file.flush()
        if time.monotonic() - self._synced >= _SYNC_SECONDS:
            self._sync()

    def _sync(self) -> None:
        os.fsync(self._file.fileno())
        self._synced = time.monotonic()

    def close(self) -> None:
        with contextlib.suppress(OSError):  # a disk that fails has been told of where a game was kept
            self._sync()
        self._file.close()
        remove_folder(self.boards)
        self._lock.release()

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _written(definition: Mapping[str, Any]) -> str:
    return json.dumps({"version": VERSION, **definition}, sort_keys=True, ensure_ascii=False)


def journal_path(definition: Mapping[str, Any]) -> Path:
    """The file of the journal that is defined so."""
    return journal_folder() / f"{hashlib.sha256(_written(definition).encode()).hexdigest()[:16]}.jsonl"


def players_shown(definition: Mapping[str, Any]) -> list[int]:
    """The players that standings are told of: all, or those of a ladder that play now."""
    count = len(definition["names"])
    return [player for player in definition.get("current", range(count)) if 0 <= player < count]


def aside_lines(definition: Mapping[str, Any]) -> list[str]:
    """Who is set aside on a ladder, and why."""
    return [f"{name} is set aside: {why}" for name, why in definition.get("aside", ())]


def whole_games(lines: bytes) -> Iterator[tuple[PlayedGame, int]]:
    """The games of a journal's lines up to the first that is not whole, each with the bytes that it takes."""
    for line in lines.splitlines(keepends=True):
        try:
            game = PlayedGame.from_json(json.loads(line))
        except (ValueError, TypeError, KeyError):
            return
        if not line.endswith(b"\n"):
            return
        yield game, len(line)


def boards_of(journal: Path) -> Path:
    """The folder of the boards that are being played."""
    return journal.with_suffix(".boards")


def game_shown(definition: Mapping[str, Any]) -> str:
    """The game of a journal for spectators: of a file its name alone, and not where it lies.

    >>> game_shown({"game": "/home/me/mygame.py 0123456789ab"}), game_shown({"game": "ultimate"})
    ('mygame.py', 'ultimate')
    """
    return short_name(game_of_journal(definition))


def game_of_journal(definition: Mapping[str, Any]) -> str:
    """The game's name, or the path of its file."""
    game = str(definition["game"])
    return game.rpartition(" ")[0] or game


def journal_folder() -> Path:
    folder = data_folder() / "arena"
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise FolderError(f"{folder} cannot be made: {error.strerror}") from None
    return folder
