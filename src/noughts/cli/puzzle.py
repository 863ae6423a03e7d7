"""`noughts puzzle`: solving puzzles in the terminal."""

import datetime
import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.options import GameName
from noughts.errors import NoughtsError

if TYPE_CHECKING:
    from noughts.board import Game
    from noughts.puzzles.progress import Progress
    from noughts.puzzles.puzzle import Puzzle
    from noughts.store import Store


def puzzle(
    game: GameName,
    daily: Annotated[bool, typer.Option("--daily", help="Today's puzzle, the same for everybody.")] = False,
    own: Annotated[bool, typer.Option("--own", help="Puzzles out of your own finished games.")] = False,
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help="Puzzles that `noughts puzzles` has found.")
    ] = None,
    theme: Annotated[str | None, typer.Option("--theme", metavar="T", help="Only of this theme, such as fork.")] = None,
    name: Annotated[str | None, typer.Option("--id", metavar="ID", help="The puzzle of that name.")] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="Of the choice among puzzles.")] = None,
) -> None:
    """Solve puzzles: one move wins within so many plies, and no other does."""
    from noughts.kernel.patience import never_wait
    from noughts.play.settings import load_settings
    from noughts.puzzles import collection
    from noughts.puzzles.file import read_file
    from noughts.puzzles.progress import Progress
    from noughts.registry import game as find_game
    from noughts.store import Store
    from noughts.terminal.plain_setup import Lines
    from noughts.terminal.puzzle import PuzzleDialogue

    chosen = find_game(game)
    if sum((daily, own, name is not None)) > 1:
        raise NoughtsError("of --daily, --own and --id only one can be given")
    store, today = Store(), datetime.date.today().isoformat()

    def counted(solved: "Puzzle", is_solved: bool) -> "tuple[Progress, bool]":
        has_counted = False

        def count(text: str | None, change: float) -> tuple[str, float]:
            nonlocal has_counted
            progress = Progress.read(text)
            further = progress.count(solved.id, solved.rating + change, is_solved, today if daily else None)
            has_counted = further != 0
            return progress.text(), further

        return Progress.read(store.puzzles.change(chosen.name, solved.id, count)), has_counted

    if own:
        offered = _of_own_games(chosen, store)
    else:
        never_wait()
        listed = tuple(read_file(chosen, file)) if file is not None else collection.puzzles_of(chosen)
        if not listed:
            raise NoughtsError(f"{file} has no puzzles yet")
        if daily:
            offered = iter([collection.daily(listed, datetime.date.fromisoformat(today))])
        elif name is not None:
            offered = iter([collection.find(listed, name)])
        else:
            offered = _one_after_another(chosen, store, listed, theme, random.Random(seed))
    PuzzleDialogue(chosen, Lines(), load_settings().symbols, counted).run(offered)


def _one_after_another(
    game: "Game", store: "Store", listed: "tuple[Puzzle, ...]", theme: str | None, chance: random.Random
) -> "Iterator[Puzzle]":
    from noughts.puzzles.collection import find, next_for, rated
    from noughts.puzzles.progress import Progress

    seen = set[str]()
    while len(seen) < len(listed):
        progress, changes = Progress.read(store.puzzles.progress(game.name)), store.puzzles.changes(game.name)
        left = rated((one for one in listed if one.id not in seen), changes)
        if seen and not any(theme in (None, one.theme) for one in left):
            return
        found = next_for(left, progress.rating, progress.tried, chance, theme)
        seen.add(found.id)
        yield find(listed, found.id)


def _of_own_games(game: "Game", store: "Store") -> "Iterator[Puzzle]":
    """The puzzles of the finished games, the latest first, as they are found."""
    from rich.console import Console

    from noughts.puzzles.finding import Finder
    from noughts.registry import name_of

    kept = store.latest(game=name_of(game), finished=True)
    if not kept:
        raise NoughtsError(f"no finished game of {game.name} is kept: `noughts play {game.name}` begins one")
    finder, console = Finder(game), Console(stderr=True)
    for number, one in enumerate(kept, 1):
        with console.status(f"Looking through game {number} of {len(kept)}"):
            found = list(finder.of_game(store.load(one.id or 0).record.replay()))
        yield from found


def add_to(app: typer.Typer) -> None:
    app.command()(puzzle)
