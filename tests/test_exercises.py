"""The commands of docs/exercises.md do what stands there."""

import re
import shlex
from pathlib import Path

import pytest

from commands import noughts as run

TEXT = (Path(__file__).parent.parent / "docs" / "exercises.md").read_text(encoding="utf-8")
LISTINGS = [listing.splitlines() for listing in re.findall(r"```console\n\$ (.*?)```", TEXT, re.DOTALL)]
SKIPPED = "…"  # lines, or the rest of one: what differs from machine to machine, or is long


def test_there_are_listings() -> None:
    assert len(LISTINGS) >= 6


@pytest.mark.parametrize("listing", LISTINGS, ids=lambda listing: listing[0])
def test_commands_print_what_they_are_said_to(
    listing: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command, *expected = listing
    name, *arguments = shlex.split(command)
    assert name == "noughts"
    done = run(*arguments)
    assert done.returncode == 0, done.stderr
    printed = iter(done.stdout.splitlines())
    for line in expected:
        if line == SKIPPED:
            continue
        beginning = line.removesuffix(SKIPPED).rstrip()
        is_whole = not line.endswith(SKIPPED)
        found = next((one for one in printed if one == line or (not is_whole and one.startswith(beginning))), None)
        assert found is not None, f"{line!r} is not in {done.stdout}"
