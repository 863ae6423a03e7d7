"""Records in files: read with a bound on their size, written whole or not at all."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from noughts.errors import NoughtsError
from noughts.records.encoding import decoded
from noughts.records.formats import format_of_file, read_records, write_records
from noughts.records.record import Record
from noughts.system.folders import write_whole

LARGEST = 50_000_000  # bytes


def load_records(
    path: str | Path,
    format: str | None = None,
    game: str | None = None,
    encoding: str | None = None,
    files: Mapping[str, str] | None = None,
) -> list[Record]:
    """The games of a PGN, SGF or psq file; all of them can be played. NoughtsError says what is wrong, and where.

    The format is the one that the file's name ends in, or that its text looks like. `game` stands in where a PGN does
    not name its game, or names it by a file; `files` are games' files by the names that a PGN may call them by.
    """
    path = Path(path)
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise NoughtsError(f"{path} cannot be read: {error.strerror}") from None
    try:
        return read_records(text_of(content, encoding), format or format_of_file(path), game, files)
    except NoughtsError as error:
        raise NoughtsError(f"{path.name}: {error}") from error


def save_records(path: str | Path, records: Sequence[Record], format: str | None = None) -> None:
    """Write games to a file, in the format that its name ends in unless another is named; PGN holds every game.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_records(f"{folder}/game.pgn", [Record("tictactoe", players=("Ada", "Bob"))])
    ...     [one.players for one in load_records(f"{folder}/game.pgn")]
    [('Ada', 'Bob')]
    """
    path = Path(path)
    text = write_records(records, format or format_of_file(path) or "pgn")
    try:
        write_whole(path, text.encode())
    except OSError as error:
        raise NoughtsError(f"{path} cannot be written: {error.strerror}") from None


def text_of(content: bytes, encoding: str | None = None) -> str:
    """The text of a file's bytes; NoughtsError if there are too many, or they are no text."""
    if len(content) > LARGEST:
        raise NoughtsError(f"it has more than {LARGEST // 1_000_000} MB: split it")
    return decoded(content, encoding)
