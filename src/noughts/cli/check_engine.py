"""`noughts check-engine`: whether a program keeps to its protocol."""

from typing import Annotated

import typer

from noughts.cli.engine import Protocol
from noughts.errors import NoughtsError, printable


def check_engine(
    command: Annotated[str, typer.Argument(metavar="CMD", help='The program, as in a shell: "./mybot --fast".')],
    protocol: Protocol = "ugi",
    game: Annotated[
        str | None, typer.Option("--game", metavar="G", help="To play; tictactoe or 15x15x5 if left out.")
    ] = None,
    margin: Annotated[
        float, typer.Option("--margin", metavar="S", help="Seconds that it may take beyond its time.")
    ] = 1.0,
    patience: Annotated[
        float, typer.Option("--patience", metavar="S", help="Seconds to wait where it has no time of its own.")
    ] = 60.0,
) -> None:
    """Test an engine that you wrote: what it does right and wrong, point by point. Exit code 1 if anything is wrong."""
    from noughts.protocols.bots import Bot
    from noughts.protocols.hosting import examination_for
    from noughts.registry import game as find_game

    if not (0 <= margin <= 3600 and 0 < patience <= 3600):
        raise NoughtsError("--margin and --patience are seconds, up to 3600")
    bot = Bot("the engine", command, protocol)
    played = find_game(game or ("tictactoe" if protocol == "ugi" else "15x15x5"))
    points, right = 0, 0
    for point in examination_for(bot, played, margin, patience).points():
        points, right = points + 1, right + (point.fault is None)
        told = f"ok     {point.what}" if point.fault is None else f"WRONG  {point.what}: {point.fault}"
        print(printable(told), flush=True)
    print(f"\n{right} of {points} points are right")
    if right < points:
        raise typer.Exit(1)


def add_to(app: typer.Typer) -> None:
    app.command()(check_engine)
