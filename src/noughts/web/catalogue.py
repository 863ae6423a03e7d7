"""Games and players that are offered here. Visitors name games and engines; no name of theirs ever leads to a file."""

import contextlib
import functools
import inspect
import itertools
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import PurePath
from typing import Any

from noughts.board import Game
from noughts.board.guide import diagram_view
from noughts.conformance.discovery import is_file_name
from noughts.engine.compile_ahead import POPULAR, games_by_popularity
from noughts.engine.levels import LEVELS, calibration
from noughts.engine.players.base import Player
from noughts.errors import NoughtsError
from noughts.kernel.evaluation import Evaluation
from noughts.option import Option
from noughts.play import size_words, sized
from noughts.registry import all_players, evaluations, families, name_of, searches
from noughts.registry import game as find_game
from noughts.web import catalogue_answers
from noughts.web.bounds import MOST_LINES, MOST_SECONDS, MOST_SIDE
from noughts.web.engines import Engines
from noughts.web.pages import File, file_of

_KEPT = 50
_BOUNDS = {"time": MOST_SECONDS, "lines": MOST_LINES, "side": MOST_SIDE}
_SIZES = ((3, 3, 3), (4, 5, 4), (15, 15, 5))


class NotOfferedError(NoughtsError):
    """A game that was kept by a server with other games."""


class Catalogue:
    """The games of the registry, and of files named when the server was started."""

    def __init__(self, files: Sequence[str] = ()) -> None:
        games = [find_game(path) for path in files]
        for one, other in itertools.combinations(games, 2):
            if one.name == other.name:
                paths = " and ".join(name_of(found) for found in (one, other))
                raise NoughtsError(f"{paths} both hold a game {one.name}; each needs a name of its own")
        self._files = [(name_of(found), found) for found in games]
        self._games: OrderedDict[str, Game] = OrderedDict()  # those asked for last: making one takes a while
        self.on_chosen: Callable[[str], None] = lambda name: None
        self.on_asked: Callable[[str], None] = lambda name: None
        self._asked: set[str] = set()  # rules' tags
        self._chosen: dict[str, str] = {}  # a game's name by its rules: code compiled for one serves all sizes
        self._last_chosen = ""
        self._guides: dict[str, File] = {}  # as many as there are names in the catalogue
        self.engines = Engines(self.game)

    def game(self, name: str) -> Game:
        """The game of that name. What stands in a file is known by its game's own name."""
        for _, found in self._files:
            if name == found.name:
                return found
        if is_file_name(name) or len(name) > 40:
            raise NoughtsError(f"there is no game {name[:40]!r} here")
        found = self._games.get(name) or find_game(name)
        self._games[name] = found
        while len(self._games) > _KEPT:
            self._games.popitem(last=False)
        return found

    def chosen(self, name: str) -> Game:
        """The game of that name, which a visitor looks at or plays: it is compiled before others.

        Of all the sizes that visitors may name only the first of its kind is told.
        """
        found = self.game(name)
        chosen = self._chosen.setdefault(found.rules.tag, name_of(found))
        if chosen != self._last_chosen:
            self._last_chosen = chosen
            self.on_chosen(chosen)
            if not self.engines.has(found):
                self.asked_about(found)
        return found

    def asked_about(self, game: Game) -> None:
        """Tell, once for its kind, that the server itself is to think about a game."""
        if game.rules.tag not in self._asked:
            self._asked.add(game.rules.tag)
            self.on_asked(name_of(game))

    def served_by_popularity(self) -> list[str]:
        """The names of games that pages think about themselves."""
        return [name for name in games_by_popularity() if self.engines.has(find_game(name))]

    def make_engines_ahead(self) -> None:
        """Make engines for pages of the games in files."""
        self.engines.make_ahead([found for _, found in self._files])

    @property
    def files(self) -> dict[str, str]:
        """Paths of games in files, by their names."""
        return {found.name: path for path, found in self._files}

    def stored_name(self, name: str) -> str:
        """The name that the game is kept by: the file's, where it stands in one."""
        return next((stored for stored, shown in self._names.items() if shown == name), name)

    def shown_name(self, stored: str) -> str:
        """The name that visitors know the game by: tictactoe for 3x3x3, no path for a file."""
        return self._names.get(stored) or (PurePath(stored).stem if is_file_name(stored) else stored)

    def title(self, stored: str) -> str:
        """The game's title for people: "Gomoku", "7×7, 5 in a row"."""
        name = self.shown_name(stored)
        try:
            return self.game(name).title
        except NoughtsError:  # it stood in a file that is no longer offered
            return name

    def offers(self, stored: str) -> bool:
        """Whether the game can be played here: not if its file was not named when the server was started."""
        return not is_file_name(stored) or stored in self.files.values()

    def check(self, stored: str) -> None:
        if not self.offers(stored):
            raise NotOfferedError(f"the game {self.shown_name(stored)!r} is not offered here any more")

    @functools.cached_property
    def _names(self) -> dict[str, str]:
        plain = [name for family in families() for name in family.names if not size_words(name)]
        return {find_game(name).name: name for name in plain} | {path: found.name for path, found in self._files}

    @functools.cached_property
    def listed(self) -> dict[str, Game]:
        """The names that are chosen from, each with the game, or an example of the games, that it stands for."""
        found = {name: example for name in _entries() for example in _examples(name)[:1]}
        return found | {example.name: example for _, example in self._files}

    @functools.cached_property
    def file(self) -> File:
        return file_of("catalogue.json", self.answer.model_dump_json().encode())

    @property
    def answer(self) -> catalogue_answers.Catalogue:
        found = {
            "games": [_entry(name, found) for name, found in self.listed.items()],
            "levels": list(LEVELS),
            "players": [self._player(name, kind) for name, kind in all_players().items()],
            "searches": [_described(name, _summary(kind), kind.options) for name, kind in searches().items()],
            "evaluations": [self._evaluation(one) for one in evaluations().values()],
            "bounds": _BOUNDS,
        }
        return catalogue_answers.Catalogue.model_validate(found)

    def guide(self, name: str) -> File:
        """The guide of a game that the catalogue lists, as a file."""
        if name not in self._guides:
            if name not in self.listed:
                raise NoughtsError(f"there is no game {name[:40]!r} here")
            told = guide_answer(name, self.listed[name])
            self._guides[name] = file_of("guide.json", told.model_dump_json().encode())
        return self._guides[name]

    def _player(self, name: str, kind: type[Player]) -> dict[str, Any]:
        return _described(name, _summary(kind), kind.options) | {"plays": self._names_where(kind().plays)}

    def _evaluation(self, one: Evaluation) -> dict[str, Any]:
        fits = self._names_where(lambda game: one.fits(game.rules))
        return _described(one.name, one.summary, one.options) | {"fits": fits}

    def _names_where(self, suits: Callable[[Game], bool]) -> list[str]:
        """The names of games that suit. Of boards of any size either all do, or those are named that do."""
        names = []
        for entry in _entries():
            examples = _examples(entry)
            suiting = [game.name for game in examples if suits(game)]
            names += [entry] if suiting and len(suiting) == len(examples) else suiting
        names += [found.name for _, found in self._files if suits(found)]
        return list(dict.fromkeys(names))


def built_in_games() -> dict[str, Game]:
    """The games of the package that have a name of their own, by that name."""
    return {name: find_game(name) for name in _entries() if not size_words(name)}


def named_games(names: Iterable[str]) -> dict[str, Game]:
    """Games by the names that people know them by, each once: a file's game by its own, tictactoe for 3x3x3."""
    known = {game.name: name for name, game in built_in_games().items()}
    found = (find_game(name) for name in names)
    return {known.get(game.name, game.name): game for game in found}


def example(name: str) -> Game:
    """A game that a name with words for sizes stands for."""
    return _examples(name)[0]


def catalogue_of(games: Mapping[str, Game], most_side: int) -> catalogue_answers.Catalogue:
    """The catalogue of a place where these games are played against levels, and nothing else is offered."""
    found = {
        "games": [_entry(name, game) for name, game in games.items()],
        "levels": list(LEVELS),
        "players": [],
        "searches": [],
        "evaluations": [],
        "bounds": {**_BOUNDS, "side": most_side},
    }
    return catalogue_answers.Catalogue.model_validate(found)


def _entries() -> list[str]:
    """The names that a visitor chooses from: popular games, others with a name of their own, then whole families."""
    plain = [(family, [name for name in family.names if not size_words(name)]) for family in families()]
    found = [name for family, names in plain for name in (*names, *family.known_as, *family.names)]
    return list(dict.fromkeys((*(name for name in POPULAR if name in found), *found)))


def _examples(name: str) -> list[Game]:
    """Games that a name with words for sizes stands for; some players know but one of them."""
    words = size_words(name)
    if not words:
        return [find_game(name)]
    games = []
    for sizes in _SIZES:
        with contextlib.suppress(NoughtsError):  # another's family may not have such a board
            games.append(find_game(sized(name, list(itertools.islice(itertools.cycle(sizes), len(words))))))
    return games


def _picture(name: str, game: Game) -> dict[str, Any]:
    """The view of a position that shows what the game is about; of its start, if the game has none to offer."""
    picture, _, text = game.pictures.get(name, "").partition(" ")
    position = find_game(picture).position(text) if picture else game.start()
    return position.view().as_dict()


def _entry(name: str, game: Game) -> dict[str, Any]:
    levels = calibration(game)
    return {
        "name": name,
        "title": game.known_as.get(name, game.title),
        "summary": game.summary(name if size_words(name) else game.name),
        "sizes": list(size_words(name)),
        "example": game.name,
        "takes_cells": game.takes_cells,
        "levels": [
            {"name": name, "rating": rating, "is_measured": name in levels.measured}
            for name, rating in levels.ratings.items()
        ],
        "default_level": levels.default,
        "view": _picture(name, game),
    }


def guide_answer(name: str, game: Game) -> catalogue_answers.Guide:
    """The guide of a game of the catalogue, with its diagrams drawn."""
    guide = type(game).guide(name if size_words(name) else game.name)
    lesson = guide.lesson
    views = [(diagram_view(game, diagram), diagram.words) for diagram in guide.diagrams]
    found = {
        "name": name,
        "title": game.known_as.get(name, game.title),
        "words": guide.words,
        "notation": guide.notation,
        "diagrams": [{"view": {**view.as_dict(), "clicks": {}}, "words": words} for view, words in views],
        "lesson": lesson and {**asdict(lesson), "game": lesson.game or name},
    }
    return catalogue_answers.Guide.model_validate(found)


def _described(name: str, summary: str, options: Mapping[str, Option]) -> dict[str, Any]:
    told = [{"name": key, **option.as_dict()} for key, option in options.items()]
    return {"name": name, "summary": summary, "options": told}


def _summary(kind: type) -> str:
    return inspect.cleandoc(kind.__doc__ or "").partition("\n")[0]
