"""Seats at a game: a person, or an engine that a text describes."""

from collections.abc import Mapping
from dataclasses import dataclass

from noughts.board import Game
from noughts.engine.engine import Engine
from noughts.engine.engine_text import EngineSettings, EngineText
from noughts.engine.levels import LEVELS
from noughts.errors import NoughtsError
from noughts.store import EARLIER, HUMAN, KeptGame, Tally

YOURS = "yours"  # in place of a level, before a game begins: the one that is as strong as the person (play/rating.py)
YOURS_TEXT = f"noughts:level={YOURS}"


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of a game. The text is kept with the game and makes the seat again: `human`, `noughts:level=easy`."""

    text: str
    engine: Engine | None

    @property
    def is_human(self) -> bool:
        return self.engine is None

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
    text = text.replace(f"level={YOURS}", "level=max") if is_of_your_strength(text) else text
    if game is not None:
        seat(text, game)
    elif text.strip() != HUMAN:
        EngineSettings.read(text)


def is_of_your_strength(text: str) -> bool:
    """Whether a seat is to be that of a level as strong as the person."""
    return text.startswith("noughts:") and EngineText.read(text).settings.get("level") == YOURS


def label(text: str) -> str:
    """A seat's text for people; any other than an engine's is a name, which the store may hold from older versions.

    >>> label("noughts:level=easy"), label("noughts:level=hard,threads=2"), label("report003"), label("human")
    ('noughts, easy', 'noughts, hard, threads=2', 'report003', 'person')
    >>> label("noughts:level=easy" + EARLIER)
    'noughts, easy (earlier levels)'
    """
    if text == HUMAN:
        return "person"
    if text.endswith(EARLIER):
        return f"{label(text.removesuffix(EARLIER))} (earlier levels)"
    try:
        return "noughts, of your strength" if is_of_your_strength(text) else EngineText.read(text).label
    except NoughtsError:
        return text


def by_strength(text: str) -> tuple[int, int, str]:
    """The place of an opponent in a list: levels from the weakest up, earlier ones, then all others by name.

    >>> sorted(["report003", "noughts:level=max", "noughts:level=1-dan", "noughts:level=easy"], key=by_strength)
    ['noughts:level=easy', 'noughts:level=1-dan', 'noughts:level=max', 'report003']
    """
    name = level_name(text.removesuffix(EARLIER))
    if name is None:
        return 2, 0, text
    return int(text.endswith(EARLIER)), list(LEVELS).index(name), text


def in_order(tallies: Mapping[tuple[str, str], Tally]) -> list[tuple[tuple[str, str], Tally]]:
    """Results by game and opponent: games by name, opponents by strength."""
    return sorted(tallies.items(), key=lambda one: (one[0][0], by_strength(one[0][1])))


def level_name(text: str) -> str | None:
    """The level of today that an opponent's text names."""
    try:
        level = EngineText.read(text).settings.get("level")
    except NoughtsError:
        return None
    return level if level in LEVELS and text.startswith("noughts:") else None


def player_labels(kept: KeptGame) -> tuple[str, str]:
    """The players of a kept game, for people. Those of friends' games and of games from elsewhere are names."""
    first, second = kept.record.players
    are_names = kept.friends is not None or not kept.is_played_here
    return (first, second) if are_names else (label(first), label(second))
