"""`noughts match`: two players against each other."""

import contextlib
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.arena_options import ArenaOptions, LiveTable, with_arena_options
from noughts.cli.finishing import Finishing
from noughts.cli.options import STOPPED
from noughts.errors import NoughtsError

if TYPE_CHECKING:
    from noughts.arena.played import PlayedGame

PlayerName = Annotated[
    str,
    typer.Argument(help="An engine with its settings (alphabeta:eval=pascal), ./bot.py, cmd:… or gomocup:…"),
]


@with_arena_options
def match(
    a: PlayerName,
    b: PlayerName,
    game: Annotated[str, typer.Option("--game", metavar="G", help="The game to play.")],
    options: ArenaOptions,
    games: Annotated[
        int | None,
        typer.Option("--games", metavar="N", help="How many games (20; with --sprt as many as decide it)."),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option("--sprt", metavar="TEST", help="Play until it is clear: elo0=0,elo1=10,alpha=.05,beta=.05."),
    ] = None,
) -> None:
    """Play a match: pairs of games from the same opening, colours swapped. The same command again goes on with it.

    q and Enter, or SIGTERM, finishes the games under way, then stops; Ctrl-C stops at once.
    """
    from noughts.arena.journal import Journal
    from noughts.arena.page import match_page
    from noughts.arena.report import MatchReport
    from noughts.arena.scheduling import play_pairings
    from noughts.arena.sprt import GAMES, MOST_GAMES, Sprt
    from noughts.arena.statistics import ScoreCount, shown
    from noughts.conformance.discovery import short_name

    if games is None:
        games = GAMES if sprt is None else MOST_GAMES
    if games < 1:
        raise NoughtsError(f"--games is {games}; it must be 1 or more")
    test, hands = None if sprt is None else Sprt.read(sprt), options.workers()
    played = options.competition(game, (a, b))
    names = played.names[0], played.names[1]
    count = ScoreCount()

    def line() -> str:
        """The score so far, for the live table."""
        score = count.score
        told = f"{names[0]} - {names[1]}: {score.wins} {score.draws} {score.losses}  Elo {shown(score.elo, 0)}"
        return told if test is None else f"{told}  LLR {test.llr(score.sample):+z.2f}"

    if test is not None and games == MOST_GAMES:
        typer.echo(f"games until the test is decided, {MOST_GAMES} at most", err=True)
    is_stopped = False
    wanted: list[PlayedGame] = []
    with Journal(played.definition(), options.anew) as journal, LiveTable(games, line()) as table, Finishing() as end:
        try:
            under_way = play_pairings(played, [(0, 1)], games, journal, hands, is_over=end.is_wanted)
            with contextlib.closing(under_way) as found:
                for one in found:
                    wanted.append(one)
                    count.add(one.pair, one.share)
                    table.show(len(wanted), line)
                    if test is not None and test.verdict(test.llr(count.score.sample)) is not None:
                        break
            is_stopped = end.is_wanted() and len(wanted) < games
        except KeyboardInterrupt:
            is_stopped = True
            if not wanted:
                raise
    if is_stopped:
        table.say(f"stopped after {len(wanted)} of {games} games; the same command goes on with the rest")
    elif test is not None and test.verdict(test.llr(count.score.sample)) is None:
        table.say(f"undecided after {games} games; the same command with more --games goes on")
    wanted.sort(key=lambda one: one.number)  # side by side, they end in any order
    report = MatchReport(names, short_name(played.game), played.conditions_told, wanted, test)
    try:
        options.write(played, wanted, report.as_json(), lambda: match_page(report, played.game))
    finally:  # last, as the reader of a pipe may have gone
        print("\n".join(report.lines()))
    if is_stopped:
        raise typer.Exit(STOPPED)


def add_to(app: typer.Typer) -> None:
    app.command()(match)
