"""The script that sets everything up: what it says before it installs anything."""

import sys

import pytest

from commands import ROOT, run_python

sys.path.insert(0, str(ROOT / "scripts"))
from environment import why_not


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
