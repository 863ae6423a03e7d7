"""Hashes of source code: what compiled code in the disk cache depends on.

Numba's own cache looks at the one file in which a function stands. Rules are spread over files, so an edit of any file
whose functions can be compiled into another one must lead to another name in the cache: the kernel, which all stands on
(`kernel_hash`), and the files that functions, those that they have captured and those of a game import, directly or by
way of others (`reach_hash`). Code that is not imported cannot be called: a new search leaves the games' code as it is.
"""

import ast
import contextlib
import functools
import hashlib
import importlib.util
import re
import sys
import uuid
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

_PACKAGE = Path(__file__).resolve().parent.parent
# Files and folders that are never compiled: commands, pages and texts may change without a recompile.
INTERPRETED = {
    "__init__.py",
    "__main__.py",
    "arena",
    "board",
    "browser",
    "cli",
    "conformance",
    "engine",
    "option.py",
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
# The imports in files of ours, by absolute names. To parse them all would take longer than a command may take.
_IMPORT = re.compile(r"^ *(?:from (noughts[\w.]*) import ([^(\n]+|\([^)]*\))|import (noughts[\w., ]*))", re.MULTILINE)
_KERNEL = "kernel"
functions_by_tag: dict[str, list[Callable[..., Any]]] = {}  # of games: what their record types stand for


@functools.cache
def package_hash() -> str:
    """A hash of this package's sources, as far as they can be compiled."""
    return _hash_of(path for path in _PACKAGE.rglob("*.py") if _part(path) not in INTERPRETED)


@functools.cache
def kernel_hash() -> str:
    """A hash of the sources that all compiled code stands on."""
    files = [*(_PACKAGE / _KERNEL).rglob("*.py"), *_PACKAGE.glob("*.py")]
    return _hash_of(path for path in files if _part(path) not in INTERPRETED)


def reach_hash(functions: Iterable[Callable[..., Any]], also: Iterable[Path] = ()) -> str:
    """A hash of this package's sources, but for the kernel's, that can be compiled into these functions.

    Those that functions have captured count as well; `also` are further files.
    """
    files = {path for function in functions for path in _files_of(function)}.union(also)
    ours = {path for path in files if _is_in_package(path)}
    for path in filter(Path.is_file, files - ours):  # which may have been edited since; one typed at a prompt has none
        names = (name for source in sources(path) for name in _imported_names(source))
        ours.update(file for name in names if name.partition(".")[0] == _PACKAGE.name for file in _our_files(name))
    return _reach_hash(frozenset(ours))


@functools.cache
def _reach_hash(files: frozenset[Path]) -> str:
    found: set[Path] = set()
    waiting = list(files)
    while waiting:
        path = waiting.pop()
        if path not in found and _part(path) not in (*INTERPRETED, _KERNEL):
            found.add(path)
            waiting += _our_imports(path)
    return _hash_of(found)


def _files_of(function: Callable[..., Any]) -> Iterator[Path]:
    """The files of a function and of those that it has captured."""
    seen: list[Any] = []
    waiting: list[Any] = [function]
    while waiting:
        one = waiting.pop()
        one = getattr(one, "py_func", one)
        if isinstance(one, tuple):
            waiting += one
        elif isinstance(one, FunctionType) and one not in seen:
            seen.append(one)
            yield _file_of(one)
            waiting += [*(one.__defaults__ or ()), *(one.__kwdefaults__ or {}).values()]
            for cell in one.__closure__ or ():
                with contextlib.suppress(ValueError):  # it is not filled in yet
                    waiting.append(cell.cell_contents)


@functools.cache
def _our_imports(path: Path) -> frozenset[Path]:
    """The files of this package that one of its files imports."""
    found: set[Path] = set()
    for base, names, modules in _IMPORT.findall(path.read_text(encoding="utf-8")):
        for name in (names if base else modules).strip("()").split(","):
            if name.strip():
                found.update(_our_files(f"{base}.{name.split()[0]}" if base else name.split()[0]))
    return frozenset(found)


@functools.cache
def _our_files(name: str) -> frozenset[Path]:
    """The files that an import of a dotted name runs: the packages on the way, and the module that it is or is in.

    No files for the kernel, and for code that is never compiled.
    """
    parts = name.split(".")[1:]
    if not parts or {parts[0], f"{parts[0]}.py"} & {*INTERPRETED, _KERNEL}:
        return frozenset()
    places = [_PACKAGE.joinpath(*parts[:length]) for length in range(1, len(parts) + 1)]
    files = [file for place in places for file in (place.with_suffix(".py"), place / "__init__.py")]
    return frozenset(file for file in files if file.is_file())


def _part(path: Path) -> str:
    """The part of the package that a file of it belongs to, as INTERPRETED has them."""
    return path.relative_to(_PACKAGE).parts[0]


def _hash_of(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(str(path.relative_to(_PACKAGE)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _file_of(function: Callable[..., Any]) -> Path:
    return _resolved(function.__code__.co_filename)


@functools.cache
def _resolved(name: str) -> Path:
    return Path(name).resolve()


def _is_in_package(path: Path) -> bool:
    return path.is_relative_to(_PACKAGE)


def is_ours(function: Callable[..., Any]) -> bool:
    """Whether a function stands in this package, and not in a user's file."""
    return _is_in_package(_file_of(function))


def source_tag(*functions: Callable[..., Any]) -> str:
    """Empty for functions of this package, else "_" and a hash of their sources and of what those import.

    What they have captured counts as well: the values that a function was made with may stand in another file. A
    function without a file (typed at a prompt), or with captured values that no other process could tell apart, gets a
    hash that never comes again: it is compiled in every process.
    """
    paths = {_file_of(function) for function in functions}
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
    for name in _imported_names(path):
        yield from _module_files(name, path)


def _imported_names(path: Path) -> Iterator[str]:
    """The imports of a file, as dotted names, relative ones with their dots; of `from a import b` both a and a.b."""
    try:
        tree = ast.parse(path.read_bytes())
    except SyntaxError:
        return  # running the file reports it with its line
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            yield base
            for alias in node.names:
                yield f"{base}.{alias.name}" if node.module else base + alias.name


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
