"""`noughts tournament`: several players against each other."""

import contextlib
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.arena_options import ArenaOptions, LiveTable, with_arena_options
from noughts.cli.options import STOPPED
from noughts.errors import NoughtsError

if TYPE_CHECKING:
    from noughts.arena.played import PlayedGame


@with_arena_options
def tournament(
    game: Annotated[str, typer.Option("--game", metavar="G", help="The game to play.")],
    players: Annotated[
        list[str], typer.Option("--players", metavar="P…", help="Two or more, as `noughts match` takes them.")
    ],
    options: ArenaOptions,
    more_players: Annotated[list[str] | None, typer.Argument(metavar="[P…]", hidden=True)] = None,
    format: Annotated[
        str, typer.Option("--format", metavar="F", help="roundrobin, gauntlet (the first against all) or knockout.")
    ] = "roundrobin",
    games: Annotated[int, typer.Option("--games", metavar="N", help="For each pairing; an even number is fair.")] = 10,
) -> None:
    """Play a tournament: every pairing in pairs of games, colours swapped. The same command again goes on with it."""
    from noughts.arena.journal import Journal
    from noughts.arena.page import tournament_page
    from noughts.arena.schedule import FORMATS
    from noughts.arena.standings import Standings
    from noughts.arena.tournament import champion, games_in_all, play_tournament
    from noughts.cli.tables import print_table
    from noughts.conformance.discovery import short_name

    texts = (*players, *(more_players or ()))
    if format not in FORMATS:
        raise NoughtsError(f"--format is {format!r}; it must be one of {', '.join(FORMATS)}")
    if games < 1 or len(texts) < 2:
        wrong = f"--games is {games}; it must be 1" if games < 1 else "a tournament needs two players"
        raise NoughtsError(f"{wrong} or more")
    hands = options.workers()
    played = options.competition(game, texts)
    names = played.names
    found: list[PlayedGame] = []
    total = games_in_all(format, len(texts), games)

    def line() -> str:
        standings = Standings(names, found)
        return "  ".join(f"{names[player]} {standings.score(player).points:g}" for player in standings.order[:4])

    is_stopped = False
    with Journal(played.definition(), options.anew) as journal, LiveTable(total, format) as table:
        winner = None
        try:
            with contextlib.closing(play_tournament(played, format, games, journal, hands)) as ended:
                for one in ended:
                    found.append(one)
                    table.show(len(found), line)
            winner = champion(played, journal, games) if format == "knockout" else None
        except KeyboardInterrupt:
            is_stopped = True
            if not found:
                raise
    if is_stopped:
        table.say(f"stopped after {len(found)} of {total} games; the same command goes on with the rest")
    standings = Standings(names, found)
    title = f"{format} in {short_name(played.game)} ({played.conditions}), {len(found)} games"
    print(title)
    head, rows = standings.table()
    print_table(rows, (1,), head, [one for one in head if one not in ("", "player")])
    for told in standings.forfeit_lines():
        print(told)
    if winner is not None:
        print(f"\n{names[winner]} wins the knockout")
        title = f"{title}: {names[winner]} wins"
    figures = {"format": format, "standings": standings.as_json()}
    options.write(played, found, figures, lambda: tournament_page(standings, title, played.game))
    if is_stopped:
        raise typer.Exit(STOPPED)


def add_to(app: typer.Typer) -> None:
    app.command()(tournament)
