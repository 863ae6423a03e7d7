"""A real browser, the system's Chromium, and a person who clicks in it."""

import contextlib
import json
import random
import re
import shutil
from collections.abc import Callable, Iterator
from typing import Any, Self
from urllib.parse import urljoin

import psutil
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright

from web_server import Server

PATIENCE = 120_000  # ms: a first use may compile
expect.set_options(timeout=PATIENCE)  # a machine that has much to do is not in the wrong
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def installed() -> str:
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        raise RuntimeError("no Chromium is installed; the tests need one: install the package chromium")
    return found


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=installed(), args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@contextlib.contextmanager
def another(browser: Browser) -> Iterator[tuple[Browser, Callable[[], None]]]:
    """A browser of its own processes, and what kills them all at once."""
    before = set(_processes())
    found = browser.browser_type.launch(executable_path=installed(), args=FLAGS)
    mine = set(_processes()) - before

    def kill() -> None:
        for process in mine:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()

    try:
        yield found, kill
    finally:
        found.close()


def _processes() -> list[psutil.Process]:
    return psutil.Process().children(recursive=True)


def status(page: Page) -> Any:
    """What the page says about the game, to expect something of."""
    return expect(page.locator("#status"))


STILL = "() => Promise.allSettled(document.getAnimations().map((one) => one.finished))"


def violations(page: Page) -> list[tuple[str, list[str]]]:
    """What the accessibility check finds, once no colour fades any more."""
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(STILL)
    found = Axe().run(page).response["violations"]
    return [(one["id"], [node["html"][:200] for node in one["nodes"][:3]]) for one in found]


def unannounced_modules(page: Page, address: str, hash_: str, until: str) -> set[str]:
    """Modules that a browser finds out of others alone: the document names neither them nor the page's own."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.split("?")[0]))
    html = page.context.request.get(address).text()
    page.goto(f"{address}{hash_}")
    expect(page.locator(until).first).to_be_visible()
    linked = re.findall(r'<link rel="modulepreload" href="([^"]+)"', html)
    found = re.search(r'<script id="later-modules" type="application/json">(.*?)</script>', html)
    assert found is not None
    later = json.loads(found[1])
    named = {urljoin(address, path) for path in [*linked, *later["game"], *later.get(hash_.split("/")[1], [])]}
    modules = {url for url in asked if url.endswith(".js") and "/engine/" not in url and "at-once" not in url}
    assert {urljoin(address, path) for path in linked} <= modules, "nothing is named in vain"
    return modules - named


class Someone:
    """Somebody at a page below an address. What goes wrong in the page's scripts fails the test."""

    def __init__(self, browser: Browser, url: str, **context: Any) -> None:
        self.url = url
        self.context = browser.new_context(base_url=url, **context)
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *rest: object) -> None:
        self.context.close()
        if kind is None:
            # A connection that the server ends on purpose is told by the browser itself.
            wrong = [text for text in self.errors if "WebSocket" not in text and "ERR_CONNECTION" not in text]
            assert not wrong, wrong

    def open(self, place: str = "#/") -> None:
        self.page.goto(f"{self.url}/{place}")

    def click_cell(self, name: str) -> None:
        self.page.locator(f'[data-cell="{name}"]').click()


class Person(Someone):
    """Somebody at a page of the server."""

    def __init__(self, browser: Browser, server: Server, **context: Any) -> None:
        super().__init__(browser, server.url, **context)
        self.server = server

    def begin(self, game: str, **setup: Any) -> int:
        """Begin a game by the API with the page's cookie, and go to it."""
        answer = self.context.request.post(f"{self.server.url}/api/games", data={"game": game, **setup})
        assert answer.status == 201, answer.text()
        number: int = answer.json()["id"]
        self.open(f"#/game/{number}")
        # The board of the game before may still be there.
        self.page.wait_for_function(
            "number => document.querySelector('play-page')?.followed?.game?.id === number", arg=number
        )
        expect(self.page.locator("[data-cell]").first).to_be_visible()
        return number

    def state(self, number: int) -> dict[str, Any]:
        found: dict[str, Any] = self.context.request.get(f"{self.server.url}/api/games/{number}").json()
        return found

    def paused(self, number: int) -> int:
        """Wait until the server has heard of a pause and the page of that; returns how many moves were made."""
        for _ in range(PATIENCE // 50):
            if (game := self.state(number))["paused"]:
                break
            self.page.wait_for_timeout(50)
        assert game["paused"]
        moves = len(game["moves"])
        self.page.wait_for_function(
            "moves => (({ game }) => game.paused && game.moves.length === moves)"
            "(document.querySelector('play-page').followed)",
            arg=moves,
        )
        expect(self.page.locator(".cell.taken")).to_have_count(moves)
        return moves

    def play_to_the_end(self, number: int, chance: random.Random) -> dict[str, Any]:
        """Click legal cells until the game is over. Each click makes a move that the server has for those cells."""
        page = self.page
        while True:
            waited = '.game[data-over="true"], .board.active .cell.legal, [data-move]'
            page.wait_for_selector(waited, timeout=PATIENCE)
            if page.locator('.game[data-over="true"]').count():
                return self.state(number)
            game = self.state(number)
            cells = page.locator(".board.active .cell.legal")
            names = cells.evaluate_all("cells => cells.map(cell => cell.dataset.cell)")
            words = page.locator("[data-move]")
            if not names and not words.count():
                continue
            clicked = [chance.choice(names)] if names else []
            if clicked:
                self.click_cell(clicked[0])
            else:
                words.first.click()
            targets = page.locator(".board.active .cell.target")
            if targets.count():
                goals = targets.evaluate_all("cells => cells.map(cell => cell.dataset.cell)")
                clicked.append(chance.choice(goals))
                self.click_cell(clicked[1])
            called = [cell["name"] for cell in game["view"]["cells"]]
            meant = [
                move for move, cells in game["view"]["clicks"].items() if [called[cell] for cell in cells] == clicked
            ]
            made = page.wait_for_function(
                "made => document.querySelector('play-page').followed.game.moves[made]?.text", arg=len(game["moves"])
            )
            assert made.json_value() in meant, (clicked, meant)
