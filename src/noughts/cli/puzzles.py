"""`noughts puzzles`: finding puzzles of a game, each proved."""

import shlex
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.options import STOPPED, GameName
from noughts.errors import NoughtsError

if TYPE_CHECKING:
    from noughts.board import Game
    from noughts.puzzles.making import Bounds
    from noughts.puzzles.puzzle import Puzzle

MOST_GAMES = 1_000_000


def puzzles(
    game: GameName,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="Write them there, a line each (.jsonl).")],
    count: Annotated[int, typer.Option("--count", metavar="N", min=1, max=10_000, help="How many, in all.")] = 30,
    least: Annotated[int, typer.Option("--least", metavar="N", min=1, max=15, help="Plies of the shortest win.")] = 3,
    most: Annotated[int, typer.Option("--most", metavar="N", min=1, max=15, help="Plies of the longest win.")] = 7,
    seconds: Annotated[
        float | None, typer.Option("--time", metavar="S", min=0, help="End after so many seconds, with what there is.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Of self-play.")] = 1,
) -> None:
    """Find positions in which exactly one move wins within so many plies, proved. The same command goes on."""
    from noughts import __version__
    from noughts.puzzles import file as files
    from noughts.puzzles.making import Bounds
    from noughts.registry import game as find_game

    if least > most:
        raise NoughtsError(f"--least {least} is more than --most {most}")
    chosen = find_game(game)
    if out.exists():
        known = files.read_unfinished(chosen, out, seed)
    else:
        made = {
            "command": shlex.join(["noughts", *(Path(word).name if "/" in word else word for word in sys.argv[1:])]),
            "seed": seed,
            "time": time.strftime("%Y-%m-%d", time.gmtime()),
            "noughts": __version__,
        }
        files.begin(out, files.Header(chosen.name, chosen.version, made))
        known = []
    found, is_whole = _find(chosen, out, known, count, Bounds(least, most), seed, seconds)
    print(f"{out}: {len(found)} puzzles{'' if is_whole else '; stopped, the same command goes on'}")
    if not is_whole:
        raise typer.Exit(STOPPED)


def _find(
    game: "Game", out: Path, known: "list[Puzzle]", count: int, bounds: "Bounds", seed: int, seconds: float | None
) -> "tuple[list[Puzzle], bool]":
    """All puzzles of the file at the end, and whether it was not stopped."""
    from rich.console import Console

    from noughts.puzzles import file as files
    from noughts.puzzles.finding import found_in_self_play

    found, begun, games = list(known), time.monotonic(), 0
    console = Console(stderr=True)
    try:
        with console.status("Preparing") as status:
            if len(found) >= count:
                return found, True
            for each in found_in_self_play(game, seed, known, bounds, MOST_GAMES):
                if isinstance(each, int):
                    games = each
                else:
                    files.append(out, each)
                    found.append(each)
                status.update(f"{len(found)} of {count} puzzles, {games} games, {time.monotonic() - begun:.0f} s")
                if len(found) >= count or (seconds is not None and time.monotonic() - begun > seconds):
                    break
    except KeyboardInterrupt:
        return found, False
    return found, True


def add_to(app: typer.Typer) -> None:
    app.command()(puzzles)
