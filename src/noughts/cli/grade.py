"""`noughts grade`: a bot's points by its results against fixed opponents, the same games for everybody."""

import contextlib
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.arena_options import ArenaOptions, LiveTable, with_arena_options
from noughts.cli.options import STOPPED, check_writable, write_file
from noughts.errors import NoughtsError

if TYPE_CHECKING:
    from noughts.arena.grade import Grade
    from noughts.arena.played import PlayedGame
    from noughts.arena.rubric import Rubric
    from noughts.protocols.bots import Bot

_GAMES = 10
_FIELDS = {"time": "seconds"}  # of the options, where the rubric has another word


@with_arena_options
def grade(
    named: Annotated[list[str], typer.Argument(metavar="BOT", help="The bot: ./bot.py, or its folder.")],
    options: ArenaOptions,
    against: Annotated[
        list[str] | None, typer.Option("--against", metavar="P…", help="Opponents, as `noughts match` takes players.")
    ] = None,
    game: Annotated[str | None, typer.Option("--game", metavar="G", help="The game, if no rubric says it.")] = None,
    games: Annotated[
        int | None, typer.Option("--games", metavar="N", help="Against each, if no rubric says it (10).")
    ] = None,
    rubric: Annotated[
        Path | None, typer.Option("--rubric", metavar="FILE", help="Conditions and points, in TOML.")
    ] = None,
    gradescope: Annotated[
        Path | None, typer.Option("--gradescope", metavar="FILE", help="Write results.json for Gradescope.")
    ] = None,
) -> None:
    """Grade a bot: points for its results against fixed opponents; one that does not load gets none, and the reason."""
    from noughts.arena.grade import Grade
    from noughts.arena.journal import Journal
    from noughts.arena.rubric import Rubric
    from noughts.arena.tournament import play_tournament

    text, *more = named
    found = Rubric() if rubric is None else Rubric.read(rubric)
    tests = found.tests_of([*(against or ()), *more])
    if not tests:
        raise NoughtsError("there is nobody to play against; name opponents by --against, or in the rubric")
    settings = found.settings
    game, games = settings.get("game", game), settings.get("games", games or _GAMES)
    if game is None or games < 1:
        wrong = "there is no game; name it by --game, or in the rubric" if game is None else f"--games is {games}"
        raise NoughtsError(wrong)
    if gradescope is not None:
        check_writable(gradescope)
    options = _with_settings(options, found)
    hands = options.workers()
    played = options.competition(game, (text, *(test.player for test in tests)), _bot(text))
    ended: list[PlayedGame] = []
    is_stopped = False
    total = games * len(tests)
    with Journal(played.definition(), options.anew) as journal, LiveTable(total, "graded") as table:
        try:
            with contextlib.closing(play_tournament(played, "gauntlet", games, journal, hands)) as playing:
                for one in playing:
                    ended.append(one)
                    table.show(len(ended), lambda: "graded")
        except KeyboardInterrupt:
            is_stopped = True
    if is_stopped:  # no points for games that were not played, and no file that says so
        table.say(f"stopped after {len(ended)} of {total} games; the same command goes on with the rest")
        raise typer.Exit(STOPPED)
    graded = Grade(played, tests, ended, settings.get("clean", 0.0))
    try:
        options.write(played, ended, {}, lambda: _page(graded))
        if gradescope is not None:
            told = graded.gradescope(settings.get("leaderboard", False))
            write_file(gradescope, json.dumps(told, indent=1) + "\n")
    finally:  # last, as the reader of a pipe may have gone
        _print(graded)


def _with_settings(options: ArenaOptions, rubric: "Rubric") -> ArenaOptions:
    """The options, with all that the rubric says in their place: it is the same for everybody."""
    taken = ("time", "clock", "depth", "nodes", "openings", "seed", "cpu_clock", "no_engine")
    given = {_FIELDS.get(name, name): value for name, value in rubric.settings.items() if name in taken}
    return replace(options, **given)


def _bot(text: str) -> "dict[str, Bot]":
    """The Python file that is graded, whether it loads or not; nothing for other players."""
    from noughts.arena.bot_folder import file_of_bot
    from noughts.arena.contestants import bot_file

    path = Path(text).expanduser()
    if not path.is_dir() and not text.strip().endswith(".py"):
        return {}
    if not path.exists():
        raise NoughtsError(f"there is no bot {text}")
    name, file = file_of_bot(path.absolute())
    return {text: bot_file(file, name)}


def _page(graded: "Grade") -> str:
    from noughts.arena.page import tournament_page
    from noughts.arena.standings import Standings

    names = graded.competition.names
    title = f"{names[0]}: {graded.points:g} of {graded.most:g} points"
    return tournament_page(Standings(names, graded.games), title, graded.competition.game)


def _print(graded: "Grade") -> None:
    from noughts.arena.grading import reasons_in_short
    from noughts.errors import printable

    for test in graded.graded():
        head, *rest = test.words.splitlines()
        print(printable(f"{test.points:>6g} of {test.most:<6g} {test.name}: {head}"))
        for line in rest:
            print(printable(f"{'':17}{line}"))
    if not graded.clean:
        for reason in reasons_in_short(graded.forfeits):
            print(printable(f"{'':17}lost by default: {reason}"))
    print(f"{graded.points:>6g} of {graded.most:<6g} points for {printable(graded.competition.names[0])}")


def add_to(app: typer.Typer) -> None:
    app.command()(grade)
