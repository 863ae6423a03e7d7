"""A journal as spectators follow it: what has been appended is read, and of each game all but its moves is kept."""

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from noughts.arena.journal import VERSION, whole_games
from noughts.arena.played import PlayedGame
from noughts.errors import NoughtsError

_MOST_HEAD = 4_000_000  # bytes of a definition
_AT_ONCE = 8_000_000  # bytes that are read at a look; the rest comes with the next


class FollowedJournal:
    """`games` have no moves; `game` reads one from the file, by its number in their order from 0 up."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._forget()
        self.look()

    def _forget(self) -> None:
        self.definition: dict[str, Any] = {}
        self.games: list[PlayedGame] = []
        self.plies: list[int] = []
        self.numbers: dict[tuple[int, int, int, int], int] = {}  # by the games' keys
        self._places: list[tuple[int, int]] = []  # where a game's line begins, and its length
        self._read = 0
        self._file, self._head = 0, b""

    def look(self) -> bool:
        """Read what has been appended since the last look. Returns whether there was anything."""
        try:
            with self.path.open("rb") as file:
                found, head = os.fstat(file.fileno()), file.readline(_MOST_HEAD)
                if found.st_ino != self._file or found.st_size < self._read or head != self._head:  # it was begun anew
                    self._forget()
                    self._file, self._head = found.st_ino, head
                if found.st_size == self._read and self.definition:
                    return False
                if not self.definition:
                    self.definition = _definition(head, self.path.name)
                    self._read = len(head)
                file.seek(self._read)
                lines = file.read(_AT_ONCE)
        except OSError:
            raise NoughtsError(f"{self.path.name} is no journal of a match") from None
        for game, length in whole_games(lines):
            self.numbers[game.key] = len(self.games)
            self.games.append(replace(game, moves=()))
            self.plies.append(len(game.moves))
            self._places.append((self._read, length))
            self._read += length
        return True

    def game(self, number: int) -> PlayedGame:
        """The whole game."""
        if not 0 <= number < len(self._places):
            raise NoughtsError(f"there is no game {number + 1} in this match")
        place, length = self._places[number]
        try:
            with self.path.open("rb") as file:
                file.seek(place)
                return next(whole_games(file.read(length)))[0]
        except (OSError, StopIteration):
            raise NoughtsError(f"there is no game {number + 1} in this match any more") from None


class JournalHead(NamedTuple):
    """A match in a list of many: its definition, and how many games it has."""

    definition: dict[str, Any]
    games: int


def journal_head(path: Path) -> JournalHead:
    try:
        with path.open("rb") as file:
            definition = _definition(file.readline(_MOST_HEAD), path.name)
            games = sum(piece.count(b"\n") for piece in iter(lambda: file.read(1 << 20), b""))
    except OSError:
        raise NoughtsError(f"{path.name} is no journal of a match") from None
    return JournalHead(definition, games)


def _definition(head: bytes, name: str) -> dict[str, Any]:
    try:
        definition = json.loads(head)
    except ValueError:
        definition = None
    if not isinstance(definition, dict) or definition.get("version") != VERSION:
        raise NoughtsError(f"{name} is no journal of a match")
    return definition
