"""The files by which a page plays a game: its description, its code and its weights.

Their names carry a hash of their contents, so that a browser may keep them for ever. Code and weights are packed: a
page unpacks them itself, whatever host it lies on.
"""

import functools
import gzip
import hashlib
import json
import re
from typing import Any, NamedTuple

import numpy as np

from noughts.board import Game
from noughts.browser.builtin import kept_module
from noughts.browser.description import describe, packed_weights
from noughts.browser.engine_module import EngineModule
from noughts.browser.export import export
from noughts.registry import fitting_evaluation


class GameFiles(NamedTuple):
    """The files of a game by their names; the description names the others."""

    description: str
    contents: dict[str, bytes]


def files_of(game: Game, module: EngineModule) -> GameFiles:
    """The files of a game that is played by a module."""
    told, others = described_with_files(game, module)
    description = _json(told)
    name = f"{_plain(game.name)}-{content_hash(description)}.json"
    return GameFiles(name, {name: description, **others})


def described_with_files(game: Game, module: EngineModule) -> tuple[dict[str, Any], dict[str, bytes]]:
    """The description of a game, and the files that it names."""
    told = describe(game)
    code = _packed(module.code)
    weights, known = _weights(game)
    kind = _plain(game.rules.tag.removeprefix("is_"))
    code_name, weights_name = (
        f"{kind}-{content_hash(code)}.bin",
        f"{_plain(told['evaluation'])}-{content_hash(weights)}.bin",
    )
    told["module"] = {"file": code_name, **module.description}
    told["weights"] = {"file": weights_name, **known}
    return told, {code_name: code, weights_name: weights}


def packed_json(found: Any) -> bytes:
    return gzip.compress(_json(found), mtime=0)


def _json(found: Any) -> bytes:
    return json.dumps(found, separators=(",", ":"), ensure_ascii=False).encode()


def made_files(game: Game) -> GameFiles:
    """The files of a game."""
    return files_of(game, module_of(game))


def module_of(game: Game) -> EngineModule:
    """The module of a game: the one that comes with the package, else one that is made now, once."""
    kept = kept_module(game) or _made.get(game.rules.tag)
    if kept is None:
        kept = _made[game.rules.tag] = export(game)
    return kept


_made: dict[str, EngineModule] = {}  # by the rules' tags


@functools.lru_cache(maxsize=16)
def _packed(code: bytes) -> bytes:
    return gzip.compress(code, mtime=0)


def _weights(game: Game) -> tuple[bytes, dict[str, int]]:
    """Weights are packed once for all games that have the same."""
    weights = fitting_evaluation(game, None).weights_for(game)
    return _packed_weights(weights.tobytes())


@functools.lru_cache(maxsize=16)
def _packed_weights(weights: bytes) -> tuple[bytes, dict[str, int]]:
    return packed_weights(np.frombuffer(weights, np.int64))


def content_hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9-]+", "-", name.lower()).strip("-")[:40]
