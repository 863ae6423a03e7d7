"""Common rules of the formats: texts that are read at all, and values of one line."""

import re
import unicodedata

from noughts.errors import UNPRINTABLE, NoughtsError

MAX_CHARACTERS = 20_000_000

_BINARY = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


class UnsaidError(NoughtsError):
    """A text leaves something open that its reader may say: `parameter` is what, "game" or "encoding"."""

    def __init__(self, message: str, parameter: str) -> None:
        super().__init__(message)
        self.parameter = parameter


def readable(text: str) -> str:
    r"""The text with plain line ends; NoughtsError if it is none that could hold games.

    >>> readable("\ufeffa\r\nb")
    'a\nb'
    """
    if not isinstance(text, str):
        raise NoughtsError(f"game records are text, not {type(text).__name__}")
    if len(text) > MAX_CHARACTERS:
        raise NoughtsError(f"the text has {len(text):,} characters; at most {MAX_CHARACTERS:,} are read at once")
    if not text.strip("\ufeff \t\r\n\v\f"):
        raise NoughtsError("the text is empty; it must hold at least one game")
    binary = _BINARY.search(text)
    if binary:
        raise NoughtsError(f"the text holds the control character {binary[0]!r}: this is a binary file, no game record")
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def one_line(text: str) -> str:
    r"""A value as every format can hold it: line ends and control characters become spaces.

    >>> one_line("Ada\nLovelace")
    'Ada Lovelace'
    """
    return "".join(" " if unicodedata.category(letter) in UNPRINTABLE else letter for letter in text)


def lines_of_text(text: str) -> str:
    r"""A comment as every format can hold it: lines without space around them, of characters that are printed.

    >>> lines_of_text(" well\t played\x07 \r\n indeed\n")
    'well  played\nindeed'
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join(one_line(line).strip() for line in lines).strip()
