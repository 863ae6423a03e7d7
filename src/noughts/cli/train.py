"""`noughts train`: an evaluation for a game, learned by self-play."""

import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.options import STOPPED, GameName
from noughts.errors import NoughtsError

if TYPE_CHECKING:
    from noughts.learning.training import Generation, Training

DEFAULT_HOURS = 1.0


def train(
    game: GameName,
    games: Annotated[int | None, typer.Option("--games", metavar="N", min=1, help="Games of self-play in all.")] = None,
    hours: Annotated[
        float | None, typer.Option("--hours", metavar="H", min=0.0, help="Hours to train for (1, without --games).")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FILE", help="Write the evaluation there (.npz), and do not make it the default."
        ),
    ] = None,
    nodes: Annotated[int, typer.Option("--nodes", metavar="N", min=1, help="Nodes of a move in self-play.")] = 300,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="Of self-play, fitting and matches.")] = 1,
    processes: Annotated[
        int | None, typer.Option("--processes", metavar="N", min=1, help="Processes that play (all cores).")
    ] = None,
    folder: Annotated[
        Path | None, typer.Option("--folder", metavar="DIR", help="Where the run is kept; the same one goes on.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw errors and strength at the end.")
    ] = None,
    undo: Annotated[
        bool, typer.Option("--take-back", help="Remove what was trained: the game has its default of before again.")
    ] = False,
) -> None:
    """Train an evaluation for a game by self-play. The same command again goes on with it."""
    from noughts.kernel.mode import UNCOMPILED
    from noughts.learning.folder import RunFolder
    from noughts.learning.training import Settings, Training, take_back
    from noughts.registry import game as find_game

    trained = find_game(game)
    if undo:
        print(f"{trained.name}: taken back: {take_back(trained)}")
        return
    if UNCOMPILED:
        raise NoughtsError("training needs compiled code: unset NOUGHTS_UNCOMPILED")
    if out is not None and out.suffix != ".npz":
        raise NoughtsError(f"--out is {str(out)!r}; the name of such a file ends in .npz")
    if plot is not None:
        from noughts.lab.plots import check_matplotlib

        check_matplotlib()
    if games is None and hours is None:
        hours = DEFAULT_HOURS
    settings = Settings(
        games,
        None if hours is None else 3600 * hours,
        nodes,
        seed,
        processes or os.cpu_count() or 1,
        command=shlex.join(["noughts", *sys.argv[1:]]),
    )
    kept = RunFolder.usual(trained) if folder is None else RunFolder(folder, trained)
    run = Training(trained, settings, kept, out)
    print(f"training {trained.name} in {kept.path}")
    done, is_whole = _shown(run)
    if plot is not None and done:
        from noughts.lab.training_plot import draw

        draw(done, trained.title, plot)
    if run.words:
        print(f"{run.words}; used " + ("by default" if out is None else f"where it is named: eval={out}"))
    else:
        print("nothing that was learned has won: the default stays as it is")
    if not is_whole:
        print("stopped; the same command goes on", file=sys.stderr)
        raise typer.Exit(STOPPED)


def _shown(run: "Training") -> "tuple[list[Generation], bool]":
    """Tell each generation as it is judged, and what is under way; Ctrl-C ends it."""
    from rich.console import Console

    done: list[Generation] = []
    console = Console(stderr=True)
    try:
        with console.status("learning from nothing") as status:
            for found in run.generations(status.update):
                done.append(found)
                print(found.words, flush=True)
    except KeyboardInterrupt:
        return done, False
    return done, True


def add_to(app: typer.Typer) -> None:
    app.command()(train)
