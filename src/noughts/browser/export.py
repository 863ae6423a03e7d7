"""Modules made in a process of their own: one that has compiled for itself would make other bytes.

    python -m noughts.browser.export GAME FOLDER

writes `module.wasm` and `module.json` there. What is learned at a game's first use must be known by then.
"""

import contextlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from noughts.board import Game
from noughts.browser.engine_module import EngineModule, make_module, why_not
from noughts.engine.engine import Engine
from noughts.errors import NoughtsError
from noughts.registry import game as named_game
from noughts.registry import name_of

_SECONDS = 600.0


def export(game: Game) -> EngineModule:
    """The module of a game's record type, made by another process."""
    if reason := why_not():
        raise NoughtsError(reason)
    if problem := game.look_problem():
        raise NoughtsError(problem)
    if not game.rules.is_ours:
        Engine().prepare(game)  # what is learned at first use must be known: the other process compiles nothing
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "noughts.browser.export", name_of(game), folder]
        done = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=False)
        if done.returncode != 0:
            raise NoughtsError(done.stderr.strip() or f"{game.name} could not be made a module")
        code = (Path(folder) / "module.wasm").read_bytes()
        return EngineModule(code, json.loads((Path(folder) / "module.json").read_text()))


def main() -> None:
    name, folder = sys.argv[1], Path(sys.argv[2])
    try:
        module = make_module(named_game(name))
    except NoughtsError as error:
        sys.exit(str(error))
    (folder / "module.wasm").write_bytes(module.code)
    (folder / "module.json").write_text(json.dumps(module.description))


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        main()
