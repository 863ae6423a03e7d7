"""Compiled work as Python sees it: a record of named numbers that both sides read and write, and the way in.

`run[0]` is the record, one for each thread of work. It is passed as an array of one element: a record itself would cost
Python 4 µs at each call. Its field `stop` is polled by compiled loops; a `StopSignal` sets it.
"""

import functools
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.compiling import specialize
from noughts.kernel.mode import UNCOMPILED

Run: TypeAlias = np.record


def new_run(fields: Sequence[str]) -> NDArray[np.record]:
    """A record of integers, all 0, in an array."""
    return np.zeros(1, _record(tuple(fields)))


@functools.cache
def _record(fields: tuple[str, ...]) -> np.dtype[Any]:
    record: Any = (np.record, np.dtype([(name, np.int64) for name in fields]))
    return np.dtype(record)


def stop_flag(run: NDArray[np.record]) -> NDArray[np.int64]:
    """The field that compiled code polls, for a StopSignal to set."""
    flag: NDArray[np.int64] = run["stop"]
    return flag


def entry_point(function: Callable[..., Any], label: str, *arguments: Any) -> Callable[..., int]:
    """The entry of a function that returns an integer, for arguments of the types of these.

    Without an explicit signature a recursion crashes when it is loaded from the cache.
    """
    if UNCOMPILED:
        return function
    kinds = tuple(map(_kind, arguments))
    if kinds not in _signatures:
        from numba import int64, typeof

        _signatures[kinds] = int64(*map(typeof, arguments))
    return specialize(function, _signatures[kinds], label)


_signatures: dict[tuple[Any, ...], Any] = {}  # to find one takes Numba 0.2 ms, as long as to solve many a position


def _kind(argument: Any) -> Any:
    """All that the compiled type of an argument depends on."""
    if isinstance(argument, tuple):
        return type(argument), *map(_kind, argument)
    if isinstance(argument, np.ndarray):
        return argument.dtype, argument.ndim, argument.flags.c_contiguous, argument.flags.writeable
    return type(argument)
