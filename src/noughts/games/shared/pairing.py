"""Draws that need no search: strategies by which one player keeps the other from ever completing a line.

Windows are the sets of empty cells that a player still needs for a line, as bits of one word. The other player
prevents every one of them

- by **pairs**, if each window holds both cells of one of some pairs without a cell in common: whenever a cell of a pair
  is taken, take the other;
- by **weights** (Erdős and Selfridge): a window that lacks n cells weighs 2^-n. The defender always takes the cell
  whose windows weigh most; that is at least what the attacker's next move adds. A sum below 1 with the defender to
  move, or below 1/2 with the attacker to move, therefore never becomes 1, the weight of a complete line.

Whether the defender completes a line of its own does not matter.

In misère a player avoids lines, and the other would force one:

- by **weights**: the one who avoids always takes the cell whose windows weigh least. The other's next cell then takes
  away at least as much as that added, so the sum does not grow, but for a last move that nothing answers, which at most
  doubles it. A sum below 1, or below 1/2 if the one who avoids has the last move, therefore never becomes 1.
- by **pairs**, if each window of the one who avoids holds both cells of one of some pairs: of every pair that player
  takes one cell at most. All other empty cells are paired too, in any way; if their number is odd, one is left
  *single*. Whenever the opponent has moved: take the other cell of that pair; or if it was the single one, any cell of
  a pair, whose other cell is the single one from then on. Who avoids and moves first takes the single cell, or if there
  is none, any cell, likewise. If the opponent has the last move, who avoids never takes a single cell, as each time the
  cells left after its own move are pairs and a single one. So windows that hold a cell chosen to be the first single
  one need no pair, not even one that lacks nothing else.
- by **mirroring**: on a board that is its own image with the colours exchanged, and on which no empty cell is its own
  image, who moves second answers each move by its image. A line of the second's would be the image of one that the
  first completed before.
"""

import numpy as np
from numpy.typing import NDArray

from noughts.kernel import compiled, int64, lowest, popcount

MOST_WINDOWS = 64
PAIRS = MOST_WINDOWS  # in the room: after the windows, each pair as a word of two bits, then 0
BY_WEIGHTS, BY_PAIRS, BY_MIRRORING = 1, 2, 3  # why a player cannot win
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


@compiled
def find_pairs_to_avoid(room: NDArray[np.int64], windows: int, opponent_ends: bool) -> int:
    """As `find_pairs`, of the windows of a player who avoids lines; after the pairs the single cell, if one is used."""
    single = ZERO
    for i in range(windows):
        window = np.uint64(room[i])
        if window & (window - ONE) == ZERO and window != single:  # it lacks one cell, which must be the single one
            if single != ZERO or not opponent_ends:
                return -1
            single = window
    if single == ZERO:
        pairs = find_pairs(room, windows)
        if pairs >= 0 or not opponent_ends:
            return pairs
        single = most_common(room, windows)
    left = 0
    for i in range(windows):
        if np.uint64(room[i]) & single == ZERO:
            room[left] = room[i]
            left += 1
    pairs = find_pairs(room, left)
    if pairs >= 0:
        room[PAIRS + pairs], room[PAIRS + pairs + 1] = int64(single), 0
    return pairs


@compiled
def most_common(room: NDArray[np.int64], windows: int) -> np.uint64:
    """The cell in most of the windows, as a bit."""
    cells, best, most = ZERO, ZERO, 0
    for i in range(windows):
        cells |= np.uint64(room[i])
    while cells != ZERO:
        cell, count = ONE << np.uint64(lowest(cells)), 0
        cells &= cells - ONE
        for i in range(windows):
            if np.uint64(room[i]) & cell != ZERO:
                count += 1
        if count > most:
            best, most = cell, count
    return best


@compiled
def mirrored(at: int, way: int, rows: int, columns: int) -> int:
    """The image of a cell, by its bit, with a guard column: turned by half, left to right, or upside down."""
    row, column = at // (columns + 1), at % (columns + 1)
    if way != 1:
        row = rows - 1 - row
    if way != 2:
        column = columns - 1 - column
    return row * (columns + 1) + column


@compiled
def are_images(first: np.uint64, second: np.uint64, free: np.uint64, rows: int, columns: int) -> bool:
    """Whether the players' stones are images of each other, and empty cells those of other empty cells."""
    if popcount(first) != popcount(second):
        return False
    for way in range(3):
        left, is_so = first | free, True
        while left != ZERO and is_so:
            at = lowest(left)
            left &= left - ONE
            image = mirrored(at, way, rows, columns)
            wanted = free if free >> np.uint64(at) & ONE != ZERO else second
            is_so = image != at and wanted >> np.uint64(image) & ONE != ZERO
        if is_so:
            return True
    return False
