"""Play games and fit the weights of `mnk_shapes` for k >= 5 to them.

    python tuning/shapes.py FOLDER --seconds 1200 [--nodes 1500] [--seed 1] [--sizes 15x15x5 10x10x5] [--out FILE]

The games of a run are added to FOLDER, and all that are there are fitted to; with `--seconds 0` nothing is played. The
worths and the tempo are written to the package's file of weights, or to FILE; the order of moves is printed, as it
stands in `mnk_shapes`.

Value: logistic regression of how games ended, or rather of a mix with what the search's value promised. A combination
of classes is worth what its classes are worth one by one, and as much more as the games insist on; the tempo of two
kinds likewise, by how many cells there are of the other's. Order: a conditional logit of which move a longer search
preferred, on what `order` adds up. What wins by itself is not fitted to, as verdicts see it: `SURE` and the tempo for
smaller k say what it is worth.
"""

import argparse
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from shapes_games import SIZES, play_games

import noughts
from noughts.evals.mnk_shapes import (
    CLASS_WORTH,
    COMBINATIONS,
    EVALUATION,
    MANY,
    SMALL_TEMPO,
    tempo_index,
)
from noughts.evals.shared.line_classes import FIVE
from noughts.evals.shared.line_shapes import (
    CELL_BITS,
    COUNT_BITS,
    COUNT_MASK,
    FOUR_AND_THREE,
    KIND_COUNTS,
    KINDS,
    LINES,
    MAKES_FIVE,
    NO_KIND,
    TWO_FOURS,
    WORTH_BITS,
    long_at,
)
from noughts.evals.shared.small_boards import WEIGHTS
from noughts.kernel.contract import NO_MOVE
from noughts.kernel.stepping import STAY, step_for

Floats = np.ndarray[Any, np.dtype[np.float64]]

UNIT, ORDER_UNIT = 400.0, 1000.0  # the value, and the score of a move, of a logit
CLASS_DECAY, CELL_DECAY, TEMPO_DECAY, ORDER_DECAY = 1.0, 50.0, 10.0, 3.0
TRUST = 0.5  # the share of the search's values in what is fitted to
SURE = {FOUR_AND_THREE: 60_000, TWO_FOURS: 200_000, MAKES_FIVE: 1_000_000}  # scores of moves, by kind
SURE_BLOCK = 500_000  # the score of a move in the way of a five
ALL_KINDS = MAKES_FIVE + 1
CELLS = len(COMBINATIONS)
NUMBER_OF = np.full([FIVE + 1] * 4, -1)  # of a combination, by its classes, the least first
for number, combination in enumerate(COMBINATIONS):
    NUMBER_OF[combination] = number
CLASSES_OF = np.array([[combination.count(name) for name in range(1, FIVE + 1)] for combination in COMBINATIONS])


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

    def tempo(self, mover: int) -> tuple[int, int, int]:
        """The best kind of either side, and how many cells are of the other's."""
        packed = [int(long_at(self.row[0], KIND_COUNTS + 2 * side)) for side in (mover, 1 - mover)]
        counts = [[number >> COUNT_BITS * kind & COUNT_MASK for kind in range(KINDS)] for number in packed]
        own, other = (int(np.flatnonzero([1, *count[1:]]).max()) for count in counts)
        return own, other, MANY if other == NO_KIND else counts[1][other]

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
    """Of all positions that no verdict decides."""

    combinations: list[Any] = field(default_factory=list)
    tempos: list[tuple[int, int, int]] = field(default_factory=list)
    labels: list[float] = field(default_factory=list)
    choices: list[tuple[Floats, int]] = field(default_factory=list)  # the features of some moves, and which is best


def read_games(folder: Path) -> Data:
    data = Data()
    for path in sorted(folder.glob("*.npz")):
        game: Any = noughts.game(path.stem.rsplit("-", 1)[0])
        reader, file = Reader(game), np.load(path)
        step, buffer = step_for(game.rules, game.name), game.new_moves()
        one = game.new_states(1)
        results = file["results"].astype(float)
        labels = (1 - TRUST) * results + TRUST * promised(file["values"], results)
        for state, best, label in zip(file["states"], file["best"], labels, strict=True):
            one[0] = state
            reader.read(one)
            mover = int(state["turn"])
            own, other, many = reader.tempo(mover)
            if own < TWO_FOURS and other < MAKES_FIVE:
                data.combinations.append(reader.combinations(mover))
                data.tempos.append((own, other, many))
                data.labels.append(label)
            if best != NO_MOVE:
                legal = buffer[: step(one, 0, STAY, buffer, 0) >> 3].copy()
                rows = reader.order_features(mover, legal)
                is_near = rows.any(axis=1)
                chosen = np.flatnonzero(legal[is_near] == best)
                if len(chosen):
                    data.choices.append((rows[is_near], int(chosen[0])))
    return data


def promised(values: Any, results: Floats) -> Floats:
    """What a search's values say of results, on the scale on which they do so best."""
    clipped = np.clip(values, -2000, 2000)[:, None] / 200
    return sigmoid(clipped @ regression(clipped, results, np.zeros(1), np.ones(1)))


def sigmoid(logits: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(logits, -30, 30))))


def regression(features: Floats, labels: Floats, towards: Floats, decay: Floats) -> Floats:
    """Logistic regression by Newton's method, with weights held towards some others."""
    weights = np.zeros_like(towards)
    for _ in range(8):
        guess = sigmoid(features @ weights)
        slope = features.T @ (guess - labels) + decay * (weights - towards)
        curve = (features * (guess * (1 - guess))[:, None]).T @ features + np.diag(decay)
        weights -= np.linalg.solve(curve, slope)
    return weights


def fit_value(data: Data) -> tuple[list[int], list[int], float]:
    """Worths by combination, the tempo, and the loss."""
    combinations, labels = np.array(data.combinations, np.float32), np.array(data.labels)
    pairs = np.array([ALL_KINDS * own + other for own, other, _ in data.tempos])
    many = np.array([min(many, MANY - 1) if other else 0 for _, other, many in data.tempos])
    by_pair, by_number = np.eye(ALL_KINDS**2), np.eye(ALL_KINDS**2 * MANY)
    features = np.concatenate(
        [combinations @ CLASSES_OF, combinations, by_pair[pairs], by_number[MANY * pairs + many]], axis=1
    )
    small = np.array(
        [[SMALL_TEMPO[tempo_index(own, other, 1)] for other in range(ALL_KINDS)] for own in range(ALL_KINDS)]
    )
    towards = np.concatenate(
        [
            np.array(CLASS_WORTH[1:]) / UNIT,
            np.zeros(CELLS),
            np.clip(small.ravel() / UNIT, -2.5, 2.5),
            np.zeros(ALL_KINDS**2 * MANY),
        ]
    )
    decay = np.concatenate(
        [
            np.full(FIVE, CLASS_DECAY),
            np.full(CELLS, CELL_DECAY),
            np.full(ALL_KINDS**2, TEMPO_DECAY),
            np.full(ALL_KINDS**2 * MANY, 2 * TEMPO_DECAY),
        ]
    )
    weights = regression(features, labels, towards, decay)
    classes, cells, kinds, numbers = np.split(UNIT * weights, np.cumsum([FIVE, CELLS, ALL_KINDS**2]))
    tempo = list(SMALL_TEMPO)
    for own in range(TWO_FOURS):
        for other in range(MAKES_FIVE):
            for number in range(MANY):
                pair = ALL_KINDS * own + other
                found = kinds[pair] + numbers[MANY * pair + (number if other else 0)]
                tempo[tempo_index(own, other, number)] = round(found)
    worths = np.rint(CLASSES_OF @ classes + cells).astype(int).tolist()
    return worths, tempo, loss(features, labels, weights)


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
    parser.add_argument("--seconds", type=float, default=1200)
    parser.add_argument("--games", type=int, default=10**9, help="games of each size after which to end")
    parser.add_argument("--nodes", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sizes", nargs="+", default=SIZES)
    parser.add_argument("--out", type=Path, default=WEIGHTS / "mnk_shapes.npy")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    if (seconds := options.seconds / len(options.sizes)) > 0:
        for size in options.sizes:
            play_games(size, options.folder, options.nodes, seconds, options.games, options.seed)
    data = read_games(options.folder)
    worths, tempo, found = fit_value(data)
    order = fit_order(data.choices, np.zeros(data.choices[0][0].shape[1]), ORDER_DECAY)
    np.save(options.out, np.array([*worths, *tempo], np.int16))
    print(
        f"# {len(data.labels)} positions, loss {found:.4f}; {len(data.choices)} moves, "
        f"the first {hits(data.choices, order, 1):.0%}, among five {hits(data.choices, order, 5):.0%}"
    )
    for name, numbers in order_written(order).items():
        print(f"{name} = {numbers!r}")


if __name__ == "__main__":
    main()
