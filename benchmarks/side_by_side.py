"""Measuring several programs beside one another on a machine that may be busy with other things.

Contenders take turns, so that a slow minute falls on all of them, and each turn gives a ratio of its own: the best of
all turns tells what a program can do, the median of the ratios how sure the comparison is. Seconds are the CPU's, not
the wall clock's: time that other processes take is not counted.
"""

import os
import platform
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

LEAST_SECONDS = 0.3  # of one timing


@dataclass(frozen=True)
class Timing:
    """What was done, in whatever is counted, and the CPU seconds that it took."""

    amount: float
    seconds: float

    @property
    def rate(self) -> float:
        return self.amount / self.seconds


def timed(work: Callable[[], float]) -> Timing:
    """Time work that returns how much it did."""
    clock = time.process_time()
    amount = work()
    return Timing(amount, time.process_time() - clock)


def repetitions_for(seconds: float) -> int:
    """How often something that takes so long must be done for a timing to mean something."""
    return max(1, int(LEAST_SECONDS / max(seconds, 1e-6)) + 1)


def take_turns(contenders: Sequence[Callable[[], Timing]], rounds: int) -> list[list[Timing]]:
    """Each contender's timings, one a round."""
    turns = [[contender() for contender in contenders] for _ in range(rounds)]
    return [list(timings) for timings in zip(*turns, strict=True)]


def best_rate(timings: Sequence[Timing]) -> float:
    return max(timing.rate for timing in timings)


def best_ratio(ours: Sequence[Timing], theirs: Sequence[Timing]) -> float:
    """Our best rate over their best: above 1 we are faster."""
    return best_rate(ours) / best_rate(theirs)


def median_ratio(ours: Sequence[Timing], theirs: Sequence[Timing]) -> float:
    """The median over the rounds of our rate over theirs."""
    return statistics.median(mine.rate / other.rate for mine, other in zip(ours, theirs, strict=True))


def machine() -> str:
    """Cores and the family of the CPU: all that figures need to be read by."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    except OSError:
        names = []
    family = names[0] if names else platform.processor() or platform.machine()
    return f"{os.cpu_count()} cores, {family}, Python {platform.python_version()}"
