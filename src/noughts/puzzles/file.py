"""Files of puzzles: JSON lines. The first line tells the game and how they were made, each other one is a puzzle.

A file is made line by line, so a kill costs a puzzle at most; the same command goes on with it.
"""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from noughts.board import Game
from noughts.errors import NoughtsError, shown
from noughts.puzzles.puzzle import Puzzle, read_puzzle, trusted_puzzle

FORMAT = 1
MOST_PUZZLES, LONGEST_LINE = 10_000, 200_000


@dataclass(frozen=True)
class Header:
    """The first line of a file."""

    game: str
    version: int
    made: dict[str, Any]  # command, seed, time, and the version of Noughts

    def line(self) -> str:
        return _line(
            {"noughts": "puzzles", "format": FORMAT, "game": self.game, "version": self.version} | {"made": self.made}
        )


def read_file(game: Game, file: Path, most: int = MOST_PUZZLES) -> list[Puzzle]:
    """The puzzles of a file for a game, each checked."""
    _, puzzles, _ = _read(game, file, most)
    return puzzles


def read_shipped(file: Path) -> list[Puzzle]:
    """The puzzles of a file of the package: to play all their moves would take seconds where nothing is compiled."""
    _, *lines = file.read_text(encoding="utf-8").splitlines()
    return [trusted_puzzle(json.loads(line)) for line in lines]


def read_unfinished(game: Game, file: Path, seed: int) -> list[Puzzle]:
    """The puzzles of a file to go on with; a line that was broken off by a kill is removed."""
    header, puzzles, whole = _read(game, file, MOST_PUZZLES, may_be_broken=True)
    if header.made.get("seed") != seed:
        raise NoughtsError(f"{file} was made with seed {header.made.get('seed')!r}: name another file, or that seed")
    if whole != file.stat().st_size:
        with open(file, "r+b") as opened:
            opened.truncate(whole)
    return puzzles


def begin(file: Path, header: Header) -> None:
    """Make a file without puzzles."""
    _write(file, "xb", header.line())


def append(file: Path, puzzle: Puzzle) -> None:
    """Add a puzzle, on the disk before this returns."""
    _write(file, "ab", _line(puzzle.as_dict()))


def _line(content: dict[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")) + "\n"


def _write(file: Path, mode: str, line: str) -> None:
    try:
        with open(file, mode) as opened:
            opened.write(line.encode())
            opened.flush()
            os.fsync(opened.fileno())
    except OSError as error:
        raise NoughtsError(f"{file} cannot be written: {error.strerror}") from None


def _read(game: Game, file: Path, most: int, may_be_broken: bool = False) -> tuple[Header, list[Puzzle], int]:
    """The header, the puzzles, and the number of bytes of whole lines."""
    header: Header | None = None
    puzzles, whole, number = list[Puzzle](), 0, 0
    try:
        with open(file, "rb") as opened:
            while line := opened.readline(LONGEST_LINE + 1):
                number += 1
                if may_be_broken and not line.endswith(b"\n") and len(line) <= LONGEST_LINE:
                    break
                if len(line) > LONGEST_LINE:
                    raise NoughtsError(f"it has more than {LONGEST_LINE:,} characters")
                entry = _entry(line)
                if header is None:
                    header = _header(game, entry)
                elif len(puzzles) >= most:
                    raise NoughtsError(f"a file has {most:,} puzzles at most")
                else:
                    puzzles.append(read_puzzle(game, entry))
                whole += len(line)
    except OSError as error:
        raise NoughtsError(f"{file} cannot be read: {error.strerror}") from None
    except NoughtsError as error:
        raise NoughtsError(f"{file}, line {number}: {error}") from None
    if header is None:
        raise NoughtsError(f"{file} is no file of puzzles: its first line must say for which game it is")
    return header, puzzles, whole


def _entry(line: bytes) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise NoughtsError("it is not JSON") from None


def _header(game: Game, entry: object) -> Header:
    if not isinstance(entry, dict) or entry.get("noughts") != "puzzles" or not isinstance(entry.get("made"), dict):
        raise NoughtsError('a file of puzzles begins with {"noughts": "puzzles", "game": …, "made": …}')
    if entry.get("format") != FORMAT:
        raise NoughtsError(f"its format is {shown(repr(entry.get('format')))}; this Noughts reads {FORMAT}")
    if entry.get("game") != game.name:
        raise NoughtsError(f"it is for {shown(str(entry.get('game')))}, not for {game.name}")
    if entry.get("version") != game.version:
        raise NoughtsError(f"it is for version {shown(repr(entry.get('version')))} of the rules, not {game.version}")
    return Header(game.name, game.version, entry["made"])
