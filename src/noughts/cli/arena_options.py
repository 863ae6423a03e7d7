"""Common parts of `noughts match` and `noughts tournament`: options, the live table, and the files they write."""

import functools
import inspect
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from noughts.cli.analyze import Depth, Nodes
from noughts.cli.options import PositionText, check_writable, read_position, write_file
from noughts.errors import NoughtsError
from noughts.option import Option

if TYPE_CHECKING:
    from noughts.arena.competition import Competition
    from noughts.arena.played import PlayedGame
    from noughts.arena.scheduling import Workers
    from noughts.protocols.bots import Bot

_REDRAW = 0.25  # seconds
_AT_A_TIME = Option(1, 1, 1000)  # games


def _option(name: str, metavar: str, words: str) -> Any:
    return typer.Option(name, metavar=metavar, help=words)


@dataclass(frozen=True)
class ArenaOptions:
    """The options of both commands, by the names of their fields."""

    depth: Depth = None
    nodes: Nodes = None
    seconds: Annotated[float | None, _option("--time", "S", "Seconds for each move.")] = None
    clock: Annotated[
        str | None, _option("--clock", "C", "A clock for the game: 60+1, or 40/60 for every 40 moves.")
    ] = None
    cpu_clock: Annotated[
        bool, typer.Option("--cpu-clock", help="Count processor time: no bot loses by what else is running.")
    ] = False
    odds: Annotated[
        list[str] | None, _option("--odds", "PLAYER:TERMS", "A player's own limits: 2:time=0.1, mybot:clock=5+0.05.")
    ] = None
    resign: Annotated[
        str | None,
        _option("--resign", "RULE", "End games that the loser calls lost: movecount=3,score=500,twosided=no."),
    ] = None
    draw: Annotated[
        str | None, _option("--draw", "RULE", "End games that both call drawn: movenumber=20,movecount=5,score=10.")
    ] = None
    adjudicate: Annotated[
        float | None, _option("--adjudicate", "S", "End games that the solver proves in so many seconds after a move.")
    ] = None
    margin: Annotated[float | None, _option("--margin", "S", "Seconds that an answer may be late (0.25).")] = None
    concurrency: Annotated[int | None, _option("--concurrency", "C", "Games that are played at the same time.")] = None
    cluster: Annotated[
        str | None, _option("--cluster", "ADDRESS", "Play on a Dask cluster: tcp://its-scheduler:8786.")
    ] = None
    openings: Annotated[
        str | None, _option("--openings", "O", "balanced, random:PLIES, none, or a file: PGN, SGF, or lines.")
    ] = None
    position: PositionText = None
    obstacles: Annotated[int, _option("--obstacles", "N", "Obstacles, drawn anew for each pair.")] = 0
    seed: Annotated[int, _option("--seed", "N", "Of openings, obstacles and players.")] = 1
    bots: Annotated[Path | None, _option("--bots", "FILE", "Other people's programs, in TOML.")] = None
    log: Annotated[
        Path | None,
        _option("--log", "PATH", "Write what programs and bots say to a file, or each to its own in a folder."),
    ] = None
    no_engine: Annotated[
        bool, typer.Option("--no-engine", help="Python bots cannot import noughts.Engine: an agreement, no lock.")
    ] = False
    pgn: Annotated[Path | None, _option("--pgn", "FILE", "Write the games as PGN.")] = None
    sgf: Annotated[Path | None, _option("--sgf", "FILE", "Write the games as SGF: k in a row.")] = None
    json_file: Annotated[Path | None, _option("--json", "FILE", "Write the figures and games as JSON.")] = None
    html_file: Annotated[Path | None, _option("--html", "FILE", "Write a page with the games to replay.")] = None
    anew: Annotated[bool, typer.Option("--anew", help="Play all games anew, also those that are kept.")] = False

    def competition(
        self, game: str, players: Sequence[str], found_bots: "Mapping[str, Bot] | None" = None
    ) -> "Competition":
        """The match or tournament between these players, with everything checked before a game is played.

        `found_bots` are programs by the texts that stand for them, beside those of the file of bots.
        """
        from noughts.arena.adjudication import Adjudication, DrawRule, Resignation
        from noughts.arena.clock import MARGIN, Conditions
        from noughts.arena.competition import arranged
        from noughts.arena.contestants import without_engine
        from noughts.arena.odds import read_odds
        from noughts.engine.limit import Limit
        from noughts.engine.time_control import TimeControl
        from noughts.protocols.bot_log import prepare as prepare_log
        from noughts.protocols.bots import read_bots
        from noughts.records import formats_for
        from noughts.registry import game as find_game

        for file in (self.pgn, self.sgf, self.json_file, self.html_file):
            if file is not None:
                check_writable(file)
        if self.obstacles < 0:
            raise NoughtsError(f"--obstacles is {self.obstacles}; it must be 0 or more")
        found = find_game(game)
        if self.sgf is not None and "sgf" not in formats_for(game):
            raise NoughtsError(f"SGF holds games of k in a row only; write those of {found.name} by --pgn")
        conditions = Conditions(
            Limit(self.seconds, self.depth, self.nodes),
            None if self.clock is None else TimeControl.read(self.clock),
            MARGIN if self.margin is None else self.margin,
            self.cpu_clock,
        )
        start = None if self.position is None else read_position(found, self.position, None).text()
        bots = {**({} if self.bots is None else read_bots(self.bots)), **(found_bots or {})}
        made = arranged(found, players, conditions, self.openings, start, self.obstacles, self.seed, bots)
        if self.log is not None:
            prepare_log(self.log)
        rules = Adjudication(
            None if self.resign is None else Resignation.read(self.resign),
            None if self.draw is None else DrawRule.read(self.draw),
            self.adjudicate,
        )
        return replace(
            made,
            log=self.log,
            bots=without_engine(made.players, made.bots) if self.no_engine else made.bots,
            odds=read_odds(self.odds or (), made.names, conditions),
            adjudication=rules if str(rules) else None,
        )

    def workers(self) -> "Workers | None":
        """The workers that play; None for this process, one game after the other."""
        from noughts.arena.scheduling import LocalProcesses

        count = self.concurrency
        if count is not None:
            _AT_A_TIME.check("--concurrency", count)
        if self.cluster is not None:
            if self.log is not None:
                raise NoughtsError("a log is written where games are played: leave --log out on a cluster")
            from noughts.arena.cluster import Cluster

            return Cluster(self.cluster, count, lambda words: typer.echo(words, err=True))
        return LocalProcesses(count) if count is not None and count > 1 else None

    def write(
        self,
        played: "Competition",
        games: "Sequence[PlayedGame]",
        figures: dict[str, Any],
        page: Callable[[], str],
    ) -> None:
        """Write the files that were asked for."""
        from noughts.arena.figures import competition_figures, game_figures
        from noughts.conformance.discovery import short_name
        from noughts.records import write_records

        for file, format in ((self.pgn, "pgn"), (self.sgf, "sgf")):
            if file is not None:
                names = {played.game: short_name(played.game)}
                write_file(file, write_records(played.records(games), format, names))
        if self.json_file is not None:
            told = {**competition_figures(played), **figures, "played": game_figures(games, played.names)}
            write_file(self.json_file, json.dumps(told, ensure_ascii=False, indent=1) + "\n")
        if self.html_file is not None:
            write_file(self.html_file, page())


def with_arena_options(command: Callable[..., None]) -> Callable[..., None]:
    """A command as Typer takes it: with all these options in place of its parameter `options`."""
    own = [one for one in inspect.signature(command).parameters.values() if one.name != "options"]
    shared = [
        inspect.Parameter(one.name, inspect.Parameter.KEYWORD_ONLY, default=one.default, annotation=one.type)
        for one in fields(ArenaOptions)
    ]

    @functools.wraps(command)
    def called(**given: Any) -> None:
        options = ArenaOptions(**{one.name: given.pop(one.name) for one in shared})
        command(**given, options=options)

    called.__signature__ = inspect.Signature([*own, *shared])  # type: ignore[attr-defined]
    called.__annotations__ = {one.name: one.annotation for one in (*own, *shared)}
    return called


class LiveTable:
    """Progress and figures on a terminal, redrawn a few times a second while the block lasts; nothing elsewhere."""

    def __init__(self, total: int, title: str) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self._console = Console(stderr=True)
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(elapsed_when_finished=True),
            console=self._console,
            transient=True,
            disable=not self._console.is_terminal,
        )
        self._task = self._progress.add_task(title, total=total)
        self._drawn = 0.0

    def __enter__(self) -> "LiveTable":
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def say(self, words: str) -> None:
        self._console.print(words, highlight=False, soft_wrap=True)

    def show(self, games: int, description: Callable[[], str]) -> None:
        """So many games have been played; the description is asked for when it is drawn."""
        now = time.monotonic()
        if self._console.is_terminal and now - self._drawn >= _REDRAW:
            self._drawn = now
            self._progress.update(self._task, completed=games, description=description())
