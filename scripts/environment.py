"""A private environment in .venv, made once and renewed when the dependencies change. Standard library only."""

from __future__ import annotations  # an older Python must come as far as being told that it is too old

import hashlib
import importlib.util
import os
import platform
import re
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")


def prepare(extra: str = "", wheels: Path | None = None) -> Path:
    """Install Noughts, editable, with an extra if one is named; returns the environment's Python.

    With a folder of wheels nothing is downloaded.
    """
    if reason := why_not(sys.version_info[:2], platform.system(), platform.machine(), is_musl()):
        sys.exit(reason)
    if wheels is not None and not wheels.is_dir():
        sys.exit(f"there is no folder {wheels}; --wheels names one with the packages that Noughts needs (README.md)")
    if extra and extra not in (known := _extras()):
        sys.exit(f"Noughts has no extra {extra}; there are {', '.join(known)}")
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes() + sys.version.encode()).hexdigest()
    stamp = VENV / f"installed-{extra or 'noughts'}"
    if PYTHON.exists() and stamp.exists() and stamp.read_text() == wanted:
        return PYTHON
    source = "downloads Noughts' dependencies, some 110 MB" if wheels is None else f"takes packages from {wheels}"
    print(f"Setting up .venv (once; this {source})", flush=True)
    target = f"{ROOT}[{extra}]" if extra else str(ROOT)
    options = ["--disable-pip-version-check", "--no-input", "--progress-bar", "off", "--editable", target]
    if wheels is not None:
        options += ["--no-index", "--find-links", str(wheels.resolve())]
    # Some systems ship Python without what venv needs to install pip: the outer pip then serves the environment.
    if importlib.util.find_spec("pip"):
        _run(sys.executable, "-m", "venv", "--without-pip", str(VENV))
        _install(sys.executable, "-m", "pip", "--python", str(PYTHON), "install", *options)
    else:
        _run(sys.executable, "-m", "venv", str(VENV))
        _install(str(PYTHON), "-m", "pip", "install", *options)
    stamp.write_text(wanted)
    return PYTHON


def _extras() -> list[str]:
    import tomllib  # not in the Pythons that are too old

    return sorted(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"])


def why_not(version: tuple[int, int], system: str, machine: str, has_musl: bool) -> str | None:
    """Why Noughts cannot be installed on such a system, or None if it can: Numba must have a wheel for it."""
    if version < (3, 11):
        return f"Noughts needs Python 3.11 or newer; this is {version[0]}.{version[1]}"
    compiler = "Noughts' compiler, Numba, is not made for"
    if system == "Darwin" and machine == "x86_64":
        return f"{compiler} Macs with Intel processors: use Linux on it (Docker does), or a Mac with an Apple processor"
    if system == "Linux" and has_musl:
        return f"{compiler} systems with musl, such as Alpine: use one with glibc, such as Debian (python:3.12-slim)"
    known = {"Linux": ("x86_64", "aarch64"), "Darwin": ("arm64",), "Windows": ("AMD64",)}
    if machine not in known.get(system, ()):
        return (
            f"{compiler} {system} on {machine}; it is for Linux and Windows on 64-bit PCs, Linux on ARM, Apple's Macs"
        )
    return None


def is_musl() -> bool:
    """Whether this Linux has musl in place of glibc."""
    return platform.libc_ver()[0] != "glibc" and any(Path("/lib").glob("ld-musl-*"))


def _install(*command: str) -> None:
    """Run pip, and show what it does: a line that changes in a terminal, else one now and then."""
    try:
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
            assert process.stdout is not None
            last = _show(process.stdout)
    except KeyboardInterrupt:
        sys.exit("stopped")
    if process.returncode:
        print(*last, sep="", end="")
        sys.exit(f"setting up failed: `{' '.join(command)}` ended with exit code {process.returncode}")


def _show(lines: Iterable[str]) -> list[str]:
    """Tell of each package as it comes; the last lines are returned, for when it goes wrong."""
    is_terminal, began, told = sys.stdout.isatty(), time.monotonic(), 0.0
    last: list[str] = []
    packages = 0
    for line in lines:
        last = [*last[-20:], line]
        found = re.match(r"\s*(Collecting|Downloading|Using cached|Processing) (\S+)", line)
        step = re.match(r"\s*((?:Installing|Preparing|Building) [a-z ]+)", line)
        if found is not None:
            packages += found[1] in ("Collecting", "Processing")
            what = f"{found[1].lower()} {_package(found[2])}"
        elif step is not None:
            what = step[1].strip().lower()
        else:
            continue
        words = f"  {packages} packages, {time.monotonic() - began:.0f} s: {what}"
        if is_terminal:
            print(f"\r{words[:78]:<78}", end="", flush=True)
        elif time.monotonic() - told > 5:
            print(words, flush=True)
            told = time.monotonic()
    if is_terminal:
        print(f"\r{' ' * 78}\r", end="", flush=True)
    return last


def _package(text: str) -> str:
    """Of an address or a requirement, what people call it: its file's name."""
    return re.split(r"[<>=!~;\[]", text.rpartition("/")[2] or text)[0] or text


def _run(*command: str) -> None:
    try:
        subprocess.run(command, check=True)
    except subprocess.CalledProcessError as error:
        sys.exit(f"setting up failed: `{' '.join(command)}` ended with exit code {error.returncode}")
    except KeyboardInterrupt:
        sys.exit("stopped")
