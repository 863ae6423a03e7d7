"""Who plays in the arena: engines of ours, and players from outside, each in a process of its own.

    noughts:level=hard      an engine's text, as everywhere else (`noughts/engine_text.py`)
    ./bot.py                a Python file with a function move(position, limit); it runs in a process of its own

Players from outside exist here alone: no engine's text, and nothing that a visitor of the page sends, starts a program.
"""

import re
from pathlib import Path
from typing import Protocol

from noughts.analysis import Analysis
from noughts.board import Game, Position
from noughts.discovery import short_name
from noughts.engine import Engine
from noughts.engine_text import EngineText
from noughts.kernel.fingerprint import file_hash
from noughts.limit import Limit
from noughts.results import Result

_NAMED = re.compile(r"\s*\w\w+\s*:")  # an engine's text with settings; a single letter is a drive


class Contestant(Protocol):
    """What the referee knows of a player. `Engine` is one; the host of a foreign process is another.

    When a foreign process misbehaves, or ends, its host raises `PlayerFault` with the reason in words.
    """

    def check(self, game: Game) -> None:
        """Raise NoughtsError if it cannot play the game."""

    def prepare(self, game: Game) -> None:
        """Get ready for a new game, with no clock running: start, load, compile."""

    def play(self, position: Position, limit: Limit | None = None) -> Result:
        """The move to play. The referee checks it and measures the time."""

    def analysis(self, position: Position, limit: Limit | None = None) -> Analysis[Result]:
        """A search to watch."""

    def stop(self) -> None:
        """Break off what is under way, from any thread."""

    def close(self) -> None:
        """End, for good, whatever is still running."""


def contestant(text: str, seed: int | None = None) -> Contestant:
    """The player that a text stands for. This is the one place where a text becomes one."""
    return Engine(text, seed=seed)


def is_foreign(text: str) -> bool:
    """Whether a player runs in a process of its own, which is kept from game to game."""
    return text.strip().endswith(".py") and not _NAMED.match(text)


def name_of(text: str) -> str:
    """A player's text for people."""
    return short_name(text) if is_foreign(text) else EngineText.read(text).label


def identity(text: str) -> str:
    """What tells a player from others, and from what it was before its file was edited."""
    file = text if is_foreign(text) else EngineText.read(text).settings.get("eval", "").partition(":")[0]
    path = Path(file).expanduser()
    return f"{text} {file_hash(path)}" if file.endswith(".py") and path.is_file() else text


class Contestants:
    """The players of a process. Engines are made anew for each game, so that a game depends on its seed alone;
    processes of others are kept while they behave."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, int], Contestant] = {}

    def seated(self, text: str, side: int, seed: int | None) -> Contestant:
        """The player for one side, 0 or 1, of a pairing: two of the same text are two."""
        if not is_foreign(text):
            return contestant(text, seed)
        if (text, side) not in self._kept:
            self._kept[text, side] = contestant(text, seed)
        return self._kept[text, side]

    def dismiss(self, text: str, side: int) -> None:
        """End a player that has misbehaved: the next game starts it anew."""
        if (text, side) in self._kept:
            self._kept.pop((text, side)).close()

    def close(self) -> None:
        for text, side in list(self._kept):
            self.dismiss(text, side)
