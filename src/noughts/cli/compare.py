"""`noughts compare`: searches side by side on the same positions."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.options import STOPPED, GameName, Seed, check_written_file, write_file
from noughts.errors import NoughtsError

if TYPE_CHECKING:
    from noughts.board import Game, Position
    from noughts.lab.comparison import Comparison

_DEEPEST = 100
_LONGEST = 3600  # seconds a search


def compare(
    game: GameName,
    searches: Annotated[
        str, typer.Option("--searches", metavar="S,…", help="Searches or players, with options if need be.")
    ] = "minimax,alphabeta:transpositions=false,alphabeta,pvs,mtdf,noughts",
    evals: Annotated[
        str, typer.Option("--evals", metavar="E,…", help="Evaluations, each with each search; the game's own if none.")
    ] = "",
    orderings: Annotated[
        str, typer.Option("--orderings", metavar="O,…", help="Which moves are tried first: listed, nearest.")
    ] = "",
    depth: Annotated[
        str | None, typer.Option("--depth", metavar="A-B", help="Plies to look ahead, as 4 or 1-6; 1-4 if not given.")
    ] = None,
    positions: Annotated[
        str, typer.Option("--positions", metavar="N|FILE", help="How many random ones, or a file, one text a line.")
    ] = "5",
    seconds: Annotated[
        float | None, typer.Option("--time", metavar="S", help="Seconds a search, instead of depths: how deep is it?")
    ] = None,
    most_nodes: Annotated[
        int,
        typer.Option("--most-nodes", metavar="N", help="A method is left out from the depth on where it takes more."),
    ] = 3_000_000,
    seed: Seed = 1,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE", help="Draw it, as .png, .svg or .pdf.")] = None,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write every single search, a row each.")
    ] = None,
) -> None:
    """Compare searches: nodes, evaluations, cut-offs, table hits, time and branching by depth."""
    from noughts.cli.progress import shown_progress
    from noughts.cli.tables import print_table
    from noughts.lab.comparison import compare_by_depth, compare_by_time
    from noughts.lab.comparison_report import HEADER, remarks, table
    from noughts.lab.methods import methods_of, split_engines
    from noughts.registry import game as find_game

    if plot is not None:
        from noughts.lab.plots import FORMATS, check_matplotlib

        check_written_file(plot, tuple(f".{name}" for name in FORMATS), "a plot")
        check_matplotlib()
    check_written_file(csv, (".csv", ".txt"), "a table")
    if depth is not None and seconds is not None:
        raise NoughtsError("--depth and --time exclude each other: searches are equally deep, or equally long")
    if seconds is not None and not 0 < seconds <= _LONGEST:
        raise NoughtsError(f"--time is {seconds:g}; it must be above 0 and at most {_LONGEST}")
    if most_nodes < 1:
        raise NoughtsError(f"--most-nodes is {most_nodes}; it must be 1 or more")
    depths = _depths(depth or "1-4")
    played = find_game(game)
    methods = methods_of(played, split_engines(searches), _names(evals), _names(orderings))
    sample = _sample(played, positions, seed)
    runs: Iterator[Comparison]
    if seconds is None:
        runs, steps = compare_by_depth(methods, sample, depths, most_nodes, seed), len(depths)
    else:
        runs, steps = compare_by_time(methods, sample, seconds, seed), 1
    comparison, is_whole = shown_progress(runs, f"{played.name}: ", len(sample) * len(methods) * steps)
    if comparison is None or not comparison.compared:
        raise KeyboardInterrupt
    print_table(table(comparison), (), HEADER, (HEADER[0], *HEADER[2:]))
    print()
    for remark in remarks(comparison, most_nodes):
        print(remark)
    if is_whole:
        _write(comparison, f"{played.title}: searches compared", plot, csv)
    else:
        print(f"stopped after {comparison.compared} of {len(sample)} positions: no file is written")
        raise typer.Exit(STOPPED)


def _write(comparison: "Comparison", title: str, plot: Path | None, csv: Path | None) -> None:
    from noughts.lab import comparison_report
    from noughts.lab.plots import drawn

    if csv is not None:
        write_file(csv, comparison_report.csv_text(comparison))
        print(f"rows written to {csv}")
    if plot is not None:
        write_file(plot, drawn(comparison_report.plot(comparison, title), plot))
        print(f"plot written to {plot}")


def _sample(game: "Game", positions: str, seed: int) -> "list[Position]":
    from noughts.lab.samples import random_sample, sample_from

    if re.fullmatch(r"\s*[+-]?[0-9]{1,20}\s*", positions):
        return random_sample(game, int(positions), seed)
    return sample_from(game, Path(positions))


def _depths(text: str) -> range:
    """`4` or `1-6`."""
    found = re.fullmatch(r"\s*([0-9]{1,3})\s*(?:-\s*([0-9]{1,3})\s*)?", text)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= first <= last <= _DEEPEST:
        raise NoughtsError(
            f"--depth is {text!r}; it must be a depth such as 4, or depths such as 1-6, up to {_DEEPEST}"
        )
    return range(first, last + 1)


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def add_to(app: typer.Typer) -> None:
    app.command()(compare)
