"""Play games on several boards and fit the weights of `mnk_shapes` to them; print them as they stand there.

    python tuning/shapes.py FOLDER --seconds 1200 [--nodes 1500] [--seed 1] [--sizes 15x15x5 7x7x4]

The games of a run are added to FOLDER, and all that are there are fitted to; with `--seconds 0` nothing is played.

Value: logistic regression of how games ended, or rather of a mix with what the search's value promised, on what `value`
adds up. Order: a conditional logit of which move a longer search preferred, on what `order` adds up. No weight of a
class is negative. What wins by itself is not in the games, as the search sees it coming: `CERTAIN` and `SURE` say what
it is worth.
"""

import argparse
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from shapes_games import SIZES, play_games

import noughts
from noughts.evals import mnk_shapes
from noughts.evals.mnk_shapes import EVALUATION, FIVE, FOUR_AND_THREE, MAKES_FIVE, TWO_FOURS
from noughts.kernel.contract import NO_MOVE
from noughts.kernel.stepping import STAY, step_for

Floats = np.ndarray[Any, np.dtype[np.float64]]

UNIT, ORDER_UNIT = 400.0, 1000.0  # the value, and the score of a move, of a logit
DECAY, ORDER_DECAY = 10.0, 3.0
TRUST = 0.5  # the share of the search's values in what is fitted to
CERTAIN = {TWO_FOURS: 2000, MAKES_FIVE: 20_000}  # values, by the kind of the side to move
SURE = {FOUR_AND_THREE: 60_000, TWO_FOURS: 200_000, MAKES_FIVE: 1_000_000}  # scores of moves, by kind
SURE_BLOCK = 500_000  # the score of a move in the way of a five
ALL_KINDS = MAKES_FIVE + 1


class Reader:
    """What the evaluation sees of the positions of a game."""

    def __init__(self, game: Any) -> None:
        self.cells = mnk_shapes.LINES + 2 * (3 * (game.rows + game.columns) - 2)
        self.codes = np.array([code for code in range(game.move_codes) if code in game.moves])
        self.update = EVALUATION.for_rules(game.rules, game.name).call_update
        self.weights = EVALUATION.loaded_weights
        self.row = np.zeros((1, EVALUATION.accumulator_size), np.int32)

    def read(self, states: Any) -> None:
        self.update(states, 0, NO_MOVE, self.weights, self.row)

    def classes(self, player: int, codes: Any) -> Any:
        """By cell and direction."""
        packed = self.row[0, self.cells + 2 * codes].view(np.uint32)
        return np.stack([packed >> np.uint32(8 * direction + 4 * player) & np.uint32(15) for direction in range(4)], 1)

    def value_features(self, mover: int) -> Floats:
        """The classes, own less other; the best kind of either; the other's again if it has many such cells; tempo."""
        counts = [np.bincount(self.classes(side, self.codes).ravel(), minlength=FIVE + 1)[1:] for side in range(2)]
        first = mnk_shapes.KIND_COUNTS
        kinds = self.row[0, first : first + 2 * mnk_shapes.KINDS].reshape(2, mnk_shapes.KINDS)
        own, other = (int(np.flatnonzero([1, *kinds[side, 1:]]).max()) for side in (mover, 1 - mover))
        by_kind = np.eye(ALL_KINDS)[:, 1:]
        is_again = own <= other and kinds[1 - mover, other] > 2
        parts = [counts[mover] - counts[1 - mover], by_kind[own], -by_kind[other], -by_kind[other] * is_again, [1]]
        return np.concatenate(parts).astype(float)

    def order_features(self, mover: int, legal: Any) -> Floats:
        """A row a move: its classes, own and other, then its kinds, own and other."""
        columns: list[Any] = []
        for side in (mover, 1 - mover):
            found = self.classes(side, legal)
            columns += [(found == number).sum(axis=1) for number in range(1, FIVE + 1)]
        summary = self.row[0, self.cells + 2 * legal + 1]
        for side in (mover, 1 - mover):
            columns += [(summary >> 24 + 3 * side & 7) == number for number in range(1, ALL_KINDS)]
        return np.stack(columns, 1).astype(float)


@dataclass
class Data:
    """Of all positions."""

    features: list[Floats] = field(default_factory=list)
    labels: list[float] = field(default_factory=list)
    choices: list[tuple[Floats, int]] = field(default_factory=list)  # the features of some moves, and which is best


def read_games(folder: Path) -> Data:
    data = Data()
    for path in sorted(folder.glob("*.npz")):
        game: Any = noughts.game(path.stem.rsplit("-", 1)[0])
        reader, file = Reader(game), np.load(path)
        step, buffer = step_for(game.rules, game.name), np.zeros(game.max_moves, np.int64)
        one = game.new_states(1)
        results = file["results"].astype(float)
        data.labels += ((1 - TRUST) * results + TRUST * promised(file["values"], results)).tolist()
        for state, best in zip(file["states"], file["best"], strict=True):
            one[0] = state
            reader.read(one)
            data.features.append(reader.value_features(int(state["turn"])))
            if best != NO_MOVE:
                legal = buffer[: step(one, 0, STAY, buffer, 0) >> 3].copy()
                rows = reader.order_features(int(state["turn"]), legal)
                is_near = rows.any(axis=1)
                chosen = np.flatnonzero(legal[is_near] == best)
                if len(chosen):
                    data.choices.append((rows[is_near], int(chosen[0])))
    return data


def promised(values: Any, results: Floats) -> Floats:
    """What a search's values say of results, on the scale on which they do so best."""
    clipped = np.clip(values, -2000, 2000)[:, None] / 200
    return sigmoid(clipped @ fit_value(clipped, results, np.zeros(1), 1.0, 0))


def sigmoid(logits: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-logits)))


def fit_value(features: Floats, labels: Floats, towards: Floats, decay: float, classes: int) -> Floats:
    """Logistic regression by Newton's method. The first weights, of classes, are set to 0 where they would be less."""
    is_kept = np.ones(len(towards), bool)
    while True:
        weights, x, aim = towards[is_kept].copy(), features[:, is_kept], towards[is_kept]
        for _ in range(20):
            guess = sigmoid(x @ weights)
            slope = x.T @ (guess - labels) + decay * (weights - aim)
            curve = (x * (guess * (1 - guess))[:, None]).T @ x + decay * np.eye(len(weights))
            weights -= np.linalg.solve(curve, slope)
        whole = np.zeros(len(towards))
        whole[is_kept] = weights
        if (whole[:classes] >= 0).all():
            return whole
        is_kept[:classes] &= whole[:classes] >= 0


def fit_order(choices: list[tuple[Floats, int]], towards: Floats, decay: float) -> Floats:
    """A conditional logit by Newton's method, with no weight less than 0."""
    is_kept = np.ones(len(towards), bool)
    while True:
        weights, aim = towards[is_kept].copy(), towards[is_kept]
        for _ in range(12):
            slope, curve = decay * (weights - aim), decay * np.eye(len(weights))
            for rows, best in choices:
                x = rows[:, is_kept]
                logits = x @ weights
                shares = np.exp(logits - logits.max())
                shares /= shares.sum()
                mean = shares @ x
                slope += mean - x[best]
                curve += (x * shares[:, None]).T @ x - np.outer(mean, mean)
            step = np.linalg.solve(curve, slope)
            weights -= step / max(1.0, np.abs(step).max())  # the first steps would go too far
        whole = np.zeros(len(towards))
        whole[is_kept] = weights
        if (whole >= 0).all():
            return whole
        is_kept &= whole >= 0


def loss(features: Floats, labels: Floats, weights: Floats) -> float:
    guess = sigmoid(features @ weights)
    return float(-np.mean(labels * np.log(guess + 1e-9) + (1 - labels) * np.log(1 - guess + 1e-9)))


def hits(choices: list[tuple[Floats, int]], weights: Floats, places: int) -> float:
    """How often the preferred move is among the first."""
    return float(np.mean([(rows @ weights > rows[best] @ weights + 1e-9).sum() < places for rows, best in choices]))


def written(value: Floats, order: Floats) -> dict[str, Any]:
    """The arguments of `make_weights`."""
    worth = np.rint(UNIT * value[:FIVE]).astype(int).tolist()
    numbers = np.rint(UNIT * value[FIVE:]).astype(int).tolist()
    own, other, again = (numbers[at : at + MAKES_FIVE] for at in (0, MAKES_FIVE, 2 * MAKES_FIVE))
    scores = np.rint(ORDER_UNIT * order).astype(int).tolist()
    own_kinds, other_kinds = scores[2 * FIVE : 2 * FIVE + MAKES_FIVE], scores[2 * FIVE + MAKES_FIVE :]
    return {
        "worth": (0, *worth),
        "own_order": (0, *(max(score, 1) for score in scores[:FIVE])),
        "other_order": (0, *(max(score, 1) for score in scores[FIVE : 2 * FIVE])),
        "own_kind_order": tuple(SURE.get(kind, score) for kind, score in enumerate(own_kinds, 1)),
        "other_kind_order": (*other_kinds[:-1], SURE_BLOCK),
        "own_kind": tuple(CERTAIN.get(kind, number) for kind, number in enumerate(own, 1)),
        "other_kind": tuple(other),
        "other_again": tuple(again),
        "tempo": numbers[-1],
    }


def fit(data: Data) -> dict[str, Any]:
    features, labels = np.array(data.features), np.array(data.labels)
    value = fit_value(features, labels, np.zeros(features.shape[1]), DECAY, FIVE)
    order = fit_order(data.choices, np.zeros(data.choices[0][0].shape[1]), ORDER_DECAY)
    print(
        f"# {len(labels)} positions, loss {loss(features, labels, value):.4f}; {len(data.choices)} moves, "
        f"the first {hits(data.choices, order, 1):.0%}, among five {hits(data.choices, order, 5):.0%}"
    )
    return written(value, order)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=1200)
    parser.add_argument("--games", type=int, default=10**9, help="games of each size after which to end")
    parser.add_argument("--nodes", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sizes", nargs="+", default=SIZES)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    if (seconds := options.seconds / len(options.sizes)) > 0:
        for size in options.sizes:
            play_games(size, options.folder, options.nodes, seconds, options.games, options.seed)
    for name, numbers in fit(read_games(options.folder)).items():
        print(f"{name} = {numbers!r}")


if __name__ == "__main__":
    main()
