"""A search by itself as a player, at one of its levels if it has any."""

from collections.abc import Mapping
from typing import Any

from noughts.board import Game, Position
from noughts.engine.levels import Level
from noughts.engine.players.base import Configuration, Player
from noughts.errors import NoughtsError
from noughts.search.base import Search


class PlainSearch(Player):
    """Plays every game. It has no name of its own: it goes by the search's."""

    def __init__(self, kind: type[Search], level: Level | None, options: Mapping[str, Any]) -> None:
        self._configuration = Configuration(kind.name, options=kind.read_options(options))
        if level is not None:
            read = dict(self._configuration.options)
            others = ", ".join(name for name in read if name != "noise")
            if level.is_capped and others:
                raise NoughtsError(f"the level {level.name} has its own {others}; leave that out, or the level")
            read["noise"] = max(level.noise, read.get("noise", 0.0))  # a level never sees more than it should
            self._configuration = Configuration(
                kind.name, options=read, limit=level.limit, cap=level.cap, whims=level.whims, solves=level.solves
            )

    def plays(self, game: Game) -> bool:
        return True

    def configure(self, position: Position) -> Configuration:
        return self._configuration
