"""The referee for agents: what the SDK's own client sees of it, and what a hostile client can do to it."""

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, Any

import anyio
import psutil
import pytest
from mcp import ClientSession, StdioServerParameters, stdio_client
from mcp.types import TextContent

from commands import CONNECT_FOUR, noughts, run_python

LONG = {"game": "15x15x5", "time": 30, "moves": ["h8", "h9", "i9", "g7"]}


def with_client(work: Callable[[ClientSession], Awaitable[None]], *options: str, folder: Path | None = None) -> None:
    """Run `work` with a client of the SDK, beside a server of ours in that folder."""

    async def main() -> None:
        server = StdioServerParameters(
            command=sys.executable, args=["-m", "noughts", "mcp", *options], env=dict(os.environ), cwd=folder
        )
        async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
            await session.initialize()
            await work(session)

    anyio.run(main)


async def told(session: ClientSession, tool: str, **asked: Any) -> Any:
    answer = await session.call_tool(tool, asked)
    assert not answer.is_error, answer.content
    return answer.structured_content


async def refused(session: ClientSession, tool: str, **asked: Any) -> str:
    answer = await session.call_tool(tool, asked)
    assert answer.is_error
    assert isinstance(answer.content[0], TextContent)
    return answer.content[0].text


def test_an_agent_finds_a_game_reads_its_rules_and_plays_it() -> None:
    async def work(session: ClientSession) -> None:
        tools = (await session.list_tools()).tools
        assert {tool.name for tool in tools} == {
            *("list_games", "rules", "show_position", "legal_moves", "play_move", "analyse", "solve")
        }
        games = (await told(session, "list_games"))["games"]
        assert {"ultimate", "tictactoe", "xrudder"} <= {game["name"] for game in games}
        assert "three" in (await told(session, "rules", game="tictactoe"))["rules"].lower()
        shown = await told(session, "show_position", game="tictactoe", moves=["b2", "a1"])
        assert shown["board"] == "3 . . .\n2 . X .\n1 O . .\n  a b c\nX to move"
        assert shown["to_move"] == "X"
        assert len(shown["legal_moves"]) == 7
        position = "XX./OO./... X"
        assert (await told(session, "legal_moves", game="tictactoe", position=position))["legal_moves"] == [
            *("c3", "c2", "a1", "b1", "c1")
        ]
        played = await told(session, "play_move", game="tictactoe", position=position, move="c3")
        assert played["outcome"] == {"winner": "X", "words": "X wins: 3 in a row", "points": None}
        assert played["to_move"] is None
        assert played["position"] == "XXX/OO./... O"
        # A file's game was named at the start, and is called by its name.
        assert games[-1]["name"] == "connect-four"
        assert (await told(session, "show_position", game="connect-four", moves=["d"]))["to_move"] == "O"
        assert "there is no game" in await refused(session, "show_position", game=f"./{CONNECT_FOUR.name}")

    with_client(work, "--game", str(CONNECT_FOUR), folder=CONNECT_FOUR.parent)


@pytest.mark.parametrize(
    ("tool", "asked", "said"),
    [
        ("rules", {"game": "/etc/passwd"}, "there is no game '/etc/passwd' here"),
        ("rules", {"game": "./mygame.py"}, "there is no game './mygame.py' here"),
        ("rules", {"game": "x" * 100_000}, "game has the wrong length"),
        ("rules", {}, "game is missing"),
        ("rules", {"game": "tictactoe", "file": "x"}, "file is not known here"),
        ("show_position", {"game": "tictactoe", "position": "@" * 5000}, "position has the wrong length"),
        ("show_position", {"game": "tictactoe", "position": "a file"}, "position"),
        ("show_position", {"game": "tictactoe", "moves": ["b2"] * 2000}, "moves has the wrong length"),
        ("play_move", {"game": "tictactoe", "move": "z9"}, "'z9' is not a move"),
        ("analyse", {"game": "tictactoe", "time": 31}, "time is 31; it must be at most 30 seconds"),
        ("analyse", {"game": "tictactoe", "time": -1}, "time is -1"),
        ("analyse", {"game": "tictactoe", "nodes": 10**12}, "nodes is 1000000000000"),
        ("analyse", {"game": "tictactoe", "level": "cmd:./x"}, "level is 'cmd:./x'"),
        ("analyse", {"game": "tictactoe", "position": "XXX/OO./... O"}, "the game is over"),
        ("solve", {"game": "tictactoe", "position": "XXX/OO./... O"}, "the game is over"),
        ("solve", {"game": "99x99x5"}, "99"),
        ("cmd:./x", {}, "there is no tool 'cmd:./x'"),
    ],
)
def test_what_a_client_does_wrong_is_told(asker: "Raw", tool: str, asked: dict[str, Any], said: str) -> None:
    answer = asker.call(tool, asked)["result"]
    assert answer["isError"]
    assert said in answer["content"][0]["text"]


class Raw:
    """A client that keeps to no protocol but where it wants to."""

    def __init__(self, *options: str) -> None:
        command = [sys.executable, "-m", "noughts", "mcp", *options]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._number = 0
        info = {"name": "raw", "version": "0"}
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": info}
        assert self.ask("initialize", hello)["result"]["serverInfo"]["name"] == "noughts"
        self.say({"jsonrpc": "2.0", "method": "notifications/initialized"})

    @property
    def stdin(self) -> IO[bytes]:
        assert self.process.stdin is not None
        return self.process.stdin

    def say(self, message: Any) -> None:
        self.stdin.write(json.dumps(message).encode() + b"\n")
        self.stdin.flush()

    def send(self, method: str, params: Any) -> int:
        self._number += 1
        self.say({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        return self._number

    def heard(self) -> Any:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def ask(self, method: str, params: Any) -> Any:
        """The answer to a request; answers to others that come before it are left out."""
        number = self.send(method, params)
        while (answer := self.heard()).get("id") != number:
            pass
        return answer

    def call(self, tool: str, asked: dict[str, Any]) -> Any:
        return self.ask("tools/call", {"name": tool, "arguments": asked})

    def told(self, tool: str, **asked: Any) -> Any:
        return self.call(tool, asked)["result"]["structuredContent"]


@contextlib.contextmanager
def raw_client(*options: str) -> Iterator[Raw]:
    client = Raw(*options)
    try:
        yield client
    finally:
        client.process.kill()
        client.process.wait()
        for stream in (client.process.stdin, client.process.stdout):
            with contextlib.suppress(OSError):  # of what could not be written
                assert stream is not None
                stream.close()


@pytest.fixture(scope="module")
def asker() -> Iterator[Raw]:
    with raw_client() as client:
        yield client


def test_an_agent_has_ground_truth(asker: Raw) -> None:
    found = asker.told("analyse", game="tictactoe", position="XX./OO./... X", lines=2)
    assert (found["best"][0]["move"], found["best"][0]["mate"], found["best"][0]["is_proved"]) == ("c3", 1, True)
    assert found["best"][1]["move"] == "c2"  # the other row is stopped
    # X in the corner: the centre draws, and everything else loses.
    solved = asker.told("solve", game="tictactoe", position="X../.../... O", all_moves=True)
    assert (solved["to_move"], solved["value"], solved["best_moves"]) == ("O", "draw", ["b2"])
    assert [value for move, value in solved["move_values"].items() if move != "b2"] == ["loss"] * 7
    won = asker.told("solve", game="4x4x3", distance=True)
    assert (won["value"], won["distance"]) == ("win", 5)
    assert asker.told("solve", game="ultimate", time=0.1)["value"] is None


def test_the_tools_own_times_keep_to_the_servers_bound() -> None:
    """Where a client names no time, a server that allows less than the tools think by themselves does not refuse."""
    with raw_client("--time", "1") as client:
        assert client.told("solve", game="tictactoe")["value"] == "draw"
        assert client.told("analyse", game="tictactoe")["seconds"] <= 1.5
        refusal = client.call("solve", {"game": "tictactoe", "time": 10})["result"]["content"][0]["text"]
        assert refusal == "time is 10; it must be at most 1 seconds"


def test_nonsense_is_passed_over(asker: Raw) -> None:
    nonsense: list[bytes] = [
        b"",
        b"what?",
        b"{",
        b"[" * 50_000,
        b"\xff\xfe\x00",
        b"x" * 3_000_000,
        b'{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "' + b"n" * 3_000_000 + b'"}}',
        b'{"jsonrpc": "2.0", "id": {}, "method": 3}',
        b"[1, 2, 3]",
        b'{"jsonrpc": "2.0", "id": 1e999, "method": "ping"}',
        b'{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 99}}',
        b'{"jsonrpc": "2.0", "id": 9, "result": {}}',
    ]
    for line in nonsense:
        asker.stdin.write(line + b"\n")
    asker.stdin.flush()
    assert [asker.heard()["error"]["message"] for _ in range(2)] == [
        "a line of more than 200000 bytes was left out"
    ] * 2
    assert asker.told("legal_moves", game="tictactoe")["to_move"] == "X"
    for method in ("resources/read", "prompts/get", "nothing/at/all", ""):
        assert "error" in asker.ask(method, {"uri": "file:///etc/passwd", "name": "x"})


def test_a_thousand_analyses_at_once_are_refused_but_for_a_few_and_stop_when_cancelled() -> None:
    with raw_client() as client:
        asked = {"name": "analyse", "arguments": LONG}
        with ThreadPoolExecutor(1) as sender:  # beside it answers are read: none is taken while they are not
            sending = sender.submit(lambda: [client.send("tools/call", asked) for _ in range(1000)])
            refusals = [client.heard() for _ in range(1000 - 16)]
            numbers = sending.result()
        assert all("16 requests are waiting" in one["result"]["content"][0]["text"] for one in refusals)
        # Others are answered meanwhile: one that does not think waits for none that do.
        assert client.told("legal_moves", game="tictactoe")["to_move"] == "X"
        for number in set(numbers) - {one["id"] for one in refusals}:
            client.say(
                {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number, "reason": ""}}
            )
        found = client.told("analyse", game="tictactoe", position="XX./OO./... X")
        assert found["best"][0]["move"] == "c3"
        assert not psutil.Process(client.process.pid).children()


def test_the_process_ends_with_its_input_whatever_it_is_doing() -> None:
    with raw_client() as client:
        for tool in ("solve", "analyse", "analyse"):
            client.send("tools/call", {"name": tool, "arguments": LONG})
        client.call("legal_moves", {"game": "tictactoe"})  # so the others are under way
        children = psutil.Process(client.process.pid).children(recursive=True)
        client.stdin.close()
        assert client.process.wait(20) == 0
        assert not children


def test_a_client_that_reads_nothing_is_read_no_more_and_its_end_is_noticed() -> None:
    with raw_client() as client:
        flood = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).encode() + b"\n"
        os.set_blocking(client.stdin.fileno(), False)
        refusals = 0  # of the pipe, one after the other
        while refusals < 10:
            try:
                os.write(client.stdin.fileno(), flood)
                refusals = 0
            except BlockingIOError:
                refusals += 1
                time.sleep(0.1)
        assert psutil.Process(client.process.pid).memory_info().rss < 1_000_000_000
        client.stdin.close()
        assert client.process.wait(20) == 0


def test_a_file_that_is_not_there_is_told_at_the_start() -> None:
    answer = noughts("mcp", "--game", "./nowhere.py")
    assert (answer.returncode, answer.stdout) == (2, "")
    assert "there is no game file" in answer.stderr


def test_without_the_sdk_it_says_what_to_install() -> None:
    script = (
        "import sys; sys.modules['mcp'] = None; from noughts.cli import main; sys.argv = ['noughts', 'mcp']; main()"
    )
    answer = run_python("-c", script)
    assert answer.returncode == 2
    assert "the server for agents needs the MCP SDK" in answer.stderr
