"""A game with a friend in the terminal, on a real server; and servers that mean harm."""

import http.server
import io
import json
import os
import sys
import threading
from pathlib import Path
from typing import Any

import pexpect
import pytest
from websockets.sync.server import serve

import noughts
from commands import CONNECT_FOUR
from commands import noughts as command
from noughts.cli.play_friend import play_friend
from noughts.errors import NoughtsError
from noughts.terminal.remote import Link, RemoteServer, plain, read_view
from web_server import Visitor, serving

NOTHING: dict[str, Any] = dict.fromkeys(("invite", "join", "game", "position", "side", "name", "clock"))


def spawned(data: Path, *arguments: str) -> "pexpect.spawn[str]":
    return pexpect.spawn(
        sys.executable,
        ["-m", "noughts", "play", *arguments],
        env={**os.environ, "NOUGHTS_DATA": str(data)},
        encoding="utf-8",
        timeout=120,
        dimensions=(60, 100),
        echo=False,
    )


def test_two_terminals_play_by_a_link_and_one_comes_back(tmp_path: Path) -> None:
    with serving(tmp_path / "server") as server:
        here, there = tmp_path / "here", tmp_path / "there"
        ada = spawned(here, "tictactoe", "--invite", server.url, "--name", "Ada", "--side", "first", "--clock", "5+3")
        ada.expect(r"(http://\S+#/sit/\S+)")
        link = ada.match[1]  # type: ignore[index]
        ada.expect("works on this machine alone: `noughts serve --lan`")
        ada.expect("Waiting for your friend")
        bob = spawned(there, "--join", link, "--name", "Bob")
        ada.expect(r"Ada \(X\) - Bob \(O\)")
        ada.expect("Time left: X 5:00, O 5:00")
        ada.expect("your turn")
        ada.sendline("b2")
        bob.expect("Last move: Ada, b2")
        bob.expect("your turn")
        bob.sendline("quit")
        bob.expect("the way back: noughts play --join (.*/#/game/1)")
        back = bob.match[1]  # type: ignore[index]
        bob.expect(pexpect.EOF)
        bob = spawned(there, "--join", back)
        bob.expect("your turn")
        bob.sendline("z9")
        bob.expect("z9")
        bob.sendline("a1")
        ada.expect("your turn")
        bob.sendline("draw")
        ada.expect("Bob offers a draw: accept, or decline")
        ada.sendline("accept")
        for player in (ada, bob):
            player.expect("draw agreed")
        ada.sendline("rematch")
        bob.expect("Ada wants a rematch")
        bob.sendline("accept")
        for player in (ada, bob):
            player.expect(r"Bob \(X\) - Ada \(O\)")
        bob.sendline("c3")
        ada.expect("your turn")
        for player in (ada, bob):
            player.terminate(force=True)
        with Visitor(server) as stranger:
            assert stranger.get("/api/games").json() == []
        refused = command("play", "--join", link, NOUGHTS_DATA=str(tmp_path / "third"))
        assert (refused.returncode, "somebody else sits there already" in refused.stderr) == (2, True), refused.stderr


def test_a_friend_is_invited_to_a_game_in_a_file_a_position_in_a_file_and_obstacles(tmp_path: Path) -> None:
    text = tmp_path / "position.txt"
    text.write_text("X../.O./... X\n")
    with serving(tmp_path / "server", "--game", str(CONNECT_FOUR)) as server:

        def told(*arguments: str) -> str:
            data = str(tmp_path / "here")
            found = command("play", *arguments, "--invite", server.url, "--side", "first", NOUGHTS_DATA=data)
            assert (found.returncode, "#/sit/" in found.stdout) == (0, True), found.stderr
            return found.stdout

        assert "Connect four" in told(str(CONNECT_FOUR))
        assert "Connect four" in told("connect-four"), "as the server calls it"
        assert "3 X . ." in told("tictactoe", "--position", str(text))
        assert told("5x5x4", "--obstacles", "b2 c3").count("#") == 2 + 2  # and in two links
        refused = command("play", "tictactoe", "--level", "easy", "--mark", "O", "--invite", server.url)
        assert (refused.returncode, "leave out --level, --mark" in refused.stderr) == (2, True), refused.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"join": "http://localhost:1/#/sit/1-abcdefghijklmnop"}, "does not answer: Connection refused"),
        ({"join": "http://localhost:1/"}, "no link to a seat"),
        ({"join": "http://localhost:1/#/watch/1-abcdefghijklmnop"}, "for watching"),
        ({"join": "http://localhost:1/#/sit/1-abcdefghijklmnop", "game": "tictactoe"}, "whoever invites has chosen"),
        ({"invite": "http://localhost:1"}, "which game"),
        ({"invite": "ftp://localhost", "game": "tictactoe"}, "no address of a server"),
        ({"invite": "http://localhost:1", "game": "tictactoe", "clock": "soon"}, "--clock is 'soon'"),
    ],
)
def test_what_cannot_be_is_said(arguments: dict[str, str], words: str) -> None:
    with pytest.raises(NoughtsError, match=words):
        play_friend(**{**NOTHING, **arguments})


def test_a_view_is_drawn_if_it_has_bounds_and_plain_texts() -> None:
    def sent(**changes: Any) -> dict[str, Any]:
        return {**noughts.game("ultimate").start().view().as_dict(), **changes}

    cell = {"name": "a1", "row": 0, "column": 0, "group": None, "content": "."}
    assert read_view(sent()).rows == 9
    harms: tuple[dict[str, Any], ...] = (
        {"title": "\x1b]0;mine\x07"},
        {"where": "on board 5\nIt's your turn"},
        {"rows": 10**9},
        {"columns": -1},
        {"cells": [{**cell, "row": 9}]},
        {"cells": [{**cell, "content": "\x1b"}]},
        {"cells": [{**cell, "content": "XX"}]},
        {"cells": [{**cell, "name": "a" * 61}]},
        {"row_labels": ["1"]},
        {"marks": ["\u202eX", "O"]},
        {"clicks": {"b2\r": []}},
        {"counters": [{"name": "\x9b2J", "value": 1, "player": None}]},
        {"outcome": {"winner": None, "reason": "\x07", "points": None}},
        {"groups": "none"},
    )
    for harm in harms:
        with pytest.raises(NoughtsError, match="that the server sends cannot be"):
            read_view(sent(**harm))
    assert plain("Bob\x1b[2J\u202e") == "Bob\\x1b[2J\\u202e"


class Hostile(http.server.BaseHTTPRequestHandler):
    """A server that answers anything with the same bytes."""

    sent = b""

    def do_POST(self) -> None:
        self.wfile.write(self.sent)

    do_GET = do_POST  # noqa: N815 - the name that the library calls

    def log_message(self, *arguments: Any) -> None: ...


def answered(body: str, length: int | None = None) -> bytes:
    content = body.encode()
    return b"HTTP/1.0 200 OK\r\nContent-Length: %d\r\n\r\n%b" % (length or len(content), content)


TABLE = '"table": {"next": null, "offer": null, "free": null}, '
GAME = f'{{"id": 1, "game": 1, {TABLE}"moves": [], "result": "*", "turn": 0, "you": 0, '
SEATS = '"seats": [{"label": "Ada"}, {"label": "Bob"}], "marks": ["X", "O"], '
VIEW = f'"view": {json.dumps(noughts.game("tictactoe").start().view().as_dict())}, '


@pytest.mark.parametrize(
    "sent",
    [
        b"HELLO\r\n\r\n",
        b"HTTP/1.0 500 \r\nContent-Length: 100\r\n\r\n{}",
        answered("{}", 100),
        answered("[" * 100_000),
        answered('{"id": 1e999, "game": 1e999}'),
        answered('{"id": 1, "game": 1}'),
        answered(f'{GAME}{SEATS}{VIEW}"seconds_left": [1e999, 1]}}'),
        answered(f'{GAME}"seats": ["Ada", {{}}], "marks": ["X", "O"]}}'),
    ],
)
def test_a_server_that_answers_anything_is_refused_in_words(
    sent: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOUGHTS_DATA", str(tmp_path))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
    handler = type("Handler", (Hostile,), {"sent": sent})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        link = f"http://127.0.0.1:{server.server_port}/#/sit/1-abcdefghijklmnop"
        with pytest.raises(NoughtsError, match=r"none of a Noughts server's|cannot be read|the server refuses"):
            play_friend(**{**NOTHING, "join": link})
        server.shutdown()


def test_messages_that_cannot_be_read_end_the_game_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOUGHTS_DATA", str(tmp_path))
    heard = []
    with serve(lambda socket: socket.send("[" * 100_000), "127.0.0.1", 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.socket.getsockname()[1]}"
        RemoteServer(address).follow(1, lambda *news: heard.append(news), threading.Event())
        server.shutdown()
    assert heard == [("gone", "the answer is none of a Noughts server's")]


def test_links_are_read_as_pages_write_them() -> None:
    assert Link.read(" https://games.example.org/#/game/7\n") == ("https://games.example.org", "game", "7")
    for wrong in ("https://games.example.org/#/sit/1/2", "javascript:alert(1)#/sit/1-a", "#/sit/1-a"):
        with pytest.raises(NoughtsError):
            Link.read(wrong)
