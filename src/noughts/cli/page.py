"""`noughts page`: games as a web page that needs no server."""

from pathlib import Path
from typing import Annotated

import typer

from noughts.errors import NoughtsError


def page(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME…]", help="Games by name, or Python files of your own.")
    ] = None,
    out: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="The folder to write.")] = Path("noughts-page"),
    every: Annotated[bool, typer.Option("--all", help="Every built-in game.")] = False,
) -> None:
    """Write a page that plays games by itself: put the folder on any web host, and it works, offline too."""
    if bool(names) == every:
        raise NoughtsError("name the games of the page, for example `noughts page ultimate`, or give --all")
    import time

    from noughts.kernel.patience import never_wait
    from noughts.web.catalogue import built_in_games, named_games
    from noughts.web.site import write_site

    games = built_in_games() if every else named_games(names or ())
    never_wait()  # built-in games need nothing compiled
    begun = time.perf_counter()
    for name in write_site(games, out, ["ROWSxCOLSxK"] if every else []):
        print(f"{name}: ready after {time.perf_counter() - begun:.1f} s", flush=True)
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    print(f"{out}: {size / 1e6:.1f} MB. Any web host serves it; here: python3 -m http.server --directory {out}")


def add_to(app: typer.Typer) -> None:
    app.command()(page)
