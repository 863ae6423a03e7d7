"""Fitting tables of tuples to labelled positions, in compiled code."""

import functools
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from noughts.board import Game
from noughts.evals.shared.self_play import Indices, Table, expected, learn_position
from noughts.evals.shared.state_bits import TUPLES, Layout, count
from noughts.kernel.compiling import compiled, specialize
from noughts.kernel.contract import Rules, States, turn
from noughts.kernel.mode import UNCOMPILED
from noughts.learning.games import Positions

PASSES = 5
RATE = 0.3  # how much of an error a position makes up for at once; it falls to nothing
CHECKED = 20  # one game in so many is for checking


@compiled
def fit_pass(
    states: States,
    order: NDArray[np.int64],
    labels: Table,
    indices: Indices,
    layout: Layout,
    table: Table,
    totals: Table,
    rate: float,
) -> float:
    """One pass over positions in an order; without learning if the rate is 0. Returns the mean squared error.

    totals[0] becomes the mean of what positions are worth, to either side.
    """
    error, worths = 0.0, 0.0
    for i in range(len(order)):
        at = order[i]
        first, second = count(states, at, layout, table, indices[0])
        side = turn(states[at])
        worth = first if side == 0 else second
        missing = labels[at] - expected(worth)
        error += missing * missing
        worths += abs(worth)
        if rate > 0.0:
            learn_position(indices[0], side, rate * missing, layout, table)
    totals[0] = worths / max(len(order), 1)
    return error / max(len(order), 1)


class Fit(NamedTuple):
    """Tables after fitting."""

    table: Table
    usual: float  # what a position is usually worth, to either side
    error: float  # mean squared, on games that were learned from
    checked: float  # and on games that were not


def fit(game: Game, layout: Layout, table: Table, positions: Positions, seed: int) -> Fit:
    """Draw the tables towards the labels."""
    entry, table = _entry(game.rules, game.name), table.copy()
    is_check = positions.games % CHECKED == 0
    learning, checking = np.flatnonzero(~is_check), np.flatnonzero(is_check)
    indices, totals = np.zeros((1, int(layout[TUPLES])), np.int32), np.zeros(1)
    chance, error = np.random.default_rng(seed), 0.0
    given = positions.labels, indices, layout, table, totals
    for number in range(PASSES):
        order = chance.permutation(learning)
        error = entry(positions.states, order, *given, RATE * (1 - number / PASSES))
    checked = entry(positions.states, checking, *given, 0.0)
    entry(positions.states, learning, *given, 0.0)
    return Fit(table, float(totals[0]), error, checked)


@functools.cache
def _entry(rules: Rules, name: str) -> Callable[..., float]:
    if UNCOMPILED:
        return fit_pass
    from numba import float64 as f64
    from numba import int32 as i32
    from numba import int64 as i64
    from numba import types

    states = types.Array(rules.record_type, 1, "C")
    signature = f64(states, i64[::1], f64[::1], i32[:, ::1], i64[::1], f64[::1], f64[::1], f64)
    return specialize(fit_pass, signature, f"fitting for {name}")
