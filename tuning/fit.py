"""Fit an evaluation's weights to self-play by logistic regression, and write its file of parameters.

    python tuning/fit.py ultimate_boards positions1.npz positions2.npz --trust 0.5

The sigmoid of a position's value over UNIT is fitted to a mix of the game's result and of what the search's value
promises; `--trust` is the search's share (0 for a first generation, whose values have another scale). Stochastic
gradient descent, each parameter at its own pace (AdaGrad), with weight decay. A weight is the sum of its own parameter
and one that it shares with weights like it, so that rare ones are not left to chance; the file has the sums. Games are
split: one in twenty is for checking.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from features import MODELS, ROOM, UNIT, weight
from numba import njit

from noughts.evals.shared.small_boards import WEIGHTS


def make_pass(features: Any) -> Any:
    """One pass over the positions, in a given order; without learning if the rate is 0. Returns the mean loss."""

    @njit(error_model="numpy")
    def go(states, order, labels, parameters, squares, numbers, signs, rate, decay):  # type: ignore[no-untyped-def]
        out, loss = np.zeros(ROOM, np.int64), 0.0
        for at in order:
            n = features(states[at], parameters, numbers, signs, out)
            total = 0.0
            for i in range(n):
                total += weight(out[i], parameters, numbers, signs)
            guess = 1 / (1 + np.exp(-total))
            label = labels[at]
            loss -= label * np.log(guess + 1e-12) + (1 - label) * np.log(1 - guess + 1e-12)
            if rate > 0:
                error = guess - label
                for i in range(n):
                    for level in range(len(numbers)):
                        number, sign = numbers[level, out[i]], signs[level, out[i]]
                        slope = (error + decay[level] * parameters[number] * sign) * sign
                        squares[number] += slope * slope
                        parameters[number] -= rate * slope / np.sqrt(squares[number])
        return loss / len(order)

    return go


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("eval", choices=sorted(MODELS))
    parser.add_argument("positions", nargs="+", type=Path)
    parser.add_argument("--results-only", nargs="*", type=Path, default=[], help="more positions, not trusted")
    parser.add_argument("--trust", type=float, default=0.5)
    parser.add_argument("--rate", type=float, default=0.02)
    parser.add_argument("--decay", type=float, default=1e-3)
    parser.add_argument("--passes", type=int, default=4)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    model = MODELS[options.eval]
    own, own_signs = model.ties.parameters()
    shared, shared_signs = model.parents(model.ties.size)
    numbers, signs = np.stack([own, own.max() + 1 + shared]), np.stack([own_signs, shared_signs])
    decay = np.array([options.decay, options.decay / 100])
    files = [np.load(path) for path in [*options.positions, *options.results_only]]
    states = np.concatenate([file["states"] for file in files])
    results = np.concatenate([file["results"] for file in files]).astype(np.float64)
    values = np.concatenate([file["values"] for file in files]).astype(np.float64)
    games = np.concatenate([file["games"] for file in files])
    trusted = sum(len(file["games"]) for file in files[: len(options.positions)])
    trust = np.where(np.arange(len(games)) < trusted, options.trust, 0.0)
    labels = (1 - trust) * results + trust * np.clip(model.promised(values), 0, 1)
    is_check = games % 20 == 0
    learning, checking = np.flatnonzero(~is_check), np.flatnonzero(is_check)
    print(f"{len(learning)} positions to learn from, {len(checking)} to check by; {own.max() + 1} parameters")
    parameters, squares = np.zeros(numbers.max() + 1), np.full(numbers.max() + 1, 1.0)
    go = make_pass(model.features)
    tables = (parameters, squares, numbers, signs)
    chance = np.random.default_rng(1)
    for number in range(options.passes):
        rate = options.rate * (1 - number / options.passes)
        loss = go(states, chance.permutation(learning), labels, *tables, rate, decay)
        checked = go(states, checking, labels, *tables, 0.0, decay)
        by_results = go(states, checking, results, *tables, 0.0, decay)
        print(
            f"pass {number + 1}: loss {loss:.5f}, checked {checked:.5f}, by results alone {by_results:.5f}", flush=True
        )
    weights = (parameters[numbers] * signs).sum(axis=0)
    total = np.zeros(own.max() + 1)
    total[own[own_signs != 0]] = (weights * own_signs)[own_signs != 0]
    counted = np.clip(np.rint(UNIT * total), -32000, 32000).astype(np.int16)
    path = options.out or WEIGHTS / f"{options.eval}.npy"
    np.save(path, counted)
    print(f"wrote {path}: {np.count_nonzero(counted)} of {len(counted)} parameters are not 0")


if __name__ == "__main__":
    main()
