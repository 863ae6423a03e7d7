"""What can go wrong by a user's doing. Everything else is a bug and may show its traceback."""

import unicodedata

# Control characters, which terminals obey, unpaired surrogates, which cannot be written, and line ends other than \n.
UNPRINTABLE = {"Cc", "Cs", "Zl", "Zp"}
_TURNS_TEXT_ROUND = set("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def shown(text: str, most: int = 40) -> str:
    """A quotation for a message, however long the text is.

    >>> shown("a1"), shown("abcdef", 3)
    ("'a1'", "'abc…'")
    """
    return repr(text if len(text) <= most else text[:most] + "…")


def printable(text: str, kept: str = "") -> str:
    r"""A text from outside, such as a file's name, for a terminal: characters that would act on it are written out.

    >>> print(printable("a\x1b[2J\nb"), printable("Zoë's 対局"))
    a\x1b[2J\nb Zoë's 対局
    """
    return "".join(letter if letter in kept or not _is_active(letter) else ascii(letter)[1:-1] for letter in text)


def _is_active(letter: str) -> bool:
    return unicodedata.category(letter) in UNPRINTABLE or letter in _TURNS_TEXT_ROUND


class NoughtsError(ValueError):
    """Bad input, in the user's words: what was wrong, where, and what would be right.

    Illegal or garbled moves, impossible positions, unknown games and faulty game files all raise it; commands print
    its message and leave with exit code 2.
    """


class PlayerFault(NoughtsError):  # noqa: N818 - a fault of a player's, not an error of ours
    """A player broke the rules of a match: what it did, in words; it forfeits the game."""
