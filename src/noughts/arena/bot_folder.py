"""A folder of bots, such as a class hands in: a Python file or a folder each, which is their name.

    bots/alice/bot.py       alice
    bots/bob.py             bob
    bots/carol/my_idea.py   carol: the only Python file of a folder may have any name

What does not load is a bot all the same: it is started like the others, and forfeits its games with the reason. Names
that begin with a dot or an underscore are no bots'.
"""

from dataclasses import dataclass
from pathlib import Path

from noughts.arena.contestants import BOT_FILE, bot_file
from noughts.errors import NoughtsError, printable, shown
from noughts.protocols.bots import Bot


@dataclass(frozen=True)
class BotFolder:
    """The files of bots by their names, in the order of these, and the names of what else lies in the folder."""

    files: dict[str, Path]
    others: tuple[str, ...] = ()

    @classmethod
    def read(cls, folder: Path) -> "BotFolder":
        """Look through a folder; nothing in it is run or read."""
        try:
            entries = sorted(folder.iterdir(), key=lambda entry: entry.name)
        except OSError as error:
            raise NoughtsError(f"the folder {shown(str(folder), 200)} cannot be read: {error.strerror}") from None
        found: dict[str, Path] = {}
        others = []
        for entry in entries:
            if entry.name.startswith((".", "_")):
                continue
            if not entry.is_dir() and entry.suffix != ".py":
                others.append(printable(entry.name))
                continue
            name, file = file_of_bot(entry)
            if name in found:
                both = f"{_below(found[name], folder)} and {_below(file, folder)}"
                raise NoughtsError(f"{both} are both named {name}; rename one of them")
            found[name] = file
        return cls(dict(sorted(found.items())), tuple(others))

    def bots(self) -> dict[str, Bot]:
        """The bots by the texts that stand for them among the players of a match."""
        return {str(path): bot_file(path, name) for name, path in self.files.items()}


def file_of_bot(entry: Path) -> tuple[str, Path]:
    """A bot's name and its Python file; in a folder that has none, or several, the one that is missing."""
    if not entry.is_dir():
        return printable(entry.stem), entry
    files = [path for path in entry.glob("*.py") if path.is_file()]
    return printable(entry.name), files[0] if len(files) == 1 else entry / BOT_FILE


def _below(path: Path, folder: Path) -> str:
    return printable(path.relative_to(folder).as_posix())
