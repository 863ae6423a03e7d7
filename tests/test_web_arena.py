"""The arena's page: matches of this machine, as they are played, and their games to step through."""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, expect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import noughts
from browser import Person, violations
from commands import noughts as command
from noughts.arena.boards import ShownBoard
from noughts.arena.competition import Competition
from noughts.arena.journal import Journal, journal_folder
from noughts.arena.openings import Openings
from noughts.arena.played import PlayedGame
from noughts.arena.scheduling import play_here
from web_server import Server, serving

HOSTILE = "<img src=x onerror=document.title='hit'>" + 99 * "w"
# Plays the first legal move as soon as the file beside it says that so many moves may be made.
GATED = """
import time
from pathlib import Path

def move(position, limit):
    gate = Path(__file__).with_suffix(".gate")
    while int(gate.read_text() or 0) <= len(position.move_stack):
        time.sleep(0.02)
    return position.legal_moves[0]
"""


@pytest.fixture(scope="module")
def arena_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("arena")


@pytest.fixture(scope="module")
def arena_server(arena_data: Path) -> Iterator[Server]:
    """A server that shows everybody its matches."""
    with serving(arena_data, "--workers", "1", "--arena") as found:
        yield found


@pytest.fixture
def server(arena_server: Server, arena_data: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    """The same, without the matches of the test before; those of this one are played where it looks."""
    monkeypatch.setenv("NOUGHTS_DATA", str(arena_data))
    shutil.rmtree(arena_data / "arena", ignore_errors=True)
    return arena_server


class Gated:
    """A match between two programs whose moves wait for the test."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        (folder / "gated.py").write_text(GATED)
        self._gate = folder / "gated.gate"
        self._command = [sys.executable, "-m", "noughts", "match", *arguments, "--game", "3x3x3", "--games", "1"]
        self._command += ["--openings", "none", "--time", "100"]
        self._folder = folder
        self.allow(0)

    def allow(self, moves: int) -> None:
        self._gate.write_text(str(moves))

    @contextmanager
    def under_way(self) -> Iterator[subprocess.Popen[str]]:
        output = subprocess.DEVNULL
        process = subprocess.Popen(
            self._command, cwd=self._folder, env=os.environ, stdout=output, stderr=subprocess.PIPE, text=True
        )
        try:
            yield process
        finally:
            process.kill()
            process.communicate(timeout=120)


def test_matches_and_their_games_are_told_of(server: Server) -> None:
    with httpx.Client(base_url=server.url, timeout=120) as visitor:
        assert visitor.get("/api/arena").json() == []
        for games in (2, 4):
            run = command("match", "greedy", "random", "--game", "3x3x3", "--games", str(games))
            assert run.returncode == 0, run.stderr
            (told,) = visitor.get("/api/arena").json()
            assert (told["players"], told["game"], told["games"]) == (["greedy", "random"], "3x3x3", games)
        assert not told["is_live"]
        assert visitor.get("/arena").headers["location"] == "/#/arena"
        (path,) = journal_folder().glob("*.jsonl")
        assert told["id"] == path.stem
        kept = [json.loads(line) for line in path.read_text().splitlines()[1:]]
        listed = visitor.get(f"/api/arena/{path.stem}/games?before=4&limit=2").json()
        assert [one["number"] for one in listed] == [3, 2]
        assert [one["reason"] for one in listed] == [kept[2]["reason"], kept[1]["reason"]]
        whole = visitor.get(f"/api/arena/{path.stem}/games/2").json()
        assert (whole["game"], whole["of"], whole["players"]) == ("tictactoe", 4, ["random", "greedy"])
        assert [one["text"] for one in whole["moves"]] == [move[0] for move in kept[1]["moves"]]
        assert visitor.get(f"/api/arena/{path.stem}/games/5").status_code == 404
        assert visitor.get(f"/api/arena/{'0' * 16}/games").status_code == 404
        for name in ("..%2f..%2fsecret", "x"):
            assert visitor.get(f"/api/arena/{name}/games").status_code in (404, 422)


def test_this_machines_user_sees_them_without_asking_and_nobody_from_elsewhere_does(
    data_folder: Path, browser: Browser
) -> None:
    assert command("match", "greedy", "random", "--game", "3x3x3", "--games", "2").returncode == 0
    with serving(data_folder, "--workers", "1", is_personal=True) as server:
        with httpx.Client(base_url=server.url, timeout=120) as visitor:
            (match,) = visitor.get("/api/arena").json()
            brought = {"x-forwarded-for": "192.0.2.7"}  # by a proxy on this machine
            for path in ("/arena", "/api/arena", f"/api/arena/{match['id']}/games/1"):
                assert visitor.get(path, headers=brought).status_code == 404, "nobody sees what is not meant for all"
            assert visitor.get("/api/identity", headers=brought).json()["may_see_arena"] is False
            cookie = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
        live = f"ws://localhost:{server.port}/api/arena/{match['id']}/live"
        with (
            connect(live, additional_headers={**brought, "cookie": cookie}, proxy=None) as socket,
            pytest.raises(ConnectionClosed, match="there is no such match"),
        ):
            socket.recv(120)
        with Person(browser, server) as person:
            person.open("#/games")
            person.page.get_by_role("link", name="Matches and tournaments").click()
            expect(person.page.get_by_role("heading", name="greedy – random")).to_be_visible()
            expect(person.page.locator("[data-game]")).to_have_count(2)
            assert person.page.locator("nav [aria-current]").inner_text() == "Games", "the menu is the site's"


def test_a_move_is_seen_while_the_game_goes_on_and_the_game_can_be_stepped_through(
    server: Server, tmp_path: Path, browser: Browser
) -> None:
    # A program whose name is more than a name.
    run = json.dumps(f"{sys.executable} -m noughts.arena.bot_process gated.py")
    (tmp_path / "bots.toml").write_text(f"[{json.dumps(HOSTILE)}]\ncommand = {run}\n")
    gated = Gated(tmp_path, HOSTILE, "./gated.py", "--bots", "bots.toml")
    with contextlib.ExitStack() as stack:
        person = stack.enter_context(Person(browser, server))
        page = person.page
        person.open("arena")
        expect(page.get_by_text("Nothing has been played yet")).to_be_visible()
        match = stack.enter_context(gated.under_way())
        for plies in (1, 2, 5):
            gated.allow(plies)
            # The page looks every five seconds for a match, which begins when three processes have started.
            expect(page.locator(".arena-board .words")).to_contain_text(f"{plies}. ", timeout=120_000)
            expect(page.locator(".arena-board .cell.taken")).to_have_count(plies)
        expect(page.locator(".tag", has_text="being played").first).to_be_visible()
        shown = page.locator(".arena-board .name").first.inner_text()
        assert shown == HOSTILE[:59] + "…"
        gated.allow(9)
        assert match.wait(120) == 0
        game = json.loads(next(journal_folder().glob("*.jsonl")).read_text().splitlines()[1])
        moves = [move[0] for move in game["moves"]]
        expect(page.locator(".arena-board .cell.taken")).to_have_count(len(moves))
        expect(page.locator(".arena-board .words")).to_contain_text(game["reason"])
        page.locator('[data-game="1"]').click()
        expect(page.locator(".game .cell.taken")).to_have_count(len(moves))
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".game .cell.taken")).to_have_count(len(moves) - 1)
        page.get_by_role("button", name="First position").click()
        expect(page.locator(".game .cell.taken")).to_have_count(0)
        for made in range(1, 4):
            page.get_by_role("button", name="Forward").click()
            expect(page.locator(".game .cell.taken")).to_have_count(made)
            expect(page.locator("#status")).to_contain_text(f"{made}. {moves[made - 1]} by ")
        assert page.title() == "Noughts", "no script of a bot's has run"
        assert page.locator("main img").count() == 0


def test_a_match_that_is_killed_shows_no_board_any_more(server: Server, tmp_path: Path) -> None:
    gated = Gated(tmp_path, "./gated.py", "./gated.py")
    gated.allow(1)
    with httpx.Client(base_url=server.url, timeout=120) as visitor:

        def is_live() -> list[bool]:
            return [one["is_live"] for one in visitor.get("/api/arena").json()]

        with gated.under_way() as match:
            while not any(is_live()):
                assert match.poll() is None
                time.sleep(0.1)
        assert is_live() == [False]
        assert list(journal_folder().glob("*/*.board")), "the kill has left the board behind"
        gated.allow(9)
        with gated.under_way() as match:
            assert match.wait(120) == 0
        assert not list(journal_folder().glob("*.boards")), "the match that went on has put it away"


@contextmanager
def hall(games: int, boards: int) -> Iterator[list[tuple[ShownBoard, PlayedGame]]]:
    """A tournament of 20 players: so many games that were played, and so many boards that are being played here."""
    size = "15x15x5"
    competition = Competition(size, ("random",) * 20, Openings.read("random:4", noughts.game(size)))
    pairings = [(one, other) for one in range(20) for other in range(one)]
    played = [game for game in play_here(competition.tasks(pairings, 2)) if len(game.moves) > 40]
    with Journal(competition.definition()) as journal:
        for game in played[:games]:
            journal.add(game)
        shown = []
        for game in played[games : games + boards]:
            board = ShownBoard(journal.boards, game.key, game.position, shortest=0)
            for move in game.moves[:30]:
                board.add(move)
            shown.append((board, game))
        assert len(shown) == boards
        yield shown
        for board, _ in shown:
            board.close()


def test_a_hall_of_sixteen_boards_and_hundreds_of_games_is_light_and_accessible(
    server: Server, browser: Browser
) -> None:
    sizes: list[int] = []
    with hall(350, 16) as boards:
        for window, theme, paper in (((390, 844), "light", "246, 244, 239"), ((1280, 720), "dark", "21, 23, 27")):
            viewport = {"width": window[0], "height": window[1]}
            given: Any = {"viewport": viewport, "color_scheme": theme, "bypass_csp": True}
            with Person(browser, server, **given) as person:
                page = person.page
                page.on("websocket", lambda one: one.on("framereceived", lambda text: sizes.append(len(text))))
                person.open("arena")
                expect(page.locator(".arena-board")).to_have_count(16)
                expect(page.locator("[data-game]")).to_have_count(50)
                page.locator('[data-action="more"]').click()
                expect(page.locator("[data-game]")).to_have_count(100)
                marks, frames = page.locator(".arena-board .cell.taken").count(), len(sizes)
                for board, game in boards:
                    board.add(game.moves[marks // 16])
                expect(page.locator(".arena-board .cell.taken")).to_have_count(marks + 16)
                assert sum(sizes[frames:]) < 10_000, "what has changed is sent, and nothing else"
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
                assert not violations(page)
                # The same as on all pages.
                assert page.evaluate("getComputedStyle(document.body).backgroundColor") == f"rgb({paper})"
                page.locator("[data-game]").first.click()
                expect(page.locator(".game .cell.taken").first).to_be_visible()
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
                assert not violations(page)
