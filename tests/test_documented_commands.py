"""Commands, options and engines that the documents name are there."""

import re
from pathlib import Path

import pytest
import typer.main

from noughts.cli import app
from noughts.engine.engine import Engine
from noughts.registry import all_players, searches

ROOT = Path(__file__).parent.parent
DOCUMENTS = [path for pattern in ("*.md", "docs/**/*.md", "*/README.md") for path in ROOT.glob(pattern)]
SCRIPTS = [*ROOT.glob("tuning/*.py"), *ROOT.glob("benchmarks/*.py"), *ROOT.glob("scripts/*.py")]

OPTION = re.compile(r"(?<![\w-])--?[a-z][a-z0-9-]*")


def texts(path: Path) -> str:
    """A document, or what a script says of itself before its first import."""
    text = path.read_text(encoding="utf-8")
    return text.partition("\nimport ")[0] if path.suffix == ".py" else text


def commands(path: Path, beginning: str) -> list[str]:
    """Commands in a text, a line of a listing or a piece between backticks each, without comments behind them."""
    listed = re.findall(rf"^ *(?:\$ )?({beginning}[^\n#]*)", texts(path), re.MULTILINE)
    return listed + [" ".join(found.split()) for found in re.findall(rf"`({beginning}[^`]*)`", texts(path))]


@pytest.mark.parametrize("path", [*DOCUMENTS, *SCRIPTS], ids=lambda path: str(path.relative_to(ROOT)))
def test_options_of_commands(path: Path) -> None:
    known = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    for command in commands(path, "noughts [a-z]"):
        words = command.split()
        assert words[1] in known, command
        taken = {option for one in known[words[1]].params for option in (*one.opts, *one.secondary_opts)}
        assert set(OPTION.findall(command)) <= taken, command


@pytest.mark.parametrize("path", [*DOCUMENTS, *SCRIPTS], ids=lambda path: str(path.relative_to(ROOT)))
def test_options_of_scripts(path: Path) -> None:
    for command in commands(path, r"python3? [a-z_]+/[a-z_]+\.py"):
        script = ROOT / command.split()[1]
        assert script.is_file(), command
        taken = re.findall(r'add_argument\("(--[a-z0-9-]+)"', script.read_text(encoding="utf-8"))
        assert set(OPTION.findall(command)) <= set(taken), command


@pytest.mark.parametrize("path", [*DOCUMENTS, *SCRIPTS], ids=lambda path: str(path.relative_to(ROOT)))
def test_engines(path: Path) -> None:
    names = "|".join([*searches(), *all_players()])
    for text in re.findall(rf"\b(?:{names}):[a-z_]+=[\w.,=]*\w", texts(path)):
        Engine(text)
