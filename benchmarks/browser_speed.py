"""The engine in V8, as pages run it, beside the same engine natively: nodes a CPU second; what a page loads.

    python benchmarks/browser_speed.py [GAME …] [--rounds 5] [--nodes 500000]

Both search the same positions from random play, with an empty table of the same size each time, to the same number of
nodes. Node.js runs the page's own scripts (tests/page/engine.mjs). A run whose counts of nodes differ fails. The first
round, in which V8 still improves the code, is not counted.

*Packed* are kilobytes that a page loads of a game: its code, its evaluation's weights and its description, as they lie
on the server. *Memory* is the module's own, megabytes, of which the table takes 16.
"""

import argparse
import contextlib
import gzip
import json
import random
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

import noughts
from noughts import Engine, Game, Limit, Position
from noughts.browser.builtin import kept_module
from noughts.browser.engine_module import HASH_MB
from noughts.browser.files import GameFiles, made_files
from side_by_side import Timing, best_rate, best_ratio, machine, median_ratio, take_turns

GAMES = ["ultimate", "5x5x4", "8x10x5", "15x15x5", "exact-15x15x5", "xtreme", "nineboard", "xrudder"]
NODE = Path(__file__).resolve().parent.parent / "tests" / "page" / "engine.mjs"
POSITIONS = 4
PAGE = 1 << 16


class Sizes(NamedTuple):
    """What a page loads, in bytes."""

    code: int
    weights: int
    description: int
    memory: int


def random_positions(game: Game) -> list[Position]:
    """Positions with more than one move, in the first half of a game."""
    chance, found = random.Random(1), list[Position]()
    while len(found) < POSITIONS:
        position = game.start()
        for _ in range(chance.randrange(max(2, min(30, game.max_plies // 2)))):
            if not position.is_game_over():
                position.push(chance.choice(position.legal_moves))
        if not position.is_game_over() and len(position.legal_moves) > 1:
            found.append(position)
    return found


def sizes_of(files: GameFiles) -> Sizes:
    description = json.loads(files.contents[files.description])
    code, weights = (len(files.contents[description[part]["file"]]) for part in ("module", "weights"))
    packed = len(gzip.compress(files.contents[files.description]))
    return Sizes(code, weights, packed, description["module"]["pages"] * PAGE)


@contextlib.contextmanager
def in_node(files: GameFiles) -> Iterator[Callable[[Position, int], tuple[int, float]]]:
    """A search in V8: nodes and CPU seconds for a position and a number of nodes."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.contents.items():
            (Path(folder) / ("game.json" if name == files.description else name)).write_bytes(content)
        command = ["node", str(NODE), folder]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            stdin, stdout = process.stdin, process.stdout
            assert stdin is not None
            assert stdout is not None

            def search(position: Position, nodes: int) -> tuple[int, float]:
                moves = [move.text for move in position.move_stack]
                print(json.dumps({"moves": moves, "nodes": nodes}), file=stdin, flush=True)
                answer: dict[str, Any] = json.loads(stdout.readline())
                return answer["nodes"], answer["cpu"]

            yield search
            stdin.close()


def natively(position: Position, nodes: int) -> tuple[int, float]:
    """The same search as machine code of this CPU."""
    engine = Engine(hash_mb=int(HASH_MB), seed=0)
    engine.prepare(position.game)
    clock = time.process_time()
    found = engine.play(position, Limit(nodes=nodes))
    return found.stats.nodes, time.process_time() - clock


def over(positions: list[Position], search: Callable[[Position, int], tuple[int, float]], nodes: int) -> Timing:
    found = [search(position, nodes) for position in positions]
    return Timing(sum(count for count, _ in found), sum(seconds for _, seconds in found))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"any games; {', '.join(GAMES)} if none is given")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--nodes", type=int, default=500_000, help="of each search (default 500,000)")
    options = parser.parse_args()
    table = Table(title=f"Thousands of nodes a CPU second ({machine()})")
    table.add_column("game")
    for heading in ("V8", "native", "ratio", "median", "packed: code", "weights", "description", "memory"):
        table.add_column(heading, justify="right")
    console = Console()
    with console.status("…") as status:
        for name in options.games or GAMES:
            status.update(f"{name}…")
            game = noughts.game(name)
            if game.rules.is_ours and kept_module(game) is None:
                console.print(f"{name}: the module kept is out of date; one is made now")
            files = made_files(game)
            positions = random_positions(game)
            with in_node(files) as search:
                contenders = [partial(over, positions, one, options.nodes) for one in (search, natively)]
                v8, native = take_turns(contenders, 1 + options.rounds)
            if [one.amount for one in v8] != [one.amount for one in native]:
                raise SystemExit(f"{name}: V8 and native count other nodes: {v8[0].amount} and {native[0].amount}")
            v8, native = v8[1:], native[1:]
            sizes = sizes_of(files)
            packed = (f"{size / 1000:.1f}" for size in sizes[:3])
            rates = (f"{best_rate(one) / 1000:,.0f}" for one in (v8, native))
            ratios = f"{best_ratio(v8, native):.2f}", f"{median_ratio(v8, native):.2f}"
            table.add_row(name, *rates, *ratios, *packed, f"{sizes.memory / 1e6:.1f}")
    console.print(table)


if __name__ == "__main__":
    main()
