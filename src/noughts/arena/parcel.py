"""The files that games need, on their way to another machine: a game of the user's, bots, evaluations.

Files keep their places relative to each other and to the folder that the match was started in, below a folder of the
other machine. So a task says there what it said here, once absolute names are made relative. What travels:

- a game's, a bot's or an evaluation's Python file, and the files of the same author that it imports;
- every file that a command names by a relative path, the program among them, or that is a Python file.

All else, such as an interpreter, packages or data that a program looks for, must be there already.
"""

import hashlib
import os
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from noughts.arena.competition import GameTask
from noughts.arena.contestants import PREFIXES, bot_of, files_of
from noughts.conformance.discovery import is_file_name
from noughts.errors import NoughtsError
from noughts.kernel.fingerprint import sources
from noughts.protocols.bots import Bot

MOST_BYTES = 20_000_000  # of all files together: they travel with every pair of games


@dataclass(frozen=True)
class PackedFile:
    place: str  # below the folder that all are unpacked into
    content: bytes
    is_program: bool


@dataclass(frozen=True)
class Parcel:
    folder: str  # that programs are started in
    files: tuple[PackedFile, ...]

    @property
    def name(self) -> str:
        """A hash of the content."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:16]

    def unpack(self, place: Path) -> None:
        """Write the files below a folder."""
        (place / self.folder).mkdir(parents=True, exist_ok=True)
        for file in self.files:
            path = place / file.place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.content)
            path.chmod(0o755 if file.is_program else 0o644)


def packed(task: GameTask) -> tuple[GameTask, Parcel]:
    """The task as another machine can play it, and the files that it needs there."""
    names = [task.game] if is_file_name(task.game) else []
    names += [file for text in task.texts for file in files_of(text, task.bots)]
    travelling = {name: Path(os.path.abspath(os.path.expanduser(name))) for name in names if _travels(name)}
    paths = {path for found in travelling.values() for path in _with_imports(found)}
    files = [PackedFile(_place(path), path.read_bytes(), os.access(path, os.X_OK)) for path in sorted(paths)]
    size = sum(len(file.content) for file in files)
    if size > MOST_BYTES:
        largest = max(files, key=lambda file: len(file.content))
        raise NoughtsError(
            f"the files of {' and '.join(task.texts)} have {size:,} bytes, {Path(largest.place).name} the most; "
            f"up to {MOST_BYTES:,} travel to a cluster: put large ones on each machine, and name them by absolute paths"
        )
    relative = {name: os.path.relpath(path.resolve()) for name, path in travelling.items()}
    used = {text: bot for text, bot in task.bots.items() if text in task.texts}
    for bot in used.values():
        if bot.folder is not None:
            raise NoughtsError(f"{bot.name} has a working folder of its own, which does not travel to a cluster")
    here = replace(
        task,
        game=relative.get(task.game, task.game),
        texts=(_relative(task.texts[0], task, relative), _relative(task.texts[1], task, relative)),
        bots={name: _relative_bot(bot, relative) for name, bot in used.items()},
        boards=None,
        log=None,
    )
    return here, Parcel(_place(Path.cwd()), tuple(files))


def _travels(name: str) -> bool:
    return name.endswith(".py") or not Path(name).is_absolute()


def _with_imports(path: Path) -> Iterator[Path]:
    yield path
    if path.suffix != ".py":
        return
    for source in sources(path.resolve()):  # a link's file is looked at where it lies
        if "site-packages" not in source.parts:
            yield source
            yield from (mark for folder in source.parents if (mark := folder / "__init__.py").is_file())


def _place(path: Path) -> str:
    return path.relative_to(path.anchor).as_posix()


def _relative(text: str, task: GameTask, relative: dict[str, str]) -> str:
    text = text.strip()
    if text in task.bots:
        return text
    for prefix in PREFIXES:
        if text.startswith(prefix):
            bot = bot_of(text)
            assert bot is not None
            return prefix + _relative_bot(bot, relative).command
    for name in files_of(text):
        text = text.replace(name, relative[name])
    return text


def _relative_bot(bot: Bot, relative: dict[str, str]) -> Bot:
    """The bot with relative paths; the command stays as it stands where nothing has to be changed."""
    words = shlex.split(bot.command)
    changed = [_as_program(relative[word]) if word in relative and Path(word).is_absolute() else word for word in words]
    return bot if changed == words else replace(bot, command=shlex.join(changed))


def _as_program(path: str) -> str:
    """The path with a folder, so that no program of this name is looked for on the search path."""
    return path if os.sep in path else os.path.join(os.curdir, path)
