"""Folders of bots on the command line, and folders that are written."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from noughts.errors import NoughtsError

if TYPE_CHECKING:
    from noughts.protocols.bots import Bot


def is_folder(text: str) -> bool:
    """Whether a word names a folder of bots, and no player of ours that is called like a folder here."""
    from noughts.engine.engine_text import EngineSettings

    if not Path(text).is_dir():
        if ("/" in text or "\\" in text) and ":" not in text and not text.strip().endswith(".py"):
            raise NoughtsError(f"there is no folder {text}")
        return False
    try:
        EngineSettings.read(text)
    except NoughtsError:
        return True
    return False


def bots_of_folders(folders: Iterable[str]) -> "dict[str, Bot]":
    """The bots of folders by the texts that stand for them; what else lies there is told."""
    from noughts.arena.bot_folder import BotFolder

    found: dict[str, Bot] = {}
    for folder in folders:
        read = BotFolder.read(Path(folder))
        if not read.files:
            raise NoughtsError(f"{folder} has no bots: Python files, or folders with a bot.py")
        if read.others:
            typer.echo(f"no bots, and left out: {', '.join(read.others)}", err=True)
        found.update(read.bots())
    return found


def make_folder(folder: Path) -> None:
    """Make a folder that an option names, if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NoughtsError(f"the folder {folder} cannot be made: {error.strerror}") from None
