"""How much sooner two threads come to a depth than one, by the wall clock.

    python benchmarks/threads.py [GAME …] [--other OLD/src] [--rounds 5] [--threads 2]

Each position is searched to its depth by a new engine, with one thread and with several, in turns. *Speed-up* is the
median over the rounds of the seconds with one thread over those with several; *nodes* the same for nodes a second. With
--other the engine of other sources searches the same positions in the same rounds. Both numbers of threads are only
comparable where as many cores have nothing else to do: the load is told at the end.
"""

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

from side_by_side import machine

# Openings that are not decided, and a depth that one thread reaches in about half a second.
POSITIONS = (
    ("ultimate", "5.5 5.1 1.9 9.5 5.3", 19),
    ("ultimate", "5.5 5.3 3.1 1.5", 19),
    ("ultimate", "1.5 5.9 9.1 1.1 1.9 9.5", 19),
    ("xrudder", "f5 g6 e6 g4 f7", 16),
    ("xrudder", "e5 g5 f6 f4", 17),
    ("xrudder", "f5 g7 h5 e4", 18),
    ("15x15x5", "h8 i9 g9 i7 i8 g8", 16),
    ("15x15x5", "k7 f6 i10 k6 f5", 16),
    ("15x15x5", "g8 k8 f6 h8 k9", 16),
)


def serve() -> None:
    """Search what standard input asks for: a program, so that it can be one of any version."""
    import noughts
    from noughts.engine.engine import Engine
    from noughts.engine.limit import Limit

    for line in sys.stdin:
        name, moves, depth, threads = json.loads(line)
        position = noughts.game(name).start()
        for move in moves.split():
            position.push(move)
        engine = Engine("noughts", threads=threads, seed=1)
        engine.prepare(position.game)
        stats = engine.analyse(position, Limit(depth=depth)).stats
        print(json.dumps([stats.time, stats.nodes]), flush=True)


class Version:
    """The engine of some sources."""

    def __init__(self, name: str, sources: Path) -> None:
        self.name = name
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--serve"],
            env={**os.environ, "PYTHONPATH": str(sources)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def search(self, *asked: Any) -> tuple[float, int]:
        """The seconds and nodes of a search."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(asked), file=self._process.stdin, flush=True)
        seconds, nodes = json.loads(self._process.stdout.readline())
        return seconds, nodes

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def measure(versions: list[Version], games: list[str], rounds: int, threads: int) -> None:
    speed_ups: dict[tuple[str, str], list[float]] = {}
    print(f"{'position':<36} {'version':<8} {'1 thread':>9} {f'{threads}':>9} {'speed-up':>9} {'nodes':>6}")
    for name, moves, depth in POSITIONS:
        if games and name not in games:
            continue
        for version in versions:
            version.search(name, moves, 1, threads)  # loads what was compiled
        found: dict[str, list[tuple[float, float, float, float]]] = {version.name: [] for version in versions}
        for _ in range(rounds):
            for version in versions:
                found[version.name].append(
                    (*version.search(name, moves, depth, 1), *version.search(name, moves, depth, threads))
                )
        for version in versions:
            rows = found[version.name]
            one, several = (statistics.median(row[i] for row in rows) for i in (0, 2))
            speed_up = statistics.median(row[0] / row[2] for row in rows)
            nodes = statistics.median(row[3] / row[2] * row[0] / row[1] for row in rows)
            speed_ups.setdefault((name, version.name), []).append(speed_up)
            title = f"{name} {moves}, {depth}"
            print(
                f"{title:<36} {version.name:<8} {one:8.2f}s {several:8.2f}s {speed_up:9.2f} {nodes:6.2f}",
                flush=True,
            )
    for (name, version_name), values in speed_ups.items():
        mean = math.exp(statistics.fmean(math.log(value) for value in values))
        print(f"{name}, {version_name}: {mean:.2f} (geometric mean of {len(values)} positions)")
    print(f"{machine()}; load {os.getloadavg()[0]:.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--other", type=Path, help="the folder src of other sources")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve()
        return
    versions = [Version("this", Path(__file__).resolve().parent.parent / "src")]
    if arguments.other is not None:
        versions.append(Version("other", arguments.other.resolve()))
    try:
        measure(versions, arguments.games, arguments.rounds, arguments.threads)
    finally:
        for version in versions:
            version.close()


if __name__ == "__main__":
    main()
