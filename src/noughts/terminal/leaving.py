"""Leaving a full-screen app: by a key, by a signal, or because the terminal is gone; and never to hang in it."""

import asyncio
import contextlib
import os
import signal
from types import FrameType
from typing import Any

from textual.app import App, ScreenStackError

_SIGNALS = ("SIGTERM", "SIGHUP", "SIGINT")
_PATIENCE = 5  # seconds that leaving may take
_LOOK = 0.02  # seconds between two looks whether the screen has been built


class LeavingApp(App[None], inherit_bindings=False):
    """A closed window or a `kill` leaves the app as Ctrl+Q does: the terminal is put back as it was.

    A screen that is being built is built first: Textual would take it down under its own handlers. And where the
    terminal is gone Textual waits for ever, if more is written than its queue holds: the process is then ended at once,
    or by an alarm.
    """

    is_leaving = False
    _runs = False  # and not in a test

    async def run_async(self, *arguments: Any, **named: Any) -> None:
        loop = asyncio.get_running_loop()

        def leave(number: int, frame: FrameType | None) -> None:
            if not any(map(os.isatty, range(3))):  # nothing is to be put back, and what was played is in the store
                os._exit(128 + number)
            self._end_in_time()
            with contextlib.suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self.leave)

        before = {}
        self._runs = True
        try:
            for name in _SIGNALS:
                with contextlib.suppress(AttributeError, ValueError):  # Windows; not the main thread
                    number = getattr(signal, name)
                    before[number] = signal.signal(number, leave)
            await super().run_async(*arguments, **named)
        finally:
            self._runs = False
            for number, handler in before.items():
                signal.signal(number, handler)
            if hasattr(signal, "alarm"):
                signal.alarm(0)

    def leave(self) -> None:
        """Leave the app as soon as its screen has been built."""
        self._end_in_time()
        self.is_leaving = True
        with contextlib.suppress(ScreenStackError):
            if self.screen.is_mounted:
                self.exit()
                return
        asyncio.get_running_loop().call_later(_LOOK, self.leave)

    async def action_quit(self) -> None:
        self.leave()

    def panic(self, *renderables: Any) -> None:
        self._end_in_time()
        super().panic(*renderables)

    def _end_in_time(self) -> None:
        if self._runs and hasattr(signal, "alarm"):
            signal.signal(signal.SIGALRM, lambda *_: os._exit(1))
            signal.alarm(_PATIENCE)
