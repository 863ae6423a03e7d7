"""Arguments that several commands share, and what they mean."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from noughts.errors import NoughtsError

if TYPE_CHECKING:
    from noughts.board import Game, Position

_LONGEST_TEXT = 100_000
STOPPED = 130  # the exit code after Ctrl-C, whatever was told of the part that is done

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A game's name, such as ultimate or 4x5x4, or a file such as ./mygame.py.")
]
PositionText = Annotated[
    str | None,
    typer.Option("--position", metavar="P", help="Position text, a file that holds it, or - for standard input."),
]
MovesText = Annotated[
    str | None, typer.Option("--moves", metavar="MOVES", help='Moves to make first, for example "5.3 3.1".')
]
Plain = Annotated[bool, typer.Option("--plain", help="Lines of text instead of a full screen.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Where chance begins: the same seed, the same figures.")]
Json = Annotated[bool, typer.Option("--json", help="Print one line of JSON.")]


def is_plain(wanted: bool) -> bool:
    """Whether lines of text are wanted, or nothing else can be shown: in a pipe, or where the cursor cannot move."""
    return wanted or not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb"


def check_written_file(file: Path | None, endings: Sequence[str], what: str) -> None:
    """NoughtsError if that file cannot be written, or not as what its name says: before the work, not after it."""
    if file is None:
        return
    if file.suffix.lower() not in endings:
        raise NoughtsError(f"{file}: {what}'s name ends in {', '.join(endings)}")
    check_writable(file)


def check_writable(file: Path) -> None:
    """NoughtsError if that file cannot be written, as far as can be seen beforehand."""
    file = Path(os.path.realpath(file)) if file.is_symlink() else file
    if file.exists() and not file.is_file() and not file.is_dir():
        return  # a device or a pipe, which is written as it is
    if file.is_dir():
        raise NoughtsError(f"{file} cannot be written: it is a folder")
    if not file.parent.is_dir():
        raise NoughtsError(f"{file} cannot be written: there is no folder {file.parent}")
    if not os.access(file.parent, os.W_OK):
        raise NoughtsError(f"{file} cannot be written: nothing may be written into {file.parent}")


def write_file(file: Path, content: str | bytes) -> None:
    """Write a file that was named by an option."""
    from noughts.system.folders import write_whole

    try:
        write_whole(file, content.encode() if isinstance(content, str) else content)
    except OSError as error:
        raise NoughtsError(f"{file} cannot be written: {error.strerror}") from None


def read_position(game: "Game", position: str | None, moves: str | None) -> "Position":
    """The start of the game, or the position given, after the moves given."""
    text = read_position_text(position)
    found = game.start() if text is None else game.position(text)
    for number, move in enumerate((moves or "").replace(",", " ").split(), 1):
        try:
            found.push(move)
        except NoughtsError as error:
            raise NoughtsError(f"move {number}: {error}") from None
    return found


def read_position_text(argument: str | None) -> str | None:
    """The text that a position's argument is, or names."""
    if argument is None:
        return None
    try:
        if argument == "-":
            return sys.stdin.read(_LONGEST_TEXT)
        # Position texts have slashes too: only one that names a file is read as a file.
        if len(argument) < 4096 and Path(argument).is_file():
            with open(argument, encoding="utf-8") as file:
                return file.read(_LONGEST_TEXT)
    except UnicodeDecodeError:
        raise NoughtsError(f"{argument} is not a text file") from None
    except OSError as error:
        raise NoughtsError(f"{argument} cannot be read: {error.strerror}") from None
    if argument.endswith((".txt", ".pos")):
        raise NoughtsError(f"there is no file {argument}")
    return argument
