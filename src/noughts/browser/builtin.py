"""Modules that come with the package: one for each record type of the built-in games, so that nothing is compiled.

`scripts/build_modules.py` makes them. Each is listed with a hash of the sources that it was made of: one that is out of
date is not used, and the engine thinks on the server until it has been made anew.
"""

import functools
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from noughts.board import Game
from noughts.browser.engine_module import EngineModule
from noughts.browser.export import export
from noughts.kernel.fingerprint import kernel_hash, reach_hash
from noughts.registry import families, fitting_evaluation
from noughts.registry import game as named_game
from noughts.search.noughts import Noughts
from noughts.solving.positional import solve

FOLDER = Path(__file__).parent / "modules"
_INDEX = FOLDER / "modules.json"
_MAKERS = ("linker.py", "module.py", "engine_module.py")
_VERSIONS = "versions"


def module_name(game: Game) -> str:
    """The name of a built-in game's module: its record type's."""
    return game.rules.tag.removeprefix("is_")


def sources_hash(game: Game) -> str:
    """A hash of the sources that a game's module is made of."""
    functions = [*game.rules.functions.values(), *fitting_evaluation(game, None).functions_for(game.rules).values()]
    reached = reach_hash([Noughts.iteration, solve, *(one for one in functions if one is not None)])
    makers = "".join((Path(__file__).parent / name).read_text(encoding="utf-8") for name in _MAKERS)
    return hashlib.sha256(f"{kernel_hash()} {reached} {makers}".encode()).hexdigest()


def games_with_modules() -> Iterator[Game]:
    """A game for each record type of the built-in ones."""
    seen = set()
    for family in families():
        for name in family.record_types:
            game = named_game(name)
            if game.rules.is_ours and game.rules.tag not in seen:
                seen.add(game.rules.tag)
                yield game


@functools.cache
def _index() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_INDEX.read_text(encoding="utf-8")) if _INDEX.exists() else {}
    return found


@functools.lru_cache(maxsize=64)
def kept_module(game: Game) -> EngineModule | None:
    """The module of a built-in game, None where there is none that was made of today's sources."""
    entry = _index().get(module_name(game))
    if entry is None or not game.rules.is_ours or entry["sources"] != sources_hash(game):
        return None
    code = (FOLDER / f"{module_name(game)}.wasm").read_bytes()
    if hashlib.sha256(code).hexdigest() != entry["sha256"]:
        return None
    return EngineModule(code, entry["module"])


def versions() -> dict[str, str]:
    """Versions of what makes modules: with others the bytes may differ, and the answers not."""
    import llvmlite
    import numba

    return {"numba": numba.__version__, "llvmlite": llvmlite.__version__}


def write_modules(folder: Path = FOLDER) -> Iterator[str]:
    """Make all modules anew; the name of each as it is written."""
    folder.mkdir(exist_ok=True)
    index: dict[str, Any] = {_VERSIONS: versions()}
    for game in games_with_modules():
        made = export(game)
        name = module_name(game)
        (folder / f"{name}.wasm").write_bytes(made.code)
        index[name] = {
            "sources": sources_hash(game),
            "sha256": hashlib.sha256(made.code).hexdigest(),
            "module": made.description,
        }
        yield name
    (folder / _INDEX.name).write_text(json.dumps(index, indent=1, sort_keys=True) + "\n", encoding="utf-8")
