"""The process of a cluster's worker in which games are played, and how the worker talks to it.

    python -m noughts.arena.game_process

Games have a process of their own, as they have on one machine: what a worker does beside them, or another game on
another of its threads, takes no time from a clock. Parts of a match come in and games go out, as pickles on standard
input and output. When the input ends, the worker is gone or wants no more, and the process goes with all its players.
"""

import contextlib
import os
import pickle
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import BinaryIO

from noughts.arena.contestants import Contestants
from noughts.arena.scheduling import Games, Tasks, close_all, play_task
from noughts.errors import NoughtsError

Answer = Games | str  # the games, or in words what was wrong with the task


class GameProcess:
    """Such a process, seen from the worker."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._process = subprocess.Popen(
            [sys.executable, "-m", "noughts.arena.game_process"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=folder,
            start_new_session=True,  # Ctrl-C at the worker's terminal is the worker's
        )
        self._answers: queue.SimpleQueue[Answer | None] = queue.SimpleQueue()  # None at its end
        threading.Thread(target=self._read, daemon=True, name="noughts-games").start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        try:
            while True:
                self._answers.put(pickle.load(self._process.stdout))
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            self._answers.put(None)

    def send(self, tasks: bytes) -> None:
        """A pickle of tasks."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(tasks)
            self._process.stdin.flush()
        except OSError:
            self._answers.put(None)

    def answer(self, seconds: float) -> Answer | None:
        """The result of the tasks, None if the process has ended; queue.Empty if there is nothing for so long."""
        return self._answers.get(timeout=seconds)

    def end(self) -> None:
        """Close its input: it goes by itself, and ends its players before."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        threading.Thread(target=self._process.wait, daemon=True, name="noughts-games-end").start()


def main() -> None:
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a game prints is no answer
    contestants, asked = Contestants(), queue.SimpleQueue[Tasks]()
    threading.Thread(target=_read, args=(sys.stdin.buffer, asked, contestants), daemon=True).start()
    while True:
        answer: Answer
        try:
            answer = tuple(play_task(task, contestants) for task in asked.get())
        except NoughtsError as error:
            answer = str(error)
        pickle.dump(answer, answers)
        answers.flush()


def _read(stream: BinaryIO, asked: "queue.SimpleQueue[Tasks]", contestants: Contestants) -> None:
    try:
        while True:
            asked.put(pickle.load(stream))
    except EOFError:
        pass
    finally:
        close_all(contestants)
        os._exit(0)


if __name__ == "__main__":
    main()
