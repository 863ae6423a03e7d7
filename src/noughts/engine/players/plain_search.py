"""A search under its own name, at one of its levels if it has any."""

import functools
from collections.abc import Mapping
from typing import Any

from noughts.board import Game, Position
from noughts.engine.levels import Level
from noughts.engine.players.base import Configuration, Player
from noughts.errors import NoughtsError
from noughts.search.base import Search

_WEAKENS = ("noise", "oversight")


class PlainSearch(Player):
    """Plays every game. It has no name of its own: it goes by the search's, or by its file's."""

    def __init__(self, name: str, kind: type[Search], level: Level | None, options: Mapping[str, Any]) -> None:
        self._level, self._plain = level, Configuration(name, options=kind.read_options(options))
        others = ", ".join(name for name in self._plain.options if name not in _WEAKENS)
        if level is not None and level.is_capped and others:
            raise NoughtsError(f"the level {level.name} has its own {others}; leave that out, or the level")
        self._at_level = functools.lru_cache(maxsize=8)(self._configuration)

    def plays(self, game: Game) -> bool:
        return True

    def configure(self, position: Position) -> Configuration:
        return self._plain if self._level is None else self._at_level(position.game)

    def _configuration(self, game: Game) -> Configuration:
        assert self._level is not None
        level, strength, read = self._level, self._level.strength(game), dict(self._plain.options)
        for name in _WEAKENS:  # a level never sees more than it should
            read[name] = max(getattr(strength, name), read.get(name, 0.0))
        limit, cap = level.limit(game), level.cap(game)
        return Configuration(self._plain.search, options=read, limit=limit, cap=cap, solves=level.solves)
