"""Hashes of source code: what compiled code in the disk cache depends on.

Numba's own cache looks at the one file in which a function stands. Rules are spread over files, so an edit anywhere in
this package, or in a user's game and whatever that imports, must lead to other names in the cache.
"""

import ast
import functools
import hashlib
import importlib.util
import sys
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

_PACKAGE = Path(__file__).resolve().parent.parent
# All but what is never compiled: commands, pages and texts may change without a recompile.
INTERPRETED = {
    "__init__.py",
    "__main__.py",
    "arena",
    "board",
    "cli",
    "conformance",
    "engine",
    "play",
    "protocols",
    "records",
    "reference",
    "registry.py",
    "store",
    "system",
    "terminal",
    "verification",
    "web",
}
LIBRARIES = {"numpy", "numba", "llvmlite"}


@functools.cache
def package_hash() -> str:
    """A hash of this package's sources, as far as they can be compiled."""
    digest = hashlib.sha256()
    for path in sorted(_PACKAGE.rglob("*.py")):
        if path.relative_to(_PACKAGE).parts[0] not in INTERPRETED:
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def is_ours(function: Callable[..., Any]) -> bool:
    """Whether a function stands in this package, and not in a user's file."""
    return Path(function.__code__.co_filename).resolve().is_relative_to(_PACKAGE)


def source_tag(*functions: Callable[..., Any]) -> str:
    """Empty for functions of this package, else "_" and a hash of their sources and of what those import.

    What they have captured counts as well: the values that a function was made with may stand in another file. A
    function without a file (typed at a prompt), or with captured values that no other process could tell apart, gets a
    hash that never comes again: it is compiled in every process.
    """
    paths = {Path(function.__code__.co_filename).resolve() for function in functions}
    values = [captured(function) for function in functions]
    if None in values or not all(path.is_file() for path in paths):
        return "_" + uuid.uuid4().hex[:12]
    sources = sorted(file_hash(path) for path in paths if not path.is_relative_to(_PACKAGE))
    if len(sources) < 2 and not any(values):
        return f"_{sources[0]}" if sources else ""
    return "_" + hashlib.sha256(repr((sources, values)).encode()).hexdigest()[:12]


def captured(function: Callable[..., Any]) -> str | None:
    """A hash of the values that a function was made with: of its closure and its parameters' defaults.

    Empty if there are none, None if they are of a kind that cannot be told apart.
    """
    try:
        values = _captured(function, [])
    except _UntoldError:
        return None
    return hashlib.sha256(values.encode()).hexdigest()[:12] if values else ""


class _UntoldError(Exception):
    """A value that cannot be told from others by a text."""


def _captured(function: Callable[..., Any], within: list[Any]) -> str:
    try:
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
    except ValueError as error:  # it is not filled in yet
        raise _UntoldError from error
    defaults = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).items()]
    return " ".join(_told(value, [*within, function]) for value in (*cells, *defaults))


def _told(value: Any, within: list[Any]) -> str:
    """A text that another value of other meaning does not have; functions are within those that captured them."""
    function = getattr(value, "py_func", value)
    if isinstance(function, FunctionType):
        if function in within:
            return f"<recursion {within.index(function)}>"
        path = Path(function.__code__.co_filename)
        if not path.is_file():
            raise _UntoldError
        source = "" if path.resolve().is_relative_to(_PACKAGE) else file_hash(path)
        name = f"{function.__module__}.{function.__qualname__}:{function.__code__.co_firstlineno}"
        return f"<{name} {source} {_captured(function, within)}>"
    if isinstance(value, tuple):
        return f"{type(value).__qualname__}({', '.join(_told(one, within) for one in value)})"
    if isinstance(value, np.ndarray | np.generic) and not value.dtype.hasobject:
        data = np.ascontiguousarray(value).tobytes()
        return f"{value.dtype.descr}{value.shape}{hashlib.sha256(data).hexdigest()}"
    if value is None or type(value) in (bool, int, float, complex, str, bytes):
        return f"{type(value).__name__} {value!r}"
    if isinstance(value, ModuleType) and value.__name__.partition(".")[0] in sys.stdlib_module_names | LIBRARIES:
        return f"<module {value.__name__}>"
    raise _UntoldError


def file_hash(path: Path) -> str:
    """A hash of a Python file and of the files that it imports, other than the standard library and Numba's own."""
    digest = hashlib.sha256()
    for source in sorted(sources(path.resolve())):
        digest.update(source.name.encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()[:12]


def sources(path: Path) -> set[Path]:
    """The file and those that it imports, by way of others too."""
    found = {path}
    waiting = [path]
    while waiting:
        for imported in _imports(waiting.pop()):
            if imported not in found:
                found.add(imported)
                # Other people's installed packages count by their first file; the author's own files are followed.
                if imported.is_relative_to(path.parent) or "site-packages" not in imported.parts:
                    waiting.append(imported)
    return found


def _imports(path: Path) -> Iterator[Path]:
    try:
        tree = ast.parse(path.read_bytes())
    except SyntaxError:
        return  # running the file reports it with its line
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _module_files(alias.name, path)
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            yield from _module_files(base, path)
            for alias in node.names:
                yield from _module_files(f"{base}.{alias.name}" if node.module else base + alias.name, path)


def _module_files(name: str, importer: Path) -> Iterator[Path]:
    """The file of a module as the importer would find it: beside itself first, else on the import path."""
    level = len(name) - len(name.lstrip("."))
    parts = name.lstrip(".").split(".")
    if not level and parts[0] in sys.stdlib_module_names | LIBRARIES | {"noughts"}:
        return
    folder = importer.parents[max(level - 1, 0)]
    for candidate in (folder.joinpath(*parts).with_suffix(".py"), folder.joinpath(*parts, "__init__.py")):
        if candidate.is_file():
            yield candidate.resolve()
            return
    if not level and not (folder / f"{parts[0]}.py").is_file():  # such a file has no modules in it
        try:
            spec = importlib.util.find_spec(parts[0])
        except (ImportError, ValueError):
            return
        if spec is not None and spec.origin and spec.origin.endswith(".py"):
            yield Path(spec.origin).resolve()
