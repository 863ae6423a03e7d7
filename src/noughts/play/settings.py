"""Settings that stay as they were last set, in a TOML file that people can read and edit."""

import tomllib
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

from noughts.board import MARKS, SYMBOLS
from noughts.engine.levels import LEVELS
from noughts.errors import NoughtsError
from noughts.system.folders import data_folder, write_whole

SIDES = ("first", "second", "lot")
THEMES = ("dark", "light", "contrast")


@dataclass(frozen=True, slots=True)
class Settings:
    level: str = "medium"  # how well the engine plays
    side: str = "first"  # whether the person moves first, second, or as the lot falls
    mark: str = "X"  # the person's mark, whoever moves first
    theme: str = "dark"  # the colours of the full-screen app
    symbols: str = "letters"  # how marks are shown: X and O, or as squares ■ and □
    time: float = 0.0  # seconds a move for the engine; 0 leaves it to the level
    threads: int = 1  # of the engine
    clock: bool = True  # whether the time used is shown
    analysis: bool = False  # whether the engine's thoughts are shown


def settings_file() -> Path:
    return data_folder() / "settings.toml"


def load_settings() -> Settings:
    """What was last set; a setting that the file does not name has its default."""
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
        return Settings(**{name: checked(name, found[name]) for name in names() if name in found})
    except NoughtsError as error:
        raise NoughtsError(f"{path}: {error}") from None


def save_settings(changes: dict[str, Any]) -> Settings:
    """Set some settings and keep them, with the file's comments and whatever else it holds."""
    changes = {name: checked(name, value) for name, value in changes.items()}
    settings = replace(load_settings(), **changes)
    path = settings_file()
    try:
        document = tomlkit.parse(path.read_text(encoding="utf-8")) if path.exists() else tomlkit.document()
        for name, value in (changes if path.exists() else asdict(settings)).items():
            document[name] = value
        write_whole(path, tomlkit.dumps(document).encode())
    except (OSError, TOMLKitError) as error:
        raise NoughtsError(f"the settings cannot be kept in {path}: {error}") from None
    return settings


def read_setting(name: str, text: str) -> Any:
    """The value that a text stands for: `true` for `clock`, 2.5 for `time`."""
    kind = type(getattr(Settings(), known_name(name)))
    if kind is bool and text.lower() in ("true", "yes", "on", "false", "no", "off"):
        return text.lower() in ("true", "yes", "on")
    try:
        return checked(name, kind(text) if kind in (int, float) else text)
    except ValueError as error:
        raise error if isinstance(error, NoughtsError) else _wrong(name, text) from None


def names() -> tuple[str, ...]:
    return tuple(field.name for field in fields(Settings))


def known_name(name: str) -> str:
    if name not in names():
        raise NoughtsError(f"there is no setting {name!r}; there are {', '.join(names())}")
    return name


_RULES: dict[str, tuple[Callable[[Any], bool], str]] = {
    "level": (lambda value: value in LEVELS, f"one of {', '.join(LEVELS)}"),
    "side": (lambda value: value in SIDES, f"one of {', '.join(SIDES)}"),
    "mark": (lambda value: value in MARKS, f"one of {', '.join(MARKS)}"),
    "theme": (lambda value: value in THEMES, f"one of {', '.join(THEMES)}"),
    "symbols": (lambda value: value in SYMBOLS, f"one of {', '.join(SYMBOLS)}"),
    "time": (lambda value: 0 <= value <= 3600, "a number of seconds from 0 to 3600"),
    "threads": (lambda value: 1 <= value <= 64, "a number from 1 to 64"),
    "clock": (lambda value: True, "true or false"),
    "analysis": (lambda value: True, "true or false"),
}


def checked(name: str, value: Any) -> Any:
    """The value, if the setting can have it."""
    default = getattr(Settings(), known_name(name))
    if isinstance(default, float) and type(value) is int and abs(value) < 1e9:
        value = float(value)
    if name == "mark" and isinstance(value, str):
        value = value.upper()
    is_right, _ = _RULES[name]
    if type(value) is not type(default) or not is_right(value):
        raise _wrong(name, value)
    return value


def _wrong(name: str, value: Any) -> NoughtsError:
    return NoughtsError(f"{name} is {value!r}; it must be {_RULES[name][1]}")
