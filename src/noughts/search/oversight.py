"""Oversights: moves of the root that a weaker level does not see, so that it plays the best of the others.

A move is overlooked by chance, so often in CERTAIN as `run.oversight` says: a defence is missed, a better place not
thought of. A win at once is missed only if it is overlooked twice. What is far from the stones (`is_near`) comes to
nobody's mind. One move at least is seen. Chance is a xorshift that begins with the search's seed, so that a level with
a seed overlooks the same wherever compiled code runs.
"""

import numpy as np

from noughts.kernel.chance import CERTAIN
from noughts.kernel.compiling import compiled
from noughts.kernel.contract import is_near, winning_move
from noughts.kernel.intrinsics import int64
from noughts.search.iteration import Driver
from noughts.search.worker import Worker

HALF = np.uint64(32)


@compiled
def next_chance(chance: np.uint64) -> np.uint64:
    """The number that follows in a xorshift's sequence, never 0."""
    chance ^= chance << np.uint64(13)
    chance ^= chance >> np.uint64(7)
    chance ^= chance << np.uint64(17)
    return chance


@compiled
def overlook(search: Worker, driver: Driver) -> None:
    """Take the moves that are overlooked from the root's, where one line alone is asked for."""
    run, progress, root, state = search.run[0], driver.progress[0], driver.root, search.states[0]
    if run.oversight == 0 or progress.wanted > 1 or progress.root_moves == 1:
        return
    n = int64(0)
    for i in range(progress.root_moves):
        if is_near(state, root[i]):
            root[n], root[i] = root[i], root[n]
            n += 1
    if n == 0:
        n = int64(progress.root_moves)
    winner = winning_move(state)
    chance, clearest, seen = next_chance(np.uint64(run.noise_seed) | np.uint64(1)), int64(-1), int64(0)
    for i in range(n):
        move = root[i]
        chance = next_chance(chance)
        clarity = int64(chance >> HALF)
        if move == winner and clarity < run.oversight:
            chance = next_chance(chance)
            clarity = int64(chance >> HALF)
        if clarity >= run.oversight:
            root[i], root[seen] = root[seen], move
            seen += 1
        elif seen == 0 and clarity > clearest:
            clearest = clarity
            root[i], root[0] = root[0], move
    progress.overlooked = progress.root_moves - max(seen, 1)
    progress.root_moves = max(seen, 1)


assert CERTAIN == 1 << 32, "of which a clarity is a part"
