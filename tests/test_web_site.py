"""A site without a server, in a real browser: below a path of any static host, with the real engine in the page."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser import PATIENCE, status, unannounced_modules
from commands import noughts as command
from static_host import hosted

REFUSING = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
MOVES = "() => document.querySelector('play-page')?.followed?.game?.moves.map(({ text }) => text) ?? []"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Two games, somewhere on a host."""
    folder = tmp_path_factory.mktemp("host")
    assert command("page", "tictactoe", "ultimate", "--out", str(folder / "some/where")).returncode == 0
    with hosted(folder) as host:
        yield f"{host}/some/where/"


@pytest.fixture
def context(browser: Browser, site: str) -> Iterator[BrowserContext]:
    """What goes wrong in the page's scripts fails the test."""
    context = browser.new_context(base_url=site, bypass_csp=True)  # which forbids what tests look into pages by
    context.set_default_timeout(PATIENCE)
    wrong: list[str] = []
    context.on("weberror", lambda error: wrong.append(str(error.error)))
    context.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    yield context
    context.close()
    assert not wrong


def begin(context: BrowserContext, site: str, *chosen: str) -> Page:
    """A game of the page where one begins, with these radio buttons chosen."""
    page = context.new_page()
    page.goto(site)
    for name in chosen:
        page.locator(f"input[{name}]").check(force=True)
    page.locator('[data-action="play"]').click()
    expect(page.locator("[data-cell]").first).to_be_visible()
    return page


def made(page: Page, count: int) -> list[str]:
    """The moves, as soon as there are so many."""
    page.wait_for_function(f"count => ({MOVES})().length === count", arg=count)
    found: list[str] = page.evaluate(MOVES)
    return found


def click(page: Page, cell: str) -> None:
    page.locator(f'[data-cell="{cell}"]').click()


@pytest.mark.parametrize(
    ("place", "until"), [("#/", '[data-action="play"]'), ("#/at/tictactoe?moves=b2", "[data-cell]")]
)
def test_the_document_names_all_modules_of_its_page(context: BrowserContext, site: str, place: str, until: str) -> None:
    assert unannounced_modules(context.new_page(), site, place, until) == set()


def test_a_game_is_played_undone_left_and_gone_on_with(context: BrowserContext, site: str) -> None:
    page = begin(context, site, "value=tictactoe")
    click(page, "b2")
    first = made(page, 2)
    assert first[0] == "b2"
    page.locator('[data-action="undo"]').click()
    made(page, 0)
    page.reload()
    page.locator('[data-action="redo"]').click()
    assert made(page, 2) == first
    page.goto(f"{site}#/games")
    expect(page.locator(".game-row")).to_contain_text("unfinished")
    page.get_by_role("link", name="Resume game 1").click()
    assert made(page, 2) == first


def test_hint_and_analysis_come_from_the_engine_in_the_page(context: BrowserContext, site: str) -> None:
    page = begin(context, site, "value=tictactoe")
    click(page, "b2")
    made(page, 2)
    page.locator('[data-action="hint"]').click()
    expect(page.get_by_role("button", name=", hint")).to_have_count(1)
    page.locator('[data-action="analyse"]').click()
    expect(page.locator("analysis-panel .score")).to_be_visible()
    expect(page.locator("analysis-panel .pv-line").first).to_be_visible()


def test_a_finished_game_is_reviewed_counted_and_kept(context: BrowserContext, site: str) -> None:
    # O gives the game away at its first move: a side cell against the centre loses.
    page = context.new_page()
    page.goto(f"{site}#/tictactoe/b2,b1,a3,c1,a1,a2")
    page.locator('[data-action="play-on"]').click()
    page.locator('label:has(input[name="play-on-opponent"][value="beginner"])').click()
    page.locator('dialog [data-action="confirm"]').click()
    made(page, 6)
    click(page, "c3")
    status(page).to_contain_text("You won")
    page.locator('[data-action="review"]').click()
    expect(page.locator("table.summary")).to_be_visible()
    expect(page.locator(".move.blunder")).to_contain_text("b1")
    page.reload()
    expect(page.locator(".move.blunder")).to_contain_text("b1")
    page.goto(f"{site}#/statistics")
    expect(page.get_by_role("region", name="By game and opponent").locator("tbody tr")).to_contain_text(
        "noughts, beginner"
    )


def test_two_tabs_show_one_game(context: BrowserContext, site: str) -> None:
    page = begin(context, site, "value=tictactoe", "name=opponent][value=person")
    other = context.new_page()
    other.goto(page.url)
    expect(other.locator("[data-cell]").first).to_be_visible()  # it follows the game
    click(page, "b2")
    assert made(other, 1) == ["b2"]
    click(other, "a1")
    assert made(page, 2) == ["b2", "a1"]


def test_engines_play_each_other_and_pause(context: BrowserContext, site: str) -> None:
    page = begin(context, site, "value=ultimate", "name=opponent][value=watch")
    expect(page.locator(".cell.taken").nth(3)).to_be_visible()
    page.locator('[data-action="pause"]').click()
    status(page).to_contain_text("paused")
    count = len(page.evaluate(MOVES))
    page.wait_for_timeout(500)
    assert len(page.evaluate(MOVES)) == count
    page.locator('[data-action="pause"]').click()
    page.wait_for_function(f"count => ({MOVES})().length > count", arg=count)


def test_what_needs_a_server_is_not_offered(context: BrowserContext, site: str) -> None:
    page = context.new_page()
    page.goto(site)
    expect(page.locator(".card")).to_have_count(2)
    expect(page.locator('[data-action="edit"], .more')).to_have_count(0)
    for place, missing in [("#/settings", "personal-link"), ("#/games", "bring-in"), ("#/rules/ultimate", "tree")]:
        page.goto(site + place)
        expect(page.locator("h1")).to_be_visible()
        expect(page.locator(f'[data-action="{missing}"], a[href^="#/tree"], input[type=file]')).to_have_count(0)
    for place in ("#/tree/3x3x3", "#/me/abc"):
        page.goto(site + place)
        expect(page.locator("h1")).to_have_text("There is no such page here")


def test_settings_stay(context: BrowserContext, site: str) -> None:
    page = context.new_page()
    page.goto(f"{site}#/settings")
    page.locator('input[name="theme"][value="dark"]').check(force=True)
    page.locator('input[name="level"][value="hard"]').check(force=True)
    page.goto("about:blank")
    page.goto(site)
    expect(page.locator('html[data-theme="dark"]')).to_be_attached()
    expect(page.locator('input[value="hard"]').first).to_be_checked()


def test_a_site_of_one_game_begins_with_it(browser: Browser, tmp_path: Path) -> None:
    assert command("page", "tictactoe", "--out", str(tmp_path / "one")).returncode == 0
    with hosted(tmp_path / "one") as host, contextlib.closing(browser.new_context()) as context:
        page = context.new_page()
        page.goto(host)
        expect(page.locator("h2")).to_have_text("Tic-tac-toe")
        expect(page.locator(".card")).to_have_count(0)
        page.locator('[data-action="play"]').click()
        status(page).to_contain_text("X to move")


@pytest.mark.parametrize("place", ["#/", "#/games", "#/statistics", "#/rules", "#/ultimate/5.5,5.1"])
def test_on_a_phone_nothing_is_cut_off(browser: Browser, site: str, place: str) -> None:
    with contextlib.closing(browser.new_context(viewport={"width": 360, "height": 640})) as context:
        page = context.new_page()
        page.goto(site + place)
        expect(page.locator("main h1")).to_be_attached()
        page.wait_for_timeout(300)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert page.locator(".top nav").evaluate("nav => nav.scrollWidth <= nav.clientWidth")
        if place == "#/":  # a button that cannot be missed, where no friend can be invited beside it
            assert page.locator('[data-action="play"]').evaluate("button => button.offsetWidth") > 300
