"""`noughts lab`: the reports' own figures again, beside what they printed."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.cli.options import Seed, write_file
from noughts.errors import NoughtsError

if TYPE_CHECKING:
    from noughts.lab.findings import Experiment, Findings


def lab(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[REPORT…]",
            help="report000 to report004, or one experiment: report003-tournament.",
            show_default=False,
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="All five reports.")] = False,
    plots: Annotated[
        Path | None, typer.Option("--plots", metavar="FOLDER", help="Draw the figures into a folder.")
    ] = None,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FOLDER", help="Write what was measured into a folder.")
    ] = None,
    games: Annotated[int, typer.Option("--games", metavar="N", help="Games of each match, and of self-play.")] = 6,
    positions: Annotated[int, typer.Option("--positions", metavar="N", help="Positions for each figure.")] = 3,
    seconds: Annotated[
        float, typer.Option("--time", metavar="S", help="Seconds a search, where methods get equal time.")
    ] = 0.3,
    seed: Seed = 1,
) -> None:
    """Do a report's experiments again: its figures beside what it printed."""
    from noughts.lab.findings import Effort
    from noughts.lab.plots import check_matplotlib
    from noughts.lab.reports import EXPERIMENTS, experiments_of

    for name in names or ():
        if not experiments_of(name):
            raise NoughtsError(f"there is no experiment {name!r}; there are {', '.join(EXPERIMENTS)}")
    named = [one for name in names or () for one in experiments_of(name)]
    chosen = list(EXPERIMENTS) if everything else list(dict.fromkeys(named))
    if not chosen:
        raise NoughtsError(f"which report? Name some of {', '.join(EXPERIMENTS)}, or --all")
    for option, value in (("--games", games), ("--positions", positions)):
        if not 1 <= value <= 10_000:
            raise NoughtsError(f"{option} is {value}; it must be 1 to 10000")
    if not 0 < seconds <= 3600:
        raise NoughtsError(f"--time is {seconds}; it must be above 0 and at most 3600")
    if plots is not None:
        check_matplotlib()
    for folder in filter(None, (plots, csv)):
        _prepare(folder)
    for name in chosen:
        findings = _with_status(EXPERIMENTS[name](Effort(seed, games, positions, seconds)))
        _print(findings)
        if plots is not None:
            for file in findings.pictures:
                write_file(plots / file, findings.picture(file))
                print(f"drawn: {plots / file}")
        if csv is not None:
            for file, content in findings.data.items():
                write_file(csv / file, content)
                print(f"written: {csv / file}")
        print()


def _prepare(folder: Path) -> None:
    """Make the folder, before the work and not after it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NoughtsError(f"the folder {folder} cannot be made: {error.strerror}") from None


def _with_status(experiment: "Experiment") -> "Findings":
    """The findings of an experiment, while the terminal shows its progress."""
    from rich.console import Console

    console = Console(stderr=True)
    with console.status("…") as status:
        while True:
            try:
                status.update(next(experiment))
            except StopIteration as done:
                findings: Findings = done.value
                return findings


def _print(findings: "Findings") -> None:
    from noughts.cli.tables import print_table

    print(f"{findings.title}\n")
    for line in findings.printed:
        print(f"  {line}")
    for table in findings.tables:
        print(f"\n{table.title}")
        print_table(table.rows, (), table.header, table.header[table.words :])
    print()
    for remark in findings.remarks:
        print(remark)


def add_to(app: typer.Typer) -> None:
    app.command()(lab)
