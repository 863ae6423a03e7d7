"""Habits of the reports' players that any engine can have."""

from dataclasses import dataclass, replace
from typing import Any

from noughts.board import EMPTY, Position
from noughts.errors import NoughtsError
from noughts.limit import Limit
from noughts.players.base import Configuration
from noughts.players.report004 import depth_by_formula
from noughts.search.base import read_number, read_option


@dataclass(frozen=True, slots=True)
class Habits:
    """`immediate_win` plays a win in one without searching, `random_opening` any first move on an empty board,
    `depth_formula=L` looks L plies ahead and more as the board fills (report 004)."""

    immediate_win: bool = False
    random_opening: bool = False
    depth_formula: int = 0

    @classmethod
    def take(cls, given: dict[str, Any]) -> "Habits":
        """The habits among the settings given, as values or as texts; they are removed from the rest."""
        flags = {name: read_option(name, given.pop(name, False), False) for name in ("immediate_win", "random_opening")}
        level = given.pop("depth_formula", 0)
        plies = read_number(level, int)
        if plies is None or not 0 <= plies <= 100:
            raise NoughtsError(f"depth_formula is {level!r}; it must be a number from 0 to 100")
        return cls(**flags, depth_formula=plies)

    def added_to(self, configuration: Configuration, position: Position) -> Configuration:
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
