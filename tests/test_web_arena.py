"""`noughts serve --arena`: matches of this machine, as they are played."""

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe

from browser import Person, chromium
from commands import noughts as command
from noughts.arena.journal import journal_folder
from web_server import Server, serving


@pytest.mark.parametrize("shown", [True, False])
def test_matches_are_shown_where_they_are_asked_for(shown: bool, data_folder: Path) -> None:
    server = Server(data_folder, "--workers", "1", *(["--arena"] if shown else []))
    try:
        with httpx.Client(base_url=server.url, timeout=120) as visitor:
            if not shown:
                assert visitor.get("/arena").status_code == 404, "nobody sees what is not meant for all"
                return
            assert "Nothing has been played yet" in visitor.get("/arena").text
            for games in (2, 4):
                run = command("match", "greedy", "random", "--game", "3x3x3", "--games", str(games))
                assert run.returncode == 0, run.stderr
                answer = visitor.get("/arena")
                assert f"greedy – random in 3x3x3: {games} games" in answer.text
                assert answer.headers["refresh"] == "5"
                assert "<script" not in answer.text
            styles = re.findall(r'rel="stylesheet" href="([^"]+)"', answer.text)
            assert styles
            assert all(visitor.get(style).headers["content-type"].startswith("text/css") for style in styles)
            (path,) = journal_folder().glob("*.jsonl")
            assert re.search(r"<td>greedy</td><td>4</td>", visitor.get(f"/arena/{path.stem}").text)
            for name in ("0" * 16, "..%2f..%2fsecret", "x"):
                assert visitor.get(f"/arena/{name}").status_code == 404
    finally:
        server.stop()


def test_this_machines_user_sees_them_without_asking_and_nobody_from_elsewhere_does(data_folder: Path) -> None:
    assert command("match", "greedy", "random", "--game", "3x3x3", "--games", "2").returncode == 0
    with serving(data_folder, "--workers", "1", is_personal=True) as server:
        with httpx.Client(base_url=server.url, timeout=120) as visitor:
            assert "greedy – random in 3x3x3: 2 games" in visitor.get("/arena").text
            brought = {"x-forwarded-for": "192.0.2.7"}  # by a proxy on this machine
            assert visitor.get("/arena", headers=brought).status_code == 404
            assert visitor.get("/api/identity", headers=brought).json()["may_see_arena"] is False
        with chromium() as browser, Person(browser, server) as person:
            person.open("#/games")
            person.page.get_by_role("link", name="Matches and tournaments").click()
            person.page.get_by_role("heading", name="greedy – random in 3x3x3").wait_for()


def test_the_arenas_page_looks_like_the_others_and_is_accessible(data_folder: Path) -> None:
    assert command("match", "greedy", "random", "--game", "3x3x3", "--games", "2").returncode == 0
    with serving(data_folder, "--workers", "1", "--arena") as server, chromium() as browser:
        for width, theme in ((390, "light"), (1280, "dark")):
            size: Any = {"viewport": {"width": width, "height": 844}, "color_scheme": theme, "bypass_csp": True}
            with Person(browser, server, **size) as person:
                person.page.goto("/arena")
                assert not Axe().run(person.page).response["violations"]
                assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
                # The plain page of a server whose style sheets were not found would be serif and white.
                paper = person.page.evaluate("getComputedStyle(document.body).backgroundColor")
                assert paper == ("rgb(246, 244, 239)" if theme == "light" else "rgb(21, 23, 27)")
