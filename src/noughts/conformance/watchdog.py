"""A thread that ends the process when a function from outside does not come back."""

import os
import sys
import threading
import time
import traceback
from collections.abc import Callable

from noughts.conformance.discovery import users_place

CPU_SECONDS, SECONDS = 3, 30  # working for so long, or waiting for whatever it is


class Watchdog:
    """Told by `step` that all is well; when that stays out it says where the process is, by `report`, and ends it."""

    def __init__(self, report: Callable[[str], None]) -> None:
        self._report = report
        self._main = threading.main_thread().ident
        self.step()
        threading.Thread(target=self._watch, daemon=True).start()

    def step(self, patience: int = 1) -> None:
        """All is well; what comes now may take so many times longer than usual."""
        self._since, self._patience = (time.process_time(), time.monotonic()), patience

    def _watch(self) -> None:
        while True:
            time.sleep(0.05)
            cpu, real = self._since
            work, wait = CPU_SECONDS * self._patience, SECONDS * self._patience
            if time.process_time() - cpu > work or time.monotonic() - real > wait:
                place = users_place(traceback.walk_stack(sys._current_frames()[self._main or 0]))
                seconds = f"{work} s of work" if time.process_time() - cpu > work else f"{wait} s"
                self._report(f"{place or 'it'} had not ended after {seconds}: is there a loop without an end?")
                os._exit(0)
