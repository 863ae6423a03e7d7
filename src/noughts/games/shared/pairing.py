"""Draws that need no search: strategies by which one player keeps the other from ever completing a line.

Windows are the sets of empty cells that a player still needs for a line, as bits of one word. The other player
prevents every one of them

- by **pairs**, if each window holds both cells of one of some pairs without a cell in common: whenever a cell of a pair
  is taken, take the other;
- by **weights** (Erdős and Selfridge): a window that lacks n cells weighs 2^-n. The defender always takes the cell
  whose windows weigh most; that is at least what the attacker's next move adds. A sum below 1 with the defender to
  move, or below 1/2 with the attacker to move, therefore never becomes 1, the weight of a complete line.

Whether the defender completes a line of its own does not matter.
"""

import numpy as np
from numpy.typing import NDArray

from noughts.kernel import compiled, int64, lowest, popcount

MOST_WINDOWS = 64
PAIRS = MOST_WINDOWS  # in the room: after the windows, each pair as a word of two bits, then 0
BY_WEIGHTS, BY_PAIRS = 1, 2  # why a player cannot win
ONE, ZERO = np.uint64(1), np.uint64(0)


@compiled
def are_light(room: NDArray[np.int64], windows: int, longest: int, attacker_moves: bool) -> bool:
    """Whether the weights of the windows in room[:windows] are too small for the attacker."""
    total = int64(0)
    for i in range(windows):
        total += 1 << (longest - popcount(np.uint64(room[i])))
    return total < 1 << (longest - 1 if attacker_moves else longest)


@compiled
def find_pairs(room: NDArray[np.int64], windows: int) -> int:
    """Pairs for the windows in room[:windows], written after them; their number, or -1 if none were found.

    Greedy: the window with fewest cells left gets the pair that serves most windows and harms fewest.
    """
    used, covered, pairs = ZERO, ZERO, 0
    while True:
        chosen, fewest = -1, 99
        for i in range(windows):
            if covered >> np.uint64(i) & ONE == ZERO:
                left = popcount(np.uint64(room[i]) & ~used)
                if left < fewest:
                    chosen, fewest = i, left
        if chosen < 0:
            room[PAIRS + pairs] = 0
            return pairs
        if fewest < 2:
            return -1
        best_pair, best_score, best_covered = ZERO, int64(-(1 << 30)), ZERO
        firsts = np.uint64(room[chosen]) & ~used
        while firsts & (firsts - ONE) != ZERO:
            first = ONE << np.uint64(lowest(firsts))
            firsts &= firsts - ONE
            seconds = firsts
            while seconds != ZERO:
                pair = first | ONE << np.uint64(lowest(seconds))
                seconds &= seconds - ONE
                serves, harms = ZERO, 0
                for i in range(windows):
                    if covered >> np.uint64(i) & ONE == ZERO:
                        shared = np.uint64(room[i]) & pair
                        if shared == pair:
                            serves |= ONE << np.uint64(i)
                        elif shared != ZERO:
                            harms += 1
                score = 4 * popcount(serves) - harms
                if score > best_score:
                    best_pair, best_score, best_covered = pair, score, serves
        room[PAIRS + pairs] = int64(best_pair)
        pairs += 1
        used |= best_pair
        covered |= best_covered
