"""Every game from outside is checked before anything plays or searches it.

Compiled code checks no index and trusts every function's type, so one mistake in a game file corrupts memory or gives
wrong answers in silence. Therefore a game is run twice:

1. Uncompiled, in a process of its own (`process`), where NumPy checks every index, errors name the line, and nothing
   that a file does can harm us (`trial`): what the game claims of itself (`claims`), random games (`random_play`), its
   hooks against trying everything out (`hooks`) and what people are shown (`views`).
2. Only then here: the file is loaded, its rules are compiled, and the same games are played again (`replay`). Rules,
   texts, hooks and views must be the same at every position.
"""

import hashlib
from collections.abc import Callable
from pathlib import Path

from noughts.board.game import Game
from noughts.conformance.process import run_uncompiled, told
from noughts.conformance.replay import compiled_hooks, replay
from noughts.discovery import in_users_words, short_name
from noughts.errors import NoughtsError
from noughts.kernel import cache
from noughts.kernel.fingerprint import file_hash
from noughts.kernel.mode import UNCOMPILED

_passed: set[str] = set()  # where no cache can be written


def check_once(asked_for: str, source: Path, load: Callable[[], Game]) -> Game:
    """The game that `load` gives, checked unless this very source has passed before.

    NoughtsError says what is wrong with it, and where. What is in the file is not run here before it has passed.
    """
    if UNCOMPILED:
        return load()  # whoever runs uncompiled is looking for the mistake
    mark = _mark(asked_for, source)
    place = cache.folder()
    passed = place / mark if place else None
    if mark in _passed or (passed is not None and cache.read_checked(passed) is not None):
        return load()
    record = run_uncompiled(asked_for, "noughts.uncompiled_games", asked_for)
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


def _mark(asked_for: str, source: Path) -> str:
    """Another one for every edit of the game, and of the checks."""
    digest = hashlib.sha256(f"{short_name(asked_for)} {file_hash(source)}".encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return f"conforms-{digest.hexdigest()[:24]}"
