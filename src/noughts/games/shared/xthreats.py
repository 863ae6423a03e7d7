"""X-Rudder's hooks: moves that complete an X, that stop one, and that threaten to complete one."""

import numpy as np

from noughts.games.shared.xmoves import (
    COLUMN_STEPS,
    NO_CELL,
    ROW_STEPS,
    empty,
    moves,
    open_centres,
    target_cell,
)
from noughts.games.shared.xshapes import (
    BLOCKS,
    CELLS,
    COLUMNS,
    ROWS,
    X_COLUMNS,
    X_ROWS,
    cell_of,
    empty_cells,
    lacking_one,
    lacking_two,
    toggle,
    x_cells,
)
from noughts.kernel import NO_MOVE, UNRESTRICTED, MoveBuffer, State, compiled, int64, lowest
from noughts.kernel.compiling import inlined


@inlined
def token_before(state: State, player: int, cell: int, direction: int) -> int:
    """The cell of a player's token that a step in this direction takes to the cell; or NO_CELL."""
    row, column = cell // COLUMNS - ROW_STEPS[direction], cell % COLUMNS - COLUMN_STEPS[direction]
    if 0 <= row < ROWS and 0 <= column < COLUMNS and int64(state.tokens[player, row]) >> column & 1:
        return row * COLUMNS + column
    return int64(NO_CELL)


@compiled
def moving_in(state: State, player: int, cell: int, centre: int) -> int:
    """A move of a token to an empty cell, from a cell that is not in the X with that centre; or NO_MOVE."""
    for direction in range(8):
        source = token_before(state, player, cell, direction)
        if source != NO_CELL:
            down, right = abs(source // COLUMNS - centre // COLUMNS), abs(source % COLUMNS - centre % COLUMNS)
            if down != right or down > 1:
                return CELLS + source * 8 + direction
    return int64(NO_MOVE)


@compiled
def completion(state: State, player: int, hand: int, moves_left: int) -> tuple[int, int]:
    """A move that completes an X of the player, with so many tokens and moves, and the X's centre; or NO_MOVE."""
    for first in BLOCKS:
        lacking = lacking_one(state, player, first)
        for i in range(5):
            centres = lacking[i]
            while centres:
                centre = cell_of(lowest(centres), first)
                centres &= centres - np.uint64(1)
                cell = centre + X_ROWS[i] * COLUMNS + X_COLUMNS[i]
                if hand > 0:
                    return cell, centre
                if moves_left > 0:
                    move = moving_in(state, player, cell, centre)
                    if move != NO_MOVE:
                        return move, centre
    return int64(NO_MOVE), int64(NO_CELL)


def winning_move(state: State) -> int:
    player = int64(state.turn)
    return completion(state, player, int64(state.hand[player]), int64(state.moves_left))[0]


@compiled
def loses(state: State, player: int, source: int, target: int) -> bool:
    """Whether a placement (from NO_CELL) or a move uncrosses an X or leaves one that the other completes next."""
    other, moves_left = 1 - player, int64(state.moves_left)
    toggle(state, player, target)
    uncrossed = 0
    if source != NO_CELL:
        toggle(state, player, source)
        moves_left -= 1
        uncrossed = open_centres(state, other, source // COLUMNS)
    lost = uncrossed != 0 or completion(state, other, int64(state.hand[other]), moves_left)[0] != NO_MOVE
    toggle(state, player, target)
    if source != NO_CELL:
        toggle(state, player, source)
    return lost


@compiled
def stopping(state: State, player: int, cell: int, out: MoveBuffer, n: int) -> int:
    """Add to n moves those that end on a cell, if it is empty, and do not lose; return how many there are then."""
    row, column = cell // COLUMNS, cell % COLUMNS
    if not empty(state, row) >> column & 1:
        return n
    if state.hand[player] > 0 and not loses(state, player, NO_CELL, cell):
        out[n] = cell
        n += 1
    if state.moves_left > 0:
        for direction in range(8):
            source = token_before(state, player, cell, direction)
            if source != NO_CELL and not loses(state, player, source, cell):
                out[n] = CELLS + source * 8 + direction
                n += 1
    return n


def forced_moves(state: State, out: MoveBuffer) -> int:
    """An X about to be completed is stopped on the cell that it lacks, or by holding both cells beside its centre."""
    player = int64(state.turn)
    hand, moves_left = int64(state.hand[1 - player]), int64(state.moves_left)
    move, centre = completion(state, 1 - player, hand, moves_left)
    if move == NO_MOVE:
        return int64(UNRESTRICTED)
    n = int64(0)
    if hand == 0 and moves_left == 1:  # any move of a token takes the last one away
        for i in range(moves(state, out)):
            source = (out[i] - CELLS) // 8 if out[i] >= CELLS else NO_CELL
            if not loses(state, player, source, target_cell(out[i])):
                out[n] = out[i]
                n += 1
        return n
    n = stopping(state, player, target_cell(move), out, n)
    beside = int64(state.tokens[player, centre // COLUMNS]) >> (centre % COLUMNS - 1)
    if beside & 4:
        n = stopping(state, player, centre - 1, out, n)
    if beside & 1:
        n = stopping(state, player, centre + 1, out, n)
    return n


@compiled
def threatens(state: State, player: int, source: int, target: int) -> bool:
    """Whether after a placement (from NO_CELL) or a move the player could complete an X, were it to move again."""
    hand, moves_left = int64(state.hand[player]), int64(state.moves_left)
    toggle(state, player, target)
    if source == NO_CELL:
        hand -= 1
        uncrossed = int64(0)
    else:
        moves_left -= 1
        toggle(state, player, source)
        uncrossed = open_centres(state, 1 - player, source // COLUMNS)
    found = uncrossed == 0 and completion(state, player, hand, moves_left)[0] != NO_MOVE
    toggle(state, player, target)
    if source != NO_CELL:
        toggle(state, player, source)
    return found


def threat_moves(state: State, out: MoveBuffer) -> int:
    """A fourth token on an X that is not crossed; without tokens in hand, also a step towards the cell it lacks."""
    player, n = int64(state.turn), 0
    hand, moves_left = int64(state.hand[player]), int64(state.moves_left)
    targets = empty_cells(state)
    standing = np.uint64(0)
    if hand == 0:
        if moves_left < 2:
            return int64(0)
        for first in BLOCKS:
            lacking = lacking_one(state, player, first)
            standing |= lacking[0] | lacking[1] | lacking[2] | lacking[3] | lacking[4]
    built = x_cells(lacking_two(state, player, BLOCKS[0]), lacking_two(state, player, BLOCKS[1]))
    for part in range(3):
        cells = targets[part] if standing else targets[part] & built[part]
        while cells:
            cell = cell_of(lowest(cells), 4 * part)
            cells &= cells - np.uint64(1)
            if hand > 1 or (hand == 1 and threatens(state, player, NO_CELL, cell)):
                out[n] = cell
                n += 1
            if moves_left > 0:
                for direction in range(8):
                    source = token_before(state, player, cell, direction)
                    if source != NO_CELL and threatens(state, player, source, cell):
                        out[n] = CELLS + source * 8 + direction
                        n += 1
    return n
