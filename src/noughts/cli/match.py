"""`noughts match`: two players against each other."""

import contextlib
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.arena_options import ArenaOptions, LiveTable, with_arena_options
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
    games: Annotated[int, typer.Option("--games", metavar="N", help="How many games; an even number is fair.")] = 20,
    sprt: Annotated[
        str | None,
        typer.Option("--sprt", metavar="TEST", help="Play until it is clear: elo0=0,elo1=10,alpha=.05,beta=.05."),
    ] = None,
) -> None:
    """Play a match: pairs of games from the same opening, colours swapped. The same command again goes on with it."""
    from noughts.arena.journal import Journal
    from noughts.arena.page import match_page
    from noughts.arena.report import MatchReport
    from noughts.arena.scheduling import play_pairings
    from noughts.arena.sprt import Sprt
    from noughts.arena.statistics import ScoreCount, shown
    from noughts.conformance.discovery import short_name

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

    is_stopped = False
    wanted: list[PlayedGame] = []
    with Journal(played.definition(), options.anew) as journal, LiveTable(games, line()) as table:
        try:
            with contextlib.closing(play_pairings(played, [(0, 1)], games, journal, hands)) as found:
                for one in found:
                    wanted.append(one)
                    count.add(one.pair, one.share)
                    table.show(len(wanted), line)
                    if test is not None and test.verdict(test.llr(count.score.sample)) is not None:
                        break
        except KeyboardInterrupt:
            is_stopped = True
            if not wanted:
                raise
    if is_stopped:
        table.say(f"stopped after {len(wanted)} of {games} games; the same command goes on with the rest")
    wanted.sort(key=lambda one: one.number)  # side by side, they end in any order
    report = MatchReport(names, short_name(played.game), str(played.conditions), wanted, test)
    print("\n".join(report.lines()))
    options.write(played, wanted, report.as_json(), lambda: match_page(report, played.game))
    if is_stopped:
        raise typer.Exit(STOPPED)


def add_to(app: typer.Typer) -> None:
    app.command()(match)
