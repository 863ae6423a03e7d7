"""`noughts tournament`: several players against each other."""

import contextlib
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.arena_options import ArenaOptions, LiveTable, with_arena_options
from noughts.cli.bot_folders import bots_of_folders, is_folder, make_folder
from noughts.cli.finishing import Finishing
from noughts.cli.options import STOPPED, check_writable, write_file
from noughts.errors import NoughtsError

if TYPE_CHECKING:
    from noughts.arena.played import PlayedGame


@with_arena_options
def tournament(
    game: Annotated[str, typer.Option("--game", metavar="G", help="The game to play.")],
    options: ArenaOptions,
    named: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FOLDER]", help="A folder of bots: alice/bot.py is alice, bob.py is bob."),
    ] = None,
    players: Annotated[
        list[str] | None, typer.Option("--players", metavar="P…", help="Players, as `noughts match` takes them.")
    ] = None,
    format: Annotated[
        str, typer.Option("--format", metavar="F", help="roundrobin, gauntlet (the first against all) or knockout.")
    ] = "roundrobin",
    games: Annotated[int, typer.Option("--games", metavar="N", help="For each pairing; an even number is fair.")] = 10,
    csv_file: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write a grading sheet: a row for each player.")
    ] = None,
    hand_back: Annotated[
        Path | None,
        typer.Option("--hand-back", metavar="FOLDER", help="Write each bot's result, games and log for its author."),
    ] = None,
) -> None:
    """Play a tournament: every pairing in pairs of games, colours swapped. The same command again goes on with it.

    q and Enter, or SIGTERM, finishes the games under way, then stops; Ctrl-C stops at once.
    """
    from noughts.arena.grading import GradingSheet, HandBack
    from noughts.arena.journal import Journal
    from noughts.arena.page import tournament_page
    from noughts.arena.schedule import FORMATS
    from noughts.arena.standings import Standings
    from noughts.arena.tournament import champion, games_in_all, play_tournament
    from noughts.cli.standings import print_standings
    from noughts.conformance.discovery import short_name
    from noughts.protocols.bot_log import is_folder as is_log_folder

    folders = [text for text in named or () if is_folder(text)]
    bots = bots_of_folders(folders)
    texts = (*bots, *(players or ()), *(text for text in named or () if text not in folders))
    if format not in FORMATS:
        raise NoughtsError(f"--format is {format!r}; it must be one of {', '.join(FORMATS)}")
    if games < 1:
        raise NoughtsError(f"--games is {games}; it must be 1 or more")
    if len(texts) < 2:
        raise NoughtsError("a tournament needs two players or more, or a folder of bots")
    if csv_file is not None:
        check_writable(csv_file)
    if hand_back is not None:
        make_folder(hand_back)
        if options.log is not None and not is_log_folder(options.log):
            raise NoughtsError(f"--log {options.log} is one file for all; beside --hand-back, name a folder")
        options = options if options.log or options.cluster else replace(options, log=hand_back)
    hands = options.workers()
    played = options.competition(game, texts, bots)
    returned = None if hand_back is None else HandBack(hand_back, played)
    names = played.names
    found: list[PlayedGame] = []
    total = games_in_all(format, len(texts), games)

    def line() -> str:
        standings = Standings(names, found)
        return "  ".join(f"{names[player]} {standings.score(player).points:g}" for player in standings.order[:4])

    is_stopped = False
    with Journal(played.definition(), options.anew) as journal, LiveTable(total, format) as table, Finishing() as end:
        winner = None
        try:
            under_way = play_tournament(played, format, games, journal, hands, end.is_wanted)
            with contextlib.closing(under_way) as ended:
                for one in ended:
                    found.append(one)
                    table.show(len(found), line)
            is_stopped = end.is_wanted() and len(found) < total
            winner = champion(played, journal, games) if format == "knockout" and not is_stopped else None
        except KeyboardInterrupt:
            is_stopped = True
            if not found:
                raise
    if is_stopped:
        table.say(f"stopped after {len(found)} of {total} games; the same command goes on with the rest")
    standings = Standings(names, found)
    title = f"{format} in {short_name(played.game)} ({played.conditions_told}), {len(found)} games"
    shown = title if winner is None else f"{title}: {names[winner]} wins"
    figures = {"format": format, "standings": standings.as_json()}
    try:
        options.write(played, found, figures, lambda: tournament_page(standings, shown, played.game))
        if csv_file is not None:
            write_file(csv_file, GradingSheet(played, standings).csv())
        if returned is not None:
            try:
                returned.write(standings, options.log)
            except OSError as error:
                raise NoughtsError(f"{hand_back} cannot be written: {error.strerror}") from None
    finally:  # last, as the reader of a pipe may have gone
        print(title)
        print_standings(standings)
        if winner is not None:
            print(f"\n{names[winner]} wins the knockout")
    if is_stopped:
        raise typer.Exit(STOPPED)


def add_to(app: typer.Typer) -> None:
    app.command()(tournament)
