"""Play games and fit the weights of `mnk_shapes` for k >= 5 to them.

    python tuning/shapes.py FOLDER --seconds 600 [--nodes 3000] [--seed 1] [--sizes 15x15x5 10x10x5] [--out FILE]

The games of a run (`tuning/shapes_games.py`) are added to FOLDER, and all that are there of these sizes are fitted to;
with `--seconds 0` nothing is played. The weights are written to the package's file, or to FILE; the order of moves is
printed, as it stands in `mnk_shapes`.

Value: logistic regression of the chance to win (`tuning/shapes_positions.py`). A combination of classes is worth what
its classes are worth one by one, and as much more as the games insist on; a set of threats likewise what its members
and their pairs are worth; then the number of cells of each kind. Games from one opening in ten are for checking. Order:
a conditional logit of which move the search preferred, on what `order` adds up. What wins by itself is not fitted to,
as verdicts see it: `SURE` and the tempo of `mnk_shapes` say what it is worth.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from shapes_games import SIZES, play_games
from shapes_positions import CELLS, Data, Floats, read_games, sigmoid

from noughts.evals.mnk_shapes import CLASS_WORTH, COMBINATIONS, MOST, SETS, UNDECIDED
from noughts.evals.shared.line_classes import FIVE
from noughts.evals.shared.line_shapes import FOUR_AND_THREE, MAKES_FIVE, TWO_FOURS, WORTH_MASK
from noughts.evals.shared.small_boards import WEIGHTS

UNIT, ORDER_UNIT = 150.0, 1000.0  # the value, and the score of a move, of a logit
CLASS_UNIT = 400.0  # of CLASS_WORTH, which the worths of classes are held towards
CLASS_DECAY, CELL_DECAY, MEMBER_DECAY, SET_DECAY, NUMBER_DECAY, ORDER_DECAY = 1.0, 20.0, 3.0, 10.0, 10.0, 3.0
SURE = {FOUR_AND_THREE: 60_000, TWO_FOURS: 200_000, MAKES_FIVE: 1_000_000}  # scores of moves, by kind
SURE_BLOCK = 500_000  # the score of a move in the way of a five

CLASSES_OF = np.array([[combination.count(name) for name in range(1, FIVE + 1)] for combination in COMBINATIONS])
MEMBERS = np.arange(SETS)[:, None] >> np.arange(2 * UNDECIDED) & 1
PAIRS = np.stack([MEMBERS[:, i] * MEMBERS[:, j] for i in range(2 * UNDECIDED) for j in range(i)], 1)
MEMBERS_AND_PAIRS = np.concatenate([MEMBERS, PAIRS, np.ones((SETS, 1), int)], 1)  # and the tempo itself
NUMBERS = 2 * UNDECIDED * MOST


class Regression:
    """Logistic regression by Newton's method, each step by conjugate gradients, with weights held towards some others.

    The weights of the evaluation, `table`, are sums of parameters that some of them share.
    """

    def __init__(self, data: Data, is_learned: Any) -> None:
        kinds = np.array(data.kinds)[is_learned]
        self.combinations = np.array(data.combinations, np.float32)[is_learned]
        self.sets = (kinds != 0) @ (1 << np.arange(2 * UNDECIDED))
        self.numbers = kinds + MOST * np.arange(2 * UNDECIDED)
        self.labels = np.array(data.labels)[is_learned]
        members = MEMBERS_AND_PAIRS.shape[1]
        self.parts = np.cumsum([FIVE, CELLS, members, SETS])  # of the parameters, NUMBERS behind them
        self.decay = np.repeat(
            [CLASS_DECAY, CELL_DECAY, MEMBER_DECAY, SET_DECAY, NUMBER_DECAY], [FIVE, CELLS, members, SETS, NUMBERS]
        )
        self.towards = np.zeros(len(self.decay))
        self.towards[:FIVE] = np.array(CLASS_WORTH[1:]) / CLASS_UNIT

    def table(self, parameters: Floats) -> tuple[Floats, Floats, Floats]:
        """The weights of combinations, sets and numbers."""
        classes, cells, members, sets, numbers = np.split(parameters, self.parts)
        return CLASSES_OF @ classes + cells, MEMBERS_AND_PAIRS @ members + sets, numbers

    def logits(self, parameters: Floats) -> Floats:
        cells, sets, numbers = self.table(parameters)
        return self.combinations @ cells.astype(np.float32) + sets[self.sets] + numbers[self.numbers].sum(1)

    def slopes(self, errors: Floats) -> Floats:
        """The transpose of `logits`."""
        cells = (errors.astype(np.float32) @ self.combinations).astype(float)
        sets = np.bincount(self.sets, errors, SETS)
        numbers = np.bincount(self.numbers.ravel(), np.repeat(errors, 2 * UNDECIDED), NUMBERS)
        return np.concatenate([cells @ CLASSES_OF, cells, sets @ MEMBERS_AND_PAIRS, sets, numbers])

    def fitted(self) -> Floats:
        parameters = self.towards.copy()
        energy = (self.combinations**2).sum(0)
        often = np.bincount(self.sets, minlength=SETS)
        numbers = np.bincount(self.numbers.ravel(), minlength=NUMBERS)
        energies = [energy @ CLASSES_OF**2, energy, often @ MEMBERS_AND_PAIRS, often, numbers]
        scale = 1 / (self.decay + 0.2 * np.concatenate(energies))
        for _ in range(8):
            guess = sigmoid(self.logits(parameters))
            slope = self.slopes(guess - self.labels) + self.decay * (parameters - self.towards)
            parameters = parameters - self.solved(slope, guess * (1 - guess), scale)
        return parameters

    def solved(self, slope: Floats, curve: Floats, scale: Floats) -> Floats:
        """The step that Newton's method takes: conjugate gradients, preconditioned by `scale`."""
        step, rest = np.zeros_like(slope), slope.copy()
        direction = scale * rest
        length = aim = rest @ direction
        for _ in range(200):
            if length <= 1e-6 * aim:
                break
            bent = self.slopes(curve * self.logits(direction)) + self.decay * direction
            along = length / (direction @ bent)
            step += along * direction
            rest -= along * bent
            before, length = length, rest @ (scale * rest)
            direction = scale * rest + length / before * direction
        return step

    def loss(self, parameters: Floats) -> float:
        guess = sigmoid(self.logits(parameters))
        return float(-np.mean(self.labels * np.log(guess + 1e-9) + (1 - self.labels) * np.log(1 - guess + 1e-9)))


def fit_value(data: Data) -> tuple[Any, float, float]:
    """The weights, the loss, and the loss in games that they were not fitted to."""
    is_checking = np.array(data.games) // 2 % 10 == 0
    regression = Regression(data, ~is_checking)
    parameters = regression.fitted()
    cells, sets, numbers = (np.rint(UNIT * part).astype(int) for part in regression.table(parameters))
    weights = np.concatenate([np.minimum(cells, cells.min() + WORTH_MASK), sets, numbers]).astype(np.int16)
    return weights, regression.loss(parameters), Regression(data, is_checking).loss(parameters)


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


def hits(choices: list[tuple[Floats, int]], weights: Floats, places: int) -> float:
    """How often the preferred move is among the first."""
    return float(np.mean([(rows @ weights > rows[best] @ weights + 1e-9).sum() < places for rows, best in choices]))


def order_written(order: Floats) -> dict[str, Any]:
    """The order of moves, as `mnk_shapes` has it."""
    scores = np.rint(ORDER_UNIT * order).astype(int).tolist()
    own_kinds, other_kinds = scores[2 * FIVE : 2 * FIVE + MAKES_FIVE], scores[2 * FIVE + MAKES_FIVE :]
    return {
        "own_order": (0, *(max(score, 1) for score in scores[:FIVE])),
        "other_order": (0, *(max(score, 1) for score in scores[FIVE : 2 * FIVE])),
        "own_kind_order": tuple(SURE.get(kind, score) for kind, score in enumerate(own_kinds, 1)),
        "other_kind_order": (*other_kinds[:-1], SURE_BLOCK),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--games", type=int, default=10**9, help="games of each size after which to end")
    parser.add_argument("--nodes", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sizes", nargs="+", default=SIZES)
    parser.add_argument("--out", type=Path, default=WEIGHTS / "mnk_shapes.npy")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    if (seconds := options.seconds / len(options.sizes)) > 0:
        for size in options.sizes:
            play_games(size, options.folder, options.nodes, seconds, options.games, options.seed)
    data = read_games(options.folder, options.sizes)
    weights, found, checked = fit_value(data)
    order = fit_order(data.choices, np.zeros(data.choices[0][0].shape[1]), ORDER_DECAY)
    np.save(options.out, weights)
    print(
        f"# {len(data.labels)} positions, loss {found:.4f}, checked {checked:.4f}; {len(data.choices)} moves, "
        f"the first {hits(data.choices, order, 1):.0%}, among five {hits(data.choices, order, 5):.0%}"
    )
    for name, numbers in order_written(order).items():
        print(f"{name} = {numbers!r}")


if __name__ == "__main__":
    main()
