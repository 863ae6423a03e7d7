"""The numbers that a search in compiled code shares with those who watch it, by their places in one array."""

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.compiling import inlined

Run = NDArray[np.int64]

STOP = 0  # not 0: leave at once
NODES = 1  # positions looked at
PLAYER, TARGET = 2, 3  # the question
FIRST_KEPT = 4  # where the table's states begin
WORDS = 5  # of a state
ROOT_PROOF, ROOT_DISPROOF = 6, 7  # numbers, of a proof-number search
BEST_MOVE = 8  # at the root: the one that answers, or that is tried most
TOO_LONG = 9  # 1: a game went on for longer than it says it can
THREAT_NODES = 10  # positions at most that a look for a win by threats takes; 0: there is none
WITHIN = 11  # plies, the question's
MOST_NODES = 12  # positions after which to leave
EAGER = 13  # 1: the move that looks best is searched before the others are looked at
RUN_SIZE = 14


@inlined
def is_stopped(run: Run) -> bool:
    return run[STOP] != 0 or run[NODES] >= run[MOST_NODES]
