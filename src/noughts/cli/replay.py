"""`noughts replay`: a game that was kept, with the engine's view of each move."""

from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.analyze import Seconds
from noughts.cli.options import Plain, is_plain
from noughts.cli.tables import print_table
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
    plain: Plain = False,
) -> None:
    """Step through a game with the engine's view of each move; mistakes are marked ?!, ? and ??."""
    from noughts.engine.limit import Limit
    from noughts.play.settings import load_settings
    from noughts.store import Store

    limit = Limit(time=_SECONDS if seconds is None else seconds)
    store = Store()
    if listed:
        _print_list(store)
        return
    kept = _wanted(store, number)
    settings = load_settings()
    if is_plain(plain):
        _print_review(kept, limit.time or _SECONDS, settings.symbols)
        return
    from noughts.kernel.patience import never_wait
    from noughts.terminal.replay import ReplayApp

    never_wait()
    ReplayApp(kept, limit, settings).run()


def _wanted(store: "Store", number: int | None) -> "KeptGame":
    if number is not None:
        return store.load(number)
    latest = store.latest(1, finished=True)
    if not latest:
        raise NoughtsError("no game has been finished yet; `noughts replay --list` lists all that are kept")
    return store.load(latest[0].id or 0)


def _print_list(store: "Store") -> None:
    from noughts.conformance.discovery import short_name
    from noughts.play import player_labels
    from noughts.records import UNFINISHED

    games = store.latest()
    if not games:
        print("No game is kept yet: `noughts play` begins one.")
        return
    rows = []
    for kept in games:
        record = kept.record
        result = "unfinished" if record.result == UNFINISHED else record.result
        players = " - ".join(player_labels(kept))
        rows.append((str(kept.id), short_name(record.game), players, str(kept.ply), result, _when(kept)))
    header = ("number", "game", "players", "moves", "result", "played")
    print_table(rows, folding=(1, 2, 5), header=header, numbers=("number", "moves"))


def _when(kept: "KeptGame") -> str:
    """The last move; of a game from elsewhere what its record says, which may be nothing."""
    if kept.is_played_here:
        return f"{kept.changed:%Y-%m-%d %H:%M} UTC" if kept.changed else ""
    return str(kept.record.date or "?")


def _print_review(kept: "KeptGame", seconds: float, symbols: str) -> None:
    from noughts.board import symbols_of, with_marks
    from noughts.board.text import draw_text
    from noughts.engine.engine import Engine
    from noughts.engine.limit import Limit
    from noughts.engine.review import game_accuracy, review, turning_point
    from noughts.play import player_labels
    from noughts.records import WINNERS
    from noughts.terminal.appearance import appearance

    record = kept.record
    position = record.replay()
    marks = symbols_of(kept.marks, symbols)
    names = " - ".join(f"{name} ({mark})" for name, mark in zip(player_labels(kept), marks, strict=True))
    print(f"{position.game.title}, game {kept.id}: {names}\n")
    verdicts = []
    for ply, verdict in enumerate(review(record.replay(), Engine(), Limit(time=seconds)), 1):
        print(f"{ply:>3}. {verdict.describe(marks, position.game.spoken)}", flush=True)
        verdicts.append(verdict)
    print(f"\n{draw_text(appearance(position.view().marked(kept.marks), position.game, symbols))}")
    how = f": {with_marks(record.reason, kept.marks, marks)}" if record.reason else ""
    marked = sum(bool(verdict.mark) for verdict in verdicts)
    for side in (0, 1):
        if (accuracy := game_accuracy(verdicts, side)) is not None:
            print(f"Accuracy of {marks[side]}: {accuracy:.0f} %")
    if (turn := turning_point(verdicts, WINNERS.get(record.result))) is not None:
        move = position.game.spoken(verdicts[turn - 1].move.text)
        print(f"The game turned at move {turn}, {marks[verdicts[turn - 1].mover]} {move}.")
    print(f"{record.result}{how}. {marked} of {len(record.moves)} moves are marked.")


def add_to(app: typer.Typer) -> None:
    app.command()(replay)
