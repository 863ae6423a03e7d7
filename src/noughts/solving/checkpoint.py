"""Checkpoints: what a task has found, to go on from later.

    a line of JSON      the game and its rules, the position, what is known, the question that the table is about
    then, raw           for the entries of the table with most work: their places, the entries, their states

Of a large table most entries took a few nodes each, and are found again as soon as they are asked for. So a checkpoint
has some tens of megabytes, and is written in a moment, however large the table is.

A checkpoint is believed, as the program is that wrote it: who wants a value that can be checked asks for a proof. Its
size is bounded, and whatever does not fit the task is refused.
"""

import hashlib
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from noughts.errors import NoughtsError
from noughts.kernel.fingerprint import package_hash
from noughts.solving.asking import Asking
from noughts.solving.bounds import Bounds
from noughts.solving.proof_table import ENTRY
from noughts.solving.question import Question
from noughts.solving.solver import Solver
from noughts.solving.task import Task
from noughts.system.folders import write_whole

VERSION = 1
LONGEST_HEADER = 1_000_000
MOST_ENTRIES = 1 << 19
_ENTRIES_AT_ONCE = 1 << 16


def save(task: Task, path: Path) -> None:
    """Write what a task has found. It must not be at work."""
    digest, kept = hashlib.sha256(), _worth_keeping(task)
    for part in _table(task, kept):
        digest.update(part)
    header = {**_identity(task), **_known(task), "sha256": digest.hexdigest()}
    try:
        write_whole(path, itertools.chain([json.dumps(header).encode() + b"\n"], _table(task, kept)))
    except OSError as error:
        raise NoughtsError(f"{path} cannot be written: {error.strerror}") from None


def load(task: Task, path: Path) -> None:
    """Let a task begin where another one of the same position ended."""
    try:
        with open(path, "rb") as file:
            line = file.readline(LONGEST_HEADER)
            header = json.loads(line) if line.endswith(b"\n") else None
            if not isinstance(header, dict) or header.get("noughts-checkpoint") != VERSION:
                raise NoughtsError(f"{path} is not a checkpoint")
            for name, wanted in _identity(task).items():
                if header.get(name) != wanted:
                    raise NoughtsError(f"{path} was written for another {name}: {str(header.get(name))[:100]!r}")
            table = file.read(_largest(task))
            if file.read(1) or hashlib.sha256(table).hexdigest() != header.get("sha256"):
                raise NoughtsError(f"{path} is damaged")
        _take_up(task, header, table)
    except NoughtsError:
        raise
    except OSError as error:
        raise NoughtsError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise NoughtsError(f"{path} is damaged") from None


def _identity(task: Task) -> dict[str, Any]:
    """What must be the same for a checkpoint to be of use."""
    method, size = None, None
    if isinstance(task, Solver):
        method, size = task.asking.name, len(task.asking.entries)
    return {
        "noughts-checkpoint": VERSION,
        "program": package_hash(),
        "game": task.position.game.name,
        "rules": task.position.game.rules.tag,
        "position": task.position.text(),
        "method": method,
        "number of plies (--within)": task.settings.within,
        "table size (--hash-mb)": size,
    }


def _known(task: Task) -> dict[str, Any]:
    question = task.asking.question if isinstance(task, Solver) else None
    return {
        "known": [task.known.least, task.known.most],
        "moves": {str(move): [known.least, known.most] for move, known in task.known_moves.items()},
        "best_move": str(task.best_move) if task.best_move else None,
        "wins_within": task.wins_within,
        "question": [question.player, question.target, question.within] if question else None,
    }


def _take_up(task: Task, header: dict[str, Any], table: bytes) -> None:
    game, has_points = task.position.game, task.known.has_points
    least, most = map(int, header["known"])
    task.known = Bounds(least, most, has_points)
    for text, bounds in header["moves"].items():
        least, most = map(int, bounds)
        if (move := game.read_move(text)) in task.known_moves:
            task.known_moves[move] = Bounds(least, most, has_points)
    task.best_move = game.read_move(header["best_move"]) if header["best_move"] else None
    task.wins_within = {True: True, False: False, None: None}[header["wins_within"]]
    if isinstance(task, Solver) and header["question"]:
        task.asking.take_up(Question(*map(int, header["question"])))
        _fill(task.asking, table)


def _entry_size(asking: Asking) -> int:
    return 8 + ENTRY.itemsize + asking.game.rules.dtype.itemsize


def _largest(task: Task) -> int:
    if not isinstance(task, Solver):
        return 0
    return min(len(task.asking.entries), MOST_ENTRIES) * _entry_size(task.asking)


def _worth_keeping(task: Task) -> NDArray[np.int64]:
    """The places of the entries with most work."""
    if not isinstance(task, Solver):
        return np.zeros(0, np.int64)
    work = task.asking.entries["work"]
    used = np.flatnonzero(work)
    if len(used) > MOST_ENTRIES:
        used = np.sort(used[np.argpartition(work[used], -MOST_ENTRIES)[-MOST_ENTRIES:]])
    return used


def _table(task: Task, used: NDArray[np.int64]) -> Iterator[bytes]:
    """Part by part: a table may take most of the memory that there is."""
    if isinstance(task, Solver):
        parts = [used[at : at + _ENTRIES_AT_ONCE] for at in range(0, len(used), _ENTRIES_AT_ONCE)]
        yield from (part.tobytes() for part in parts)
        yield from (task.asking.entries[part].tobytes() for part in parts)
        yield from (task.asking.kept_states[part].tobytes() for part in parts)


def _fill(asking: Asking, table: bytes) -> None:
    count = len(table) // _entry_size(asking)
    used = np.frombuffer(table, np.int64, count)
    if len(table) != count * _entry_size(asking) or (count and not 0 <= used.min() <= used.max() < len(asking.entries)):
        raise ValueError("places that are not there")
    entries = np.frombuffer(table, ENTRY, count, used.nbytes)
    states = np.frombuffer(table, asking.game.rules.dtype, count, used.nbytes + count * ENTRY.itemsize)
    asking.fill(used, entries, states)
