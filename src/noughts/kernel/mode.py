"""Compiled or not: decided once a process, by the environment variable NOUGHTS_UNCOMPILED.

Uncompiled, every rule and search is the plain Python that stands in the file: slow, but a debugger steps through it,
NumPy checks every index, and Numba is not even imported.
"""

import os

UNCOMPILED = os.environ.get("NOUGHTS_UNCOMPILED", "") not in ("", "0")
