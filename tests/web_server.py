"""A real server in a process of its own, and visitors who talk to it."""

import contextlib
import json
import os
import re
import signal
import ssl
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from websockets.sync.client import ClientConnection, connect


class Server:
    """`noughts serve` on a free port, for visitors whom it tells apart."""

    def __init__(
        self,
        data: Path,
        *arguments: str,
        folder: Path | None = None,
        is_personal: bool = False,
        before: str = "",
        **environment: str,
    ) -> None:
        """`before` is what its process runs first, in Python: to set a constant that would take a test minutes."""
        program = ["-c", f"{before}\nfrom noughts.__main__ import main\nmain()"] if before else ["-m", "noughts"]
        command = [sys.executable, *program, "serve", "--no-browser", "--port", "0", *arguments]
        command += [] if is_personal else ["--visitors"]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=folder,
            env={**os.environ, "NOUGHTS_DATA": str(data), **environment},
        )
        self.log: list[str] = []
        assert self.process.stdout is not None
        first = self.process.stdout.readline()
        found = re.search(r"http://localhost:(\d+)/", first)
        if found is None:
            self.process.kill()
            raise AssertionError(f"the server did not start: {first!r} {self.process.communicate()[1]}")
        self.port = int(found[1])
        self.url = f"http://localhost:{self.port}"
        self._reader = threading.Thread(target=self._read_log, daemon=True)
        self._reader.start()

    def _read_log(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.log.append(line)

    def logged(self, is_it: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """An entry of the log, once it has been read."""
        end = time.monotonic() + 120
        while time.monotonic() < end:
            for line in list(self.log):
                if line.startswith("{") and is_it(entry := json.loads(line)):  # else a game's first use is told
                    found: dict[str, Any] = entry
                    return found
            time.sleep(0.02)
        raise AssertionError(f"there is no such entry: {self.log}")

    def stop(self) -> int:
        """As a service manager does."""
        self.process.send_signal(signal.SIGTERM)
        return self._ended()

    def kill(self) -> None:
        self.process.kill()
        self._ended()

    def _ended(self) -> int:
        code = self.process.wait(120)
        self._reader.join(120)
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()
        return code


@contextlib.contextmanager
def serving(
    data: Path,
    *arguments: str,
    folder: Path | None = None,
    is_personal: bool = False,
    before: str = "",
    **environment: str,
) -> Iterator[Server]:
    server = Server(data, *arguments, folder=folder, is_personal=is_personal, before=before, **environment)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()


class Proxy(NamedTuple):
    """A reverse proxy that stands before a server, and does TLS."""

    port: int
    tls: ssl.SSLContext  # which knows its certificate


THINKS = "?thinks=true"


class Visitor(httpx.Client):
    """A browser without a page: it keeps its cookie."""

    def __init__(self, server: Server, local_address: str | None = None, proxy: Proxy | None = None) -> None:
        """One who comes from another address of this machine finds the server, or its proxy, at the first."""
        host = "localhost" if local_address is None else "127.0.0.1"
        self._source = None if local_address is None else (local_address, 0)
        self._tls = None if proxy is None else proxy.tls
        url = f"http://{host}:{server.port}" if proxy is None else f"https://{host}:{proxy.port}"
        transport = httpx.HTTPTransport(local_address=local_address, verify=True if proxy is None else proxy.tls)
        super().__init__(base_url=url, timeout=120, trust_env=False, transport=transport)
        self.server = server

    def begin(self, game: str, **setup: Any) -> dict[str, Any]:
        answer = self.post("/api/games", json={"game": game, **setup})
        assert answer.status_code == 201, answer.text
        found: dict[str, Any] = answer.json()
        return found

    @contextlib.contextmanager
    def live(self, number: int, query: str = "", **headers: str) -> Iterator["Live"]:
        """A connection to a game; with the query THINKS as of a page that thinks for engines."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        url = f"{'ws' if self._tls is None else 'wss'}://{self.base_url.netloc.decode()}/api/games/{number}/live"
        url += query
        options: dict[str, Any] = {
            "additional_headers": {"Cookie": cookie, **headers},
            "max_size": 2**22,
            "ssl": self._tls,
            "proxy": None,
        }
        with connect(url, **options, source_address=self._source) as socket:
            yield Live(socket)


class Live:
    """A connection to a game. Changes are made in the game as it was sent first, and shown as messages of the game."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self._game: dict[str, Any] = {}

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def next(self, kind: str, timeout: float = 120) -> dict[str, Any]:
        """The next message of a type; others before it are passed over."""
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(timeout))
            if message["type"] == "game":
                self._game = message["game"]
            elif message["type"] == "change":
                self._game = changed(self._game, message["change"])
                message = {"type": "game", "game": self._game}
            if message["type"] == kind:
                return message

    def game_after(self, plies: int) -> dict[str, Any]:
        """The game once so many moves have been made."""
        while True:
            game: dict[str, Any] = self.next("game")["game"]
            if len(game["moves"]) >= plies or game["to_move"] is None:
                return game


def changed(game: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """A game after a change, as docs/api.md describes it."""
    facts = {name: value for name, value in change.items() if name not in ("kept", "moves", "view")}
    view = {name: value for name, value in change["view"].items() if name not in ("cells", "groups", "clicks")}
    clicks = {**game["view"]["clicks"], **change["view"]["clicks"]}
    view["clicks"] = {move: clicked for move, clicked in clicks.items() if clicked is not None}
    cells = [dict(cell) for cell in game["view"]["cells"]]
    for index, content in change["view"]["cells"].items():
        cells[int(index)]["content"] = content
    groups = [{**group, **change["view"]["groups"].get(str(n), {})} for n, group in enumerate(game["view"]["groups"])]
    moves = game["moves"][: change["kept"]] + change["moves"]
    return {**game, **facts, "moves": moves, "view": {**game["view"], **view, "cells": cells, "groups": groups}}
