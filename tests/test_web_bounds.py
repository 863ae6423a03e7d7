"""What the server refuses, closes, or serves first, so that nobody can stop it for others."""

import asyncio
import contextlib
import http.client
import inspect
import random
import signal
import socket
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from fastapi import Response
from fastapi.routing import APIRoute
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from commands import noughts
from noughts.records import read_records
from noughts.store import Store
from noughts.web import identity, routes, trees
from noughts.web.answers import Answer
from noughts.web.catalogue import Catalogue
from noughts.web.connections import Listener
from noughts.web.fair_queue import Client, FairQueue
from noughts.web.games import Games
from noughts.web.models import MoveRequest, PositionRequest, SetupRequest
from noughts.web.pool import Pool
from noughts.web.rates import Rates
from noughts.web.room import MOST_BROUGHT_IN, check_room
from noughts.web.turns import BusyError, Turns
from noughts.web.writing import Writer
from web_server import Live, Server, Visitor, serving

EASY = {"kind": "level", "level": "easy"}
HUMAN = {"kind": "human"}
SLOW = {"kind": "search", "search": "noughts", "time": 10}
TOO_MANY = 4429


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("web")) as found:
        yield found


@pytest.fixture
def visitor(server: Server) -> Iterator[Visitor]:
    with Visitor(server) as found:
        yield found


# Messages


def test_too_many_messages_are_refused_unread_and_then_the_connection_is_closed(tmp_path: Path) -> None:
    with serving(tmp_path, "--rate", "1") as server, Visitor(server) as visitor:
        game = visitor.begin("tictactoe", second=HUMAN)
        with visitor.live(game["id"]) as live:
            server.process.send_signal(signal.SIGSTOP)  # so that all of them lie there when it comes to read
            for number in range(400):
                live.socket.send("nonsense" if number % 2 else '{"do": "redo"}')
            server.process.send_signal(signal.SIGCONT)
            errors, code = _until_closed(live)
        assert code == TOO_MANY
        assert {"there is no move to make again", "the message cannot be read"} <= set(errors)
        refused = [error for error in errors if "too many messages" in error]
        assert len(errors) < 400
        assert len(refused) > len(errors) / 2
        answers = [visitor.get("/api/settings") for _ in range(20)]
    assert 429 in {answer.status_code for answer in answers}
    assert "too many requests" in next(answer for answer in answers if answer.status_code == 429).json()["error"]


def _until_closed(live: Live) -> tuple[list[str], int | None]:
    """The errors that come until then, and the code that it is closed with."""
    errors = []
    while True:
        try:
            errors.append(live.next("error")["error"])
        except ConnectionClosed as closed:
            return errors, closed.rcvd.code if closed.rcvd else None


def test_a_flood_of_frames_that_are_no_messages_is_closed(visitor: Visitor) -> None:
    game = visitor.begin("tictactoe", second=HUMAN)
    with visitor.live(game["id"]) as live:
        live.next("game")
        with contextlib.suppress(ConnectionClosed):
            for _ in range(100_000):
                live.socket.ping()
        assert _until_closed(live)[1] in (TOO_MANY, None)  # None if the line was cut while more was coming
    assert visitor.get("/api/settings").status_code == 200


# Turns


def test_turns_go_by_addresses_first_and_then_by_visitors() -> None:
    queue: FairQueue[str] = FairQueue()
    for cookie in range(40):
        for number in range(3):
            queue.put(Client("192.0.2.1", f"cookie {cookie}"), f"{cookie}/{number}")
    assert queue.take() == "0/0"
    for number in range(2):
        queue.put(Client("192.0.2.2", "ada"), f"ada/{number}")
    served = [queue.take() for _ in range(5)]
    assert served == ["ada/0", "1/0", "ada/1", "2/0", "3/0"]
    queue.remove(Client("192.0.2.1", "cookie 4"), "4/0")
    assert queue.take() == "4/1"
    assert queue.take(may=lambda address: address == "192.0.2.2") is None
    assert len(queue) == len(list(queue)) == 40 * 3 + 2 - 8


def test_turns_are_those_of_a_plain_count() -> None:
    """The queue finds the next one without looking at all; here all are looked at."""
    chance, queue = random.Random(12), FairQueue[int]()
    waiting: list[tuple[Client, int]] = []
    served: dict[str | Client, int] = {}
    for turn in range(1, 3000):
        client = Client(f"192.0.2.{chance.randrange(5)}", f"visitor {chance.randrange(6)}")
        if chance.random() < 0.55:
            queue.put(client, turn)
            waiting.append((client, turn))
        elif chance.random() < 0.2 and waiting:
            gone = chance.choice(waiting)
            queue.remove(*gone)
            waiting.remove(gone)
        else:
            barred = f"192.0.2.{chance.randrange(5)}"
            may = [one for one in waiting if one[0].address != barred]
            taken = queue.take(lambda address, barred=barred: address != barred)  # type: ignore[misc]
            if not may:
                assert taken is None
                continue
            (owner,) = (client for client, number in may if number == taken)
            assert served.get(owner.address, 0) == min(served.get(client.address, 0) for client, _ in may)
            beside = [one for one in may if one[0].address == owner.address]
            assert served.get(owner, 0) == min(served.get(client, 0) for client, _ in beside)
            assert taken == min(number for client, number in beside if client == owner), "in the order of coming"
            served[owner.address] = served[owner] = turn
            waiting.remove((owner, taken))
        assert len(queue) == len(waiting) == len(list(queue))
        assert queue.of_visitor(client) == sum(one == client for one, _ in waiting)
        assert queue.of_address(client.address) == sum(one.address == client.address for one, _ in waiting)


def test_an_address_never_holds_all_threads() -> None:
    async def serve() -> None:
        turns, gate, begun = Turns(), threading.Event(), list[int]()

        def wait(number: int) -> int:
            begun.append(number)
            gate.wait()
            return number

        greedy = [
            asyncio.create_task(turns.run(Client("192.0.2.1", f"cookie {number}"), lambda number=number: wait(number)))  # type: ignore[misc]
            for number in range(6)
        ]
        try:
            async with asyncio.timeout(60):
                for number in range(5):
                    assert await turns.run(Client("192.0.2.2", "ada"), lambda number=number: number) == number  # type: ignore[misc]
            assert begun == [0, 1], "the others wait until one of these has ended"
            greedy[4].cancel()
            gate.set()
            assert await asyncio.gather(*greedy[:4], greedy[5]) == [0, 1, 2, 3, 5]
        finally:
            gate.set()
            await asyncio.to_thread(turns.close)

    asyncio.run(serve())


class WatchedWriter(Writer):
    """Knows on which threads it wrote."""

    def __init__(self) -> None:
        super().__init__("gzip")
        self.threads: list[str] = []

    def __call__(self, answer: Answer | Sequence[Answer], status: int = 200) -> Response:
        self.threads.append(threading.current_thread().name)
        return super().__call__(answer, status)


def test_large_answers_are_written_on_threads_by_turns(data_folder: Path) -> None:
    client, write = Client("192.0.2.1", "ada"), WatchedWriter()
    setup = SetupRequest.model_validate({"game": "32x32x5", "second": HUMAN, "moves": ["a1"]})

    async def ask(store: Store) -> list[Response]:
        turns = Turns()
        games = Games(store, Pool(1), turns, Rates.of(30), Catalogue(), 500)
        try:
            return [
                await routes.begin(setup, games, client, write),
                await routes.view(PositionRequest(game="32x32x5"), games, client, write),
                await routes.listed(games, client, write, limit=500, offset=0),
                await routes.game(1, games, client, write),
                await routes.move(1, MoveRequest(move="b1"), games, client, write),
                await routes.undo(1, games, client, write),
                await routes.redo(1, games, client, write),
            ]
        finally:
            await asyncio.to_thread(turns.close)

    with Store() as store:
        answers = asyncio.run(ask(store))
    assert [answer.status_code for answer in answers] == [201] + 6 * [200]
    assert len(write.threads) == len(answers)
    assert all(name.startswith("noughts-turns") for name in write.threads), write.threads


def test_no_request_is_answered_on_threads_beside_the_turns() -> None:
    """What is no coroutine would be called on one of forty more threads."""
    every = [*routes.router.routes, *identity.router.routes, *trees.router.routes]
    found = [route for route in every if isinstance(route, APIRoute)]
    assert len(found) > 15
    for route in found:
        for call in (route.endpoint, *(one.call for one in route.dependant.dependencies)):
            assert inspect.iscoroutinefunction(call), (route.path, call)


def test_what_is_packed_is_what_is_sent_plain(visitor: Visitor) -> None:
    asked = {"game": "32x32x5"}
    packed = visitor.post("/api/view", json=asked, headers={"Accept-Encoding": "gzip"})
    plain = visitor.post("/api/view", json=asked, headers={"Accept-Encoding": "identity"})
    assert (packed.headers.get("content-encoding"), plain.headers.get("content-encoding")) == ("gzip", None)
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert packed.content == plain.content
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 4
    assert len(plain.json()["view"]["cells"]) == 1024


def test_however_many_sizes_are_named_each_kind_of_board_is_compiled_once() -> None:
    catalogue, told = Catalogue(), list[str]()
    catalogue.on_chosen = told.append
    for rows in range(3, 33):
        for columns in range(3, 33):
            catalogue.chosen(f"{rows}x{columns}x3")
        catalogue.chosen("ultimate")
    assert {"ultimate", "3x3x3"} < set(told)
    assert len(set(told)) <= 5, "boards of 1, 2, 4 and 17 words"


def other_address(server: Server) -> Visitor:
    """Somebody who comes from 127.0.0.2."""
    return Visitor(server, local_address="127.0.0.2")


def test_a_move_does_not_wait_for_an_address_that_holds_all_workers(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "2") as server, Visitor(server) as honest, other_address(server) as greedy:
        quick = honest.begin("ultimate", first=EASY, second=HUMAN)["id"]
        honest.post(f"/api/games/{quick}/think")  # compiled
        numbers = [greedy.begin("ultimate", first=SLOW, second=HUMAN)["id"] for _ in range(8)]
        with contextlib.ExitStack() as stack:
            for number in numbers:
                stack.enter_context(greedy.live(number)).next("thinking")
            honest.post(f"/api/games/{quick}/moves", json={"move": _first_legal(honest, quick)})
            assert len(honest.post(f"/api/games/{quick}/think").json()["moves"]) == 3
            made = [len(greedy.get(f"/api/games/{number}").json()["moves"]) for number in numbers]
        assert sum(made) < len(made), "others who had waited longer wait on"


def _first_legal(visitor: Visitor, number: int) -> str:
    return next(iter(visitor.get(f"/api/games/{number}").json()["view"]["clicks"]))


def test_a_move_comes_before_analyses(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "1") as server, Visitor(server) as visitor, Visitor(server) as other:
        quick = other.begin("ultimate", first=EASY, second=HUMAN)["id"]
        with visitor.live(visitor.begin("ultimate", second=HUMAN)["id"]) as live:
            live.send(do="analyse")
            live.next("analysis")  # it would take half a minute
            live.send(do="hint")
            assert len(other.post(f"/api/games/{quick}/think").json()["moves"]) == 1
            assert live.next("hint")["analysis"]["lines"]


def test_a_search_that_nobody_waits_for_is_stopped(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "1") as server, Visitor(server) as visitor:
        visitor.post("/api/analyse", json={"game": "ultimate", "time": 0.1}).raise_for_status()
        cookie = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
        for _ in range(5):  # more than a visitor may have at once
            asking = http.client.HTTPConnection("localhost", server.port)
            body = '{"game": "ultimate", "time": 10}'
            asking.request("POST", "/api/analyse", body, {"Cookie": cookie, "Content-Type": "application/json"})
            _until_thinking(visitor, 1)
            asking.close()
            _until_thinking(visitor, 0)


def _until_thinking(visitor: Visitor, count: int) -> None:
    while visitor.get("/healthz").json()["searches"] != count:
        pass


# Connections


def test_an_address_has_only_so_many_connections_and_others_come_in(tmp_path: Path) -> None:
    with serving(tmp_path, "--per-address", "20") as server, contextlib.ExitStack() as stack:
        held = []
        for _ in range(60):
            half_open = stack.enter_context(contextlib.closing(socket.socket()))
            half_open.bind(("127.0.0.2", 0))
            half_open.connect(("127.0.0.1", server.port))
            with contextlib.suppress(OSError):
                half_open.sendall(b"GET / HTTP/1.1\r\n")
            held.append(half_open)
        closed = 0
        for half_open in held[20:]:
            half_open.settimeout(60)
            with contextlib.suppress(ConnectionError):
                assert half_open.recv(100) == b""
            closed += 1
        assert closed == 40
        with Visitor(server) as visitor:
            assert visitor.get("/api/settings").status_code == 200
        for half_open in held[:20]:  # and those that say nothing more are closed in the end
            half_open.settimeout(60)
            with contextlib.suppress(ConnectionError):
                assert half_open.recv(100) == b""


# Games


def test_connections_are_taken_a_few_at_a_time_so_that_others_have_their_turn() -> None:
    with Listener(socket.AF_INET, socket.SOCK_STREAM) as listener, contextlib.ExitStack() as opened:
        listener.bind(("127.0.0.1", 0))
        listener.listen(100)
        listener.setblocking(False)
        for _ in range(70):
            opened.enter_context(socket.create_connection(listener.getsockname()))
        taken, turns = 0, [0]
        while taken < 70:
            try:
                opened.enter_context(listener.accept()[0])
                taken += 1
                turns[-1] += 1
            except BlockingIOError:
                turns.append(0)
        assert [turn for turn in turns if turn] == [20, 20, 20, 10]


def test_games_that_are_brought_in_are_bounded(visitor: Visitor) -> None:
    text = '[Variant "tictactoe"]\n\n1. b2 *\n\n'
    many = text * MOST_BROUGHT_IN
    assert len(visitor.post("/api/records", content=many).json()["games"]) == MOST_BROUGHT_IN
    answer = visitor.post("/api/records", content=text)
    assert (answer.status_code, "at most 500 games can be brought in" in answer.json()["error"]) == (429, True)
    visitor.delete(f"/api/games/{visitor.get('/api/games?limit=1').json()[0]['id']}")
    assert visitor.post("/api/records", content=text).status_code == 201


def test_an_address_brings_only_so_many_games_whatever_its_cookies(data_folder: Path) -> None:
    with Store() as store:
        rates = Rates.of(30)
        for cookie in range(10):
            check_room(store, rates, Client("192.0.2.1", f"cookie {cookie}"), 500, are_brought_in=True)
        with pytest.raises(BusyError, match="from your address"):
            check_room(store, rates, Client("192.0.2.1", "another"), 500, are_brought_in=True)
        check_room(store, rates, Client("192.0.2.2", "ada"), 500, are_brought_in=True)
        check_room(store, rates, Client("192.0.2.1", ""), 5000, are_brought_in=True)  # this machine's own user


def test_what_nobody_has_looked_at_for_long_is_forgotten(data_folder: Path) -> None:
    games = read_records('[Variant "tictactoe"]\n\n1. b2 *\n')
    with Store() as store:
        for owner in ("", "ada", "bob", "eve"):
            store.add(games, owner)
        store.note_visit("ada")
        store.note_visit("bob")
        with contextlib.closing(sqlite3.connect(data_folder / "noughts.db")) as database:
            for table, column in (("games", "changed"), ("visitors", "visited")):
                database.execute(f"UPDATE noughts_{table} SET {column} = datetime({column}, '-90 days')")
            database.commit()
        store.note_visit("ada")
        assert store.forget_unvisited(timedelta(days=100), timedelta(days=100)) == 0
        assert store.forget_unvisited(timedelta(days=400), timedelta(days=60)) == 2, "bob's and eve's, brought in"
        assert [store.count(owner) for owner in ("", "ada", "bob", "eve")] == [1, 1, 0, 0]


# Requests


ROUTES = ["/api/records", "/api/games", "/api/view", "/api/games/1/moves", "/api/games/1/undo", "/api/nowhere"]


@pytest.mark.parametrize("path", ROUTES)
def test_a_large_body_is_refused_everywhere(visitor: Visitor, path: str) -> None:
    for content in (b"x" * 300_000, (b"x" * 1000 for _ in range(300))):  # with its length, and in chunks
        answer = visitor.post(path, content=content)
        assert (answer.status_code, answer.json()["error"]) == (
            413,
            "the request is too large; at most 256 kB are read",
        )
    assert not [line for line in visitor.server.log if "Traceback" in line]


def test_records_over_their_own_bound_are_too_large(visitor: Visitor) -> None:
    answer = visitor.post("/api/records", content=b"x" * 70_000)
    assert (answer.status_code, "at most 65536 are read" in answer.json()["error"]) == (413, True)


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8040", "localhost.evil.example", ""])
def test_other_names_are_refused(visitor: Visitor, host: str) -> None:
    answer = visitor.get("/api/games", headers={"Host": host})
    assert (answer.status_code, "--allowed-host" in answer.json()["error"]) == (421, True)
    url = f"ws://localhost:{visitor.server.port}/api/games/1/live"
    with socket.create_connection(("localhost", visitor.server.port)) as raw:
        named = f"ws://{host or 'nothing'}/api/games/1/live" if host else url.replace("localhost", "evil")
        with pytest.raises(InvalidStatus), connect(named, sock=raw, proxy=None):
            pass


def test_names_that_are_allowed_and_numbers_are_answered(tmp_path: Path) -> None:
    with serving(tmp_path, "--allowed-host", "games.example") as server, Visitor(server) as visitor:
        for host in ("games.example", "GAMES.example:80", "localhost", "127.0.0.1:1", "[::1]:80"):
            assert visitor.get("/api/settings", headers={"Host": host}).status_code == 200
        assert visitor.get("/api/settings", headers={"Host": "evil.example"}).status_code == 421


def test_forwarded_addresses_count_only_if_the_proxy_is_trusted(tmp_path: Path) -> None:
    def statuses(server: Server) -> list[int]:
        """Of many newcomers, who each say that they come from elsewhere."""
        found = []
        for number in range(40):
            with Visitor(server) as visitor:
                header = {"X-Forwarded-For": f"198.51.100.{number}"}
                found.append(visitor.get("/api/settings", headers=header).status_code)
        return found

    with serving(tmp_path, "--rate", "1") as server:
        assert 429 in statuses(server)
    with serving(tmp_path, "--rate", "1", "--trusted-proxy", "127.0.0.1") as server:
        assert set(statuses(server)) == {200}


def test_methods_are_told(visitor: Visitor) -> None:
    answer = visitor.put("/api/settings")
    assert (answer.status_code, set(answer.headers["allow"].split(", "))) == (405, {"GET", "HEAD", "PATCH"})
    assert visitor.post("/static/app.js").headers["allow"] == "GET, HEAD"
    assert visitor.head("/api/view").headers["allow"] == "POST"
    for path in ("/", "/static/app.js", "/api/catalogue", "/api/settings", "/healthz"):
        head, whole = visitor.head(path), visitor.get(path)
        assert (head.status_code, head.content) == (200, b""), path
        assert head.headers["content-type"] == whole.headers["content-type"]
        assert head.headers.get("content-length") == whole.headers.get("content-length")


def test_obstacles_and_moves_go_together(visitor: Visitor) -> None:
    setup: dict[str, Any] = {"obstacles": 5, "seed": 1, "second": HUMAN}
    free = list(visitor.begin("5x5x4", **setup)["view"]["clicks"])
    game = visitor.begin("5x5x4", **setup, moves=free[:2])
    assert [move["text"] for move in game["moves"]] == free[:2]
    assert game["start"].count("#") == 5
    answer = visitor.post("/api/games", json={"game": "5x5x4", **setup, "moves": [free[0], free[0]]})
    assert (answer.status_code, "move 2" in answer.json()["error"]) == (400, True)


def test_bad_bounds_are_explained() -> None:
    for arguments, message in (
        (("--per-address", "0"), "--per-address is 0"),
        (("--trusted-proxy", "my-proxy"), "--trusted-proxy is 'my-proxy'"),
        (("--host", "0.0.0.0", "--no-visitors"), "--no-visitors would show your games to everybody"),
    ):
        run = noughts("serve", "--no-browser", "--port", "0", *arguments)
        assert (run.returncode, message in run.stderr, "Traceback" in run.stderr) == (2, True, False), run.stderr
