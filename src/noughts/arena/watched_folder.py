"""A folder of bots that is watched while it is filled: bots that come, change and go, as versions of their sources."""

import contextlib
import hashlib
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from noughts.arena.bot_folder import BotFolder
from noughts.arena.contestants import check_bot_file, own_sources
from noughts.conformance.discovery import existing_file
from noughts.errors import NoughtsError, printable

LOOK_SECONDS = 1.0  # between two looks; what differs between them is still being written


@dataclass(frozen=True)
class FoundBot:
    """A bot as it lies in the folder. One with a fault can play no game."""

    path: Path
    sources: str  # a hash of its file and of those that it imports
    fault: str | None = None


class WatchedFolder:
    """Looked at no more often than once a second. A bot that has changed is there again once it stays as it is."""

    def __init__(self, folder: Path, say: Callable[[str], None]) -> None:
        self._folder, self._say = folder, say
        self._read: dict[Path, tuple[set[Path], object, FoundBot]] = {}  # by a bot's file: its sources, as they were
        self._last: dict[str, FoundBot] = {}
        self._looked: float | None = None
        self._complaint = ""
        self.bots: dict[str, FoundBot] = {}

    @property
    def is_readable(self) -> bool:
        return not self._complaint

    def look(self, at_once: bool = False) -> bool:
        """Look, if it is time. Returns whether anything has come, changed or gone."""
        is_first = self._looked is None
        if self._looked is not None and not at_once and time.monotonic() - self._looked < LOOK_SECONDS:
            return False
        self._looked = time.monotonic()
        try:
            found = {name: self._found(path) for name, path in BotFolder.read(self._folder).files.items()}
            self._complaint = ""
        except NoughtsError as error:  # what was there before counts on
            if is_first:
                raise
            if str(error) != self._complaint:
                self._complaint = str(error)
                self._say(self._complaint)
            return False
        before, self._last = self._last, found
        settled = {name: bot for name, bot in found.items() if is_first or before.get(name) == bot}
        has_changed = settled != self.bots
        self.bots = settled
        return has_changed

    def _found(self, path: Path) -> FoundBot:
        if path not in self._read or _state(self._read[path][0]) != self._read[path][1]:
            files = own_sources(path) or {path}
            self._read[path] = files, _state(files), _examined(path, _hash(files))
        return self._read[path][2]


def _examined(path: Path, sources: str) -> FoundBot:
    try:
        check_bot_file(existing_file(str(path), "bot"))
    except NoughtsError as error:
        return FoundBot(path, sources, printable(str(error)))
    return FoundBot(path, sources)


def _state(files: set[Path]) -> object:
    """Changes with the files."""
    states = []
    for path in sorted(files):
        with contextlib.suppress(OSError):
            found = path.stat()
            states.append((path, found.st_mtime_ns, found.st_size, found.st_ino))
    return states


def _hash(files: set[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(files):
        with contextlib.suppress(OSError):
            if path.is_file():  # a pipe would be waited for
                digest.update(os.fsencode(path.name) + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]
