"""X shapes on X-Rudder's board: four rows of centres at a time, 16 bits a row.

tokens[player, row] of a state is a row of the board as 12 bits. Four of them make a word; bits of such words stand for
centres, and the five cells of an X are the centre's own row and both neighbours' shifted left and right. Two such
blocks, from row 1 and from row 5, hold all 80 centres.
"""

import numpy as np

from noughts.kernel import State, compiled
from noughts.kernel.compiling import inlined

ROWS, COLUMNS, CELLS = 10, 12, 120
BLOCKS = (1, 5)  # the first row of each block of centres
LANE = np.uint64(16)
ONE = np.uint64(1)
CENTRES = np.uint64(0x07FE_07FE_07FE_07FE)  # columns B to K
BOARD = np.uint64(0x0FFF_0FFF_0FFF_0FFF)

# The cells of an X in the order of `lacking_one`: the centre, and the corners below and above it.
X_ROWS = np.array([0, -1, -1, 1, 1], np.int64)
X_COLUMNS = np.array([0, -1, 1, -1, 1], np.int64)


@inlined
def four_rows(state: State, player: int, first: int) -> np.uint64:
    """A player's tokens in the rows from `first` on."""
    low = np.uint64(state.tokens[player, first]) | np.uint64(state.tokens[player, first + 1]) << LANE
    high = np.uint64(state.tokens[player, first + 2]) | np.uint64(state.tokens[player, first + 3]) << LANE
    return low | high << np.uint64(32)


@inlined
def crossed(state: State, player: int, first: int) -> np.uint64:
    """Centres where the other player holds both cells left and right."""
    other = four_rows(state, 1 - player, first)
    return other << ONE & other >> ONE


@inlined
def on_x(state: State, player: int, first: int) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]:
    """Centres by each cell of their X that is the player's, in the order of X_ROWS."""
    below, above = four_rows(state, player, first - 1), four_rows(state, player, first + 1)
    return four_rows(state, player, first), below << ONE, below >> ONE, above << ONE, above >> ONE


@inlined
def lacking_one(state: State, player: int, first: int) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]:
    """Centres of X shapes, not crossed, of which one token is lacking and its cell empty; by the cell lacking."""
    c, bl, br, al, ar = on_x(state, player, first)
    other_c, other_bl, other_br, other_al, other_ar = on_x(state, 1 - player, first)
    open_ = CENTRES & ~crossed(state, player, first)
    left, right, corners = bl & al, br & ar, bl & br & al & ar
    return (
        open_ & corners & ~(c | other_c),
        open_ & c & right & al & ~(bl | other_bl),
        open_ & c & left & ar & ~(br | other_br),
        open_ & c & right & bl & ~(al | other_al),
        open_ & c & left & br & ~(ar | other_ar),
    )


@inlined
def lacking_two(state: State, player: int, first: int) -> np.uint64:
    """Centres of X shapes, not crossed, with three of the player's tokens and two empty cells."""
    ones, twos, fours, _ = token_counts(state, player, first)
    _, _, _, others = token_counts(state, 1 - player, first)
    return CENTRES & ones & twos & ~fours & ~others & ~crossed(state, player, first)


@inlined
def token_counts(state: State, player: int, first: int) -> tuple[np.uint64, np.uint64, np.uint64, np.uint64]:
    """How many cells of their X are the player's, for all centres at once: bits 0, 1 and 2 of the numbers, and any."""
    c, bl, br, al, ar = on_x(state, player, first)
    sum_3, carry_3 = c ^ bl ^ br, c & bl | c & br | bl & br
    ones, carry_5 = sum_3 ^ al ^ ar, sum_3 & al | sum_3 & ar | al & ar
    return ones, carry_3 ^ carry_5, carry_3 & carry_5, c | bl | br | al | ar


@inlined
def within_reach(state: State, player: int, first: int, more: int) -> np.uint64:
    """Centres of X shapes, not crossed, that so many more of the player's tokens on empty cells complete."""
    ones, twos, fours, _ = token_counts(state, player, first)
    _, _, _, others = token_counts(state, 1 - player, first)
    enough = ones & fours
    if more >= 1:
        enough |= fours
    if more >= 2:
        enough |= ones & twos
    if more >= 3:
        enough |= twos
    if more >= 4:
        enough |= ones
    if more >= 5:
        enough = CENTRES
    return CENTRES & enough & ~others & ~crossed(state, player, first)


@inlined
def x_cells(low: np.uint64, high: np.uint64) -> tuple[np.uint64, np.uint64, np.uint64]:
    """All cells of the X shapes with these centres, of the two blocks: rows 0 to 3, 4 to 7, and 8 and 9."""
    low_corners, high_corners = low << ONE | low >> ONE, high << ONE | high >> ONE
    two, three = np.uint64(32), np.uint64(48)  # lanes
    return (
        low_corners | low << LANE | low_corners << two,
        low >> three | low_corners >> two | high_corners | high << LANE | high_corners << two,
        high >> three | high_corners >> two,
    )


@inlined
def empty_cells(state: State) -> tuple[np.uint64, np.uint64, np.uint64]:
    """The empty cells, in words as of `x_cells`."""
    return (
        BOARD & ~(four_rows(state, 0, 0) | four_rows(state, 1, 0)),
        BOARD & ~(four_rows(state, 0, 4) | four_rows(state, 1, 4)),
        BOARD >> np.uint64(32) & ~(four_rows(state, 0, 6) | four_rows(state, 1, 6)) >> np.uint64(32),
    )


@inlined
def cell_of(bit: int, first: int) -> int:
    """The cell that a bit of a word stands for, by the word's first row."""
    return (first + bit // 16) * COLUMNS + bit % 16


@compiled
def toggle(state: State, player: int, cell: int) -> None:
    """Take a token away or put it there, to look at the shapes as they would be; key and hand stay as they are."""
    state.tokens[player, cell // COLUMNS] ^= np.uint16(1 << cell % COLUMNS)
