"""TOML files that a user names, read within bounds."""

import tomllib
from pathlib import Path
from typing import Any

from noughts.errors import NoughtsError

_LARGEST_FILE = 1_000_000  # bytes


def read_toml(path: Path, what: str) -> dict[str, Any]:
    """The tables of a file; `what` it should be, for the words about one that is too large."""
    try:
        with open(path, "rb") as file:
            content = file.read(_LARGEST_FILE + 1)
    except OSError as error:
        raise NoughtsError(f"{path} cannot be read: {error.strerror}") from None
    if len(content) > _LARGEST_FILE:
        raise NoughtsError(f"{path} has more than {_LARGEST_FILE:,} bytes: that is no {what}")
    try:
        return tomllib.loads(content.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NoughtsError(f"{path} is not TOML: {error}") from None
