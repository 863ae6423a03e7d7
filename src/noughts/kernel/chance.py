"""Chance that is the same wherever compiled code runs: what a level draws before each search.

A generator is an array of one number, xorshift's (kernel/playout.py). A search has one for the seeds of misjudgements
and oversights, which begins with the engine's seed. So a level with a seed plays the same game in Python and in a
browser.
"""

import random

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.compiling import compiled
from noughts.kernel.intrinsics import int64
from noughts.kernel.playout import next_random

CERTAIN = 1 << 32  # what happens always; oversights are told as a share of it
WARM_UP = 16  # draws after which seeds that are alike have led to numbers that are not


def new_generator(seed: int | None) -> NDArray[np.uint64]:
    """A generator that begins with a seed, anywhere without one."""
    generator = np.zeros(1, np.uint64)
    start(generator, np.uint64((random.getrandbits(62) if seed is None else seed) % 2**63))
    return generator


@compiled
def start(generator: NDArray[np.uint64], seed: np.uint64) -> None:
    """Begin with a seed below 2^63."""
    generator[0] = seed << np.uint64(1) | np.uint64(1)  # never 0
    for _ in range(WARM_UP):
        next_random(generator)


@compiled
def next_seed(generator: NDArray[np.uint64]) -> int:
    """A seed of misjudgements, of 62 bits."""
    return int64(next_random(generator) >> np.uint64(2))
