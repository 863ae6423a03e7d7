"""Other people's programs: what one is, and the file that lists them.

    [mybot]                             # the name that matches and tables show
    command = "./mybot --fast"          # as in a shell, but no shell reads it
    protocol = "ugi"                    # or "gomocup"; "ugi" if left out
    memory = 512                        # megabytes that it may take, with all that it starts; 2048 if left out
    options = { Hash = 64, Style = "wild" }     # told by setoption, or by INFO

A bot starts a program. So its text is never taken from a visitor of the page: no engine's text names one.
"""

import shlex
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from noughts.errors import NoughtsError
from noughts.option import Option

PROTOCOLS = ("ugi", "gomocup")
OPTIONS = {  # of a bot's table in the file; its own `options` are a table of their own
    "command": Option(words="the program and its arguments"),
    "protocol": Option("ugi", choices=PROTOCOLS, words="what it speaks"),
    "memory": Option(None, 1, 2**20, kind="whole", unit="megabytes", words="how much it may take, with all it starts"),
}
_LARGEST_FILE = 1_000_000  # bytes


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
            return shlex.split(self.command)
        except ValueError as error:
            raise NoughtsError(f"{self.name}: the command {self.command!r} cannot be read: {error}") from None


def read_bots(path: Path) -> dict[str, Bot]:
    """The bots of a TOML file, by their names."""
    try:
        with open(path, "rb") as file:
            content = file.read(_LARGEST_FILE + 1)
    except OSError as error:
        raise NoughtsError(f"{path} cannot be read: {error.strerror}") from None
    if len(content) > _LARGEST_FILE:
        raise NoughtsError(f"{path} has more than {_LARGEST_FILE:,} bytes: that is no list of bots")
    try:
        tables = tomllib.loads(content.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise NoughtsError(f"{path} is not TOML: {error}") from None
    return {name: _bot(f"{path}: {name}", name, table) for name, table in tables.items()}


def _bot(where: str, name: str, table: Any) -> Bot:
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
    try:
        return Bot(name, **settings, options={key: _option(f"{where}: {key}", one) for key, one in options.items()})
    except NoughtsError as error:
        raise NoughtsError(f"{where.removesuffix(name)}{error}") from None


def _option(where: str, value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str | int | float):
        return str(value)
    raise NoughtsError(f"{where} is {value!r}; an option is a text, a number, true or false")
