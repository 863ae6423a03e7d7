"""The process in which a user's bot runs: a Python file with a function move(position, limit), served in UGI.

    python -m noughts.arena.bot_process FILE

It speaks as much of UGI as `protocols/ugi_host.py` asks for. What the file prints goes nowhere. Its errors are
written to the standard error output, as the process's last words. When the standard input ends, the host is gone, and
the process ends too, whatever the bot is doing.
"""

import os
import queue
import sys
import threading
from collections.abc import Callable
from typing import Any, TextIO

from noughts.board import Game, Move, Position
from noughts.conformance.discovery import existing_file, in_users_words, load_file
from noughts.engine.limit import Limit
from noughts.errors import NoughtsError, shown
from noughts.kernel.fingerprint import file_hash
from noughts.protocols.limits import read_go
from noughts.registry import game as find_game

_Bot = Callable[[Position, Limit], Any]


def main() -> None:
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    asked: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin, asked), daemon=True).start()
    try:
        serve(load_bot(sys.argv[1]), asked, answers)
    except BaseException as error:  # noqa: BLE001 - whatever it is, it is the bot's
        os.write(2, in_users_words(error).encode())
        os._exit(1)  # at once: threads and exit handlers of the bot have no say


def _read(lines: TextIO, asked: "queue.SimpleQueue[str]") -> None:
    for line in lines:
        if line.strip() == "quit":
            break
        asked.put(line)
    os._exit(0)


def load_bot(name: str) -> _Bot:
    path = existing_file(name, "bot")
    found: _Bot | None = getattr(load_file(path, file_hash(path)), "move", None)
    if not callable(found):
        raise NoughtsError(f"{path.name} has no function move(position, limit)")
    return found


def serve(bot: _Bot, asked: "queue.SimpleQueue[str]", answers: TextIO) -> None:
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
            answer = f"bestmove {_notation(bot(position.copy(), read_go(rest.split())[0]))}"
        else:
            continue
        answers.write(answer + "\n")
        answers.flush()


def _position(game: Game, words: str) -> Position:
    start, _, moves = words.partition(" moves ")
    position = game.start() if start.split() == ["startpos"] else game.position(start.removeprefix("fen "))
    for move in moves.split():
        position.push(move)
    return position


def _notation(answer: Any) -> str:
    if isinstance(answer, Move) or (isinstance(answer, str) and len(answer.split()) == 1):
        return str(answer).strip()
    raise NoughtsError(f"its move is {shown(repr(answer))}, which is no move")


if __name__ == "__main__":
    main()
