"""A shorter way through Numba's compiler, in half the time: the entrance to all that stands on its private parts.

`options_for` is what the rest of the kernel takes from here, `portable_code` what the browser's modules are made of.
Where Numba is a version with which it was not tried, or NOUGHTS_PLAIN_NUMBA is set, functions go Numba's usual way, and
none of the other files of this folder is imported.

The folder may be deleted, with `options_for` and `is_used`, once Numba's own way takes less than the 8 CPU seconds from
nothing to the first engine move in any game (`benchmarks/first_minute.py`): nothing but time depends on it. A version
of Numba that breaks it is no reason to wait: TRIED leaves it out until the folder has been mended.
"""

from typing import Any

from noughts.kernel.mode import PLAIN_NUMBA

TRIED = {(0, 68)}  # pyproject's range of Numba is these versions


def is_used() -> bool:
    """Whether functions go the shorter way here."""
    import numba

    return not PLAIN_NUMBA and numba.version_info[:2] in TRIED


def options_for(function: Any, is_private: bool = False) -> dict[str, Any]:
    """The options of `njit` by which a function goes the shorter way; none where that is not used."""
    if not is_used():
        return {}
    from noughts.kernel.lean.compiler import compiler_for

    return {"pipeline_class": compiler_for(function, is_private)}


def portable_code(function: Any, signature: Any) -> tuple[str, Any]:
    """LLVM code of a compiled function with all that it calls, for any machine: the function's name and the module.

    Code that was tidied up for this machine knows its data layout. So a process that has asked for portable code makes
    no other any more, and one that has compiled for itself gives other bytes, if the same answers.
    """
    from noughts.kernel.lean.compiler import portable_module

    return portable_module(function.dispatcher, signature)
