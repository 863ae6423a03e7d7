"""`noughts tournament`: several players against each other."""

from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.analyze import Depth, Nodes
from noughts.cli.arena_options import (
    Anew,
    BotsFile,
    ClockText,
    ClusterAddress,
    Concurrency,
    HtmlFile,
    JsonFile,
    Margin,
    MoveSeconds,
    Obstacles,
    OpeningsText,
    PgnFile,
    Seed,
    check_files,
    competition,
    live_table,
    workers,
    write_games,
)
from noughts.cli.options import PositionText, write_file
from noughts.errors import NoughtsError

if TYPE_CHECKING:
    from noughts.arena.played import PlayedGame


def tournament(
    game: Annotated[str, typer.Option("--game", metavar="G", help="The game to play.")],
    players: Annotated[
        list[str], typer.Option("--players", metavar="P…", help="Two or more, as `noughts match` takes them.")
    ],
    more_players: Annotated[list[str] | None, typer.Argument(metavar="[P…]", hidden=True)] = None,
    format: Annotated[
        str, typer.Option("--format", metavar="F", help="roundrobin, gauntlet (the first against all) or knockout.")
    ] = "roundrobin",
    games: Annotated[int, typer.Option("--games", metavar="N", help="For each pairing; an even number is fair.")] = 10,
    depth: Depth = None,
    nodes: Nodes = None,
    seconds: MoveSeconds = None,
    clock: ClockText = None,
    margin: Margin = None,
    concurrency: Concurrency = None,
    cluster: ClusterAddress = None,
    openings: OpeningsText = None,
    position: PositionText = None,
    obstacles: Obstacles = 0,
    seed: Seed = 1,
    bots: BotsFile = None,
    pgn: PgnFile = None,
    json_file: JsonFile = None,
    html_file: HtmlFile = None,
    anew: Anew = False,
) -> None:
    """Play a tournament: every pairing in pairs of games, colours swapped. The same command again goes on with it."""
    from noughts.arena.journal import Journal
    from noughts.arena.schedule import FORMATS
    from noughts.arena.standings import Standings
    from noughts.arena.tournament import champion, games_in_all, play_tournament
    from noughts.cli.tables import print_table
    from noughts.discovery import short_name

    texts = (*players, *(more_players or ()))
    if format not in FORMATS:
        raise NoughtsError(f"--format is {format!r}; it must be one of {', '.join(FORMATS)}")
    if games < 1 or len(texts) < 2:
        wrong = f"--games is {games}; it must be 1" if games < 1 else "a tournament needs two players"
        raise NoughtsError(f"{wrong} or more")
    check_files(pgn, json_file, html_file)
    hands = workers(concurrency, cluster)
    played = competition(game, texts, depth, nodes, seconds, clock, margin, openings, position, obstacles, seed, bots)
    names = played.names
    found: list[PlayedGame] = []
    total = games_in_all(format, len(texts), games)

    def line() -> str:
        standings = Standings(names, found)
        return "  ".join(f"{names[player]} {standings.score(player).points:g}" for player in standings.order[:4])

    is_stopped = False
    with Journal(played.definition(), anew) as journal, live_table(total, format) as table:
        winner = None
        try:
            for one in play_tournament(played, format, games, journal, hands):
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
    if winner is not None:
        print(f"\n{names[winner]} wins the knockout")
    write_games(played, found, names, {"format": format, "standings": standings.as_json()}, pgn, json_file)
    if html_file is not None:
        from noughts.arena.page import tournament_page

        write_file(html_file, tournament_page(standings, title, played.game))


def add_to(app: typer.Typer) -> None:
    app.command()(tournament)
