"""What can go wrong by a user's doing. Everything else is a bug and may show its traceback."""


class NoughtsError(ValueError):
    """Bad input, in the user's words: what was wrong, where, and what would be right.

    Illegal or garbled moves, impossible positions, unknown games and faulty game files all raise it; commands print
    its message and leave with exit code 2.
    """
