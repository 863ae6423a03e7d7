"""The puzzles that come with the package, and which of them a person gets."""

import datetime
import functools
import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from noughts.board import Game
from noughts.errors import NoughtsError
from noughts.puzzles.file import read_shipped
from noughts.puzzles.puzzle import THEMES, Puzzle, Theme

DATA = Path(__file__).parent / "data"
NEAR = 8  # puzzles next to a person's rating, of which one comes by chance


def puzzle_file(name: str) -> Path:
    """The place of a game's puzzles in the package, whether or not there are any."""
    return DATA / f"{Path(name).name}.jsonl"


def games_with_puzzles() -> list[str]:
    """The games of the package's puzzles, those with most of them first."""
    files = sorted(DATA.glob("*.jsonl"), key=lambda file: (-file.stat().st_size, file.stem))
    return [file.stem for file in files]


def has_puzzles(game: Game) -> bool:
    return game.rules.is_ours and puzzle_file(game.name).is_file()


@functools.lru_cache(maxsize=32)
def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles of the package for a game; NoughtsError if there are none."""
    if not has_puzzles(game):
        known = ", ".join(games_with_puzzles())
        raise NoughtsError(
            f"there are no puzzles of {game.name} here; there are some of {known}, "
            "and `noughts puzzles GAME` finds more"
        )
    return tuple(read_shipped(puzzle_file(game.name)))


def find(puzzles: Sequence[Puzzle], name: str) -> Puzzle:
    """The puzzle of that name."""
    for puzzle in puzzles:
        if puzzle.id == name:
            return puzzle
    raise NoughtsError("there is no such puzzle here")


def rated(puzzles: Iterable[Puzzle], changes: Mapping[str, float]) -> list[Puzzle]:
    """The puzzles with the ratings that people's tries have moved."""
    return [replace(one, rating=round(one.rating + changes.get(one.id, 0))) for one in puzzles]


def themes_of(puzzles: Iterable[Puzzle]) -> dict[Theme, str]:
    """The themes that there are, with their words."""
    there = {puzzle.theme for puzzle in puzzles}
    return {theme: words for theme, words in THEMES.items() if theme in there}


def daily(puzzles: Sequence[Puzzle], date: datetime.date) -> Puzzle:
    """The puzzle of a day, the same for everybody, in pages without a server too (`static/puzzles/solving.js`).

    It is drawn by a hash of the date and each one's name: another puzzle in the file changes few days.
    """
    return min(puzzles, key=lambda puzzle: (_hash(f"{date.isoformat()} {puzzle.id}"), puzzle.id))


def _hash(text: str) -> int:
    """FNV-1a with 32 bits: short in any language."""
    value = 0x811C9DC5
    for byte in text.encode():
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value


def next_for(
    puzzles: Sequence[Puzzle],
    rating: float,
    tried: Collection[str],
    chance: random.Random,
    theme: str | None = None,
    but: str | None = None,
) -> Puzzle:
    """A puzzle near a person's rating, of those not tried yet if there are any, and not the one just seen."""
    themed = [puzzle for puzzle in puzzles if theme in (None, puzzle.theme)]
    if not themed:
        themes = sorted({puzzle.theme for puzzle in puzzles})
        raise NoughtsError(f"there is no puzzle of that theme; themes here: {', '.join(themes)}")
    left = [puzzle for puzzle in themed if puzzle.id not in tried] or themed
    left = [puzzle for puzzle in left if puzzle.id != but] or left
    return chance.choice(sorted(left, key=lambda puzzle: abs(puzzle.rating - rating))[:NEAR])
