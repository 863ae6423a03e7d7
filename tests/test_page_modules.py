"""Modules of the page that need no browser: their tests are JavaScript (tests/page), run by Node."""

import shutil
import subprocess
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "page"


def test_modules_of_the_page_do_what_their_own_tests_say() -> None:
    node = shutil.which("node")
    assert node, "the page's modules are tested by Node.js: install nodejs with your system's package manager"
    files = sorted(map(str, FOLDER.glob("*.test.mjs")))
    assert files
    run = subprocess.run([node, "--test", *files], capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
