"""Seats at a game: a person, or an engine that a text describes."""

from dataclasses import dataclass

from noughts.board import Game
from noughts.engine.engine import Engine
from noughts.engine.engine_text import EngineSettings, EngineText
from noughts.errors import NoughtsError
from noughts.store import HUMAN, KeptGame


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of a game. The text is kept with the game and makes the seat again: `human`, `noughts:level=easy`."""

    text: str
    engine: Engine | None

    @property
    def is_human(self) -> bool:
        return self.engine is None

    @property
    def tells_what_is_proved(self) -> bool:
        """Whether it says so when it knows how the game will end: the strongest levels do."""
        level = self.engine.settings.level if self.engine else None
        return level is not None and level.name in ("expert", "max")

    def training(self, game: Game) -> str:
        """When and how well its evaluation was trained; empty if it was not, and for people."""
        return self.engine.settings.training(game) if self.engine else ""

    @property
    def label(self) -> str:
        """For people; a name from elsewhere is a name as it stands, whatever it looks like."""
        return self.text if self.is_human and self.text != HUMAN else label(self.text)


def seat(text: str, game: Game) -> Seat:
    """The seat that a text describes; NoughtsError if no player of that name plays the game."""
    text = text.strip()
    if text == HUMAN:
        return Seat(text, None)
    engine = Engine(text)
    engine.check(game)
    return Seat(text, engine)


def check_seat(text: str, game: Game | None) -> None:
    """Raise NoughtsError if no player of that text plays the game, or, where none is chosen yet, any."""
    if game is not None:
        seat(text, game)
    elif text.strip() != HUMAN:
        EngineSettings.read(text)


def label(text: str) -> str:
    """A seat's text for people; any other than an engine's is a name, which the store may hold from older versions.

    >>> label("noughts:level=easy"), label("noughts:level=hard,threads=2"), label("report003"), label("human")
    ('noughts, easy', 'noughts, hard, threads=2', 'report003', 'person')
    """
    if text == HUMAN:
        return "person"
    try:
        return EngineText.read(text).label
    except NoughtsError:
        return text


def player_labels(kept: KeptGame) -> tuple[str, str]:
    """The players of a kept game, for people. Players of games from elsewhere are names, and not texts of engines."""
    first, second = kept.record.players
    return (label(first), label(second)) if kept.is_played_here else (first, second)
