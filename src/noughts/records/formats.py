"""The formats by name, and which of them a file or a text is in."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from noughts.errors import NoughtsError
from noughts.records import pgn, psq, sgf
from noughts.records.record import Record
from noughts.records.text import readable


@dataclass(frozen=True, slots=True)
class Format:
    name: str  # and the suffix of its files
    holds: str  # which games it can hold
    read: Callable[[str], list[Record]]
    write: Callable[[Record, str], str]  # with the name that the game is called by
    begins: str  # a pattern of how its texts begin
    between: str | None = ""  # what stands between two games; None if a file holds only one


FORMATS = {
    one.name: one
    for one in (
        Format("pgn", "every game", pgn.read, pgn.write, r"[\[{;%]", between="\n"),
        Format("sgf", "m,n,k games", sgf.read, sgf.write, r"\(\s*;"),
        Format("psq", "five in a row from the empty board", psq.read, psq.write, r"(?i:Piskvorky\b)", between=None),
    )
}


def read_records(
    text: str, format: str | None = None, game: str | None = None, files: Mapping[str, str] | None = None
) -> list[Record]:
    """The games of a text in a format of that name, or in the one that it looks like. All of them can be played.

    `game` stands in where a PGN does not name its game, or names it by a file: that is not run on a text's word.
    `files` are games' files by the names that a PGN may call these games by.

    >>> [record.players for record in read_records("(;GM[4]SZ[15]PB[Ada]PW[Bob];B[hh];W[ig])")]
    [('Ada', 'Bob')]
    """
    name = format_of_text(text) if format is None else format
    return pgn.read(text, game, files) if name == "pgn" else _named(name).read(text)


def write_records(records: Sequence[Record], format: str, names: Mapping[str, str] | None = None) -> str:
    """The games in the format of that name; NoughtsError if it cannot hold one of them.

    `names` are what the text is to call games that the records have other names for, such as files.

    >>> from noughts.records import Record
    >>> print(write_records([Record("15x15x5", players=("Ada", "Bob"))], "psq"), end="")
    Piskvorky 15x15, 0:0, 0
    Ada
    Bob
    -1
    """
    chosen = _named(format)
    if chosen.between is None and len(records) != 1:
        raise NoughtsError(f"a {format} file holds one game, not {len(records)}; write them one by one, or as pgn")
    called = names or {}
    return (chosen.between or "").join(chosen.write(record, called.get(record.game, record.game)) for record in records)


def formats_for(game: str, position: str | None = None) -> list[str]:
    """The formats that can hold a game from its own start or from a position.

    >>> formats_for("15x15x5"), formats_for("ultimate")
    (['pgn', 'sgf', 'psq'], ['pgn'])
    """
    return [name for name in FORMATS if _can_hold(name, Record(game, position=position))]


def _can_hold(format: str, record: Record) -> bool:
    try:
        write_records([record], format)
    except NoughtsError:
        return False
    return True


def format_of_file(name: str | PurePath) -> str | None:
    """The format that a file's suffix names, if it names one.

    >>> format_of_file("games/match.PGN"), format_of_file("notes.txt")
    ('pgn', None)
    """
    suffix = PurePath(name).suffix.lower().removeprefix(".")
    return suffix if suffix in FORMATS else None


def format_of_text(text: str) -> str:
    """The format that a text looks like; NoughtsError if it looks like none.

    >>> format_of_text('[Event "?"]')
    'pgn'
    """
    text = readable(text).lstrip()
    for one in FORMATS.values():
        if re.match(one.begins, text):
            return one.name
    # Anything may stand before an SGF's games, such as the head of a mail.
    if re.search(r"\(\s*;\s*[A-Z]+\s*\[", text):
        return "sgf"
    raise NoughtsError(
        'the text is no game record that we know: PGN begins with [Event "..."], SGF with (;FF[4], psq with Piskvorky'
    )


def _named(name: str) -> Format:
    if name not in FORMATS:
        raise NoughtsError(f"there is no format {name!r}; there are {', '.join(FORMATS)}")
    return FORMATS[name]
