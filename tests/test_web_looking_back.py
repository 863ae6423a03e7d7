"""Analysis, reviews, stepping through moves and links, in a real browser."""

import re

import pytest
from playwright.sync_api import Browser, Route, expect

from browser import PATIENCE, Person, status
from web_server import Server

HUMAN = {"kind": "human"}


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


def test_stepping_back_through_the_moves(person: Person) -> None:
    page = person.page
    person.begin("tictactoe", second=HUMAN, moves=["b2", "a1", "b3"])
    expect(page.locator(".cell.taken")).to_have_count(3)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".cell.taken")).to_have_count(2)
    page.keyboard.press("ArrowLeft")
    status(page).to_contain_text("After move 1 of 3")
    expect(page.locator(".cell.taken")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".cell.taken")).to_have_count(3)
    status(page).to_contain_text("O to move")


def test_a_link_holds_the_game_and_opens_anywhere(browser: Browser, page_server: Server) -> None:
    permissions = ["clipboard-read", "clipboard-write"]
    with Person(browser, page_server, permissions=permissions) as one:
        one.begin("3x4x3", second=HUMAN, cells={"a1": "#"}, moves=["b2", "c2"], first_mark="O")
        one.page.locator('[data-action="copy-link"]').click()
        expect(one.page.get_by_text("Link copied: it opens this position on this machine")).to_be_visible()
        link = one.page.evaluate("navigator.clipboard.readText()")
    with Person(browser, page_server) as other:
        other.page.goto(link)
        expect(other.page.locator(".cell.taken")).to_have_count(2, timeout=PATIENCE)
        expect(other.page.locator('[data-cell="a1"].blocked')).to_be_visible()
        expect(other.page.locator('[data-cell="b2"]')).to_have_attribute("aria-label", re.compile("O"))
        status(other.page).to_contain_text("O to move")
        other.page.locator('[data-action="play-on"]').click()
        other.page.locator('[data-action="confirm"]').click()
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


def test_a_finished_game_is_gone_on_with_from_any_position(person: Person) -> None:
    page = person.page
    number = person.begin("tictactoe", second=HUMAN, moves=["a1", "a2", "b1", "b2"])
    person.click_cell("c1")
    status(page).to_contain_text("X wins: 3 in a row")
    play_on = page.locator('[data-action="play-on"]')
    expect(play_on).to_be_disabled()  # nothing can be played where the game has ended
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator(".cell.taken")).to_have_count(4)
    play_on.click()
    page.get_by_label("beginner").check(force=True)
    page.get_by_label("O", exact=True).check(force=True)
    page.locator('[data-action="confirm"]').click()
    page.wait_for_url(re.compile(rf"#/game/(?!{number}$)"), timeout=PATIENCE)
    another = person.state(int(page.url.rpartition("/")[2]))
    assert [move["text"] for move in another["moves"]][:4] == ["a1", "a2", "b1", "b2"]
    assert [seat["choice"] for seat in another["seats"]] == [{"kind": "level", "level": "beginner"}, HUMAN]
    kept = person.state(number)
    assert (kept["result"], len(kept["moves"])) == ("1-0", 5)


def test_a_game_that_was_resigned_goes_on_where_it_stood(person: Person) -> None:
    page = person.page
    number = person.begin("tictactoe", second=HUMAN, moves=["b2"])
    page.locator('[data-action="resign"]').click()
    page.locator('[data-action="confirm"]').click()
    status(page).to_contain_text("X wins: O resigned")
    page.locator('[data-action="play-on"]').click()
    page.get_by_label("a person here").check(force=True)
    page.locator('[data-action="confirm"]').click()
    page.wait_for_url(re.compile(rf"#/game/(?!{number}$)"), timeout=PATIENCE)
    status(page).to_contain_text("O to move")


def test_a_review_ends_with_a_summary_and_leads_to_the_mistakes(person: Person) -> None:
    page = person.page
    person.begin("tictactoe", second=HUMAN, moves=["a1", "a2", "b1", "b2", "c3"])  # X could have won by c1
    person.click_cell("c2")
    page.locator('[data-action="review"]').click()
    summary = page.locator(".summary")
    expect(summary).to_be_visible(timeout=PATIENCE)
    blunders = page.locator(".move.blunder").all_inner_texts()
    counted = [int(row.locator("td").last.inner_text()) for row in summary.locator("tbody tr").all()]
    assert sum(counted) == len(blunders) > 0
    marks = [text.split()[1] for text in blunders]
    assert counted == [marks.count("X"), marks.count("O")]
    expect(summary.locator("tbody tr").first).to_contain_text(re.compile(r"\d+ %"))
    page.locator('[data-action="next-mistake"]').click()
    expect(page.locator('.move[aria-current="true"]')).to_contain_text("?")
    page.locator(".move", has_text="c3").click()
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text("c3 ?? blunder: misses a win at once and lets O win at once by c2.")
    page.locator('[data-action="better"]').click()
    expect(verdict).to_contain_text("Better: c1 (X wins in 1 move)")
    expect(page.locator(".cell.taken")).to_have_count(4)  # the position before it
    expect(page.locator(".board .ghost")).to_have_count(1)
    page.locator('[data-action="back-to-mistake"]').click()
    expect(page.locator('.move[aria-current="true"]')).to_contain_text("c3")
    page.keyboard.press("Home")  # where no mistake is looked at
    page.locator('[data-action="turning-point"]').click()
    expect(page.locator('.move[aria-current="true"]')).to_contain_text("c3")


def test_a_mistake_is_tried_again_while_the_answer_stays_hidden(person: Person) -> None:
    page = person.page
    # O's side cell against the centre loses; at the end X has won.
    number = person.begin("tictactoe", second=HUMAN, moves=["b2", "b1", "a3", "c1", "a1", "a2"])
    person.click_cell("c3")
    page.locator('[data-action="review"]').click()
    expect(page.locator(".summary")).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("Home")
    page.keyboard.press("m")  # the next mistake
    expect(page.locator('.move[aria-current="true"]')).to_contain_text("b1")
    page.keyboard.press("t")
    verdict = page.locator(".verdict")
    expect(verdict).to_have_text("Find a better move for O than b1, on the board.")
    expect(page.locator(".board .ghost")).to_have_count(0)
    person.click_cell("b1")
    expect(verdict).to_contain_text("b1 is what was played")
    person.click_cell("b3")  # a side cell as well
    expect(verdict).to_contain_text("b3 is no better than b1. It loses in", timeout=PATIENCE)
    person.click_cell("c1")
    expect(verdict).to_contain_text(re.compile(r"c1 is (as good as )?the best move"), timeout=PATIENCE)
    assert len(person.state(number)["moves"]) == 7, "the game is as it was"


def test_a_review_tells_how_far_it_is_and_can_be_stopped(person: Person) -> None:
    page = person.page
    moves = ["1.5.5", "2.5.1", "1.1.5", "2.5.9", "1.9.5", "2.5.3", "1.3.5", "1.5.1", "1.1.1", "1.1.9"]
    person.begin("xtreme", second=HUMAN, moves=moves)
    page.locator('[data-action="resign"]').click()
    page.locator('[data-action="confirm"]').click()
    page.locator('[data-action="review"]').click()
    stop = page.locator('[data-action="end-review"]')
    expect(stop).to_contain_text(re.compile(r"Stop review \([1-9] of 10\)"), timeout=PATIENCE)
    assert stop.evaluate("button => button.scrollWidth <= button.clientWidth"), "its words are in it"
    stop.click()
    expect(page.locator('[data-action="review"]')).to_have_text("Review", timeout=PATIENCE)
    expect(page.locator(".summary")).to_have_count(0)


def test_only_the_best_few_moves_have_numbers(person: Person) -> None:
    page = person.page
    person.begin("5x5x4", second=HUMAN, moves=["c3", "a1"])
    page.locator('[data-action="analyse"]').click()
    expect(page.locator('.cell[class*="value-"]')).to_have_count(23, timeout=PATIENCE)
    assert 1 <= page.locator(".board text.value").count() <= 5
    labels = page.locator('.cell[class*="value-"]').evaluate_all("all => all.map(one => one.ariaLabel)")
    told = re.compile("worth|wins|loses")
    assert all(told.search(label) for label in labels), "whoever cannot see the tints is told"


def test_the_value_of_a_tokens_moves_leaves_the_token_in_sight(person: Person) -> None:
    page = person.page
    # X has two tokens and none in hand: all its moves begin with one of them.
    rows = ["12"] * 10
    rows[4], rows[8] = "3X3X4", "O9O1"
    person.begin("xrudder", second=HUMAN, position=f"{'/'.join(rows)} X 0 0 4")
    page.locator('[data-action="analyse"]').click()
    expect(page.locator("text.value")).to_have_count(2, timeout=PATIENCE)
    for cell in ("d6", "h6"):
        token = page.locator(f'[data-cell="{cell}"]').bounding_box()
        assert token is not None
        middle = token["y"] + token["height"] / 2
        values = [box for one in page.locator("text.value").all() if (box := one.bounding_box())]
        inside = [box for box in values if token["x"] <= box["x"] + box["width"] / 2 <= token["x"] + token["width"]]
        assert len(inside) == 1
        assert inside[0]["y"] > middle


def test_a_win_is_told_in_moves(person: Person) -> None:
    page = person.page
    person.begin("tictactoe", second=HUMAN, position="X../OX./..O X")
    page.locator('[data-action="analyse"]').click()
    # c3 threatens b3 and a1 at once: X wins with its second move, the third ply.
    expect(page.locator(".score")).to_have_text("X wins in 2 moves", timeout=PATIENCE)
    expect(page.locator('[data-cell="c3"]')).to_have_attribute("aria-label", re.compile("wins in 2 moves"))
    expect(page.locator(".pv-line").first).to_contain_text("W2")
    expect(page.locator(".gauge")).to_have_attribute("aria-label", "X is better")


def test_nothing_moves_while_one_steps_with_analysis_on(person: Person) -> None:
    page = person.page
    moves = ["5.5", "5.3", "3.5", "5.1", "1.5", "5.7", "7.5", "5.2", "2.5"]
    person.begin("ultimate", second=HUMAN, moves=moves)
    page.locator('[data-action="analyse"]').click()
    expect(page.locator(".pv-line").first).to_be_visible(timeout=PATIENCE)
    back = page.get_by_role("button", name="Back", exact=True).bounding_box()
    assert back is not None
    for ply in range(len(moves) - 1, -1, -1):
        page.mouse.click(back["x"] + back["width"] / 2, back["y"] + back["height"] / 2)
        expect(page.locator(".ply")).to_have_text(f"{ply} / {len(moves)}")


def test_stepping_through_a_link_with_analysis_on_complains_of_nothing(person: Person) -> None:
    page = person.page
    person.open("#/at/4x4x3?moves=b2,c3,a1,d4,b3,c2")
    page.locator('[data-action="analyse"]').click()
    expect(page.locator(".board.valued")).to_be_visible(timeout=PATIENCE)
    for ply in range(5, -1, -1):
        page.get_by_role("button", name="Back", exact=True).click()
        expect(page.locator(".cell.taken")).to_have_count(ply)
    expect(page.locator('.cell[class*="value-"]')).to_have_count(16, timeout=PATIENCE)
    expect(page.locator(".notice")).to_have_count(0)
    person.errors.clear()  # where the server was too busy, the browser tells so; the page asks again


def test_an_analysis_that_is_refused_as_too_much_is_asked_for_again(person: Person) -> None:
    page = person.page
    refused: list[str] = []

    def refuse_twice(route: Route) -> None:
        if len(refused) < 2:
            refused.append(route.request.url)
            route.fulfill(status=429, json={"error": "you have 3 engines thinking already"})
        else:
            route.continue_()

    page.route("**/api/analyse", refuse_twice)
    person.context.request.patch(f"{person.server.url}/api/settings", data={"server_thinks": True})
    person.open("#/at/tictactoe?moves=b2")
    page.locator('[data-action="analyse"]').click()
    expect(page.locator(".board.valued")).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".notice")).to_have_count(0)
    assert len(refused) == 2
    person.errors.clear()  # the 429 is told by the browser


def test_the_same_complaint_is_shown_once(person: Person) -> None:
    person.begin("tictactoe", second=HUMAN, moves=["b2"])
    for _ in range(3):
        person.page.locator("play-page").evaluate("page => page.followed.send({ do: 'move', move: 'b2' })")
    person.page.locator("play-page").evaluate("page => page.followed.send({ do: 'move', move: 'a1' })")
    status(person.page).to_contain_text("X to move")
    expect(person.page.get_by_role("alert").locator(".notice")).to_have_count(1)


def test_a_game_that_was_brought_in_is_nobodys_here(person: Person) -> None:
    record = '[Variant "ultimate"]\n[White "Ada"]\n[Black "human"]\n\n1. 5.5 5.1 0-1'
    answer = person.context.request.post(f"{person.server.url}/api/records", data=record)
    person.open(f"#/game/{answer.json()['games'][0]}")
    status(person.page).to_contain_text("O wins")
    assert person.page.locator("#status").inner_text().strip().endswith("O wins"), (
        "no reason is known, and none is told"
    )
    expect(person.page).to_have_title(re.compile("^O wins · "))
    expect(person.page.locator(".surface.playable")).to_have_count(0)
    person.page.get_by_role("button", name="Back", exact=True).click()
    expect(person.page.locator(".surface.playable")).to_have_count(1)


def test_a_line_that_loses_does_not_look_like_one_that_wins(person: Person) -> None:
    person.begin("misere-3x3x3", second=HUMAN, moves=["a1", "a2", "b1", "b2"])
    person.click_cell("c1")
    status(person.page).to_contain_text("O wins")
    expect(person.page.locator(".cell.winning.losing")).to_have_count(3)
    expect(person.page.locator('[data-cell="b1"]')).to_have_attribute("aria-label", re.compile("losing"))
    person.begin("tictactoe", second=HUMAN, moves=["a1", "a2", "b1", "b2"])
    person.click_cell("c1")
    expect(person.page.locator(".cell.winning")).to_have_count(3)
    expect(person.page.locator(".cell.losing")).to_have_count(0)
