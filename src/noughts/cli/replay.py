"""`noughts replay`: a game that was kept, with the engine's view of each move."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.analyze import Seconds
from noughts.errors import NoughtsError

if TYPE_CHECKING:
    from noughts.store import KeptGame, Store

_SECONDS = 0.2


def replay(
    number: Annotated[
        int | None, typer.Argument(metavar="[NUMBER]", help="Of the game; the last finished one if left out.")
    ] = None,
    listed: Annotated[bool, typer.Option("--list", help="List the games that are kept.")] = False,
    seconds: Seconds = None,
    plain: Annotated[bool, typer.Option("--plain", help="Lines of text instead of a full screen.")] = False,
) -> None:
    """Step through a game with the engine's view of each move; mistakes are marked ?!, ? and ??."""
    from noughts.limit import Limit
    from noughts.store import Store

    limit = Limit(time=_SECONDS if seconds is None else seconds)
    store = Store()
    if listed:
        _print_list(store)
        return
    kept = _wanted(store, number)
    if plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        _print_review(kept, limit.time or _SECONDS)
        return
    from noughts.settings import load_settings
    from noughts.terminal.replay import ReplayApp

    ReplayApp(kept, limit, load_settings()).run()


def _wanted(store: "Store", number: int | None) -> "KeptGame":
    if number is not None:
        return store.load(number)
    latest = store.latest(1, finished=True)
    if not latest:
        raise NoughtsError("no game has been finished yet; `noughts replay --list` lists all that are kept")
    return store.load(latest[0].id or 0)


def _print_list(store: "Store") -> None:
    from rich.console import Console
    from rich.table import Table

    from noughts.play import label

    games = store.latest()
    if not games:
        print("No game is kept yet: `noughts play` begins one.")
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("number", justify="right")
    for column in ("game", "first", "second", "moves", "result", "how", "last move (UTC)"):
        table.add_column(column)
    for kept in games:
        record = kept.record
        how = record.reason or ("unfinished" if record.result == "*" else "")
        when = f"{kept.changed:%Y-%m-%d %H:%M}" if kept.changed else ""
        players = [label(text) for text in record.players]
        table.add_row(str(kept.id), record.game, *players, str(kept.ply), record.result, how, when)
    Console(soft_wrap=not sys.stdout.isatty()).print(table)


def _print_review(kept: "KeptGame", seconds: float) -> None:
    from noughts.board.text import draw_text
    from noughts.engine import Engine
    from noughts.limit import Limit
    from noughts.play import label
    from noughts.review import review

    record = kept.record
    position = record.replay()
    names = " - ".join(f"{label(text)} ({mark})" for text, mark in zip(record.players, kept.marks, strict=True))
    print(f"{position.game.title}, game {kept.id}: {names}\n")
    marked = 0
    for ply, verdict in enumerate(review(record, Engine(), Limit(time=seconds)), 1):
        print(f"{ply:>3}. {verdict.describe(kept.marks)}", flush=True)
        marked += bool(verdict.mark)
    print(f"\n{draw_text(position.view().marked(kept.marks))}")
    how = f": {record.reason}" if record.reason else ""
    print(f"{record.result}{how}. {marked} of {len(record.moves)} moves are marked.")


def add_to(app: typer.Typer) -> None:
    app.command()(replay)
