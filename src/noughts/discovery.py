"""Finding what a package, installed packages and files define: one module, one thing."""

import contextlib
import functools
import importlib
import importlib.metadata
import importlib.util
import inspect
import logging
import os
import pkgutil
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePath
from types import FrameType, ModuleType
from typing import Any

from noughts.errors import NoughtsError

log = logging.getLogger("noughts.discovery")

_OURS = Path(__file__).resolve().parent
_PYTHON = Path(os.__file__).resolve().parent
_FILE = "noughts_file_"  # what the names of modules from files begin with
_LIBRARIES = {"numpy", "numba", "llvmlite"}

Wanted = Callable[[object], bool]


def defined_in_package(package: ModuleType, wanted: Wanted) -> Iterator[Any]:
    """What the modules of a package define."""
    for info in pkgutil.iter_modules(package.__path__):
        if info.ispkg:
            continue  # what its members share
        found = defined_in_module(importlib.import_module(f"{package.__name__}.{info.name}"), wanted)
        if found is not None:
            yield found


def defined_by_installed(group: str, wanted: Wanted) -> Iterator[Any]:
    """What other packages offer under an entry point; one that does not load is left out with a warning."""
    for entry in importlib.metadata.entry_points(group=group):
        try:
            loaded = entry.load()
        except Exception as error:  # noqa: BLE001 - whatever another package does must not stop our own
            log.warning("%s: what is installed as %s (%s) does not load: %s", group, entry.name, entry.value, error)
            continue
        found = defined_in_module(loaded, wanted) if isinstance(loaded, ModuleType) else loaded
        if found is not None:
            yield found


def defined_in_module(module: ModuleType, wanted: Wanted) -> Any | None:
    """The one thing of a kind that a module defines, None for a module that others share."""
    found = [value for value in vars(module).values() if wanted(value) and _is_own(value, module)]
    if len(found) > 1:
        raise NoughtsError(f"{Path(module.__file__ or '').name} defines {len(found)} of them; a file is one")
    return found[0] if found else None


def _is_own(value: object, module: ModuleType) -> bool:
    return not isinstance(value, type) or (value.__module__ == module.__name__ and not inspect.isabstract(value))


@functools.cache
def load_file(path: Path, source_hash: str) -> ModuleType:
    """Run a user's file. An edited one has another hash, and is run anew under a name of its own."""
    name = f"{_FILE}{path.stem}_{source_hash}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise NoughtsError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # before running it, as Python itself does: dataclasses look themselves up
    sys.path.insert(0, str(path.parent))
    try:
        # A command's output is its own: a file may print, but not there.
        with contextlib.redirect_stdout(sys.stderr):
            spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise NoughtsError(in_users_words(error)) from error
    finally:
        sys.path.remove(str(path.parent))
    return module


def in_users_words(error: BaseException) -> str:
    """What went wrong in a user's file, and where: "mygame.py, line 7, in play: IndexError: …"."""
    place = users_place(reversed(list(traceback.walk_tb(error.__traceback__))))
    if isinstance(error, SyntaxError) and error.filename:
        place = f"{Path(error.filename).name}, line {error.lineno}"
    if isinstance(error, SystemExit):
        what = f"it ends Python by SystemExit({error.code!r}), which would end whoever plays it"
    elif isinstance(error, NoughtsError):
        what = str(error)
    else:
        what = f"{type(error).__name__}: {error.msg if isinstance(error, SyntaxError) else error}"
    return f"{place}: {what}" if place else what


def is_in_users_file(error: BaseException) -> bool:
    """Whether an error passed through a file that `load_file` ran."""
    names = (frame.f_globals.get("__name__", "") for frame, _ in traceback.walk_tb(error.__traceback__))
    return any(str(name).startswith(_FILE) for name in names)


def users_place(frames: Iterable[tuple[FrameType, int]]) -> str:
    """The first of these lines of code that is neither ours nor a library's, the innermost if they come so.

    Where there is none but in installed packages, one of theirs: a game may be.
    """
    installed = ""
    for frame, line in frames:
        path, function = Path(frame.f_code.co_filename), frame.f_code.co_name
        is_installed = "site-packages" in path.parts
        is_python = path.is_relative_to(_PYTHON) and not is_installed
        if path.is_file() and not (is_python or path.is_relative_to(_OURS) or _LIBRARIES & set(path.parts)):
            place = f"{path.name}, line {line}" + ("" if function.startswith("<") else f", in {function}")
            if not is_installed:
                return place
            installed = installed or place
    return installed


def is_file_name(name: str) -> bool:
    return name.strip().endswith(".py") or "/" in name or "\\" in name


def short_name(name: str) -> str:
    """A name for people: a file without its folders.

    >>> short_name("/home/me/mygame.py"), short_name("ultimate")
    ('mygame.py', 'ultimate')
    """
    return PurePath(name).name if is_file_name(name) else name


def existing_file(name: str, kind: str) -> Path:
    path = Path(os.path.expanduser(name))
    if not path.is_file():
        raise NoughtsError(f"there is no {kind} file {name}")
    return path.resolve()
