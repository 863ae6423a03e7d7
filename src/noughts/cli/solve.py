"""`noughts solve`: the exact value of a position."""

import contextlib
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.options import STOPPED, GameName, Json, MovesText, PositionText, read_position
from noughts.errors import NoughtsError

if TYPE_CHECKING:
    from noughts.board import Position
    from noughts.solving.solution import Solution
    from noughts.solving.task import Task


def solve(
    game: GameName,
    position: PositionText = None,
    moves: MovesText = None,
    seconds: Annotated[float | None, typer.Option("--time", metavar="S", help="Seconds to search.")] = None,
    all_moves: Annotated[bool, typer.Option("--all-moves", help="Tell the value of every move.")] = False,
    distance: Annotated[bool, typer.Option("--distance", help="Tell the length of best play.")] = False,
    try_first: Annotated[
        str, typer.Option("--try", metavar="MOVES", help="Moves that may win, looked at before all others.")
    ] = "",
    within: Annotated[
        int | None,
        typer.Option("--within", metavar="N", help="Only ask whether the side to move wins in at most N plies."),
    ] = None,
    method: Annotated[
        str | None,
        typer.Option("--method", metavar="M", help="proof-number, alphabeta, or threats: wins by threats alone."),
    ] = None,
    threads: Annotated[int, typer.Option("--threads", metavar="N", help="Processes that share the openings.")] = 1,
    cluster: Annotated[
        str | None,
        typer.Option(
            "--cluster", metavar="ADDRESS", help="Solve the openings on a Dask cluster: tcp://its-scheduler:8786."
        ),
    ] = None,
    hash_mb: Annotated[float, typer.Option("--hash-mb", metavar="M", help="Megabytes for the table.")] = 256.0,
    proof: Annotated[
        Path | None, typer.Option("--proof", metavar="FILE", help="Write a proof for `noughts verify`.")
    ] = None,
    checkpoint: Annotated[
        Path | None, typer.Option("--checkpoint", metavar="FILE", help="Keep what is found there, and go on from it.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Prove the exact value of a position: a win, a draw or a loss for the side to move."""
    from noughts.engine.solve import new_task, work_on
    from noughts.registry import game as find_game
    from noughts.solving.task import SolveSettings

    searched = read_position(find_game(game), position, moves)
    workers = None
    if cluster is not None:
        from noughts.arena.opening_cluster import OpeningCluster

        workers = OpeningCluster(cluster, game)
    settings = SolveSettings(method, hash_mb, all_moves, distance, tuple(try_first.split()), within)
    task = new_task(searched, settings, threads, workers)
    with _shown_progress() as show:
        is_whole = work_on(task, seconds, lambda watched: show(_progress_line(watched)), checkpoint)
        solution = task.solution()
        if proof is not None and is_whole and solution.bounds.is_known:
            _write_proof(proof, searched, task, show)
    if as_json:
        print(json.dumps({"game": game, **solution.as_dict()}))
    else:
        _print(searched, solution)
    if not is_whole:
        raise typer.Exit(STOPPED)


def _write_proof(file: Path, position: "Position", task: "Task", show: Callable[[str], None]) -> None:
    """Write beside the file's place, and there once it is whole."""
    from noughts.solving.method import method_for
    from noughts.solving.proof import proof_lines
    from noughts.solving.solver import Solver

    game = position.game
    asked = task.method if isinstance(task, Solver) else method_for(game)(game, task.settings.hash_mb)
    temporary = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        with open(temporary, "w", encoding="utf-8") as opened:
            told = proof_lines(position, task.solution(), asked, lambda count: show(f"Writing {count:,} positions"))
            opened.writelines(told)
        temporary.replace(file)
    except OSError as error:
        raise NoughtsError(f"{file} cannot be written: {error.strerror}") from None
    finally:
        temporary.unlink(missing_ok=True)


@contextlib.contextmanager
def _shown_progress() -> Iterator[Callable[[str], None]]:
    """A line in a terminal that tells how far it has come."""
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda text: None
        return
    with console.status("Solving…") as status:
        yield status.update


def _progress_line(task: "Task") -> str:
    now, seconds = task.progress(), max(task.seconds, 1e-3)
    parts = [f"{now.nodes:,} nodes, {now.nodes / seconds:,.0f}/s"]
    if now.openings is not None:
        parts.append(f"{now.openings[0]} of {now.openings[1]} openings")
    else:
        parts.append(f"proof {now.proof:,}, disproof {now.disproof:,}, table {100 * now.table_fill:.0f} %")
    return f"Solving ({task.known.words()} so far): {', '.join(parts)}"


def _print(position: "Position", solution: "Solution") -> None:
    from noughts.board import MARKS

    is_proved = "" if solution.bounds.is_known or solution.wins_within is False else ", as far as it is proved"
    print(f"{position.game.title}, {MARKS[position.turn]} to move: {solution.words()}{is_proved}")
    if solution.distance is not None:
        print(f"best play lasts {solution.distance} plies")
    if solution.best_moves:
        print(f"best: {' '.join(map(str, solution.best_moves))}")
    for move, bounds in solution.move_bounds.items():
        print(f"  {move!s:<8} {bounds.words()}")
    print(f"{solution.nodes:,} nodes, {solution.seconds:.3f} s")


def add_to(app: typer.Typer) -> None:
    app.command()(solve)
