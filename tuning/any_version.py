"""An engine of any version as a program that speaks UGI, for matches against versions from before `noughts engine`.

    PYTHONPATH=OLD/src python tuning/any_version.py [ENGINE]

It needs no more of the sources than games, positions, engines and limits, which have not changed since the beginning.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import noughts
from noughts import Engine, Limit


def read_game(name: str) -> Any:
    """The game of a name. A game of examples/ is the one of the version that plays, where that has one of this name."""
    own = Path(noughts.__file__).resolve().parents[2] / "examples" / Path(name).name
    return noughts.game(str(own) if name.endswith(".py") and own.is_file() else name)


def read_limit(words: Sequence[str]) -> Limit:
    """The limits of `go`: nodes, depth or movetime."""
    told = dict(zip(words[::2], words[1::2], strict=False))
    return Limit(
        time=int(told["movetime"]) / 1000 if "movetime" in told else None,
        depth=int(told["depth"]) if "depth" in told else None,
        nodes=int(told["nodes"]) if "nodes" in told else None,
    )


def reached(game: Any, words: Sequence[str]) -> Any:
    """The position of `position startpos|fen … [moves …]`."""
    at = words.index("moves") if "moves" in words else len(words)
    position = game.start() if words[0] == "startpos" else game.position(" ".join(words[1:at]))
    for move in words[at + 1 :]:
        position.push(move)
    return position


def prepare(engine: Any, game: Any) -> None:
    """Compile before the clock runs; the first versions did that as they played."""
    if hasattr(engine, "prepare"):
        engine.prepare(game)
    else:
        engine.play(game.start(), Limit(nodes=1000))


def main() -> None:
    name = sys.argv[1] if len(sys.argv) > 1 else "noughts"
    engine, game, position = Engine(name), noughts.game("tictactoe"), None
    for line in sys.stdin:
        words = line.split()
        match words:
            case ["ugi"]:
                print("id name Noughts\noption name game type string default tictactoe\nugiok", flush=True)
            case ["setoption", "name", "game", "value", value]:
                game = read_game(value)
            case ["uginewgame"]:
                engine = Engine(name)
                prepare(engine, game)
            case ["isready"]:
                print("readyok", flush=True)
            case ["position", *rest]:
                position = reached(game, rest)
            case ["go", *limits]:
                result = engine.play(position if position is not None else game.start(), read_limit(limits))
                stats, expected = result.stats, " ".join(str(move) for move in result.pv)
                print(f"info depth {stats.depth} nodes {stats.nodes} time {round(1000 * stats.time)} pv {expected}")
                print(f"bestmove {result.move}", flush=True)
            case ["quit"]:
                return


if __name__ == "__main__":
    main()
