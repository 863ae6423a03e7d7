"""Habits of the reports' players that any engine can have."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from noughts.board import EMPTY, Position
from noughts.engine.limit import Limit
from noughts.engine.players.base import Configuration
from noughts.engine.players.report004 import depth_by_formula
from noughts.option import Option


@dataclass(frozen=True, slots=True)
class Habits:
    """Habits of a player; `options` describe each."""

    immediate_win: bool = False
    random_opening: bool = False
    depth_formula: int = 0

    options: ClassVar[dict[str, Option]] = {
        "immediate_win": Option(False, words="play a win in one without searching"),
        "random_opening": Option(False, words="play any first move on an empty board"),
        "depth_formula": Option(0, 0, 100, words="plies to look ahead, and more as the board fills (report 004)"),
    }

    @classmethod
    def take(cls, given: dict[str, Any]) -> "Habits":
        """The habits among the settings given, as values or as texts; they are removed from the rest."""
        return cls(**{name: one.read(name, given.pop(name)) for name, one in cls.options.items() if name in given})

    def added_to(self, configuration: Configuration, position: Position) -> Configuration:
        if self == _NONE:
            return configuration
        limit = configuration.limit
        if self.depth_formula:
            empty = sum(cell.content == EMPTY for cell in position.view().cells)
            limit = limit.updated(Limit(depth=depth_by_formula(empty, self.depth_formula)))
        return replace(
            configuration,
            limit=limit,
            immediate_win=self.immediate_win or configuration.immediate_win,
            random_opening=self.random_opening or configuration.random_opening,
        )


_NONE = Habits()
