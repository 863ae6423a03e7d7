"""Positions of `tuning/shapes_games.py` as `mnk_shapes` sees them, and the chances to win that are fitted to."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

import noughts
from noughts.evals.mnk_shapes import COMBINATIONS, EVALUATION, MOST, UNDECIDED
from noughts.evals.shared.line_classes import FIVE
from noughts.evals.shared.line_shapes import (
    CELL_BITS,
    COUNT_BITS,
    COUNT_MASK,
    KIND_COUNTS,
    LINES,
    MAKES_FIVE,
    TWO_FOURS,
    WORTH_BITS,
    long_at,
)
from noughts.kernel.contract import NO_MOVE
from noughts.kernel.scores import MATE_RANGE
from noughts.kernel.stepping import STAY, step_for

Floats = np.ndarray[Any, np.dtype[np.float64]]

LAMBDA = 0.8  # how much more than a search's own value counts what the later ones and the result say
SCALE = 400.0  # of a search's values, before they are fitted to results
MOST_CHOICES = 20_000
ALL_KINDS = MAKES_FIVE + 1
CELLS = len(COMBINATIONS)
NUMBER_OF = np.full([FIVE + 1] * 4, -1)  # of a combination, by its classes, the least first
for number, combination in enumerate(COMBINATIONS):
    NUMBER_OF[combination] = number


class Reader:
    """What the evaluation sees of the positions of a game."""

    def __init__(self, game: Any) -> None:
        self.cells = LINES + 2 * (3 * (game.rows + game.columns) - 2)
        self.codes = np.array([code for code in range(game.move_codes) if code in game.moves])
        self.update = EVALUATION.for_rules(game.rules, game.name).call_update
        self.weights = EVALUATION.loaded_weights
        self.row = np.zeros((1, EVALUATION.accumulator_size), np.int32)

    def read(self, states: Any) -> None:
        self.update(states, 0, NO_MOVE, self.weights, self.row)

    def classes(self, player: int, codes: Any) -> Any:
        """By cell and direction."""
        packed = self.row[0, self.cells + 2 * codes].view(np.uint32)
        shifts = [np.uint32(4 * direction + CELL_BITS * player) for direction in range(4)]
        return np.stack([packed >> shift & np.uint32(15) for shift in shifts], 1)

    def combinations(self, mover: int) -> Any:
        """How many cells have each combination of classes, own less other."""
        own, other = (
            NUMBER_OF[tuple(np.sort(self.classes(side, self.codes), axis=1).T)] for side in (mover, 1 - mover)
        )
        return (np.bincount(own, minlength=CELLS) - np.bincount(other, minlength=CELLS)).astype(np.int8)

    def kinds(self, mover: int) -> Any:
        """How many cells are of each kind, to the side to move and to the other."""
        packed = [int(long_at(self.row[0], KIND_COUNTS + 2 * side)) for side in (mover, 1 - mover)]
        counts = [[number >> COUNT_BITS * kind & COUNT_MASK for kind in range(1, ALL_KINDS)] for number in packed]
        return np.array(counts)

    def order_features(self, mover: int, legal: Any) -> Floats:
        """A row a move: its classes, own and other, then its kinds, own and other."""
        columns: list[Any] = []
        for side in (mover, 1 - mover):
            found = self.classes(side, legal)
            columns += [(found == number).sum(axis=1) for number in range(1, FIVE + 1)]
        summary = self.row[0, self.cells + 2 * legal + 1]
        for side in (mover, 1 - mover):
            columns += [(summary >> WORTH_BITS + CELL_BITS * side & 7) == number for number in range(1, ALL_KINDS)]
        return np.stack(columns, 1).astype(float)


@dataclass
class Data:
    """All positions that neither a verdict nor a few fours decide."""

    combinations: list[Any] = field(default_factory=list)
    kinds: list[Any] = field(default_factory=list)
    labels: list[float] = field(default_factory=list)
    games: list[int] = field(default_factory=list)
    choices: list[tuple[Floats, int]] = field(default_factory=list)  # the features of some moves, and which is best


def read_games(folder: Path, sizes: list[str]) -> Data:
    data, games = Data(), 0
    paths = [path for path in sorted(folder.glob("*.npz")) if path.stem.rsplit("-", 1)[0] in sizes]
    for path in paths:
        game: Any = noughts.game(path.stem.rsplit("-", 1)[0])
        with np.load(path) as arrays:
            file = dict(arrays)
        read_file(game, file, games, MOST_CHOICES // len(paths), data)
        games += int(file["games"].max()) + 1
    return data


def read_file(game: Any, file: dict[str, Any], first_game: int, most_choices: int, data: Data) -> None:
    reader, one = Reader(game), game.new_states(1)
    step, buffer = step_for(game.rules, game.name), game.new_moves()
    labels, every = chances(file), max(1, len(file["states"]) // most_choices)
    for i, state in enumerate(file["states"]):
        one[0] = state
        reader.read(one)
        mover = int(state["turn"])
        kinds = reader.kinds(mover)
        if kinds[0, TWO_FOURS - 1 :].any() or kinds[1, MAKES_FIVE - 1] or file["wins_by_fours"][i]:
            continue
        data.combinations.append(reader.combinations(mover))
        data.kinds.append(np.minimum(kinds[:, :UNDECIDED], MOST - 1).ravel())
        data.labels.append(float(labels[i]))
        data.games.append(first_game + int(file["games"][i]))
        if i % every == 0:
            legal = buffer[: step(one, 0, STAY, buffer, 0) >> 3].copy()
            rows = reader.order_features(mover, legal)
            is_near = rows.any(axis=1)
            chosen = np.flatnonzero(legal[is_near] == file["best"][i])
            if len(chosen):
                data.choices.append((rows[is_near], int(chosen[0])))


def chances(file: dict[str, Any]) -> Floats:
    """The chance to win of the side to move in each position: its value's, and those after it (TD(λ)); a mate is sure.

    A random move says nothing of the positions before it, so that each stretch between two of them stands by itself.
    """
    values, results, games, stretches = (file[name] for name in ("values", "results", "games", "stretches"))
    is_mate, is_path = np.abs(values) > MATE_RANGE, stretches >= 0
    by_value = np.where(is_mate, values > 0, promised(values, results, is_path & ~is_mate))
    labels, path = by_value.copy(), np.flatnonzero(is_path)
    for at, after in zip(path[::-1], [-1, *path[:0:-1]], strict=True):
        if is_mate[at]:
            continue
        if after < 0 or games[after] != games[at]:
            later = results[at]
        elif stretches[after] != stretches[at]:
            later = by_value[at]
        else:
            is_same_side = file["states"][at]["turn"] == file["states"][after]["turn"]
            later = labels[after] if is_same_side else 1 - labels[after]
        labels[at] = (1 - LAMBDA) * by_value[at] + LAMBDA * later
    return np.asarray(labels)


def promised(values: Any, results: Any, among: Any) -> Floats:
    """What a search's values say of results, on the scale on which they do so best among some positions."""
    logits, scale = np.clip(values, -2000, 2000) / SCALE, 1.0
    x, y = logits[among], results[among].astype(float)
    for _ in range(20):  # Newton's method, held towards 1 a little, as a few games may have no mistake in them
        guess = sigmoid(scale * x)
        scale -= ((guess - y) @ x + scale - 1) / (guess * (1 - guess) @ x**2 + 1)
    return sigmoid(scale * logits)


def sigmoid(logits: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(logits, -30, 30))))
