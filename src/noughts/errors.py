"""What can go wrong by a user's doing. Everything else is a bug and may show its traceback."""


def shown(text: str, most: int = 40) -> str:
    """A quotation for a message, however long the text is.

    >>> shown("a1"), shown("abcdef", 3)
    ("'a1'", "'abc…'")
    """
    return repr(text if len(text) <= most else text[:most] + "…")


class NoughtsError(ValueError):
    """Bad input, in the user's words: what was wrong, where, and what would be right.

    Illegal or garbled moves, impossible positions, unknown games and faulty game files all raise it; commands print
    its message and leave with exit code 2.
    """


class PlayerFault(NoughtsError):  # noqa: N818 - a fault of a player's, not an error of ours
    """A player broke the rules of a match: what it did, in words; it forfeits the game."""
