"""`noughts stats`: what a person's games add up to."""

import json
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from noughts.cli.options import Json
from noughts.cli.tables import print_table
from noughts.errors import NoughtsError

if TYPE_CHECKING:
    from noughts.store import Statistics, Tally


def stats(
    reset: Annotated[bool, typer.Option("--reset", help="Count from now on; the games stay.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before a reset.")] = False,
    as_json: Json = False,
) -> None:
    """Show your wins, losses, draws and streaks against engines, by game and level."""
    from noughts.store import Store, statistics

    store = Store()
    found = statistics(store.results())
    if not reset:
        if as_json:
            print(json.dumps(_as_dict(found)))
        else:
            _print(found)
        return
    if not yes:
        games = found.total.games
        counted = f"{games} games are" if games != 1 else "1 game is"
        print(f"{counted} counted. Begin at nothing again (yes, no)? ", end="", flush=True)
        if sys.stdin.readline().strip().lower() not in ("yes", "y"):
            raise NoughtsError("nothing was reset; `yes` or --yes does it")
    store.reset_statistics()
    print("Statistics count from now on; the games themselves are still there (`noughts replay --list`).")


def _print(found: "Statistics") -> None:
    from noughts.conformance.discovery import short_name
    from noughts.play import label

    if not found.total.games:
        print("No game against an engine has been finished yet: `noughts play` begins one.")
        return
    numbers = ("games", "won", "lost", "drawn", "won %", "streak", "longest")
    rows = [
        (short_name(game), label(opponent), *_figures(tally))
        for (game, opponent), tally in sorted(found.by_opponent.items())
    ]
    rows.append(("all", "", *_figures(found.total)))
    print_table(rows, folding=(0, 1), header=("game", "against", *numbers), numbers=numbers)


def _figures(tally: "Tally") -> list[str]:
    numbers = (tally.games, tally.wins, tally.losses, tally.draws)
    return [*map(str, numbers), f"{tally.winning_percentage:.1f}", str(tally.streak), str(tally.longest_streak)]


def _as_dict(found: "Statistics") -> dict[str, Any]:
    def numbers(tally: "Tally") -> dict[str, Any]:
        return {**asdict(tally), "games": tally.games, "winning_percentage": tally.winning_percentage}

    lines = [{"game": game, "against": who, **numbers(tally)} for (game, who), tally in found.by_opponent.items()]
    return {"total": numbers(found.total), "by_opponent": lines}


def add_to(app: typer.Typer) -> None:
    app.command()(stats)
