"""Benchmarks that play games are clients of the arena: games are kept, and a run that was broken off goes on."""

import re

import pytest

from commands import ROOT, run_python
from noughts.arena.journal import journal_folder


def benchmark(name: str, *arguments: str) -> str:
    run = run_python(str(ROOT / "benchmarks" / name), *arguments)
    assert run.returncode == 0, run.stderr
    return run.stdout


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("levels.py", r"\| 3x3x3 \|  (\| \d+ % ){5,}\|\n"),
        ("reports.py", r"3x3x3 +report002 +\d wins?, \d draws?, \d loss(es)?: .*\n"),
    ],
)
def test_a_benchmark_that_was_broken_off_goes_on(name: str, row: str) -> None:
    arguments = ("--only", "3x3x3", "--games", "1", "--concurrency", "1")
    told = benchmark(name, *arguments)
    assert re.search(row, told), told
    (path,) = journal_folder().glob("*.jsonl")
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    games = len(lines) - 1
    assert games >= 1
    path.write_bytes(b"".join(lines[:-1]) + lines[-1][:20])  # as if it had been killed while it wrote the last one
    assert benchmark(name, *arguments) == told
    again = path.read_bytes().splitlines(keepends=True)
    assert len(again) == 1 + games
    assert again[:-1] == lines[:-1], "none is played twice"
