"""The page of a search tree in a real browser: every node is there, steps go back and on, nodes fold and show."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import noughts
from browser import PATIENCE, chromium
from noughts.lab.search_tree import SearchTree, grow_tree
from noughts.lab.tree_page import tree_html
from noughts.lab.tree_svg import expected_play
from noughts.lab.tree_words import explained, short_reason, short_value


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def tree() -> SearchTree:
    return grow_tree(noughts.game("3x3x3").position("X.O/.X./..O X"), "alphabeta", 3, "pascal")


@pytest.fixture
def page(browser: Browser, tree: SearchTree, tmp_path: Path) -> Iterator[Page]:
    """A page that is wide enough for the whole tree, without any network."""
    file = tmp_path / "tree.html"
    file.write_text(tree_html(tree), encoding="utf-8")
    context = browser.new_context(viewport={"width": 6000, "height": 900}, offline=True)
    context.set_default_timeout(PATIENCE)
    shown = context.new_page()
    errors: list[str] = []
    shown.on("pageerror", lambda error: errors.append(str(error)))
    shown.goto(file.as_uri())
    yield shown
    context.close()
    assert not errors


def below(tree: SearchTree, number: int) -> int:
    """How many nodes a node has below it."""
    return sum(1 + below(tree, child.number) for child in tree.nodes[number].children)


def test_every_node_is_drawn_with_its_value_and_every_cut_in_grey(page: Page, tree: SearchTree) -> None:
    expect(page.locator("[data-node]")).to_have_count(len(tree.nodes))
    titles = page.locator("[data-node] title").all_text_contents()
    assert sorted(titles) == sorted(f"{node.number + 1}. {explained(node)}" for node in tree.nodes)
    # Up to three cut moves have a branch each.
    assert all(len(node.untried) <= 3 for node in tree.nodes)
    expect(page.locator("g.stub")).to_have_count(sum(len(node.untried) for node in tree.nodes))


def test_steps_follow_the_order_of_the_search(page: Page, tree: SearchTree) -> None:
    output = page.locator("output")
    expect(output).to_have_text(f"1 of {len(tree.nodes)}")
    page.get_by_role("button", name="To the first node").click()
    expect(page.locator("[data-node]")).to_have_count(1)
    expect(page.locator("[data-node='0'] .value")).to_have_text("…")
    for step in range(2, 6):
        page.get_by_role("button", name="One node on").click()
        expect(page.locator("[data-node]")).to_have_count(step)
        moves = " ".join(str(move) for move in tree.nodes[step - 1].path)
        expect(page.locator("aside h2")).to_have_text(f"{step}. {moves}")
    page.get_by_role("button", name="One node back").click()
    expect(output).to_have_text(f"4 of {len(tree.nodes)}")
    page.locator(".canvas").press("End")
    expect(page.locator("[data-node]")).to_have_count(len(tree.nodes))


def test_a_node_shows_its_position_and_folds(page: Page, tree: SearchTree) -> None:
    node = tree.nodes[0].children[2]
    place = page.locator(f"[data-node='{node.number}']")
    place.click()
    expect(page.locator("aside h2")).to_contain_text(str(node.move))
    expect(page.locator("aside p").first).to_have_text(explained(node))
    expect(page.locator(".chosen svg path")).to_have_count(3)  # X's: two of the position and this move
    place.click()
    expect(page.locator("[data-node]")).to_have_count(len(tree.nodes) - below(tree, node.number))
    expect(place.locator(".badge")).to_have_text(f"+{below(tree, node.number)}")
    place.click()
    expect(page.locator("[data-node]")).to_have_count(len(tree.nodes))
    page.get_by_role("button", name="Fold all", exact=True).click()
    expect(page.locator("[data-node]")).to_have_count(1)
    page.get_by_role("button", name="Unfold all").click()
    expect(page.locator("[data-node]")).to_have_count(len(tree.nodes))


def test_a_cut_branch_says_why_and_leads_to_its_parent(page: Page, tree: SearchTree) -> None:
    cut = next(node for node in tree.nodes if node.untried)
    stub = page.locator(f"g.stub[data-cut='{cut.number}']").first
    expect(stub.locator("title")).to_have_text(explained(cut))
    expect(stub).to_contain_text(short_reason(cut))
    stub.click()
    expect(page.locator("aside h2")).to_have_text(f"{cut.number + 1}. {' '.join(map(str, cut.path))}")
    expect(page.locator("[data-node]")).to_have_count(len(tree.nodes))  # nothing is folded by looking


def test_the_expected_play_is_drawn_and_keys_go_up_and_down(page: Page, tree: SearchTree) -> None:
    line = expected_play(tree)
    expect(page.locator("path.expected")).to_have_count(len(line))
    canvas, heading = page.locator(".canvas"), page.locator("aside h2")
    canvas.press("ArrowDown")
    expect(heading).to_have_text(f"2. {tree.nodes[1].move}")
    canvas.press("ArrowUp")
    expect(heading).to_have_text("1. the root")


def test_a_node_that_is_still_searched_tells_how_far_it_is(page: Page, tree: SearchTree) -> None:
    """When the second move is begun, the root's alpha is the first one's value."""
    first, second = tree.nodes[0].children[:2]
    page.get_by_role("button", name="To the first node").click()
    for _ in range(second.number):
        page.locator(".canvas").press("ArrowRight")
    root = page.locator("[data-node='0']")
    expect(root.locator(".value")).to_have_text(f"{short_value(first.value)}…")
    expect(root.locator(".small").first).to_have_text(f"α {short_value(second.alpha)}")
    assert second.alpha == first.value
    root.click()
    expect(page.locator("aside p").first).to_have_text(
        f"Being searched: the best so far is {first.move}, with {short_value(first.value)}."
    )
