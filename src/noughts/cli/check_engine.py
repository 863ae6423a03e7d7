"""`noughts check-engine`: whether a program keeps to its protocol."""

import os
from pathlib import Path
from typing import Annotated

import typer

from noughts.cli.engine import Protocol
from noughts.errors import NoughtsError, printable


def check_engine(
    command: Annotated[
        str, typer.Argument(metavar="CMD", help='./mybot.py or its folder, or a program: "./mybot --fast".')
    ],
    protocol: Protocol = "ugi",
    game: Annotated[
        str | None, typer.Option("--game", metavar="G", help="To play; tictactoe or 15x15x5 if left out.")
    ] = None,
    margin: Annotated[
        float, typer.Option("--margin", metavar="S", help="Seconds that it may take beyond its time.")
    ] = 1.0,
    seconds: Annotated[
        float, typer.Option("--time", metavar="S", help="Seconds for each move of a Python file.")
    ] = 1.0,
    patience: Annotated[
        float, typer.Option("--patience", metavar="S", help="Seconds to wait where it has no time of its own.")
    ] = 60.0,
) -> None:
    """Test an engine that you wrote: what it does right and wrong, point by point. Exit code 1 if anything is wrong."""
    from noughts.arena.bot_examination import BotExamination
    from noughts.conformance.discovery import existing_file
    from noughts.protocols.bots import Bot
    from noughts.protocols.compliance import Examination
    from noughts.protocols.hosting import examination_for
    from noughts.registry import game as find_game

    if not (0 <= margin <= 3600 and 0 < patience <= 3600):
        raise NoughtsError("--margin and --patience are seconds, up to 3600")
    if not 0.01 <= seconds <= 3600:
        raise NoughtsError("--time is seconds, from 0.01 to 3600")
    played = find_game(game or ("tictactoe" if protocol == "ugi" else "15x15x5"))
    examination: Examination | BotExamination
    file = _bot_file(command.strip())
    if file is not None and protocol == "ugi":
        examination = BotExamination(existing_file(file, "bot"), played, seconds, patience)
    else:
        examination = examination_for(Bot("the engine", command, protocol), played, margin, patience)
    points, right = 0, 0
    for point in examination.points():
        is_right = point.fault is None or point.is_note
        points, right = points + 1, right + is_right
        mark = "ok    " if point.fault is None else "note  " if point.is_note else "WRONG "
        told = f"{mark} {point.what}" + (f": {point.fault}" if point.fault else "")
        print(printable(told, kept="\n"), flush=True)
    print(f"\n{right} of {points} points are right")
    if right < points:
        raise typer.Exit(1)


def _bot_file(command: str) -> str | None:
    """The Python file of a bot, by its own name or its folder's; None for the command of a program."""
    from noughts.arena.bot_folder import file_of_bot

    path = os.path.expanduser(command)
    if os.path.isdir(path):
        return str(file_of_bot(Path(path))[1])
    is_file = command.endswith(".py") and (os.path.isfile(path) or not any(map(str.isspace, command)))
    return path if is_file else None


def add_to(app: typer.Typer) -> None:
    app.command()(check_engine)
