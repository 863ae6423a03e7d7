"""`noughts warm`: compile games now instead of at their first use."""

import time
from typing import Annotated

import typer


def warm(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME…]", help="Games; all of them if left out.")
    ] = None,
) -> None:
    """Compile games ahead of time; the results stay in the cache folder."""
    from noughts.engine.engine import Engine
    from noughts.kernel import cache
    from noughts.kernel.compiling import compile_parts
    from noughts.kernel.looking import look_for
    from noughts.kernel.perft import perft_for
    from noughts.kernel.playout import random_games_for
    from noughts.kernel.stepping import step_for
    from noughts.registry import families, game

    # Every name is looked up before the first compile: a typing error at the end costs no waiting.
    games = [game(name) for name in names or [name for family in families() for name in family.examples]]
    for chosen in games:
        clock = time.perf_counter()
        for entry_for in (step_for, look_for, perft_for, random_games_for):
            entry_for(chosen.rules, chosen.name)
        compile_parts(Engine(level="max").parts(chosen))
        Engine(hash_mb=1).prepare(chosen)
        print(f"{chosen.name}: ready in {time.perf_counter() - clock:.1f} s", flush=True)
    place = cache.folder()
    print(f"compiled code is kept in {place}" if place else "there is no folder to keep compiled code in")


def add_to(app: typer.Typer) -> None:
    app.command()(warm)
