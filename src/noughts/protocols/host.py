"""A user's program as an engine: the same interface as ours, in front of a process that speaks a protocol."""

from __future__ import annotations

import contextlib
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from typing import Protocol

from noughts.board import Game, Position
from noughts.engine.analysis import Analysis
from noughts.engine.engine import DEFAULT_TIME
from noughts.engine.limit import Limit
from noughts.engine.results import Result
from noughts.errors import NoughtsError, PlayerFault
from noughts.protocols.bot_log import REMARK, BotLog
from noughts.protocols.bots import Bot
from noughts.protocols.limits import most_seconds
from noughts.protocols.process import BotProcess, Hang
from noughts.search.base import StopSignal

MARGIN = 1.0  # seconds beyond its limit in which an answer is still waited for
PATIENCE = 120.0  # seconds for everything that has no limit of its own: starting, getting ready, a depth
GOODBYE_SECONDS = 2.0
WALL_FACTOR, WALL_SECONDS = 5, 10.0  # a limit of processor time: an answer comes within so many times it and some more
_CPU_LOOK = 0.5  # seconds between looks at the processor time, each of which goes through all processes of the machine
_SLICE = 0.02  # seconds between looks whether the search was stopped while it waits for a line


class AnyEngine(Protocol):
    """Common interface of our own engine and a foreign program: matches need no more."""

    def check(self, game: Game) -> None: ...

    def prepare(self, game: Game) -> None: ...

    def play(
        self, position: Position, limit: Limit | None = None, on_iteration: Callable[[Result], None] | None = None
    ) -> Result: ...

    def analysis(self, position: Position, limit: Limit | None = None) -> Analysis[Result]: ...

    def stop(self) -> None: ...

    def close(self) -> None: ...


class Host(ABC):
    """A bot's process, started when it is needed, and again after whatever went wrong.

    A fault of the program is raised as `PlayerFault`, and ends it: an illegal move, an early end, no answer within
    the limit and `margin` seconds more (`patience` where nothing bounds it), a flood, more memory than it may take.
    A mistake of the user, such as a command that does not exist, is a plain `NoughtsError`.
    """

    line_end = "\n"
    goodbye: str

    def __init__(self, bot: Bot, margin: float = MARGIN, patience: float = PATIENCE, log: BotLog | None = None) -> None:
        self.bot, self.margin, self.patience, self._log = bot, margin, patience, log
        self.counts_cpu = False  # whether limits are of processor time
        self._process: BotProcess | None = None
        self._game: Game | None = None  # that the process is ready to play
        self._lock = threading.RLock()
        self._signals: set[StopSignal] = set()

    def check(self, game: Game) -> None:
        """Raise NoughtsError if programs that speak this protocol cannot play the game."""

    def prepare(self, game: Game) -> None:
        """Start the program and have it get ready for a new game: the first move then waits for nothing."""
        self.check(game)
        with self._lock, _Watched(self):
            self._ready(game)

    def play(
        self, position: Position, limit: Limit | None = None, on_iteration: Callable[[Result], None] | None = None
    ) -> Result:
        """The move that the program plays."""
        self._check_search(position, limit)
        found: Result | None = None
        with contextlib.closing(self._results(position, limit, StopSignal())) as results:
            for found in results:
                if on_iteration is not None:
                    on_iteration(found)
        assert found is not None
        return found

    def analysis(self, position: Position, limit: Limit | None = None) -> Analysis[Result]:
        """The search to watch: a result for whatever the program tells, the last one with its move."""
        self._check_search(position, limit)
        searched = position.copy()
        return Analysis(lambda signal: self._results(searched, limit, signal))

    def stop(self) -> None:
        """Break off the searches under way, from any thread: the answer comes at once, or is a fault."""
        for signal in list(self._signals):
            signal.set()

    def remark(self, words: str) -> None:
        """Note something down in its log."""
        if self._log is not None:
            self._log.write(REMARK, words)

    def cpu_seconds(self) -> float:
        """The processor time of the program that runs, 0 if none does."""
        return 0.0 if self._process is None else self._process.cpu_seconds()

    def close(self) -> None:
        """End the program: politely, and if it does not go, by force. It starts again if it is needed again."""
        self.stop()
        with self._lock:
            self._end(self.goodbye)

    # For the protocols

    @abstractmethod
    def _greet(self, process: BotProcess, game: Game) -> None:
        """Have a program that was just started get ready for a game."""

    @abstractmethod
    def _new_game(self, process: BotProcess, game: Game) -> None:
        """Have a program that has greeted forget the last game, and be ready for another."""

    @abstractmethod
    def _ask(self, process: BotProcess, position: Position, limit: Limit) -> Iterator[str]:
        """Whatever comes before the clock starts, then the lines that start it."""

    @abstractmethod
    def _hurry(self, process: BotProcess) -> None:
        """Ask for the answer at once."""

    @abstractmethod
    def _read(self, line: str, position: Position, seconds: float) -> tuple[Result | None, bool]:
        """The result in a line of the answer, and whether it is the last one."""

    def _send(self, process: BotProcess, *lines: str) -> None:
        process.send(*lines, end=self.line_end)

    # The search

    def _check_search(self, position: Position, limit: Limit | None) -> None:
        self.check(position.game)
        if position.is_game_over():
            raise NoughtsError(f"the game is over ({position.outcome()}): there is no move to find")
        if limit is not None and not isinstance(limit, Limit):
            raise NoughtsError(f"the limit is {limit!r}; it must be a Limit, for example Limit(time=1)")
        self._check_limit(limit or Limit())

    def _check_limit(self, limit: Limit) -> None:
        """Raise NoughtsError if the protocol knows no such limit."""

    def _results(self, position: Position, limit: Limit | None, signal: StopSignal) -> Generator[Result]:
        allowed = limit or Limit()
        if allowed.is_endless(position.turn):
            allowed = replace(allowed, time=DEFAULT_TIME)
        self._signals.add(signal)
        try:
            with self._lock, _Watched(self):
                if self._process is not None:
                    self._process.check()  # between its moves it has no business to end either
                process = self._process if self._is_ready(position.game) else self._ready(position.game)
                assert process is not None
                self._send(process, *self._ask(process, position, allowed))
                yield from self._answer(process, position, allowed, signal)
        finally:
            self._signals.discard(signal)

    def _answer(self, process: BotProcess, position: Position, limit: Limit, signal: StopSignal) -> Iterator[Result]:
        begun = time.monotonic()
        end, is_hurried = begun + self._allowed(limit, position), False
        most_cpu = self._most_cpu(process, limit, position)
        looked = begun + (most_seconds(limit, position.turn) or 0.0) - _CPU_LOOK  # no thread has used it before
        while (left := end - time.monotonic()) > 0:
            if signal.is_set and not is_hurried:
                is_hurried = True
                self._hurry(process)
                end = min(end, time.monotonic() + self.margin)
            if most_cpu is not None and time.monotonic() - looked > _CPU_LOOK:
                looked = time.monotonic()
                if process.cpu_seconds() > most_cpu:
                    raise Hang(
                        f"it did not answer within its {most_seconds(limit, position.turn):g} s of processor time"
                    )
            line = process.line(min(left, _SLICE))
            if line is None:
                continue
            result, is_last = self._read(line, position, time.monotonic() - begun)
            if result is not None:
                yield result
            if is_last:
                return
        if is_hurried:
            raise Hang(f"it was told to stop and did not answer within {self.margin:g} s")
        raise self._late(limit, position)

    def _allowed(self, limit: Limit, position: Position) -> float:
        """How many seconds the side to move is waited for."""
        seconds = most_seconds(limit, position.turn)
        if seconds is not None and self.counts_cpu:
            return WALL_FACTOR * seconds + WALL_SECONDS
        return self.patience if seconds is None else seconds + self.margin

    def _most_cpu(self, process: BotProcess, limit: Limit, position: Position) -> float | None:
        """The processor time at which an answer is waited for no more."""
        seconds = most_seconds(limit, position.turn)
        return None if seconds is None or not self.counts_cpu else process.cpu_seconds() + seconds + self.margin

    def _late(self, limit: Limit, position: Position) -> Hang:
        seconds = most_seconds(limit, position.turn)
        if seconds is None:
            return Hang(f"it did not answer within {self.patience:g} s")
        if self.counts_cpu:
            wall = self._allowed(limit, position)
            return Hang(f"it did not answer within {wall:g} s, for {seconds:g} s of processor time")
        return Hang(f"it did not answer within its {seconds:g} s and {self.margin:g} s more")

    # The process

    def _is_ready(self, game: Game) -> bool:
        return self._process is not None and self._process.is_alive and self._game == game

    def _ready(self, game: Game) -> BotProcess:
        """A program that is ready for a new game."""
        if self._is_ready(game):
            assert self._process is not None
            self._new_game(self._process, game)
            return self._process
        self._end(self.goodbye)
        process = self._process = BotProcess(self.bot.words, self.bot.memory, self.bot.folder, self._log)
        self._greet(process, game)
        self._game = game
        return process

    def _end(self, goodbye: str | None) -> None:
        process, self._process, self._game = self._process, None, None
        if process is not None:
            process.end(goodbye if process.is_alive else None, GOODBYE_SECONDS, self.line_end)


class _Watched:
    """Names the bot in its faults. A program that an error, or Ctrl-C, leaves in mid-answer is of no more use."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if error is not None:
            process, self._host._process = self._host._process, None
            if process is not None:
                process.kill()
        if isinstance(error, PlayerFault):
            raise type(error)(f"{self._host.bot.name}: {error}") from None
