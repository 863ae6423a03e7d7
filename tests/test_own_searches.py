"""Searches from outside the package: in a file, by an entry point, and what is refused of them."""

import inspect
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

import noughts as package
from commands import ROOT, edit, noughts
from noughts.arena.contestants import files_of, identity
from noughts.board import Position
from noughts.conformance.searches import trial
from noughts.kernel.scores import MATE
from noughts.search import minimax
from noughts.search.base import Bounds, Counters, Iteration, Line, Search, StopSignal
from noughts.web.models import Searching, seat_choice

FLAT = ROOT / "examples" / "flat_search.py"
WON = "XX./OO./... X"  # c3 wins


@pytest.fixture
def recursion(tmp_path: Path) -> Path:
    """Minimax once more, as a user would write it."""
    path = tmp_path / "deep.py"
    path.write_text(inspect.getsource(minimax))
    edit(path, ('name = "minimax"', 'name = "deep"'))
    return path


def test_a_search_in_a_file_is_an_engines_text() -> None:
    position = package.game("tictactoe").position(WON)
    best = package.Engine(str(FLAT), seed=1).analyse(position, package.Limit(nodes=2000), multipv=5)
    assert str(best[0].move) == "c3"
    assert best[0].score.points == 5
    played = package.match(f"{FLAT}:nodes=2000,exploration=0.7", "random", "tictactoe", games=4, openings="none")
    assert played.score.losses == 0
    assert played.report.names[0] == "flat_search.py, nodes=2000, exploration=0.7"
    listed = noughts("searches", str(FLAT))
    assert listed.stdout.startswith("flat: Random games after each move")
    assert "exploration=1.0" in listed.stdout


def test_a_recursion_in_a_file_is_compiled_and_agrees_with_ours(recursion: Path) -> None:
    position, limit = package.game("4x4x3").position("X.../..../..../.... O"), package.Limit(depth=4)
    found, expected = (
        package.Engine(name, eval="pascal").analyse(position, limit) for name in (str(recursion), "minimax")
    )
    assert (found.move, found.score, found.stats.nodes) == (expected.move, expected.score, expected.stats.nodes)
    compared = noughts("compare", "3x3x3", "--searches", f"{recursion},alphabeta", "--depth", "3", "--evals", "pascal")
    assert compared.returncode == 0, compared.stderr
    assert "deep.py" in compared.stdout


def test_an_installed_package_offers_searches_by_an_entry_point(recursion: Path) -> None:
    folder = recursion.parent
    info = folder / "deep-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: deep\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[noughts.searches]\ndeep = deep:Minimax\n")
    path = f"{folder}{os.pathsep}{ROOT / 'src'}"
    asked = ("tictactoe", "--position", WON, "--search", "deep", "--eval", "zero", "--json")
    found = noughts("analyze", *asked, PYTHONPATH=path, NOUGHTS_UNCOMPILED="1")
    assert '"move": "c3"' in found.stdout, found.stderr


def test_an_edited_file_is_another_player(recursion: Path) -> None:
    text = f"{recursion}:eval=pascal"
    before = identity(text)
    assert files_of(text) == [str(recursion)]
    edit(recursion, ("Plain minimax. Without", "Minimax. Without"))
    assert identity(text) != before


def test_no_visitor_names_a_file() -> None:
    with pytest.raises(ValidationError):
        Searching(kind="search", search="./mysearch.py")
    assert seat_choice("./mysearch.py") is None
    assert seat_choice(f"{FLAT}:nodes=5") is None


def test_a_file_with_a_move_is_a_bot_whatever_it_imports(tmp_path: Path) -> None:
    bot = tmp_path / "both.py"
    bot.write_text(FLAT.read_text() + "\n\ndef move(position, limit):\n    return position.legal_moves[0]\n")
    assert identity(str(bot)).startswith("(")  # a program


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            "raise ValueError('a file that is no search is not run')\n",
            "defines no search: it needs a class that derives from Search",
        ),
        ("from noughts.search.base import Search\n\nclass Mine(Search):\n    name = 'mine'\n", "defines no search"),
        (inspect.getsource(minimax), "there is a search or player minimax already"),
        ("from noughts.search import base\nraise ValueError('no')\n", "mine.py, line 2: ValueError: no"),
    ],
)
def test_a_file_without_a_search_is_refused(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(content)
    with pytest.raises(package.NoughtsError, match=said):
        package.Engine(str(path))
    with pytest.raises(package.NoughtsError, match="there is no search file"):
        package.Engine(str(tmp_path / "not_there.py"))


def test_a_search_that_hangs_or_cheats_is_told_of_before_it_plays(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    for changes, said in (
        (("is_last = stop.is_set or", "is_last = False and"), r"mine.py.* had not ended after"),
        (("(one.code,)", "(one.code + 1,)"), r"mine.py: a line has the move \d+, which is not legal there"),
    ):
        path.write_text(FLAT.read_text())
        edit(path, changes)
        with pytest.raises(package.NoughtsError, match=said):
            package.Engine(str(path)).play(package.game("tictactoe").start(), package.Limit(nodes=100))


class Honest(Search):
    """Plays the first move."""

    name = "honest"
    ends_by_itself = True

    def iterate(self, position: Position, bounds: Bounds, stop: StopSignal) -> Iterator[Iteration]:
        lines = tuple(Line(0, (move.code,)) for move in position.legal_moves[: bounds.lines])
        yield self.changed(Iteration(1, lines, Counters(), is_final=True), position)

    def changed(self, found: Iteration, position: Position) -> Any:
        return found


class Silent(Honest):
    """Says nothing."""

    def iterate(self, position: Position, bounds: Bounds, stop: StopSignal) -> Iterator[Iteration]:
        yield from ()


class Playing(Honest):
    """Plays on the position itself."""

    def changed(self, found: Iteration, position: Position) -> Any:
        position.push(position.legal_moves[0])
        return found


class Boasting(Honest):
    """Claims a mate."""

    def changed(self, found: Iteration, position: Position) -> Any:
        return replace(found, lines=tuple(Line(MATE - 1, line.moves) for line in found.lines))


class Fractional(Honest):
    """Has a value that is no whole number."""

    def changed(self, found: Iteration, position: Position) -> Any:
        return replace(found, lines=tuple(Line(0.5, line.moves) for line in found.lines))  # type: ignore[arg-type]


class Repeating(Honest):
    """Tells a move as often as lines are asked for."""

    def changed(self, found: Iteration, position: Position) -> Any:
        return replace(found, lines=(found.lines[0],) * len(found.lines))


class Inexact(Honest):
    """Says that its value is minimax's."""

    is_exact = True


class Wordy(Honest):
    """Has a name that no text can hold."""

    name = "a, b"


class Listless(Honest):
    """Yields something else."""

    def changed(self, found: Iteration, position: Position) -> Any:
        return found.lines


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (Silent, "gives no iteration"),
        (Playing, "has changed the position"),
        (Boasting, "a mate in 1 plies, but its moves do not lead to one"),
        (Fractional, "whose value is a whole number"),
        (Repeating, "begin with the same move"),
        (Inexact, "is_exact is True, but its value at depth 1 is 0"),
        (Wordy, "its name is 'a, b'"),
        (Listless, "it must be an Iteration"),
    ],
)
def test_what_the_contract_of_searches_refuses(kind: type[Search], said: str) -> None:
    game = package.game("tictactoe")
    assert len(trial(Honest, game, lambda: None)) == 12
    with pytest.raises(package.NoughtsError, match=said):
        trial(kind, game, lambda: None)
