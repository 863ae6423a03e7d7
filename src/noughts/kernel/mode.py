"""Compiled or not, checked or not: decided once a process, by environment variables.

With NOUGHTS_UNCOMPILED every rule and search is the plain Python that stands in the file: slow, but a debugger steps
through it, NumPy checks every index, and Numba is not even imported.

With NOUGHTS_CHECKED a negative index ends the process, by an illegal instruction. In plain Python it counts from the
end; compiled code of ours does not ask, and would read or write before the array.

With NOUGHTS_PLAIN_NUMBA functions go Numba's usual way through its compiler, not the shorter one of kernel/lean.
"""

import os


def _is_set(name: str) -> bool:
    return os.environ.get(name, "") not in ("", "0")


UNCOMPILED, CHECKED = _is_set("NOUGHTS_UNCOMPILED"), _is_set("NOUGHTS_CHECKED")
PLAIN_NUMBA = _is_set("NOUGHTS_PLAIN_NUMBA")
