"""The disk cache of compiled code.

    <user's cache folder>/noughts/<hash of the kernel, versions and CPU>/<function>-<hash of signature and sources>.code

The sources are those that can be compiled into the function (`kernel/fingerprint.py`). Each file is a SHA-256 of the
rest, then Numba's serialised compile result. Whatever is wrong with a file (missing, cut short, a flipped bit,
unreadable) makes it a miss. Files are written beside their place and renamed, so a reader never sees half of one. Where
no folder can be written, everything works and is compiled in every process.
"""

import contextlib
import functools
import hashlib
import logging
import os
import pickle
import platform
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from noughts.kernel import lean
from noughts.kernel.fingerprint import captured, functions_by_tag, kernel_hash, reach_hash, source_tag
from noughts.kernel.mode import CHECKED
from noughts.system.folders import write_whole

if TYPE_CHECKING:
    from filelock import BaseFileLock

log = logging.getLogger("noughts.cache")
_TAG = re.compile(r"\bis_\w+")
_KEEP_SECONDS, _SWEEP_SECONDS = 60 * 24 * 3600, 24 * 3600


def cache_root() -> Path:
    """The folder of all caches: NOUGHTS_CACHE, or the user's cache folder."""
    import platformdirs

    return Path(os.environ.get("NOUGHTS_CACHE") or platformdirs.user_cache_dir("noughts", appauthor=False))


@functools.cache
def folder() -> Path | None:
    """The folder for this very code on this very machine, or None if it cannot be written."""
    import llvmlite
    import numba
    import numpy as np
    from numba.core.registry import cpu_target

    machine = (cpu_target.target_context.codegen().magic_tuple(), platform.python_version(), CHECKED, lean.is_used())
    versions = (numba.__version__, llvmlite.__version__, np.__version__, kernel_hash())
    name = hashlib.sha256(repr((machine, versions)).encode()).hexdigest()[:16]
    path = cache_root() / name
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path):
            pass
        swept = path / "swept"
        if not swept.exists() or _age(swept) > _SWEEP_SECONDS:
            swept.touch()
            _remove_unused(path)
        os.utime(path)
    except OSError as error:
        log.warning("no compile cache (%s): compiling anew in every process; NOUGHTS_CACHE names another folder", error)
        return None
    return path


def _remove_unused(current: Path) -> None:
    """Upgrades leave folders behind, and edits files: drop what nothing has used for two months."""
    for other in current.parent.iterdir():
        if other != current and other.is_dir() and _age(other) > _KEEP_SECONDS:
            shutil.rmtree(other, ignore_errors=True)
    for file in current.iterdir():
        with contextlib.suppress(OSError):  # another process may sweep too
            if _age(file) > _KEEP_SECONDS:
                file.unlink()


def _age(path: Path) -> float:
    """Seconds since it was made or used."""
    return time.time() - path.stat().st_mtime


@contextlib.contextmanager
def lock(dispatcher: Any, signature: Any) -> Iterator[None]:
    """Hold the compile lock of (function, signature), across all processes that share the cache.

    It is released with the process, however that ends.
    """
    path = path_of(dispatcher, signature)
    with contextlib.nullcontext() if path is None else locked(path):
        yield


@contextlib.contextmanager
def lock_if_free(dispatcher: Any, signature: Any) -> Iterator[bool]:
    """As `lock`, but without waiting: False if another process is compiling just this."""
    from filelock import Timeout

    path = path_of(dispatcher, signature)
    if path is None:
        yield True
        return
    held = locked(path)
    try:
        held.acquire(timeout=0)
    except Timeout:
        yield False
        return
    try:
        yield True
    finally:
        held.release()


def locked(path: Path) -> "BaseFileLock":
    """The lock of the one process that makes a file of the cache, while the others wait for it."""
    from filelock import FileLock

    return FileLock(path.with_suffix(".lock"))


def holds(dispatcher: Any, signature: Any) -> bool:
    """Whether there is a file with compiled code; its contents are checked when it is loaded."""
    path = path_of(dispatcher, signature)
    return path is not None and path.exists()


def load(dispatcher: Any, signature: Any) -> bool:
    """Give the dispatcher its compiled code for the signature, if the cache holds it whole."""
    path = path_of(dispatcher, signature)
    if path is None:
        return False
    try:
        blob = read_checked(path)
        if blob is None:
            return False
        from numba.core.compiler import CompileResult
        from numba.core.runtime import rtsys

        context = dispatcher.targetctx
        rtsys.initialize(context)  # all of Numba that wrappers for Python call; refreshing the context imports the rest
        result = CompileResult._rebuild(context, *pickle.loads(blob))
        context.insert_user_function(result.entry_point, result.fndesc, [result.library])
        dispatcher.add_overload(result)
    except Exception as error:  # noqa: BLE001 - a cache that cannot be used is a cache that is not there
        log.warning("ignoring the damaged cache file %s (%s)", path.name, error)
        return False
    return True


def store(dispatcher: Any, signature: Any) -> None:
    """Keep the dispatcher's compiled code for the signature."""
    path = path_of(dispatcher, signature)
    if path is None:
        return
    result = dispatcher.overloads[signature.args]
    if result.library.has_dynamic_globals:
        raise TypeError(f"{dispatcher.__name__} cannot be cached: a table of 1 MB or more must be an argument")
    from numba.core.serialize import dumps

    write_checked(path, dumps(result._reduce()))


def read_checked(path: Path) -> bytes | None:
    """The bytes that `write_checked` wrote, or None if the file is missing or damaged."""
    try:
        blob = path.read_bytes()
    except OSError:
        return None
    if hashlib.sha256(blob[32:]).digest() != blob[:32]:
        log.warning("ignoring the damaged cache file %s", path.name)
        return None
    with contextlib.suppress(OSError):
        os.utime(path)  # it is in use: see `_remove_unused`
    return blob[32:]


def write_checked(path: Path, blob: bytes) -> None:
    """Write with a checksum, all or nothing. A full disk costs the next process a compile, no more."""
    try:
        write_whole(path, hashlib.sha256(blob).digest() + blob)
    except OSError as error:
        log.warning("cannot write to the compile cache: %s", error)


def path_of(dispatcher: Any, signature: Any) -> Path | None:
    """The file that compiled code is kept in; None if it is not kept anywhere."""
    place = folder()
    if place is None:
        return None
    function = dispatcher.py_func
    if captured(function) is None:
        return None  # it could not be told from one that was made with other values
    # The qualified name alone would let two users' evaluations of one name take each other's place, and so would two
    # functions that are defined under one name, as in the branches of an `if`.
    name = f"{function.__module__}.{function.__qualname__}:{function.__code__.co_firstlineno}"
    # The rules that it is compiled with are told by the signature, in which each game's tag stands.
    types = str(signature)
    rules = [rule for tag in set(_TAG.findall(types)) for rule in functions_by_tag.get(tag, ())]
    identity = f"{name}{source_tag(function)} {reach_hash([function, *rules])} {types}"
    return place / f"{function.__name__}-{hashlib.sha256(identity.encode()).hexdigest()[:24]}.code"
