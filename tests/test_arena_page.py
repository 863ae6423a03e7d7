"""The page of a match or a tournament: it stands alone, shows the games as they were, and runs nobody's words."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import noughts
from browser import PATIENCE, chromium
from commands import noughts as command
from noughts.arena.clock import Conditions
from noughts.arena.competition import Competition
from noughts.arena.openings import Openings
from noughts.arena.page import match_page, tournament_page
from noughts.arena.report import MatchReport
from noughts.arena.scheduling import play_here
from noughts.arena.standings import Standings
from noughts.engine.limit import Limit

HOSTILE = "<script>alert(1)</script>&amp;</script><!--"


def embedded(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    told: dict[str, Any] = json.loads(found[1])
    return told


def test_a_page_replays_the_games_as_they_were() -> None:
    game = noughts.game("ultimate")
    match = Competition("ultimate", ("greedy", "random"), Openings.read("random:3", game), Conditions(Limit(nodes=9)))
    games = list(play_here(match.tasks([(0, 1)], 2)))
    page = match_page(MatchReport(("greedy", HOSTILE), "ultimate", "9 nodes", games), "ultimate")
    data = embedded(page)
    assert len(data["cells"]) == 81
    for told, played in zip(data["games"], games, strict=True):
        position = played.record("ultimate", ("a", "b"), "match").replay()
        contents, owners, last, caption = told["frames"][-1]
        view = position.view()
        assert contents == "".join(cell.content for cell in view.cells)
        assert owners == "".join(group.owner for group in view.groups)
        assert last == list(view.last)
        assert caption.endswith(played.reason)
        assert len(told["frames"]) == len(played.moves) + 1
    assert data["games"][0]["words"].startswith(f"greedy - {HOSTILE}")
    assert page.count("<script") == 2, "no name begins one"
    assert "http" not in page.replace("http://www.w3.org/2000/svg", ""), "it needs nothing from elsewhere"
    parser = HTMLParser()
    parser.feed(page)
    parser.close()


def test_a_tournaments_page_has_the_cross_table() -> None:
    match = Competition("3x3x3", ("greedy", "random", "random"), Openings.read("none", noughts.game("3x3x3")))
    games = list(play_here(match.tasks([(0, 1), (0, 2), (1, 2)], 2)))
    standings = Standings(("greedy", HOSTILE, "other"), games)
    page = tournament_page(standings, "roundrobin", "3x3x3")
    assert page.count("<tr>") == 4
    assert len(embedded(page)["games"]) == 6
    assert page.count("<script") == 2


def test_the_command_writes_it_and_a_browser_shows_it(tmp_path: Path) -> None:
    file = tmp_path / "match.html"
    run = command("match", "greedy", "random", "--game", "3x3x3", "--games", "2", "--html", str(file))
    assert run.returncode == 0, run.stderr
    frames = embedded(file.read_text(encoding="utf-8"))["games"][1]["frames"]
    errors: list[str] = []
    with chromium() as browser:
        page = browser.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(file.as_uri())
        page.get_by_label("Game").select_option("1")
        page.get_by_label("to the end").click()
        assert page.locator("#words").inner_text().endswith(frames[-1][3])
        marks = page.locator("#board path").count(), page.locator("#board circle").count()
        assert marks == (frames[-1][0].count("X"), frames[-1][0].count("O"))
        page.keyboard.press("ArrowLeft")
        assert page.locator("#words").inner_text().endswith(frames[-2][3])
    assert errors == []
