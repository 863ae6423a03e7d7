"""What the last version has written is opened and played on: engine texts, settings, the cookie, the tables."""

import json
import shutil
from pathlib import Path

import pytest

from commands import noughts, run_python
from noughts.play.settings import Settings, load_settings
from noughts.store import Store
from test_written_by_older import PLAY_ON
from web_server import Visitor, serving

WRITTEN_BY = Path(__file__).parent / "written_by" / "1a97181"


@pytest.fixture(autouse=True)
def last_data(data_folder: Path) -> Path:
    for name in ("noughts.db", "settings.toml", "web-secret"):
        shutil.copy(WRITTEN_BY / name, data_folder)
    return data_folder


def test_settings() -> None:
    assert load_settings() == Settings("expert", "second", symbols="squares", time=1.5)


def test_games_are_played_on_by_engines_whose_options_have_other_names_now() -> None:
    texts = {number: Store().load(number).record.players[1] for number in range(1, 6)}
    assert texts[1] == "noughts:reductions=false,nodes=50"
    run = run_python("-c", PLAY_ON, *map(str, texts), NOUGHTS_UNCOMPILED="1")
    assert run.returncode == 0, run.stderr
    told = [json.loads(line) for line in run.stdout.splitlines()]
    assert [(number, plies, trouble) for number, _, plies, trouble in told] == [(one, 4, None) for one in texts]


def test_games_are_exported_and_read_again(tmp_path: Path) -> None:
    file = tmp_path / "all.pgn"
    assert noughts("export", "--all", "-o", str(file), NOUGHTS_UNCOMPILED="1").returncode == 0
    run = noughts("import", str(file), NOUGHTS_UNCOMPILED="1")
    assert (run.returncode, "5 games" in run.stdout) == (0, True), run.stdout + run.stderr


def test_a_visitor_of_the_page_is_known_again(last_data: Path) -> None:
    with serving(last_data) as server, Visitor(server) as visitor:
        name, _, value = (WRITTEN_BY / "cookie.txt").read_text().strip().partition("=")
        visitor.cookies.set(name, value)
        (game,) = visitor.get("/api/games").json()
        assert (game["id"], game["plies"], game["seats"][1]["choice"]) == (6, 2, {"kind": "level", "level": "easy"})
        settings = visitor.get("/api/settings").json()
        assert (settings["level"], settings["theme"]) == ("hard", "dark")
        move = next(iter(visitor.get("/api/games/6").json()["view"]["clicks"]))
        visitor.post("/api/games/6/moves", json={"move": move}).raise_for_status()
        assert len(visitor.post("/api/games/6/think").json()["moves"]) == 4
