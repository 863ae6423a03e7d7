"""Finding what a package, installed packages and files define: one module, one thing."""

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
from collections.abc import Callable, Iterator
from pathlib import Path, PurePath
from types import ModuleType
from typing import Any

from noughts.errors import NoughtsError

log = logging.getLogger("noughts.discovery")

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
        raise NoughtsError(f"{module.__name__} defines {len(found)} of them; a file is one")
    return found[0] if found else None


def _is_own(value: object, module: ModuleType) -> bool:
    return not isinstance(value, type) or (value.__module__ == module.__name__ and not inspect.isabstract(value))


@functools.cache
def load_file(path: Path, source_hash: str) -> ModuleType:
    """Run a user's file. An edited one has another hash, and is run anew under a name of its own."""
    name = f"noughts_file_{path.stem}_{source_hash}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise NoughtsError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # before running it, as Python itself does: dataclasses look themselves up
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    except NoughtsError:
        raise
    except Exception as error:
        at = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
        line = at[-1].lineno if at else getattr(error, "lineno", None)
        where = f"{path.name}, line {line}" if line else path.name
        raise NoughtsError(f"{where}: {type(error).__name__}: {error}") from error
    finally:
        sys.path.remove(str(path.parent))
    return module


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
