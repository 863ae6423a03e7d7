"""The page, in a real browser: whole games by clicking, and everything around them."""

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, FilePayload, Page, Response, Route, expect

from browser import PATIENCE, Person, chromium
from commands import CONNECT_FOUR
from web_server import Server, serving

RANDOM = {"kind": "search", "search": "random"}
EASY = {"kind": "level", "level": "easy"}
HUMAN = {"kind": "human"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("web"), "--game", str(CONNECT_FOUR)) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture
def person(browser: Browser, server: Server) -> Iterator[Person]:
    with Person(browser, server) as found:
        yield found


def status(page: Page) -> Any:
    return expect(page.locator("#status"))


def test_from_the_first_page_to_a_game_in_one_click(person: Person) -> None:
    page = person.page
    person.open()
    page.locator('[data-action="play"]').click()
    page.wait_for_url(re.compile(r"#/game/\d+"), timeout=PATIENCE)
    status(page).to_contain_text("X to move", timeout=PATIENCE)
    legal = page.locator(".board.active .cell.legal")
    legal.first.click()
    expect(page.locator(".cell.taken")).to_have_count(2, timeout=PATIENCE)


GAMES = ["tictactoe", "misere-4x4x3", "nineboard", "ultimate", "xtreme", "xrudder", "connect-four"]


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_by_clicking(person: Person, name: str) -> None:
    number = person.begin(name, second=RANDOM)
    game = person.play_to_the_end(number, random.Random(name))
    assert game["result"] in ("1-0", "0-1", "1/2-1/2")
    status(person.page).to_contain_text(re.compile("wins|draw", re.IGNORECASE))
    expect(person.page.locator(".cell.winning")).to_have_count(len(game["view"]["winning"]))


def test_x_rudders_tokens_move_by_two_clicks_and_are_counted(person: Person) -> None:
    number = person.begin("xrudder", second=HUMAN)
    for cell in ("f6", "a1"):
        person.click_cell(cell)
        expect(person.page.locator(f'.board.active [data-cell="{cell}"].taken')).to_be_visible()
    for cell in ("f6", "g7"):
        person.click_cell(cell)
    expect(person.page.locator('[data-cell="g7"].taken')).to_be_visible()
    assert [move["text"] for move in person.state(number)["moves"]] == ["f6", "a1", "f6-g7"]
    expect(person.page.locator(".players")).to_contain_text("moves left 29")
    expect(person.page.locator(".players")).to_contain_text("tokens in hand 14")


def test_xtreme_announces_the_bonus_move(person: Person) -> None:
    person.begin("xtreme", second=HUMAN, position="XX......./" + "9/" * 16 + "9 X 1 -")
    person.click_cell("1.1.3")
    status(person.page).to_contain_text("Bonus move!")
    status(person.page).to_contain_text("X to move on board 3 of either big board")


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


def test_undo_redo_hint_and_resign(person: Person) -> None:
    page = person.page
    number = person.begin("4x4x3", second=EASY)
    person.click_cell("b2")
    expect(page.locator(".cell.taken")).to_have_count(2, timeout=PATIENCE)
    page.locator('[data-action="undo"]').click()
    expect(page.locator(".cell.taken")).to_have_count(0)
    page.locator('[data-action="redo"]').click()
    expect(page.locator(".cell.taken")).to_have_count(2)
    page.locator('[data-action="hint"]').click()
    expect(page.locator(".cell.hinted").first).to_be_visible(timeout=PATIENCE)
    page.locator('[data-action="resign"]').click()
    page.locator('[data-action="confirm"]').click()
    status(page).to_contain_text("X resigned")
    assert person.state(number)["result"] == "0-1"


def test_playing_again_has_the_same_seats(person: Person) -> None:
    page = person.page
    engine = {"kind": "level", "level": "easy", "time": 2.0}
    number = person.begin("tictactoe", first=engine, second=HUMAN, first_mark="O")
    page.locator('[data-action="resign"]').click()
    page.locator('[data-action="confirm"]').click()
    page.locator('[data-action="play"]').click()
    page.wait_for_url(re.compile(rf"#/game/(?!{number}$)"), timeout=PATIENCE)
    again = person.state(int(page.url.rpartition("/")[2]))
    assert [seat["choice"] for seat in again["seats"]] == [engine, HUMAN]
    assert again["marks"] == ["O", "X"]


def test_playing_again_replaces_no_engine_by_a_person(person: Person) -> None:
    page = person.page
    number = person.begin("tictactoe", first=EASY, second=HUMAN)
    page.locator('[data-action="resign"]').click()
    page.locator('[data-action="confirm"]').click()
    status(page).to_contain_text("resigned")
    # As of a game that was played with settings which a page cannot ask for.
    forget = (
        "page => { page.game = { ...page.game, seats: page.game.seats.map((one) => ({ ...one, choice: null })) }; }"
    )
    page.locator("play-page").evaluate(forget)
    page.locator('[data-action="play"]').click()
    expect(page.get_by_role("alert")).to_contain_text("oughts, easy cannot be asked for here")
    assert page.url.endswith(f"#/game/{number}")


def test_statistics_after_a_win_a_loss_and_a_draw(person: Person) -> None:
    page = person.page
    for position, cell in (("XX./OO./... X", "c3"), ("XOX/XOO/OX. X", "c1")):
        person.begin("tictactoe", second=RANDOM, position=position)
        person.click_cell(cell)
        expect(page.locator('.game[data-over="true"]')).to_be_visible()
    person.begin("tictactoe", second=RANDOM)
    page.locator('[data-action="resign"]').click()
    page.locator('[data-action="confirm"]').click()
    expect(page.locator('.game[data-over="true"]')).to_be_visible()
    person.open("#/statistics")
    row = page.get_by_role("row", name=re.compile("random"))
    expect(row).to_contain_text("33")
    assert re.findall(r"\b\d+\b", row.inner_text().replace("3x3x3", ""))[:3] == ["1", "1", "1"]
    page.locator('[data-action="reset"]').click()
    page.locator('[data-action="confirm"]').click()
    expect(page.get_by_role("row", name=re.compile("random"))).to_have_count(0)


def test_analysis_shows_depth_line_and_the_value_of_each_move(person: Person) -> None:
    page = person.page
    person.begin("4x4x3", second=HUMAN)
    page.locator('[data-action="analyse"]').click()
    expect(page.locator(".board.valued")).to_be_visible(timeout=PATIENCE)
    expect(page.locator('.cell[class*="value-"]')).to_have_count(16)
    expect(page.locator("body")).to_contain_text(re.compile("depth", re.IGNORECASE))
    person.click_cell("b2")
    expect(page.locator('.cell[class*="value-"]')).to_have_count(15, timeout=PATIENCE)


def test_an_analysis_that_was_asked_for_at_once_has_all_values_too(person: Person) -> None:
    page = person.page
    held: list[Route] = []  # what says how many lines there may be: it is late
    person.begin("4x4x3", second=HUMAN)
    page.route("**/api/catalogue", lambda route: held.append(route))
    page.reload()
    page.locator('[data-action="analyse"]').click()
    expect(page.locator('.cell[class*="value-"]')).to_have_count(1, timeout=PATIENCE)
    for route in held:
        route.continue_()
    expect(page.locator('.cell[class*="value-"]')).to_have_count(16, timeout=PATIENCE)


def test_a_review_marks_the_mistakes(person: Person) -> None:
    page = person.page
    person.begin("tictactoe", second=HUMAN)
    for cell in ("b2", "b1", "a3", "c1", "a1", "a2", "c3"):
        person.click_cell(cell)
        expect(page.locator(f'[data-cell="{cell}"].taken')).to_be_visible()
    page.locator('[data-action="review"]').click()
    expect(page.locator(".moves")).to_contain_text("??", timeout=PATIENCE)
    expect(page.locator('[data-action="review"]')).to_have_text("Review", timeout=PATIENCE)
    page.reload()
    expect(page.locator(".moves")).to_contain_text("??", timeout=PATIENCE)


def test_a_reload_in_mid_game_goes_on(person: Person) -> None:
    page = person.page
    person.begin("4x4x3", second=EASY)
    person.click_cell("b2")
    expect(page.locator(".cell.taken")).to_have_count(2, timeout=PATIENCE)
    page.reload()
    expect(page.locator(".cell.taken")).to_have_count(2, timeout=PATIENCE)
    page.locator(".board.active .cell.legal").first.click()
    expect(page.locator(".cell.taken")).to_have_count(4, timeout=PATIENCE)


def test_two_visitors_at_once(browser: Browser, server: Server) -> None:
    with Person(browser, server) as one, Person(browser, server) as other:
        first, second = one.begin("ultimate", second=EASY), other.begin("4x4x3", second=EASY)
        one.click_cell("5.5")
        other.click_cell("b2")
        for someone, number in ((one, first), (other, second)):
            expect(someone.page.locator(".cell.taken")).to_have_count(2, timeout=PATIENCE)
            assert len(someone.state(number)["moves"]) == 2
        other.open(f"#/game/{first}")
        expect(other.page.locator("body")).to_contain_text(f"there is no game {first}", ignore_case=True)
        other.errors.clear()  # the 404 is told by the browser


def test_a_server_that_is_restarted_in_mid_game(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        port = server.port
        with Person(browser, server) as person:
            page = person.page
            person.begin("4x4x3", second=EASY)
            person.click_cell("b2")
            expect(page.locator(".cell.taken")).to_have_count(2, timeout=PATIENCE)
            server.stop()
            expect(page.locator('html[data-connection="lost"]')).to_be_attached()
            status(page).to_contain_text("Connection lost")
            with serving(tmp_path, "--port", str(port)):
                expect(page.locator('html[data-connection="open"]')).to_be_attached(timeout=PATIENCE)
                expect(page.locator(".cell.taken")).to_have_count(2)
                page.locator(".board.active .cell.legal").first.click()
                expect(page.locator(".cell.taken")).to_have_count(4, timeout=PATIENCE)


def test_with_the_keyboard_alone(person: Person) -> None:
    page = person.page
    person.open()
    page.locator('[data-action="play"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"#/game/\d+"), timeout=PATIENCE)
    expect(page.locator(".board.active")).to_be_visible(timeout=PATIENCE)
    page.locator('[data-cell][tabindex="0"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    focused = page.evaluate("document.activeElement.dataset.cell")
    page.keyboard.press("Enter")
    expect(page.locator(f'[data-cell="{focused}"].taken')).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("Tab")
    expect(page.locator(".cell.taken")).to_have_count(2, timeout=PATIENCE)
    page.keyboard.press("u")
    expect(page.locator(".cell.taken")).to_have_count(0)
    page.keyboard.press("n")
    expect(page.locator(".picker")).to_be_visible()


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


def test_stepping_back_through_the_moves(person: Person) -> None:
    page = person.page
    person.begin("tictactoe", second=HUMAN, moves=["b2", "a1", "b3"])
    expect(page.locator(".cell.taken")).to_have_count(3)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".cell.taken")).to_have_count(2)
    page.keyboard.press("ArrowLeft")
    status(page).to_contain_text("Looking back: after move 1 of 3")
    expect(page.locator(".cell.taken")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".cell.taken")).to_have_count(3)
    status(page).to_contain_text("O to move")


def test_a_link_holds_the_game_and_opens_anywhere(browser: Browser, server: Server) -> None:
    permissions = ["clipboard-read", "clipboard-write"]
    with Person(browser, server, permissions=permissions) as one:
        one.begin("3x4x3", second=HUMAN, cells={"a1": "#"}, moves=["b2", "c2"], first_mark="O")
        one.page.locator('[data-action="copy-link"]').click()
        expect(one.page.get_by_text("Link copied")).to_be_visible()
        link = one.page.evaluate("navigator.clipboard.readText()")
    with Person(browser, server) as other:
        other.page.goto(link)
        expect(other.page.locator(".cell.taken")).to_have_count(2, timeout=PATIENCE)
        expect(other.page.locator('[data-cell="a1"].blocked')).to_be_visible()
        expect(other.page.locator('[data-cell="b2"]')).to_have_attribute("aria-label", re.compile("O"))
        status(other.page).to_contain_text("O to move")
        other.page.locator('[data-action="play"]').click()
        other.page.wait_for_url(re.compile(r"#/game/\d+"), timeout=PATIENCE)
        number = int(other.page.url.rpartition("/")[2])
        game = other.state(number)
        assert (game["position"], game["marks"]) == ("..../.XO./#... X", ["O", "X"])
        other.open("#/at/3x4x3?moves=b2,c2")
        expect(other.page.locator('[data-cell="b2"]')).to_have_attribute("aria-label", re.compile("X"))
        status(other.page).to_contain_text("X to move")


@pytest.mark.parametrize("link", ["game/", "game/0", "game/-1", "game/abc", "game/1/2", "game/999999999999"])
def test_a_link_to_no_game_says_so(person: Person, link: str) -> None:
    person.open(f"#/{link}")
    expect(person.page.locator("h1")).to_have_text("No such game")
    expect(person.page.locator("main")).to_contain_text("There is no game")


def test_engines_to_watch_pause_and_go_on(person: Person) -> None:
    page = person.page
    number = person.begin("ultimate", first=RANDOM, second=RANDOM)
    expect(page.locator(".cell.taken").nth(2)).to_be_visible(timeout=PATIENCE)
    page.locator('[data-action="pause"]').click()
    status(page).to_contain_text("paused")
    made, used = person.paused(number), page.locator(".time").all_inner_texts()
    page.wait_for_timeout(1500)
    assert page.locator(".cell.taken").count() == made
    assert page.locator(".time").all_inner_texts() == used, "a pause costs nobody time"
    page.locator('[data-action="pause"]').click()
    expect(page.locator(".cell.taken").nth(made)).to_be_visible(timeout=PATIENCE)


def test_a_paused_game_stays_paused_when_the_connection_comes_back(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as server, Person(browser, server) as person:
        page, port = person.page, server.port
        number = person.begin("ultimate", first=RANDOM, second=RANDOM)
        expect(page.locator(".cell.taken").nth(2)).to_be_visible(timeout=PATIENCE)
        page.locator('[data-action="pause"]').click()
        person.paused(number)
        server.stop()
        expect(page.locator('html[data-connection="lost"]')).to_be_attached()
        with serving(tmp_path, "--port", str(port)):
            expect(page.locator('html[data-connection="open"]')).to_be_attached(timeout=PATIENCE)
            made = person.paused(number)
            page.wait_for_timeout(1500)
            assert page.locator(".cell.taken").count() == made
            status(page).to_contain_text("paused")


def is_a_change(response: Response) -> bool:
    return response.request.method == "PATCH"


def test_settings_stay_and_the_theme_changes(person: Person) -> None:
    page = person.page
    person.open("#/settings")
    with page.expect_response(is_a_change):
        page.get_by_label("Dark").check(force=True)
    expect(page.locator('html[data-theme="dark"]')).to_be_attached()
    page.reload()
    expect(page.locator('html[data-theme="dark"]')).to_be_attached()
    found = person.context.request.get(f"{person.server.url}/api/settings").json()
    assert found["theme"] == "dark"


def test_a_setting_changed_just_before_the_page_is_left_is_kept(person: Person) -> None:
    page = person.page
    person.open("#/settings")
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if route.request.method == "PATCH" and not held:
            held.append(route)
        else:
            route.continue_()

    page.route("**/api/settings", hold_the_first)
    with page.expect_request("**/api/settings"):
        page.get_by_label("Dark").check(force=True)
    with page.expect_response(is_a_change):
        page.reload()
    expect(page.locator('html[data-theme="dark"]')).to_be_attached()
    found = person.context.request.get(f"{person.server.url}/api/settings").json()
    assert found["theme"] == "dark"


def test_marks_are_letters_or_squares(person: Person) -> None:
    page = person.page
    person.open("#/settings")
    page.get_by_label("■ and □").check(force=True)
    expect(page.get_by_label("□", exact=True)).to_be_attached()
    person.begin("tictactoe", second={"kind": "human"})
    status(page).to_have_text("■ to move")
    person.click_cell("b2")
    status(page).to_contain_text("□ to move")
    status(page).to_contain_text("■ played b2")
    page.locator("play-page").evaluate("page => page.send({ do: 'move', move: 'b2' })")
    expect(page.get_by_role("alert")).to_contain_text("is not legal here (□ to move)")
    expect(page.locator('[data-cell="b2"]')).to_have_attribute("aria-label", re.compile("■"))
    expect(page.locator(".board .mark.x rect")).to_have_count(1)
    expect(page.locator(".board .mark path")).to_have_count(0)
    assert page.locator(".badge").all_inner_texts() == ["■", "□"]
    page.locator('[data-action="resign"]').click()
    page.locator('[data-action="confirm"]').click()
    status(page).to_contain_text("■ wins: □ resigned")
    person.open("#/games")
    expect(page.locator(".game-row").first).to_contain_text("□ resigned")
    found = person.context.request.get(f"{person.server.url}/api/games").json()
    assert found[0]["reason"] == "O resigned", "what is kept has letters"


def test_a_name_of_any_length_stays_on_the_page(person: Person) -> None:
    record = f'[Variant "tictactoe"]\n[White "{"Ada" * 100}"]\n\n1. b2 *'
    assert person.context.request.post(f"{person.server.url}/api/records", data=record).status == 201
    person.open("#/games")
    expect(person.page.locator(".game-row")).to_contain_text("AdaAda")
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    person.page.get_by_text("Resume").click()
    expect(person.page.locator(".player").first).to_contain_text("AdaAda")
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_games_are_listed_and_exported(person: Person) -> None:
    page = person.page
    number = person.begin("15x15x5", second=HUMAN)
    person.click_cell("h8")
    expect(page.locator(".cell.taken")).to_have_count(1)
    person.open("#/games")
    expect(page.locator(f'a[href="#/game/{number}"]').first).to_be_visible()
    for kind in ("pgn", "sgf", "psq"):
        answer = person.context.request.get(f"{person.server.url}/api/games/{number}/record?format={kind}")
        assert answer.status == 200
    expect(page.locator(f'a[href*="/api/games/{number}/record"]')).to_have_count(3)
    expect(page.locator(".game-row")).to_contain_text("15×15, 5 in a row")
    person.begin("ultimate", second=HUMAN)
    person.click_cell("5.5")
    expect(page.locator(".cell.taken")).to_have_count(1)
    person.open("#/games")
    expect(page.locator(".game-row").first.locator('a[href*="/record"]')).to_have_text(["pgn"])


def test_files_are_brought_in_each_for_itself(person: Person) -> None:
    page = person.page
    person.open("#/games")
    sgf = "(;GM[4]SZ[15]CA[ISO-8859-1]DT[2019]PB[Team: José]PW[human];B[hh])".encode("latin-1")
    page.locator('input[type="file"]').set_input_files(
        [
            FilePayload(name="bad.pgn", mimeType="text/plain", buffer=b"Dear Ada,"),
            FilePayload(name="good.sgf", mimeType="text/plain", buffer=sgf),
        ]
    )
    row = page.locator(".game-row")
    expect(row).to_contain_text("X Team: José · O human · 1 move · 2019.??.??")
    expect(page.get_by_text("Bad.pgn: the text is no game record")).to_be_visible()
    expect(page.get_by_text("Brought in 1 file")).to_be_visible()
    person.errors.clear()  # the 400 is told by the browser


def test_long_lists_of_games_are_shown_page_by_page(person: Person) -> None:
    page = person.page
    games = '[Variant "tictactoe"]\n\n1. b2 0-1\n\n' * 70 + '[Variant "ultimate"]\n\n1. 5.5 0-1\n\n' * 3
    answer = person.context.request.post(f"{person.server.url}/api/records", data=games)
    assert answer.status == 201
    person.open("#/games")
    rows, more = page.locator(".game-row"), page.locator('[data-action="more"]')
    expect(rows).to_have_count(50, timeout=PATIENCE)
    more.click()
    expect(rows).to_have_count(73)
    expect(more).to_have_count(0)
    page.locator('select[name="game"]').select_option("ultimate")
    expect(rows).to_have_count(3)
    page.locator('select[name="game"]').select_option("tictactoe")
    expect(rows).to_have_count(50)
    page.get_by_label(re.compile("^Delete game")).first.click()
    page.locator('[data-action="confirm"]').click()
    expect(rows).to_have_count(49)
    more.click()
    expect(rows).to_have_count(69)


PLACES = ["#/", "#/games", "#/statistics", "#/settings", "#/rules", "#/at/ultimate?moves=5.5,5.3", "editor", "game"]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_serious_finding_of_the_accessibility_check(
    browser: Browser, server: Server, place: str, theme: Any
) -> None:
    with Person(browser, server, bypass_csp=True, color_scheme=theme) as person:
        if place == "game":
            person.begin("ultimate", second=RANDOM)
            person.click_cell("5.5")
            expect(person.page.locator(".cell.taken")).to_have_count(2, timeout=PATIENCE)
        elif place == "editor":
            person.open()
            person.page.locator('input[value="ROWSxCOLSxK"]').check(force=True)
            person.page.locator('[data-action="edit"]').click()
            expect(person.page.locator(".editor [data-cell]").first).to_be_visible()
        else:
            person.open(place)
            expect(person.page.locator("h1").first).to_be_attached(timeout=PATIENCE)
            person.page.wait_for_load_state("networkidle")
        found = Axe().run(person.page).response["violations"]
        serious = [one for one in found if one["impact"] in ("serious", "critical")]
        assert not serious, [(one["id"], [node["html"][:200] for node in one["nodes"][:3]]) for one in serious]


@pytest.mark.parametrize("name", ["ultimate", "xtreme", "xrudder", "32x32x5"])
def test_on_a_phone_the_page_does_not_scroll_sideways(browser: Browser, server: Server, name: str) -> None:
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    with Person(browser, server, **phone) as person:
        person.begin(name, second=HUMAN)
        width = person.page.evaluate("document.documentElement.scrollWidth")
        assert width <= 360
        if name == "32x32x5":  # a board that does not fit is shown from its middle
            frame = "document.querySelector('.board-frame.zoomed')"
            person.page.wait_for_function(f"{frame} && Math.min({frame}.scrollLeft, {frame}.scrollTop) > 50")
        person.page.locator(".board.active .cell.legal").first.tap()
        expect(person.page.locator(".cell.taken")).to_have_count(1, timeout=PATIENCE)
        person.open("#/")
        expect(person.page.locator(".picker")).to_be_visible()
        assert person.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_first_load_is_small_and_nothing_comes_from_elsewhere(browser: Browser, server: Server) -> None:
    with Person(browser, server) as person:
        sizes: dict[str, int] = {}
        elsewhere: list[str] = []

        def note(response: Any) -> None:
            if response.url.startswith(server.url):
                sizes[response.url] = response.request.sizes()["responseBodySize"]
            else:
                elsewhere.append(response.url)

        person.page.on("response", note)
        person.open()
        expect(person.page.locator(".picker")).to_be_visible(timeout=PATIENCE)
        person.page.wait_for_load_state("networkidle")
        assert not elsewhere
        assert sum(sizes.values()) < 150_000, sizes
