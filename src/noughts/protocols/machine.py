"""A protocol, seen from the engine: a machine that takes a line and yields its answers."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any

from noughts.engine.analysis import Analysis
from noughts.errors import NoughtsError

LONGEST_LINE = 16_384  # characters: a game of 1,024 moves fits
_LONGEST_MESSAGE = 500
REFUSED = (NoughtsError, MemoryError)  # what cannot be: a table may be larger than the machine


class Ticket:
    """A line that waits for its answers, or is being answered. It can be hurried from any thread, at any time."""

    def __init__(self, line: str = "") -> None:
        self.line = line
        self.is_cancelled = False
        self._stopped = threading.Event()
        self._analysis: Analysis[Any] | None = None
        self._lock = threading.Lock()

    def stop(self) -> None:
        """Answer as soon as possible, with what was found so far."""
        with self._lock:
            self._stopped.set()
            if self._analysis is not None:
                self._analysis.stop()

    def wait(self) -> None:
        """Block until the line is hurried."""
        self._stopped.wait()

    def cancel(self) -> None:
        """Drop the line: its answer is not waited for any more."""
        self.is_cancelled = True
        self.stop()

    def watch(self, analysis: Analysis[Any]) -> None:
        """Stop this search when the line is hurried, at once if it was."""
        with self._lock:
            self._analysis = analysis
            if self._stopped.is_set():
                analysis.stop()


class Machine(ABC):
    """A protocol over an engine. Lines are handled one after another; few may overtake one that is being thought about.

    Whatever comes is answered, hostile lines in words: nothing but `is_over` ends a machine.
    """

    name: str
    line_end = "\n"
    is_over = False

    def handle(self, line: str, ticket: Ticket | None = None) -> Iterator[str]:
        """The answers to a line, as they are found."""
        if len(line) > LONGEST_LINE:
            yield self.refusal(f"a line of more than {LONGEST_LINE} characters was left out")
            return
        try:
            yield from self.answers(line.strip(), ticket or Ticket(line))
        except REFUSED as error:
            yield self.refused(error)

    def refused(self, error: Exception) -> str:
        """The error as one short line, whatever it quotes."""
        words = " ".join(str(error).split())
        words = words if len(words) <= _LONGEST_MESSAGE else words[:_LONGEST_MESSAGE] + "…"
        return self.refusal("".join(letter if letter.isprintable() else "\ufffd" for letter in words))

    @abstractmethod
    def answers(self, line: str, ticket: Ticket) -> Iterable[str]:
        """The answers to a line without blanks around it; NoughtsError becomes a refusal."""

    @abstractmethod
    def refusal(self, message: str) -> str:
        """How the protocol says that something is wrong."""

    def overtake(self, line: str, waiting: list[Ticket]) -> Iterable[str] | None:
        """The answer that is due at once, before the lines that wait; None if this one must wait for its turn as well.

        It may hurry those that wait. Called by the thread that reads, with every line.
        """
        return None
