"""Turning Python into machine code: visibly, interruptibly, once for all processes.

`compiled` marks a function as one that compiled code may call. `specialize` compiles such a function for one exact
signature, or fetches it from the disk cache, and returns an entry point for Python to call.
"""

import contextlib
import functools
import itertools
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, TypeVar, cast

from noughts.errors import NoughtsError
from noughts.kernel import cache
from noughts.kernel.announcing import Preparation, announce, announced, log, silently
from noughts.kernel.compile_seconds import expected_seconds, keep_seconds
from noughts.kernel.fingerprint import is_ours
from noughts.kernel.interruptible import run_interruptibly
from noughts.kernel.mode import UNCOMPILED
from noughts.system.garbage import no_collection

F = TypeVar("F", bound=Callable[..., Any])

_compiling = threading.RLock()


def compiled(function: F) -> F:
    """Decorator: the function can be called from compiled code, where it is typed by its arguments and inlined.

    Compiled code of this package checks no index: a write out of range corrupts memory. That of other files does, and
    raises an IndexError. It allocates nothing (`_nrt=False`): counting references to the arrays that it passes around
    would cost a search two thirds of its speed. A recursive function must be entered through `specialize`: without an
    explicit signature it crashes when it is loaded from the cache.
    """
    return _compiled(function)


def recursive(function: F) -> F:
    """As `compiled`, for a function that only itself and the code of one entry point call.

    Its address is not needed, so LLVM may leave out arguments that it never reads. Of each array that a search passes
    on, most are such (strides, sizes, owner): a tenth more nodes a second.
    """
    return _compiled(function, is_private=True)


def entered(recursion: Callable[..., int]) -> Callable[[F], F]:
    """Decorator: as `compiled`, for a function around a recursion that Python alone calls, through `specialize`.

    The recursion has the function's first argument and integers. It is compiled first, for an explicit signature.
    """

    def decorate(function: F) -> F:
        made = _compiled(function, is_private=True)
        if isinstance(made, Compiled):
            assert isinstance(recursion, Compiled)
            made.recursion = recursion
        return made

    return decorate


def compiled_with_gil(function: F) -> F:
    """As `compiled`, for code that handles Python's objects: no other thread of Python runs meanwhile."""
    return _compiled(function, holds_gil=True)


def inlined(function: F) -> F:
    """As `compiled`, but always inlined: LLVM balks at functions that take many arrays, small as they may be."""
    return _compiled(function, forceinline=True)


def _compiled(function: F, forceinline: bool = False, is_private: bool = False, holds_gil: bool = False) -> F:
    return function if UNCOMPILED else cast(F, Compiled(function, forceinline, is_private, holds_gil))


class Compiled:
    """A function for compiled code. Called from Python it runs as plain Python: nothing is compiled by accident."""

    def __init__(
        self, function: Callable[..., Any], forceinline: bool, is_private: bool, holds_gil: bool = False
    ) -> None:
        _prepare_numba()
        functools.update_wrapper(self, function)
        self.py_func = function
        self.entries: dict[Any, Callable[..., Any]] = {}  # by argument types: for Python to call
        self._forceinline, self._holds_gil = forceinline, holds_gil
        self.is_private = is_private
        self.recursion: Compiled | None = None  # to be compiled before it

    def __call__(self, *args: Any) -> Any:
        return self.py_func(*args)

    @functools.cached_property
    def dispatcher(self) -> Any:
        """Numba's side of it. Wrappers that Python and C would call it by are left out: only entry points need one."""
        from numba import njit

        from noughts.kernel.lean import options_for

        return njit(
            nogil=not self._holds_gil,
            error_model="numpy",
            _nrt=False,
            forceinline=self._forceinline,
            boundscheck=not is_ours(self.py_func),
            no_cpython_wrapper=True,
            no_cfunc_wrapper=True,
            **options_for(self.py_func, self.is_private),
        )(self.py_func)

    def compile(self, signature: Any) -> None:
        """Compile it as an entry point, with the wrapper that Python calls it by."""
        if self.recursion is not None:
            from numba import int64

            integers = [int64] * (self.recursion.py_func.__code__.co_argcount - 1)
            self.recursion.dispatcher.compile(int64(signature.args[0], *integers))
        options = self.dispatcher.targetoptions
        options["no_cpython_wrapper"] = False
        try:
            self.dispatcher.compile(signature)
        finally:
            options["no_cpython_wrapper"] = True


@functools.cache
def _prepare_numba() -> None:
    """Tell Numba what a `Compiled` is, and keep code that different processes compiled apart when one loads both.

    Numba names machine code by counters that start anew in each process (of functions, and of record types), so that
    two processes may give one name to two functions. Loaded together from the cache, one would silently take the
    other's place. With a random start no two processes ever use the same names.
    """
    from numba import types
    from numba.core.bytecode import FunctionIdentity
    from numba.extending import typeof_impl

    @typeof_impl.register(Compiled)
    def _(function: Compiled, context: Any) -> Any:
        return types.Dispatcher(function.dispatcher)

    FunctionIdentity._unique_ids = itertools.count(secrets.randbits(60))


class NotCompiledError(Exception):
    """A call of an entry point while parts are only collected."""


class Part(NamedTuple):
    """A function for one signature: the unit that is compiled, kept in one file, and waited for."""

    function: Compiled
    signature: Any
    label: str
    is_trusted: bool = False  # whether it calls functions of this package alone

    @property
    def entry(self) -> Callable[..., Any] | None:
        """The function that Python calls, if it is at hand."""
        return self.function.entries.get(self.signature.args)

    @property
    def is_kept(self) -> bool:
        """Whether it has been compiled already, here or by another process."""
        return self.entry is not None or cache.holds(self.function.dispatcher, self.signature)


_collecting = threading.local()


@contextlib.contextmanager
def collected_parts() -> Iterator[list[Part]]:
    """Collect the parts entered within the block, without compiling; a call of one not yet compiled ends it."""
    parts: list[Part] = []
    _collecting.parts = parts
    try:
        with contextlib.suppress(NotCompiledError), silently():
            yield parts
    finally:
        _collecting.parts = None


def _call_later(part: Part, *args: Any) -> Any:
    """Stand in for an entry point that was only collected; a caller that has kept it may call it later."""
    if getattr(_collecting, "parts", None) is not None:
        raise NotCompiledError
    return specialize(*part)(*args)


def specialize(
    function: Callable[..., Any], signature: Any, label: str, is_trusted: bool = False
) -> Callable[..., Any]:
    """The function's entry point for exactly this signature.

    The arguments that it is called with must have the signature's types: nothing is checked and nothing is compiled
    at the call. Of processes that want the same at the same time one compiles it, and the others wait for that.
    """
    assert isinstance(function, Compiled), f"{function.__name__} is not marked as compiled"
    part = Part(function, signature, label, is_trusted)
    parts: list[Part] | None = getattr(_collecting, "parts", None)
    if parts is not None:
        parts.append(part)
        return part.entry or functools.partial(_call_later, part)
    if part.entry is not None:
        return part.entry
    with _compiling:
        if part.entry is None and not _load(part):
            with cache.lock(function.dispatcher, signature):
                if not _load(part):  # another process may have been compiling just this
                    with announced(label, seconds=expected_seconds(function, signature)):
                        _compile(part)
        assert part.entry is not None
        return part.entry


def specialize_if_kept(part: Part) -> Callable[..., Any] | None:
    """The entry point if it is to be had without waiting for a compiler."""
    if part.entry is not None or not part.is_kept or not _compiling.acquire(blocking=False):
        return part.entry
    try:
        return part.entry if part.entry is not None or _load(part) else None
    finally:
        _compiling.release()


@no_collection()  # 0.2 of 3 seconds
def compile_parts(parts: Iterable[Part]) -> None:
    """Compile the parts that are not kept yet, sharing them with all other processes that do the same: each takes parts
    that no other is compiling. At the end all of them are kept."""
    waiting = longest_first(part for part in parts if not part.is_kept)
    expected = {part: expected_seconds(part.function, part.signature) for part in waiting}
    whole, began = sum(expected.values()), time.perf_counter()
    if not waiting:
        return
    try:
        while waiting:
            left = sum(expected[part] for part in waiting)
            done = 1 - left / whole
            # The expectation is corrected by the time that the first parts took: the machine may be slow or busy.
            seconds = left if left == whole else left * (time.perf_counter() - began) / (whole - left)
            if not any(_compile_if_free(part, done, seconds) for part in waiting):  # others are at all of them
                announce(Preparation(waiting[0].label, done, seconds))
                with cache.lock(waiting[0].function.dispatcher, waiting[0].signature):
                    pass
            waiting = [part for part in waiting if not part.is_kept]
    finally:
        announce(None)


def longest_first(parts: Iterable[Part]) -> list[Part]:
    """Sort parts into the order in which several processes are done with all of them the soonest."""
    return sorted(parts, key=lambda part: -expected_seconds(part.function, part.signature))


def compile_free_part(part: Part) -> bool:
    """Compile a part that is not kept yet, unless another process is compiling it; whether that was done."""
    return not part.is_kept and _compile_if_free(part)


def _compile_if_free(part: Part, done: float = 0.0, seconds: float | None = None) -> bool:
    """Whether it is compiled now: not if another process is at it."""
    with _compiling, cache.lock_if_free(part.function.dispatcher, part.signature) as is_ours:
        if is_ours and not part.is_kept:
            announce(Preparation(part.label, done, seconds))
            _compile(part)
        return is_ours


def _load(part: Part) -> bool:
    dispatcher = part.function.dispatcher
    dispatcher.overloads.pop(part.signature.args, None)  # compiled for other functions it has no wrapper
    if not cache.load(dispatcher, part.signature):
        return False
    _enter(part)
    return True


def _compile(part: Part) -> None:
    clock = time.perf_counter()
    part.function.dispatcher.overloads.pop(part.signature.args, None)
    run_interruptibly(functools.partial(part.function.compile, part.signature))
    cache.store(part.function.dispatcher, part.signature)
    _enter(part)
    seconds = time.perf_counter() - clock
    keep_seconds(part.function, part.signature, seconds)
    log.debug("compiled %s in %.1f s", part.label, seconds)


def _enter(part: Part) -> None:
    args = part.signature.args
    entry = part.function.dispatcher.overloads[args].entry_point
    part.function.entries[args] = entry if part.is_trusted else indices_told(entry, part.label)


def indices_told(entry: F, label: str) -> F:
    """An entry point whose IndexError, which functions from outside this package may raise, is a NoughtsError."""

    @functools.wraps(entry)
    def call(*args: Any) -> Any:
        try:
            return entry(*args)
        except IndexError as error:
            raise NoughtsError(
                f"{label}: a function of a file of yours uses an index that is out of range; "
                "with NOUGHTS_UNCOMPILED=1 Python shows which"
            ) from error

    return cast(F, call)


def address(function: Callable[..., Any], signature: Any) -> int:
    """The address of a specialised function's machine code: compiled code can call it by this."""
    assert isinstance(function, Compiled)
    assert not function.is_private, f"{function.py_func.__name__} has no address"
    if getattr(_collecting, "parts", None) is not None and signature.args not in function.entries:
        return 0
    result = function.dispatcher.overloads[signature.args]
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))
