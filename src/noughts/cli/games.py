"""`noughts games`: what can be played."""

from typing import Annotated

import typer

from noughts.cli.tables import print_table


def games(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Show the rules of this game.")] = None,
) -> None:
    """List the games, or show the rules of one, with diagrams."""
    from noughts.board.guide import guide_text
    from noughts.registry import families, game

    if name is not None:
        chosen = game(name)
        print(f"{chosen.title} ({chosen.name}), rules version {chosen.version}\n")
        print(guide_text(chosen))
        return
    rows = ((", ".join(family.names), family.summary(family.names[0])) for family in families())
    print_table(rows, folding=(0, 1))
    print("\n`noughts games GAME` shows the rules; a Python file such as ./mygame.py is a game too.")


def add_to(app: typer.Typer) -> None:
    app.command()(games)
