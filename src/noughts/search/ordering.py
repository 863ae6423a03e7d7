"""Which move to try first: what the evaluation says of moves, killers, and how often each move has cut before.

A search thread remembers in `memory`: two killers a ply, then the history, a number for each side and move.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.compiling import compiled, inlined
from noughts.kernel.contract import NO_MOVE
from noughts.kernel.evaluation import ORDER_LIMIT

Memory: TypeAlias = NDArray[np.int64]

FIRST_OF_ALL = 1 << 40
HISTORY_LIMIT = 1 << 14
KILLER = 1 << 14


def new_memory(plies: int, move_codes: int) -> Memory:
    return np.full(2 * plies + 2 * move_codes, NO_MOVE, np.int64)


@inlined
def history_of(memory: Memory, plies: int, mover: int, move: int) -> int:
    """Where the history of a side's move stands."""
    return 2 * plies + mover * ((len(memory) - 2 * plies) // 2) + move


@compiled
def combine_scores(
    frame: NDArray[np.int64],
    scores: NDArray[np.int64],
    n: int,
    known: int,
    ply: int,
    plies: int,
    mover: int,
    memory: Memory,
) -> int:
    """Turn the evaluation's scores of moves into those that moves are tried by.

    Moves that need not be looked at go behind the others. Returns how many are not such.
    """
    first_killer, second_killer = memory[2 * ply], memory[2 * ply + 1]
    kept = 0
    for i in range(n):
        move, score = frame[i], scores[i]
        if move == known:
            score = FIRST_OF_ALL
        elif score < 0:
            continue
        else:
            score = min(score, ORDER_LIMIT) + memory[history_of(memory, plies, mover, move)]
            if move == first_killer:
                score += KILLER
            elif move == second_killer:
                score += KILLER // 2
        frame[i], scores[i] = frame[kept], scores[kept]
        frame[kept], scores[kept] = move, score
        kept += 1
    return kept


@compiled
def put_first(
    frame: NDArray[np.int64], scores: NDArray[np.int64], n: int, kept: int, favoured: NDArray[np.int64], count: int
) -> int:
    """Have some moves tried before all others but the one known to be best.

    Returns how many moves need to be looked at: all of these do.
    """
    for i in range(n):
        for j in range(count):
            if frame[i] == favoured[j]:
                place = i
                if i >= kept:
                    frame[i], frame[kept] = frame[kept], frame[i]
                    place, scores[kept] = kept, 0
                    kept += 1
                scores[place] += FIRST_OF_ALL // 2
                break
    return kept


@inlined
def bring_best(frame: NDArray[np.int64], scores: NDArray[np.int64], i: int, n: int) -> None:
    """Swap the best of the moves from the i-th on to its place; of equals, the first that was listed."""
    best = i
    for j in range(i + 1, n):
        if scores[j] > scores[best]:
            best = j
    if best != i:
        # The moves between keep their order, so that ties are always resolved alike.
        move, score = frame[best], scores[best]
        for j in range(best, i, -1):
            frame[j], scores[j] = frame[j - 1], scores[j - 1]
        frame[i], scores[i] = move, score


@inlined
def remember_cut(
    frame: NDArray[np.int64], i: int, ply: int, plies: int, depth: int, mover: int, memory: Memory
) -> None:
    """The i-th move cut: it is a killer, its history rises, and that of the moves before it falls."""
    move = frame[i]
    if memory[2 * ply] != move:
        memory[2 * ply + 1] = memory[2 * ply]
        memory[2 * ply] = move
    bonus = min(16 * depth * depth, HISTORY_LIMIT // 8)
    for j in range(i + 1):
        at = history_of(memory, plies, mover, frame[j])
        change = bonus if j == i else -bonus
        memory[at] += change - memory[at] * bonus // HISTORY_LIMIT
