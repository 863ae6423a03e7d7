"""The analysis board, in a real browser: variations, notes, drawings, lines of the engine, large trees."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from browser import Person, Someone, status, violations
from commands import noughts as command
from large_tree import large_tree
from static_host import hosted

HUMAN = {"kind": "human"}


def moves(page: Page) -> Locator:
    return page.locator(".tree-moves .move")


def texts(page: Page) -> list[str]:
    """The moves of the list, without their numbers."""
    return [re.sub(r"^\d+", "", text.strip()) for text in moves(page).all_text_contents()]


def kept(page: Page, state: str = "safe") -> None:
    """Wait until what was changed is kept."""
    expect(page.locator(f'[data-state="{state}"]')).to_have_count(1)


def test_another_move_at_a_point_is_a_variation_that_is_promoted_and_deleted(person: Person) -> None:
    page = person.page
    person.open("#/analysis/tictactoe?moves=b2,a1,c3")
    status(page).to_contain_text("3. c3: O to move")
    page.keyboard.press("ArrowLeft")
    status(page).to_contain_text("2. a1")
    person.click_cell("b1")
    status(page).to_contain_text("3. b1")
    person.click_cell("b3")
    assert texts(page) == ["b2", "a1", "c3", "b1", "b3"]
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    status(page).to_contain_text("3. c3")
    page.keyboard.press("ArrowDown")
    page.locator('[data-action="promote"]').click()
    expect(moves(page)).to_have_text([re.compile(one + "$") for one in ("b2", "a1", "b1", "c3", "b3")])
    page.locator('[data-mark="!?"]').click()
    page.get_by_label("Comment on b1").fill("quiet")
    page.get_by_label("Comment on b1").blur()
    expect(page.locator(".tree-moves .comment")).to_have_text("quiet")
    kept(page)
    page.reload()
    status(page).to_contain_text("3. b1: O to move")
    expect(page.locator(".tree-moves .move[aria-current]")).to_contain_text("b1!?")
    expect(page.get_by_label("Comment on b1")).to_have_value("quiet")
    page.locator('[data-action="delete"]').click()
    page.locator('[data-action="confirm"]').click()
    expect(moves(page)).to_have_text([re.compile(one + "$") for one in ("b2", "a1", "c3")])
    status(page).to_contain_text("2. a1")


def test_rings_and_arrows_are_drawn_by_mouse_and_by_keys(person: Person) -> None:
    page = person.page
    person.open("#/analysis/tictactoe?moves=b2")
    boxes = [page.locator(f'[data-cell="{name}"]').bounding_box() for name in ("a1", "c3")]
    places = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    page.mouse.move(*places[0])
    page.mouse.down(button="right")
    page.mouse.move(*places[1], steps=4)
    page.mouse.up(button="right")
    expect(page.locator(".shape.arrow.green")).to_have_count(1)
    page.locator('[data-cell="b2"]').click(button="right", modifiers=["Shift"], force=True)
    expect(page.locator("circle.shape.red")).to_have_count(1)
    page.locator('[data-action="sketch"]').click()
    page.get_by_role("button", name="Draw in blue").click()
    page.keyboard.press("b")
    page.locator('[data-cell="a1"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".shape.arrow.blue")).to_have_count(1)
    expect(page.locator('[data-cell="a1"]')).to_have_attribute(
        "aria-label", re.compile("green arrow to c3, blue arrow to b1")
    )
    assert texts(page) == ["b2"], "whoever draws makes no move"
    kept(page)
    page.reload()
    expect(page.locator(".shape")).to_have_count(3)
    page.locator('[data-action="clear"]').click()
    expect(page.locator(".shape")).to_have_count(0)


def test_lines_of_the_engine_are_stepped_into(person: Person) -> None:
    page = person.page
    person.open("#/analysis/tictactoe?moves=b2,b1")
    page.locator('[data-action="analyse"]').click()
    page.locator(".pv-line").first.locator(".pv-move").nth(1).click()
    status(page).to_contain_text(re.compile(r"^4\. "))
    expect(moves(page)).to_have_count(4)


def test_undo_after_the_end_leads_to_the_board_with_the_game_as_its_main_line(person: Person) -> None:
    page = person.page
    number = person.begin("tictactoe", second=HUMAN, moves=["a1", "a2", "b1", "b2"], first_mark="O")
    person.click_cell("c1")
    page.locator('.controls [data-action="undo"]').click()
    status(page).to_contain_text("4. b2: O to move")
    assert texts(page) == ["a1", "a2", "b1", "b2", "c1"]
    person.click_cell("c3")
    expect(moves(page)).to_have_count(6)
    page.locator('[data-action="play-on"]').click()
    page.get_by_label("a person here").check(force=True)
    page.locator('[data-action="confirm"]').click()
    page.wait_for_url(re.compile(rf"#/game/(?!{number}$)"))
    expect(page.locator(".cell.taken")).to_have_count(5)
    page.go_back()
    expect(moves(page)).to_have_count(6)
    page.locator('[data-action="back"]').click()
    page.wait_for_url(f"**/#/game/{number}")
    assert person.state(number)["result"] == "1-0"
    person.open("#/games")
    page.get_by_role("link", name=f"Game {number} on the analysis board").click()
    expect(moves(page)).to_have_count(5)


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("tictactoe?tree=xyz", "The link is damaged"),
        ("tictactoe?tree=" + "A" * 8001, "The link is too long"),
        ("tictactoe?moves=b2,b2", "b2"),
        ("tictactoe?study=1e9", "There is no analysis board 1e9"),
        ("tictactoe?game=x", "There is no game x"),
        ("nosuchgame", "nosuchgame"),
    ],
)
def test_a_link_that_leads_nowhere_is_refused_with_a_word(person: Person, link: str, words: str) -> None:
    page = person.page
    person.open(f"#/analysis/{link}")
    expect(page.locator(".page")).to_contain_text("This link leads to no analysis board")
    expect(page.locator(".page")).to_contain_text(words)
    person.errors.clear()  # the browser's own words for the server's answer


def test_a_server_keeps_boards_by_name_and_writes_and_reads_records_with_variations(
    person: Person, tmp_path: Path
) -> None:
    page = person.page
    person.open("#/analysis/tictactoe?moves=b2,b1&at=1")
    person.click_cell("a1")
    page.get_by_label("Comment on a1").fill("holds")
    page.locator('[data-action="keep"]').click()
    page.locator("dialog input").fill("Corner or side")
    page.locator('[data-action="confirm"]').click()
    expect(page.locator(".players")).to_contain_text("Corner or side")
    kept(page)
    with page.expect_download() as saved:
        page.get_by_role("link", name="pgn").click()
    saved.value.save_as(tmp_path / "sides.pgn")
    assert re.search(r"1\. b2 b1 \(\s*1\.\.\. a1 \{holds\}", (tmp_path / "sides.pgn").read_text())
    person.open("#/analysis")
    page.locator('input[type="file"]').set_input_files(tmp_path / "sides.pgn")
    expect(page.locator(".players")).to_contain_text("sides")
    assert sorted(texts(page)) == ["a1", "b1", "b2"]
    expect(page.locator(".tree-moves .comment")).to_have_text("holds")
    person.open("#/analysis")
    expect(page.locator(".game-row")).to_have_count(2)
    page.get_by_role("link", name="Open the board Corner or side").click()
    other = person.context.new_page()
    expect(moves(page)).to_have_count(3)
    other.goto(page.url)
    other.locator('[data-cell="c3"]').click()
    kept(other)
    person.click_cell("c1")
    expect(page.get_by_text("This board was changed elsewhere meanwhile")).to_be_visible()
    person.errors.clear()  # the browser's own words for the server's answer


def test_openings_are_of_the_visitors_finished_games(person: Person) -> None:
    page = person.page
    person.begin("tictactoe", second=HUMAN, moves=["b2", "b1", "a3", "a2"])
    person.click_cell("c1")
    expect(page.locator('.game[data-over="true"]')).to_be_attached()
    person.open("#/analysis/tictactoe?moves=a3,b1,b2")
    page.locator(".openings summary").click()
    row = page.locator('tr:has([data-opening="a2"])')
    expect(row.get_by_role("img")).to_have_attribute("aria-label", "X won 1, O 0, 0 draws")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("host")
    assert command("page", "tictactoe", "19x19x5", "--out", str(folder / "site")).returncode == 0
    with hosted(folder) as host:
        yield f"{host}/site"


def test_a_site_without_a_server_keeps_boards_by_name_and_as_files(browser: Browser, site: str, tmp_path: Path) -> None:
    with Someone(browser, site, bypass_csp=True, viewport={"width": 390, "height": 844}) as someone:
        page = someone.page
        someone.open("#/analysis/tictactoe?moves=b2,b1&at=1")
        someone.click_cell("a1")
        expect(moves(page)).to_have_count(3)
        page.locator('[data-action="keep"]').click()
        page.locator("dialog input").fill("My fork")
        page.locator('[data-action="confirm"]').click()
        expect(page.locator(".players")).to_contain_text("My fork")
        someone.click_cell("a3")
        kept(page)
        assert "study=1" in page.url
        with page.expect_download() as saved:
            page.locator('[data-action="save"]').click()
        assert saved.value.suggested_filename == "My fork.json"
        saved.value.save_as(tmp_path / "other.json")
        someone.open("#/analysis")
        page.get_by_role("link", name="Open the board My fork").click()
        assert sorted(texts(page)) == ["a1", "a3", "b1", "b2"]
        someone.open("#/analysis")
        page.locator('input[type="file"]').set_input_files(tmp_path / "other.json")
        expect(page.locator(".players")).to_contain_text("other")
        expect(moves(page)).to_have_count(4)
        someone.open("#/analysis")
        page.get_by_role("button", name="Delete the board My fork").click()
        page.locator('[data-action="confirm"]').click()
        expect(page.locator(".game-row")).to_have_count(1)
        expect(page.locator(".game-row")).to_contain_text("other")


def test_a_board_that_was_changed_in_another_tab_is_not_written_over(browser: Browser, site: str) -> None:
    with Someone(browser, site, bypass_csp=True) as someone:
        page = someone.page
        someone.open("#/analysis/tictactoe?moves=b2")
        page.locator('[data-action="keep"]').click()
        page.locator('[data-action="confirm"]').click()
        kept(page)
        other = someone.context.new_page()
        other.goto(page.url)
        other.locator('[data-cell="c3"]').click()
        kept(other)
        someone.click_cell("a1")
        expect(page.get_by_text("This board was changed elsewhere meanwhile")).to_be_visible()
        kept(page)
        assert "moves=b2,a1" in page.url, "the change is in the address"
        other.reload()
        expect(moves(other)).to_have_count(2)
        assert texts(other) == ["b2", "c3"]


def test_openings_are_the_browsers_own_games_with_results_and_proved_values(browser: Browser, site: str) -> None:
    with Someone(browser, site, bypass_csp=True) as someone:
        page = someone.page
        # Two people: the same position by another order of moves, and a game that went elsewhere.
        for line in ("b2,b1,a3,a2,c1", "a3,b1,b2,a1,c3,c1"):
            someone.open(f"#/tictactoe/{line.rpartition(',')[0]}")
            page.locator('[data-action="play-on"]').click()
            page.get_by_label("a person here").check(force=True)
            page.locator('dialog [data-action="confirm"]').click()
            someone.click_cell(line.rpartition(",")[2])
            expect(page.locator('.game[data-over="true"]')).to_be_attached()
        someone.open("#/analysis/tictactoe?moves=b2,b1,a3")
        page.locator(".openings summary").click()
        for move, results in (("a2", "X won 1, O 0, 0 draws"), ("a1", "X won 0, O 1, 0 draws")):
            row = page.locator(f'tr:has([data-opening="{move}"])')
            expect(row.get_by_role("img")).to_have_attribute("aria-label", results)
        page.locator('[data-action="analyse"]').click()
        expect(page.locator('tr:has([data-opening="a2"]) .proved')).to_have_text("loses in 1 move")
        page.locator('[data-opening="c1"]').click()
        status(page).to_contain_text("4. c1: X to move")


def test_ten_thousand_moves_are_opened_and_stepped_through_with_those_in_sight_alone(
    browser: Browser, site: str, tmp_path: Path
) -> None:
    file = tmp_path / "large.json"
    tree = large_tree(10_000)
    file.write_text(json.dumps(tree))
    with Someone(browser, site, bypass_csp=True, viewport={"width": 390, "height": 844}) as someone:
        page = someone.page
        someone.open("#/analysis")
        page.locator('input[type="file"]').set_input_files(file)
        expect(page.locator(".ply")).to_contain_text("0 / ")
        line = [move for _, move in tree["nodes"][:4]]  # the first ones follow each other
        for ply, move in enumerate(line, 1):
            page.keyboard.press("ArrowRight")
            status(page).to_contain_text(f"{ply}. {move}: ")
        page.keyboard.press("End")
        expect(page.locator(".tree-moves .move[aria-current]")).to_be_in_viewport()
        assert moves(page).count() < 200
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_no_finding_of_the_accessibility_check(browser: Browser, site: str) -> None:
    with Someone(browser, site, bypass_csp=True) as someone:
        page = someone.page
        someone.open("#/analysis/tictactoe?moves=b2,b1&at=1")
        someone.click_cell("a1")
        page.locator('[data-mark="?!"]').click()
        page.get_by_label("Comment on a1").fill("A comment")
        page.locator('[data-action="sketch"]').click()
        page.locator('[data-cell="c3"]').dblclick()
        page.locator('[data-action="analyse"]').click()
        page.locator(".openings summary").click()
        expect(page.locator(".proved").first).to_be_visible()
        expect(page.locator(".shape")).to_have_count(1)
        kept(page)
        for place in (None, "#/analysis"):
            if place:
                someone.open(place)
                expect(page.locator('[data-action="begin"]')).to_be_visible()
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme=theme)
                assert not violations(page)
