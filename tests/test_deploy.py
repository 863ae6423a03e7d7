"""The configurations in deploy/, with a real nginx before a real server."""

import configparser
import contextlib
import re
import shlex
import signal
import socket
import ssl
from collections.abc import Iterator, Sequence
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from nginx import SHIPPED, Nginx, nginx
from noughts.web.pages import STATIC
from noughts.web.security import MOST_BYTES
from web_server import Server, Visitor, serving

EASY = {"kind": "level", "level": "easy"}
HUMAN = {"kind": "human"}
CONNECTIONS = 3  # WebSockets of an address, on the server: few, so that a test sees whom it counts
TRY_LATER = 1013

# Each flood has an address of its own, as nginx remembers it for a while.
OTHER, CLASS_ROOM, MANY_REQUESTS, MANY_CONNECTIONS = "127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5"


def options_of_service() -> list[str]:
    """What the systemd unit starts the server with."""
    unit = configparser.ConfigParser(interpolation=None)
    unit.read(SHIPPED.parent / "noughts.service", encoding="utf-8")
    program, command, *options = shlex.split(unit["Service"]["ExecStart"])
    assert (Path(program).name, command) == ("noughts", "serve")
    return options


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("web"), *options_of_service(), "--per-address", str(CONNECTIONS)) as found:
        yield found


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory, server: Server) -> Iterator[Nginx]:
    with nginx(tmp_path_factory.mktemp("nginx"), server) as found:
        yield found


@pytest.fixture
def visitor(server: Server, front: Nginx) -> Iterator[Visitor]:
    with Visitor(server, proxy=front.proxy) as found:
        yield found


@pytest.fixture
def other(server: Server, front: Nginx) -> Iterator[Visitor]:
    with Visitor(server, OTHER, front.proxy) as found:
        yield found


def connect(front: Nginx, address: str) -> ssl.SSLSocket:
    plain = socket.create_connection(("127.0.0.1", front.proxy.port), timeout=120, source_address=(address, 0))
    return front.proxy.tls.wrap_socket(plain, server_hostname="localhost")


def version_of(page: httpx.Response) -> str:
    found = re.search(r"/static/(\w+)/", page.text)
    assert found is not None
    return found[1]


def test_the_page_and_its_files_come_and_are_kept_as_the_server_says(visitor: Visitor, server: Server) -> None:
    page = visitor.get("/")
    assert page.status_code == 200
    assert page.headers["cache-control"] == "no-cache"
    with Visitor(server) as direct:
        for path in ("app.js", "frame/styles.css", "favicon.svg"):
            address = f"/static/{version_of(page)}/{path}"
            asked, again, expected = visitor.get(address), visitor.get(address), direct.get(address)
            assert asked.content == again.content == expected.content == (STATIC / path).read_bytes()
            for name in ("cache-control", "content-type", "etag", "vary", "content-security-policy"):
                assert again.headers[name] == expected.headers[name]
            assert "immutable" in again.headers["cache-control"]
        server.process.send_signal(signal.SIGSTOP)
        try:
            assert visitor.get(address, timeout=20).status_code == 200, "nginx has it"
        finally:
            server.process.send_signal(signal.SIGCONT)


def test_plain_http_leads_to_https(front: Nginx) -> None:
    answer = httpx.get(f"http://127.0.0.1:{front.plain_port}/api/games?limit=1", trust_env=False)
    assert (answer.status_code, answer.headers["location"]) == (301, "https://127.0.0.1/api/games?limit=1")


def test_a_game_over_rest(visitor: Visitor) -> None:
    origin = {"Origin": str(visitor.base_url).rstrip("/")}
    game = visitor.begin("tictactoe", first=HUMAN, second=HUMAN)["id"]
    for move in ("b2", "a1", "b3", "c1", "b1"):
        visitor.post(f"/api/games/{game}/moves", json={"move": move}, headers=origin).raise_for_status()
    assert visitor.get(f"/api/games/{game}").json()["view"]["status"] == "X wins: 3 in a row"
    elsewhere = {"Origin": "https://elsewhere.example"}
    assert visitor.post(f"/api/games/{game}/undo", headers=elsewhere).status_code == 403


def test_a_game_against_the_engine_over_a_websocket(visitor: Visitor) -> None:
    game = visitor.begin("tictactoe", first=HUMAN, second=EASY)
    with visitor.live(game["id"], Origin=str(visitor.base_url).rstrip("/")) as live:
        state = live.game_after(0)
        while state["to_move"] is not None:
            live.send(do="move", move=next(iter(state["view"]["clicks"])))
            state = live.game_after(len(state["moves"]) + 2)
    assert state["result"] in ("1-0", "0-1", "1/2-1/2")


def test_the_cookie_is_sent_over_tls_only(visitor: Visitor, server: Server) -> None:
    assert "; Secure" in visitor.get("/api/settings").headers["set-cookie"]
    with Visitor(server) as direct:
        assert "; Secure" not in direct.get("/api/settings").headers["set-cookie"]


def test_an_address_cannot_be_forged(visitor: Visitor, other: Visitor) -> None:
    """From the proxy's own address, which the server would believe more than it believes others."""
    number, of_other = visitor.begin("tictactoe", second=HUMAN)["id"], other.begin("tictactoe", second=HUMAN)["id"]

    def forged(index: int) -> dict[str, str]:
        return {"X-Forwarded-For": f"192.0.2.{index}", "X-Real-IP": f"192.0.2.{index}", "Forwarded": "for=192.0.2.9"}

    with contextlib.ExitStack() as held:
        for index in range(CONNECTIONS):
            held.enter_context(visitor.live(number, **forged(index))).next("game")
        with visitor.live(number, **forged(CONNECTIONS)) as live, pytest.raises(ConnectionClosed) as closed:
            live.next("game")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == TRY_LATER
        with other.live(of_other) as live:
            assert live.next("game")


def test_large_bodies_are_refused_in_words(visitor: Visitor, front: Nginx) -> None:
    def posted(size: int) -> httpx.Response:
        return visitor.post("/api/games", content=b" " * size, headers={"Content-Type": "application/json"})

    assert posted(MOST_BYTES).status_code == 422
    assert "too large body" not in front.log
    answer = posted(MOST_BYTES + 1)
    assert "too large body" in front.log, "the server has not heard of it"
    assert (answer.status_code, answer.headers["content-type"]) == (413, "application/json")
    assert answer.json() == {"error": f"the request is too large; at most {MOST_BYTES // 1024} kB are read"}


def test_a_class_behind_one_address_opens_the_page_at_once(visitor: Visitor, front: Nginx) -> None:
    """Thirty browsers with six connections each, and all files of the page, as none has been there before."""
    version = version_of(visitor.get("/"))
    files = [f"/static/{version}/{path.relative_to(STATIC)}" for path in STATIC.rglob("*") if path.is_file()]
    assert len(files) > 45
    shares = [["/", "/api/catalogue"], ["/api/settings", "/api/games"], *(files[start::4] for start in range(4))]
    with contextlib.ExitStack() as held:
        opened = [(held.enter_context(connect(front, CLASS_ROOM)), share) for _ in range(30) for share in shares]
        for connection, share in opened:
            connection.sendall(b"".join(_get(path, is_last=path is share[-1]) for path in share))
        statuses = [status for connection, _ in opened for status in _statuses(connection)]
    assert statuses == ["200"] * 30 * (len(files) + 4)


def _get(path: str, is_last: bool) -> bytes:
    closing = "Connection: close\r\n" if is_last else ""
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n{closing}\r\n".encode()


def _statuses(connection: ssl.SSLSocket) -> list[str]:
    """Of all answers, until the connection is closed."""
    return [
        found.decode()
        for found in re.findall(rb"HTTP/1\.1 (\d+) ", b"".join(iter(lambda: connection.recv(65536), b"")))
    ]


def test_too_many_requests_of_an_address_are_refused(front: Nginx, other: Visitor) -> None:
    with contextlib.ExitStack() as held:
        opened = [held.enter_context(connect(front, MANY_REQUESTS)) for _ in range(490)]
        begin_requests(opened)
        first, last = opened[0], opened[-1]
        refused = last.recv(4096)
        assert refused.startswith(b"HTTP/1.1 429 ")
        assert b'"too many requests: wait a moment"' in refused
        assert "limiting requests" in _lines_about(front, MANY_REQUESTS)
        assert other.get("/healthz").status_code == 200
        first.sendall(b"x")  # all of it
        assert first.recv(4096).startswith(b"HTTP/1.1 422 ")


def test_too_many_connections_of_an_address_are_refused(front: Nginx, other: Visitor) -> None:
    """However slowly they are opened."""
    with contextlib.ExitStack() as held:
        opened: list[ssl.SSLSocket] = []
        while "limiting connections" not in (lines := _lines_about(front, MANY_CONNECTIONS)):
            assert len(opened) < 2000
            opened.append(held.enter_context(connect(front, MANY_CONNECTIONS)))
            begin_requests(opened[-1:])
        assert len(opened) - lines.count("limiting requests") >= 500
        assert other.get("/healthz").status_code == 200


def begin_requests(connections: Sequence[ssl.SSLSocket]) -> None:
    """All but the last byte: nginx counts them, and the server does not hear of them."""
    head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n"
    for connection in connections:
        connection.sendall(head)


def _lines_about(front: Nginx, address: str) -> str:
    return "\n".join(line for line in front.log.splitlines() if f"client: {address}," in line)
