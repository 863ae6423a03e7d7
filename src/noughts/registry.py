"""Games, evaluations, searches and players by name: those of this package, installed ones, and files."""

import copyreg
import difflib
import functools
import inspect
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from noughts import evals, games, search
from noughts.board import Game
from noughts.conformance.discovery import (
    defined_by_installed,
    defined_in_module,
    defined_in_package,
    existing_file,
    in_users_words,
    is_file_name,
    is_search_file,
    load_file,
)
from noughts.conformance.evaluations import check_once as check_evaluation_once
from noughts.conformance.games import check_once
from noughts.conformance.searches import check_once as check_search_once
from noughts.engine import players
from noughts.engine.first_use import proven
from noughts.engine.players.base import Player
from noughts.errors import NoughtsError
from noughts.evals.shared.trained import TRAINED, TRAINED_SUFFIX, trained_for, trained_in
from noughts.kernel.contract import Rules
from noughts.kernel.evaluation import Evaluation
from noughts.kernel.fingerprint import file_hash
from noughts.search.base import Search


def game(name: str) -> Game:
    """The game of that name: `tictactoe`, `4x5x4`, `ultimate`, a Python file such as `./mygame.py`, or a game that an
    installed package offers under the entry point `noughts.games`.

    >>> game("4x5x4")
    <game 4x5x4>
    """
    if not isinstance(name, str):
        raise NoughtsError(f"a game's name is text, not {name!r}")
    name = name.strip()
    if is_file_name(name):
        return _game_in_file(name)
    for family in families():
        found = family.named(name)
        if found is not None:
            is_ours = family.__module__.startswith(games.__name__ + ".")
            return _picklable(found if is_ours else _checked(found, name), name)
        if name in family.names:
            raise NoughtsError(f"{name} stands for sizes in numbers, for example {re.sub('[A-Z]+', '3', name)}")
    raise _unknown("game", name, (known for family in families() for known in family.names))


@functools.cache
def families() -> tuple[type[Game], ...]:
    """Every family of games that is installed."""
    return (*defined_in_package(games, _is_game), *defined_by_installed("noughts.games", _is_game))


@functools.cache
def evaluations() -> dict[str, Evaluation]:
    """Every evaluation that is installed, by name."""
    return {one.name: one for one in (*_our_evaluations(), *defined_by_installed("noughts.evals", _is_evaluation))}


@functools.cache
def _our_evaluations() -> tuple[Evaluation, ...]:
    return tuple(defined_in_package(evals, _is_evaluation))


@functools.cache
def searches() -> dict[str, type[Search]]:
    """Every search that is installed, by name."""
    found = (*defined_in_package(search, _is_search), *defined_by_installed("noughts.searches", _is_search))
    return {one.name: one for one in found}


@functools.cache
def all_players() -> dict[str, type[Player]]:
    """Every player that is installed, by name."""
    found = (*defined_in_package(players, _is_player), *defined_by_installed("noughts.players", _is_player))
    return {one.name: one for one in found}


def name_of(found: Game) -> str:
    """What `game` takes to give this game again: its name, or the file that it came from."""
    asked_for: str = found.__dict__.get("asked_for", found.name)
    return asked_for if is_file_name(asked_for) else found.name


def evaluation(text: str) -> Evaluation:
    """The evaluation of that name, or in a file such as `./myeval.py`; values of its options may follow.

    >>> evaluation("polynomial:max_opponents=1").options["max_opponents"].default
    1
    """
    if not isinstance(text, str):
        raise NoughtsError(f"an evaluation's name is text, not {text!r}")
    name, *given = _name_and_options(text)
    found = _evaluation_named(name)
    return _with_options(found, tuple(given)) if given else found


def is_evaluation_file(text: str) -> bool:
    """Whether an evaluation stands in a file, which may be edited while it is in use."""
    return is_file_name(_name_and_options(text)[0])


def _name_and_options(text: str) -> list[str]:
    return re.split(r":(?=\w+=)", text)


@functools.lru_cache(maxsize=64)
def _with_options(found: Evaluation, given: tuple[str, ...]) -> Evaluation:
    """The same one every time: it is checked once, and its weights are loaded once."""
    return found.with_options(dict(option.split("=", 1) for option in given))


def _evaluation_named(name: str) -> Evaluation:
    if is_file_name(name):
        path = existing_file(name, "evaluation")
        if path.suffix == TRAINED_SUFFIX:
            return trained_in(path)
        found = defined_in_module(load_file(path, file_hash(path)), _is_evaluation)
        if found is None:
            raise NoughtsError(f"{path.name} defines no evaluation: it needs an Evaluation")
        return found
    for one in (*evaluations().values(), TRAINED):
        if name == one.name or name in one.aliases:
            return one
    raise _unknown("evaluation", name, evaluations())


def default_evaluation(game: Game) -> Evaluation:
    """The evaluation of a game if none is named: one that was trained for it, else the best.

    Whatever was learned has won against what it replaces: at first use against `zero`, which else stays the default.
    """
    return trained_for(game) or proven(best_evaluation(game), game)


def best_evaluation(game: Game) -> Evaluation:
    """The best evaluation of a game that was not trained for it, before it had to prove itself.

    The one that stands in the game's own file; else of those that name the game, else of those for every game, the one
    of the highest rank.
    """
    return own_evaluation(game) or _best_installed(game.rules)


@functools.lru_cache(maxsize=64)
def _best_installed(rules: Rules) -> Evaluation:
    fitting = (one for one in evaluations().values() if one.fits(rules))
    return max(fitting, key=lambda one: (one.values is not None, one.rank))


def own_evaluation(game: Game) -> Evaluation | None:
    """The evaluation that stands in the file of a game from outside."""
    module = sys.modules.get(type(game).__module__)
    if module is None or module.__name__.startswith(games.__name__ + "."):
        return None
    found: Evaluation | None = defined_in_module(module, _is_evaluation)
    if found is not None and not found.fits(game.rules):
        raise NoughtsError(f"the evaluation {found.name} stands in the file of {game.name}, but does not fit it")
    return found


def fitting_evaluation(game: Game, text: str | None) -> Evaluation:
    """The evaluation of that name, or without one the best, ready for use in the game.

    NoughtsError if it does not fit the game, or breaks the contract of evaluations.
    """
    found = evaluation(text) if text else default_evaluation(game)
    if not found.fits(game.rules):
        fitting = ", ".join(one.name for one in evaluations().values() if one.fits(game.rules))
        raise NoughtsError(f"the evaluation {found.name} does not fit {game.name}; these do: {fitting}")
    name = _name_and_options(text)[0] if text else ""
    if (_evaluation_named(name) if name else found) not in _our_evaluations() and found.value is not TRAINED.value:
        source = existing_file(name, "evaluation") if is_file_name(name) else None
        if not name and found is own_evaluation(game):
            source = Path(inspect.getfile(type(game)))
        check_evaluation_once(found, game, name_of(game), text or "", source)
    return found


def search_class(name: str) -> type[Search]:
    """The search of that name, or in a file such as `./mysearch.py`."""
    found = search_named(name)
    if found is None:
        raise _unknown("search or player", name, (*searches(), *all_players()))
    return found


def search_named(name: str) -> type[Search] | None:
    """The search of that name, or in a file; None if there is none of that name."""
    return _search_in_file(name) if is_file_name(name) else searches().get(name)


def check_search(name: str, game: Game) -> None:
    """Raise NoughtsError if a search from outside breaks the contract of searches in the game."""
    found = search_class(name)
    if not found.__module__.startswith(search.__name__ + "."):
        check_search_once(
            found, game, name_of(game), str(existing_file(name, "search")) if is_file_name(name) else name
        )


def _search_in_file(name: str) -> type[Search]:
    path = existing_file(name, "search")
    state = path.stat()
    return _search_as_it_was(path, state.st_mtime_ns, state.st_size)


@functools.lru_cache(maxsize=16)  # engines ask at every move, and a hash of all that a file imports takes longer
def _search_as_it_was(path: Path, written: int, size: int) -> type[Search]:
    found: type[Search] | None = None
    if is_search_file(path):  # a bot is not run, and nothing else that a text may name
        found = defined_in_module(load_file(path, file_hash(path)), _is_search)
    if found is None:
        raise NoughtsError(
            f"{path.name} defines no search: it needs a class that derives from Search, of noughts.search.base, with a "
            "name and `iterate`"
        )
    if found.name in searches() or found.name in all_players():
        raise NoughtsError(f"{path.name}: there is a search or player {found.name} already; yours needs another name")
    return found


def player_class(name: str) -> type[Player] | None:
    """The player of that name, None if there is none."""
    return all_players().get(name)


def _is_game(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Game)


def _is_evaluation(value: object) -> bool:
    return isinstance(value, Evaluation)


def _is_search(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Search) and hasattr(value, "name")


def _is_player(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Player) and hasattr(value, "name")


def _unknown(kind: str, name: str, known: Iterable[str]) -> NoughtsError:
    near = difflib.get_close_matches(name, list(known), 1, 0.5)
    hint = f"did you mean {near[0]}? " if near else ""
    commands = {"game": "`noughts games` lists", "evaluation": "`noughts evals` lists"}
    lists = commands.get(kind, "`noughts searches` and `noughts players` list")
    return NoughtsError(f"there is no {kind} {name!r}; {hint}{lists} them")


def _checked(found: Game, name: str) -> Game:
    return check_once(name, Path(inspect.getfile(type(found))), lambda: found)


def _game_in_file(name: str) -> Game:
    path = existing_file(name, "game")
    return _picklable(check_once(str(path), path, lambda: _load_game(path)), str(path))


def _load_game(path: Path) -> Game:
    module = load_file(path, file_hash(path))
    family = defined_in_module(module, _is_game)
    if family is None:
        for unfinished in filter(_is_game, vars(module).values()):
            if unfinished.__module__ == module.__name__:
                lacking = ", ".join(sorted(unfinished.__abstractmethods__))
                raise NoughtsError(f"{path.name}: the game {unfinished.__name__} lacks {lacking}")
        raise NoughtsError(f"{path.name} defines no game: it needs a class that derives from noughts.Game")
    try:
        found: Game = family()
    except Exception as error:
        raise NoughtsError(in_users_words(error)) from error
    if isinstance(getattr(found, "name", None), str) and is_installed(found.name):
        raise NoughtsError(f"{path.name}: there is a game {found.name} already; a game of your own needs another name")
    return found


def is_installed(name: str) -> bool:
    """Whether a family of games has the name, for itself or for games of any size."""
    for family in families():
        try:
            if name in family.names or family.named(name) is not None:
                return True
        except NoughtsError:  # of this family, but not possible: 99x99x5
            return True
    return False


def _picklable(found: Game, name: str) -> Game:
    """Games travel between processes by the name that they were asked for."""
    found.__dict__.setdefault("asked_for", name)
    copyreg.pickle(type(found), _reduce)
    return found


def _reduce(found: Game) -> tuple[Any, ...]:
    return game, (found.__dict__["asked_for"],)
