"""The web server on a machine that has never compiled a game."""

import time
from pathlib import Path

import psutil

from web_server import Visitor, serving


def test_games_are_listed_and_begun_without_a_compiler(tmp_path: Path, data_folder: Path) -> None:
    """Only the processes that think and those that compile ahead compile anything: the server itself never does."""
    with serving(data_folder, NOUGHTS_CACHE=str(tmp_path)) as server, Visitor(server) as visitor:
        games = {game["name"]: game for game in visitor.get("/api/catalogue").json()["games"]}
        assert len(games["ultimate"]["view"]["cells"]) == 81
        begun = visitor.begin("ultimate", first={"kind": "human"}, second={"kind": "human"})
        moved = visitor.post(f"/api/games/{begun['id']}/moves", json={"move": "5.3"}).json()
        assert sorted(moved["view"]["clicks"]) == [f"3.{cell}" for cell in range(1, 10)]
        assert not [line for line in server.log if "compiling" in line]


def test_nothing_is_compiled_before_a_game_is_chosen(tmp_path: Path, data_folder: Path) -> None:
    """The cores are the page's, which begins to think itself."""
    with serving(data_folder, NOUGHTS_CACHE=str(tmp_path)) as server, Visitor(server) as visitor:
        assert visitor.get("/").status_code == visitor.get("/api/catalogue").status_code == 200
        time.sleep(2)
        started = [" ".join(child.cmdline()) for child in psutil.Process(server.process.pid).children(recursive=True)]
        assert not [command for command in started if "compile_ahead" in command]


def test_whoever_waits_is_told_how_far_it_is(tmp_path: Path, data_folder: Path) -> None:
    with serving(data_folder, NOUGHTS_CACHE=str(tmp_path)) as server, Visitor(server) as visitor:
        engine = {"kind": "search", "search": "alphabeta", "depth": 2}  # it is not compiled ahead
        begun = visitor.begin("nineboard", first=engine, second={"kind": "human"})
        with visitor.live(begun["id"]) as live:
            told = live.next("preparing", 300)
            assert told["what"]
            assert 0 <= told["share"] < 1
            assert told["seconds"] > 0
            assert len(live.game_after(1)["moves"]) == 1
