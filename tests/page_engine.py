"""The page's engine outside a page: a game's files in a folder, asked by Node; and the native engine's answers."""

import base64
import json
import random
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import noughts
from noughts.board import Position
from noughts.browser.files import made_files

HARNESS = Path(__file__).parent / "page" / "engine.mjs"
HASH_MB = 16  # as a module has


def write_engine(game: noughts.Game, folder: Path) -> Path:
    """Write a game's files there, the description as game.json."""
    files = made_files(game)
    folder.mkdir(exist_ok=True)
    for name, content in files.contents.items():
        (folder / ("game.json" if name == files.description else name)).write_bytes(content)
    return folder


def ask(folder: Path, questions: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The answers of the engine in a folder, as `tests/page/engine.mjs` gives them."""
    node = shutil.which("node")
    assert node, "the page's engine is tested by Node.js: install nodejs with your system's package manager"
    lines = "\n".join(map(json.dumps, questions))
    run = subprocess.run([node, HARNESS, folder], input=lines, capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]


def state_of(position: Position) -> str:
    """The state that a position's moves begin from, as a page is told it."""
    return base64.b64encode(position.root().states[:1].tobytes()).decode()


def random_line(position: Position, plies: int, chance: random.Random) -> Position:
    """The position after so many random moves, or at the end of the game before."""
    after = position.copy()
    while len(after.move_stack) < plies and not after.is_game_over():
        after.push(chance.choice(after.legal_moves))
    return after


def unfinished(game: noughts.Game, plies: int, chance: random.Random) -> Position:
    """A position after about so many random moves, with a choice to make."""
    while True:
        found = random_line(game.start(), chance.randint(1, plies), chance)
        if not found.is_game_over() and len(found.legal_moves) > 1:
            return found


def native_lines(found: list[noughts.Result]) -> list[dict[str, Any]]:
    """Results as the page's engine tells its lines."""
    return [
        {"value": one.score.value, "mate": one.score.mate, "moves": [move.text for move in one.pv]} for one in found
    ]


def native_thought(found: noughts.Result) -> dict[str, Any]:
    """A result by those fields that the page's engine must have alike."""
    lines = native_lines([found])
    return {"lines": lines, "nodes": found.stats.nodes, "depth": found.stats.depth, "isProved": found.is_proved}


def thought(answer: dict[str, Any]) -> dict[str, Any]:
    """The same fields of an answer."""
    return {name: answer[name] for name in ("lines", "nodes", "depth", "isProved")}
