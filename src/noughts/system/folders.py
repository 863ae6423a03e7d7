"""Folders of a user's data, and writing files there: whole or not at all."""

import contextlib
import errno
import os
from collections.abc import Iterable
from pathlib import Path

import platformdirs

from noughts.errors import NoughtsError


class FolderError(NoughtsError):
    """The data folder cannot be used."""


def data_folder() -> Path:
    """The folder of games, statistics and settings, made if it is not there. `NOUGHTS_DATA` names another."""
    named = os.environ.get("NOUGHTS_DATA")
    folder = Path(named).expanduser() if named else platformdirs.user_data_path("noughts", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FolderError(
            f"the data folder {folder} cannot be made: {error.strerror}; NOUGHTS_DATA can name another"
        ) from None
    return folder


def write_whole(path: Path, content: bytes | Iterable[bytes]) -> None:
    """Write a file so that a crash or a full disk leaves the old one as it was; raises OSError.

    The target of a link is written, not the link; a device or a pipe is written to as it is.
    """
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    parts = [content] if isinstance(content, bytes) else content
    if path.exists() and not path.is_file():
        with open(path, "wb") as file:
            file.writelines(parts)
        return
    path = Path(os.path.realpath(path))
    temporary = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        with open(temporary, "wb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
