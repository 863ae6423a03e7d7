"""The page, in a real browser: whole games by clicking, and everything around them."""

import random
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import noughts
from browser import PATIENCE, Person, status, unannounced_modules
from web_server import Server, serving

RANDOM = {"kind": "search", "search": "random"}
EASY = {"kind": "level", "level": "easy"}


HUMAN = {"kind": "human"}
GAMES = ["tictactoe", "misere-4x4x3", "exact-6x6x4", "nineboard", "ultimate", "ultimate-playon", "xtreme", "xrudder"]
EXAMPLES = ["connect-four", "hex", "breakthrough", "othello"]


@pytest.mark.parametrize("name", GAMES + EXAMPLES)
def test_a_whole_game_by_clicking(person: Person, name: str) -> None:
    number = person.begin(name, second=RANDOM)
    game = person.play_to_the_end(number, random.Random(name))
    assert game["result"] in ("1-0", "0-1", "1/2-1/2")
    ending = {"1-0": "You won", "0-1": "You lost", "1/2-1/2": "Draw"}[game["result"]]
    status(person.page).to_contain_text(f"{ending}: {game['reason']}")
    expect(person.page).to_have_title(re.compile(f"^{ending} · "))
    expect(person.page.locator(".status-line.defeat")).to_have_count(int(ending == "You lost"))
    expect(person.page.locator(".cell.winning")).to_have_count(len(game["view"]["winning"]))


def test_a_move_that_comes_to_lie_elsewhere_is_clicked_there(person: Person) -> None:
    """In connect four a column's cell is another after each stone in it."""
    number = person.begin("connect-four", second=HUMAN)
    for cell in ("d1", "d2", "d3"):
        person.click_cell(cell)
        expect(person.page.locator(f'[data-cell="{cell}"].taken')).to_be_visible()
    expect(person.page.locator('[data-cell="d3"].legal')).to_have_count(0)
    expect(person.page.locator('[data-cell="d4"].legal')).to_be_visible()
    assert [move["text"] for move in person.state(number)["moves"]] == ["d", "d", "d"]


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


@pytest.mark.parametrize(
    ("place", "until"), [("#/", '[data-action="play"]'), ("#/at/3x3x3?moves=b2", "[data-cell]"), ("#/rules", "main h1")]
)
def test_the_document_names_all_modules_of_its_page(person: Person, place: str, until: str) -> None:
    assert unannounced_modules(person.page, f"{person.url}/", place, until) == set()


def test_the_tab_says_whose_turn_it_is(person: Person) -> None:
    person.begin("tictactoe", second=EASY)
    expect(person.page).to_have_title("Your turn · Tic-tac-toe · Noughts")
    person.begin("tictactoe", second=HUMAN)
    expect(person.page).to_have_title("X to move · Tic-tac-toe · Noughts")
    person.open("#/games")
    expect(person.page).to_have_title("Games · Noughts")


def test_xtreme_announces_the_bonus_move(person: Person) -> None:
    person.begin("xtreme", second=HUMAN, position="XX......./" + "9/" * 16 + "9 X 1 -")
    person.click_cell("1.1.3")
    status(person.page).to_contain_text("Bonus move!")
    status(person.page).to_contain_text("X to move on board 3 of either big board")


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
    hinted = page.locator(".cell.hinted").last.get_attribute("data-cell")
    status(page).to_contain_text(f"Hint: {hinted}.")  # which a screen reader says
    page.locator('[data-action="resign"]').click()
    page.locator('[data-action="confirm"]').click()
    status(page).to_contain_text("You lost: you resigned")
    assert person.state(number)["result"] == "0-1"


def test_who_loses_a_misere_game_is_told_why(person: Person) -> None:
    person.begin("misere-3x3x3", second=EASY, moves=["a1", "a2", "b1", "b3"])
    person.click_cell("c1")
    status(person.page).to_contain_text("You lost: 3 in a row lose in misère")
    expect(person.page.locator(".status-line.defeat")).to_be_visible()
    expect(person.page).to_have_title(re.compile("Misère tic-tac-toe"))


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
    forget = "({ followed }) => { for (const seat of followed.game.seats) seat.choice = null; followed.redraw(); }"
    page.locator("play-page").evaluate(forget)
    page.locator('[data-action="play"]').click()
    expect(page.get_by_role("alert")).to_contain_text("oughts, easy cannot be asked for here")
    assert page.url.endswith(f"#/game/{number}")


def test_a_reload_in_mid_game_goes_on(person: Person) -> None:
    page = person.page
    person.begin("4x4x3", second=EASY)
    person.click_cell("b2")
    expect(page.locator(".cell.taken")).to_have_count(2, timeout=PATIENCE)
    page.reload()
    expect(page.locator(".cell.taken")).to_have_count(2, timeout=PATIENCE)
    page.locator(".board.active .cell.legal").first.click()
    expect(page.locator(".cell.taken")).to_have_count(4, timeout=PATIENCE)


def test_two_visitors_at_once(browser: Browser, page_server: Server) -> None:
    with Person(browser, page_server) as one, Person(browser, page_server) as other:
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


def test_a_page_that_was_opened_while_there_was_no_server(browser: Browser, tmp_path: Path) -> None:
    """Its code could not be fetched, or its games not be asked for; it must not stay empty."""
    with serving(tmp_path) as server, Person(browser, server) as person:
        page, port = person.page, server.port
        person.begin("15x15x5", second=HUMAN)
        person.click_cell("h8")
        expect(page.locator(".cell.taken")).to_have_count(1)
        server.stop()
        for _ in range(2):  # the second time its code is there
            page.locator('nav a[href="#/games"]').click()
            expect(page.locator(".notice.error").first).to_be_visible()
            with serving(tmp_path, "--port", str(port)):
                expect(page.locator(".game-row")).to_contain_text("Gomoku", timeout=PATIENCE)
                page.locator('nav a[href="#/"]').click()
        person.errors.clear()  # the browser tells of requests that got no answer


def test_a_page_that_is_older_than_its_server_loads_itself_anew(browser: Browser, tmp_path: Path) -> None:
    sources = tmp_path / "renewed"
    shutil.copytree(Path(noughts.__file__).parent, sources / "noughts", ignore=shutil.ignore_patterns("__pycache__"))
    with (sources / "noughts/web/static/frame/styles.css").open("a") as styles:
        styles.write(":root { --of-the-renewed-server: 1 }\n")
    with serving(tmp_path) as server, Person(browser, server) as person:
        page, port = person.page, server.port
        person.begin("4x4x3", second=HUMAN)
        person.click_cell("b2")
        expect(page.locator(".cell.taken")).to_have_count(1)
        page.evaluate("window.isOld = true")
        server.stop()
        expect(page.locator('html[data-connection="lost"]')).to_be_attached()
        with serving(tmp_path, "--port", str(port)):
            expect(page.locator('html[data-connection="open"]')).to_be_attached()
            page.wait_for_timeout(1500)
            assert page.evaluate("window.isOld"), "the same server again is no reason"
        expect(page.locator('html[data-connection="lost"]')).to_be_attached()
        with serving(tmp_path, "--port", str(port), PYTHONPATH=str(sources)):
            page.wait_for_function(
                "name => getComputedStyle(document.documentElement).getPropertyValue(name)",
                arg="--of-the-renewed-server",
            )
            assert not page.evaluate("window.isOld")
            expect(page.locator(".cell.taken")).to_have_count(1)
            page.locator(".board.active .cell.legal").first.click()
            expect(page.locator(".cell.taken")).to_have_count(2)


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


def test_a_move_without_a_cell_is_a_button_with_its_words(person: Person) -> None:
    number = person.begin("othello", second=HUMAN, position="XO6/8/8/8/8/8/8/7X O")
    status(person.page).to_have_text("O to move and has to pass")
    person.page.get_by_role("button", name="Pass", exact=True).click()
    status(person.page).to_have_text("X to move")
    assert [move["text"] for move in person.state(number)["moves"]] == ["pass"]
    expect(person.page.get_by_role("button", name="Pass", exact=True)).to_have_count(0)


def test_what_an_opponent_thinks_is_not_shown_and_an_analysis_is_charted(person: Person) -> None:
    number = person.begin("4x5x4", second={"kind": "level", "level": "easy"})
    page = person.page
    for cell in ("b2", "d3"):
        plies = len(person.state(number)["moves"])
        page.locator(".board.active .cell.legal").first.wait_for()
        legal = person.state(number)["view"]["clicks"]
        person.click_cell(cell if cell in legal else next(iter(legal)))
        page.wait_for_function(
            "plies => document.querySelector('play-page').followed.game.moves.length >= plies", arg=plies + 2
        )
    assert any(move["value"] is not None for move in person.state(number)["moves"]), "the level had values"
    expect(page.locator("figure.chart")).to_have_count(0)
    page.locator('[data-action="analyse"]').click()
    expect(page.locator(".score-line")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator("figure.chart")).to_be_visible(timeout=PATIENCE)


def test_rules_in_words_lead_to_a_first_game_that_is_played_by_clicking(person: Person) -> None:
    page = person.page
    person.open("#/rules/tictactoe")
    expect(page.locator(".rules-text p").first).to_have_text("Be the first to get three of your marks in a row.")
    expect(page.locator(".diagrams figure")).to_have_count(3)
    expect(page.get_by_role("heading", name="How it is written")).to_be_visible()
    page.get_by_role("link", name="A first game, step by step").click()
    words = page.locator("#status")
    expect(words).to_contain_text("You are X and begin.")
    page.locator(".board.active .ring.hinted").wait_for()
    person.click_cell("a1")
    expect(page.locator(".lesson-note")).to_have_text(
        "That may be played as well. In this first game, play the ringed cell."
    )
    expect(page.locator(".cell.taken")).to_have_count(0)
    for cell, marks in (("b2", 2), ("a3", 4), ("a1", 6), ("c3", 7)):
        person.click_cell(cell)
        expect(page.locator(".cell.taken")).to_have_count(marks)
    expect(words).to_contain_text("Three in a row: you have won.")
    page.locator('[data-action="play"]').click()
    expect(page.locator("new-game")).to_be_visible()


def test_arrow_keys_walk_over_hexagons_and_come_back(person: Person) -> None:
    person.begin("hex", second=HUMAN)
    focused = "document.activeElement.dataset.cell"
    person.page.locator('[data-cell="d4"]').focus()
    for key, cell in (
        ("ArrowDown", "d3"),
        ("ArrowUp", "d4"),
        ("ArrowUp", "d5"),
        ("ArrowRight", "e5"),
        ("ArrowDown", "e4"),
    ):
        person.page.keyboard.press(key)
        person.page.wait_for_function(f"cell => {focused} === cell", arg=cell)
