"""Alarms: what is done at a moment, by one thread for all."""

import threading
import time

import pytest

from noughts.system.alarm import after


def test_alarms_ring_in_the_order_of_their_moments_and_not_of_their_making() -> None:
    rung: list[str] = []
    is_over = threading.Event()
    after(0.6, is_over.set)
    after(0.5, lambda: rung.append("late"))
    after(0.05, lambda: rung.append("early"))  # sooner than what the thread is waiting for
    assert is_over.wait(10)
    assert rung == ["early", "late"]


def test_none_rings_before_its_time() -> None:
    is_over = threading.Event()
    began = time.monotonic()
    after(0.05, is_over.set)
    assert is_over.wait(10)
    assert time.monotonic() - began >= 0.05


def test_one_that_is_called_off_never_rings_and_holds_on_to_nothing() -> None:
    rung: list[int] = []
    is_over = threading.Event()
    alarms = [after(0.5, lambda number=number: rung.append(number)) for number in range(300)]  # type: ignore[misc]
    for alarm in alarms[1:]:
        alarm.call_off()
    after(0.6, is_over.set)
    assert is_over.wait(10)
    assert rung == [0]
    assert all(alarm.is_called_off for alarm in alarms)


def test_after_one_whose_action_fails_the_others_still_ring(capsys: pytest.CaptureFixture[str]) -> None:
    is_over = threading.Event()
    after(0.01, lambda: 1 / 0)
    after(0.03, is_over.set)
    assert is_over.wait(10)
    assert "ZeroDivisionError" in capsys.readouterr().err
