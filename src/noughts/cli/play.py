"""`noughts play`: a game in the terminal."""

import contextlib
import os
import random
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from noughts.cli.options import Plain, PositionText, is_plain, read_position, read_position_text
from noughts.errors import NoughtsError

if TYPE_CHECKING:
    from noughts.board import Game
    from noughts.engine.compile_ahead import CompileAhead
    from noughts.play import Setup
    from noughts.play.settings import Settings
    from noughts.store import KeptGame, Store
    from noughts.terminal.plain_setup import Lines


def play(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="A game's name or file; left out, the games are offered.")
    ] = None,
    level: Annotated[
        str | None, typer.Option("--level", help="yours, beginner, easy, medium, hard, expert, 1-dan … or max.")
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="P", help="Opponent: human, or a player such as report003. Twice: who plays."),
    ] = None,
    search: Annotated[str | None, typer.Option("--search", metavar="S", help="The opponent's search.")] = None,
    evaluation: Annotated[str | None, typer.Option("--eval", metavar="E", help="The opponent's evaluation.")] = None,
    seconds: Annotated[float | None, typer.Option("--time", metavar="S", help="Seconds a move for engines.")] = None,
    threads: Annotated[int | None, typer.Option("--threads", metavar="N", help="Threads of the engine.")] = None,
    position: PositionText = None,
    obstacles: Annotated[
        str | None, typer.Option("--obstacles", metavar="CELLS", help='Cells such as "b2 c3", or how many at random.')
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="Of random obstacles and the lot.")] = None,
    side: Annotated[str | None, typer.Option("--side", help="Whether you move first, second, or by lot.")] = None,
    mark: Annotated[str | None, typer.Option("--mark", help="Your mark, X or O, whoever moves first.")] = None,
    plain: Plain = False,
    resume: Annotated[
        bool | None, typer.Option("--resume/--new", help="Go on with the game that was left last, or begin anew.")
    ] = None,
    invite: Annotated[
        str | None, typer.Option("--invite", metavar="URL", help="Play a friend on a server: make a link to send.")
    ] = None,
    join: Annotated[
        str | None, typer.Option("--join", metavar="LINK", help="Sit down where a friend's link leads to.")
    ] = None,
    name: Annotated[
        str | None, typer.Option("--name", metavar="NAME", help="Your name, with --invite or --join.")
    ] = None,
    clock: Annotated[
        str | None, typer.Option("--clock", metavar="M+S", help="With --invite: minutes, and seconds with each move.")
    ] = None,
) -> None:
    """Play in the terminal: against the engine, a person, a friend on a server, or watch engines play each other."""
    if invite is not None or join is not None:
        from noughts.cli.play_friend import play_friend

        engines = {"--level": level, "--player": player, "--search": search, "--eval": evaluation, "--time": seconds}
        others = {**engines, "--threads": threads, "--mark": mark, "--resume": resume}
        if useless := [option for option, value in others.items() if value is not None]:
            raise NoughtsError(f"a friend plays, and X moves first: leave out {', '.join(useless)}")
        there, board = _start_on_server(game, position, obstacles, seed) if game else (None, position or obstacles)
        play_friend(invite, join, there, board, side, name, clock)
        return
    if name is not None or clock is not None:
        raise NoughtsError("--name and --clock are for a game with a friend: they go with --invite or --join")
    from noughts.engine.compile_ahead import CompileAhead, games_by_popularity
    from noughts.kernel.patience import never_wait
    from noughts.play import Setup, check_seat, side_in
    from noughts.play.settings import Settings, checked, load_settings
    from noughts.registry import game as find_game
    from noughts.registry import name_of
    from noughts.store import HUMAN
    from noughts.system.folders import FolderError

    try:
        settings = load_settings()
    except FolderError:  # told below: a game can be played without
        settings = Settings()
    options = {"level": level, "side": side, "mark": mark, "time": seconds, "threads": threads}
    given = {name: checked(name, value) for name, value in options.items() if value is not None}
    named = player or []
    if len(named) > 2:
        raise NoughtsError(f"{len(named)} players are named; a game has two")
    texts = [_seat_text(name, search, evaluation, given, settings) for name in named or (None,)]
    players = (texts[0], texts[1]) if len(named) == 2 else (HUMAN, texts[0])

    found = find_game(game) if game else None
    if (search or evaluation) and players.count(HUMAN) == 2:
        raise NoughtsError("people play each other: there is no engine that --search or --eval could be for")
    for text in players:
        check_seat(text, found)  # before anything is asked
    start = _start(found, position, obstacles, seed)
    setup = None
    if found is not None:
        chosen = replace(settings, **given)
        setup = Setup(name_of(found), players, position=start)
        if len(named) < 2 and players.count(HUMAN) == 1:
            seated = chosen.side
            if start is not None:
                seated = side_in(found.position(start), given.get("side"), given.get("mark"), settings.side)
            setup = replace(setup, side=seated, mark=chosen.mark)
    store, trouble = _open_store()
    offer = _left_game(store, setup, resume) if resume or not (start or len(named) == 2) else None
    wish = Wish(setup, players, given, bool(named or search or evaluation or level), settings, store, trouble, offer)
    never_wait()
    spare = max(1, (os.cpu_count() or 1) - 1)
    with contextlib.closing(CompileAhead(games_by_popularity(), spare)) as ahead:
        if setup is not None:
            ahead.first(setup.game)
        if is_plain(plain):
            _play_plain(wish, resume, random.Random(seed))
        else:
            _play_on_screen(wish, resume, random.Random(seed), ahead)


@dataclass(frozen=True, slots=True)
class Wish:
    """The game that the command line asks for."""

    setup: "Setup | None"  # None if no game was named
    players: tuple[str, str]
    given: dict[str, Any]  # settings that were named: they stay for the next game
    names_opponent: bool
    settings: "Settings"  # as last set
    store: "Store | None"
    trouble: str | None  # why there is no store
    offer: "KeptGame | None"  # a game that was left


def _play_on_screen(wish: Wish, resume: bool | None, chance: random.Random, ahead: "CompileAhead") -> None:
    from noughts.play import Session
    from noughts.play.settings import save_settings
    from noughts.terminal.app import PlayApp

    session: Session | None = None
    offer = wish.offer
    if wish.store and offer and resume:
        session, offer = Session.resume(offer, wish.store), None
    elif wish.setup and not offer:
        session = wish.setup.begin(wish.store, chance)
    settings, trouble = replace(wish.settings, **wish.given), wish.trouble
    try:
        if wish.given:
            save_settings(wish.given)
    except NoughtsError as error:
        trouble = trouble or str(error)
    app = PlayApp(session, wish.store, settings, wish.setup, offer, trouble, ahead=ahead)
    app.run()
    left = app.session
    if left is not None and left.line:
        with contextlib.suppress(OSError):  # the window has been closed
            print(left.where_kept(), flush=True)


def _play_plain(wish: Wish, resume: bool | None, chance: random.Random) -> None:
    from noughts.play import Session
    from noughts.store import HUMAN
    from noughts.terminal.plain import Dialogue
    from noughts.terminal.plain_setup import Leave, Lines, Questions, offer_to_resume

    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    lines = Lines()
    if wish.trouble:
        lines.tell_wrapped(f"Note: {wish.trouble}")
    try:
        if wish.store and wish.offer and (resume or offer_to_resume(lines, wish.offer)):
            session = Session.resume(wish.offer, wish.store)
        else:
            setup, kept = wish.setup, wish.given
            if setup is None or wish.players.count(HUMAN) == 1:
                opponent = wish.players[1] if wish.names_opponent else None
                known = {"game": setup.game, "position": setup.position} if setup else {}
                setup, answers = Questions(lines, wish.settings).complete({**wish.given, **known}, opponent)
                kept = {**wish.given, **answers}
            session = setup.begin(wish.store, chance)
            _keep(kept, lines)
    except Leave:
        lines.tell("No game was begun.")
        return
    Dialogue(session, wish.store, lines, wish.settings.symbols).run()


def _keep(changes: dict[str, Any], lines: "Lines") -> None:
    from noughts.play.settings import save_settings

    try:
        if changes:
            save_settings(changes)
    except NoughtsError as error:
        lines.tell_wrapped(f"Note: {error}")


def _seat_text(
    name: str | None, search: str | None, evaluation: str | None, given: dict[str, Any], settings: "Settings"
) -> str:
    """The text of a seat. What was last set concerns our engine; other players have settings of their own."""
    from noughts.engine.engine_text import engine_text
    from noughts.store import HUMAN

    if name == HUMAN:
        return HUMAN
    last_set: dict[str, Any] = {}
    if not search and not evaluation and name in (None, "noughts"):
        last_set = {"level": settings.level, "time": settings.time, "threads": settings.threads}
    wanted = last_set | {key: value for key, value in given.items() if key in ("level", "time", "threads")}
    return engine_text(name, search=search, evaluation=evaluation, **wanted)


def _open_store() -> "tuple[Store | None, str | None]":
    """The store, or why there is none: a game can be played without."""
    from noughts.store import Store, StoreError
    from noughts.system.folders import FolderError

    try:
        return Store(), None
    except (StoreError, FolderError) as error:
        return None, f"games are not kept: {error}"


def _left_game(store: "Store | None", setup: "Setup | None", resume: bool | None) -> "KeptGame | None":
    """The unfinished game to go on with, if it is wanted or may be."""
    if resume is False or (resume is None and setup is None):
        return None
    found = store.last_unfinished(setup.game if setup else None) if store else None
    if resume and found is None:
        raise NoughtsError(f"there is no unfinished game{f' of {setup.game}' if setup else ''} to resume")
    return found


def _start(game: "Game | None", position: str | None, obstacles: str | None, seed: int | None) -> str | None:
    """The text of the position to begin from; None for the game's own start."""
    from noughts.play import obstacles_text

    if position is None and obstacles is None:
        return None
    if game is None:
        raise NoughtsError("a position or obstacles need a game: noughts play 5x5x4 --obstacles 3")
    if position is not None and obstacles is not None:
        raise NoughtsError("obstacles belong into the position text: give --position or --obstacles, not both")
    if obstacles is not None:
        return obstacles_text(game, obstacles, seed)
    found = read_position(game, position, None)
    if found.is_game_over():
        raise NoughtsError(f"the game is over in this position: {found.outcome()}")
    return found.text()


def _start_on_server(
    name: str, position: str | None, obstacles: str | None, seed: int | None
) -> tuple[str, str | None]:
    """A game as a server knows it, and the position to begin from."""
    from noughts.conformance.discovery import is_file_name
    from noughts.registry import game as find_game

    try:
        found = find_game(name)
    except NoughtsError:
        if is_file_name(name) or obstacles:
            raise
        return name, read_position_text(position)  # a game of the server's own, perhaps
    return found.name if is_file_name(name) else name, _start(found, position, obstacles, seed)


def add_to(app: typer.Typer) -> None:
    app.command()(play)
