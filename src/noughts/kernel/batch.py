"""Many positions of a game at once, a row each: stepped, shown as planes, played out and turned in compiled code.

Rows are states of one array. Beside it lie, a row each, the mask of legal moves (a byte a code), turn, outcome and the
moves made so far. A caller's codes are checked here, before anything is played: no index below is checked again.
"""

import functools
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from noughts.kernel.compiling import compiled, specialize
from noughts.kernel.contract import (
    DRAW,
    FIRST,
    ONGOING,
    MoveBuffer,
    Rules,
    States,
    content,
    counter,
    key,
    landing,
    moves,
    outcome,
    owner,
    play,
    turn,
)
from noughts.kernel.intrinsics import copy_state, int64, state_word
from noughts.kernel.mode import UNCOMPILED
from noughts.kernel.playout import next_random

Numbers: TypeAlias = NDArray[np.int64]
Masks: TypeAlias = NDArray[np.uint8]
Generator: TypeAlias = NDArray[np.uint64]

DONE = -1  # what a function returns that has no row to complain of


@compiled
def read_rows(states: States, masks: Masks, turns: Numbers, outcomes: Numbers, out: MoveBuffer) -> int:
    """Write down turn, outcome and legal moves of every row."""
    for row in range(len(turns)):
        read_row(states, row, masks, turns, outcomes, out)
    return int64(DONE)


@compiled
def read_row(states: States, row: int, masks: Masks, turns: Numbers, outcomes: Numbers, out: MoveBuffer) -> None:
    for code in range(masks.shape[1]):
        masks[row, code] = np.uint8(0)
    turns[row], outcomes[row] = turn(states[row]), outcome(states[row])
    if outcomes[row] == ONGOING:
        for i in range(moves(states[row], out)):
            masks[row, out[i]] = np.uint8(1)


@compiled
def step_rows(
    states: States,
    codes: Numbers,
    masks: Masks,
    turns: Numbers,
    outcomes: Numbers,
    played: NDArray[np.int32],
    plies: Numbers,
    rewards: NDArray[np.float32],
    out: MoveBuffer,
) -> int:
    """Make a move in every row that goes on; returns DONE, or a row whose code is not legal: nothing is played then.

    `rewards`, zeroed, gets 1 and -1 where a game was won; `played` has room for one more move of every row.
    """
    for row in range(len(codes)):
        if outcomes[row] == ONGOING:
            code = codes[row]
            if code < 0 or code >= masks.shape[1] or masks[row, code] == 0:
                return int64(row)
    for row in range(len(codes)):
        if outcomes[row] == ONGOING:
            played[row, plies[row]] = codes[row]
            plies[row] += 1
            play(states[row], codes[row])
            read_row(states, row, masks, turns, outcomes, out)
            if outcomes[row] != ONGOING and outcomes[row] != DRAW:
                winner = outcomes[row] - FIRST
                rewards[row, winner], rewards[row, 1 - winner] = np.float32(1), np.float32(-1)
    return int64(DONE)


@compiled
def choose_rows(masks: Masks, generator: Generator, codes: Numbers) -> int:
    """Write a random legal move of every row, -1 where there is none."""
    for row in range(len(codes)):
        count = int64(0)
        for code in range(masks.shape[1]):
            count += int64(masks[row, code])
        left = int64((next_random(generator) >> np.uint64(32)) * np.uint64(count) >> np.uint64(32))
        codes[row] = -1
        for code in range(masks.shape[1]):
            if masks[row, code] != 0:
                if left == 0:
                    codes[row] = code
                left -= 1
    return int64(DONE)


@compiled
def play_out_rows(
    states: States, first: int, end: int, most: int, generator: Generator, out: MoveBuffer, results: Numbers
) -> int:
    """Play a random game from each of the rows, on the array's last state; count outcomes in results[row].

    Returns DONE, or a row whose game did not end within `most` plies.
    """
    here = len(states) - 1
    for row in range(first, end):
        copy_state(states, here, row)
        plies = int64(0)
        while outcome(states[here]) == ONGOING:
            if plies == most:
                return int64(row)
            n = moves(states[here], out)
            play(states[here], out[int64((next_random(generator) >> np.uint64(32)) * np.uint64(n) >> np.uint64(32))])
            plies += 1
        results[row, outcome(states[here])] += 1
    return int64(DONE)


@compiled
def keys_of_rows(states: States, keys: NDArray[np.uint64]) -> int:
    for row in range(len(keys)):
        keys[row] = key(states[row])
    return int64(DONE)


class PlaneTables(NamedTuple):
    """What planes have to know of a board: spots are indices into a plane, row by row."""

    spots: Numbers  # of each cell
    groups: Numbers  # of each cell, -1 for none
    targets: Numbers  # the spot where each move lands, by code; -1 for a move without a cell
    sizes: Numbers  # glyphs, groups, counters


@compiled
def observe_rows(
    states: States, first: int, players: Numbers, masks: Masks, tables: PlaneTables, out: NDArray[np.float32]
) -> int:
    """Write the planes of rows from `first` on, as players[row] sees them, to `out`, which is zeroed.

    In this order: own marks, the other's, a plane for each further glyph; own groups, the other's, drawn ones, if the
    game has any; cells where a legal move lands; a plane for each counter; ones if the second player looks.
    Returns DONE, or a row of which the rules say something that no table has.
    """
    spots, groups, targets, sizes = tables.spots, tables.groups, tables.targets, tables.sizes
    glyphs, owned, counters, cells = sizes[0], sizes[1], sizes[2], len(spots)
    for i in range(len(players)):
        row, player = first + i, players[i]
        for cell in range(cells):
            value = content(states[row], cell)
            if value < 0 or value >= glyphs:
                return int64(row)
            if value > 0:
                out[i, seen(value, player), spots[cell]] = np.float32(1)
        at = glyphs - 1
        if owned > 0:
            for cell in range(cells):
                if groups[cell] >= 0:
                    value = owner(states[row], groups[cell])
                    if value < 0 or value > 3:
                        return int64(row)
                    if value > 0:
                        out[i, at + seen(value, player), spots[cell]] = np.float32(1)
            at += 3
        for code in range(len(targets)):
            if masks[row, code] != 0:
                cell = landing(states[row], code)
                if cell >= cells:
                    return int64(row)
                spot = targets[code] if cell < 0 else spots[cell]
                if spot >= 0:
                    out[i, at, spot] = np.float32(1)
        at += 1
        for index in range(counters):
            value = counter(states[row], index)
            for spot in range(out.shape[2]):
                out[i, at + index, spot] = np.float32(value)
        at += counters
        if player == 1:
            for spot in range(out.shape[2]):
                out[i, at, spot] = np.float32(1)
    return int64(DONE)


@compiled
def seen(value: int, player: int) -> int:
    """The plane of a content or an owner: 0 for the player's own, 1 for the other's, then further ones."""
    return value - 1 if value > 2 or player == 0 else 2 - value


@compiled
def image_rows(states: States, images: Numbers, played: NDArray[np.int32], plies: Numbers, symmetries: Numbers) -> int:
    """Make each row's image by the symmetry that it names, behind the images of its root: one for each symmetry."""
    for row in range(len(plies)):
        play_image(states, len(images) + row, symmetries[row], images, played, row, plies[row])
    return int64(DONE)


@compiled
def canonical_rows(
    states: States,
    images: Numbers,
    played: NDArray[np.int32],
    plies: Numbers,
    symmetries: Numbers,
    keys: NDArray[np.uint64],
) -> int:
    """Write the symmetry that leads to each row's canonical image, whose state is the least, and that image's key.

    `states` has an image of the root for each symmetry, and two more to work on.
    """
    count = len(images)
    here, best = count, count + 1
    for row in range(len(plies)):
        for symmetry in range(count):
            play_image(states, here, symmetry, images, played, row, plies[row])
            if symmetry == 0 or is_less(states, here, best):
                copy_state(states, best, here)
                symmetries[row] = symmetry
        keys[row] = key(states[best])
    return int64(DONE)


@compiled
def play_image(
    states: States, at: int, symmetry: int, images: Numbers, played: NDArray[np.int32], row: int, plies: int
) -> None:
    copy_state(states, at, symmetry)
    for ply in range(plies):
        play(states[at], images[symmetry, played[row, ply]])


@compiled
def is_less(states: States, one: int, other: int) -> bool:
    """Whether a state comes before another: any order will do that is the same for equal states."""
    for word in range(states.itemsize // 8):
        if state_word(states, one, word) != state_word(states, other, word):
            return bool(state_word(states, one, word) < state_word(states, other, word))
    return False


Rows: TypeAlias = Callable[..., int]


@functools.cache
def rows_function(function: Rows, rules: Rules, name: str) -> Rows:
    """One of the functions above for this game."""
    if UNCOMPILED:
        return function
    from numba import float32, int32, types, uint8, uint64
    from numba import int64 as i64

    states, n, numbers, table = types.Array(rules.record_type, 1, "C"), i64, i64[::1], i64[:, ::1]
    masks, generator, played, rewards = uint8[:, ::1], uint64[::1], int32[:, ::1], float32[:, ::1]
    tables = types.NamedTuple((numbers,) * len(PlaneTables._fields), PlaneTables)
    arguments = {
        read_rows: (states, masks, numbers, numbers, numbers),
        step_rows: (states, numbers, masks, numbers, numbers, played, numbers, rewards, numbers),
        choose_rows: (masks, generator, numbers),
        play_out_rows: (states, n, n, n, generator, numbers, table),
        keys_of_rows: (states, generator),
        observe_rows: (states, n, numbers, masks, tables, float32[:, :, ::1]),
        image_rows: (states, table, played, numbers, numbers),
        canonical_rows: (states, table, played, numbers, numbers, generator),
    }[function]
    return specialize(function, i64(*arguments), f"many positions of {name}", is_trusted=rules.is_ours)
