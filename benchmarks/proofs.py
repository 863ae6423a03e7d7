"""How many forced wins of five in a row the engine proves within 0.3, 1 and 5 seconds; and whether they are true.

    python benchmarks/proofs.py [--other OLD/src] [--seconds 0.3 1 5] [--only N]
    python benchmarks/proofs.py --replay 9 [--only N]
    python benchmarks/proofs.py --collect 200 >benchmarks/forced_wins.txt

The positions of forced_wins.txt are from the engine's games against itself, which began in tuning/openings-15x15x5.txt:
the earliest one in a game that a search of COLLECTING nodes proves won, by any sequence of more than five plies. With
--other they are searched by another version too, side by side, position by position.

--replay N plays every win out that is claimed within N plies, by the naive rules of noughts/reference: the engine's
move for the winner, every legal reply for the other.
"""

import argparse
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from side_by_side import machine

GAME = "15x15x5"
HERE = Path(__file__).resolve().parent
POSITIONS, OPENINGS = HERE / "forced_wins.txt", HERE.parent / "tuning" / "openings-15x15x5.txt"
PLAYING, COLLECTING = (3_000, 8_000), 400_000  # nodes
SHORTEST = 7  # plies: whatever wins sooner is seen without a search


def plies_to_win(result: Any) -> int | None:
    """Within how many plies the side to move wins; None if that is not proved."""
    mate = result.score.mate
    return None if mate is None or mate < 0 else int(mate)


def search(positions: Sequence[str], seconds: float) -> Iterator[float | None]:
    """For each position the seconds until its win is proved; with whatever version is installed."""
    import noughts
    from noughts.engine import Engine
    from noughts.limit import Limit

    game = noughts.game(GAME)
    Engine("noughts").play(game.start(), Limit(nodes=1000))  # compiles
    for text in positions:
        found = None
        for result in Engine("noughts").analysis(game.position(text), Limit(time=seconds)):
            if plies_to_win(result) is not None:
                found = result.stats.time
                break
        yield found


def searchers(sources: Sequence[Path | None], positions: Path, seconds: float, count: int) -> list[Any]:
    """A process for each version. It searches a position for each line that it is sent."""
    command = [sys.executable, __file__, "--serve", str(positions), "--seconds", str(seconds), "--only", str(count)]
    return [
        subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | ({} if path is None else {"PYTHONPATH": str(path)}),
        )
        for path in sources
    ]


def serve(positions: Sequence[str], seconds: float) -> None:
    found = search(positions, seconds)
    for _ in sys.stdin:
        print(json.dumps(next(found)), flush=True)


def compare(positions: Path, other: Path | None, limits: Sequence[float], count: int) -> None:
    versions = {"this version": None} if other is None else {"this version": None, str(other): other}
    processes = searchers(list(versions.values()), positions, max(limits), count)
    times: list[list[float | None]] = [[] for _ in processes]
    for number in range(count):
        for process, seen in zip(processes, times, strict=True):
            process.stdin.write("\n")
            process.stdin.flush()
            seen.append(json.loads(process.stdout.readline()))
        if sys.stderr.isatty():
            print(f"\r{number + 1} of {count} positions", end="", file=sys.stderr, flush=True)
    for process in processes:
        process.stdin.close()
        process.wait()
    print(f"{machine()}\nforced wins proved, of {count}, within " + ", ".join(f"{limit:g} s" for limit in limits))
    for name, seen in zip(versions, times, strict=True):
        proved = [sum(time is not None and time <= limit for time in seen) for limit in limits]
        print(f"{name}: {', '.join(map(str, proved))}")


def collect(count: int) -> None:
    """Play games and print the earliest position of each that is proved won."""
    import noughts
    from noughts.engine import Engine
    from noughts.limit import Limit

    game, chance, openings = noughts.game(GAME), random.Random(1), OPENINGS.read_text().splitlines()
    found: set[str] = set()
    for number in range(10 * count):
        player, judge, position = Engine("noughts"), Engine("noughts"), game.start()
        for move in openings[number % len(openings)].split():
            position.push(move)
        while not position.is_game_over():
            position.push(player.play(position, Limit(nodes=chance.randint(*PLAYING))).move)
        outcome, earliest = position.outcome(), None
        while (
            outcome is not None
            and outcome.winner is not None
            and position.ply > len(openings[number % len(openings)].split())
        ):
            position.pop()
            if position.turn == outcome.winner:
                plies = plies_to_win(judge.play(position, Limit(nodes=COLLECTING)))
                if plies is None:
                    break
                earliest = position.text() if plies >= SHORTEST else None
        if earliest is not None and earliest not in found:
            found.add(earliest)
            print(earliest, flush=True)
            if len(found) == count:
                return


def replay(positions: Sequence[str], most: int) -> None:
    """Play out every win that is claimed within so many plies."""
    import noughts
    from noughts import reference
    from noughts.engine import Engine
    from noughts.limit import Limit

    game, naive, engine = noughts.game(GAME), reference.game(GAME), Engine("noughts")

    def wins(text: str, plies: int) -> int:
        """How many positions were asked for; an AssertionError if the claim is not true."""
        board = naive.parse(text)
        result = engine.play(game.position(text), Limit(time=5, depth=plies))
        claimed = plies_to_win(result)
        assert claimed is not None, f"{text} is not won within {plies} plies"
        assert claimed <= plies, f"{text} is not won within {plies} plies"
        after = board.play(str(result.move))
        if after.is_over():
            assert after.winner() == board.turn, text
            return 1
        assert plies > 1, text
        return 1 + sum(wins(after.play(reply).text(), plies - 2) for reply in after.legal_moves())

    replayed = asked = 0
    for text in positions:
        plies = plies_to_win(engine.play(game.position(text), Limit(time=0.3)))
        if plies is not None and plies <= most:
            asked += wins(text, plies)
            replayed += 1
            print(f"{replayed} wins within {most} plies are true; {asked:,} positions asked for", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--other", type=Path, help="the folder src of another version")
    parser.add_argument("--seconds", type=float, nargs="+", default=[0.3, 1, 5])
    parser.add_argument("--only", type=int, default=10**6, help="so many positions")
    parser.add_argument("--collect", type=int)
    parser.add_argument("--replay", type=int)
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.collect is not None:
        collect(arguments.collect)
        return
    file = arguments.serve or POSITIONS
    positions = [line for line in file.read_text().splitlines() if line][: arguments.only]
    if arguments.serve is not None:
        serve(positions, max(arguments.seconds))
    elif arguments.replay is not None:
        replay(positions, arguments.replay)
    else:
        compare(file, arguments.other, arguments.seconds, len(positions))


if __name__ == "__main__":
    main()
