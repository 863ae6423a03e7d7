"""The first minute of somebody who has never had Noughts: from installing it to the engine's first move, game by game.

    python benchmarks/first_minute.py [GAME ...] [--install] [--ready SECONDS] [--no-server]

For each game a server starts with an empty compile cache, as on a new machine. Its times are counted from the start of
the process: its first answer, the list of games, the board of a game in which the engine begins and which is chosen at
once, the engine's move. `--ready` looks at the list for so long before choosing, while games are compiled ahead; then
the move is counted from the choice. The last columns are `noughts analyze GAME --nodes 1000`, again with an empty
cache: what it takes in CPU seconds, those of its children included, and by the wall clock; then once more, when all has
been compiled: what every later start takes in CPU seconds. `--no-server` measures these alone.

`--install` also makes an environment as scripts/start.py does, in a folder of its own. All seconds but CPU seconds are
by the wall clock, once: they are what a user waits.
"""

import argparse
import contextlib
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from side_by_side import machine

ROOT = Path(__file__).resolve().parent.parent
GAMES = ["ultimate", "tictactoe", "15x15x5", "xtreme", "nineboard", "xrudder"]
LEFT_OUT = (".venv", ".git", "__pycache__", "*.egg-info")


@contextlib.contextmanager
def empty_machine() -> Iterator[dict[str, str]]:
    """The environment of a user without games and compiled code; Python keeps what it compiles, as everywhere."""
    with tempfile.TemporaryDirectory() as place:
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        yield {**kept, "NOUGHTS_CACHE": f"{place}/cache", "NOUGHTS_DATA": f"{place}/data"}


def seconds_to_install() -> float:
    """As somebody who has just unpacked the sources; pip may have kept downloads."""
    with tempfile.TemporaryDirectory() as place:
        sources = Path(place) / "noughts"
        shutil.copytree(ROOT, sources, ignore=shutil.ignore_patterns(*LEFT_OUT))
        clock = time.perf_counter()
        subprocess.run([sys.executable, sources / "scripts" / "start.py", "--version"], check=True, stdout=sys.stderr)
        return time.perf_counter() - clock


class Visitor:
    """A browser without a page."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(CookieJar())
        )

    def ask(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._address + path, data, {"content-type": "application/json"})
        with self._opener.open(request, timeout=600) as answer:
            found = answer.read()
        return json.loads(found) if answer.headers.get_content_type() == "application/json" else found


def in_the_browser(game: str, ready: float) -> list[float]:
    """Seconds until the first answer, the list, the board and the engine's move."""
    command = [sys.executable, "-m", "noughts", "serve", "--no-browser", "--port", "0"]
    with empty_machine() as environment:
        clock = time.perf_counter()
        server = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
        )
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+:\d+", server.stdout.readline())
            assert found is not None, "the server did not start"
            visitor = Visitor(found[0])
            times = []
            visitor.ask("/")
            times.append(time.perf_counter() - clock)
            visitor.ask("/api/catalogue")
            times.append(time.perf_counter() - clock)
            if ready:
                visitor.ask("/api/view", {"game": game})
                time.sleep(ready)
                clock = time.perf_counter()
            seats = {"first": {"kind": "level", "level": "easy"}, "second": {"kind": "human"}}
            begun = visitor.ask("/api/games", {"game": game, **seats})
            times.append(time.perf_counter() - clock)
            visitor.ask(f"/api/games/{begun['id']}/think", {})
            times.append(time.perf_counter() - clock)
            return times
        finally:
            server.terminate()
            server.wait()
            assert server.stdout is not None
            server.stdout.close()


def on_the_command_line(game: str) -> list[float]:
    """CPU and wall-clock seconds to the first move, and CPU seconds when all is compiled."""
    command = [sys.executable, "-m", "noughts", "analyze", game, "--nodes", "1000"]
    with empty_machine() as environment:
        clock = time.perf_counter()
        first = _cpu_seconds(command, environment)
        wall = time.perf_counter() - clock
        return [first, wall, _cpu_seconds(command, environment)]


def _cpu_seconds(command: list[str], environment: dict[str, str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, env=environment, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description="From installing to the engine's first move, game by game.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"any games; {', '.join(GAMES)} if none is given")
    parser.add_argument("--install", action="store_true", help="measure installing too")
    parser.add_argument("--ready", type=float, default=0.0, help="seconds before a game is chosen (default 0)")
    parser.add_argument("--no-server", action="store_true", help="measure only the command line")
    options = parser.parse_args()
    console = Console()
    if options.install:
        console.print(f"installing: {seconds_to_install():.1f} s")
    table = Table(title=f"Seconds of the first minute ({machine()})")
    table.add_column("game")
    in_browser = [] if options.no_server else ["first answer", "list", "board", "engine's move"]
    for heading in (*in_browser, "analyze: CPU", "wall", "again: CPU"):
        table.add_column(heading, justify="right")
    with console.status("Starting servers…") as status:
        for game in options.games or GAMES:
            status.update(f"{game}…")
            times = [] if options.no_server else in_the_browser(game, options.ready)
            times += on_the_command_line(game)
            table.add_row(game, *(f"{seconds:.1f}" for seconds in times))
    console.print(table)


if __name__ == "__main__":
    main()
