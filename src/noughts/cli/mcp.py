"""`noughts mcp`: a referee for agents, by the Model Context Protocol."""

from typing import Annotated

import typer

from noughts.option import Option

_SECONDS = Option(30.0, 1, 3600, unit="seconds")


def mcp(
    game: Annotated[list[str] | None, typer.Option("--game", metavar="FILE", help="A game file of your own.")] = None,
    seconds: Annotated[
        float, typer.Option("--time", metavar="S", help="The most seconds that a request may think.")
    ] = 30.0,
) -> None:
    """Be a referee for agents: rules, moves, analyses and exact values by MCP, on standard input and output."""
    from noughts.mcp.referee import Referee
    from noughts.mcp.server import serve

    serve(Referee(game or (), _SECONDS.check("--time", seconds)))


def add_to(app: typer.Typer) -> None:
    app.command()(mcp)
