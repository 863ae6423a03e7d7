"""Methods to compare: a search with an evaluation and an order of moves, each pair under a name of its own."""

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from noughts.board import Game, Position
from noughts.engine.engine import Engine
from noughts.engine.engine_text import EngineText, engine_text
from noughts.engine.players.base import Configuration
from noughts.errors import NoughtsError
from noughts.registry import fitting_evaluation, player_class, search_class, search_named
from noughts.search.deepening import DepthFirst

ORDERINGS = {"listed": "false", "nearest": "true"}  # as a search's option `nearest`
MOST_METHODS = 40


@dataclass(frozen=True, slots=True)
class Method:
    """An engine by its text. The ordering is empty where the search has none to choose."""

    text: str
    evaluation: str  # its full name
    ordering: str = ""

    @property
    def search(self) -> str:
        """The search's text without evaluation and ordering, which have columns of their own."""
        named = EngineText.read(self.text)
        kept = {key: value for key, value in named.settings.items() if key not in ("eval", "nearest")}
        return str(EngineText(named.name, kept))

    def engine(self, seed: int, hash_mb: float, deepens: bool = False) -> Engine:
        """A new engine, which knows nothing of what was searched before; one that `deepens` can stop at a clock."""
        named = EngineText.read(self.text)
        kind = search_named(named.name)
        options: dict[str, Any] = (
            {"deepening": True} if deepens and kind is not None and "deepening" in kind.options else {}
        )
        return Engine(self.text, seed=seed, hash_mb=hash_mb, **options)

    @property
    def goes_by_plies(self) -> bool:
        """Whether its depth counts plies looked ahead, as that of players and depth-first searches does."""
        kind = search_named(EngineText.read(self.text).name)
        return kind is None or issubclass(kind, DepthFirst)

    def configuration(self, position: Position) -> Configuration:
        settings = Engine(self.text).settings
        return settings.habits.added_to(settings.player.configure(position), position)

    def agreement(self, position: Position) -> tuple[object, ...] | None:
        """Methods of equal agreement must find equal values at equal depth; None for one that need not agree at all."""
        configuration = self.configuration(position)
        kind = search_class(configuration.search)
        if not kind.is_exact or configuration.immediate_win or configuration.random_opening:
            return None
        options = _options(configuration)
        return self.evaluation, options.get("win", 0.0), options.get("cut_side", "both")

    def solves(self, position: Position) -> bool:
        """Whether its value is the game's own if the depth reaches the end of the game."""
        configuration = self.configuration(position)
        options = _options(configuration)
        return (
            issubclass(search_class(configuration.search), DepthFirst)
            and not (configuration.immediate_win or configuration.random_opening)
            and not any(options.get(name) for name in ("win", "noise"))
        )


def _options(configuration: Configuration) -> dict[str, Any]:
    """All of a search's options, those left at their defaults too."""
    kind = search_class(configuration.search)
    return {name: option.default for name, option in kind.options.items()} | kind.read_options(configuration.options)


def split_engines(text: str) -> list[str]:
    """Engines' texts, set apart by commas, as are the settings within one.

    >>> split_engines("minimax,alphabeta:transpositions=false,nearest=true,mtdf")
    ['minimax', 'alphabeta:transpositions=false,nearest=true', 'mtdf']
    """
    found: list[str] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        if found and re.match(r"\w+\s*=", part):
            found[-1] += "," + part
        else:
            found.append(part)
    return found


def methods_of(
    game: Game, engines: Iterable[str], evaluations: Sequence[str] = (), orderings: Sequence[str] = ()
) -> list[Method]:
    """Each engine with each evaluation and each ordering that it can have, checked against the game, each one once."""
    for ordering in orderings:
        if ordering not in ORDERINGS:
            raise NoughtsError(f"there is no ordering {ordering!r}; it must be one of {', '.join(ORDERINGS)}")
    made: dict[Method, None] = {}
    for engine, evaluation, ordering in itertools.product(engines, evaluations or [""], orderings or [""]):
        made[_method(game, engine, evaluation, ordering)] = None
    if not made:
        raise NoughtsError("there is no search to compare; `noughts searches` lists them")
    if len(made) > MOST_METHODS:
        raise NoughtsError(f"these are {len(made)} methods; at most {MOST_METHODS} are compared")
    return list(made)


def _method(game: Game, engine: str, evaluation: str, ordering: str) -> Method:
    settings = EngineText.read(engine).settings
    if evaluation and "eval" in settings:
        raise NoughtsError(f"{engine} has its own evaluation; leave that out, or --evals")
    kind = search_named(EngineText.read(engine).name)
    if kind is not None and not kind.uses_evaluation:
        evaluation = ""
    given = {"eval": evaluation} if evaluation else {}
    if kind is None or "nearest" not in kind.options or "nearest" in settings:
        ordering = ""
    elif ordering:
        given["nearest"] = ORDERINGS[ordering]
    text = engine_text(engine, settings=given)
    made = Engine(text)
    made.check(game)
    for limit in ("time", "depth", "nodes"):
        if limit in settings:
            raise NoughtsError(f"{engine} has a limit of its own; all methods are compared at the same ones")
    if kind is not None and not kind.uses_evaluation:
        return Method(text, "", ordering)
    named = settings.get("eval") or evaluation or None
    if named is None and player_class(EngineText.read(engine).name) is not None:
        named = made.settings.player.configure(game.start()).evaluation
    return Method(text, fitting_evaluation(game, named).name, ordering)
