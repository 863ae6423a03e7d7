"""What `noughts match` and `noughts tournament` have in common: options, the live table, and the files they write."""

import contextlib
import json
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from noughts.cli.options import check_writable, read_position, write_file
from noughts.errors import NoughtsError

if TYPE_CHECKING:
    from rich.console import Console

    from noughts.arena.competition import Competition
    from noughts.arena.played import PlayedGame
    from noughts.arena.scheduling import Workers

MoveSeconds = Annotated[float | None, typer.Option("--time", metavar="S", help="Seconds for each move.")]
ClockText = Annotated[
    str | None, typer.Option("--clock", metavar="C", help="A clock for the game: 60+1, or 40/60 for every 40 moves.")
]
Margin = Annotated[
    float | None, typer.Option("--margin", metavar="S", help="Seconds that an answer may be late (0.25).")
]
Concurrency = Annotated[
    int | None, typer.Option("--concurrency", metavar="C", help="Games that are played at the same time.")
]
ClusterAddress = Annotated[
    str | None, typer.Option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster: tcp://its-scheduler:8786.")
]
OpeningsText = Annotated[
    str | None,
    typer.Option("--openings", metavar="O", help="random:PLIES, none, or a file: PGN, SGF, or a line for each."),
]
Obstacles = Annotated[int, typer.Option("--obstacles", metavar="N", help="Obstacles, drawn anew for each pair.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Of openings, obstacles and players.")]
PgnFile = Annotated[Path | None, typer.Option("--pgn", metavar="FILE", help="Write the games as PGN.")]
JsonFile = Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write the figures and games as JSON.")]
HtmlFile = Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write a page with the games to replay.")]
Anew = Annotated[bool, typer.Option("--anew", help="Play all games anew, also those that are kept.")]

BotsFile = Annotated[Path | None, typer.Option("--bots", metavar="FILE", help="Other people's programs, in TOML.")]

_REDRAW = 0.25  # seconds
_MOST_AT_A_TIME = 1000


def competition(
    game: str,
    players: Sequence[str],
    depth: int | None,
    nodes: int | None,
    seconds: float | None,
    clock: str | None,
    margin: float | None,
    openings: str | None,
    position: str | None,
    obstacles: int,
    seed: int,
    bots: Path | None,
) -> "Competition":
    """The match or tournament that these options describe, with everything checked."""
    from noughts.arena.clock import MARGIN, Conditions, TimeControl
    from noughts.arena.competition import Competition
    from noughts.arena.openings import DEFAULT, Openings
    from noughts.limit import Limit
    from noughts.protocols.bots import read_bots
    from noughts.registry import game as find_game
    from noughts.registry import name_of

    if obstacles < 0:
        raise NoughtsError(f"--obstacles is {obstacles}; it must be 0 or more")
    found = find_game(game)
    conditions = Conditions(
        Limit(seconds, depth, nodes),
        None if clock is None else TimeControl.read(clock),
        MARGIN if margin is None else margin,
    )
    start = None if position is None else read_position(found, position, None).text()
    chosen = openings or (DEFAULT if start is None else "none")
    made = Competition(
        name_of(found),
        tuple(players),
        Openings.read(chosen, found, seed, start, obstacles),
        conditions,
        seed,
        {} if bots is None else read_bots(bots),
    )
    made.check()
    return made


def check_files(*files: Path | None) -> None:
    """NoughtsError if one that was asked for cannot be written: before the games, not after them."""
    for file in files:
        if file is not None:
            check_writable(file)


def workers(concurrency: int | None, cluster: str | None) -> "Workers | None":
    """Who plays; None for this process, one game after the other."""
    from noughts.arena.scheduling import LocalProcesses

    if concurrency is not None and not 1 <= concurrency <= _MOST_AT_A_TIME:
        raise NoughtsError(f"--concurrency is {concurrency}; it must be a number from 1 to {_MOST_AT_A_TIME}")
    if cluster is not None:
        from noughts.arena.cluster import Cluster

        return Cluster(cluster, concurrency, lambda words: typer.echo(words, err=True))
    return LocalProcesses(concurrency) if concurrency is not None and concurrency > 1 else None


class LiveTable:
    """Progress and figures on a terminal, redrawn a few times a second; nothing elsewhere."""

    def __init__(self, console: "Console", total: int, title: str) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self.console = console
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(elapsed_when_finished=True),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._progress.add_task(title, total=total)
        self._drawn = 0.0

    def say(self, words: str) -> None:
        self.console.print(words, highlight=False, soft_wrap=True)

    def show(self, games: int, description: Callable[[], str], total: int | None = None) -> None:
        """So many games have been played; the description is asked for when it is drawn."""
        now = time.monotonic()
        if self.console.is_terminal and now - self._drawn >= _REDRAW:
            self._drawn = now
            self._progress.update(self._task, completed=games, description=description(), total=total)


@contextlib.contextmanager
def live_table(total: int, title: str) -> Iterator[LiveTable]:
    from rich.console import Console

    table = LiveTable(Console(stderr=True), total, title)
    with table._progress:
        yield table


def write_games(
    played: "Competition",
    games: "Sequence[PlayedGame]",
    names: Sequence[str],
    figures: dict[str, Any],
    pgn: Path | None,
    json_file: Path | None,
) -> None:
    """Write the files that were asked for."""
    from noughts.discovery import short_name
    from noughts.records import write_records

    if pgn is not None:
        event = f"{names[0]} - {names[1]}" if len(names) == 2 else "tournament"
        records = [game.record(played.game, (names[game.players[0]], names[game.players[1]]), event) for game in games]
        write_file(pgn, write_records(records, "pgn", {played.game: short_name(played.game)}))
    if json_file is not None:
        told = {**figures, "played": [game.as_json() for game in games]}
        write_file(json_file, json.dumps(told, ensure_ascii=False, indent=1) + "\n")
