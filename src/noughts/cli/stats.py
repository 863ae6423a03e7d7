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
    from collections.abc import Collection

    from noughts.play.rating import OwnRating
    from noughts.play.statistics_tables import StatisticsTable
    from noughts.store import Statistics, Tally


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
            _print(found, ratings.values())
        return
    if not yes:
        games = found.total.games
        counted = f"{games} games are" if games != 1 else "1 game is"
        print(f"{counted} counted. Begin at nothing again (yes, no)? ", end="", flush=True)
        if sys.stdin.readline().strip().lower() not in ("yes", "y"):
            raise NoughtsError("nothing was reset; `yes` or --yes does it")
    store.reset_statistics()
    print("Statistics count from now on; the games themselves are still there (`noughts replay --list`).")


def _print(found: "Statistics", ratings: "Collection[OwnRating]") -> None:
    from noughts.play.statistics_tables import NO_GAMES, RATING_TITLE, ratings_table, results_table

    if not found.total.games:
        print(f"{NO_GAMES}: `noughts play` begins one.")
    else:
        _print_statistics(results_table(found))
    if ratings:
        print(f"\n{RATING_TITLE}")
        _print_statistics(ratings_table(ratings))


def _print_statistics(table: "StatisticsTable") -> None:
    print_table(table.rows, table.words, table.header, table.numbers)


def _rating(one: "OwnRating") -> dict[str, Any]:
    sides = {"as_first": one.of_side(0), "as_second": one.of_side(1)}
    return {"game": one.game, "rating": one.rating, **sides, "level": one.level, "curve": one.curve}


def _as_dict(found: "Statistics") -> dict[str, Any]:
    def numbers(tally: "Tally") -> dict[str, Any]:
        return {**asdict(tally), "games": tally.games, "winning_percentage": tally.winning_percentage}

    lines = [{"game": game, "against": who, **numbers(tally)} for (game, who), tally in found.by_opponent.items()]
    return {"total": numbers(found.total), "by_opponent": lines}


def add_to(app: typer.Typer) -> None:
    app.command()(stats)
