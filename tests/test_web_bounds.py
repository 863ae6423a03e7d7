"""What the server refuses, closes, or serves first, so that nobody can stop it for others."""

import asyncio
import contextlib
import http.client
import inspect
import signal
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from fastapi import Response
from fastapi.routing import APIRoute
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from commands import noughts
from noughts.cli.serve import _listen
from noughts.records import Record, read_records
from noughts.store import KeptGame, Store
from noughts.web import identity, routes, trees
from noughts.web.answers import Answer
from noughts.web.catalogue import Catalogue
from noughts.web.connections import Connections, Listener, Places
from noughts.web.fair_queue import Client
from noughts.web.game_links import GameLinks
from noughts.web.games import Games
from noughts.web.models import MoveRequest, PositionRequest, SetupRequest
from noughts.web.pool import Pool
from noughts.web.quotas import MOST_BROUGHT_IN
from noughts.web.rates import Rates
from noughts.web.responses import Writer
from noughts.web.scheduler import Scheduler
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


def test_too_many_messages_wait_where_they_come_from_and_then_the_connection_is_closed(tmp_path: Path) -> None:
    with serving(tmp_path, "--rate", "1") as server, Visitor(server) as visitor:
        game = visitor.begin("tictactoe", second=HUMAN)
        with visitor.live(game["id"]) as live:
            server.process.send_signal(signal.SIGSTOP)  # so that all of them lie there when it comes to read
            for number in range(2000):
                live.socket.send("nonsense" if number % 2 else '{"do": "redo"}')
            server.process.send_signal(signal.SIGCONT)
            errors, code = _until_closed(live)
        assert code == TOO_MANY
        assert set(errors) == {"there is no move to make again", "the message cannot be read"}
        assert len(errors) < 1500
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


def test_a_connection_that_the_server_closes_is_gone_once_the_other_side_agrees(visitor: Visitor) -> None:
    visitor.get("/api/settings").raise_for_status()
    began = time.monotonic()
    with visitor.live(2**30) as live:
        assert _until_closed(live) == ([], 4404)  # once the line is cut
    assert time.monotonic() - began < 8, "uvicorn cuts it after ten seconds, agreed or not"


# Answers


class WatchedWriter(Writer):
    """Knows on which threads it wrote."""

    def __init__(self) -> None:
        super().__init__("gzip")
        self.threads: list[str] = []

    def __call__(self, answer: Answer | Sequence[Answer], status: int = 200) -> Response:
        self.threads.append(threading.current_thread().name)
        return super().__call__(answer, status)


def test_large_answers_are_written_on_threads(data_folder: Path) -> None:
    client, write = Client("192.0.2.1", "ada"), WatchedWriter()
    setup = SetupRequest.model_validate({"game": "32x32x5", "second": HUMAN, "moves": ["a1"]})

    async def ask(store: Store) -> list[Response]:
        scheduler = Scheduler()
        games = Games(store, Pool(1), scheduler, Rates.of(30), Catalogue(), Places(500, 8000), GameLinks(b"secret"))
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
            await asyncio.to_thread(scheduler.close)

    with Store() as store:
        answers = asyncio.run(ask(store))
    assert [answer.status_code for answer in answers] == [201] + 6 * [200]
    assert len(write.threads) == len(answers)
    assert all(name.startswith("noughts-work") for name in write.threads), write.threads


def test_no_request_is_answered_on_threads_beside_the_scheduler() -> None:
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


def test_an_answer_is_sent_without_waiting_for_the_one_before_to_have_come() -> None:
    async def accept() -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        class Protocol(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                accepted = transport.get_extra_info("socket")
                found.set_result(accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
                transport.close()

        listening = _listen("127.0.0.1", 0)
        server = await asyncio.get_running_loop().create_server(Protocol, sock=listening)
        _, writer = await asyncio.open_connection(*listening.getsockname())
        has_no_delay = await asyncio.wait_for(found, 10)
        writer.close()
        server.close()
        return has_no_delay

    assert asyncio.run(accept())


def test_a_few_addresses_that_hold_all_they_may_leave_room_for_others() -> None:
    connections = Connections(Places(500, 8000), Rates.of(30).addresses)
    held = [sum(connections.enter(f"192.0.2.{address}") for _ in range(480)) for address in range(30)]
    assert held[0] == 480
    assert sum(held) < 8000
    assert all(connections.enter("198.51.100.7") for _ in range(16))
    for address, count in enumerate(held):
        for _ in range(count):
            connections.leave(f"192.0.2.{address}")
    assert sum(connections.enter("198.51.100.7") for _ in range(500)) == 484, "when they have gone it may have all"


def test_a_body_in_chunks_of_a_few_bytes_is_cut_off_and_one_in_larger_chunks_is_read(server: Server) -> None:
    asked = b'{"game": "tictactoe"' + b" " * 60_000 + b"}"
    head = f"POST /api/view HTTP/1.1\r\nHost: localhost:{server.port}\r\nContent-Type: application/json\r\n".encode()
    answers = []
    for size in (1, 5, 60):
        pieces = (asked[at : at + size] for at in range(0, len(asked), size))
        body = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as sender:
            try:
                sender.sendall(head + b"Transfer-Encoding: chunked\r\n\r\n" + body)
                answers.append(sender.recv(12))
            except ConnectionError:
                answers.append(b"")
    assert answers == [b"", b"", b"HTTP/1.1 200"]


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


# Games


def test_games_that_are_brought_in_are_bounded(visitor: Visitor) -> None:
    text = '[Variant "tictactoe"]\n\n1. b2 *\n\n'
    many = text * MOST_BROUGHT_IN
    assert len(visitor.post("/api/records", content=many).json()["games"]) == MOST_BROUGHT_IN
    answer = visitor.post("/api/records", content=text)
    assert (answer.status_code, "at most 500 games can be brought in" in answer.json()["error"]) == (429, True)
    visitor.delete(f"/api/games/{visitor.get('/api/games?limit=1').json()[0]['id']}")
    assert visitor.post("/api/records", content=text).status_code == 201


def test_an_address_brings_only_so_many_games_whatever_its_cookies(tmp_path: Path) -> None:
    """And so many bytes, counted before they are read: reading costs more than keeping."""
    games = '[Variant "tictactoe"]\n\n1. b2 *\n\n' * 400
    nonsense = b"x" * 60_000
    with serving(tmp_path) as server:
        statuses = []
        for _ in range(4):
            with Visitor(server) as cookie:
                statuses.append(cookie.post("/api/records", content=games).status_code)
        with Visitor(server) as cookie:
            refused = cookie.post("/api/records", content=nonsense)
        with other_address(server) as other:
            read = [other.post("/api/records", content=nonsense) for _ in range(6)]
    assert statuses == [201, 201, 429, 429]
    assert (refused.status_code, "too many games come from your address" in refused.text) == (429, True)
    assert [answer.status_code for answer in read] == 4 * [400] + 2 * [429]


def test_when_all_places_are_taken_the_oldest_games_go_and_newcomers_still_play(data_folder: Path) -> None:
    games = read_records('[Variant "tictactoe"]\n\n1. b2 *\n')
    with Store() as store:
        for owner in ("", "ada", "bob"):
            store.add(games, owner)
        for owner in ("ada", "bob", "eve"):
            store.save(KeptGame(Record("tictactoe", players=("human", "human")), owner=owner))
        for owner in ("bob", "eve", "ada"):
            store.note_visit(owner)
        assert store.forget_oldest(6) == 0
        assert store.forget_oldest(4) == 2
        assert [len(store.ids(owner)) for owner in ("", "ada", "bob", "eve")] == [1, 1, 1, 1], "brought in, the first"
        assert store.forget_oldest(2) == 2
        assert [len(store.ids(owner)) for owner in ("", "ada", "bob", "eve")] == [1, 1, 0, 0], "ada was here last"
        assert store.forget_oldest(0) == 1
        assert len(store.ids("")) == 1, "this machine's user's stay"


def test_other_letters_take_no_more_room_than_they_have(data_folder: Path) -> None:
    tag = "ж" * 10_000
    with Store() as store:
        (number,) = store.add(read_records(f'[Variant "tictactoe"]\n[Annotator "{tag}"]\n\n1. b2 *\n'), "ada")
        assert dict(store.load(number, "ada").record.tags)["Annotator"] == tag
    with contextlib.closing(sqlite3.connect(data_folder / "noughts.db")) as database:
        (size,) = database.execute("SELECT length(CAST(tags AS BLOB)) FROM noughts_games").fetchone()
    assert size < 2 * 10_000 + 100


def test_a_server_that_cannot_keep_games_says_that_it_fails(tmp_path: Path) -> None:
    with serving(tmp_path) as server, Visitor(server) as visitor:
        assert visitor.get("/healthz").json()["status"] == "ok"
        limits = psutil.Process(server.process.pid).rlimit(psutil.RLIMIT_FSIZE)
        psutil.Process(server.process.pid).rlimit(psutil.RLIMIT_FSIZE, (0, limits[1]))  # as if the disk were full
        answer = _health(visitor, "failing")
        assert answer.status_code == 503
        psutil.Process(server.process.pid).rlimit(psutil.RLIMIT_FSIZE, limits)
        assert _health(visitor, "ok").status_code == 200


def _health(visitor: Visitor, status: str) -> httpx.Response:
    """The answer once it says so: it is tried every few seconds."""
    end = time.monotonic() + 60
    while (answer := visitor.get("/healthz")).json()["status"] != status:
        assert time.monotonic() < end, answer.text
        time.sleep(0.1)
    return answer


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
    answer = visitor.post("/api/records", content=b"x" * 257_000)
    assert (answer.status_code, "at most 256000 are read" in answer.json()["error"]) == (413, True)


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
