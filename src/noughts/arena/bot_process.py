"""The process in which a user's bot runs: a Python file with a function move(position, limit), served in UGI.

    python -m noughts.arena.bot_process FILE [--no-engine] [--explain]

It speaks as much of UGI as `protocols/ugi_host.py` asks for. What the file prints is told as `info string`, for the
match's log. It runs in the folder of the file. Its errors are written to the standard error output, as the process's
last words. When the standard input ends, the host is gone, and the process ends too, whatever the bot is doing.

With --explain, for the file's author, moves are checked here, and errors come with the lines of the file.

With --no-engine, imports of our engine and solver fail. That is an agreement and no lock: a file can start a process of
its own, or look for what is in memory.
"""

import importlib.abc
import io
import os
import queue
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

import noughts
from noughts.board import Game, Move, Position
from noughts.conformance.discovery import existing_file, in_users_words, load_file
from noughts.engine.limit import Limit
from noughts.engine.results import Result
from noughts.errors import NoughtsError, shown
from noughts.kernel.fingerprint import file_hash
from noughts.option import read_number
from noughts.protocols.limits import read_go
from noughts.protocols.ugi_info import write_info
from noughts.registry import game as find_game

_Bot = Callable[[Position, Limit], Any]
_MOST_PRINTED = 50_000  # characters for each of our lines; all others go nowhere
_LONGEST_PRINTED = 1000
_WITHHELD = (  # by --no-engine, with all that is below them
    "noughts.arena.contests",
    "noughts.engine.engine",
    "noughts.engine.parallel_analysis",
    "noughts.engine.solve",
    "noughts.solving",
)


def main() -> None:
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="backslashreplace")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    asked: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin, asked), daemon=True).start()
    try:
        if "--no-engine" in sys.argv[2:]:
            sys.meta_path.insert(0, _Withheld())
        sys.stdout = said = _Said(answers)
        serve(load_bot(sys.argv[1]), asked, said, explains="--explain" in sys.argv[2:])
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is the bot's
        os.write(2, (explained(error) if "--explain" in sys.argv[2:] else in_users_words(error)).encode())
        os._exit(1)  # at once: threads and exit handlers of the bot have no say


def _read(lines: TextIO, asked: "queue.SimpleQueue[str]") -> None:
    for line in lines:
        if line.strip() == "quit":
            break
        asked.put(line)
    os._exit(0)


class _Withheld(importlib.abc.MetaPathFinder):
    def find_spec(self, name: str, path: Any, target: Any = None) -> None:
        if any(name == one or name.startswith(f"{one}.") for one in _WITHHELD):
            raise ImportError("the engine of Noughts may not be used here (--no-engine)")


class _Said(io.TextIOBase):
    """The standard output of a bot: its lines become lines of UGI that are no answers, so many for each of ours."""

    def __init__(self, answers: TextIO) -> None:
        self._answers, self._lock = answers, threading.Lock()
        self._line, self._printed = "", 0

    # What is written to the stream below, and not as text, goes nowhere, as ever.

    @property
    def buffer(self) -> Any:
        return sys.__stdout__.buffer  # type: ignore[union-attr]

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return "utf-8"

    def fileno(self) -> int:
        return 1

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        with self._lock:
            *lines, self._line = (self._line + text).split("\n")
            for line in lines:
                self._tell(line)
            self._line = self._line[:_LONGEST_PRINTED]
        return len(text)

    def answer(self, text: str) -> None:
        """Answer the line that was asked; whatever the bot has begun to print is told before."""
        with self._lock:
            if self._line:
                self._tell(self._line)
            self._line, self._printed = "", 0
            self._answers.write(text + "\n")
            self._answers.flush()

    def _tell(self, line: str) -> None:
        told = f"info string {' '.join(line[:_LONGEST_PRINTED].splitlines())}\n"
        self._printed += len(told)
        if self._printed <= _MOST_PRINTED:
            self._answers.write(told)
            self._answers.flush()


def load_bot(name: str) -> _Bot:
    path = existing_file(name, "bot").absolute()
    os.chdir(
        path.parent
    )  # here, and not where the process starts: nothing of its own takes the place of a module of ours
    found: _Bot | None = getattr(load_file(path, file_hash(path)), "move", None)
    if not callable(found):
        raise NoughtsError(f"{path.name} has no function move(position, limit)")
    return found


def explained(error: BaseException) -> str:
    """The error as Python tells it, with the lines of the user's files alone."""
    cause = error.__cause__ if isinstance(error, NoughtsError) and error.__cause__ is not None else error
    if isinstance(cause, NoughtsError):
        return in_users_words(cause)
    told = traceback.TracebackException.from_exception(cause)
    ours = str(Path(noughts.__file__).parent)
    told.stack = traceback.StackSummary.from_list(
        frame for frame in told.stack if not frame.filename.startswith((ours, "<frozen"))
    )
    return "".join(told.format(chain=False))


def serve(bot: _Bot, asked: "queue.SimpleQueue[str]", said: _Said, explains: bool = False) -> None:
    """Answer lines for ever."""
    game: Game | None = None
    position: Position | None = None
    while True:
        command, _, rest = asked.get().strip().partition(" ")
        if command == "ugi":
            answer = "option name game type string default tictactoe\nugiok"
        elif command == "setoption":
            game = find_game(rest.partition(" value ")[2])
            continue
        elif command == "isready":
            if game is not None:
                game.start()  # compiles, or loads, the rules: no clock runs yet
            answer = "readyok"
        elif command == "position":
            assert game is not None
            position = _position(game, rest)
            continue
        elif command == "go":
            assert position is not None
            answer = _answer(bot(position.copy(), read_go(rest.split())[0]))
            move = answer.rpartition("bestmove ")[2]
            if explains and not position.is_legal(move):
                raise NoughtsError(f"move(position, limit) returned {shown(move)}: {_why_illegal(position, move)}")
        else:
            continue
        said.answer(answer)


def _position(game: Game, words: str) -> Position:
    start, _, moves = words.partition(" moves ")
    position = game.start() if start.split() == ["startpos"] else game.position(start.removeprefix("fen "))
    for move in moves.split():
        position.push(move)
    return position


def _answer(answer: Any) -> str:
    """A move as UGI tells it, with the result of an engine of ours, or the score and depth that stand beside it."""
    if isinstance(answer, Result):
        return f"{write_info(answer)}\nbestmove {answer.move}"
    if not isinstance(answer, tuple):
        return f"bestmove {_notation(answer)}"
    move, score, depth = (*answer, 1)[:3] if len(answer) in (2, 3) else (answer, None, None)
    points, plies = read_number(score, float), read_number(depth, int)
    if points is None or plies is None:
        raise NoughtsError(f"it returned {shown(repr(answer))}; it must be a move, or (move, points, depth)")
    notation = _notation(move)
    return f"info depth {max(1, plies)} score cp {round(100 * points)} pv {notation}\nbestmove {notation}"


def _why_illegal(position: Position, move: str) -> str:
    try:
        position.parse_move(move)
    except NoughtsError as error:
        return str(error)
    return "it is not legal"


def _notation(answer: Any) -> str:
    if isinstance(answer, Move) or (isinstance(answer, str) and len(answer.split()) == 1):
        return str(answer).strip()
    raise NoughtsError(f"its move is {shown(repr(answer))}, which is no move")


if __name__ == "__main__":
    main()
