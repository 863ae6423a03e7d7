"""An engine as one text: read, written, shown and checked here, and nowhere else.

    text    = name [":" setting {"," setting}]
    setting = key "=" value

The name is a search's or a player's (`noughts searches` and `noughts players` list them), or the file of a search of
one's own, as in ./mysearch.py:depth=4; nothing that a visitor of the page sends names a file. Spaces around names, keys
and values do not count, a value holds no comma, a key that stands twice has its last value. Keys that every engine
knows:

    eval                           an evaluation's name or file; its options follow by colons: factorial:a=1:b=2
    time, depth, nodes             limits: seconds, plies, positions
    threads, hash_mb, seed         how much of the machine to use, and where chance begins
    immediate_win, random_opening, depth_formula    habits of the reports' players (players/habits.py)

A search with levels knows `level`. All other keys are the search's options or the player's settings.

    noughts:level=easy,time=1      alphabeta:eval=pascal,depth=4      report003:clock=yes

Limits combine field by field: what stands in the text, or is given with a call, replaces the player's own and leaves
the rest of it standing. A level's depth, nodes and noise are caps: settings may lower them (more noise), not lift
them; below `max` it has one thread, and no option of the search but `noise` stands beside it. Texts are kept with games
and in settings: what was once a text stays one.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from noughts.board import Game
from noughts.conformance.discovery import short_name
from noughts.engine.levels import LEVEL, LEVELS, Level
from noughts.engine.levels import level as find_level
from noughts.engine.limit import Limit
from noughts.engine.players.base import Player
from noughts.engine.players.habits import Habits
from noughts.engine.players.plain_search import PlainSearch
from noughts.errors import NoughtsError
from noughts.evals.shared.trained import training_words
from noughts.option import Option
from noughts.registry import check_search, evaluation, fitting_evaluation, player_class, search_class
from noughts.search.base import Search

DEFAULT_NAME = "noughts"
THREADS = Option(1, 1, 64, words="threads that search together")
_EVAL = Option(words="an evaluation's name or file")
_NUMBERS = {
    "threads": THREADS,
    "hash_mb": Option(64.0, 0, 65536, unit="megabytes", words="the size of the table"),
    "seed": Option(None, 0, 2**62, kind="whole", words="where chance begins"),
}


@dataclass(frozen=True, slots=True)
class EngineText:
    """A text in its parts, none of them checked yet.

    >>> text = EngineText.read("noughts:level=easy, time=2")
    >>> text.name, text.settings, str(text), text.label
    ('noughts', {'level': 'easy', 'time': '2'}, 'noughts:level=easy,time=2', 'noughts, easy, time=2')
    """

    name: str = DEFAULT_NAME
    settings: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str) -> EngineText:
        if not isinstance(text, str):
            raise NoughtsError(f"an engine's name is text, not {text!r}")
        name, _, rest = text.partition(":")
        settings = {}
        for part in filter(None, rest.split(",")):
            key, equals, value = part.partition("=")
            if not equals:
                raise NoughtsError(f"{text!r}: {part!r} is no setting; write name=value, set apart by commas")
            settings[key.strip()] = value.strip()
        return cls(name.strip(), settings)

    def __str__(self) -> str:
        given = ",".join(f"{key}={value}" for key, value in self.settings.items())
        return f"{self.name}:{given}" if given else self.name

    @property
    def label(self) -> str:
        """For people: "noughts, easy, threads=2"."""
        settings = (value if key == "level" else f"{key}={value}" for key, value in self.settings.items())
        return ", ".join([short_name(self.name), *settings])


def engine_text(
    player: str | None = None,
    *,
    level: str | None = None,
    search: str | None = None,
    evaluation: str | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    time: float | None = None,
    threads: int | None = None,
    settings: Mapping[str, str] | None = None,
) -> str:
    """The text of a player, a search, or the engine at a level. A time of 0 leaves it to the level, as if not given.

    >>> engine_text(level="hard"), engine_text("report003", time=2.0), engine_text(search="mtdf", evaluation="patterns")
    ('noughts:level=hard', 'report003:time=2.0', 'mtdf:eval=patterns')
    """
    if player and search:
        raise NoughtsError(f"either the player {player} or the search {search} can play, not both")
    named = EngineText.read(player or search or DEFAULT_NAME)
    given = {"level": level, "eval": evaluation, "depth": depth, "nodes": nodes, "time": time or None}
    given["threads"] = threads if threads and threads > 1 else None
    written = {key: _written(key, value) for key, value in given.items() if value is not None}
    return str(EngineText(named.name, {**named.settings, **(settings or {}), **written}))


def _written(key: str, value: object) -> str:
    text = str(value).strip()
    if not text or "," in text:
        raise NoughtsError(f"{key} is {text!r}; an engine's setting cannot be empty or hold a comma")
    return text


@dataclass(frozen=True)
class EngineSettings:
    """Settings that a text stands for: each part is known and has its type."""

    name: str
    player: Player
    level: Level | None
    eval: str | None
    threads: int
    hash_mb: float
    seed: int | None
    limit: Limit  # that was given; the player's own and the level's are not in it
    habits: Habits

    @classmethod
    def read(cls, text: str, beside: Mapping[str, Any] | None = None, limit: Limit | None = None) -> EngineSettings:
        """Read and check a text. Arguments beside it count where the text says nothing."""
        named = EngineText.read(text)
        name, found = named.name, player_class(named.name)
        given = {key: value for key, value in (beside or {}).items() if value is not None} | dict(named.settings)
        parts: dict[str, Any] = {
            "eval": given.pop("eval", None),
            **{key: one.read(key, given.pop(key)) if key in given else one.default for key, one in _NUMBERS.items()},
            "limit": Limit().updated(limit).updated(Limit.take(given)),
            "habits": Habits.take(given),
        }
        if parts["eval"] is not None:
            evaluation(parts["eval"])
        if found is not None:  # players of reports have levels of their own
            return cls(name, found(**given), None, **parts)
        kind = search_class(name)
        level = _level(kind, given.pop("level", None))
        return cls(name, PlainSearch(name, kind, level, given), level, **parts)

    def check(self, game: Game) -> None:
        """Raise NoughtsError if such an engine cannot play the game."""
        if not self.player.plays(game):
            raise NoughtsError(f"{self.name} does not play {game.name}")
        if self.eval is not None:
            fitting_evaluation(game, self.eval)
        if player_class(self.name) is None:
            self.check_threads(search_class(self.name))
            check_search(self.name, game)

    def training(self, game: Game) -> str:
        """When and how well such an engine's evaluation of the game was trained; empty if it was not."""
        is_search = player_class(self.name) is None
        uses_default = self.eval is None and is_search and search_class(self.name).uses_evaluation
        return training_words(game, self.eval) if self.eval is not None or uses_default else ""

    @property
    def search_threads(self) -> int:
        """Threads that fill one table see more than one may: a level with caps has one, whatever the settings say."""
        return 1 if self.level is not None and self.level.is_capped else self.threads

    def check_threads(self, kind: type[Search]) -> None:
        if self.threads > 1 and not kind.uses_threads:
            raise NoughtsError(f"{kind.name} searches with one thread; threads is {self.threads}")


def engine_options(name: str) -> dict[str, Option]:
    """All that a search or a player of that name can be set up with, by the keys of its text, but for limits.

    >>> engine_options("mcts")["exploration"].default, engine_options("report004")["level"].choices
    (0.8, ('hard', 'medium', 'easy'))
    """
    options = {"eval": _EVAL} | _NUMBERS | Habits.options
    found = player_class(name)
    if found is not None:
        return options | dict(found.options)
    kind = search_class(name)
    if not kind.uses_threads:
        del options["threads"]
    levels = {"level": LEVEL} if kind.has_levels else {}
    return levels | options | dict(kind.options)


def current_key(name: str, key: str) -> str:
    """The key that an option of a search has now: texts and other programs may know it by an older one.

    >>> current_key("noughts", "reductions"), current_key("noughts", "threats")
    ('selective', 'threats')
    """
    return key if player_class(name) is not None else search_class(name).renamed_options.get(key, key)


def player_texts(name: str) -> list[str]:
    """A player with all that its own options can be, as far as they are lists: the defaults first.

    >>> player_texts("report004"), player_texts("report000")
    (['report004', 'report004:level=medium', 'report004:level=easy'], ['report000'])
    """
    found = player_class(name)
    offered = {} if found is None else {key: one.offered for key, one in found.options.items() if one.offered}
    texts = []
    for words in itertools.product(*offered.values()):
        chosen = {key: word for (key, choices), word in zip(offered.items(), words, strict=True) if word != choices[0]}
        texts.append(str(EngineText(name, chosen)))
    return texts


def _level(kind: type[Search], name: str | None) -> Level | None:
    if name is not None and not kind.has_levels:
        raise NoughtsError(f"{kind.name} has no levels; {DEFAULT_NAME} has {', '.join(LEVELS)}")
    return None if name is None else find_level(name)
