"""The files by which a page plays a game: its description, its code and its weights.

Their names carry a hash of their contents, so that a browser may keep them for ever. Code and weights are packed: a
page unpacks them itself, whatever host it lies on.
"""

import functools
import gzip
import hashlib
import json
import re
from typing import NamedTuple

from noughts.board import Game
from noughts.browser.builtin import kept_module
from noughts.browser.description import describe, packed_weights
from noughts.browser.engine_module import EngineModule
from noughts.browser.export import export


class GameFiles(NamedTuple):
    """The files of a game by their names; the description names the others."""

    description: str
    contents: dict[str, bytes]


def files_of(game: Game, module: EngineModule) -> GameFiles:
    """The files of a game that is played by a module."""
    told = describe(game)
    code = _packed(module.code)
    weights, known = _weights(game)
    kind = _plain(game.rules.tag.removeprefix("is_"))
    code_name, weights_name = f"{kind}-{_hash(code)}.bin", f"{_plain(told['evaluation'])}-{_hash(weights)}.bin"
    told["module"] = {"file": code_name, **module.description}
    told["weights"] = {"file": weights_name, **known}
    description = json.dumps(told, separators=(",", ":"), ensure_ascii=False).encode()
    name = f"{_plain(game.name)}-{_hash(description)}.json"
    return GameFiles(name, {name: description, code_name: code, weights_name: weights})


def made_files(game: Game) -> GameFiles:
    """The files of a game: by the module that comes with the package, else by one that is made now."""
    return files_of(game, kept_module(game) or export(game))


@functools.lru_cache(maxsize=16)
def _packed(code: bytes) -> bytes:
    return gzip.compress(code, mtime=0)


@functools.lru_cache(maxsize=16)
def _weights(game: Game) -> tuple[bytes, dict[str, int]]:
    return packed_weights(game)


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9-]+", "-", name.lower()).strip("-")[:40]
