"""Entry points for processes that do not wait for a compiler: a server, the terminal."""

from collections.abc import Callable
from typing import Any

import numpy as np

from noughts.kernel import cache
from noughts.kernel.compiling import Part, indices_told, specialize, specialize_if_kept

_never_waits = False
_patient: dict[Any, "_PatientEntry"] = {}


def never_wait() -> None:
    """From now on positions of this process wait for no compiler. Others compile what they need: processes of its own,
    or an engine that is prepared for the game."""
    global _never_waits
    _never_waits = True


def entry_of(part: Part) -> Callable[..., Any]:
    """The part's entry point; in a process that does not wait, plain Python until it is compiled."""
    if not _never_waits:
        return specialize(*part)
    key = part.function, part.signature.args
    return _patient.setdefault(key, _patient.get(key) or _PatientEntry(part))


class _PatientEntry:
    """Plain Python until a process has compiled it, which is looked for at each call: a look costs little beside it."""

    def __init__(self, part: Part) -> None:
        self._part = part
        self._path = cache.path_of(part.function.dispatcher, part.signature)
        self._entry: Callable[..., Any] | None = None
        self._plain = indices_told(part.function.py_func, part.label)

    def __call__(self, *args: Any) -> Any:
        if self._entry is None and (self._path is None or self._path.exists()):
            self._entry = specialize_if_kept(self._part)
        result = (self._entry or self._plain)(*args)
        # A NumPy integer, which no JSON knows, is Python's compiled.
        return int(result) if isinstance(result, np.integer) else result
