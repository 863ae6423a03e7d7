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

PROTOCOLS = ("ugi", "gomocup")
_LARGEST_FILE = 1_000_000  # bytes
_MOST_MEMORY = 2**20  # megabytes


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
        if self.protocol not in PROTOCOLS:
            raise NoughtsError(f"{self.name}: protocol is {self.protocol!r}; it must be {' or '.join(PROTOCOLS)}")
        if self.memory is not None and not 1 <= self.memory <= _MOST_MEMORY:
            raise NoughtsError(f"{self.name}: memory is {self.memory}; it must be from 1 to {_MOST_MEMORY} megabytes")
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
    kinds = {"command": str, "protocol": str, "memory": int, "options": dict}
    words = {str: "a text", int: "a whole number", dict: "a table"}
    for key, value in table.items():
        if key not in kinds:
            raise NoughtsError(f"{where} has no setting {key!r}; there are {', '.join(kinds)}")
        if not isinstance(value, kinds[key]) or isinstance(value, bool):
            raise NoughtsError(f"{where}: {key} is {value!r}; it must be {words[kinds[key]]}")
    if "command" not in table:
        raise NoughtsError(f'{where} has no command; write command = "./program"')
    options = {key: _option(f"{where}: {key}", value) for key, value in table.get("options", {}).items()}
    try:
        return Bot(name, table["command"], table.get("protocol", "ugi"), options, table.get("memory"))
    except NoughtsError as error:
        raise NoughtsError(f"{where.removesuffix(name)}{error}") from None


def _option(where: str, value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str | int | float):
        return str(value)
    raise NoughtsError(f"{where} is {value!r}; an option is a text, a number, true or false")
