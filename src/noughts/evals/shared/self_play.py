"""Learning by self-play what pairs of a state's bits are worth (shared/state_bits.py).

Games are played by the worth of the positions that moves lead to, with random moves among them. After each game every
position's worth is drawn towards what came of it, TD(λ) backwards from the end. Everything follows from fixed seeds and
from counted work, never from a clock: the same game leads to the same numbers on every machine.
"""

import functools
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from noughts.board import Game
from noughts.evals.shared.state_bits import FEATURES, MOST_FEATURES, NOTHING, Layout, change_of_worth, list_features
from noughts.kernel.compiling import compiled, specialize
from noughts.kernel.contract import DRAW, FIRST, ONGOING, MoveBuffer, Rules, States, moves, outcome, play, points, turn
from noughts.kernel.intrinsics import copy_state, int64
from noughts.kernel.mode import UNCOMPILED
from noughts.kernel.playout import next_random

Table: TypeAlias = NDArray[np.float64]

WORK = 6_000_000  # moves looked at
CHUNKS = 40
MOST_PLIES = 600  # of a game that is learned from
RATE = 0.5
LAMBDA = 0.8
EXPLORATION = 0.1  # share of random moves
OPENING = 8  # random moves at the beginning, fewer than this many
POINTS_WORTH = 0.5  # of a drawn ending with more points


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
def play_game(
    states: States,
    worths: Table,
    out: MoveBuffer,
    layout: Layout,
    table: Table,
    generator: NDArray[np.uint64],
    exploration: float,
) -> tuple[int, int]:
    """Play a game from states[0] on, a state a ply; returns its length and the number of moves looked at."""
    ply, work, room = 0, 0, len(states) - 2
    worths[0] = change_of_worth(states, NOTHING, 0, layout, table)
    opening = chance(generator, OPENING)
    threshold = int64(exploration * 65536.0)
    while outcome(states[ply]) == ONGOING and ply < room:
        n = moves(states[ply], out)
        sign = 1.0 if turn(states[ply]) == 0 else -1.0
        best, best_worth = 0, -1e30
        if ply < opening or chance(generator, 65536) < threshold:
            best = chance(generator, n)
        else:
            for i in range(n):
                copy_state(states, room + 1, ply)
                play(states[room + 1], out[i])
                if outcome(states[room + 1]) == ONGOING:
                    worth = sign * (worths[ply] + change_of_worth(states, ply, room + 1, layout, table))
                else:
                    worth = 1e6 * sign * result_for_first(states, room + 1)
                if worth > best_worth:
                    best, best_worth = i, worth
            work += n
        copy_state(states, ply + 1, ply)
        play(states[ply + 1], out[best])
        worths[ply + 1] = worths[ply] + change_of_worth(states, ply, ply + 1, layout, table)
        ply += 1
        work += 1
    return ply, work


@compiled
def learn_position(
    states: States, ply: int, error: float, rate: float, layout: Layout, table: Table, found: NDArray[np.int64]
) -> None:
    """Share out a step among the weights of a position: half to single features, half to pairs."""
    features = layout[FEATURES]
    n = list_features(states, ply, layout, found)
    if n < 2:
        return
    single, paired = 0.5 * rate * error / n, rate * error / (n * (n - 1))
    for i in range(n):
        row = found[i] * features
        table[row + found[i]] += single
        for j in range(i):
            table[row + found[j]] += paired
            table[found[j] * features + found[i]] += paired


@compiled
def learn_games(
    states: States,
    worths: Table,
    out: MoveBuffer,
    layout: Layout,
    table: Table,
    generator: NDArray[np.uint64],
    found: NDArray[np.int64],
    work: int,
    rate: float,
    exploration: float,
) -> int:
    """Play games and learn from them until so many moves were looked at. Returns their number."""
    games = 0
    while work > 0:
        length, looked = play_game(states, worths, out, layout, table, generator, exploration)
        work -= looked
        games += 1
        target = squashed(worths[length])
        if outcome(states[length]) != ONGOING:
            target = result_for_first(states, length)
        for ply in range(length - 1, -1, -1):
            expected = squashed(worths[ply])
            learn_position(states, ply, target - expected, rate, layout, table, found)
            target = LAMBDA * target + (1.0 - LAMBDA) * expected
    return games


def learn_table(game: Game, layout: Layout) -> Table:
    """The table of a game, learned from nothing."""
    features = int(layout[FEATURES])
    plies = min(game.max_plies, MOST_PLIES)
    states, worths = game.new_states(plies + 2), np.zeros(plies + 2)
    states[:1] = game.start().states[:1]
    table = np.zeros(features * features)
    out, found = np.zeros(game.max_moves, np.int64), np.zeros(MOST_FEATURES, np.int64)
    generator = np.array([0x9E3779B97F4A7C15], np.uint64)
    entry = _entry(game.rules, game.name)
    chunks = 1 if UNCOMPILED else CHUNKS
    work = 1000 if UNCOMPILED else WORK // CHUNKS
    games = 0
    for chunk in range(chunks):
        rest = 1 - chunk / chunks
        games += entry(states, worths, out, layout, table, generator, found, work, RATE * rest, EXPLORATION)
    return table


@functools.cache
def _entry(rules: Rules, name: str) -> Callable[..., int]:
    if UNCOMPILED:
        return learn_games
    from numba import float64 as f64
    from numba import int64 as i64
    from numba import types
    from numba import uint64 as u64

    arrays: tuple[Any, ...] = (types.Array(rules.record_type, 1, "C"), f64[::1], i64[::1], i64[::1], f64[::1])
    signature = i64(*arrays, u64[::1], i64[::1], i64, f64, f64)
    return specialize(learn_games, signature, f"self-play for {name}")
