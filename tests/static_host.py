"""A web host that serves a folder and knows nothing more: Python's own."""

import contextlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """The address of a folder, for as long as it is served."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"port (\d+)", process.stdout.readline())
        assert found
        try:
            yield f"http://localhost:{found[1]}"
        finally:
            process.kill()
