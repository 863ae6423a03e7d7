"""`noughts ladder`: the bots of a folder against each other, for as long as it runs."""

import contextlib
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.arena_options import ArenaOptions, with_arena_options
from noughts.cli.finishing import Finishing
from noughts.cli.ladder_table import LadderTable
from noughts.cli.options import STOPPED
from noughts.errors import NoughtsError

if TYPE_CHECKING:
    from noughts.arena.ladder import Ladder
    from noughts.arena.scheduling import Workers

_PAUSE = 0.5  # seconds between two looks while there is nothing to play


@with_arena_options
def ladder(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="A folder of bots: alice/bot.py is alice, bob.py is bob.")
    ],
    game: Annotated[str, typer.Option("--game", metavar="G", help="The game to play.")],
    options: ArenaOptions,
    players: Annotated[
        list[str] | None,
        typer.Option("--players", metavar="P…", help="Who plays along, as `noughts match` takes them."),
    ] = None,
    more_players: Annotated[list[str] | None, typer.Argument(metavar="[P…]", hidden=True)] = None,
    games: Annotated[
        int, typer.Option("--games", metavar="N", help="For each pairing; then it waits for new and changed bots.")
    ] = 20,
    once: Annotated[bool, typer.Option("--once", help="End when all have played, instead of waiting.")] = False,
) -> None:
    """Let a folder's bots play each other again and again: new and changed ones too, with the table live at /arena.

    Bots may be put into the folder, changed and taken away at any time. The same command goes on after any end.
    """
    from noughts.arena.ladder import Ladder, check_games
    from noughts.arena.page import tournament_page
    from noughts.cli.standings import print_standings
    from noughts.conformance.discovery import short_name

    if not folder.is_dir():
        raise NoughtsError(f"there is no folder {folder}")
    if options.cluster is not None:
        raise NoughtsError("a ladder plays on this machine: leave --cluster out")
    staff = (*(players or ()), *(more_players or ()))
    check_games(games, staff)
    workers = options.workers()
    common = options.competition(game, staff)
    is_stopped = False
    with LadderTable() as table, Finishing() as finishing:
        found = Ladder(folder, common, games, table.say, options.no_engine, options.anew)
        try:
            table.show(found)
            _play(found, workers, table, finishing, once)
            is_stopped = finishing.is_wanted()
        except KeyboardInterrupt:
            is_stopped = True
        finally:
            found.close()
    standings = found.standings()
    title = f"ladder in {short_name(common.game)} ({common.conditions_told}), {len(standings.games)} games"
    figures = {"format": "ladder", "standings": standings.as_json(), "aside": found.aside()}
    played = found.competition
    try:
        options.write(played, found.journal.games, figures, lambda: tournament_page(standings, title, common.game))
    finally:
        print(title)
        print_standings(standings)
        for line in found.aside():
            print(line)
    if is_stopped:
        raise typer.Exit(STOPPED)


def _play(ladder: "Ladder", workers: "Workers | None", table: LadderTable, finishing: Finishing, once: bool) -> None:
    from noughts.arena.scheduling import play_by, play_here

    while not finishing.is_wanted():
        if not ladder.is_done:
            tasks = ladder.tasks(finishing.is_wanted)
            games = play_here(tasks) if workers is None else play_by(workers, tasks, finishing.is_wanted)
            with contextlib.closing(games):
                for game in games:
                    ladder.keep(game)
                    table.show(ladder)
        if once or finishing.is_wanted():
            return
        table.show(ladder, is_waiting=True)
        time.sleep(_PAUSE)
        ladder.look()


def add_to(app: typer.Typer) -> None:
    app.command()(ladder)
