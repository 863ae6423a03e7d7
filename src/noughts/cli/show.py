"""`noughts show`: a position on the screen."""

import typer

from noughts.cli.options import GameName, MovesText, PositionText, read_position


def show(game: GameName, position: PositionText = None, moves: MovesText = None) -> None:
    """Show a position: the board, its text, and the legal moves."""
    from noughts.registry import game as find_game

    shown = read_position(find_game(game), position, moves)
    print(shown)
    print(f"\nposition: {shown.text()}")
    legal = [str(move) for move in shown.legal_moves]
    if legal:
        print(f"{len(legal)} legal move{'s' if len(legal) > 1 else ''}: {' '.join(legal)}")


def add_to(app: typer.Typer) -> None:
    app.command()(show)
