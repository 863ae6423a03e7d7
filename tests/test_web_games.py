"""An open game: one task owns it and obeys commands in their order, whoever sends them and however many at once."""

import asyncio
import contextlib
import http.client
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psutil
import pytest

import noughts
from noughts.play import NotNowError, Session, seat
from noughts.store import NoSuchGameError, Store
from noughts.web.catalogue import Catalogue
from noughts.web.connections import Places
from noughts.web.fair_queue import Client
from noughts.web.game_links import GameLinks
from noughts.web.games import Games
from noughts.web.pool import Pool
from noughts.web.rates import Rates
from noughts.web.scheduler import Scheduler
from web_server import Server, Visitor, serving

EASY = {"kind": "level", "level": "easy"}
HUMAN = {"kind": "human"}
CHANGES: list[dict[str, Any]] = [{"theme": "dark"}, {"level": "hard"}, {"sound": True}, {"side": "second"}]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("web"), "--rate", "1000") as found:
        yield found


@pytest.fixture
def visitor(server: Server) -> Iterator[Visitor]:
    with Visitor(server) as found:
        found.get("/api/settings")
        yield found


def like(visitor: Visitor) -> Visitor:
    """Another connection of the same visitor."""
    other = Visitor(visitor.server)
    other.cookies.update(visitor.cookies)
    return other


def test_a_game_that_is_looked_at_while_moves_are_made_stays_one_game(visitor: Visitor) -> None:
    """Each look opens the game and lets it go: none may bring back what another has replaced."""
    moves = ["5.5", "5.1", "1.5", "5.9", "9.5", "5.3", "3.5", "5.7"]
    for _ in range(12):
        number, is_over = visitor.begin("ultimate", second=HUMAN)["id"], threading.Event()
        seen: list[dict[str, Any]] = []

        def look(number: int = number, seen: list[dict[str, Any]] = seen, over: threading.Event = is_over) -> None:
            with like(visitor) as looker:
                while not over.is_set():
                    seen.append(looker.get(f"/api/games/{number}").json())

        lookers = [threading.Thread(target=look) for _ in range(4)]
        for looker in lookers:
            looker.start()
        while len(seen) < len(lookers):
            time.sleep(0.01)
        for made, move in enumerate(moves, 1):
            answer = visitor.post(f"/api/games/{number}/moves", json={"move": move}).json()
            assert (answer["id"], len(answer["moves"]), answer["note"]) == (number, made, None)
        is_over.set()
        for looker in lookers:
            looker.join()
        assert {game["id"] for game in seen} == {number}
        assert {game["note"] for game in seen} == {None}


def test_all_who_ask_an_engine_to_think_get_its_move(visitor: Visitor) -> None:
    with contextlib.ExitStack() as stack, ThreadPoolExecutor(4) as threads:
        askers = [stack.enter_context(like(visitor)) for _ in range(4)]
        for _ in range(5):
            number = visitor.begin("ultimate", first=EASY, second=HUMAN)["id"]
            answers = list(threads.map(lambda asker: asker.post(f"/api/games/{number}/think"), askers))  # noqa: B023
            made = [answer.json()["moves"] for answer in answers if answer.status_code == 200]
            assert made
            assert all(moves == made[0] and len(moves) == 1 for moves in made)
            # One that came after the move was made is told so: none gets a game without it.
            late = [answer for answer in answers if answer.status_code != 200]
            assert all((one.status_code, one.json()["error"]) == (409, "no engine is to move") for one in late)


def test_of_settings_that_are_changed_at_once_none_is_lost(server: Server) -> None:
    with ThreadPoolExecutor(len(CHANGES)) as threads:
        for _ in range(10):
            with Visitor(server) as fresh, contextlib.ExitStack() as stack:
                fresh.get("/api/settings")
                askers = [stack.enter_context(like(fresh)) for _ in CHANGES]
                asked = [
                    threads.submit(asker.patch, "/api/settings", json=change)
                    for asker, change in zip(askers, CHANGES, strict=True)
                ]
                assert [one.result().status_code for one in asked] == [200] * len(CHANGES)
                found = fresh.get("/api/settings").json()
                for change in CHANGES:
                    assert found | change == found


def test_an_upload_whose_sender_has_gone_is_not_read(tmp_path: Path) -> None:
    """Twenty files wait for the one thread that reads such; when their senders leave, nothing is left to do."""
    rows = [[f"{column}{row}" for column in "acegikmo"] for row in range(1, 16)]
    line = " ".join(move for row, cells in enumerate(rows) for move in (*cells[row % 2 :], *cells[: row % 2]))
    games = (f'[Variant "15x15x5"]\n\n{line} *\n\n' * 130)[:60_000].rpartition("\n\n")[0]
    with serving(tmp_path) as server, contextlib.ExitStack() as stack:
        process = psutil.Process(server.process.pid)
        with Visitor(server) as visitor:
            visitor.get("/healthz")
        senders = []
        for number in range(20):
            sender = http.client.HTTPConnection("127.0.0.1", server.port, source_address=(f"127.0.0.{number + 2}", 0))
            stack.enter_context(contextlib.closing(sender))
            sender.request("POST", "/api/records", games)
            senders.append(sender)
        time.sleep(0.3)
        for sender in senders:
            sender.close()
        time.sleep(1.0)
        before = sum(process.cpu_times()[:2])
        time.sleep(1.0)
        assert sum(process.cpu_times()[:2]) - before < 0.5, "it has nothing to do any more"
        with Visitor(server) as visitor:
            assert visitor.get("/api/settings").status_code == 200


# Seats


def test_only_the_visitor_who_sits_there_moves_for_a_side(data_folder: Path) -> None:
    game = noughts.game("tictactoe")
    ada, eve = Client("192.0.2.1", "ada"), Client("192.0.2.2", "eve")

    async def play(store: Store, number: int) -> None:
        scheduler = Scheduler()
        games = Games(store, Pool(1), scheduler, Rates.of(30), Catalogue(), Places(500, 8000), GameLinks(b"secret"))
        try:
            with pytest.raises(NoSuchGameError):
                await games.at(number).play(eve, "b2")
            opened = games.at(number)
            opened.watchers.add(Silent())  # it stays open
            await opened.play(ada, "b2")
            opened.sitters = ("ada", "bob")
            with pytest.raises(NotNowError, match="it is not your turn"):
                await opened.play(ada, "a1")
            opened.sitters = ("ada", "ada")
            await opened.play(ada, "a1")
            await games.close()
        finally:
            await asyncio.to_thread(scheduler.close)

    with Store() as store:
        session = Session(game.start(), (seat("human", game), seat("human", game)), store=store, owner="ada")
        session.keep()
        assert session.id is not None
        asyncio.run(play(store, session.id))
        assert [move.text for move in store.load(session.id, "ada").record.moves] == ["b2", "a1"]


class Silent:
    """A watcher who reads nothing."""

    def send(self, text: str) -> None:
        pass

    def dismiss(self, why: str) -> None:
        pass
