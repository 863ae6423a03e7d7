"""The script that sets everything up: what it says before it installs anything, and what it starts."""

import hashlib
import os
import re
import shutil
import signal
import site
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from commands import ROOT, run_python

sys.path.insert(0, str(ROOT / "scripts"))
from environment import why_not


@pytest.fixture
def start(tmp_path: Path) -> str:
    """The script beside an environment that is set up: it has the packages of the one that runs the tests."""
    shutil.copytree(ROOT / "scripts", tmp_path / "scripts")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    venv.create(tmp_path / ".venv", with_pip=False)
    (folder,) = (tmp_path / ".venv").glob("[Ll]ib/**/site-packages")
    folders = [*site.getsitepackages(), str(ROOT / "src")]
    (folder / "those-of-the-tests.pth").write_text("\n".join(folders))
    content = (ROOT / "pyproject.toml").read_bytes() + sys.version.encode()
    (tmp_path / ".venv" / "installed-noughts").write_text(hashlib.sha256(content).hexdigest())
    return str(tmp_path / "scripts" / "start.py")


@pytest.mark.parametrize(
    ("version", "system", "machine", "has_musl"),
    [
        ((3, 12), "Linux", "x86_64", False),
        ((3, 11), "Linux", "aarch64", False),
        ((3, 14), "Darwin", "arm64", False),
        ((3, 13), "Windows", "AMD64", False),
    ],
)
def test_systems_that_it_can_be_installed_on(
    version: tuple[int, int], system: str, machine: str, has_musl: bool
) -> None:
    assert why_not(version, system, machine, has_musl) is None


@pytest.mark.parametrize(
    ("version", "system", "machine", "has_musl", "words"),
    [
        ((3, 10), "Linux", "x86_64", False, "needs Python 3.11 or newer; this is 3.10"),
        ((3, 12), "Darwin", "x86_64", False, "Macs with Intel processors"),
        ((3, 12), "Linux", "x86_64", True, "musl, such as Alpine"),
        ((3, 12), "Linux", "armv7l", False, "Linux on armv7l"),
        ((3, 12), "FreeBSD", "amd64", False, "FreeBSD on amd64"),
    ],
)
def test_other_systems_are_told_why_not(
    version: tuple[int, int], system: str, machine: str, has_musl: bool, words: str
) -> None:
    assert words in (why_not(version, system, machine, has_musl) or "")


def test_wheels_must_be_in_a_folder() -> None:
    run = run_python(str(ROOT / "scripts" / "start.py"), "--wheels", "no/such/place")
    assert run.returncode == 1
    assert "there is no folder no/such/place" in run.stderr


def test_options_without_a_command_are_those_of_the_server(start: str, tmp_path: Path) -> None:
    options = ("--no-browser", "--port", "0")
    environment = {**os.environ, "NOUGHTS_DATA": str(tmp_path / "data")}
    command = [sys.executable, start, *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, process_group=0) as process:
        try:
            assert process.stdout is not None
            assert re.search(r"http://localhost:[0-9]+/", process.stdout.readline())
        finally:
            os.killpg(process.pid, signal.SIGTERM)


def test_a_command_and_options_of_the_whole_are_passed_on(start: str) -> None:
    assert run_python(start, "--version").stdout.startswith("noughts ")
    assert "X to move" in run_python(start, "show", "tictactoe").stdout


def test_an_extra_is_installed_into_the_same_environment(start: str, tmp_path: Path) -> None:
    """Without any wheels it comes as far as asking for them."""
    (tmp_path / "wheels").mkdir()
    run = run_python(start, "--extra", "plots", "--wheels", str(tmp_path / "wheels"))
    assert run.returncode == 1
    assert re.search(r"setting up failed: `.*install .*--editable \S+\[plots\]", run.stderr)
    run = run_python(start, "--extra", "plosts")
    assert (run.returncode, run.stdout) == (1, "")
    assert re.search(
        "Noughts has no extra plosts; there are benchmark, cluster, .*plots, postgresql, .*test\n", run.stderr
    )
