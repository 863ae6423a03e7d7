"""`noughts grade`: points by a rubric, the same games for everybody, and Gradescope's file."""

import json
from pathlib import Path

import pytest

from commands import noughts as command
from noughts import NoughtsError
from noughts.arena.rubric import Rubric
from test_bot_folder import HONEST, filled

RUBRIC = """
game = "3x3x3"
games = 4
time = 600
seed = 3
clean = 5
leaderboard = true

[[against]]
player = "random"
name = "beats chance"
points = [[0.0, 1], [0.9, 10]]
visibility = "after_due_date"

[[against]]
player = "alphabeta:eval=zero,depth=9"
points = [[0.75, 7]]
"""


@pytest.fixture
def rubric(tmp_path: Path) -> Path:
    path = tmp_path / "rubric.toml"
    path.write_text(RUBRIC)
    return path


def test_a_bot_is_graded_by_thresholds_in_the_same_games_as_all_others(rubric: Path, tmp_path: Path) -> None:
    """The bot plays the first legal move: it makes something against chance, and too little against perfect play."""
    filled(tmp_path / "bots", alice__bot=HONEST, bob=HONEST)
    told = {}
    for bot in ("alice", "bob.py"):
        results, figures = tmp_path / "results.json", tmp_path / "all.json"
        files = ("--gradescope", str(results), "--json", str(figures))
        run = command("grade", str(tmp_path / "bots" / bot), "--rubric", str(rubric), *files)
        assert run.returncode == 0, run.stderr
        told[bot] = json.loads(results.read_text())
        played = json.loads(figures.read_text())["played"]
        told[bot]["moves"] = [[move[0] for move in game["moves"]] for game in played]
    assert told["alice"]["moves"] == told["bob.py"]["moves"], "the same openings and chance for the same bot"
    chance, perfect, clean = told["alice"]["tests"]
    assert (chance["name"], chance["max_score"], chance["visibility"]) == ("beats chance", 10, "after_due_date")
    assert chance["score"] in (1, 10)
    assert (perfect["score"], perfect["max_score"], perfect["status"]) == (0, 7, "failed")
    assert "against alphabeta" in perfect["name"]
    assert (clean["name"], clean["score"], clean["status"]) == ("loses no game by default", 5, "passed")
    assert told["alice"]["score"] == chance["score"] + 5
    assert told["alice"]["leaderboard"][0] == {"name": "points", "value": told["alice"]["score"]}
    assert "openings balanced, seed 3" in told["alice"]["output"]
    assert f"{told['alice']['score']:g} of 22     points for bob" in run.stdout


def test_a_bot_that_does_not_load_gets_no_points_and_the_reason(rubric: Path, tmp_path: Path) -> None:
    bot, results = filled(tmp_path, broken="def move(position, limit)\n") / "broken.py", tmp_path / "results.json"
    run = command("grade", str(bot), "--rubric", str(rubric), "--against", "random", "--gradescope", str(results))
    assert run.returncode == 0, run.stderr
    told = json.loads(results.read_text())
    assert [test["score"] for test in told["tests"]] == [1, 0], "a threshold of 0 is reached by everybody"
    assert "broken.py, line 1: SyntaxError: expected ':'" in told["tests"][1]["output"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("points = 5", r"points is 5; it must be shares with points, as in \[\[0.5, 5\], \[0.75, 10\]\]"),
        ("points = [[1.5, 5]]", r"points is 1.5; it must be a number from 0 to 1"),
        ("points = [[nan, 5]]", r"points is nan; it must be a number from 0 to 1"),
        ("games = 0", r"games is 0; it must be a whole number from 1 to 10,?000"),
        ("gmae = 'ultimate'", r"has no setting 'gmae'; there are game, games"),
        ("[against]\nplayer = 'random'", r"opponents are written as \[\[against\]\]"),
        ("[[against]]\nname = 'x'", r'against 1 has no player; write player = "noughts:level=easy"'),
        ("[[against]]\nplayer = 'x'\nvisibility = 'nobody'", r"visibility is 'nobody'; it must be one of visible"),
        ("a = [" * 5000, r"is not TOML"),
        ("game = ", r"is not TOML"),
    ],
)
def test_a_wrong_rubric_is_told_in_words(text: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "rubric.toml").write_text(text)
    with pytest.raises(NoughtsError, match=words):
        Rubric.read(tmp_path / "rubric.toml")


def test_what_is_missing_is_told(tmp_path: Path) -> None:
    bot = str(filled(tmp_path, bot=HONEST) / "bot.py")
    for given, words in (
        ((str(tmp_path / "none.py"), "--against", "random", "--game", "3x3x3"), "there is no bot"),
        ((bot, "--game", "3x3x3"), "there is nobody to play against; name opponents by --against, or in the rubric"),
        ((bot, "--against", "random"), "there is no game; name it by --game, or in the rubric"),
    ):
        run = command("grade", *given)
        assert run.returncode == 2, run.stdout
        assert words in run.stderr
