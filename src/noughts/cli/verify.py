"""`noughts verify`: a proof replayed by the naive rules alone."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from noughts.cli.options import Json
from noughts.errors import NoughtsError


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A proof that `noughts solve --proof FILE` wrote.")],
    as_json: Json = False,
) -> None:
    """Check a proof of a position's value, trusting nothing that found it."""
    from rich.console import Console

    from noughts.verification.certificates import MARKS, ProofError
    from noughts.verification.check import verify as check

    console = Console(stderr=True)
    try:
        with open(file, encoding="utf-8") as opened, console.status("Reading the proof…") as status:

            def tell(count: int) -> None:
                if count % 1000 == 0 and console.is_terminal:
                    status.update(f"Checking: {count:,} positions")

            verified = check(opened, tell)
    except ProofError as error:
        raise NoughtsError(f"{file} proves nothing: {error}") from None
    except UnicodeDecodeError:
        raise NoughtsError(f"{file} is not a text file") from None
    except OSError as error:
        raise NoughtsError(f"{file} cannot be read: {error.strerror}") from None
    side = MARKS[verified.turn]
    if as_json:
        found = asdict(verified) | {"turn": side}
        print(json.dumps({name: one for name, one in found.items() if one is not None or name != "within"}))
    else:
        more = "" if verified.points is None else f", {verified.points:+d} points"
        more += "" if verified.within is None else f" within {verified.within} plies"
        print(f"proved: {verified.game}, {verified.position}: {verified.value}{more} for the side to move, {side}")
        length = "" if verified.value == "draw" else f", the longest line has {verified.longest_line} plies"
        print(f"{verified.positions:,} positions checked{length}")


def add_to(app: typer.Typer) -> None:
    app.command()(verify)
