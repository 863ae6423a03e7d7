"""A machine of lines on standard input and output: one thread reads, another answers.

So a line that must not wait, such as `stop`, is heard while a search is under way, and none is lost.
"""

import logging
import os
import queue
import sys
import threading
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from noughts.protocols.machine import LONGEST_LINE, Machine, Ticket
from noughts.system.garbage import no_collection

log = logging.getLogger("noughts.protocols")
_MOST_WAITING = 5_000  # lines: a set-up of the largest board, and more
_PATIENCE = 10.0  # seconds in which lines under way may still be answered after the end


def serve(machine: Machine, source: BinaryIO, sink: BinaryIO) -> None:
    """Answer lines until the machine or the input ends. A search under way then answers with what it has found."""
    _Console(machine, sink).run(source)


def standard_streams() -> tuple[BinaryIO, BinaryIO]:
    """Standard input and output for a machine alone: what anything else prints goes to the standard error output."""
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return sys.stdin.buffer, sink


def lines_of(source: BinaryIO, longest: int = LONGEST_LINE) -> Iterator[str]:
    """Lines as text, whatever bytes they are; a long one is cut, and still longer than a machine takes."""
    while line := source.readline(longest + 1):
        text = line.decode(errors="replace")
        yield text if len(line) <= longest else text.ljust(longest + 1)
        while len(line) > longest and not line.endswith(b"\n"):
            line = source.readline(longest + 1)


class _Console:
    def __init__(self, machine: Machine, sink: BinaryIO) -> None:
        self._machine, self._sink = machine, sink
        self._queue: queue.SimpleQueue[Ticket | None] = queue.SimpleQueue()
        self._waiting: list[Ticket] = []  # and the one that is being answered
        self._writing = threading.Lock()
        self._is_broken = False  # the reader is gone

    def run(self, source: BinaryIO) -> None:
        worker = threading.Thread(target=self._work, daemon=True, name="noughts-protocol")
        worker.start()
        for line in lines_of(source):
            self._read(line)
            if self._machine.is_over or self._is_broken:
                break
        for ticket in list(self._waiting):
            ticket.stop()
        self._queue.put(None)
        worker.join(_PATIENCE)

    def _read(self, line: str) -> None:
        waiting = list(self._waiting)
        answers = self._machine.overtake(line, waiting)
        if answers is not None:
            self._say(answers)
        elif len(waiting) >= _MOST_WAITING:
            self._say([self._machine.refusal(f"{_MOST_WAITING} lines wait for an answer; this one was left out")])
        else:
            ticket = Ticket(line)
            self._waiting.append(ticket)
            self._queue.put(ticket)

    def _work(self) -> None:
        while (ticket := self._queue.get()) is not None:
            try:
                with no_collection():  # a clock may be running
                    self._say(self._machine.handle(ticket.line, ticket))
            except Exception as error:  # a mistake of ours, or of a game from outside: the next line may fare better
                log.exception("a line cannot be answered")
                self._say([self._machine.refusal(f"the engine failed: {type(error).__name__}")])
            finally:
                self._waiting.remove(ticket)

    def _say(self, answers: Iterable[str]) -> None:
        for answer in answers:
            try:
                with self._writing:
                    self._sink.write((answer + self._machine.line_end).encode())
                    self._sink.flush()
            except BrokenPipeError:
                self._is_broken = True
