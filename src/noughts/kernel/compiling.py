"""Turning Python into machine code: visibly, interruptibly, once for all processes.

`compiled` marks a function as one that compiled code may call. `specialize` compiles such a function for one exact
signature, or fetches it from the disk cache, and returns an entry point for Python to call.
"""

import contextlib
import functools
import itertools
import logging
import secrets
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeVar, cast

from noughts.kernel import cache
from noughts.kernel.interruptible import run_interruptibly
from noughts.kernel.mode import UNCOMPILED

F = TypeVar("F", bound=Callable[..., Any])

log = logging.getLogger("noughts.compiling")
_compiling = threading.RLock()


def compiled(function: F) -> F:
    """Decorator: the function can be called from compiled code, where it is typed by its arguments and inlined.

    Compiled code checks no index: a write out of range corrupts memory. It allocates nothing (`_nrt=False`): counting
    references to the arrays that it passes around would cost a search two thirds of its speed. A recursive function
    must be entered through `specialize`: without an explicit signature it crashes when it is loaded from the cache.
    """
    return _compiled(function, forceinline=False)


def inlined(function: F) -> F:
    """As `compiled`, but always inlined: LLVM balks at functions that take many arrays, small as they may be."""
    return _compiled(function, forceinline=True)


def _compiled(function: F, forceinline: bool) -> F:
    return function if UNCOMPILED else cast(F, Compiled(function, forceinline))


class Compiled:
    """A function for compiled code. Called from Python it runs as plain Python: nothing is compiled by accident."""

    def __init__(self, function: Callable[..., Any], forceinline: bool) -> None:
        _prepare_numba()
        functools.update_wrapper(self, function)
        self.py_func = function
        self.entries: dict[Any, Callable[..., Any]] = {}  # by argument types: for Python to call
        self._forceinline = forceinline

    def __call__(self, *args: Any) -> Any:
        return self.py_func(*args)

    @functools.cached_property
    def dispatcher(self) -> Any:
        """Numba's side of it. Wrappers that Python and C would call it by are left out: only entry points need one."""
        from numba import njit

        return njit(
            nogil=True,
            error_model="numpy",
            _nrt=False,
            forceinline=self._forceinline,
            no_cpython_wrapper=True,
            no_cfunc_wrapper=True,
        )(self.py_func)

    def compile(self, signature: Any) -> None:
        """Compile it as an entry point, with the wrapper that Python calls it by."""
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


class Announcer(Protocol):
    """Told of each compile: a context that is entered before it and left after it."""

    def __call__(self, label: str) -> contextlib.AbstractContextManager[None]: ...


@contextlib.contextmanager
def announce_compile(label: str) -> Iterator[None]:
    """A spinner in a terminal, a log line otherwise."""
    clock = time.perf_counter()
    if sys.stderr is not None and sys.stderr.isatty():
        from rich.console import Console

        with Console(stderr=True).status(f"Compiling {label} (once on this machine)…"):
            yield
    else:
        log.info("compiling %s (once on this machine)", label)
        yield
    log.debug("compiled %s in %.1f s", label, time.perf_counter() - clock)


_announcer: Announcer = announce_compile


def set_announcer(announcer: Announcer) -> None:
    """Show compiles in another way: a page or an app has its own."""
    global _announcer
    _announcer = announcer


def announced(label: str) -> contextlib.AbstractContextManager[None]:
    """Other long work of a first use is told in the same way as a compile."""
    return _announcer(label)


def specialize(function: Callable[..., Any], signature: Any, label: str) -> Callable[..., Any]:
    """The function's entry point for exactly this signature.

    The arguments that it is called with must have the signature's types: nothing is checked and nothing is compiled
    at the call. Of processes that want the same at the same time one compiles it, and the others wait for that.
    """
    assert isinstance(function, Compiled), f"{function.__name__} is not marked as compiled"
    dispatcher = function.dispatcher
    with _compiling:
        if signature.args not in function.entries:
            dispatcher.overloads.pop(signature.args, None)  # compiled for other functions it has no wrapper
            if not cache.load(dispatcher, signature):
                with cache.lock(dispatcher, signature):
                    if not cache.load(dispatcher, signature):  # another process may have been compiling just this
                        with _announcer(label):
                            run_interruptibly(functools.partial(function.compile, signature))
                        cache.store(dispatcher, signature)
            function.entries[signature.args] = dispatcher.overloads[signature.args].entry_point
        return function.entries[signature.args]


def address(function: Callable[..., Any], signature: Any) -> int:
    """Where the machine code of a specialised function stands: compiled code can call it by this."""
    assert isinstance(function, Compiled)
    result = function.dispatcher.overloads[signature.args]
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))
