"""How the page fits its window and its readers, in a real browser."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from browser import PATIENCE, Person, violations
from web_server import Server

RANDOM = {"kind": "search", "search": "random"}
HUMAN = {"kind": "human"}


def game(person: Person) -> None:
    person.begin("ultimate", second=RANDOM)
    person.click_cell("5.5")
    expect(person.page.locator(".cell.taken")).to_have_count(2, timeout=PATIENCE)


def finished_game(person: Person) -> None:
    """With the analysis of an earlier position, and a review that has marked mistakes."""
    person.begin("tictactoe", second=HUMAN, moves=["a1", "a2", "b1", "b2", "c3"])
    person.click_cell("c2")
    person.page.locator('[data-action="review"]').click()
    person.page.locator('[data-action="next-mistake"]').click()
    person.page.locator('[data-action="analyse"]').click()
    expect(person.page.locator(".pv-line").first).to_be_visible(timeout=PATIENCE)


def editor(person: Person) -> None:
    person.open()
    person.page.locator('input[value="ROWSxCOLSxK"]').check(force=True)
    person.page.locator('[data-action="edit"]').click()
    expect(person.page.locator(".editor [data-cell]").first).to_be_visible()


def keys(person: Person) -> None:
    person.open()
    person.page.get_by_role("button", name="Keys").click()


def question(person: Person) -> None:
    person.begin("tictactoe", second=HUMAN)
    person.page.locator('[data-action="resign"]').click()


def play_on(person: Person) -> None:
    person.begin("tictactoe", second=HUMAN)
    person.page.locator('[data-action="play-on"]').click()
    expect(person.page.locator("dialog[open]")).to_be_visible()


def complaint(person: Person) -> None:
    person.begin("tictactoe", second=HUMAN)
    person.page.locator("play-page").evaluate("page => page.followed.send({ do: 'move', move: 'z9' })")
    expect(person.page.locator(".notice")).to_be_visible()


PLACES = [
    "#/",
    "#/games",
    "#/statistics",
    "#/settings",
    "#/rules",
    "#/learn/hex",
    "#/at/ultimate?moves=5.5,5.3",
    "#/game/abc",
]


@pytest.mark.parametrize("place", [*PLACES, game, finished_game, editor, keys, question, play_on, complaint])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_finding_of_the_accessibility_check(
    browser: Browser, page_server: Server, place: str | Callable[[Person], None], theme: Any
) -> None:
    with Person(browser, page_server, bypass_csp=True, color_scheme=theme) as person:
        if isinstance(place, str):
            person.open(place)
            expect(person.page.locator("h1").first).to_be_attached(timeout=PATIENCE)
            person.page.wait_for_load_state("networkidle")
        else:
            place(person)
        assert not violations(person.page)


@pytest.mark.parametrize("name", ["ultimate", "xtreme", "xrudder", "32x32x5"])
def test_on_a_phone_the_page_does_not_scroll_sideways(browser: Browser, page_server: Server, name: str) -> None:
    phone = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    with Person(browser, page_server, **phone) as person:
        person.begin(name, second=HUMAN)
        width = person.page.evaluate("document.documentElement.scrollWidth")
        assert width <= 360
        if name == "32x32x5":  # a board that does not fit is shown from its middle
            frame = "document.querySelector('.board-frame.zoomed')"
            person.page.wait_for_function(f"{frame} && Math.min({frame}.scrollLeft, {frame}.scrollTop) > 50")
        cell = person.page.locator(".board.active .cell.legal").first
        cell.tap()
        if name in ("xrudder", "32x32x5"):  # cells smaller than a finger: the first touch only marks one
            expect(person.page.locator(".ring.touched")).to_be_visible()
            cell.tap()
        expect(person.page.locator(".cell.taken")).to_have_count(1, timeout=PATIENCE)
        person.open("#/")
        expect(person.page.locator(".picker")).to_be_visible()
        assert person.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_first_load_is_small_and_nothing_comes_from_elsewhere(browser: Browser, page_server: Server) -> None:
    with Person(browser, page_server) as person:
        sizes: dict[str, int] = {}
        elsewhere: list[str] = []

        def note(response: Any) -> None:
            if response.url.startswith(page_server.url):
                sizes[response.url] = response.request.sizes()["responseBodySize"]
            else:
                elsewhere.append(response.url)

        person.page.on("response", note)
        person.open()
        expect(person.page.locator(".picker")).to_be_visible(timeout=PATIENCE)
        person.page.wait_for_load_state("networkidle")
        assert not elsewhere
        assert sum(sizes.values()) < 150_000, sizes


WINDOWS = [(390, 844), (844, 390), (1280, 720), (1400, 900), (1920, 1080)]


@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_a_board_is_whole_in_every_window_and_fills_it(
    browser: Browser, page_server: Server, width: int, height: int
) -> None:
    with Person(browser, page_server, viewport={"width": width, "height": height}) as person:
        for game in ("tictactoe", "ultimate", "xtreme"):
            person.begin(game, second=HUMAN)
            box = person.page.locator("svg.board").bounding_box()
            assert box is not None
            is_stacked = game == "xtreme" and width < 600  # two boards, the second of which is scrolled to
            assert box["y"] + box["height"] <= height or is_stacked, game
            assert max(box["width"] / width, box["height"] / height) > 0.75, game
            assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_on_a_phone_the_board_stays_in_sight_while_one_reads_the_moves(browser: Browser, page_server: Server) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    with Person(browser, page_server, **phone) as person:
        person.begin("ultimate", second=HUMAN, moves=["5.5", "5.3", "3.5", "5.1"])
        person.page.locator("game-players").scroll_into_view_if_needed()
        person.page.mouse.wheel(0, 2000)
        box = person.page.locator("svg.board").bounding_box()
        assert box is not None
        assert box["y"] >= 0


def test_the_last_move_stays_in_sight_when_the_analysis_takes_its_room(browser: Browser, page_server: Server) -> None:
    with Person(browser, page_server, viewport={"width": 1280, "height": 720}) as person:
        cells = [f"{column}{row}" for row in (1, 3, 5, 7) for column in "abcdefghijkl"]
        person.begin("15x15x8", second=HUMAN, moves=cells)
        last = person.page.locator('.move[aria-current="true"]')
        expect(last).to_be_in_viewport()
        person.page.locator('[data-action="analyse"]').click()
        expect(person.page.locator(".analysis-part")).to_be_visible()
        expect(last).to_be_in_viewport(ratio=0.9)


def test_all_lines_of_an_analysis_are_seen_in_a_low_window(browser: Browser, page_server: Server) -> None:
    with Person(browser, page_server, viewport={"width": 1280, "height": 720}) as person:
        person.begin("ultimate", second=HUMAN, moves=["5.5", "5.1", "1.5", "5.9"])
        person.page.locator('[data-action="analyse"]').click()
        lines = person.page.locator(".pv-line")
        expect(lines).to_have_count(5, timeout=PATIENCE)
        for index in range(5):
            expect(lines.nth(index)).to_be_in_viewport(ratio=0.95)


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1400, 900)])
@pytest.mark.parametrize("is_resigned", [False, True])
def test_a_review_beside_an_analysis_makes_the_page_no_higher(
    browser: Browser, page_server: Server, width: int, height: int, is_resigned: bool
) -> None:
    with Person(browser, page_server, viewport={"width": width, "height": height}) as person:
        if is_resigned:
            person.begin("15x15x5", second=HUMAN, moves=["h8", "h9", "g8", "i8", "f8", "e8", "g9", "g10", "f7"])
        else:
            person.begin("tictactoe", second=HUMAN, moves=["a1", "b1", "a2", "b2"])
        person.page.locator('[data-action="analyse"]').click()
        if is_resigned:  # what the engine said of the position stays
            expect(person.page.locator(".pv-line")).to_have_count(5)
            person.page.locator('[data-action="resign"]').click()
            person.page.locator('[data-action="confirm"]').click()
        else:
            person.click_cell("a3")
        person.page.locator('[data-action="review"]').click()
        expect(person.page.locator("review-summary table")).to_be_visible(timeout=PATIENCE)
        assert person.page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0
        person.page.keyboard.press("ArrowLeft")
        expect(person.page.locator(".pv-line").first).to_be_visible()
        assert person.page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0
        person.page.locator("review-summary table").scroll_into_view_if_needed()
        expect(person.page.locator("review-summary table")).to_be_in_viewport()


def test_on_a_phone_a_touch_of_a_small_cell_asks_first(browser: Browser, page_server: Server) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    with Person(browser, page_server, **phone) as person:
        page = person.page
        number = person.begin("15x15x5", second=HUMAN)
        page.locator('[data-cell="h8"]').tap()
        expect(page.get_by_role("button", name="Play h8")).to_be_visible()
        page.locator('[data-cell="h9"]').tap()  # which was meant
        page.locator('[data-cell="h9"]').tap()
        expect(page.locator('[data-cell="h9"].taken')).to_be_visible()
        page.locator('[data-cell="i9"]').tap()
        page.get_by_role("button", name="Play i9").tap()
        expect(page.locator('[data-cell="i9"].taken')).to_be_visible()
        assert [move["text"] for move in person.state(number)["moves"]] == ["h9", "i9"]
        person.begin("tictactoe", second=HUMAN)
        page.locator('[data-cell="b2"]').tap()  # nobody misses it
        expect(page.locator('[data-cell="b2"].taken')).to_be_visible()


XTREME_MOVES = ["1.5.5", "2.5.1", "1.1.5", "2.5.9"]


@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_a_finished_game_on_two_big_boards_is_seen_whole_beside_its_moves(
    browser: Browser, page_server: Server, width: int, height: int
) -> None:
    with Person(browser, page_server, viewport={"width": width, "height": height}) as person:
        page = person.page
        person.begin("xtreme", second=HUMAN, moves=XTREME_MOVES)
        page.locator('[data-action="resign"]').click()
        page.locator('[data-action="confirm"]').click()
        expect(page.locator('.game[data-over="true"]')).to_be_visible()
        # As if a review had found a blunder in each move: the longest texts that the list can have.
        page.locator("play-page").evaluate(
            """({ followed }) => {
                const blunder = { mark: "??", value: 0, before_value: 100, line: [], accuracy: 50 };
                const verdicts = followed.game.moves.map(({ text, mover }) => ({ ...blunder, move: text, mover }));
                followed.verdicts = new Map(verdicts.map((verdict, at) => [at + 1, verdict]));
                followed.redraw();
            }"""
        )
        expect(page.locator(".move.blunder")).to_have_count(len(XTREME_MOVES))
        page.locator('[data-action="next-mistake"]').scroll_into_view_if_needed()
        for part in ("svg.board", '[data-action="next-mistake"]'):
            box = page.locator(part).bounding_box()
            assert box is not None
            # What is cut off is at most a label: at 1280 x 720 the page scrolls a little.
            seen = min(box["y"] + box["height"], height) - max(box["y"], 0)
            assert seen >= 0.85 * box["height"], part
        cut = page.locator(".move").evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth).length")
        assert cut == 0
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1400, 900)])
def test_what_can_be_done_about_a_mistake_is_in_sight_beside_the_board(
    browser: Browser, page_server: Server, width: int, height: int
) -> None:
    with Person(browser, page_server, viewport={"width": width, "height": height}) as person:
        page = person.page
        person.begin("ultimate", second=HUMAN, moves=["5.5", "5.1", "1.5", "5.9"])
        page.locator('[data-action="resign"]').click()
        page.locator('[data-action="confirm"]').click()
        expect(page.locator('.game[data-over="true"]')).to_be_visible()
        page.locator("play-page").evaluate(
            """({ followed }) => {
                const line = ["9.1", "1.2", "2.3", "3.4", "4.6", "6.7", "7.8", "8.9"];
                const facts = [{ kind: "gives", board: "board 4" }, { kind: "misses", board: "board 5" }];
                const seen = { before_value: 100, value: 0, lost: 0.5, scale: 100, line, reply: ["9.9"], facts };
                const blunder = { ...seen, mark: "??", accuracy: 50 };
                const judged = followed.game.moves.map(({ text, mover }) => ({ ...blunder, move: text, mover }));
                followed.verdicts = new Map(judged.map((verdict, at) => [at + 1, verdict]));
                followed.redraw();
            }"""
        )
        page.keyboard.press("m")
        for action in ("try-again", "better", "next-mistake"):
            expect(page.locator(f'[data-action="{action}"]')).to_be_in_viewport(ratio=0.95)
        words = page.locator(".said .verdict")
        expect(words).to_contain_text("gives up board 4 and misses board 5")
        expect(words).to_be_in_viewport(ratio=0.95)
        page.locator('[data-action="better"]').click()
        expect(words).to_contain_text("Better: 9.1")
        expect(words).to_be_in_viewport(ratio=0.95)


WORDS = ["Play", "Puzzles", "Games", "Stats", "Rules", "Settings"]


def test_on_a_phone_the_choices_are_one_tap_away(browser: Browser, page_server: Server) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    with Person(browser, page_server, **phone) as person:
        page = person.page
        person.open()
        for width in (360, 390):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.locator("nav").evaluate("nav => nav.scrollWidth <= nav.clientWidth"), "all pages are in sight"
            expect(page.locator("nav").get_by_role("link")).to_have_text(WORDS, use_inner_text=True)
        top = page.locator("header.top").bounding_box()
        assert top is not None
        assert top["height"] < 56, "one line"
        chosen = page.locator(".card:has(:checked)").bounding_box()
        assert chosen is not None
        assert chosen["y"] + chosen["height"] < 844, "what is chosen at first is in sight"
        page.locator('[data-action="choices"]').tap()
        expect(page.locator('input[name="opponent"]').first).to_be_in_viewport()
        page.locator('label:has(input[name="opponent"][value="person"])').tap()
        page.locator('[data-action="play"]').tap()
        expect(page.locator(".board.active")).to_be_visible(timeout=PATIENCE)


def test_a_tap_leaves_no_hover_behind(browser: Browser, page_server: Server) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    with Person(browser, page_server, **phone) as person:
        person.begin("tictactoe", second=HUMAN)
        # One rule of :hover outside of (hover: hover) would be enough.
        loose = person.page.evaluate(
            """() => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
                .filter((rule) => rule.selectorText?.includes(":hover")).map((rule) => rule.selectorText)"""
        )
        assert loose == []
        assert not person.page.evaluate("matchMedia('(hover: hover)').matches")


def test_a_game_that_boards_have_won_has_a_line_through_them(person: Person) -> None:
    won, empty = "XX.......", "." * 9
    boards = [won.replace("XX.", "XXX"), empty, empty, won.replace("XX.", "XXX"), empty, "OO.......", won, empty, empty]
    person.begin("ultimate", second=HUMAN, position="/".join(boards) + " X 7")
    expect(person.page.locator(".winning-row")).to_have_count(0)
    person.click_cell("7.3")
    expect(person.page.locator(".winning-row")).to_have_count(1)
    expect(person.page.locator(".mark.owner.decisive")).to_have_count(3)
    names = person.page.locator(".label.name").all_text_contents()
    assert names == [str(board) for board in range(1, 10)]
