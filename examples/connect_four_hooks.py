"""Connect four with hooks: what a search need not find out by trying. The game is that of connect_four.py.

A game runs without hooks; with them it is searched faster, and solved: `noughts solve ./connect_four_hooks.py`.
"""

import numpy as np
from connect_four import COLUMNS, FIELDS, HEIGHT, ONE, ROWS, ZERO, ConnectFour, content, has_four, landing, moves, play

from noughts.kernel import NO_MOVE, MoveBuffer, Rules, State, compiled, int64, lowest, popcount

COLUMN = np.uint64((1 << ROWS) - 1)
BOTTOM = np.uint64(sum(1 << column * HEIGHT for column in range(COLUMNS)))
BOARD = np.uint64(sum(((1 << ROWS) - 1) << column * HEIGHT for column in range(COLUMNS)))
ODD_ROWS = np.uint64(sum(0b010101 << column * HEIGHT for column in range(COLUMNS)))  # counted from 1
MIDDLE_FIRST = np.array([3, 2, 4, 1, 5, 0, 6])


@compiled
def completing(own: np.uint64, other: np.uint64) -> np.uint64:
    """The empty cells, playable yet or not, that complete four in a row: for each of the four places in it."""
    cells = own << ONE & own << np.uint64(2) & own << np.uint64(3)  # upwards
    for step in (HEIGHT - 1, HEIGHT, HEIGHT + 1):
        one, two, three = np.uint64(step), np.uint64(2 * step), np.uint64(3 * step)
        after, before = own << one & own << two, own >> one & own >> two
        cells |= after & (own << three | own >> one) | before & (own >> three | own << one)
    return cells & BOARD & ~(own | other)


@compiled
def reachable(own: np.uint64, other: np.uint64) -> np.uint64:
    """The cell of each column on which the next stone comes to lie."""
    return (own | other) + BOTTOM & BOARD


def winning_move(state: State) -> int:
    own, other = state.stones[state.turn], state.stones[1 - state.turn]
    wins = completing(own, other) & reachable(own, other)
    return lowest(wins) // HEIGHT if wins != ZERO else NO_MOVE


def forced_moves(state: State, out: MoveBuffer) -> int:
    """Block the opponent's win, and do not fill the cell below one."""
    own, other = state.stones[state.turn], state.stones[1 - state.turn]
    cells, lost = reachable(own, other), completing(other, own)
    if cells & lost != ZERO:
        cells &= lost
        if cells & (cells - ONE) != ZERO:
            return 0  # there are two of them
    cells &= ~(lost >> ONE)
    n = 0
    for column in MIDDLE_FIRST:
        if cells >> np.uint64(column * HEIGHT) & COLUMN != ZERO:
            out[n] = column
            n += 1
    return n


@compiled
def lowest_bit(cells: np.uint64) -> np.uint64:
    return cells & ~(cells - ONE) if cells != ZERO else ZERO


def cannot_win(state: State, player: int, room: MoveBuffer) -> int:
    """Where the opponent has an answer to every stone, and no four fits into the cells that the player then gets.

    In a column with an even number of stones the answer is on top of the player's stone (claimeven): so the player
    gets cells of odd rows alone. Columns with an odd number go in pairs: to the player's next stone in one the opponent
    answers in the other (baseinverse), after which both are even. So of the two cells the player gets one.
    """
    if state.turn != player:
        return 0
    own, other = state.stones[player], state.stones[1 - player]
    cells = own | ODD_ROWS & ~other
    uneven = reachable(own, other) & ~ODD_ROWS
    count = popcount(uneven)
    if count % 2 == 1 or has_four(cells):
        return 0
    if not has_four(cells | uneven):
        return 1  # whichever go together
    if count > 4:
        return 0  # too many ways to pair them
    first = lowest_bit(uneven)
    partners = uneven ^ first
    while partners != ZERO:
        partner = lowest_bit(partners)
        partners ^= partner
        others = uneven ^ first ^ partner
        third = lowest_bit(others)
        if not has_four_with_one_of_each(cells, first, partner, third, others ^ third):
            return 1
    return 0


@compiled
def has_four_with_one_of_each(
    cells: np.uint64, first: np.uint64, partner: np.uint64, third: np.uint64, its_partner: np.uint64
) -> bool:
    """Whether there is a four in the cells with one of the first pair and one of the second, which may be empty."""
    return (
        has_four(cells | first | third)
        or has_four(cells | first | its_partner)
        or has_four(cells | partner | third)
        or has_four(cells | partner | its_partner)
    )


def promise(state: State, player: int, worth: MoveBuffer) -> int:
    """By the cells that complete a four once the stone lies there, then by how near the middle it is."""
    own, other = state.stones[state.turn], state.stones[1 - state.turn]
    cells = reachable(own, other)
    for column in range(COLUMNS):
        four_cells = completing(own | cells & COLUMN << np.uint64(column * HEIGHT), other)
        worth[column] = COLUMNS * popcount(four_cells) + COLUMNS // 2 - abs(column - COLUMNS // 2)
    return 1


def plies_left(state: State) -> int:
    return ROWS * COLUMNS - int64(state.filled.sum())


class ConnectFourWithHooks(ConnectFour):
    __doc__ = ConnectFour.__doc__

    name = "connect-four-hooks"
    title = "Connect four, with hooks"
    rules = Rules(
        name, FIELDS, [moves, play, winning_move, forced_moves, cannot_win, promise, plies_left, content, landing]
    )
