"""The page where a game begins, in a real browser."""

import re

import pytest
from playwright.sync_api import Browser, expect

from browser import PATIENCE, Person, status
from web_server import Server

RANDOM = {"kind": "search", "search": "random"}


def test_from_the_first_page_to_a_game_in_one_click(person: Person) -> None:
    page = person.page
    person.open()
    page.locator('[data-action="play"]').click()
    page.wait_for_url(re.compile(r"#/game/\d+"), timeout=PATIENCE)
    status(page).to_contain_text("X to move", timeout=PATIENCE)
    legal = page.locator(".board.active .cell.legal")
    legal.first.click()
    expect(page.locator(".cell.taken")).to_have_count(2, timeout=PATIENCE)


def test_a_game_that_was_left_is_gone_on_with_from_the_first_page(person: Person) -> None:
    page = person.page
    person.open()
    expect(page.locator('[data-action="play"]')).to_be_visible()
    expect(page.locator(".go-on")).to_have_count(0)
    number = person.begin("ultimate", second={"kind": "level", "level": "easy"}, moves=["5.5", "5.1"])
    person.begin("tictactoe")  # in which nothing has happened
    person.begin("tictactoe", first=RANDOM, second=RANDOM)  # somebody else's
    page.locator('[data-action="pause"]').click()
    person.open()
    page.get_by_role("link", name="Go on with your game: Ultimate tic-tac-toe").click()
    expect(page).to_have_url(re.compile(f"#/game/{number}$"))
    expect(page.locator(".cell.taken")).to_have_count(2)


def test_the_editor_sets_obstacles_and_stones(person: Person) -> None:
    page = person.page
    person.open()
    page.locator('input[value="ROWSxCOLSxK"]').check(force=True)
    for word, value in (("ROWS", 4), ("COLS", 5), ("K", 3)):
        page.locator(f'input[type="range"][name="{word}"]').fill(str(value))
    page.locator('input[name="opponent"][value="person"]').check(force=True)
    page.locator('[data-action="edit"]').click()
    person.click_cell("b2")
    expect(page.locator('[data-cell="b2"]')).to_have_attribute("aria-label", re.compile("obstacle"))
    person.click_cell("c3")
    person.click_cell("c3")
    expect(page.locator('[data-cell="c3"]')).to_have_attribute("aria-label", re.compile("X"))
    page.locator('[data-action="done"]').click()
    page.locator('[data-action="play"]').click()
    page.wait_for_url(re.compile(r"#/game/\d+"), timeout=PATIENCE)
    expect(page.locator('[data-cell="b2"].blocked')).to_be_visible()
    number = int(page.url.rpartition("/")[2])
    state = person.state(number)
    assert (state["game"], state["start"]) == ("4x5x3", "...../..X../.#.../..... X")


def test_only_evaluations_that_know_the_game_are_offered(person: Person) -> None:
    page = person.page
    person.open()
    page.locator('input[value="xrudder"]').check(force=True)
    page.get_by_text("Other engines and time").click()
    page.locator('select[name="kind-0"]').select_option("search")
    page.locator('select[name="evaluation-0"]').select_option("xrudder_reserves")
    page.locator('input[value="ultimate"]').check(force=True)
    expect(page.locator('select[name="evaluation-0"]')).to_have_value("")
    offered = page.locator('select[name="evaluation-0"] option').evaluate_all("all => all.map(one => one.value)")
    assert "ultimate_boards" in offered
    assert "xrudder_reserves" not in offered
    page.locator('[data-action="play"]').click()
    page.wait_for_url(re.compile(r"#/game/\d+"), timeout=PATIENCE)


def test_only_players_of_the_size_are_offered_and_no_heading_stands_alone(person: Person) -> None:
    page = person.page
    person.open()
    page.locator('input[value="ROWSxCOLSxK"]').check(force=True)
    page.get_by_text("Other engines and time").click()
    page.locator('select[name="kind-0"]').select_option("player")
    expect(page.get_by_text("How well it plays")).to_have_count(0)
    offered = page.locator('select[name="player-0"] option')
    expect(offered).to_have_count(1)
    for word, value in (("ROWS", 4), ("COLS", 5), ("K", 4)):
        page.locator(f'input[type="range"][name="{word}"]').fill(str(value))
    assert offered.evaluate_all("all => all.map(one => one.value)") == ["report000", "report004"]
    page.locator('select[name="player-0"]').select_option("report004")
    page.locator('input[type="range"][name="COLS"]').fill("6")
    expect(page.locator('select[name="player-0"]')).to_have_value("report000")
    page.locator('[data-action="play"]').click()
    page.wait_for_url(re.compile(r"#/game/\d+"), timeout=PATIENCE)


@pytest.mark.parametrize(
    ("game", "player", "name", "value", "text"),
    [
        ("4x5x4", "report004", "level", "easy", "report004, easy"),
        ("xrudder", "report003", "clock", "true", "report003, clock=true"),
    ],
)
def test_a_player_s_own_options_are_offered(
    person: Person, game: str, player: str, name: str, value: str, text: str
) -> None:
    page = person.page
    person.open()
    sizes = dict(zip(("ROWS", "COLS", "K"), game.split("x"), strict=False)) if game != "xrudder" else {}
    page.locator(f'input[value="{"ROWSxCOLSxK" if sizes else game}"]').check(force=True)
    for word, size in sizes.items():
        page.locator(f'input[type="range"][name="{word}"]').fill(size)
    page.get_by_text("Other engines and time").click()
    page.locator('select[name="kind-0"]').select_option("player")
    page.locator('select[name="player-0"]').select_option(player)
    page.locator(f'select[name="{name}-of-engine-0"]').select_option(value)
    page.reload()
    expect(page.locator(f'select[name="{name}-of-engine-0"]')).to_have_value(value)
    page.locator('[data-action="play"]').click()
    page.wait_for_url(re.compile(r"#/game/\d+"), timeout=PATIENCE)
    expect(page.locator("game-players")).to_contain_text(text)


def test_a_search_s_options_are_offered(person: Person) -> None:
    page = person.page
    person.open()
    page.locator('input[value="tictactoe"]').check(force=True)
    page.get_by_text("Other engines and time").click()
    page.locator('select[name="kind-0"]').select_option("search")
    page.locator('select[name="search-0"]').select_option("alphabeta")
    page.get_by_text("Options of the search").click()
    page.locator('select[name="nearest-of-engine-0"]').select_option("true")
    page.locator('input[name="win-of-engine-0"]').fill("1.5")
    page.locator('[data-action="play"]').click()
    page.wait_for_url(re.compile(r"#/game/\d+"), timeout=PATIENCE)
    expect(page.locator("game-players")).to_contain_text("alphabeta, nearest=true, win=1.5")


def test_the_editor_with_the_keyboard_alone(person: Person) -> None:
    page = person.page
    person.open()
    page.locator('input[value="ROWSxCOLSxK"]').check(force=True)
    page.locator('[data-action="edit"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator(".editor [data-cell]").first).to_be_attached()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    cell = page.evaluate("document.activeElement.dataset.cell")
    expect(page.locator(f'[data-cell="{cell}"]')).to_have_attribute("aria-label", re.compile("obstacle"))
    page.locator('[data-action="done"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-action="edit"]')).to_be_focused()


def test_a_set_up_survives_a_change_of_k_and_is_seen_in_the_preview(person: Person) -> None:
    page = person.page
    person.open()
    page.locator('input[value="ROWSxCOLSxK"]').check(force=True)
    page.locator('[data-action="edit"]').click()
    cell = page.locator('[data-cell="b2"]').bounding_box()
    assert cell is not None
    assert cell["width"] > 40, "as large as on a board that is played on"
    person.click_cell("b2")
    page.locator('[data-action="done"]').click()
    expect(page.locator(".preview .obstacle")).to_have_count(1)
    page.locator('input[type="range"][name="K"]').fill("3")
    expect(page.locator(".preview .obstacle")).to_have_count(1)
    page.locator('input[type="range"][name="ROWS"]').fill("6")
    expect(page.locator(".preview .obstacle")).to_have_count(0)
    expect(page.get_by_text("what was set up is gone")).to_be_visible()


def test_a_time_in_force_is_always_seen(person: Person) -> None:
    page = person.page
    person.open()
    page.get_by_text("Other engines and time").click()
    page.locator('input[name="time-0"]').fill("2")
    page.locator('input[name="time-0"]').blur()
    page.get_by_text("Other engines and time").click()
    expect(page.locator('input[name="time-0"]')).to_be_hidden()
    expect(page.get_by_text("Other engines and time")).to_contain_text("2 s a move")
    page.reload()
    expect(page.locator('input[name="time-0"]')).to_be_visible()
    expect(page.locator(".begin")).to_contain_text("of your strength, 2 s a move")


@pytest.mark.parametrize("game", ["ultimate", "ROWSxCOLSxK"])
def test_play_is_above_the_fold(browser: Browser, page_server: Server, game: str) -> None:
    with Person(browser, page_server, viewport={"width": 1280, "height": 720}) as person:
        person.open()
        person.page.locator(f'input[value="{game}"]').check(force=True)
        box = person.page.locator('[data-action="play"]').bounding_box()
        assert box is not None
        assert box["y"] + box["height"] < 720
