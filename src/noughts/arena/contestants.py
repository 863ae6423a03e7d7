"""Players in the arena: engines of ours, and players from outside, each in a process of its own.

    noughts:level=hard      an engine's text, as everywhere else (`noughts/engine/engine_text.py`)
    ./mybot.py              a Python file with a function move(position, limit); ./alice/bot.py is called alice
    ./search.py             a Python file with a search, which is an engine's text too
    cmd:./mybot --fast      a program that speaks UGI; the rest is its command line
    gomocup:./pbrain-x      a program that speaks Gomocup's protocol
    mybot                   a program by its name in a file of bots (`noughts/protocols/bots.py`)

Players from outside exist here alone: no engine's text, and nothing that a visitor of the page sends, starts a program.
"""

import ast
import contextlib
import hashlib
import os
import re
import shlex
import sys
import threading
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from pathlib import Path, PurePath

from noughts.board import Game
from noughts.conformance.discovery import (
    UNREADABLE,
    binds,
    existing_file,
    in_users_words,
    is_search_file,
    short_name,
)
from noughts.engine.engine import Engine
from noughts.engine.engine_text import EngineSettings, EngineText
from noughts.errors import NoughtsError, printable
from noughts.evals.shared.trained import TRAINED_SUFFIX
from noughts.kernel.fingerprint import file_hash, sources
from noughts.protocols.bot_log import BotLog
from noughts.protocols.bots import PYTHON, Bot
from noughts.protocols.host import MARGIN, PATIENCE, AnyEngine
from noughts.protocols.hosting import host_for

_CLOSING_SECONDS = 5.0
_MOST_KEPT = 64  # processes of players: the one that played longest ago is ended
MEMORY = 2048  # megabytes that a bot from outside may take, if nothing else is said
PREFIXES = {"cmd:": "ugi", "gomocup:": "gomocup"}
BOT_FILE = "bot.py"  # of a bot that is a folder
NO_ENGINE = "--no-engine"  # of the process of a Python file
_BOT_PROCESS = "noughts.arena.bot_process"
_NAMED = re.compile(r"\s*\w\w+\s*:|.*\.py\s*:")  # an engine's text with settings; a single letter is a drive


def contestant(
    text: str,
    seed: int | None = None,
    bots: Mapping[str, Bot] | None = None,
    margin: float = MARGIN,
    patience: float = PATIENCE,
    log: Path | None = None,
) -> AnyEngine:
    """The player that a text stands for. This is the one place where a text becomes one.

    A program that has not answered so many seconds after its time, or within its patience where it has none, is ended.
    What is said to programs and by them is written to the log, a file or a folder.
    """
    bot = bot_of(text, bots)
    if bot is None:
        return Engine(text, seed=seed)
    return host_for(bot, max(margin, MARGIN), patience, None if log is None else BotLog(log, bot.name))


def check_contestant(text: str, game: Game, bots: Mapping[str, Bot] | None = None) -> None:
    """Raise NoughtsError if a player cannot play the game. A Python file is read, but not run."""
    contestant(text, bots=bots).check(game)
    if _is_bot_file(text, bots):
        check_bot_file(existing_file(text.strip(), "bot"))


def check_bot_file(path: Path) -> None:
    """Refuse a file that would forfeit every game: one that Python cannot read, or without a `move`."""
    try:
        tree = ast.parse(path.read_bytes(), str(path))
    except (SyntaxError, *UNREADABLE) as error:
        raise NoughtsError(in_users_words(error)) from None
    if not binds(tree, "move"):
        raise NoughtsError(f"{path.name} has no function move(position, limit)")


def bot_of(text: str, bots: Mapping[str, Bot] | None = None) -> Bot | None:
    """The program that a text stands for; None if it is an engine's."""
    text = text.strip()
    if bots and text in bots:
        return bots[text] if bots[text].memory is not None else replace(bots[text], memory=MEMORY)
    for prefix, protocol in PREFIXES.items():
        if text.startswith(prefix):
            command = text.removeprefix(prefix)
            return Bot(command.strip() or text, command, protocol, memory=MEMORY)
    if _is_bot_file(text):
        return bot_file(existing_file(text, "bot"), _name_of_file(text))
    return None


def _name_of_file(text: str) -> str:
    """A Python file without its folders; `alice/bot.py` is alice, as in a folder of bots."""
    path = PurePath(text)
    is_told_by_folder = path.name == BOT_FILE and path.parent.name not in ("", "..")
    return path.parent.name if is_told_by_folder else short_name(text)


def bot_file(path: Path, name: str) -> Bot:
    """A Python file as a program. One that is not there forfeits its games, and says so."""
    words = [PYTHON, "-m", _BOT_PROCESS, str(path.absolute())]
    return Bot(name, shlex.join(words), memory=MEMORY)


def without_engine(texts: Iterable[str], bots: Mapping[str, Bot]) -> dict[str, Bot]:
    """The bots, with Python files among the players as bots that cannot import our engine."""
    found = {text: bot for text in texts if (bot := bot_of(text, bots)) is not None and _BOT_PROCESS in bot.words}
    return {**bots, **{text: replace(bot, command=f"{bot.command} {NO_ENGINE}") for text, bot in found.items()}}


def _is_bot_file(text: str, bots: Mapping[str, Bot] | None = None) -> bool:
    text = text.strip()
    is_file = text.endswith(".py") and not _NAMED.match(text) and not (bots and text in bots)
    return is_file and not is_search_file(Path(text).expanduser())


def name_of(text: str, bots: Mapping[str, Bot] | None = None) -> str:
    """A player's text for people."""
    bot = bot_of(text, bots)
    return printable(EngineText.read(text).label if bot is None else bot.name)


def training_of(text: str, game: Game, bots: Mapping[str, Bot] | None = None) -> str:
    """When and how well a player's evaluation was trained, as far as it is ours; empty if it was not."""
    return EngineSettings.read(text).training(game) if bot_of(text, bots) is None else ""


def identity(text: str, bots: Mapping[str, Bot] | None = None) -> str:
    """Text that tells a player from others, and from itself before its file was edited."""
    bot = bot_of(text, bots)
    paths = (Path(file).expanduser() for file in files_of(text, bots))
    hashes = [_file_hash(path) for path in paths if path.is_file()]
    return f"{text} {' '.join(hashes)}".strip() if bot is None else repr((text, asdict(bot), hashes))


def files_of(text: str, bots: Mapping[str, Bot] | None = None) -> list[str]:
    """The files that a player is made of, as its text or command names them."""
    text, bot = text.strip(), bot_of(text, bots)
    if bot is None:
        named = EngineText.read(text)
        files = [named.name, named.settings.get("eval", "").partition(":")[0]]
        return [file for file in files if file.endswith((".py", TRAINED_SUFFIX))]
    if _is_bot_file(text, bots):
        return [text]
    words = bot.words if bot.folder is None else [os.path.join(bot.folder, word) for word in bot.words]
    return [word for word in words if word != sys.executable and Path(word).is_file()]


def own_sources(path: Path) -> set[Path]:
    """A player's file, and those of the same author that it imports; none if it is not there."""
    if not path.is_file():
        return set()
    if path.suffix != ".py":
        return {path}
    try:
        return {source for source in sources(path.resolve()) if "site-packages" not in source.parts}
    except UNREADABLE:
        return {path}


def _file_hash(path: Path) -> str:
    if path.suffix == ".py":
        with contextlib.suppress(*UNREADABLE):
            return file_hash(path)
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        return f"cannot be read: {error.strerror}"


def _seat(texts: tuple[str, str], side: int) -> tuple[str, int]:
    """The key by which a player is kept: two of the same text that play each other are two."""
    return texts[side], side if texts[0] == texts[1] else 0


class Contestants:
    """The players of a process. Engines are made anew for each game, so that a game depends on its seed alone;
    processes of others are kept while they behave."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, int], AnyEngine] = {}

    def seated(
        self,
        texts: tuple[str, str],
        side: int,
        seed: int | None,
        bots: Mapping[str, Bot] | None,
        margin: float,
        log: Path | None = None,
    ) -> AnyEngine:
        """The player for one side, 0 or 1, of a pairing."""
        key = _seat(texts, side)
        if key in self._kept:
            self._kept[key] = self._kept.pop(key)  # the last one
            return self._kept[key]
        player = contestant(texts[side], seed, bots, margin, log=log)
        if bot_of(texts[side], bots) is not None:
            self._kept[key] = player
            if len(self._kept) > _MOST_KEPT:
                self._kept.pop(next(iter(self._kept))).close()
        return player

    def dismiss(self, texts: tuple[str, str], side: int) -> None:
        """End a player that has misbehaved: the next game starts it anew."""
        player = self._kept.pop(_seat(texts, side), None)
        if player is not None:
            player.close()

    def close(self) -> None:
        """End all players; one that does not end is left behind after a while, as the caller has to go on."""
        closing = [
            threading.Thread(target=player.close, daemon=True, name="noughts-close") for player in self._kept.values()
        ]
        self._kept.clear()
        for thread in closing:
            thread.start()
        for thread in closing:
            thread.join(_CLOSING_SECONDS)
