"""The interface of a player: which search, evaluation and settings it uses in a game."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from noughts.board import Game, Position
from noughts.engine.limit import Limit
from noughts.option import Option, read_options


@dataclass(frozen=True)
class Configuration:
    """How to find a move in a position."""

    search: str
    evaluation: str | None = None  # None: the best there is for the game
    options: Mapping[str, Any] = field(default_factory=dict)
    limit: Limit = field(default_factory=Limit)  # one given beside it replaces it, field by field
    cap: Limit = field(default_factory=Limit)  # one given beside it can only lower it
    immediate_win: bool = False  # a win in one is played without searching
    random_opening: bool = False  # the first move on an empty board is any
    solves: bool = False  # positions near the end are solved, and not only searched


class Player(ABC):
    """The first line of a player's docstring is its summary; the rest tells the source's part from what was decided."""

    name: ClassVar[str]
    options: ClassVar[Mapping[str, Option]] = {}

    def __init__(self, /, **given: Any) -> None:
        self.option = {name: one.default for name, one in self.options.items()}
        self.option |= read_options(self.name, self.options, given)

    @abstractmethod
    def plays(self, game: Game) -> bool:
        """Whether this is one of the player's own games."""

    @abstractmethod
    def configure(self, position: Position) -> Configuration:
        """The search and its settings for a position of such a game."""
