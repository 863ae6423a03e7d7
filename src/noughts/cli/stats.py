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
    from collections.abc import Iterable

    from noughts.play.rating import OwnRating
    from noughts.store import Statistics, Tally

_BLOCKS, _CURVE = "▁▂▃▄▅▆▇█", 30


def stats(
    reset: Annotated[bool, typer.Option("--reset", help="Count from now on; the games stay.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before a reset.")] = False,
    as_json: Json = False,
) -> None:
    """Show your wins, losses, draws and streaks against engines, by game and level, and your ratings."""
    from noughts.play.rating import own_ratings
    from noughts.store import Store, statistics

    store = Store()
    results = store.results()
    found = statistics(results)
    if not reset:
        ratings = own_ratings(results)
        if as_json:
            print(json.dumps(_as_dict(found) | {"ratings": [_rating(one) for one in ratings.values()]}))
        else:
            _print(found)
            _print_ratings(ratings.values())
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
    from noughts.play import in_order, label

    if not found.total.games:
        print("No game against an engine has been finished yet: `noughts play` begins one.")
        return
    numbers = ("games", "won", "lost", "drawn", "won %", "streak", "longest")
    rows = [
        (short_name(game), label(opponent), *_figures(tally)) for (game, opponent), tally in in_order(found.by_opponent)
    ]
    rows.append(("all", "", *_figures(found.total)))
    print_table(rows, folding=(0, 1), header=("game", "against", *numbers), numbers=numbers)


def _print_ratings(ratings: "Iterable[OwnRating]") -> None:
    """Ratings with a curve of blocks: eight heights from the lowest to the highest."""
    from noughts.conformance.discovery import short_name
    from noughts.engine.levels import CASUAL

    rows = []
    for one in ratings:
        curve = one.curve[-_CURVE:]
        low, high = min(curve), max(curve)
        blocks = "".join(_BLOCKS[(value - low) * (len(_BLOCKS) - 1) // max(1, high - low)] for value in curve)
        sides = ("" if rating is None else str(rating) for rating in (one.of_side(0), one.of_side(1)))
        rows.append((short_name(one.game), str(one.rating), *sides, one.level, blocks))
    if rows:
        numbers = ("rating", "first", "second")
        print(f"\nYour rating against the levels; {CASUAL} is a casual player's, in every game:")
        print_table(rows, folding=(0,), header=("game", *numbers, "as strong as", "so far"), numbers=numbers)


def _rating(one: "OwnRating") -> dict[str, Any]:
    sides = {"as_first": one.of_side(0), "as_second": one.of_side(1)}
    return {"game": one.game, "rating": one.rating, **sides, "level": one.level, "curve": one.curve}


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
