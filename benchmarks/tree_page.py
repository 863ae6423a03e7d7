"""How long a search tree takes to open, fold and step, in Chromium: the page of its own and that of the web app.

    python benchmarks/tree_page.py [--rounds N]

The tree is alpha-beta's to depth 3 on 5×6 cells with four in a row, nearly 5,000 nodes, the most that the page shows.
Opening is counted from the address to the first frame with the tree in it; at the web app that includes the search on
the server, which has compiled it before (run `noughts warm` first, or it compiles other games meanwhile). All else is
counted from the click to the next frame. Wall clock, medians of the rounds and their worst.
"""

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from browser import chromium  # noqa: E402
from noughts.lab.search_tree import SearchTree, grow_tree  # noqa: E402
from noughts.lab.tree_page import tree_html  # noqa: E402
from noughts.registry import game  # noqa: E402
from side_by_side import machine  # noqa: E402
from web_server import serving  # noqa: E402

GAME, SEARCH, DEPTH, EVALUATION = "5x6x4", "alphabeta", 3, "pascal"
TO_NEXT_FRAME = """selector => new Promise((done) => {
  const clicked = document.querySelector(selector), begin = performance.now();
  clicked.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - begin)));
})"""
CLICKS = {
    "fold all": '[data-do="fold"]',
    "unfold all": '[data-do="unfold"]',
    "fold the root": '[data-node="0"]',
    "unfold the root": '[data-node="0"]',
    "one step back": '[data-do="back"]',
    "to the first node": '[data-do="first"]',
    "one step on": '[data-do="on"]',
    "to the end": '[data-do="last"]',
}


def opened(browser: Browser, address: str) -> tuple[Page, float]:
    """The page, and the seconds until the tree stood there."""
    page = browser.new_page(viewport={"width": 1400, "height": 900})
    begin = time.perf_counter()
    page.goto(address)
    page.wait_for_selector("[data-node]", state="attached")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    return page, time.perf_counter() - begin


def measured(browser: Browser, address: str, rounds: int) -> dict[str, list[float]]:
    """Seconds of opening and of each click, round by round."""
    seconds: dict[str, list[float]] = {}
    for _ in range(rounds):
        page, opening = opened(browser, address)
        seconds.setdefault("open", []).append(opening)
        for what, selector in CLICKS.items():
            seconds.setdefault(what, []).append(page.evaluate(TO_NEXT_FRAME, selector) / 1000)
        page.close()
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    tree: SearchTree = grow_tree(game(GAME).start(), SEARCH, DEPTH, EVALUATION)
    with tempfile.TemporaryDirectory() as place, chromium() as browser, serving(Path(place)) as server:
        file = Path(place) / "tree.html"
        file.write_text(tree_html(tree), encoding="utf-8")
        alone = measured(browser, file.as_uri(), rounds)
        address = f"{server.url}/#/tree/{GAME}?search={SEARCH}&depth={DEPTH}&evaluation={EVALUATION}"
        opened(browser, address)[0].close()  # the first one may compile
        served = measured(browser, address, rounds)
    table = Table(title=f"{len(tree.nodes):,} nodes, {rounds} rounds, on {machine()}", box=None)
    for column in ("", "--html", "worst", "web app", "worst"):
        table.add_column(column, justify="right" if column else "left")
    for what in alone:
        figures = [
            f"{figure:.3f} s" for one in (alone, served) for figure in (statistics.median(one[what]), max(one[what]))
        ]
        table.add_row(what, *figures)
    Console().print(table)


if __name__ == "__main__":
    main()
