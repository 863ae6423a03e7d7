"""Search trees on the web: over the API, and as a page."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

import noughts
from browser import PATIENCE, Person, chromium, violations
from noughts.lab.search_tree import grow_tree
from noughts.lab.tree_page import tree_data
from web_server import Server, Visitor, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("web")) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


def test_a_tree_over_the_api_is_the_commands_own(server: Server) -> None:
    asked = {"game": "3x3x3", "position": "X.O/.X./..O X", "moves": ["a1"], "search": "pvs", "depth": 3}
    with Visitor(server) as visitor:
        answer = visitor.post("/api/tree", json={**asked, "evaluation": "pascal"}, timeout=120)
    position = noughts.game("3x3x3").position("X.O/.X./..O X")
    position.push("a1")
    expected = tree_data(grow_tree(position, "pvs", 3, "pascal"))
    assert answer.status_code == 200
    assert answer.json() == json.loads(json.dumps(expected))


@pytest.mark.parametrize(
    ("asked", "status", "words"),
    [
        ({"game": "3x3x3", "search": "minimax", "depth": 9, "evaluation": "zero"}, 400, "more than 5,000 nodes"),
        ({"game": "3x3x3", "position": "XXX/OO./... O"}, 400, "the game is over"),
        ({"game": "3x3x3", "evaluation": "factorial"}, 400, "does not fit 3x3x3"),
        ({"game": "3x3x3", "search": "noughts"}, 422, "search"),
        ({"game": "3x3x3", "depth": 0}, 422, "depth"),
        ({"game": "3x3x3", "evaluation": "./mine.py"}, 422, "evaluation"),
    ],
)
def test_what_is_no_tree_is_told(server: Server, asked: dict[str, object], status: int, words: str) -> None:
    with Visitor(server) as visitor:
        answer = visitor.post("/api/tree", json=asked, timeout=120)
    assert answer.status_code == status
    assert words in answer.json()["error"]


def test_the_page_shows_a_tree_and_searches_another_by_choice(server: Server, browser: Browser) -> None:
    """Minimax of an empty 3×3 board visits 1 + 9 nodes at depth 1, and 72 more at depth 2."""
    with Person(browser, server, viewport={"width": 1600, "height": 900}) as person:
        person.open("#/tree/3x3x3?search=minimax&depth=1&evaluation=pascal")
        page = person.page
        steps = page.locator("output[aria-label=Step]")
        expect(steps).to_have_text("1 of 10", timeout=PATIENCE)
        assert not violations(page)
        page.get_by_label("Depth").fill("2")
        page.get_by_label("Depth").press("Enter")
        expect(steps).to_have_text("1 of 82", timeout=PATIENCE)
        widths = page.locator(".tree-view path.branch").evaluate_all(
            "all => all.map((one) => getComputedStyle(one).strokeWidth)"
        )
        assert set(widths) <= {"1px", "3px", "4px"}, "as thick as here, and not as anything on the page's boards"
        page.get_by_role("button", name="To the first node").click()
        expect(page.locator("[data-node]")).to_have_count(1, timeout=PATIENCE)
        page.get_by_label("Depth").fill("9")
        page.get_by_label("Depth").press("Enter")
        expect(page.get_by_text("has more than 5,000 nodes")).to_be_visible(timeout=PATIENCE)
        person.errors.clear()  # the browser itself tells of the answer 400


def test_a_reports_player_is_offered_in_its_own_game_and_searches_as_deep_as_it_would(
    server: Server, browser: Browser
) -> None:
    with Person(browser, server, viewport={"width": 1280, "height": 720}) as person:
        person.open("#/tree/4x5x4?moves=b2,c3")
        page = person.page
        search = page.get_by_role("combobox", name="Search")
        offered = search.locator("option")
        expect(offered).to_have_text(
            ["minimax", "alphabeta", "pvs", "hminimax", "mtdf", "report000", "report004"], timeout=PATIENCE
        )
        search.select_option("report004")
        expect(page.get_by_role("heading", name="Four in a row: report004 to depth")).to_be_visible(timeout=PATIENCE)
        person.open("#/tree/4x5x4?search=report004")
        expect(page.get_by_text("report004 opens the game at random")).to_be_visible(timeout=PATIENCE)
        person.errors.clear()  # the browser itself tells of the answer 400


def test_gomoku_has_a_tree_and_each_game_is_offered_once(server: Server, browser: Browser) -> None:
    """Two plies would be more than can be shown: one has 225 moves, which zoom, overview and the path lead through."""
    with Person(browser, server, viewport={"width": 1280, "height": 720}) as person:
        person.open("#/tree/15x15x5")
        page = person.page
        expect(page.locator("output[aria-label=Step]")).to_have_text("1 of 226", timeout=PATIENCE)
        options = page.locator('select[name="game"] option')
        values = options.evaluate_all("all => all.map(one => one.value)")
        assert len(set(values)) == len(values)
        assert dict(zip(values, options.all_text_contents(), strict=True))["3x3x3"] == "Tic-tac-toe"
        expect(page.locator('select[name="game"]')).to_have_value("15x15x5")
        seen = page.locator("[data-node]").count()
        page.keyboard.press("0")
        expect(page.locator("[data-node]")).to_have_count(226)
        assert seen < 226
        page.keyboard.press("ArrowRight")  # though nothing has been clicked
        expect(page.locator("aside h2")).to_contain_text("2. ")
        page.keyboard.press("End")
        page.get_by_role("button", name="Larger").click(click_count=9)
        overview = page.locator(".overview").bounding_box()
        assert overview is not None
        page.mouse.click(overview["x"] + 2, overview["y"] + overview["height"] / 2)
        expect(page.locator('[data-node="1"]')).to_be_visible()
        page.get_by_label("Path to the root").get_by_role("button", name="root").click()
        expect(page.locator("aside h2")).to_have_text("1. the root")
        assert not violations(page)


def test_an_analysis_leads_to_the_tree_of_its_position(server: Server, browser: Browser) -> None:
    with Person(browser, server, viewport={"width": 1600, "height": 900}) as person:
        person.open("#/at/3x3x3?moves=b2,a1")
        page = person.page
        page.locator('[data-action="analyse"]').click()
        page.locator('[data-action="tree"]').click(timeout=PATIENCE)
        expect(page.locator("aside h2")).to_have_text("1. the root", timeout=PATIENCE)
        expect(page.locator(".chosen svg path")).to_have_count(1)  # X at b2
        expect(page.locator(".chosen svg circle")).to_have_count(1)  # O at a1
