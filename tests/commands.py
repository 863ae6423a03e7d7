"""Running the real command, and other Python, in processes of their own."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
CONNECT_FOUR = ROOT / "examples" / "connect_four.py"


def run_python(*arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        timeout=300,
        check=False,
    )


def noughts(*arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return run_python("-m", "noughts", *arguments, stdin=stdin, **environment)
