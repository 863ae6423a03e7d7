"""Alarms: a call at a moment, unless it is called off before.

One thread does it for all: to start one, as `threading.Timer` does, takes longer than many a search.
"""

import heapq
import itertools
import os
import sys
import threading
import time
from collections.abc import Callable

_MOST_CALLED_OFF = 100  # that are kept in the queue, or as many as there are others


class Alarm:
    """Made by `after`."""

    __slots__ = ("_action",)

    def __init__(self, action: Callable[[], object]) -> None:
        self._action: Callable[[], object] | None = action

    def call_off(self) -> None:
        """Do it no more, if it has not been done."""
        if self._action is not None:
            self._action = None
            _clock.count_called_off()

    def ring(self) -> None:
        action, self._action = self._action, None
        if action is not None:
            action()

    @property
    def is_called_off(self) -> bool:
        return self._action is None


def after(seconds: float, action: Callable[[], object]) -> Alarm:
    """Do something short on another thread when so many seconds have passed.

    >>> rung = threading.Event()
    >>> never, soon = after(0.01, print), after(0.02, rung.set)
    >>> never.call_off()
    >>> rung.wait(10)
    True
    """
    alarm = Alarm(action)
    _clock.add(time.monotonic() + seconds, alarm)
    return alarm


class _Clock:
    def __init__(self) -> None:
        self._condition = threading.Condition(threading.Lock())
        self._queue: list[tuple[float, int, Alarm]] = []  # a heap: when, its number, the alarm
        self._numbers = itertools.count()
        self._called_off = 0
        self._sleeps_until: float | None = None
        self._thread: threading.Thread | None = None

    def add(self, moment: float, alarm: Alarm) -> None:
        with self._condition:
            if self._called_off > _MOST_CALLED_OFF and self._called_off > len(self._queue) // 2:
                self._queue = [entry for entry in self._queue if not entry[2].is_called_off]
                heapq.heapify(self._queue)
                self._called_off = 0
            heapq.heappush(self._queue, (moment, next(self._numbers), alarm))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, daemon=True, name="noughts-alarm")
                self._thread.start()
            elif self._sleeps_until is None or moment < self._sleeps_until:
                self._condition.notify()  # otherwise it wakes early enough by itself

    def count_called_off(self) -> None:
        self._called_off += 1  # roughly: two threads may count as one

    def _run(self) -> None:
        while True:
            alarm = self._next()
            try:
                alarm.ring()
            except Exception:  # noqa: BLE001 - told as Python tells it; the others are to be rung all the same
                sys.excepthook(*sys.exc_info())

    def _next(self) -> Alarm:
        """The next alarm, when it is due."""
        with self._condition:
            while True:
                while self._queue and self._queue[0][2].is_called_off:
                    heapq.heappop(self._queue)
                    self._called_off = max(0, self._called_off - 1)
                if not self._queue:
                    self._sleeps_until = None
                    self._condition.wait()
                    continue
                moment = self._queue[0][0]
                left = moment - time.monotonic()
                if left <= 0:
                    return heapq.heappop(self._queue)[2]
                self._sleeps_until = moment
                self._condition.wait(left)


_clock = _Clock()


def _begin_anew() -> None:
    global _clock
    _clock = _Clock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)  # threads do not come along
