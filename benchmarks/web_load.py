"""Many games at once on one server: how long a move takes, and a click of somebody else meanwhile.

    python benchmarks/web_load.py [--games 200] [--moves 12] [--game ultimate] [--level easy] [--pause 3] [--page]

Every game is a visitor with a WebSocket of its own who plays random legal moves as fast as the engine answers. A *move*
is the time from sending a person's move to the engine's answer; a *click* is the time until the server confirms a
person's move in a game between people, made all the while by one more visitor. At the end every game is read again:
nothing that was confirmed may be missing. With `--page` the visitors' pages think, as browsers do: each answers the
server's questions at once, by a random legal move. CPU milliseconds a move are told apart for the server, its engines
and these visitors, as they depend less on what else the machine does.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import sys
import tempfile
import time
from typing import Any

import httpx
import psutil
from websockets.asyncio.client import connect


def at(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


class Visitor:
    def __init__(
        self, base: str, game: str, opponent: dict[str, Any], seed: int, pause: float = 0.0, thinks: bool = False
    ) -> None:
        self._base, self._game, self._opponent, self._thinks = base, game, opponent, thinks
        self._chance, self._pause = random.Random(seed), pause
        self.times: list[float] = []
        self.confirmed: list[str] = []
        self._clicks: dict[str, list[int]] = {}  # the moves that are possible
        self.client = httpx.AsyncClient(base_url=f"http://{base}", timeout=300, trust_env=False)

    async def begin(self) -> None:
        while True:
            answer = await self.client.post("/api/games", json={"game": self._game, "second": self._opponent})
            if answer.status_code != 429:  # too many newcomers from one address
                break
            await asyncio.sleep(1)
        answer.raise_for_status()
        self.number = answer.json()["id"]

    async def play(self, moves: int, is_over: asyncio.Event | None = None) -> None:
        """Make so many moves, or play until the others are done; a finished game is followed by another."""
        replies = 0 if self._opponent["kind"] == "human" else 1
        cookie = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        url = f"ws://{self._base}/api/games/{self.number}/live?thinks={str(self._thinks).lower()}"
        async with connect(url, additional_headers={"Cookie": cookie}, max_size=2**22, proxy=None) as socket:
            self.confirmed = []
            game = await self._next_state(socket, 0)
            while len(self.times) < moves and not (is_over and is_over.is_set()) and game["to_move"]:
                made = len(self.confirmed)
                began = time.perf_counter()
                move = self._chance.choice(list(self._clicks))
                await socket.send(json.dumps({"do": "move", "move": move}))
                game = await self._next_state(socket, made + 1 + replies)
                self.times.append(time.perf_counter() - began)
                await asyncio.sleep(0.05 if is_over else self._chance.uniform(0, 2 * self._pause))

    async def play_on(self, is_over: asyncio.Event) -> None:
        """Play game after game until it is over."""
        while not is_over.is_set():
            await self.play(10**9, is_over)
            if not is_over.is_set():
                await self.begin()

    async def _next_state(self, socket: Any, plies: int) -> dict[str, Any]:
        """The game, or what has changed in it, once it is a person's turn after so many moves."""
        while True:
            message = json.loads(await socket.recv())
            if message["type"] == "error":
                raise RuntimeError(message["error"])
            if message["type"] == "think":
                await self._answer(socket, message["ply"])
            if message["type"] in ("game", "change"):
                state: dict[str, Any] = message[message["type"]]
                clicks = (
                    state["view"]["clicks"] if message["type"] == "game" else self._clicks | state["view"]["clicks"]
                )
                self._clicks = {move: cells for move, cells in clicks.items() if cells is not None}
                self.confirmed[state.get("kept", 0) :] = [move["text"] for move in state["moves"]]
                if state["to_move"] is None or (len(self.confirmed) >= plies and state["to_move"] == "human"):
                    return state

    async def _answer(self, socket: Any, ply: int) -> None:
        """Answer for the engine, as a page that has thought."""
        # The moves that are possible are those of the change that came before the question.
        move = self._chance.choice(list(self._clicks))
        found = {"do": "answer", "ply": ply, "move": move, "value": 0, "depth": 1, "seconds": 0.0}
        await socket.send(json.dumps(found))

    async def is_whole(self) -> bool:
        kept = (await self.client.get(f"/api/games/{self.number}")).json()
        return [move["text"] for move in kept["moves"]] == self.confirmed


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--moves", type=int, default=12)
    parser.add_argument("--game", default="ultimate")
    parser.add_argument("--level", default="easy")
    parser.add_argument("--page", action="store_true", help="the visitors' pages think, not the server")
    parser.add_argument("--pause", type=float, default=0.0, help="seconds before the next move, on average")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "noughts", "serve", "--no-browser", "--port", "0", "--visitors"]
        server = await asyncio.create_subprocess_exec(
            *command,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={**os.environ, "NOUGHTS_DATA": data},
        )
        try:
            assert server.stdout is not None
            found = re.search(r"http://(\S+)/", (await server.stdout.readline()).decode())
            assert found is not None
            await measure(found[1], server.pid, arguments)
        finally:
            server.terminate()
            await server.wait()


def cpu_seconds(server: int) -> dict[tuple[str, int], float]:
    """So far, of each process that takes part."""
    process = psutil.Process(server)
    found = {("server", server): sum(process.cpu_times()[:2]), ("visitors", 0): time.process_time()}
    for child in process.children(recursive=True):
        with contextlib.suppress(psutil.Error):  # it has just ended
            found["engines", child.pid] = sum(child.cpu_times()[:2])
    return found


async def measure(base: str, server: int, arguments: argparse.Namespace) -> None:
    engine = {"kind": "level", "level": arguments.level}
    players = [
        Visitor(base, arguments.game, engine, seed, arguments.pause, arguments.page) for seed in range(arguments.games)
    ]
    clicker = Visitor(base, "32x32x5", {"kind": "human"}, -1)
    # One game first, so that nobody waits for the compiler.
    warm = Visitor(base, arguments.game, engine, -2, thinks=arguments.page)
    await warm.begin()
    await warm.play(2)
    await clicker.begin()
    for at_once in range(0, len(players), 20):
        await asyncio.gather(*(player.begin() for player in players[at_once : at_once + 20]))
    is_over = asyncio.Event()
    clicking = asyncio.create_task(clicker.play(900, is_over))
    began, before = time.perf_counter(), cpu_seconds(server)
    await asyncio.gather(*(player.play(arguments.moves) for player in players))
    seconds, after = time.perf_counter() - began, cpu_seconds(server)
    is_over.set()
    await clicking
    moves = [one for player in players for one in player.times]
    whole = [await player.is_whole() for player in players]
    thinker = "the pages think" if arguments.page else "the server thinks"
    print(f"{len(players)} games of {arguments.game} at level {arguments.level}, {thinker}")
    print(f"{len(moves)} moves in {seconds:.1f} s")
    print(f"{len(moves) / seconds:.0f} moves a second, each with the engine's answer ({psutil.cpu_count()} cores)")
    spent = dict.fromkeys(("server", "engines", "visitors"), 0.0)  # of the processes that are still there
    for who, so_far in after.items():
        spent[who[0]] += 1000 * (so_far - before.get(who, 0.0)) / len(moves)
    print("CPU a move:", ", ".join(f"{name} {each:.2f} ms" for name, each in spent.items()))
    for name, times in (("move", moves), ("click", clicker.times)):
        print(f"{name}: {1000 * at(times, 0.5):.0f} ms in the middle, {1000 * at(times, 0.95):.0f} ms at 95 %")
    print(f"kept whole: {sum(whole)} of {len(whole)}")
    for player in (*players, clicker, warm):
        await player.client.aclose()


if __name__ == "__main__":
    asyncio.run(main())
