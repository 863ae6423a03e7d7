"""`noughts show`: a position on the screen, or as a drawing."""

from pathlib import Path
from typing import Annotated

import typer

from noughts.cli.options import GameName, MovesText, PositionText, read_position, write_file


def show(
    game: GameName,
    position: PositionText = None,
    moves: MovesText = None,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", metavar="FILE", help="Write a drawing instead, as SVG; - for standard output."),
    ] = None,
) -> None:
    """Show a position: the board, its text, and the legal moves."""
    from noughts.registry import game as find_game

    shown = read_position(find_game(game), position, moves)
    if svg is not None:
        if str(svg) == "-":
            print(shown.svg())
        else:
            write_file(svg, shown.svg() + "\n")
            print(f"drawing written to {svg}")
        return
    print(shown)
    print(f"\nposition: {shown.text()}")
    legal = [str(move) for move in shown.legal_moves]
    if legal:
        print(f"{len(legal)} legal move{'s' if len(legal) > 1 else ''}: {' '.join(legal)}")


def add_to(app: typer.Typer) -> None:
    app.command()(show)
