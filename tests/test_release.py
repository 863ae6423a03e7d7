"""The release script refuses where a gate is shut: in a small repository of the same shape, by real processes."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parent.parent / "scripts"
CHANGELOG = """# Changelog

## [Unreleased]

## [1.2.0] - 2026-01-31

### Added

- Hex.

## [1.1.0] - 2025-12-01

- Old.
"""


def git(repository: Path, *arguments: str) -> None:
    author = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", *author, *arguments], cwd=repository, check=True, stdout=subprocess.DEVNULL)


def write(path: Path, text: str, executable: bool = False) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    if executable:
        path.chmod(0o755)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository in which every gate is open."""
    for name in ("release.py", "environment.py"):
        (tmp_path / "scripts").mkdir(exist_ok=True)
        shutil.copy(SCRIPTS / name, tmp_path / "scripts" / name)
    write(tmp_path / "src" / "noughts" / "__init__.py", '__version__ = "1.2.0"\n')
    write(tmp_path / "CHANGELOG.md", CHANGELOG)
    write(tmp_path / "CITATION.cff", "version: 1.2.0\ndate-released: 2026-01-31\n")
    write(tmp_path / ".gitignore", ".venv/\n__pycache__/\n")
    write(tmp_path / ".ci" / "bench_signature", "313476\n")
    write(tmp_path / ".ci" / "run", "#!/bin/sh\necho all green\n", executable=True)
    write(tmp_path / ".venv" / "bin" / "noughts", "#!/bin/sh\necho '313476 nodes, 2,000,000/s'\n", executable=True)
    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    commit(tmp_path)
    return tmp_path


def commit(repository: Path) -> None:
    git(repository, "add", "--all")
    git(repository, "commit", "--quiet", "--allow-empty", "--message=Anything")


def release(repository: Path) -> tuple[int, str]:
    command = [sys.executable, str(repository / "scripts" / "release.py"), "--check"]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=environment)
    return done.returncode, done.stdout + done.stderr


def test_every_gate_is_open(repository: Path) -> None:
    assert release(repository) == (0, "1.2.0: .ci/run, which takes a while\nall green\n1.2.0: every gate is open\n")


def edit(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(repository: Path) -> None:
        text = (repository / name).read_text()
        assert old in text
        (repository / name).write_text(text.replace(old, new))
        commit(repository)

    return change


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda at: write(at / "CHANGELOG.md", "other"), "not committed:\n M CHANGELOG.md"),
        (lambda at: write(at / "new.py", ""), "not committed:\n?? new.py"),
        (lambda at: git(at, "switch", "--quiet", "--create", "other"), "the branch is other"),
        (lambda at: git(at, "tag", "v1.2.0"), "the tag v1.2.0 exists"),
        (edit("src/noughts/__init__.py", "1.2.0", "1.2"), "__version__ is '1.2'"),
        (edit("src/noughts/__init__.py", "1.2.0", "1.3.0"), "no section '## [1.3.0] - YYYY-MM-DD'"),
        (edit("CHANGELOG.md", "[1.2.0] - 2026-01-31", "[1.2.0]"), "no section '## [1.2.0] - YYYY-MM-DD'"),
        (edit("CHANGELOG.md", "2026-01-31", "2026-02-31"), "2026-02-31 is no date"),
        (edit("CHANGELOG.md", "2026-01-31", "9999-01-31"), "9999-01-31 is yet to come"),
        (edit("CHANGELOG.md", "### Added\n\n- Hex.\n", ""), "says nothing about 1.2.0"),
        (edit("CHANGELOG.md", "[Unreleased]\n", "[Unreleased]\n\n- More.\n"), "lines under Unreleased"),
        (edit("CITATION.cff", "1.2.0", "1.1.0"), "CITATION.cff: version is 1.1.0; it must be 1.2.0"),
        (edit("CITATION.cff", "date-released: 2026-01-31\n", ""), "date-released is not there"),
        (edit(".ci/bench_signature", "313476", "313477"), "searches 313476 nodes; .ci/bench_signature says 313477"),
        (lambda at: shutil.rmtree(at / ".venv"), "there is no .venv"),
        (edit(".ci/run", "echo all green", "exit 3"), ".ci/run fails"),
        (edit(".ci/run", "echo all green", "date > left"), "not committed:\n?? left"),
    ],
)
def test_refusals(repository: Path, change: Callable[[Path], None], reason: str) -> None:
    change(repository)
    code, said = release(repository)
    assert code == 1
    assert said.splitlines()[-1 - reason.count("\n")].startswith("no release: ")
    assert reason in said
    assert "every gate is open" not in said
