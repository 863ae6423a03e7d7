"""Classes: the best shape that a stone on an empty cell would be part of, in one direction of a board.

In the words of gomoku, whatever k is: a *five* is a complete line, a *four* lacks one stone, a *three* two, a *two*
three, in a window of k cells that hold no opponent and no obstacle. A shape is *open* if k - 1 cells of it have an
empty cell at either end: an open four can be completed in two places, an open three becomes an open four.

Lines are held as bits, both players in one word, so that all windows of a line are counted at once. Where k is five,
a table of what may lie around a cell knows the same.

Where exactly k win, a window with an own stone beside it is no window: its completion would be too long. And a shape is
open only if a line at either end of it would not be too long.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.compiling import compiled

# Classes of a cell in one direction, by what a stone there would make. More is better.
NOTHING, STONE, TWO, OPEN_TWO, THREE, OPEN_THREE, FOUR, OPEN_FOUR, FIVE = range(9)

HALF, LOW32 = np.uint64(32), np.uint64(2**32 - 1)
ONE, ZERO = np.uint64(1), np.uint64(0)
BOTH = np.uint64(2**32 + 1)  # a bit for either player
NEAR = 4  # so many cells to either side of a cell decide its class where k is five
LOW_FOUR, HIGH_FOUR = np.uint64(0xF), np.uint64(0xF0)


@compiled
def spread(starts: np.uint64, length: int) -> np.uint64:
    """All cells of the windows of a length that begin there."""
    done = 1
    while 2 * done <= length:
        starts |= starts << np.uint64(done)
        done *= 2
    return starts | starts << np.uint64(length - done)


@compiled
def near_stones(own: np.uint64, reach: int) -> np.uint64:
    """The cells of a line that are not further than `reach` from a stone of either player."""
    stones = (own | own >> HALF) & LOW32
    near = stones
    for _ in range(reach):
        near |= (near << ONE | near >> ONE) & LOW32
    return near | near << HALF


@compiled
def beside_stones(own: np.uint64, k: int) -> np.uint64:
    """The first cells of windows of k cells with a stone of the same player just before or after them."""
    return own << ONE & ~BOTH | own >> np.uint64(k) & ((BOTH << np.uint64(32 - k)) - BOTH)


@compiled
def line_classes(usable: np.uint64, k: int, is_exact: bool) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """The class of every empty cell of a line, to both players, as four bits that stand in four words.

    The low half of a word is the first player's. `usable` are the cells that are empty or the player's own.
    """
    free = usable & (usable << HALF | usable >> HALF)
    own = usable ^ free
    # Windows by their first cells: full, lacking one to four stones, without opponent, without any stone.
    full, one, two, three, four, room, bare = own, free, ZERO, ZERO, ZERO, usable, free
    for _ in range(k - 2):
        four = own & four >> ONE | free & three >> ONE
        three = own & three >> ONE | free & two >> ONE
        two = own & two >> ONE | free & one >> ONE
        one = own & one >> ONE | free & full >> ONE
        full = own & full >> ONE
        bare = free & bare >> ONE
        room = usable & room >> ONE
    # Now they have k - 1 cells. Open ones have an empty cell on both sides, in the same half of the word.
    starts = (BOTH << np.uint64(33 - k)) - BOTH
    both_ends = free << ONE & free >> np.uint64(k - 1) & (starts ^ BOTH) & ~bare
    if is_exact:
        both_ends &= ~(beside_stones(own, k) | beside_stones(own, k) << ONE)
    open_four = spread(one & both_ends, k - 1) & free
    open_three = spread(two & both_ends, k - 1) & free
    open_two = spread(three & both_ends, k - 1) & free
    # And now k cells. Windows that would run from one half of the word into the other are left out.
    starts &= ~(free & bare >> ONE)
    if is_exact:
        starts &= ~beside_stones(own, k)
    four = (own & four >> ONE | free & three >> ONE) & starts
    three = (own & three >> ONE | free & two >> ONE) & starts
    two = (own & two >> ONE | free & one >> ONE) & starts
    one = (own & one >> ONE | free & full >> ONE) & starts
    room = usable & room >> ONE & starts
    near = near_stones(own, min(max(2, k - 3), k - 1))
    makes_five = spread(one, k) & free
    makes_four = spread(two, k) & free
    makes_three = spread(three, k) & free
    makes_two = spread(four, k) & free & near
    stone = spread(room, k) & free & near
    bit0 = open_four | ~makes_four & (open_three | ~makes_three & (open_two & near | ~makes_two & stone))
    bit1 = makes_four | makes_two & ~makes_three
    bit2 = makes_four | makes_three
    return bit0 & ~makes_five, bit1 & ~makes_five, bit2 & ~makes_five, makes_five


def near_classes(k: int) -> NDArray[np.int64]:
    """The class of a cell to both players, by the cells up to NEAR away from it in a line; k is five at most.

    The index is 16 bits: the cells before and behind it that are empty or the first player's, then those that are empty
    or the second's. Eight entries are a word: the first player's class and the second's, four bits each.
    """
    index = np.arange(2**16, dtype=np.uint64)
    first, second = index & np.uint64(255), index >> np.uint64(8)
    sides = [side & LOW_FOUR | (side & HIGH_FOUR) << ONE | np.uint64(1 << NEAR) for side in (first, second)]
    all_lines: Any = sides[0] | sides[1] << HALF  # as plain Python it counts them all at once
    bits = line_classes(all_lines, k, False)
    both = np.zeros(len(index), np.uint8)
    for player in range(2):
        for number, bit in enumerate(bits):
            has_bit = np.asarray(bit >> np.uint64(NEAR + 32 * player) & ONE, np.uint8)
            both |= has_bit << np.uint8(4 * player + number)
    return both.view(np.int64)
