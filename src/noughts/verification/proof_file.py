"""Proof files: one JSON object a line.

    {"noughts-proof": 1, "game": "4x5x4", "position": "…", "value": "draw", "points": null}
    {"claim": {"player": 0, "at_least": "draw"}}        what follows is about this: "win", "draw", or so many points;
                                                        with "within": 43 a win in so many plies at most
    {"at": "…", "move": "b2"}                           what the player plays there
    {"at": "…", "pairs": [["a1", "b1"], …]}             from there the player does not lose: by pairs
                                                        (in misère perhaps with a single cell, ["c1"]),
    {"at": "…", "weights": true}                        by the weights of the lines still open,
    {"at": "…", "stealing": true}                       by strategy stealing,
    {"at": "…", "mirroring": true}                      by answering every move with its image, where lines lose
    {"end": 3}                                          how many lines of the last five kinds there were

A position that stands for its symmetrical ones is the least of their texts, and its move is that of this text. Left out
are positions where a move wins at once, and finished ones. Whatever a file holds is checked before it is used, and its
size is bounded.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO, Any

from noughts.verification.certificates import ProofError

VERSION = 1
LONGEST_LINE = 20_000
MOST_ENTRIES = 50_000_000

KINDS = ("move", "pairs", "weights", "stealing", "mirroring")
Entry = tuple[str, Any]  # one of the kinds, and its content


@dataclass(frozen=True)
class Header:
    game: str
    position: str
    value: str
    points: int | None


@dataclass
class Claim:
    """That a player gets at least so much, and by what."""

    player: int
    at_least: str | int
    within: int | None = None  # plies, of a win
    entries: dict[str, Entry] = field(default_factory=dict)


def read_proof(file: IO[str]) -> tuple[Header, list[Claim]]:
    """The whole of a proof file; ProofError, with the line, if it is none."""
    lines = _objects(file)
    header = _header(next(lines, (0, {}))[1])
    claims: list[Claim] = []
    count = 0
    for number, line in lines:
        if "claim" in line:
            claims.append(_claim(number, line["claim"]))
        elif "end" in line:
            if line["end"] != count or next(lines, None) is not None:
                raise ProofError(f"line {number}: the file is not whole")
            return header, claims
        else:
            if not claims:
                raise ProofError(f"line {number}: a claim must come first")
            at, entry = _entry(number, line)
            claims[-1].entries[at] = entry
            count += 1
            if count > MOST_ENTRIES:
                raise ProofError(f"line {number}: a proof has at most {MOST_ENTRIES} positions")
    raise ProofError("the file is not whole: its last line is missing")


def _objects(file: IO[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    number = 0
    while line := file.readline(LONGEST_LINE):
        number += 1
        try:
            found = json.loads(line) if line.endswith("\n") else None
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise ProofError(f"line {number} is not a line of a proof file")
        yield number, found


def _header(line: dict[str, Any]) -> Header:
    if line.get("noughts-proof") != VERSION:
        raise ProofError(f"the file is not a proof of version {VERSION}")
    game, position, value, points = (line.get(name) for name in ("game", "position", "value", "points"))
    texts_are_texts = isinstance(game, str) and isinstance(position, str) and value in ("win", "draw", "loss")
    if not texts_are_texts or not (points is None or _is_whole(points)):
        raise ProofError("line 1 does not say game, position and value")
    return Header(str(game), str(position), str(value), points)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**6


def _claim(number: int, claim: Any) -> Claim:
    player, at_least = (claim.get(name) if isinstance(claim, dict) else None for name in ("player", "at_least"))
    if not (_is_whole(player) and player in (0, 1)) or not (at_least in ("win", "draw") or _is_whole(at_least)):
        raise ProofError(f"line {number}: a claim says which player gets at least what")
    within = claim.get("within")
    if within is not None and not (_is_whole(within) and within > 0 and at_least == "win"):
        raise ProofError(f"line {number}: a claim of a win may say within how many plies it comes")
    return Claim(1 if player else 0, at_least or 0, within)


def _entry(number: int, line: dict[str, Any]) -> tuple[str, Entry]:
    at = line.get("at")
    kinds = [kind for kind in KINDS if kind in line]
    if not isinstance(at, str) or len(kinds) != 1 or len(line) != 2:
        raise ProofError(f"line {number} says neither a move nor a reason")
    content = line[kinds[0]]
    if not isinstance(content, {"move": str, "pairs": list}.get(kinds[0], bool)):
        raise ProofError(f"line {number} has no proper {kinds[0]}")
    return at, (kinds[0], content)
