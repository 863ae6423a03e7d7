"""Random numbers for Zobrist keys: 64 bits for each fact about a position, XORed together."""

import hashlib

import numpy as np
from numpy.typing import NDArray


def random_keys(name: str, *shape: int) -> NDArray[np.uint64]:
    """Keys that depend on the name alone: compiled code keeps the ones that it was compiled with, so they never vary.

    >>> bool((random_keys("ultimate", 2, 81) == random_keys("ultimate", 2, 81)).all())
    True
    """
    seed = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "little")
    return np.random.default_rng(seed).integers(0, 2**64, shape, dtype=np.uint64)
