"""With which versions of Numba functions go a shorter way through its compiler, which stands on private parts of it.

With any other they go the usual way, and none of the files of the shorter one is imported.
"""

from typing import Any

TRIED = {(0, 68)}


def options_for(function: Any, is_private: bool = False) -> dict[str, Any]:
    """What `njit` takes to compile a function in this way; nothing where Numba is a version that nobody has tried."""
    import numba

    if numba.version_info[:2] not in TRIED:
        return {}
    from noughts.kernel.lean_compiler import compiler_for

    return {"pipeline_class": compiler_for(function, is_private)}
