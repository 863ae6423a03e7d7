"""Checkpoints: what a task has found, to go on from later.

    a line of JSON      the version of this format, and the SHA-256 of all that follows
    a line of JSON      the game and its rules, the position, the results so far, the question that the table is about
    then, raw           for the entries of the table with most work: their places, the entries, their states

Of a large table most entries took a few nodes each, and are found again as soon as they are asked for. So a checkpoint
has some tens of megabytes, and is written in a moment, however large the table is.

A checkpoint is trusted, as the program is that wrote it: for a value that others can check there are proofs. The digest
finds damage, and nothing is taken up that makes no sense, or that does not fit the task; a forger who counts the digest
anew is believed. Version 1 had one line for both, which lay outside the digest: it is opened, with a warning.
"""

import hashlib
import itertools
import json
import logging
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from noughts.errors import NoughtsError
from noughts.kernel.contract import NO_MOVE
from noughts.kernel.fingerprint import package_hash
from noughts.solving.bounds import ValueBounds
from noughts.solving.method import Method
from noughts.solving.proof_table import ENTRY
from noughts.solving.question import NOT_LOST, UNLIMITED, WIN, Question
from noughts.solving.solver import Solver
from noughts.solving.task import Task
from noughts.system.folders import write_whole

VERSION, OLD_VERSION = 2, 1
LONGEST_HEADER = 1_000_000
MOST_ENTRIES = 1 << 19
_ENTRIES_AT_ONCE = 1 << 16

log = logging.getLogger("noughts.solving")


def save(task: Task, path: Path) -> None:
    """Write what a task has found. It must not be at work."""
    kept = _worth_keeping(task)
    header = _line({"program": package_hash(), **_identity(task), **_known(task)})
    digest = hashlib.sha256(header)
    for part in _table(task, kept):
        digest.update(part)
    first = _line({"noughts-checkpoint": VERSION, "sha256": digest.hexdigest()})
    try:
        write_whole(path, itertools.chain([first, header], _table(task, kept)))
    except OSError as error:
        raise NoughtsError(f"{path} cannot be written: {error.strerror}") from None


def load(task: Task, path: Path) -> None:
    """Let a task begin where another one of the same position ended."""
    try:
        with open(path, "rb") as file:
            header, table = _read(task, file, path)
        _take_up(task, header, table)
    except NoughtsError:
        raise
    except OSError as error:
        raise NoughtsError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise NoughtsError(f"{path} is damaged") from None


def _read(task: Task, file: IO[bytes], path: Path) -> tuple[dict[str, Any], bytes]:
    """The header, which is for this task, and the table, of which the digest holds."""
    first = _json_line(file)[1]
    version = first.get("noughts-checkpoint") if isinstance(first, dict) else None
    if version not in (VERSION, OLD_VERSION):
        raise NoughtsError(f"{path} is not a checkpoint")
    line, header = (b"", first) if version == OLD_VERSION else _json_line(file)
    wanted = _identity(task)
    if version == OLD_VERSION:
        del wanted["fields of a state"]  # which it does not name
    for name, value in wanted.items():
        if header[name] != value:
            raise NoughtsError(f"{path} was written for another {name}: {str(header[name])[:100]!r}")
    table = file.read(_largest(task))
    if file.read(1) or hashlib.sha256(line + table).hexdigest() != first["sha256"]:
        raise NoughtsError(f"{path} is damaged")
    if version == OLD_VERSION:
        log.warning("%s is a checkpoint of the old kind: no digest covers its first line, which is believed", path)
    elif header["program"] != package_hash():
        log.warning("%s was written by another version of the program, which is believed", path)
    return header, table


def _json_line(file: IO[bytes]) -> tuple[bytes, Any]:
    """A line, just as `_line` writes it: of the old kind no digest says that a minus has become a blank."""
    line = file.readline(LONGEST_HEADER)
    found = json.loads(line) if line.endswith(b"\n") else None
    _insist(found is None or _line(found) == line)
    return line, found


def _line(content: Any) -> bytes:
    return json.dumps(content).encode() + b"\n"


def _identity(task: Task) -> dict[str, Any]:
    """The facts that must be the same for a checkpoint to be of use."""
    rules, method, size = task.position.game.rules, None, None
    if isinstance(task, Solver):
        method, size = task.method.name, len(task.method.entries)
    fields: Mapping[str, Any] = rules.dtype.fields or {}
    return {
        "game": task.position.game.name,
        "rules": rules.tag,
        "fields of a state": [[name, str(field[0]), field[1]] for name, field in fields.items()],
        "position": task.position.text(),
        "method": method,
        "number of plies (--within)": task.settings.within,
        "table size (--hash-mb)": size,
    }


def _known(task: Task) -> dict[str, Any]:
    question = task.method.question if isinstance(task, Solver) else None
    return {
        "known": [task.known.least, task.known.most],
        "moves": {str(move): [known.least, known.most] for move, known in task.known_moves.items()},
        "best_move": str(task.best_move) if task.best_move else None,
        "wins_within": task.wins_within,
        "question": [question.player, question.target, question.within] if question else None,
    }


def _take_up(task: Task, header: dict[str, Any], table: bytes) -> None:
    """All of it, or nothing where any of it makes no sense (ValueError)."""
    legal = {str(move): move for move in task.position.legal_moves}
    known = _bounds(header["known"], task.known)
    of_moves = {legal[text]: bounds for text, bounds in header["moves"].items()}
    known_moves = {}
    if of_moves and task.known_moves:
        _insist(of_moves.keys() == task.known_moves.keys())
        known_moves = {move: _bounds(of_moves[move], first) for move, first in task.known_moves.items()}
    best_move = None if header["best_move"] is None else legal[header["best_move"]]
    wins_within = header["wins_within"]
    if wins_within is not None:
        _insist(isinstance(wins_within, bool) and task.settings.within is not None)
        _insist(not wins_within or known.least == WIN)
    if header["question"] is None:
        _insist(not table)
    else:
        _insist(isinstance(task, Solver))
        assert isinstance(task, Solver)
        question = _question(header["question"], task)
        rows = _rows(task.method, table)
        task.method.take_up(question)
        task.method.fill(*rows)
    task.known, task.best_move, task.wins_within = known, best_move, wins_within
    task.known_moves |= known_moves


def _insist(is_so: bool) -> None:
    if not is_so:
        raise ValueError("what a checkpoint says makes no sense")


def _are_numbers(values: Any, count: int) -> bool:
    return isinstance(values, list) and len(values) == count and all(type(value) is int for value in values)


def _bounds(pair: Any, first: ValueBounds) -> ValueBounds:
    """The bounds that were written, narrowed by those that need no search."""
    _insist(_are_numbers(pair, 2))
    least, most = pair
    _insist(-WIN <= least <= most <= WIN and (first.has_points or {least, most} <= {-WIN, 0, WIN}))
    least, most = max(least, first.least), min(most, first.most)
    _insist(least <= most)
    return ValueBounds(least, most, first.has_points)


def _question(numbers: Any, task: Solver) -> Question:
    _insist(_are_numbers(numbers, 3))
    question = Question(*numbers)
    _insist(question.player == task.player)
    _insist(question.target in (WIN, NOT_LOST) or (task.known.has_points and abs(question.target) < WIN))
    most = task.settings.within
    _insist(question.within == UNLIMITED if most is None else 0 <= question.within <= most)
    return question


def _entry_size(method: Method) -> int:
    return 8 + ENTRY.itemsize + method.game.rules.dtype.itemsize


def _largest(task: Task) -> int:
    if not isinstance(task, Solver):
        return 0
    return min(len(task.method.entries), MOST_ENTRIES) * _entry_size(task.method)


def _worth_keeping(task: Task) -> NDArray[np.int64]:
    """The places of the entries with most work."""
    if not isinstance(task, Solver):
        return np.zeros(0, np.int64)
    work = task.method.entries["work"]
    used = np.flatnonzero(work)
    if len(used) > MOST_ENTRIES:
        used = np.sort(used[np.argpartition(work[used], -MOST_ENTRIES)[-MOST_ENTRIES:]])
    return used


def _table(task: Task, used: NDArray[np.int64]) -> Iterator[bytes]:
    """Part by part: a table may take most of the memory that there is."""
    if isinstance(task, Solver):
        parts = [used[at : at + _ENTRIES_AT_ONCE] for at in range(0, len(used), _ENTRIES_AT_ONCE)]
        yield from (part.tobytes() for part in parts)
        yield from (task.method.entries[part].tobytes() for part in parts)
        yield from (task.method.kept_states[part].tobytes() for part in parts)


def _rows(method: Method, table: bytes) -> tuple[NDArray[np.int64], Any, Any]:
    """Places, entries and states, as `_table` writes them."""
    count = len(table) // _entry_size(method)
    _insist(len(table) == count * _entry_size(method))
    used = np.frombuffer(table, np.int64, count)
    entries = np.frombuffer(table, ENTRY, count, used.nbytes)
    states = np.frombuffer(table, method.game.rules.dtype, count, used.nbytes + count * ENTRY.itemsize)
    _insist(bool(np.all(entries["work"] > 0)))
    _insist(set(entries["move"].tolist()) <= {NO_MOVE, *method.game.moves})
    return used, entries, states
