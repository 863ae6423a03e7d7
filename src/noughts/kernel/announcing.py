"""Progress of a first use, for the user who waits: the part that is compiled or learned, how far it is, and how long
the rest will take. Commands show a bar on standard error; a page or an app has its own way (`set_announcer`)."""

import contextlib
import logging
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

log = logging.getLogger("noughts.compiling")


@dataclass(frozen=True, slots=True)
class Preparation:
    """Progress of a first-use compilation, or of learning.

    >>> Preparation("the rules of ultimate", 0.25, 4.2).words
    'the rules of ultimate, 25 %, about 5 s more'
    """

    label: str
    done: float = 0.0  # how much of all that is waited for is done, from 0 to 1
    seconds: float | None = None  # for the rest, None if unknown

    @property
    def words(self) -> str:
        if self.seconds is None:
            return self.label
        return f"{self.label}, {round(100 * self.done)} %, {self.rest}"

    @property
    def rest(self) -> str:
        """Words for the time that is left, empty if unknown; a preparation that takes longer than expected is taken to
        be nearly done."""
        if self.seconds is None:
            return ""
        return f"about {int(self.seconds) + 1} s more" if self.seconds > 0 else "a moment more"

    def after(self, seconds: float) -> "Preparation":
        """Estimated progress after that time: no news comes before the next part begins."""
        if not self.seconds:
            return self
        left = max(self.seconds - seconds, 0.0)
        return Preparation(self.label, 1 - (1 - self.done) * max(left / self.seconds, 0.02), left)


Announcer: TypeAlias = Callable[[Preparation | None], None]  # None: what was prepared is ready


class Waiting:
    """An announcer for callers that poll: progress at the moment."""

    def __init__(self) -> None:
        self._preparation: Preparation | None = None
        self._since = 0.0

    def take(self, preparation: Preparation | None) -> None:
        self._preparation, self._since = preparation, time.monotonic()

    @property
    def now(self) -> Preparation | None:
        """None if nothing is waited for."""
        preparation = self._preparation
        return preparation and preparation.after(time.monotonic() - self._since)


class CommandLine:
    """A bar in a terminal, log lines otherwise."""

    def __init__(self) -> None:
        self._bar: _Bar | None = None
        self._told = ""

    def __call__(self, preparation: Preparation | None) -> None:
        is_terminal = sys.stderr is not None and sys.stderr.isatty()
        if preparation is None:
            self._told = ""
            if self._bar is not None:
                self._bar.stop()
                self._bar = None
        elif is_terminal:
            self._show(preparation)
        elif preparation.label != self._told:
            self._told = preparation.label
            log.info("compiling %s (once on this machine)", preparation.label)

    def _show(self, preparation: Preparation) -> None:
        if self._bar is None:
            self._bar = _Bar()
            self._bar.start()
        self._bar.waiting.take(preparation)


class _Bar:
    """A bar that moves with the time, and is gone when all is ready."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

        self.waiting = Waiting()
        self._progress = Progress(
            SpinnerColumn(),
            TextColumn("preparing, once on this machine"),
            BarColumn(24),
            TextColumn("{task.description}"),
            console=Console(stderr=True),
            transient=True,
        )
        self._task = self._progress.add_task("", total=1.0)
        self._is_over = threading.Event()

    def start(self) -> None:
        self._progress.start()
        threading.Thread(target=self._move, daemon=True, name="noughts-bar").start()

    def _move(self) -> None:
        while not self._is_over.wait(0.1):
            if now := self.waiting.now:
                total = None if now.seconds is None else 1.0  # without a known end the bar swings
                self._progress.update(self._task, completed=now.done, total=total, description=now.words)

    def stop(self) -> None:
        self._is_over.set()
        self._progress.stop()


announce_to_commands: Announcer = CommandLine()
_announcer = announce_to_commands


def set_announcer(announcer: Announcer) -> None:
    """Show preparations in another way: a page or an app has its own."""
    global _announcer
    _announcer = announcer


_silent = threading.local()


@contextlib.contextmanager
def silently() -> Iterator[None]:
    """Announce nothing on this thread while the block lasts."""
    _silent.is_on = True
    try:
        yield
    finally:
        _silent.is_on = False


def announce(preparation: Preparation | None) -> None:
    if not getattr(_silent, "is_on", False):
        _announcer(preparation)


@contextlib.contextmanager
def announced(label: str, done: float = 0.0, seconds: float | None = None) -> Iterator[None]:
    """Tell of one thing while it is being prepared."""
    announce(Preparation(label, done, seconds))
    try:
        yield
    finally:
        announce(None)
