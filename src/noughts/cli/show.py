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
    symbols: Annotated[
        str | None,
        typer.Option(
            "--symbols",
            metavar="S",
            help="letters: X and O; squares: ■ and □; stones: ● and ○. As `noughts config symbols` says if left out.",
        ),
    ] = None,
) -> None:
    """Show a position: the board, its text, and the legal moves."""
    from noughts.board import symbols_of
    from noughts.board.svg import draw_svg
    from noughts.board.text import draw_text
    from noughts.play.settings import load_settings, read_setting
    from noughts.registry import game as find_game

    chosen = load_settings().symbols if symbols is None else read_setting("symbols", symbols)
    shown = read_position(find_game(game), position, moves)
    view = shown.view()
    view = view.marked(symbols_of(view.marks, chosen))
    if svg is not None:
        if str(svg) == "-":
            print(draw_svg(view))
        else:
            write_file(svg, draw_svg(view) + "\n")
            print(f"drawing written to {svg}")
        return
    print(draw_text(view))
    print(f"\nposition: {shown.text()}")
    legal = [str(move) for move in shown.legal_moves]
    if legal:
        print(f"{len(legal)} legal move{'s' if len(legal) > 1 else ''}: {' '.join(legal)}")


def add_to(app: typer.Typer) -> None:
    app.command()(show)
