"""Finding games by name: those of this package, installed ones, and files."""

import copyreg
import difflib
import functools
import importlib
import importlib.metadata
import importlib.util
import inspect
import logging
import pkgutil
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any

from noughts import games
from noughts.board.game import Game
from noughts.conformance import check_once
from noughts.errors import NoughtsError
from noughts.kernel.fingerprint import file_hash

ENTRY_POINTS = "noughts.games"
log = logging.getLogger("noughts.registry")


def game(name: str) -> Game:
    """The game of that name: `tictactoe`, `4x5x4`, `ultimate`, a Python file such as `./mygame.py`, or a game that an
    installed package offers under the entry point `noughts.games`.

    >>> game("4x5x4")
    <game 4x5x4>
    """
    if not isinstance(name, str):
        raise NoughtsError(f"a game's name is text, not {name!r}")
    name = name.strip()
    if name.endswith(".py") or "/" in name or "\\" in name:
        return _from_file(name)
    for family in families():
        found = family.named(name)
        if found is not None:
            if not _is_ours(family):
                check_once(found, name)
            return _picklable(found, name)
    known = [known for family in families() for known in family.names]
    near = difflib.get_close_matches(name, known, 1, 0.5)
    hint = f"did you mean {near[0]}? " if near else ""
    raise NoughtsError(f"there is no game {name!r}; {hint}`noughts games` lists them")


@functools.cache
def families() -> tuple[type[Game], ...]:
    """Every family of games that is installed."""
    found = [
        _only_game(importlib.import_module(f"{games.__name__}.{info.name}"))
        for info in pkgutil.iter_modules(games.__path__)
    ]
    for entry in importlib.metadata.entry_points(group=ENTRY_POINTS):
        try:
            loaded = entry.load()
        except Exception as error:  # noqa: BLE001 - whatever another package does must not stop our own games
            log.warning("the installed game %s (%s) does not load: %s", entry.name, entry.value, error)
            continue
        found.append(_only_game(loaded) if isinstance(loaded, ModuleType) else loaded)
    return tuple(family for family in found if family is not None)


def _is_ours(family: type[Game]) -> bool:
    return family.__module__.startswith(games.__name__ + ".")


def _only_game(module: ModuleType) -> type[Game] | None:
    """The game that a module defines, None for a module that games share."""
    found = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Game) and value.__module__ == module.__name__
        if not inspect.isabstract(value)
    ]
    if len(found) > 1:
        raise NoughtsError(f"{module.__name__} defines {len(found)} games; a file is one game")
    return found[0] if found else None


def _from_file(name: str) -> Game:
    path = Path(name).expanduser()
    if not path.is_file():
        raise NoughtsError(f"there is no game file {name}")
    path = path.resolve()
    family = _load_file(path, file_hash(path))
    try:
        found = family()
    except TypeError as error:
        raise NoughtsError(f"{path.name}: {error}") from error
    check_once(found, str(path))
    return _picklable(found, str(path))


@functools.cache
def _load_file(path: Path, source_hash: str) -> type[Game]:
    """Run a user's file. An edited one has another hash, and is run anew under a name of its own."""
    module_name = f"noughts_game_{path.stem}_{source_hash}"
    spec = importlib.util.spec_from_file_location(module_name, path)
    if spec is None or spec.loader is None:
        raise NoughtsError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module  # before running it, as Python itself does: dataclasses look themselves up
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    except NoughtsError:
        raise
    except Exception as error:
        at = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
        line = at[-1].lineno if at else getattr(error, "lineno", None)
        where = f"{path.name}, line {line}" if line else path.name
        raise NoughtsError(f"{where}: {type(error).__name__}: {error}") from error
    finally:
        sys.path.remove(str(path.parent))
    family = _only_game(module)
    if family is None:
        raise NoughtsError(f"{path.name} defines no game: it needs a class that derives from noughts.Game")
    return family


def _picklable(found: Game, name: str) -> Game:
    """Games travel between processes by the name that they were asked for."""
    found.__dict__.setdefault("asked_for", name)
    copyreg.pickle(type(found), _reduce)
    return found


def _reduce(found: Game) -> tuple[Any, ...]:
    return game, (found.__dict__["asked_for"],)
