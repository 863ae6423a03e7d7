"""Learning the tables of n-tuples (shared/state_bits.py) by self-play.

Games are played by the worth of the positions that moves lead to, with random moves among them; a move that lets the
opponent win at once is played only where all do. After each game every position's worth is drawn towards what came of
it, TD(λ) backwards from the end (Sutton 1988; n-tuples in board games: Lucas 2008). Everything follows from a fixed
seed and from counted work, and no function is used that machines round differently: a game leads to the same numbers
everywhere. The exception are rules so slow that the work takes longer than MOST_SECONDS of processor time: learning
stops there, after as many games as the machine has played by then, and a warning tells of it.
"""

import functools
import logging
import time
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from noughts.board import Game
from noughts.evals.shared.state_bits import ENTRIES, TUPLES, Layout, count, first_base, follow
from noughts.kernel.brute_force import can_win_at_once
from noughts.kernel.compiling import compiled, specialize
from noughts.kernel.contract import DRAW, FIRST, ONGOING, MoveBuffer, Rules, States, moves, outcome, play, points, turn
from noughts.kernel.intrinsics import copy_state, int64
from noughts.kernel.mode import UNCOMPILED
from noughts.kernel.playout import next_random

log = logging.getLogger("noughts.learning")

Table: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.int32]

WORK, CHUNKS = (200, 1) if UNCOMPILED else (4_000_000, 40)  # moves looked at: one to two seconds
MOST_SECONDS = 4  # of processor time: rules so slow that it takes longer are learned from less
MOST_PLIES = 600  # of a game that is learned from
RATE = 0.5  # how much of an error a position's worth makes up for at once; it falls to nothing
LAMBDA = 0.5  # how far it looks to what came of a game, beside what was expected on the way
SHARED = 0.5  # part of a step that the entries for the other side to move take
EXPLORATION = 0.1  # share of random moves
OPENING = 8  # random moves at the beginning, fewer than this many
POINTS_WORTH = 0.5  # of a drawn ending with more points
DECIDED = 1e6
LOSES = -1e5


@compiled
def below(generator: NDArray[np.uint64], n: int) -> int:
    """A random number from 0 to n - 1."""
    return int64((next_random(generator) >> np.uint64(32)) * np.uint64(n) >> np.uint64(32))


@compiled
def result_for_first(states: States, at: int) -> float:
    """The result of a finished game for the first player, from -1 to 1."""
    result = outcome(states[at])
    if result == DRAW:
        more = points(states[at], 0) - points(states[at], 1)
        return POINTS_WORTH if more > 0 else -POINTS_WORTH if more < 0 else 0.0
    return 1.0 if result == FIRST else -1.0


@compiled
def expected(worth: float) -> float:
    """A worth as a result from -1 to 1: like a logistic curve, but the same on every machine."""
    return worth / (1.0 + abs(worth))


@compiled
def move_on(
    states: States, ply: int, to: int, move: int, layout: Layout, table: Table, indices: Indices, worths: Table
) -> None:
    """Play a move from states[ply] to states[to], and follow it with indices and worths."""
    copy_state(states, to, ply)
    play(states[to], move)
    for number in range(layout[TUPLES]):
        indices[to, number] = indices[ply, number]
    first, second = follow(states, ply, to, layout, table, indices[to])
    worths[to, 0], worths[to, 1] = worths[ply, 0] + first, worths[ply, 1] + second


@compiled
def best_of(states: States, spare: int, ply: int, legal: MoveBuffer, n: int, seen: Table, replies: MoveBuffer) -> int:
    """The best move by what was seen of each, but none that loses at once if another does not."""
    while True:
        best = 0
        for i in range(1, n):
            if seen[i] > seen[best]:
                best = i
        if seen[best] <= LOSES or seen[best] >= -LOSES:
            return best
        copy_state(states, spare, ply)
        play(states[spare], legal[best])
        if outcome(states[spare]) != ONGOING or turn(states[spare]) == turn(states[ply]):
            return best
        if not can_win_at_once(states, spare, replies):
            return best
        seen[best] = LOSES


@compiled
def play_game(
    states: States,
    worths: Table,
    indices: Indices,
    buffers: NDArray[np.int64],
    seen: Table,
    layout: Layout,
    table: Table,
    generator: NDArray[np.uint64],
) -> tuple[int, int]:
    """Play a game from states[0] on, a state a ply; returns its length and the number of moves looked at."""
    legal, ply, work, spare = buffers[0], 0, 0, len(states) - 2
    opening = below(generator, OPENING)
    worths[0, 0], worths[0, 1] = count(states, 0, layout, table, indices[0])
    while outcome(states[ply]) == ONGOING and ply + 1 < spare:
        n = moves(states[ply], legal)
        if ply < opening or below(generator, 1 << 16) < int64(EXPLORATION * (1 << 16)):
            chosen = below(generator, n)
        else:
            sign = 1.0 if turn(states[ply]) == 0 else -1.0
            for i in range(n):
                move_on(states, ply, spare, legal[i], layout, table, indices, worths)
                if outcome(states[spare]) == ONGOING:
                    seen[i] = sign * worths[spare, turn(states[spare])]
                else:
                    seen[i] = sign * DECIDED * result_for_first(states, spare)
            chosen = best_of(states, spare, ply, legal, n, seen, buffers[1])
            work += n
        move_on(states, ply, ply + 1, legal[chosen], layout, table, indices, worths)
        ply += 1
        work += 1
    return ply, work


@compiled
def learn_position(indices: NDArray[np.int32], side: int, step: float, layout: Layout, table: Table) -> None:
    """Move the entries of a position by a step in all."""
    bases = layout[first_base(layout) :]
    share = step / layout[TUPLES]
    for number in range(layout[TUPLES]):
        at = bases[number] + 2 * int64(indices[number])
        table[np.uint64(at + side)] += share
        table[np.uint64(at + 1 - side)] += SHARED * share


@compiled
def learn_games(
    states: States,
    worths: Table,
    indices: Indices,
    buffers: NDArray[np.int64],
    seen: Table,
    layout: Layout,
    table: Table,
    generator: NDArray[np.uint64],
    totals: Table,
    work: int,
    rate: float,
) -> int:
    """Play games and learn from them until so many moves were looked at. Returns the number of games.

    `totals` counts positions, and how much they were worth to either side.
    """
    games = 0
    while work > 0:
        length, looked = play_game(states, worths, indices, buffers, seen, layout, table, generator)
        work -= looked
        games += 1
        target = expected(worths[length, turn(states[length])])
        if outcome(states[length]) != ONGOING:
            target = result_for_first(states, length)
        for ply in range(length - 1, -1, -1):
            side = turn(states[ply])
            worth = worths[ply, side]
            totals[0] += 1.0
            totals[1] += abs(worth)
            learn_position(indices[ply], side, rate * (target - expected(worth)), layout, table)
            target = LAMBDA * target + (1.0 - LAMBDA) * expected(worth)
    return games


def learn_table(game: Game, layout: Layout, times: int = 1) -> tuple[Table, float]:
    """The entries of a game's tables, learned from nothing; and what a position is usually worth, to either side.

    `times` is how much longer than at first use it may learn.
    """
    plies = min(game.max_plies, MOST_PLIES) + 4
    states, worths = game.new_states(plies), np.zeros((plies, 2))
    states[:1] = game.start().states[:1]
    indices = np.zeros((plies, int(layout[TUPLES])), np.int32)
    buffers, seen = game.new_moves(2), np.zeros(game.move_codes)
    table = np.zeros(int(layout[ENTRIES]))
    generator = np.array([0x9E3779B97F4A7C15], np.uint64)
    entry = _entry(game.rules, game.name)
    games, clock, totals = 0, time.thread_time(), np.zeros(2)
    for chunk in range(CHUNKS):
        totals[:] = 0
        rate = RATE * (1 - chunk / CHUNKS)
        work = times * WORK // CHUNKS
        games += entry(states, worths, indices, buffers, seen, layout, table, generator, totals, work, rate)
        if time.thread_time() - clock > times * MOST_SECONDS:
            log.warning("%s is slow to learn: it stops after %d games", game.name, games)
            break
    log.debug("%s learned from %d games in %.1f s", game.name, games, time.thread_time() - clock)
    return table, float(totals[1] / totals[0])


@functools.cache
def _entry(rules: Rules, name: str) -> Callable[..., int]:
    if UNCOMPILED:
        return learn_games
    from numba import float64 as f64
    from numba import int32 as i32
    from numba import int64 as i64
    from numba import types
    from numba import uint64 as u64

    arrays: tuple[Any, ...] = (types.Array(rules.record_type, 1, "C"), f64[:, ::1], i32[:, ::1], i64[:, ::1], f64[::1])
    signature = i64(*arrays, i64[::1], f64[::1], u64[::1], f64[::1], i64, f64)
    return specialize(learn_games, signature, f"self-play for {name}")
