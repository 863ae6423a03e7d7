"""Packages that only some commands need."""

import sys
from pathlib import Path


def install_command(extra: str) -> str:
    """The command that installs an extra for this Python: the environment of `scripts/start.py` may have no pip."""
    if any(Path(sys.prefix).glob("installed-*")):  # its stamp
        return f"python3 scripts/start.py --extra {extra}"
    return f"pip install 'noughts[{extra}]'"
