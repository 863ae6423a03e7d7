"""Other people's programs: what one is, and the file that lists them.

    [mybot]                             # the name that matches and tables show
    command = "./mybot --fast"          # as in a shell, but no shell reads it; {python} is the Python that runs Noughts
    protocol = "ugi"                    # or "gomocup"; "ugi" if left out
    memory = 512                        # megabytes that it may take, with all that it starts; 2048 if left out
    folder = "bots/mine"                # that it runs in and finds its files in, from this file's folder on
    options = { Hash = 64, Style = "wild" }     # told by setoption, or by INFO

A bot starts a program. So its text is never taken from a visitor of the page: no engine's text names one.
"""

import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from noughts.errors import NoughtsError
from noughts.option import Option
from noughts.system.toml import read_toml

PROTOCOLS = ("ugi", "gomocup")
PYTHON = "{python}"  # in a command: the interpreter of the machine that plays, which may be another
OPTIONS = {  # of a bot's table in the file; its own `options` are a table of their own
    "command": Option(words="the program and its arguments"),
    "protocol": Option("ugi", choices=PROTOCOLS, words="what it speaks"),
    "memory": Option(None, 1, 2**20, kind="whole", unit="megabytes", words="how much it may take, with all it starts"),
    "folder": Option(words="the working folder, in which the command is started"),
}


@dataclass(frozen=True)
class Bot:
    """A program that speaks a protocol.

    >>> Bot("mine", "./mybot --fast").words
    ['./mybot', '--fast']
    """

    name: str
    command: str
    protocol: str = "ugi"
    options: Mapping[str, str] = field(default_factory=dict)
    memory: int | None = None  # megabytes; without a number there is no limit, but for the arena's
    folder: str | None = None  # the working folder; None for that of this process

    def __post_init__(self) -> None:
        for key, option in OPTIONS.items():
            if (value := getattr(self, key)) is not None:
                object.__setattr__(self, key, option.check(f"{self.name}: {key}", value))
        for text in (*self.options, *self.options.values()):
            if any(character in text for character in "\r\n\0"):
                raise NoughtsError(f"{self.name}: the option {text!r} has more than one line")
        if not self.words:
            raise NoughtsError(f"{self.name}: there is no command")

    @property
    def words(self) -> list[str]:
        """The program and its arguments."""
        try:
            return [sys.executable if word == PYTHON else word for word in shlex.split(self.command)]
        except ValueError as error:
            raise NoughtsError(f"{self.name}: the command {self.command!r} cannot be read: {error}") from None


def read_bots(path: Path) -> dict[str, Bot]:
    """The bots of a TOML file, by their names."""
    tables = read_toml(path, "list of bots")
    return {name: _bot(path, name, table) for name, table in tables.items()}


def _bot(path: Path, name: str, table: Any) -> Bot:
    where = f"{path}: {name}"
    if not isinstance(table, dict):
        raise NoughtsError(f'{where} is no table; a bot is written as [{name}] and command = "…" below it')
    settings = {**table}
    options = settings.pop("options", {})
    for key, value in settings.items():
        if key not in OPTIONS:
            raise NoughtsError(f"{where} has no setting {key!r}; there are {', '.join(OPTIONS)}, options")
        OPTIONS[key].check(f"{where}: {key}", value)
    if not isinstance(options, dict):
        raise NoughtsError(f"{where}: options is {options!r}; it must be a table")
    if "command" not in settings:
        raise NoughtsError(f'{where} has no command; write command = "./program"')
    if "folder" in settings:
        settings["folder"] = _folder(where, path.parent / Path(settings["folder"]).expanduser())
    try:
        return Bot(name, **settings, options={key: _option(f"{where}: {key}", one) for key, one in options.items()})
    except NoughtsError as error:
        raise NoughtsError(f"{where.removesuffix(name)}{error}") from None


def _folder(where: str, folder: Path) -> str:
    if not folder.is_dir():
        raise NoughtsError(f"{where}: there is no folder {folder}")
    return str(folder.absolute())


def _option(where: str, value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str | int | float):
        return str(value)
    raise NoughtsError(f"{where} is {value!r}; an option is a text, a number, true or false")
