"""The hooks of m,n,k: what windows of k cells say of wins, threats and draws.

A window is k cells in a row without an opponent or an obstacle. They are found all at once, as bits of a board: those
of k cells follow from those of k - 1 cells. The boards' bits are explained in games/mnk.py.

Where a line is exactly k stones long, it is a window with no own stone before or after it. Stones never leave the
board, so a window with one beside it is lost for good, and the hooks leave it out.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import numpy as np

from noughts.games.shared.pairing import (
    BY_MIRRORING,
    BY_PAIRS,
    BY_WEIGHTS,
    MOST_WINDOWS,
    are_images,
    are_light,
    find_pairs,
    find_pairs_to_avoid,
)
from noughts.kernel import (
    NO_MOVE,
    UNRESTRICTED,
    MoveBuffer,
    State,
    compiled,
    inlined,
    int64,
    lowest,
    popcount,
    scratch_words,
)
from noughts.kernel.contract import MOST_PROMISE

Board: TypeAlias = np.ndarray
Functions: TypeAlias = Mapping[str, Callable[..., Any]]

ONE, ZERO, LOW6 = np.uint64(1), np.uint64(0), 63
PLAIN, MISERE, EXACT = range(3)  # the variants: k or more win, k or more lose, exactly k win


@compiled
def has_bit(board: np.ndarray, at: int) -> bool:
    return (board[at >> 6] >> np.uint64(at & LOW6)) & ONE != ZERO


@compiled
def words_used(state: State) -> int:
    """How many words the board takes; where there are few, it is a number known when compiling."""
    words = len(state.free)
    return words if words <= 4 else (int64(state.rows) * (int64(state.columns) + 1) + LOW6) >> 6


@compiled
def drop_beside_stones(cells: Board, state: State, player: int, step: int, is_after: bool) -> np.uint64:
    """Leave out the cells with a stone of the player one step after them, or before them. 0 if none are left."""
    words, back, ahead = words_used(state), np.uint64(step), np.uint64(64 - step)
    left = ZERO
    for word in range(words):
        if is_after:
            beside = state.marks[player, word] >> back
            if word + 1 < words:
                beside |= state.marks[player, word + 1] << ahead
        else:
            beside = state.marks[player, word] << back
            if word > 0:
                beside |= state.marks[player, word - 1] >> ahead
        cells[word] &= ~beside
        left |= cells[word]
    return left


@inlined
def find_windows(
    state: State,
    player: int,
    step: int,
    complete: Board,
    lacking_one: Board,
    lacking_two: Board,
    asks_for_two: bool,
    is_exact: bool,
) -> np.uint64:
    """The first cells of the windows of k cells, in steps, that are the player's stones but for one or two empty cells.

    The windows of k cells follow from those of k - 1 cells, all at once: a window is as complete as the one that begins
    a step further on if its first cell is a stone, and lacks one more if it is empty. 0 if there are none.

    `is_exact` is known when compiling, as what it asks for would slow down all other games.
    """
    words = words_used(state)
    back, ahead = np.uint64(step), np.uint64(64 - step)
    for word in range(words):
        complete[word], lacking_one[word] = state.marks[player, word], state.free[word]
        if asks_for_two:
            lacking_two[word] = ZERO
    complete[words] = lacking_one[words] = ZERO
    if asks_for_two:
        lacking_two[words] = ZERO
    if is_exact:
        drop_beside_stones(complete, state, player, step, True)
        drop_beside_stones(lacking_one, state, player, step, True)
    found = ONE
    for _ in range(int64(state.k) - 1):
        found = ZERO
        for word in range(words):
            own, free = state.marks[player, word], state.free[word]
            none = complete[word] >> back | complete[word + 1] << ahead
            one = lacking_one[word] >> back | lacking_one[word + 1] << ahead
            if asks_for_two:
                two = lacking_two[word] >> back | lacking_two[word + 1] << ahead
                two = own & two | free & one
                lacking_two[word] = two
                found |= two
            one = own & one | free & none
            complete[word], lacking_one[word] = own & none, one
            found |= own & none | one
        if found == ZERO:
            break
    if is_exact:
        found = drop_beside_stones(lacking_one, state, player, step, False)
        if asks_for_two:
            found |= drop_beside_stones(lacking_two, state, player, step, False)
    return found


@compiled
def empty_cell(state: State, first: int, step: int) -> int:
    """The empty cell of a window that lacks just this one."""
    while not has_bit(state.free, first):
        first += step
    return first


@compiled
def add_windows(cells: Board, windows: Board, words: int, step: int, k: int) -> None:
    """Add all the cells of windows, given by their first ones."""
    for word in range(words):
        first = windows[word]
        if first != ZERO:
            for offset in range(word << 6, (word << 6) + k * step, step):
                cells[offset >> 6] |= first << np.uint64(offset & LOW6)
                spilt = first >> ONE >> np.uint64(LOW6 - (offset & LOW6))
                if spilt != ZERO:
                    cells[(offset >> 6) + 1] |= spilt


@compiled
def list_cells(cells: Board, state: State, unwanted: np.uint64, out: MoveBuffer) -> int:
    """Write the empty cells that are in a set, or with `unwanted` all ones, those that are not."""
    n = 0
    for word in range(words_used(state)):
        left = (cells[word] ^ unwanted) & state.free[word]
        while left != ZERO:
            out[n] = (word << 6) + lowest(left)
            left &= left - ONE
            n += 1
    return n


@inlined
def find_winning_move(state: State, is_exact: bool) -> int:
    width, player = int64(state.columns) + 1, int64(state.turn)
    complete, windows = scratch_words(state.free), scratch_words(state.free)
    for step in (1, width - 1, width, width + 1):
        if find_windows(state, player, step, complete, windows, windows, False, is_exact) != ZERO:
            for word in range(words_used(state)):
                if windows[word] != ZERO:
                    return empty_cell(state, (word << 6) + lowest(windows[word]), step)
    return NO_MOVE


def winning_move(state: State) -> int:
    return NO_MOVE if state.variant == MISERE else find_winning_move(state, False)


def exact_winning_move(state: State) -> int:
    return find_winning_move(state, True)


@inlined
def find_forced_moves(state: State, out: MoveBuffer, is_exact: bool) -> int:
    width, words = int64(state.columns) + 1, words_used(state)
    is_misere = state.variant == MISERE
    player = int64(state.turn) if is_misere else 1 - int64(state.turn)
    complete, windows, cells = scratch_words(state.free), scratch_words(state.free), scratch_words(state.free)
    for word in range(words):
        cells[word] = ZERO
    is_any = False
    for step in (1, width - 1, width, width + 1):
        if find_windows(state, player, step, complete, windows, windows, False, is_exact) != ZERO:
            add_windows(cells, windows, words, step, int64(state.k))
            is_any = True
    if not is_any:
        return UNRESTRICTED
    if is_misere:
        return list_cells(cells, state, ~ZERO, out)
    return 1 if list_cells(cells, state, ZERO, out) == 1 else 0  # one threat must be blocked; two cannot be


def forced_moves(state: State, out: MoveBuffer) -> int:
    return find_forced_moves(state, out, False)


def exact_forced_moves(state: State, out: MoveBuffer) -> int:
    return find_forced_moves(state, out, True)


@inlined
def find_threat_moves(state: State, out: MoveBuffer, is_exact: bool) -> int:
    width, player, words = int64(state.columns) + 1, int64(state.turn), words_used(state)
    complete, lacking_one = scratch_words(state.free), scratch_words(state.free)
    windows, cells = scratch_words(state.free), scratch_words(state.free)
    for word in range(words):
        cells[word] = ZERO
    for step in (1, width - 1, width, width + 1):
        if find_windows(state, player, step, complete, lacking_one, windows, True, is_exact) != ZERO:
            add_windows(cells, windows, words, step, int64(state.k))
    return list_cells(cells, state, ZERO, out)


def threat_moves(state: State, out: MoveBuffer) -> int:
    return 0 if state.variant == MISERE else find_threat_moves(state, out, False)


def exact_threat_moves(state: State, out: MoveBuffer) -> int:
    return find_threat_moves(state, out, True)


def is_dead(state: State) -> int:
    """No window of k cells is left without obstacles and with stones of one player only."""
    width, words = int64(state.columns) + 1, words_used(state)
    windows = scratch_words(state.free)
    windows[words] = ZERO
    for step in (1, width - 1, width, width + 1):
        back, ahead = np.uint64(step), np.uint64(64 - step)
        for player in range(2):
            for word in range(words):
                windows[word] = state.marks[player, word] | state.free[word]
            if state.variant == EXACT:
                drop_beside_stones(windows, state, player, step, True)
            found = ONE
            for _ in range(int64(state.k) - 1):
                found = ZERO
                for word in range(words):
                    room = state.marks[player, word] | state.free[word]
                    windows[word] = room & (windows[word] >> back | windows[word + 1] << ahead)
                    found |= windows[word]
                if found == ZERO:
                    break
            if state.variant == EXACT:
                found = drop_beside_stones(windows, state, player, step, False)
            if found != ZERO:
                return 0
    return 1


def cannot_win(state: State, player: int, room: MoveBuffer) -> int:
    """Whether pairs and weights, in misère mirroring too, show that the player cannot win, on boards of one word."""
    if len(state.free) != 1:  # known when compiling
        return 0
    attacker = 1 - player if state.variant == MISERE else player
    width, k, windows = int64(state.columns) + 1, int64(state.k), 0
    own = state.marks[attacker, 0] | state.free[0]
    for step in (1, width - 1, width, width + 1):
        if (k - 1) * step > LOW6:
            continue
        first, window = own, ZERO
        for i in range(k):
            window |= ONE << np.uint64(i * step)
            if i > 0:
                first &= own >> np.uint64(i * step)
        if state.variant == EXACT:
            stones = state.marks[attacker, 0]
            first &= ~(stones << np.uint64(step))
            if k * step <= LOW6:
                first &= ~(stones >> np.uint64(k * step))
        while first != ZERO:
            lacking = window << np.uint64(lowest(first)) & state.free[0]
            first &= first - ONE
            if windows == MOST_WINDOWS or (state.variant != MISERE and lacking & (lacking - ONE) == ZERO):
                return 0
            room[windows] = int64(lacking)
            windows += 1
    attacker_moves = int64(state.turn) == attacker
    if state.variant == MISERE:  # `attacker` is the one who avoids lines
        attacker_ends = attacker_moves == (int64(state.empties) & 1 == 1)
        if are_light(room, windows, k, attacker_ends):
            return BY_WEIGHTS
        if find_pairs_to_avoid(room, windows, not attacker_ends) >= 0:
            return BY_PAIRS
        marks, rows, columns = state.marks, int64(state.rows), int64(state.columns)
        is_answered = not attacker_moves and are_images(marks[0, 0], marks[1, 0], state.free[0], rows, columns)
        return BY_MIRRORING if is_answered else 0
    if are_light(room, windows, k, attacker_moves):
        return BY_WEIGHTS
    return BY_PAIRS if find_pairs(room, windows) >= 0 else 0


def promise(state: State, player: int, worth: MoveBuffer) -> int:
    """The promise of each cell, by the windows through it that a side may still fill, on boards of one word.

    The side to win looks at its own ones, the other at both. In misère both keep away from windows, most from the own
    ones: with these weights a won position of sixteen empty cells took 338,726 nodes, and 5,871,218 without an order.
    """
    if len(state.free) != 1:
        return 0
    width, k, mover = int64(state.columns) + 1, int64(state.k), int64(state.turn)
    stones = state.marks[0, 0] | state.marks[1, 0]
    own, other = state.marks[mover, 0] | state.free[0], state.marks[1 - mover, 0] | state.free[0]
    cells = int64(state.rows) * width
    for cell in range(cells):
        worth[cell] = MOST_PROMISE if state.variant == MISERE else 0
    for step in (1, width - 1, width, width + 1):
        if (k - 1) * step > LOW6:
            continue
        window, of_own, of_other = ZERO, own, other  # where windows begin that each may still fill
        for i in range(k):
            window |= ONE << np.uint64(i * step)
            of_own &= own >> np.uint64(i * step)
            of_other &= other >> np.uint64(i * step)
        begins = of_own if state.variant != MISERE and mover == player else of_own | of_other
        while begins != ZERO:
            first = lowest(begins)
            is_own, is_other = of_own >> np.uint64(first) & ONE != ZERO, of_other >> np.uint64(first) & ONE != ZERO
            count = min(popcount(window << np.uint64(first) & stones), 8)
            if state.variant == MISERE:
                weight = -(2 * int64(is_own) + int64(is_other)) << 2 * count
            elif mover == player:
                weight = int64(1) << 2 * count
            else:
                weight = int64(1 if is_other else 2) << count
            for i in range(k):
                worth[first + i * step] += weight
            begins &= begins - ONE
    for cell in range(cells):
        worth[cell] = max(0, min(worth[cell], MOST_PROMISE))
    return 1


HOOKS: Functions = {
    "winning_move": winning_move,
    "forced_moves": forced_moves,
    "threat_moves": threat_moves,
    "is_dead": is_dead,
    "cannot_win": cannot_win,
    "promise": promise,
}
EXACT_HOOKS: Functions = {
    **HOOKS,
    "winning_move": exact_winning_move,
    "forced_moves": exact_forced_moves,
    "threat_moves": exact_threat_moves,
}
