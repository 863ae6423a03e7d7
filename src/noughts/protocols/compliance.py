"""Compliance of a program with a protocol: point by point, each told when it has been tried."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from noughts.board import Game, Position
from noughts.errors import PlayerFault
from noughts.protocols.bots import Bot
from noughts.protocols.host import MARGIN, PATIENCE
from noughts.protocols.process import BotProcess

NONSENSE = ("make me a sandwich", "\x00\x01\x02\ufffd", "x" * 50_000)


@dataclass(frozen=True)
class Point:
    """A requirement that a program fails, and what it did instead."""

    what: str
    fault: str | None = None
    is_note: bool = False  # whether the fault is none, but worth knowing


class Examination(ABC):
    """The points of a protocol. A program that a point ends, or that hangs in it, is started again for the next."""

    line_end = "\n"
    goodbye: str

    def __init__(self, bot: Bot, game: Game, margin: float = MARGIN, patience: float = PATIENCE) -> None:
        self.bot, self.game, self.margin, self.patience = bot, game, margin, patience
        self._process: BotProcess | None = None

    def points(self) -> Iterator[Point]:
        """Try everything. A program that does not even greet is not asked for more."""
        try:
            for what, trial in self._trials():
                try:
                    trial()
                    yield Point(what)
                except PlayerFault as fault:
                    yield Point(what, str(fault))
                    self._drop()
                    if trial == self._greet:
                        return
            yield self._end("ends when it is told to", self.goodbye)
            yield self._end("ends with its input", None)
        finally:
            self._drop()

    @abstractmethod
    def _trials(self) -> list[tuple[str, Callable[[], object]]]:
        """The requirements, in words, and how each is tried; `_greet` comes first."""

    @abstractmethod
    def _greet(self) -> None:
        """Have a program that was just started get ready for the game."""

    @property
    def _alive(self) -> BotProcess:
        """The program, started and greeted if it is not under way."""
        if self._process is None:
            self._process = BotProcess(self.bot.words, self.bot.memory, self.bot.folder)
            self._greet()
        return self._process

    def _send(self, *lines: str) -> None:
        self._alive.send(*lines, end=self.line_end)

    def _answer(self, wanted: Callable[[str], bool], to: str, seconds: float | None = None) -> str:
        """The first wanted line that it says."""
        return self._alive.wait_for(wanted, self.patience if seconds is None else seconds, to)

    def _end(self, what: str, goodbye: str | None) -> Point:
        try:
            is_polite = self._alive.end(goodbye, self.margin, self.line_end)
        except PlayerFault as fault:
            return Point(what, str(fault))
        self._process = None
        how = "the end of its input" if goodbye is None else goodbye
        return Point(what, None if is_polite else f"it goes on {self.margin:g} s after {how}")

    def _drop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()


def random_game(game: Game) -> list[Position]:
    """The positions of a game of random moves, the same each time."""
    chance, position = random.Random(1), game.start()
    positions = [position.copy()]
    while not position.is_game_over():
        position.push(chance.choice(position.legal_moves))
        positions.append(position.copy())
    return positions
