"""The check of a game from outside, once after each edit."""

import hashlib
from collections.abc import Callable
from pathlib import Path

from noughts.board.game import Game
from noughts.conformance.discovery import in_users_words, short_name
from noughts.conformance.process import run_uncompiled, told
from noughts.conformance.replay import compiled_hooks, replay
from noughts.errors import NoughtsError
from noughts.kernel import cache
from noughts.kernel.fingerprint import file_hash, reach_hash
from noughts.kernel.mode import UNCOMPILED

_passed: set[str] = set()  # where no cache can be written


def check_once(asked_for: str, source: Path, load: Callable[[], Game]) -> Game:
    """The game that `load` gives, checked unless this very source has passed before.

    NoughtsError names the mistake and its place. The file is not run in this process before it has passed.
    """
    if UNCOMPILED:
        return load()  # uncompiled runs serve to find the mistake
    mark = source_mark(short_name(asked_for), source)
    place = cache.folder()
    passed = place / mark if place else None
    if mark in _passed or (passed is not None and cache.read_checked(passed) is not None):
        return load()
    record = run_uncompiled(asked_for, "noughts.conformance.uncompiled_game", asked_for)
    try:
        game = load()
        hooks = compiled_hooks(game)
        for played in record:
            replay(game, played, hooks)
    except NoughtsError as error:
        raise told(asked_for, str(error)) from error
    except Exception as error:
        raise told(asked_for, in_users_words(error)) from error
    _passed.add(mark)
    if passed is not None:
        cache.write_checked(passed, game.name.encode())
    return game


def source_mark(label: str, source: Path) -> str:
    """A name that changes with every edit of a file from outside, and of the checks."""
    sources = f"{file_hash(source)} {reach_hash((), [source.resolve()])}"
    digest = hashlib.sha256(f"{label} {sources}".encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return f"conforms-{digest.hexdigest()[:24]}"
