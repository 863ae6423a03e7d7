"""Attacks on a server of our own, on this machine's loopback: how long others wait meanwhile.

    python benchmarks/hostile.py [--seconds 8] [--addresses 1,3,10,30] [--only messages cookies …]

Each attack runs in a process of its own and comes from one address (127.0.1.1) or from several at once, with fewer
connections each (3 × 20, 10 × 10, 30 × 5); it ends after the seconds given, and none sends to any other machine.
Meanwhile a visitor from 127.0.0.1 makes a move in a game between people every 50 ms, a *click*, and another plays
against the engine at level easy, a *move*. The aim is a click in 200 ms at the 95th percentile. Last comes how long
after the end of the attack the server has nothing left to do (two looks at its processor time, 0.2 s apart).
"""

import argparse
import asyncio
import base64
import contextlib
import contextvars
import itertools
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import psutil

from web_load import Visitor, at

TARGET = "127.0.0.1"
CONNECTIONS = {1: 10_000, 3: 20, 10: 10, 30: 5}  # of an address at most, by the number of addresses
FREE = 0.25  # of a core: a server that uses less has nothing left to do but what the two visitors ask for
SLOW = {"kind": "search", "search": "noughts", "time": 10}
HUMAN = {"kind": "human"}
MASK = b"\x01\x02\x03\x04"


# The address that a task of an attack comes from.
ADDRESS: contextvars.ContextVar[str] = contextvars.ContextVar("address", default="127.0.1.1")


class Attacker:
    """Addresses of this machine that do not stop before the time is over."""

    def __init__(self, port: int, seconds: float, addresses: int) -> None:
        self.port, self.until, self.addresses = port, time.monotonic() + seconds, addresses
        self.done = 0

    @property
    def is_over(self) -> bool:
        return time.monotonic() > self.until

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(TARGET, self.port, local_addr=(ADDRESS.get(), 0))

    def client(self) -> httpx.AsyncClient:
        # Without certificates, which take longer to read than an attack to begin.
        transport = httpx.AsyncHTTPTransport(local_address=ADDRESS.get(), retries=0, verify=False)
        return httpx.AsyncClient(base_url=f"http://{TARGET}:{self.port}", transport=transport, timeout=60)

    async def repeat(self, one: Callable[[], Awaitable[None]]) -> None:
        while not self.is_over:
            with contextlib.suppress(OSError, httpx.HTTPError, asyncio.IncompleteReadError, KeyError, ValueError):
                await one()
                self.done += 1
            await asyncio.sleep(0)

    async def many(self, count: int, one: Callable[[], Awaitable[None]]) -> None:
        """So many connections of one address, fewer of each of several."""
        each = min(count, CONNECTIONS[self.addresses])
        hosts = [f"127.0.1.{number + 1}" for number in range(self.addresses) for _ in range(each)]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(max(0.1, self.until - time.monotonic())):
                await asyncio.gather(*(self._from(host, one) for host in hosts))

    async def _from(self, host: str, one: Callable[[], Awaitable[None]]) -> None:
        ADDRESS.set(host)  # in the task that gather makes of this
        await self.repeat(one)

    @contextlib.asynccontextmanager
    async def websocket(self, **setup: Any) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """A connection to a game of a visitor of its own."""
        async with self.client() as client:
            answer = await client.post("/api/games", json={"game": "ultimate", "second": HUMAN, **setup})
            cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
            number = answer.json()["id"]
        reader, writer = await self.connect()
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET /api/games/{number}/live HTTP/1.1\r\nHost: {TARGET}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n".encode()
        )
        try:
            await reader.readuntil(b"\r\n\r\n")
            yield reader, writer
        finally:
            writer.close()


def frame(payload: bytes, opcode: int = 1, is_last: bool = True) -> bytes:
    masked = bytes(byte ^ mask for byte, mask in zip(payload, itertools.cycle(MASK), strict=False))
    return bytes([(0x80 if is_last else 0) | opcode, 0x80 | len(payload)]) + MASK + masked


def flood(content: bytes, sockets: int, before: bytes = b"") -> Callable[[Attacker], Awaitable[None]]:
    """The same frame over and over, as fast as it is taken, after another."""

    async def attack(attacker: Attacker) -> None:
        async def one() -> None:
            async with attacker.websocket() as (reader, writer):
                drain = asyncio.create_task(_read_away(reader))
                writer.write(before)
                while not attacker.is_over and not drain.done():
                    writer.write(content * 1000)
                    await writer.drain()
                drain.cancel()

        await attacker.many(sockets, one)

    return attack


async def _read_away(reader: asyncio.StreamReader) -> None:
    with contextlib.suppress(OSError):
        while await reader.read(65536):
            pass


async def cookies(attacker: Attacker) -> None:
    """Forty visitors, each with a slow engine to move."""

    async def one() -> None:
        async with attacker.websocket(first=SLOW) as (reader, _):
            await _read_away(reader)

    await attacker.many(40, one)


async def analyses(attacker: Attacker) -> None:
    """Forty visitors who analyse a big board, three times each."""

    async def one() -> None:
        async with attacker.client() as client:
            await client.get("/api/settings")
            asked = {"game": "15x15x5", "time": 10, "lines": 225}
            await asyncio.gather(*(client.post("/api/analyse", json=asked) for _ in range(3)))

    await attacker.many(40, one)


async def compiling(attacker: Attacker) -> None:
    """Engines that nobody has asked for yet: each has to be compiled."""
    names = itertools.cycle(
        itertools.product(("mtdf", "hminimax", "alphabeta", "mcts"), ("patterns", "groups", "zero"))
    )

    async def one() -> None:
        search, evaluation = next(names)
        seat = {"kind": "search", "search": search, "evaluation": evaluation, "depth": 2}
        async with attacker.websocket(game="xrudder", first=seat) as (reader, _):
            await _read_away(reader)

    await attacker.many(12, one)


async def half_open(attacker: Attacker) -> None:
    """2,100 connections that begin a request and never end it."""

    async def one() -> None:
        reader, writer = await attacker.connect()
        writer.write(b"GET / HTTP/1.1\r\nHost: ")
        await reader.read(1)
        writer.close()

    await attacker.many(2100, one)


async def connections(attacker: Attacker) -> None:
    """Connections that are opened and closed again."""

    async def one() -> None:
        _, writer = await attacker.connect()
        writer.close()

    await attacker.many(50, one)


def requests(method: str, path: str, body: Any = None) -> Callable[[Attacker], Awaitable[None]]:
    async def attack(attacker: Attacker) -> None:
        async def one() -> None:
            async with attacker.client() as client:
                while not attacker.is_over:
                    await client.request(method, path, json=body)
                    attacker.done += 1

        await attacker.many(60, one)

    return attack


async def imports(attacker: Attacker) -> None:
    """Files of 64 kB, each by a visitor of its own."""
    content = ('[Variant "tictactoe"]\n\n1. b2 a1 2. c3 *\n\n' * 1400).encode()[:65_000]

    async def one() -> None:
        async with attacker.client() as client:
            await client.post("/api/records", content=content)

    await attacker.many(20, one)


def uploads(content: bytes) -> Callable[[Attacker], Awaitable[None]]:
    """Files of 63 kB that take long to read, by one visitor a connection, over and over."""

    async def attack(attacker: Attacker) -> None:
        async def one() -> None:
            async with attacker.client() as client:
                await client.get("/api/settings")
                while not attacker.is_over:
                    await client.post("/api/records", content=content)
                    attacker.done += 1

        await attacker.many(20, one)

    return attack


async def silent(attacker: Attacker) -> None:
    """As many connections as an address may hold, on which nothing is said."""

    async def one() -> None:
        reader, _ = await attacker.connect()
        await reader.read(1)

    await attacker.many(480, one)


async def lists(attacker: Attacker) -> None:
    """Long lists of games, over and over."""
    content = '[Variant "tictactoe"]\n\n1. b2 a1 2. c3 *\n\n' * 450

    async def one() -> None:
        async with attacker.client() as client:
            await client.post("/api/records", content=content)
            while not attacker.is_over:
                await client.get("/api/games?limit=500")
                attacker.done += 1

    await attacker.many(20, one)


async def sizes(attacker: Attacker) -> None:
    """Boards of a size that nobody has asked for before: each has to be made."""
    names = itertools.cycle(itertools.product(range(32, 12, -1), range(32, 12, -1), range(3, 13)))

    async def one() -> None:
        async with attacker.client() as client:
            while not attacker.is_over:
                await client.post("/api/view", json={"game": "x".join(map(str, next(names)))})
                attacker.done += 1

    await attacker.many(60, one)


async def chunks(attacker: Attacker) -> None:
    """Bodies in pieces of one byte."""
    head = f"POST /api/view HTTP/1.1\r\nHost: {TARGET}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()

    async def one() -> None:
        reader, writer = await attacker.connect()
        writer.write(head + b"1\r\nx\r\n" * 40_000)
        with contextlib.suppress(OSError):
            await writer.drain()
            await reader.read(100)
        writer.close()

    await attacker.many(60, one)


def repeated(request: str, times: int) -> bytes:
    return f"GET {request} HTTP/1.1\r\nHost: {TARGET}\r\n\r\n".encode() * times


async def not_reading(attacker: Attacker) -> None:
    """Large answers that nobody reads."""

    async def one() -> None:
        _, writer = await attacker.connect()
        writer.write(repeated("/api/catalogue", 200))
        await writer.drain()
        await asyncio.sleep(max(0.1, attacker.until - time.monotonic()))

    await attacker.many(300, one)


async def slow_readers(attacker: Attacker) -> None:
    """Large answers that are read byte by byte."""

    async def one() -> None:
        reader, writer = await attacker.connect()
        writer.write(repeated("/static/vendor/lit.js", 50))
        await writer.drain()
        while not attacker.is_over and await reader.read(1):
            await asyncio.sleep(0.05)

    await attacker.many(300, one)


async def pipelines(attacker: Attacker) -> None:
    """Requests that do not wait for the answer to the one before."""

    async def one() -> None:
        reader, writer = await attacker.connect()
        drain = asyncio.create_task(_read_away(reader))
        while not attacker.is_over and not drain.done():
            writer.write(repeated("/healthz", 100))
            await writer.drain()
        drain.cancel()

    await attacker.many(30, one)


async def heads(attacker: Attacker) -> None:
    """Requests with many headers and cookies, each of which may be somebody's name."""
    cookies = "; ".join(f"noughts_{number:x}={'x' * 60}" for number in range(100))
    lines = "".join(f"X-{number}: x\r\n" for number in range(300))

    async def one() -> None:
        reader, writer = await attacker.connect()
        request = f"GET /api/settings HTTP/1.1\r\nHost: {TARGET}\r\nCookie: {cookies}\r\n{lines}\r\n"
        writer.write(request.encode())
        await reader.readuntil(b"\r\n\r\n")
        writer.close()

    await attacker.many(60, one)


LARGE = {"game": "32x32x5"}
LONG = [f"{column}{row}" for row in range(1, 33, 2) for column in "abcdefghijklmnopqrstuvwxy"]  # 400 moves, no line
ROWS = [[f"{column}{row}" for column in "acegikmo"] for row in range(1, 16)]
NO_LINE = " ".join(move for row, cells in enumerate(ROWS) for move in (*cells[row % 2 :], *cells[: row % 2]))
PGN = f'[Variant "15x15x5"]\n\n{NO_LINE} *\n\n'.encode()
ATTACKS: dict[str, Callable[[Attacker], Awaitable[None]]] = {
    "messages": flood(frame(b'{"do": "redo"}'), 1),
    "messages, 15 sockets": flood(frame(b"nonsense"), 15),
    "pings": flood(frame(b"", 9), 5),
    "fragments": flood(frame(b"x", 0, is_last=False), 15, before=frame(b"x", is_last=False)),
    "cookies": cookies,
    "analyses": analyses,
    "compiling": compiling,
    "half-open": half_open,
    "silent": silent,
    "connections": connections,
    "page": requests("GET", "/static/app.js"),
    "catalogue": requests("GET", "/api/catalogue"),
    "views": requests("POST", "/api/view", LARGE),
    "games": requests("POST", "/api/games", {**LARGE, "moves": ["a1"], "second": HUMAN}),
    "trees": requests("POST", "/api/tree", {"game": "ultimate", "depth": 4}),
    "lists": lists,
    "sizes": sizes,
    "nested JSON": requests("POST", "/api/view", json.loads("[" * 400 + "]" * 400)),
    "imports": imports,
    "uploads of PGN": uploads(PGN * (63_000 // len(PGN))),
    "uploads of SGF": uploads(b"(;GM[4]FF[4]SZ[32]AB" + b"[aa:FF]" * 9000 + b")"),
    "long games": requests("POST", "/api/games", {**LARGE, "moves": LONG, "second": HUMAN}),
    "chunks": chunks,
    "not reading": not_reading,
    "slow readers": slow_readers,
    "pipelines": pipelines,
    "heads": heads,
    "links": requests("POST", "/api/identity", {"link": "somebody." + "x" * 43}),
}


async def measure(name: str | None, addresses: int, server: int, port: int, seconds: float) -> None:
    base = f"{TARGET}:{port}"
    clicker = Visitor(base, "32x32x5", HUMAN, 1)
    player = Visitor(base, "ultimate", {"kind": "level", "level": "easy"}, 2)
    for visitor in (clicker, player):
        await visitor.begin()
    process = None
    if name is not None:
        given = {"attack": name, "port": port, "seconds": seconds, "addresses": addresses}
        command = [
            sys.executable,
            __file__,
            *(str(part) for key, value in given.items() for part in (f"--{key}", value)),
        ]
        process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        assert process.stdout is not None
        await process.stdout.readline()
    is_over = asyncio.Event()
    playing = [asyncio.create_task(visitor.play_on(is_over)) for visitor in (clicker, player)]
    await asyncio.sleep(seconds)
    is_over.set()
    began = time.monotonic()
    done, free = "", 0.0
    if process is not None:
        output, _ = await process.communicate()
        done, began = output.decode().strip(), time.monotonic()
        free = await _until_free(psutil.Process(server)) - began
    await asyncio.gather(*playing)
    figures = [f"{1000 * at(times, share):5.0f}" for times in (clicker.times, player.times) for share in (0.5, 0.95)]
    told = f"{name or 'nothing'}, {addresses}" if name else "nothing"
    print(f"{told:26} {'  '.join(figures)}   {free:4.1f} s   {done}", flush=True)
    for visitor in (clicker, player):
        await visitor.client.aclose()


async def _until_free(server: psutil.Process) -> float:
    """The moment from which the server's own process has nothing left to do."""
    while True:
        moment, before = time.monotonic(), sum(server.cpu_times()[:2])
        await asyncio.sleep(0.2)
        if sum(server.cpu_times()[:2]) - before < FREE * 0.2:
            return moment


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--addresses", type=_numbers, default=[1], help="how many: 1, 3, 10, 30, or several")
    parser.add_argument("--only", nargs="+", choices=ATTACKS, default=list(ATTACKS))
    parser.add_argument("--attack", choices=ATTACKS, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    seconds = min(60.0, arguments.seconds)
    if arguments.attack:
        print("begun", flush=True)
        attacker = Attacker(arguments.port, seconds, arguments.addresses[0])
        await ATTACKS[arguments.attack](attacker)
        print(f"{attacker.done} times")
        return
    print(f"{'attack, addresses':26} click: middle, 95 %; move: middle, 95 % (ms); free after")
    for name, addresses in ((None, 1), *itertools.product(arguments.only, arguments.addresses)):
        with tempfile.TemporaryDirectory() as data:
            await _with_server(name, addresses, Path(data), seconds)


def _numbers(text: str) -> list[int]:
    found = [int(number) for number in text.split(",")]
    if not set(found) <= set(CONNECTIONS):
        raise argparse.ArgumentTypeError(f"{text}: it must be of {', '.join(map(str, CONNECTIONS))}")
    return found


async def _with_server(name: str | None, addresses: int, data: Path, seconds: float) -> None:
    """A fresh one for each attack: none is judged by what another has left behind."""
    command = [sys.executable, "-m", "noughts", "serve", "--no-browser", "--port", "0", "--visitors"]
    server = await asyncio.create_subprocess_exec(
        *command,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={**os.environ, "NOUGHTS_DATA": str(data)},
    )
    try:
        assert server.stdout is not None
        found = re.search(r"http://\S+:(\d+)/", (await server.stdout.readline()).decode())
        assert found is not None
        port = int(found[1])
        warm = Visitor(f"{TARGET}:{port}", "ultimate", {"kind": "level", "level": "easy"}, 3)
        await warm.begin()
        await warm.play(2)
        await warm.client.aclose()
        await measure(name, addresses, server.pid, port, seconds)
    finally:
        server.terminate()
        await server.wait()


if __name__ == "__main__":
    asyncio.run(main())
