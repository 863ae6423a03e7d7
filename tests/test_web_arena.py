"""The arena's page: matches of this machine, as they are played, for those who may see them."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from browser import Person, chromium
from commands import noughts as command
from noughts.arena.journal import journal_folder
from web_server import Server, serving


@pytest.mark.parametrize("shown", [True, False])
def test_matches_are_told_where_they_are_asked_for(shown: bool, data_folder: Path) -> None:
    server = Server(data_folder, "--workers", "1", *(["--arena"] if shown else []))
    try:
        with httpx.Client(base_url=server.url, timeout=120) as visitor:
            if not shown:
                for path in ("/arena", "/api/arena", f"/api/arena/{'0' * 16}"):
                    assert visitor.get(path).status_code == 404, "nobody sees what is not meant for all"
                return
            assert visitor.get("/api/arena").json() == []
            for games in (2, 4):
                run = command("match", "greedy", "random", "--game", "3x3x3", "--games", str(games))
                assert run.returncode == 0, run.stderr
                (match,) = visitor.get("/api/arena").json()
                assert (match["players"], match["game"], match["games"]) == (["greedy", "random"], "3x3x3", games)
            (path,) = journal_folder().glob("*.jsonl")
            now = visitor.get(f"/api/arena/{path.stem}").json()
            assert (now["head"][1:3], now["boards"]) == (["player", "games"], [])
            assert {row[1]: row[2] for row in now["rows"]} == {"greedy": "4", "random": "4"}
            played = visitor.get(f"/api/arena/{path.stem}/games").json()
            assert [game["number"] for game in played] == [4, 3, 2, 1]
            assert len(visitor.get(f"/api/arena/{path.stem}/games?offset=3").json()) == 1
            old = visitor.get(f"/arena/{path.stem}")
            assert (old.status_code, old.headers["location"]) == (307, f"/#/arena/{path.stem}"), "old links lead there"
            for name in ("0" * 16, "..%2f..%2fsecret", "x"):
                assert visitor.get(f"/api/arena/{name}").status_code in (404, 422)
    finally:
        server.stop()


def test_this_machines_user_sees_them_without_asking_and_nobody_from_elsewhere_does(data_folder: Path) -> None:
    assert command("match", "greedy", "random", "--game", "3x3x3", "--games", "2").returncode == 0
    with serving(data_folder, "--workers", "1", is_personal=True) as server:
        with httpx.Client(base_url=server.url, timeout=120) as visitor:
            brought = {"x-forwarded-for": "192.0.2.7"}  # by a proxy on this machine
            assert visitor.get("/api/arena", headers=brought).status_code == 404
            assert visitor.get("/api/identity", headers=brought).json()["may_see_arena"] is False
        with chromium() as browser, Person(browser, server) as person:
            person.open("#/friend")  # where no friend can come
            expect(person.page.locator("code")).to_have_text("noughts serve --lan")
            person.open("#/games")
            person.page.get_by_role("link", name="Matches and tournaments").click()
            person.page.get_by_role("heading", name="greedy – random in 3x3x3").wait_for()


def test_boards_are_seen_as_they_are_played_and_games_stepped_through(data_folder: Path) -> None:
    assert command("match", "greedy", "random", "--game", "3x3x3", "--games", "2").returncode == 0
    slow = ["match", "mcts", "mcts", "--game", "15x15x5", "--time", "0.4", "--games", "2"]
    size: Any = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark", "bypass_csp": True}
    with serving(data_folder, "--workers", "1", "--arena") as server, chromium() as browser:
        match = subprocess.Popen([sys.executable, "-m", "noughts", *slow], stdout=subprocess.DEVNULL)
        with Person(browser, server, **size) as person:
            page = person.page
            try:
                person.open("#/arena")
                board = page.locator(".boards .picture").first
                expect(board).to_be_visible()
                expect(board).not_to_have_attribute("aria-label", board.get_attribute("aria-label") or "")
                assert not Axe().run(page).response["violations"]
            finally:
                match.kill()
                match.wait()
            expect(page.locator(".boards")).to_have_count(0)
            page.get_by_role("link", name="greedy – random in 3x3x3").click()
            for width, theme in ((390, "dark"), (1280, "light")):
                page.set_viewport_size({"width": width, "height": 844})
                page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
                expect(page.get_by_role("region", name="Standings")).to_contain_text("greedy")
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
                assert not Axe().run(page).response["violations"]
            page.get_by_role("link", name=re.compile(r"^1\. ")).click()
            expect(page.locator(".cell.taken").first).to_be_visible()
            page.keyboard.press("Home")
            expect(page.locator(".cell.taken")).to_have_count(0)
