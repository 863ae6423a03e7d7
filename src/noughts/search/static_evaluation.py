"""Static values of the strong engine's search: the evaluation, as well as its level judges.

Tried and left out: correction history, that is static values corrected for reverse futility pruning by what searches
found after the same last move and the same two last moves (ultimate 51.5 % of 200 games at 20,000 nodes a move, xrudder
50.0 % of 100 at 2,000 nodes from 20 random plies).
"""

from typing import Any

import numpy as np

from noughts.kernel.compiling import compiled, inlined
from noughts.kernel.contract import key
from noughts.kernel.evaluation import call_value
from noughts.kernel.intrinsics import int64
from noughts.kernel.run import Run
from noughts.kernel.scores import saturated
from noughts.search.worker import Worker

SCATTER, HALF_WORD = np.uint64(0x9E3779B1), np.uint64(0xFFFFFFFF)


@compiled
def misjudgement(here: Any, run: Run) -> int:
    """The error of a weaker level about a position: always the same throughout a search."""
    mixed = here ^ np.uint64(run.noise_seed)
    dice = ((mixed ^ mixed >> np.uint64(32)) & HALF_WORD) * SCATTER  # two halves of a word: the product fits into one
    high, low = int64(dice >> np.uint64(32) & np.uint64(0xFFFF)), int64(dice >> np.uint64(16) & np.uint64(0xFFFF))
    return (high - low) * run.noise >> 16


@inlined
def static_value(worker: Worker, ply: int) -> int:
    """The static value of a game that goes on."""
    run = worker.run[0]
    run.static_evaluations += 1
    value = call_value(worker.evaluate, worker.states, ply, worker.weights, worker.accumulators)
    if run.noise != 0:
        value = saturated(value + misjudgement(key(worker.states[ply]), run))  # however wrong, it claims no mate
    return value
