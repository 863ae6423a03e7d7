"""A site that `noughts page` writes, below a path of a plain web host, in a real browser."""

import base64
import gzip
import json
import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from browser import Someone, status, violations
from commands import CONNECT_FOUR, noughts
from noughts.registry import game
from noughts.web.site import write_site
from row_game import OLD_FORM
from static_host import hosted

GAME = "document.querySelector('play-page')?.followed?.game"
# A lesson elsewhere on the web, with a board in it.
LESSON = """<!doctype html><html lang="en"><title>Lesson</title><link rel="icon" href="data:,"><h1>Lesson</h1>
<script src="ADDRESS/noughts-board.js"></script>
<noughts-board game="ultimate" level="easy" moves="5.5, 5.1" can="undo new"></noughts-board>
<script>
  window.changes = [];
  document.querySelector("noughts-board").addEventListener("change", ({ detail }) => changes.push(detail));
</script>
"""


class Site(NamedTuple):
    folder: Path
    url: str
    host: Path  # the folder of all that the host serves


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    host = tmp_path_factory.mktemp("host")
    folder = host / "some" / "where"
    done = noughts("page", "tictactoe", "ultimate", str(CONNECT_FOUR), "--out", str(folder))
    assert done.returncode == 0, done.stderr
    with hosted(host) as url:
        yield Site(folder, f"{url}/some/where", host)


class Player(Someone):
    """Somebody who plays at the site."""

    def begin(self, game: str, level: str = "easy") -> None:
        """Choose a game against a level, and begin it."""
        self.open("#/")
        self.page.locator(f'.picker input[value="{game}"]').check()
        self.page.locator(f'[name="level-0"][value="{level}"]').check()
        self.page.locator('[data-action="play"]').click()
        self.page.wait_for_url(re.compile(r"#/game/\d+"))
        expect(self.page.locator(".board.active .cell.legal").first).to_be_visible()

    def game(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(GAME)
        return found

    def plies(self) -> int:
        return len(self.game()["moves"])

    def move(self, chance: random.Random) -> None:
        """Click a legal cell, and wait for the engine's answer or the end."""
        before, page = self.plies(), self.page
        cells = page.locator(".board.active .cell.legal")
        cells.nth(chance.randrange(cells.count())).click()
        page.wait_for_function(
            f"before => (game => game.moves.length > before && game.to_move !== 'engine')({GAME})", arg=before
        )

    def play_to_the_end(self) -> dict[str, Any]:
        chance = random.Random(7)
        while self.game()["result"] == "*":
            self.move(chance)
        return self.game()


@pytest.fixture
def player(browser: Browser, site: Site) -> Iterator[Player]:
    with Player(browser, site.url) as found:
        yield found


def is_served_offline(page: Page) -> None:
    """Wait until the service worker has all files."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")


@pytest.mark.parametrize("game", ["tictactoe", "connect-four"])
def test_a_game_is_played_to_its_end_and_counted(player: Player, game: str) -> None:
    page = player.page
    player.begin(game)
    ended = player.play_to_the_end()
    words = {"1-0": "You won", "0-1": "You lost", "1/2-1/2": "Draw"}[ended["result"]]
    status(page).to_contain_text(f"{words}: {ended['view']['outcome']['reason']}")
    player.open("#/statistics")
    expect(page.locator(".tile").first).to_have_text(re.compile(r"1\s*game"))
    row = page.get_by_role("region", name="By game and opponent").locator("tbody tr")
    expect(row).to_have_count(1)
    expect(row.locator("td").first).to_have_text("noughts, easy")
    counts = [int(figure) for figure in row.locator("td.figure").all_inner_texts()[:3]]
    assert counts == [words == "You won", words == "You lost", words == "Draw"]
    player.open("#/games")
    expect(page.locator(".game-row")).to_have_count(1)


def test_an_unfinished_game_is_there_after_a_reload(player: Player) -> None:
    player.begin("ultimate")
    player.move(random.Random(1))
    made = [move["text"] for move in player.game()["moves"]]
    player.page.reload()
    expect(player.page.locator(".cell.taken")).to_have_count(len(made))
    assert [move["text"] for move in player.game()["moves"]] == made
    player.move(random.Random(2))
    expect(player.page.locator(".cell.taken")).to_have_count(len(made) + 2)


def test_without_a_network_it_is_opened_and_played_on(player: Player) -> None:
    page = player.page
    player.begin("ultimate")
    player.move(random.Random(1))
    is_served_offline(page)
    player.context.set_offline(True)
    page.reload()
    expect(page.locator(".cell.taken")).to_have_count(2)
    player.move(random.Random(2))
    player.begin("connect-four")  # which this tab has never loaded
    player.move(random.Random(3))
    player.open("#/rules/tictactoe")
    expect(page.locator("h1")).to_contain_text("Tic-tac-toe")


def test_sites_of_one_host_keep_each_others_files(browser: Browser, site: Site) -> None:
    """Both have service workers, whose caches belong to the host."""
    shutil.copytree(site.folder, site.host / "other")
    worker = site.host / "other" / "service-worker.js"
    worker.write_text(re.sub(r"\b[0-9a-f]{12}`", "0123456789ab`", worker.read_text()))
    url = site.url.removesuffix("some/where") + "other"
    with Player(browser, site.url) as player:
        for place in (site.url, url):
            player.page.goto(f"{place}/")
            is_served_offline(player.page)
        player.page.wait_for_timeout(500)
        player.context.set_offline(True)
        for place in (site.url, url):
            player.page.goto(f"{place}/#/rules")
            expect(player.page.locator("h1")).to_contain_text("Tic-tac-toe")


def test_a_link_holds_a_game(player: Player) -> None:
    page = player.page
    player.open("#/ultimate/5.5,5.1,1.9")
    expect(page.locator(".cell.taken")).to_have_count(3)
    status(page).to_contain_text("O to move")
    page.locator(".board.active .cell.legal").first.click()  # against the engine, from here
    page.wait_for_url(re.compile(r"#/game/\d+"))
    expect(page.locator(".cell.taken")).to_have_count(5)
    player.open("#/ultimate/5.5,5.5")
    expect(page.locator("main")).to_contain_text("Move 2, 5.5, is not possible in ultimate")
    player.open("#/chess/e4")
    expect(page.locator("main")).to_contain_text("There is no game chess here")


def test_a_board_inside_another_page(browser: Browser, site: Site) -> None:
    (site.host / "lesson.html").write_text(LESSON.replace("ADDRESS", "some/where"))
    with Someone(browser, site.url.removesuffix("/some/where")) as reader:
        page = reader.page
        page.goto(f"{reader.url}/lesson.html")
        board = page.frame_locator("noughts-board iframe")
        expect(board.locator(".cell.taken")).to_have_count(2)
        expect(board.locator("header")).to_have_count(0)
        board.locator(".board.active .cell.legal").first.click()
        expect(board.locator(".cell.taken")).to_have_count(4)
        page.wait_for_function("() => changes.at(-1)?.moves.length === 4")
        told = page.evaluate("changes.at(-1)")
        assert (told["game"], told["moves"][:2], told["result"]) == ("ultimate", ["5.5", "5.1"], "*")
        assert page.locator("noughts-board iframe").bounding_box()["height"] > 300  # type: ignore[index]
        board.locator('[data-action="undo"]').click()
        expect(board.locator(".cell.taken")).to_have_count(2)
        page.goto(f"{site.url}/#/games")
        expect(page.locator(".game-row")).to_have_count(0)  # it is not kept


@pytest.mark.parametrize(
    "place", ["#/", "#/ultimate/5.5", "#/games", "#/statistics", "#/settings", "#/rules", "#/embed/tictactoe"]
)
def test_pages_of_the_site_are_accessible(player: Player, place: str) -> None:
    player.open(place)
    expect(player.page.locator("main")).not_to_be_empty()
    player.page.wait_for_load_state("networkidle")
    assert not violations(player.page)


def test_a_game_under_way_is_accessible(player: Player) -> None:
    player.begin("ultimate")
    player.move(random.Random(1))
    assert not violations(player.page)


@pytest.mark.parametrize(
    ("file", "content", "words"),
    [
        ("3x3x3-*.json", "damaged", "description cannot be read"),
        ("3x3x3-*.json", '{"format": 0}', "description cannot be read"),
        ("mnk1-*.bin", "damaged", "code cannot be read"),
        ("mnk-shapes-*.bin", "damaged", "weights cannot be read"),
        ("mnk-shapes-*.bin", None, "cannot be loaded: there is no answer"),
    ],
)
def test_damaged_files_are_told_in_words_and_nothing_is_lost(
    browser: Browser, site: Site, file: str, content: str | None, words: str
) -> None:
    with Player(browser, site.url, service_workers="block") as player:
        page = player.page
        player.begin("tictactoe")
        player.move(random.Random(1))

        def damage(route: Route) -> None:
            if content is None:
                route.abort("connectionfailed")
            else:
                route.fulfill(body=content)

        page.route(f"**/games/{file}", damage)
        page.reload()
        expect(page.locator("main")).to_contain_text(words)
        player.open("#/games")
        expect(page.locator(".game-row")).to_have_count(1)
        page.unroute_all()
        page.go_back()
        page.reload()
        expect(page.locator(".cell.taken")).to_have_count(2)


@pytest.mark.parametrize(
    ("lacking", "words"),
    [
        ("WebAssembly", "too old to think: it has no WebAssembly"),
        ("DecompressionStream", "too old to unpack the engine"),
        ("Worker", "too old to think: it has no workers"),
    ],
)
def test_an_old_browser_is_told_so(browser: Browser, site: Site, lacking: str, words: str) -> None:
    with Player(browser, site.url) as player:
        player.context.add_init_script(f"delete window.{lacking}")
        player.open("#/tictactoe/b2")
        if lacking == "Worker":  # what it takes to move is there; to think is not
            player.page.locator(".board.active .cell.legal").first.click()
            player.page.wait_for_url(re.compile(r"#/game/\d+"))
        expect(player.page.locator("body")).to_contain_text(words)


REFUSES = {
    "forbidden": """Object.defineProperty(window, "localStorage", {
        get() { throw new DOMException("not for you", "SecurityError"); } })""",
    "full": """Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }""",
}


@pytest.mark.parametrize("why", REFUSES)
def test_a_browser_that_keeps_nothing_plays_on(browser: Browser, site: Site, why: str) -> None:
    with Player(browser, site.url) as player:
        player.context.add_init_script(REFUSES[why])
        page = player.page
        player.open("#/tictactoe/b2")
        page.locator(".board.active .cell.legal").first.click()
        page.wait_for_url(re.compile(r"#/game/\d+"))
        page.wait_for_function(f"() => {GAME}?.to_move === 'human'")
        expect(page.get_by_role("alert")).to_contain_text("this browser keeps no more games", ignore_case=True)
        while player.game()["result"] == "*":
            player.move(random.Random(5))
        player.open("#/games")
        expect(page.locator(".game-row")).to_have_count(1)


# What the command does


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    out = tmp_path / "mine"
    out.mkdir()
    (out / "thesis.txt").write_text("years of work")
    done = noughts("page", "tictactoe", "--out", str(out))
    assert done.returncode == 2
    assert f"{out} holds other files; --out names a new folder" in " ".join(done.stderr.split())
    assert [path.name for path in tmp_path.rglob("*")] == ["mine", "thesis.txt"]
    done = noughts("page", "tictactoe", "--out", str(out / "thesis.txt"))
    assert done.returncode == 2
    assert "is a file; --out names a folder" in " ".join(done.stderr.split())
    assert (out / "thesis.txt").read_text() == "years of work"


def test_a_site_is_written_over_or_stays_as_it_was(tmp_path: Path) -> None:
    out = tmp_path / "site"
    assert noughts("page", "tictactoe", "--out", str(out)).returncode == 0
    (out / "left over.txt").write_text("of the version before")
    before = contents(out)
    (tmp_path / "row.py").write_text(OLD_FORM)
    assert noughts("page", "ultimate", str(tmp_path / "row.py"), "--out", str(out)).returncode == 2
    assert contents(out) == before
    assert noughts("page", "nosuch", "--out", str(out)).returncode == 2
    assert contents(out) == before
    assert noughts("page", "tictactoe", "--out", str(out)).returncode == 0
    assert contents(out) == {name: content for name, content in before.items() if name != "left over.txt"}
    assert sorted(path.name for path in tmp_path.iterdir() if path.suffix != ".pyc") == ["row.py", "site"]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("arguments", [(), ("ultimate", "--all")])
def test_games_are_named_or_all(arguments: tuple[str, ...], tmp_path: Path) -> None:
    done = noughts("page", *arguments, "--out", str(tmp_path / "site"))
    assert done.returncode == 2
    assert "name the games of the page" in " ".join(done.stderr.split())
    assert not (tmp_path / "site").exists()


def test_a_site_has_boards_of_every_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noughts.web.site.MOST_SIDE", 4)
    assert list(write_site({}, tmp_path / "site", ["ROWSxCOLSxK"])) == ["ROWSxCOLSxK"]
    told = json.loads((tmp_path / "site/site.json").read_text())
    assert told["sides"] == [3, 4]
    folder = tmp_path / "site" / told["engines"]["ROWSxCOLSxK"]
    boards = json.loads(gzip.decompress((folder / "4.bin").read_bytes()))
    assert sorted(boards) == ["4x3x3", "4x3x4", "4x4x3", "4x4x4"]
    board = boards["4x3x4"]
    assert (board["rows"], board["columns"], len(board["cells"]), board["reasons"][0]) == (4, 3, 12, "4 in a row")
    assert base64.b64decode(board["start"]) == game("4x3x4").start().states[:1].tobytes()
    assert all((folder / board[part]["file"]).is_file() for part in ("module", "weights"))
