"""Settings that stay as they were last set, in a TOML file that people can read and edit."""

import tomllib
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from noughts.board import MARKS, SYMBOLS
from noughts.engine.engine_text import THREADS
from noughts.engine.levels import LEVEL
from noughts.errors import NoughtsError
from noughts.option import Option
from noughts.play.seats import YOURS
from noughts.system.folders import data_folder, write_whole

SIDES = ("first", "second", "lot")
THEMES = ("dark", "light", "contrast")
OPTIONS = {
    "level": replace(LEVEL, default=YOURS, choices=(YOURS, *LEVEL.choices), words="how well the engine plays"),
    "side": Option("first", choices=SIDES, words="whether you move first, second, or as the lot falls"),
    "mark": Option("X", choices=MARKS, words="your mark, whoever moves first"),
    "theme": Option("dark", choices=THEMES, words="the colours of the full-screen app"),
    "symbols": Option("letters", choices=tuple(SYMBOLS), words="how marks are shown: X and O, ■ and □, or ● and ○"),
    "time": Option(0.0, 0, 3600, unit="seconds", words="how long the engine thinks; 0 leaves it to the level"),
    "threads": replace(THREADS, words="threads of the engine"),
    "clock": Option(True, words="whether the time used is shown"),
    "analysis": Option(False, words="whether the engine's thoughts are shown"),
}


@dataclass(frozen=True, slots=True)
class Settings:
    """A value for each of the options."""

    level: str = OPTIONS["level"].default
    side: str = OPTIONS["side"].default
    mark: str = OPTIONS["mark"].default
    theme: str = OPTIONS["theme"].default
    symbols: str = OPTIONS["symbols"].default
    time: float = OPTIONS["time"].default
    threads: int = OPTIONS["threads"].default
    clock: bool = OPTIONS["clock"].default
    analysis: bool = OPTIONS["analysis"].default


def settings_file() -> Path:
    return data_folder() / "settings.toml"


def load_settings() -> Settings:
    """The settings as last kept; a setting that the file does not name has its default."""
    path = settings_file()
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings()
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise NoughtsError(f"{path} is not TOML: {error}; put it right, or remove it to have the defaults") from None
    except OSError as error:
        raise NoughtsError(f"{path} cannot be read: {error.strerror}") from None
    try:
        # A file of a newer version may name settings that this one does not know: they are left as they are.
        return Settings(**{name: checked(name, found[name]) for name in OPTIONS if name in found})
    except NoughtsError as error:
        raise NoughtsError(f"{path}: {error}") from None


def save_settings(changes: dict[str, Any]) -> Settings:
    """Set some settings and keep them, with the file's comments and whatever else it holds."""
    changes = {name: checked(name, value) for name, value in changes.items()}
    settings = replace(load_settings(), **changes)
    path = settings_file()
    try:
        document = tomlkit.parse(path.read_text(encoding="utf-8")) if path.exists() else _new_document()
        for name, value in (changes if path.exists() else asdict(settings)).items():
            document[name] = value
        write_whole(path, tomlkit.dumps(document).encode())
    except (OSError, TOMLKitError) as error:
        raise NoughtsError(f"the settings cannot be kept in {path}: {error}") from None
    return settings


def _new_document() -> tomlkit.TOMLDocument:
    """All settings, each with a comment on what it does."""
    document = tomlkit.document()
    for name, option in OPTIONS.items():
        document.add(name, tomlkit.item(option.default).comment(f"{option.words}: {option.rule}"))
    return document


def read_setting(name: str, text: str) -> Any:
    """The value that a text stands for: `true` for `clock`, 2.5 for `time`."""
    return known_option(name).read(name, text)


def checked(name: str, value: Any) -> Any:
    """The value, if the setting can have it."""
    return known_option(name).check(name, value)


def known_option(name: str) -> Option:
    if name not in OPTIONS:
        raise NoughtsError(f"there is no setting {name!r}; there are {', '.join(OPTIONS)}")
    return OPTIONS[name]
