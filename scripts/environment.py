"""A private environment in .venv, made once and renewed when the dependencies change. Standard library only."""

import hashlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")


def prepare(extra: str = "") -> Path:
    """Install Noughts, editable, with an extra if one is named; returns the environment's Python."""
    if sys.version_info < (3, 11):  # noqa: UP036 - this runs before anything checks it
        sys.exit(f"Noughts needs Python 3.11 or newer; this is {sys.version.split()[0]}")
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes() + sys.version.encode()).hexdigest()
    stamp = VENV / f"installed-{extra or 'noughts'}"
    if PYTHON.exists() and stamp.exists() and stamp.read_text() == wanted:
        return PYTHON
    print("Setting up .venv (once; this downloads Noughts' dependencies)", flush=True)
    target = f"{ROOT}[{extra}]" if extra else str(ROOT)
    # Some systems ship Python without what venv needs to install pip: the outer pip then serves the environment.
    if importlib.util.find_spec("pip"):
        _run(sys.executable, "-m", "venv", "--without-pip", str(VENV))
        _run(sys.executable, "-m", "pip", "--python", str(PYTHON), "install", "--quiet", "--editable", target)
    else:
        _run(sys.executable, "-m", "venv", str(VENV))
        _run(str(PYTHON), "-m", "pip", "install", "--quiet", "--editable", target)
    stamp.write_text(wanted)
    return PYTHON


def _run(*command: str) -> None:
    try:
        subprocess.run(command, check=True)
    except subprocess.CalledProcessError as error:
        sys.exit(f"setting up failed: `{' '.join(command)}` ended with exit code {error.returncode}")
    except KeyboardInterrupt:
        sys.exit("stopped")
