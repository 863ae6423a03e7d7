"""The games to choose from: the families' names, parameters and all, and a file of the user's own."""

import contextlib
import re
from dataclasses import dataclass

from noughts.board import Game
from noughts.conformance.discovery import short_name
from noughts.errors import NoughtsError
from noughts.registry import families
from noughts.registry import game as find_game


@dataclass(frozen=True)
class MenuGame:
    family: type[Game]
    name: str  # as `Game.names` writes it, or a file's

    @property
    def label(self) -> str:
        return short_name(self.name)

    @property
    def summary(self) -> str:
        return self.family.summary(self.name)

    def sizes_of(self, game: str) -> list[int] | None:
        """The parameters of a game by its name: 5, 5, 4 of 5x5x4 for ROWSxCOLSxK; None if it is another's."""
        found = re.fullmatch(re.sub(r"[A-Z]+", r"([0-9]+)", re.escape(self.name)), game)
        return [int(size) for size in found.groups()] if found else None


def menu_games(last: str | None) -> tuple[list[MenuGame], int, list[int]]:
    """All of them, and which of them the game played last is, with its parameters; no family names a user's file.

    >>> offered, index, sizes = menu_games("5x5x4")
    >>> offered[index].name, sizes
    ('ROWSxCOLSxK', [5, 5, 4])
    """
    known = [MenuGame(family, name) for family in families() for name in family.names]
    if last is None:
        return known, 0, []
    for index, offered in enumerate(known):
        sizes = offered.sizes_of(last)
        if sizes is not None:
            return known, index, sizes
    with contextlib.suppress(NoughtsError):  # the file may be gone by now
        known.insert(0, MenuGame(type(find_game(last)), last))
    return known, 0, []
