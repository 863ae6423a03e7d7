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
from typing import Any

_PACKAGE = Path(__file__).resolve().parent.parent
# All but what is never compiled: commands, pages and texts may change without a recompile.
_INTERPRETED = {
    "board",
    "cli",
    "conformance",
    "discovery.py",
    "engine.py",
    "evaluation_conformance.py",
    "folders.py",
    "levels.py",
    "match.py",
    "play",
    "players",
    "records",
    "reference",
    "registry.py",
    "review.py",
    "settings.py",
    "store",
    "terminal",
    "uncompiled_games.py",
    "web",
}
LIBRARIES = {"numpy", "numba", "llvmlite"}


@functools.cache
def package_hash() -> str:
    """A hash of this package's sources, as far as they can be compiled."""
    digest = hashlib.sha256()
    for path in sorted(_PACKAGE.rglob("*.py")):
        if path.relative_to(_PACKAGE).parts[0] not in _INTERPRETED:
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def source_tag(function: Callable[..., Any]) -> str:
    """Empty for a function of this package, else "_" and a hash of its source and of what that imports.

    A function without a file (typed at a prompt) gets a hash that never comes again: it is compiled in every process.
    """
    path = Path(function.__code__.co_filename)
    if not path.is_file():
        return "_" + uuid.uuid4().hex[:12]
    path = path.resolve()
    return "" if path.is_relative_to(_PACKAGE) else "_" + file_hash(path)


def file_hash(path: Path) -> str:
    """A hash of a Python file and of the files that it imports, other than the standard library and Numba's own."""
    digest = hashlib.sha256()
    for source in sorted(_sources(path.resolve())):
        digest.update(source.name.encode() + b"\0" + source.read_bytes())
    return digest.hexdigest()[:12]


def _sources(path: Path) -> set[Path]:
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
