"""Games of a match while they are played, for spectators: each process has a file for the game that it plays.

A file is written now and then, never while a clock runs, and is gone with its game. One whose process is no more says
nothing. Games that last less than a moment are seen by nobody.
"""

import contextlib
import json
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from noughts.arena.competition import GameTask
from noughts.arena.journal import journal_folder
from noughts.arena.played import PlayedMove

_PAUSE = 0.5  # seconds between two writings of a process
_MOST_BYTES = 100_000

_written = 0.0  # when this process has written last


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game under way: the numbers of its players, the first to move before the other."""

    players: tuple[int, int]
    pair: int
    position: str | None
    moves: tuple[str, ...]


class LiveWriter:
    """The file of a game that this process plays, if its match has spectators' files."""

    def __init__(self, task: GameTask) -> None:
        self._task = task
        self._path = _folder() / f"{task.journal}-{os.getpid()}.json" if task.journal else None
        self._is_there = False

    def tell(self, moves: Sequence[PlayedMove]) -> None:
        global _written
        now = time.monotonic()
        if self._path is None or now - _written < _PAUSE:
            return
        _written = now
        task = self._task
        told = {
            "players": [task.players[task.first], task.players[1 - task.first]],
            "pair": task.pair,
            "position": task.opening.position,
            "moves": [move.text for move in moves],
        }
        with contextlib.suppress(OSError):  # nobody needs it
            part = self._path.with_suffix(".part")
            part.write_text(json.dumps(told), encoding="utf-8")
            part.replace(self._path)
            self._is_there = True

    def close(self) -> None:
        if self._is_there and self._path is not None:
            self._path.unlink(missing_ok=True)


def live_games(journal: str, most: int) -> list[LiveGame]:
    """The games of a match that are being played, by the name of its journal."""
    found = (_read(path) for path in sorted(_folder().glob(f"{journal}-*.json")))
    return [game for game in found if game is not None][:most]


def _read(path: Path) -> LiveGame | None:
    """The game in a file; None where it is no more, or says something else."""
    try:
        if not psutil.pid_exists(int(path.stem.rpartition("-")[2])) or path.stat().st_size > _MOST_BYTES:
            path.unlink(missing_ok=True)  # of a process that was killed
            return None
        told = json.loads(path.read_bytes())
        first, second = map(int, told["players"])
        return LiveGame((first, second), int(told["pair"]), told["position"], tuple(map(str, told["moves"])))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _folder() -> Path:
    folder = journal_folder() / "live"
    with contextlib.suppress(OSError):
        folder.mkdir(exist_ok=True)
    return folder
