"""The page's engine, WebAssembly, answers as the native one does: every game, in Node and in a browser."""

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

import noughts
from browser import Someone
from commands import ROOT
from noughts import Engine, Limit
from noughts.board import Position
from noughts.engine.levels import LEVELS
from noughts.registry import families
from noughts.web.pages import STATIC
from page_engine import (
    HASH_MB,
    ask,
    native_lines,
    native_thought,
    random_line,
    state_of,
    thought,
    unfinished,
    write_engine,
)
from row_game import NEW_FORM
from static_host import hosted
from twice_game import TWICE

NODES = 3_000
BUILT_IN = list(dict.fromkeys(name for family in families() for name in (*family.record_types, *family.examples)))
EXAMPLES = sorted(path.name for path in (ROOT / "examples").glob("*.py") if "Game)" in path.read_text())
OWN = {"row.py": NEW_FORM, "twice.py": TWICE}
SEED = 20_261_118
PLAYED = ("beginner", "medium", "expert", "max")  # levels that every game has


@pytest.fixture(params=[*BUILT_IN, *EXAMPLES, *OWN])
def game(request: pytest.FixtureRequest, tmp_path: Path) -> noughts.Game:
    name = request.param
    if name in OWN:
        (tmp_path / name).write_text(OWN[name])
        return noughts.game(str(tmp_path / name))
    return noughts.game(str(ROOT / "examples" / name) if name in EXAMPLES else name)


def moves_of(position: Position) -> list[str]:
    return [move.text for move in position.move_stack]


def new_engine() -> Engine:
    return Engine(hash_mb=HASH_MB, seed=0)


def level_game(game: noughts.Game, level: str, chance: random.Random) -> list[tuple[list[str], noughts.Result]]:
    """Some turns of a level, with the moves before each: now and then a move of chance comes between."""
    engine, position = Engine(level=level, seed=SEED, hash_mb=HASH_MB), game.start()
    found: list[tuple[list[str], noughts.Result]] = []
    while len(found) < 5 and not position.is_game_over():
        result = engine.play(position, level_limit(level))
        found.append((moves_of(position), result))
        position.push(result.move)
        if not position.is_game_over():
            position.push(chance.choice(position.legal_moves))
    return found


def level_limit(level: str) -> Limit:
    """Bounds by which no clock decides."""
    return Limit(time=300, nodes=None if LEVELS[level].is_capped else 1_000)


def test_moves_values_lines_levels_and_views_are_the_native_ones(game: noughts.Game, tmp_path: Path) -> None:
    """In one test, as a game from a file is made a module once."""
    chance = random.Random(game.name)
    folder = write_engine(game, tmp_path / "engine")
    reached = max(2, min(40, game.max_plies // 2))
    positions = [game.start(), *(unfinished(game, reached, chance) for _ in range(4))]
    shown = [random_line(game.start(), plies, chance) for plies in {0, 1, 2, reached, game.max_plies // 3, 200}]
    levels = {level: level_game(game, level, chance) for level in PLAYED}
    turns = [(level, n, *turn) for level, played in levels.items() for n, turn in enumerate(played)]

    answers = ask(
        folder,
        [
            *({"moves": moves_of(one), "nodes": NODES} for one in positions),
            *({"moves": moves_of(one), "nodes": NODES, "lines": 3} for one in positions[1:3]),
            *({"moves": moves_of(one), "view": True} for one in shown),
            *(
                {"moves": moves, "level": level, "seed": SEED, "goesOn": n > 0, **bounds_of(level)}
                for level, n, moves, _ in turns
            ),
        ],
    )

    told = iter(answers)
    for one in positions:
        assert thought(next(told)) == native_thought(new_engine().play(one, Limit(nodes=NODES))), str(one)
    for one in positions[1:3]:
        assert next(told)["lines"] == native_lines(new_engine().analyse(one, Limit(nodes=NODES), multipv=3)), str(one)
    for one in shown:
        assert next(told) == json.loads(json.dumps(one.view().as_dict())), str(one)
    for level, n, moves, result in turns:
        answer = next(told)
        assert answer["lines"][0]["moves"][0] == result.move.text, (level, n, moves)
        assert (answer["depth"], answer["nodes"]) == (result.stats.depth, result.stats.nodes), (level, n, moves)
        if result.stats.depth:
            assert thought(answer) == native_thought(result), (level, n, moves)


def bounds_of(level: str) -> dict[str, Any]:
    limit = level_limit(level)
    return {"time": limit.time, "nodes": limit.nodes}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("6x7x4", "....#../..X..../.#.O.../......./..#..../....... X"),
        ("misere-4x4x3", "X#../..O./..../...# X"),
        ("15x15x5", "/".join(["15"] * 7 + ["7#7", "6XOX6"] + ["15"] * 6) + " O"),
        ("ultimate", "XXX6/9/9/9/O8/9/9/9/9 X 2"),
        ("xrudder", None),
    ],
)
def test_a_game_goes_on_from_a_state_that_is_handed_over(name: str, text: str | None, tmp_path: Path) -> None:
    """A set-up with obstacles, or any position: a page gets the bytes of its state."""
    game, chance = noughts.game(name), random.Random(name)
    setup = game.position(text if text is not None else unfinished(game, 30, chance).text())
    assert state_of(setup) != state_of(game.start())
    folder = write_engine(game, tmp_path / "engine")
    after = [random_line(setup, plies, chance) for plies in (0, 1, 2, 5)]
    after = [one for one in after if not one.is_game_over() and len(one.legal_moves) > 1]
    given = [{"moves": moves_of(one), "state": state_of(setup)} for one in after]
    answers = ask(folder, [{**one, **more} for one in given for more in ({"nodes": NODES}, {"view": True})])
    for one, found, view in zip(after, answers[::2], answers[1::2], strict=True):
        assert thought(found) == native_thought(new_engine().play(one, Limit(nodes=NODES)))
        assert view == json.loads(json.dumps(one.view().as_dict()))


# Asks a page's own copy of the engine what Node was asked.
IN_A_PAGE = """async (questions) => {
  const { fetchParts } = await import("/engine/memory.js");
  const { Player } = await import("/engine/player.js");
  const { Thinker } = await import("/engine/thinker.js");
  const parts = await fetchParts("/files/game.json");
  const found = [];
  for (const { view, level, seed, ...wish } of questions) {
    if (view) found.push(new Player(parts).rules.line(wish.moves).view());
    else {
      const thinker = new Thinker(parts); // a worker
      found.push(await thinker.think({ ...wish, ...(level ? { level, seed: BigInt(seed) } : {}) }));
      thinker.end();
    }
  }
  return found;
}"""


@pytest.mark.parametrize("name", ["tictactoe", "ultimate", "15x15x5", "xrudder"])
def test_a_browser_answers_as_node_does(name: str, browser: Browser, tmp_path: Path) -> None:
    game, chance = noughts.game(name), random.Random(name)
    shutil.copytree(STATIC / "engine", tmp_path / "engine")
    (tmp_path / "index.html").write_text('<link rel="icon" href="data:,">')
    folder = write_engine(game, tmp_path / "files")
    lines = [moves_of(game.start()), *(moves_of(unfinished(game, 20, chance)) for _ in range(2))]
    questions: list[dict[str, Any]] = [{"moves": line, "nodes": NODES, "lines": 2} for line in lines]
    questions += [{"moves": line, "level": "expert", "seed": SEED, "time": 300} for line in lines]
    questions += [{"moves": line, "view": True} for line in lines]
    expected = ask(folder, questions)
    with hosted(tmp_path) as url, Someone(browser, url) as someone:
        someone.page.goto(url)
        found = someone.page.evaluate(IN_A_PAGE, questions)
    for one, other in zip(found[:6], expected[:6], strict=True):
        assert thought(one) == thought(other)
    assert found[6:] == expected[6:]


def test_a_move_that_is_not_legal_is_refused_in_words(tmp_path: Path) -> None:
    folder = write_engine(noughts.game("tictactoe"), tmp_path / "engine")
    with pytest.raises(AssertionError, match="a1 is not legal here"):
        ask(folder, [{"moves": ["a1", "a1"], "nodes": 100}])
