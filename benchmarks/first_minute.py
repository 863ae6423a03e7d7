"""The first minute of somebody who has never had Noughts: from installing it to the engine's first move, game by game.

    python benchmarks/first_minute.py [GAME ...] [--install] [--no-server]

For each game a server starts with an empty compile cache, as on a new machine, and Chromium opens its page, which
thinks itself. Told are the seconds from the start of the process to its first answer, and from that answer to the
engine's move: the page is opened, a game begun in which the engine, at `max` with 0.1 s a move, moves first, and the
move drawn. *Compiled* counts the functions in the compile cache by then. The last columns are `noughts analyze GAME
--nodes 1000`, again with an empty cache: what it takes in CPU seconds, those of its children included, and by the wall
clock; then once more, when all has been compiled: what every later start takes in CPU seconds. `--no-server` measures
these alone.

A site of `noughts page examples/connect_four.py` is measured too: from its address to the engine's answer to a click
that is made as soon as there is a cell to click on.

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
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from browser import chromium  # noqa: E402
from noughts.web.catalogue import built_in_games  # noqa: E402
from side_by_side import machine  # noqa: E402

GAMES = list(built_in_games())
SITE = ROOT / "examples" / "connect_four.py"
SINCE_ANSWER = 'performance.now() - performance.getEntriesByType("navigation")[0].responseStart'
FIRST_MOVE = f"""async (game) => {{
  const setup = {{ game, first: {{ kind: "level", level: "max", time: 0.1 }}, second: {{ kind: "human" }} }};
  const headers = {{ "content-type": "application/json" }};
  const answer = await fetch("/api/games", {{ method: "POST", headers, body: JSON.stringify(setup) }});
  const {{ id }} = await answer.json();
  location.hash = `#/game/${{id}}`;
  while (!document.querySelector(".cell.taken")) await new Promise(requestAnimationFrame);
  return {SINCE_ANSWER};
}}"""
FIRST_ANSWER = """async () => {
  const legal = () => document.querySelector(".cell.legal");
  while (!legal()) await new Promise(requestAnimationFrame);
  legal().dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true }));
  const plies = () => document.querySelector("embed-page").followed.game?.moves.length ?? 0;
  while (plies() < 2) await new Promise(requestAnimationFrame);
  return performance.now();
}"""
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


class Browsing(NamedTuple):
    """Seconds to a server's first answer and from there to the engine's move; files in the compile cache by then."""

    answer: float
    move: float
    compiled: int


def on_the_page(browser: Browser, game: str) -> Browsing:
    command = [sys.executable, "-m", "noughts", "serve", "--no-browser", "--port", "0"]
    with empty_machine() as environment, browser.new_context() as context:
        page = context.new_page()
        clock = time.perf_counter()
        server = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
        )
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+:\d+", server.stdout.readline())
            assert found is not None, "the server did not start"
            page.goto(found[0], wait_until="commit")
            answer = time.perf_counter() - clock
            move = page.evaluate(FIRST_MOVE, game) / 1000
            compiled = len(list(Path(environment["NOUGHTS_CACHE"]).rglob("*.code")))
            return Browsing(answer, move, compiled)
        finally:
            server.terminate()
            server.wait()
            assert server.stdout is not None
            server.stdout.close()


def on_a_site(browser: Browser, game: Path, rounds: int = 5) -> list[float]:
    """Seconds from the address of a site to the engine's answer, each by a browser that has nothing of it."""
    with tempfile.TemporaryDirectory() as place:
        command = [sys.executable, "-m", "noughts", "page", str(game), "--out", f"{place}/site"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        served = partial(QuietHandler, directory=f"{place}/site")
        with ThreadingHTTPServer(("127.0.0.1", 0), served) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            name = json.loads(Path(place, "site", "site.json").read_text(encoding="utf-8"))["games"][0]["name"]
            times = []
            for _ in range(rounds):
                with browser.new_context() as context:
                    page = context.new_page()
                    page.goto(f"http://127.0.0.1:{server.server_port}/#/embed/{name}?level=easy", wait_until="commit")
                    times.append(page.evaluate(FIRST_ANSWER) / 1000)
            server.shutdown()
            return times


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


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
    parser.add_argument("--no-server", action="store_true", help="measure only the command line")
    options = parser.parse_args()
    console = Console()
    if options.install:
        console.print(f"installing: {seconds_to_install():.1f} s")
    table = Table(title=f"Seconds of the first minute ({machine()})")
    table.add_column("game")
    in_browser = [] if options.no_server else ["first answer", "engine's move", "compiled"]
    for heading in (*in_browser, "analyze: CPU", "wall", "again: CPU"):
        table.add_column(heading, justify="right")
    with console.status("Starting servers…") as status, contextlib.ExitStack() as stack:
        browser = None if options.no_server else stack.enter_context(chromium())
        for game in options.games or GAMES:
            status.update(f"{game}…")
            times = [f"{seconds:.1f}" for seconds in on_the_command_line(game)]
            if browser is not None:
                seen = on_the_page(browser, game)
                times = [f"{seen.answer:.1f}", f"{seen.move:.2f}", str(seen.compiled), *times]
            table.add_row(game, *times)
        if browser is not None:
            status.update(f"a site of {SITE.name}…")
            answers = on_a_site(browser, SITE)
            told = f"{statistics.median(answers):.2f} s in the middle, {max(answers):.2f} at worst"
            console.print(f"a site of {SITE.name}, from its address to the engine's answer: {told}")
    console.print(table)


if __name__ == "__main__":
    main()
