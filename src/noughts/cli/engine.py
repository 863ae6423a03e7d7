"""`noughts engine`: our engine for other programs, by a protocol on standard input and output."""

import os
from typing import Annotated, Literal

import typer

Protocol = Annotated[
    Literal["ugi", "gomocup"], typer.Option("--protocol", help="UGI for every game, or Gomocup's for five in a row.")
]


def engine(
    name: Annotated[str, typer.Argument(metavar="[ENGINE]", help="A search or player with its settings.")] = "noughts",
    protocol: Protocol = "ugi",
    game: Annotated[str, typer.Option("--game", metavar="G", help="UGI's first game; it is an option as well.")] = (
        "tictactoe"
    ),
) -> None:
    """Let other programs use the engine: UGI or Gomocup's protocol on standard input and output."""
    from noughts.protocols.console import serve, standard_streams
    from noughts.protocols.gomocup import GomocupEngine
    from noughts.protocols.ugi import UgiEngine

    machine = UgiEngine(name, game) if protocol == "ugi" else GomocupEngine(name)
    serve(machine, *standard_streams())
    os._exit(0)  # at once, without waiting for a compilation under way


def add_to(app: typer.Typer) -> None:
    app.command()(engine)
