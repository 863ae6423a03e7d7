"""The page's engine at `max` near the end of a game: what it answers in Node is worth what native code says."""

import base64
import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import noughts
from noughts import Engine
from noughts.board import Game, Position
from noughts.browser.description import describe
from noughts.browser.files import made_files
from noughts.engine.levels import level_table
from noughts.errors import NoughtsError
from noughts.kernel.contract import MOST_CELLS
from noughts.solving.positional import PositionalSolver
from noughts.solving.solution import Solution

NODE = shutil.which("node")
ENGINE = Path(__file__).parent / "page" / "engine.mjs"
WORTH = {"win": 1, "draw": 0, "loss": -1}


def position_of(game: Game, chance: random.Random) -> Position:
    """A game that goes on, with at most MOST_CELLS cells left, side by side, and stones and obstacles around them."""
    size = game.rows * game.columns
    while True:
        free = chance.randint(2, MOST_CELLS)
        middle = complex(chance.randrange(game.rows), chance.randrange(game.columns))
        near = sorted(range(size), key=lambda cell: abs(complex(*divmod(cell, game.columns)) - middle))
        here = chance.sample(near[: free + 8], min(free + 8, size))
        contents = dict.fromkeys(range(size), "#") | dict.fromkeys(here, ".")
        contents |= {cell: chance.choice("XO#") for cell in here[free:]}
        rows = ("".join(contents[at + column] for column in range(game.columns)) for at in range(0, size, game.columns))
        try:
            position = game.position(f"{'/'.join(rows)} {chance.choice('XO')}")
        except NoughtsError:  # both have a line
            continue
        if not position.is_game_over():
            return position


def value_of(position: Position) -> int:
    """What a position is worth to the side to move."""
    outcome = position.outcome()
    if outcome is not None:
        return 0 if outcome.winner is None else 1 if outcome.winner == position.turn else -1
    return WORTH[str(solution_of(position).value)]


def solution_of(position: Position) -> Solution:
    solver = PositionalSolver(position)
    solver.work()
    return solver.solution()


def answers(game: Game, folder: Path, positions: list[Position], **wish: Any) -> list[dict[str, Any]]:
    files = made_files(game)
    for name, content in files.contents.items():
        (folder / ("game.json" if name == files.description else name)).write_bytes(content)
    states = (base64.b64encode(position.states[:1].tobytes()).decode() for position in positions)
    asked = "\n".join(json.dumps({"moves": [], "state": state, **wish}) for state in states)
    assert NODE is not None
    run = subprocess.run([NODE, ENGINE, folder], input=asked, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]


# A board for each kind of record, and the ways to win.
@pytest.mark.parametrize(
    "name", ["4x4x3", "5x6x4", "misere-4x5x3", "misere-6x6x4", "exact-5x5x3", "exact-6x6x4", "10x10x3", "15x15x3"]
)
def test_a_move_of_max_keeps_the_value(name: str, tmp_path: Path) -> None:
    game, chance = noughts.game(name), random.Random(name)
    positions = [position_of(game, chance) for _ in range(25)]
    values = set[int]()
    for position, answer in zip(positions, answers(game, tmp_path, positions, level="max", time=10), strict=True):
        if len(position.legal_moves) == 1:
            continue
        found, told = solution_of(position), answer["lines"][0]
        value = WORTH[str(found.value)]
        values.add(value)
        assert (told["value"] > 0) - (told["value"] < 0) == value, (position.text(), told)
        assert answer["isProved"]
        if value == 0:  # the same search of the same sets
            assert (answer["nodes"], told["moves"]) == (found.nodes, [str(found.best_moves[0])])
        position.push(told["moves"][0])
        assert -value_of(position) == value, (position.text(), told)
    assert values == {-1, 0, 1}


@pytest.mark.parametrize("level", ["beginner", "medium", "expert", "9-dan"])
def test_levels_below_play_as_natively(level: str, tmp_path: Path) -> None:
    game, chance = noughts.game("5x6x4"), random.Random(level)
    positions = [position_of(game, chance) for _ in range(10)]
    found = answers(game, tmp_path, positions, level=level, seed="5")
    expected = [Engine(level=level, seed=5, hash_mb=16).play(position) for position in positions]
    assert [answer["lines"][0]["moves"][0] for answer in found] == [str(result.move) for result in expected]


def test_a_win_is_near(tmp_path: Path) -> None:
    position = noughts.game("4x4x3").position("XX../..../O.../..O. X")
    (answer,) = answers(position.game, tmp_path, [position], level="max")
    assert answer["lines"][0]["moves"] == ["c4"]
    assert answer["lines"][0]["mate"] == 1


def test_solving_that_takes_too_long_is_left_to_the_search(tmp_path: Path) -> None:
    position = noughts.game("misere-4x4x3").start()
    (answer,) = answers(position.game, tmp_path, [position], level="max", time=0.0001)
    assert answer["lines"][0]["moves"][0] in map(str, position.legal_moves)
    assert answer["counters"]["nodes"] == answer["nodes"]  # which the search alone tells


def test_nothing_is_solved_within_other_bounds(tmp_path: Path) -> None:
    """As natively: a limit of depth or nodes, or several lines, and the search is left alone."""
    position = noughts.game("4x4x4").start()
    for bounds in ({"depth": 2}, {"nodes": 99}, {"lines": 2, "time": 0.01}):
        (answer,) = answers(position.game, tmp_path, [position], level="max", **bounds)
        assert answer["counters"]["nodes"] == answer["nodes"]


@pytest.mark.parametrize(("name", "solves"), [("misere-5x5x4", True), ("ultimate", False), ("xrudder", False)])
def test_only_games_that_are_sets_of_cells_promise_it(name: str, solves: bool) -> None:
    told = {level["name"]: level["solves"] for level in describe(noughts.game(name))["levels"]}
    assert told == {level["name"]: solves and level["name"] == "max" for level in level_table(noughts.game(name))}
