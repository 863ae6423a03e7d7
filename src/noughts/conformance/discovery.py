"""Finding what a package, installed packages and files define: one module, one thing."""

import ast
import contextlib
import importlib
import importlib.abc
import importlib.machinery
import importlib.metadata
import importlib.util
import inspect
import logging
import os
import pkgutil
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePath
from types import FrameType, ModuleType
from typing import Any

from noughts.conformance.mistakes import remedy
from noughts.errors import NoughtsError, shown
from noughts.kernel.fingerprint import LIBRARIES, file_hash

log = logging.getLogger("noughts.discovery")

_OURS = Path(__file__).resolve().parent.parent
_PYTHON = Path(os.__file__).resolve().parent
_FILE = "noughts_file_"  # what the names of modules from files begin with

# What reading a file raises, and Python's parser beside SyntaxError.
UNREADABLE = (OSError, ValueError, RecursionError, MemoryError)

Wanted = Callable[[object], bool]


def defined_in_package(package: ModuleType, wanted: Wanted) -> Iterator[Any]:
    """Definitions in the modules of a package."""
    for info in pkgutil.iter_modules(package.__path__):
        if info.ispkg:
            continue  # what its members share
        found = defined_in_module(importlib.import_module(f"{package.__name__}.{info.name}"), wanted)
        if found is not None:
            yield found


def defined_by_installed(group: str, wanted: Wanted) -> Iterator[Any]:
    """Definitions that other packages offer under an entry point; one that does not load is left out with a warning."""
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
    """The one thing of a kind that a module defines, None for a module that others share.

    A name imported from a file beside it counts where it defines none itself; one imported from us never does.
    """
    named = {name: value for name, value in vars(module).items() if wanted(value) and _is_own(value, module)}
    if len({id(value) for value in named.values()}) > 1:
        imported = [id(value) for value in _imported(module)]
        named = {name: value for name, value in named.items() if id(value) not in imported}
    found = list({id(value): value for value in named.values()}.values())
    if len(found) > 1:
        raise NoughtsError(f"{Path(module.__file__ or '').name} defines {len(found)} of them; a file is one")
    return found[0] if found else None


def _is_own(value: object, module: ModuleType) -> bool:
    if isinstance(value, type):
        return value.__module__ == module.__name__ and not inspect.isabstract(value)
    return _is_ours(module) or not any(_is_ours(other) and _holds(other, value) for other in [*sys.modules.values()])


def _is_ours(module: ModuleType) -> bool:
    return getattr(module, "__name__", "").startswith("noughts.")


def _holds(module: ModuleType, value: object) -> bool:
    return any(held is value for held in vars(module).values())


def _imported(module: ModuleType) -> Iterator[object]:
    """The values of names that a module imports, and all that modules which it imports by name hold."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.ImportFrom):
            yield from (vars(module).get(alias.asname or alias.name) for alias in node.names)
    for other in vars(module).values():
        if isinstance(other, ModuleType):
            yield from vars(other).values()


def load_file(path: Path, source_hash: str) -> ModuleType:
    """Run a user's file. An edited one has another hash, and is run anew under a name of its own.

    Files beside it that it imports are loaded in the same way, so that an evaluation that imports a game's file gets
    the very module that `noughts play ./game.py` uses, and today's version of it.
    """
    name = f"{_FILE}{path.stem}_{source_hash}"
    with _loading:
        module = _files.get((path, source_hash))
        if module is not None:
            return module
        spec = importlib.util.spec_from_file_location(name, path)
        if spec is None or spec.loader is None:
            raise NoughtsError(f"{path} is not a Python file")
        module = importlib.util.module_from_spec(spec)
        # Before running it, as Python itself does: dataclasses look themselves up, and two files may import each other.
        sys.modules[name] = _files[path, source_hash] = module
        try:
            # A command's output is its own: a file may print, but not there.
            with _importing_from(path.parent), contextlib.redirect_stdout(sys.stderr):
                spec.loader.exec_module(module)
        except BaseException as error:
            del _files[path, source_hash]
            if isinstance(error, KeyboardInterrupt):
                raise
            raise NoughtsError(in_users_words(error)) from error
    return module


_loading = threading.RLock()
_files: dict[tuple[Path, str], ModuleType] = {}


@contextlib.contextmanager
def _importing_from(folder: Path) -> Iterator[None]:
    """Let `import` find the files of a folder first, each as `load_file` gives it, and nothing that it found before."""
    hidden = {name: sys.modules.pop(name) for name in _importable(folder) if name in sys.modules}
    finder = _FileFinder(folder)
    sys.meta_path.insert(0, finder)
    sys.path.insert(0, str(folder))  # for packages in it
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        sys.meta_path.remove(finder)
        for name in finder.found:
            sys.modules.pop(name, None)
        sys.modules.update(hidden)


def _importable(folder: Path) -> set[str]:
    """The modules that files of a folder are, but for those that would hide Python's or ours."""
    others = sys.stdlib_module_names | LIBRARIES | {"noughts", "__init__", "__main__"}
    return {path.stem for path in folder.glob("*.py")} - others


class _FileFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.found: dict[str, ModuleType] = {}

    def find_spec(self, name: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if path is not None or name not in _importable(self.folder):
            return None
        file = self.folder / f"{name}.py"
        self.found[name] = load_file(file, file_hash(file))
        return importlib.machinery.ModuleSpec(name, self)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        return self.found[spec.name]

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: it has been run."""


def in_users_words(error: BaseException) -> str:
    """An error in a user's file, and its place: "mygame.py, line 7, in play: IndexError: …"."""
    place = users_place(reversed(list(traceback.walk_tb(error.__traceback__))))
    if isinstance(error, SyntaxError) and error.filename:
        place = f"{Path(error.filename).name}, line {error.lineno}"
    if isinstance(error, SystemExit):
        what = f"it ends Python by SystemExit({error.code!r}), which would end whoever plays it"
    elif isinstance(error, NoughtsError):
        what = str(error)
    else:
        what = f"{type(error).__name__}: {error.msg if isinstance(error, SyntaxError) else error}"
        what = remedy(what) or what
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
        if path.is_file() and not (is_python or path.is_relative_to(_OURS) or LIBRARIES & set(path.parts)):
            place = f"{path.name}, line {line}" + ("" if function.startswith("<") else f", in {function}")
            if not is_installed:
                return place
            installed = installed or place
    return installed


def is_file_name(name: str) -> bool:
    return name.strip().endswith(".py") or "/" in name or "\\" in name


def is_search_file(path: Path) -> bool:
    """Whether a file, which is not run, holds a search: it imports what searches are made of, and has no `move`."""
    try:
        tree = ast.parse(path.read_bytes(), str(path))
    except (SyntaxError, *UNREADABLE):
        return False
    imported = (node.module or "" for node in tree.body if isinstance(node, ast.ImportFrom))
    if not any(module.startswith("noughts.search") for module in imported):
        return False
    return not any(binds(ast.Module([_head(node)], []), "move") for node in tree.body)


def binds(tree: ast.Module, name: str) -> bool:
    """Whether a name, or whatever a module has by *, is bound anywhere in a source."""
    bound = {getattr(node, "name", None) for node in ast.walk(tree)}  # functions, classes, imports
    bound |= {node.asname for node in ast.walk(tree) if isinstance(node, ast.alias)}
    bound |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return bool(bound & {name, "*"})


def _head(node: ast.stmt) -> ast.stmt:
    """A statement without the body of what it defines, whose names are its own."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return ast.Import([ast.alias(node.name)])
    return node


def short_name(name: str) -> str:
    """A name for people: a file without its folders.

    >>> short_name("/home/me/mygame.py"), short_name("ultimate")
    ('mygame.py', 'ultimate')
    """
    return PurePath(name).name if is_file_name(name) else name


def existing_file(name: str, kind: str) -> Path:
    path = Path(os.path.expanduser(name))
    if not os.path.isfile(path):  # which answers for any text, however long
        raise NoughtsError(f"there is no {kind} file {shown(name, 200)[1:-1]}")
    return path.resolve()
