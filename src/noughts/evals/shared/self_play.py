"""Learning the tables of n-tuples (shared/state_bits.py) by self-play.

Games are played by the worth of the positions that moves lead to, with random moves among them. After each game every
position's worth is drawn towards what came of it, TD(λ) backwards from the end, with a step of its own for each entry
(temporal coherence, Beal and Smith 1999): entries whose errors cancel out come to rest. Everything follows from fixed
seeds and from counted work, never from a clock: the same game leads to the same numbers on every machine.
"""

import functools
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from noughts.board import Game
from noughts.evals.shared.state_bits import ENTRIES, MASKS, TUPLES, WORDS, Layout, count, follow
from noughts.kernel.compiling import compiled, specialize
from noughts.kernel.contract import DRAW, FIRST, ONGOING, MoveBuffer, Rules, States, moves, outcome, play, points, turn
from noughts.kernel.intrinsics import copy_state, int64
from noughts.kernel.mode import UNCOMPILED
from noughts.kernel.playout import next_random

Table: TypeAlias = NDArray[np.float64]
Indices: TypeAlias = NDArray[np.int32]

import os
WORK = int(os.environ.get("WORK", 6_000_000))  # moves looked at
CHUNKS = 40
MOST_PLIES = 600  # of a game that is learned from
RATE = float(os.environ.get("RATE", 1.0))
LAMBDA = float(os.environ.get("LAMBDA", 0.8))
EXPLORATION = float(os.environ.get("EXPL", 0.1))  # share of random moves
OPENING = 8  # random moves at the beginning, fewer than this many
POINTS_WORTH = 0.5  # of a drawn ending with more points
SHARED = float(os.environ.get("SHARED", 0.5))
REPLIES = 1
TC = int(os.environ.get("TC", 1))


@compiled
def chance(generator: NDArray[np.uint64], n: int) -> int:
    """A random number below n."""
    return int64((next_random(generator) >> np.uint64(32)) * np.uint64(n) >> np.uint64(32))


@compiled
def result_for_first(states: States, at: int) -> float:
    """What a finished game is worth to the first player, from -1 to 1."""
    result = outcome(states[at])
    if result == DRAW:
        more = points(states[at], 0) - points(states[at], 1)
        return POINTS_WORTH if more > 0 else -POINTS_WORTH if more < 0 else 0.0
    return 1.0 if result == FIRST else -1.0


@compiled
def squashed(worth: float) -> float:
    """A worth as an expected result: like a logistic curve, but exact on every machine."""
    return worth / (1.0 + abs(worth))


@compiled
def advance(
    states: States, before: int, after: int, layout: Layout, table: Table, indices: Indices, worths: Table
) -> None:
    """Fill in the indices and worths of states[after] from those of states[before]."""
    for i in range(layout[TUPLES]):
        indices[after, i] = indices[before, i]
    first, second = follow(states, before, after, layout, table, indices[after])
    worths[after, 0], worths[after, 1] = worths[before, 0] + first, worths[before, 1] + second


@compiled
def wins_at_once(states: States, at: int, out: MoveBuffer) -> bool:
    """Whether a move wins the game for the side to move; plays on states[at + 1]."""
    side = turn(states[at])
    for i in range(moves(states[at], out)):
        copy_state(states, at + 1, at)
        play(states[at + 1], out[i])
        if outcome(states[at + 1]) == FIRST + side:
            return True
    return False


@compiled
def play_game(
    states: States,
    worths: Table,
    indices: Indices,
    out: MoveBuffer,
    layout: Layout,
    table: Table,
    generator: NDArray[np.uint64],
    exploration: float,
    replies: MoveBuffer,
    seen: Table,
    P: Table,
) -> tuple[int, int]:
    """Play a game from states[0] on, a state a ply; returns its length and the number of moves looked at."""
    ply, work, room = 0, 0, len(states) - 3
    opening = chance(generator, OPENING)
    threshold = int64(exploration * 65536.0)
    while outcome(states[ply]) == ONGOING and ply < room:
        n = moves(states[ply], out)
        sign = 1.0 if turn(states[ply]) == 0 else -1.0
        best = 0
        if ply < opening or chance(generator, 65536) < threshold:
            best = chance(generator, n)
        else:
            for i in range(n):
                copy_state(states, room + 1, ply)
                play(states[room + 1], out[i])
                if outcome(states[room + 1]) == ONGOING:
                    advance(states, ply, room + 1, layout, table, indices, worths)
                    worth = sign * worths[room + 1, turn(states[room + 1])]
                else:
                    worth = 1e6 * sign * result_for_first(states, room + 1)
                seen[i] = worth
            work += n
            while True:
                best = 0
                for i in range(1, n):
                    if seen[i] > seen[best]:
                        best = i
                if abs(seen[best]) >= 1e5 or P[3] == 0.0:
                    break
                copy_state(states, room + 1, ply)
                play(states[room + 1], out[best])
                if not wins_at_once(states, room + 1, replies):
                    break
                seen[best] = -1e5
        copy_state(states, ply + 1, ply)
        play(states[ply + 1], out[best])
        advance(states, ply, ply + 1, layout, table, indices, worths)
        ply += 1
        work += 1
    return ply, work


@compiled
def learn_position(indices: NDArray[np.int32], side: int, step: float, layout: Layout, tables: Table, P: Table) -> None:
    """Move the entries of a position by a step in all, each as far as its errors have agreed so far."""
    words, tuples, entries = layout[WORDS], layout[TUPLES], layout[ENTRIES]
    bases = layout[MASKS + 65 * words + 1 :]
    share = step / tuples
    for number in range(tuples):
        for player in range(2):
            at = bases[number] + 2 * int64(indices[number]) + player
            part = share if player == side else P[1] * share
            size = tables[2 * entries + at]
            factor = 1.0
            if P[2] > 0 and size > 0.0:
                factor = abs(tables[entries + at]) / size
            tables[at] += part * factor
            tables[entries + at] += part
            tables[2 * entries + at] += abs(part)


@compiled
def learn_games(
    states: States,
    worths: Table,
    indices: Indices,
    out: MoveBuffer,
    layout: Layout,
    tables: Table,
    generator: NDArray[np.uint64],
    work: int,
    rate: float,
    exploration: float,
    replies: MoveBuffer,
    seen: Table,
    P: Table,
) -> int:
    """Play games and learn from them until so many moves were looked at. Returns their number."""
    games = 0
    table = tables[: layout[ENTRIES]]
    while work > 0:
        worths[0, 0], worths[0, 1] = count(states, 0, layout, table, indices[0])
        length, looked = play_game(states, worths, indices, out, layout, table, generator, exploration, replies, seen, P)
        work -= looked
        games += 1
        target = squashed(worths[length, turn(states[length])])
        if outcome(states[length]) != ONGOING:
            target = result_for_first(states, length)
        for ply in range(length - 1, -1, -1):
            side = turn(states[ply])
            expected = squashed(worths[ply, side])
            learn_position(indices[ply], side, rate * (target - expected), layout, tables, P)
            target = P[0] * target + (1.0 - P[0]) * expected
    return games


def learn_table(game: Game, layout: Layout) -> Table:
    """The table of a game, learned from nothing."""
    plies = min(game.max_plies, MOST_PLIES)
    states, worths = game.new_states(plies + 3), np.zeros((plies + 3, 2))
    indices = np.zeros((plies + 3, layout[TUPLES]), np.int32)
    states[:1] = game.start().states[:1]
    tables = np.zeros(3 * layout[ENTRIES])  # and for each entry, the sums of its errors and of their sizes
    out = np.zeros(game.max_moves, np.int64)
    generator = np.array([0x9E3779B97F4A7C15], np.uint64)
    entry = _entry(game.rules, game.name)
    chunks = 1 if UNCOMPILED else CHUNKS
    work = 1000 if UNCOMPILED else WORK // CHUNKS
    games = 0
    for chunk in range(chunks):
        rest = 1 - chunk / chunks
        games += entry(states, worths, indices, out, layout, tables, generator, work, RATE * rest, EXPLORATION, np.zeros(game.max_moves, np.int64), np.zeros(game.max_moves), np.array([LAMBDA,SHARED,TC,REPLIES]))
    print("games", games)
    return tables[: layout[ENTRIES]]


@functools.cache
def _entry(rules: Rules, name: str) -> Callable[..., int]:
    if UNCOMPILED:
        return learn_games
    from numba import float64 as f64
    from numba import int32 as i32
    from numba import int64 as i64
    from numba import types
    from numba import uint64 as u64

    arrays: tuple[Any, ...] = (types.Array(rules.record_type, 1, "C"), f64[:, ::1], i32[:, ::1], i64[::1], i64[::1])
    signature = i64(*arrays, f64[::1], u64[::1], i64, f64, f64, i64[::1], f64[::1], f64[::1])
    return specialize(learn_games, signature, f"self-play for {name}")
