"""`noughts export` and `noughts import`: games as text, for other programs and other machines."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from noughts.cli.options import write_file
from noughts.errors import NoughtsError, printable

Format = Annotated[
    str | None, typer.Option("--format", metavar="F", help="pgn, sgf or psq; by the file's name if left out.")
]


def export_games(
    numbers: Annotated[
        list[int] | None, typer.Argument(metavar="[NUMBER…]", help="Of games; the last finished one if left out.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Every game that is kept.")] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to write; standard output if left out.")
    ] = None,
    file_format: Format = None,
) -> None:
    """Write games as PGN-like text, SGF or Piskvork's .psq."""
    from noughts.records import format_of_file, write_records
    from noughts.store import Store

    if every and numbers:
        raise NoughtsError("either games are numbered or --all of them are written, not both")
    store = Store()
    wanted = file_format or (format_of_file(output.name) if output else None) or "pgn"
    last = store.latest(1, finished=True)
    chosen = store.ids() if every else numbers or [kept.id or 0 for kept in last]
    if not chosen:
        raise NoughtsError("there is no game to write; `noughts replay --list` lists what is kept")
    text = write_records([store.load(number).record_for_others() for number in chosen], wanted)
    if output is None:
        sys.stdout.write(text)
        return
    write_file(output, text)
    print(f"{len(chosen)} game{'s' if len(chosen) > 1 else ''} written to {printable(str(output))}")


def import_games(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="What to read; - for standard input.")],
    file_format: Format = None,
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="G", help="The game, where a PGN does not name it, or names it by a file."),
    ] = None,
    encoding: Annotated[
        str | None,
        typer.Option("--encoding", metavar="E", help="Such as cp1252; UTF-8 or what an SGF declares if left out."),
    ] = None,
) -> None:
    """Read games and keep them: all of a file, or none if something is wrong in it; the other files are kept."""
    from noughts.records import UnsaidError, format_of_file, read_records
    from noughts.store import Store

    store = Store()
    refused = []
    for file in files:
        name = "standard input" if str(file) == "-" else printable(str(file))
        try:
            records = read_records(_text_of(file, encoding), file_format or format_of_file(file.name), game)
        except NoughtsError as error:
            hint = f"; --{error.parameter} can name it" if isinstance(error, UnsaidError) else ""
            if len(files) == 1:
                raise NoughtsError(f"{name}: {error}{hint}") from None
            print(printable(f"noughts: {name}: {error}{hint}"), file=sys.stderr)
            refused.append(name)
            continue
        added = store.add(records)
        which = f"number {added[0]}" if len(added) == 1 else f"numbers {added[0]} to {added[-1]}"
        of_file = f"{name}: " if len(files) > 1 else ""
        print(f"{of_file}{len(added)} game{'s' if len(added) > 1 else ''} kept, {which}", flush=True)
    if refused:
        others = "the games of the others are kept" if len(refused) < len(files) else "nothing is kept"
        raise NoughtsError(f"{len(refused)} of {len(files)} files refused ({', '.join(refused)}); {others}")


def _text_of(file: Path, encoding: str | None) -> str:
    from noughts.records import LARGEST, text_of

    try:
        if str(file) == "-":
            content = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with open(file, "rb") as opened:
                content = opened.read(LARGEST + 1)
    except OSError as error:
        raise NoughtsError(f"it cannot be read: {error.strerror}") from None
    return text_of(content, encoding)


def add_to(app: typer.Typer) -> None:
    app.command("export")(export_games)
    app.command("import")(import_games)
