"""Lists of games, statistics and settings, in a real browser."""

import re

from playwright.sync_api import FilePayload, Response, Route, expect

from browser import PATIENCE, Person, status

RANDOM = {"kind": "search", "search": "random"}
HUMAN = {"kind": "human"}


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
    page.set_viewport_size({"width": 360, "height": 740})
    frame = "document.querySelector('.table-frame')"
    assert page.evaluate(f"{frame}.scrollWidth <= {frame}.clientWidth"), "on a phone it does not scroll sideways"
    page.locator('[data-action="reset"]').click()
    page.locator('[data-action="confirm"]').click()
    expect(page.get_by_role("row", name=re.compile("random"))).to_have_count(0)


def test_ones_own_rating_with_its_curve_fits_a_phone_too(person: Person) -> None:
    page = person.page
    for side in ("first", "second"):
        seats = {"first": HUMAN, "second": HUMAN, side: {"kind": "level", "level": "easy"}}
        number = person.begin("ultimate", **seats)
        person.context.request.post(f"{person.server.url}/api/games/{number}/resign")
    person.open("#/statistics")
    ratings = page.get_by_role("region", name="Your rating by game")
    for width, height in ((1280, 720), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        curve = ratings.get_by_role("row", name="Ultimate tic-tac-toe").get_by_role("img")
        curve.scroll_into_view_if_needed()
        expect(curve).to_be_in_viewport(ratio=1, timeout=10_000)
        assert ratings.evaluate("frame => frame.scrollWidth <= frame.clientWidth"), width
    figures = ratings.locator("tbody .figure").all_inner_texts()
    assert all(int(figure) < 1000 for figure in figures), "of all games, as first and as second"


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
    page.locator("play-page").evaluate("page => page.followed.send({ do: 'move', move: 'b2' })")
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


def test_edges_and_names_have_the_colours_of_stones(person: Person) -> None:
    """Whose the edges of hex are is told by their colour alone."""
    page = person.page
    person.open("#/settings")
    page.locator('[name="symbols"][value="stones"]').check(force=True)
    person.begin("hex", second={"kind": "human"})
    person.click_cell("d4")
    black, white = "rgb(29, 27, 25)", "rgb(251, 250, 246)"
    expect(page.locator(".board .mark.stone.x")).to_have_css("fill", black)
    expect(page.locator(".board .edge.x").first).to_have_css("stroke", black)
    expect(page.locator(".board .edge.o").first).to_have_css("stroke", white)
    ink = page.locator("#status").evaluate("status => getComputedStyle(status).color")
    expect(page.locator(".move .mark-name").first).to_have_css("color", ink)


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
    expect(page.locator(".game-row")).to_contain_text("Gomoku")
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
