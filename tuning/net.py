"""Fit the net of ultimate to self-play, and write its file.

    python tuning/net.py positions1.npz positions2.npz … --out net.npz

Labels are mixed backwards along each game, TD(λ): the result at its end, on the way what the search's value promises;
a known win is one, whatever was played next. The sigmoid of the net's output is fitted to them, in batches. A weight of
a small board's row is the sum of its own parameter, of one that it shares with all boards at its place that have the
same class and threats, and of one for the class alone; the file has the sums. Shared parameters learn by Adam, own ones
more slowly, by AdaGrad: most boards are rare. Games are split: one in twenty is for checking.
"""

import argparse
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from noughts.evals.shared.board_net import WAYS, Orbits
from noughts.evals.shared.board_net_file import (
    KINDS,
    LEADS,
    PHASE_OF,
    PHASES,
    SCALE_BITS,
    TARGETS,
    state_orbits,
    threat_orbits,
    write_net,
)
from noughts.evals.shared.small_boards import (
    CLASS_OF,
    CLASSES,
    KIND,
    LOST_BOARD,
    NEAR_BITS,
    SENDS_SIZE,
    SWAPPED,
    WON_BOARD,
    opposite_boards,
    sends_index,
)
from noughts.evals.ultimate_net import FREE_CHOICE
from noughts.games.shared.nested import free_cells
from noughts.games.ultimate import boards_won
from noughts.kernel.intrinsics import int64, popcount
from noughts.kernel.vectors import BLOCK, BLOCKS, CLIP, MOST_OUTPUT

Floats = NDArray[np.float32]
UNIT = 200.0  # the value of a logit
HIGHEST_ROW = 127 / CLIP
MARKS = (3 ** np.arange(9)) @ (np.arange(512) >> np.arange(9)[:, None] & 1)  # of a mask, as ones of a number

# Of a position: its nine boards as the side to move sees them, and small numbers
TARGET, PHASE, SENDS, LEAD, FEATURES = 0, 1, 2, 3, 4


@njit(error_model="numpy")
def extract(states, boards, features):  # type: ignore[no-untyped-def]
    for i in range(len(states)):
        state = states[i]
        mover, near, closed = int64(state.turn), 0, int64(state.closed)
        for board in range(9):
            own, other = MARKS[state.marks[mover, board]], MARKS[state.marks[1 - mover, board]]
            number = own + 2 * other
            if int64(state.won[mover]) >> board & 1:
                number = WON_BOARD
            if int64(state.won[1 - mover]) >> board & 1:
                number = LOST_BOARD
            boards[i, board] = number
            near |= (NEAR_BITS[SWAPPED[CLASS_OF[number]]] & 1) << board
        is_free, count = state.target < 0, popcount(closed)
        features[i, TARGET] = FREE_CHOICE if is_free else state.target
        features[i, PHASE] = PHASE_OF[count] + PHASES * state.count
        features[i, SENDS] = -1 if is_free else sends_index(free_cells(state, int64(state.target)), near, closed)
        features[i, LEAD] = -1
        if state.count:
            features[i, LEAD] = LEADS * count + 9 + boards_won(state, mover) - boards_won(state, 1 - mover)


@njit(error_model="numpy")
def mixed(promised, results, games, turns, share):  # type: ignore[no-untyped-def]
    """Labels for the side to move; `share` is λ, that of what comes later."""
    labels, label = np.zeros(len(promised), np.float32), 0.0
    for i in range(len(promised) - 1, -1, -1):
        if i == len(promised) - 1 or games[i + 1] != games[i]:
            label = results[i]
        elif turns[i + 1] != turns[i]:
            label = 1 - label
        is_known = promised[i] < 1e-6 or promised[i] > 1 - 1e-6
        label = promised[i] if is_known else share * label + (1 - share) * promised[i]
        labels[i] = label
    return labels


@dataclass
class Parameters:
    """Parameters that learn by Adam."""

    now: NDArray[Any]
    slopes: Floats = field(init=False)
    means: Floats = field(init=False)
    squares: Floats = field(init=False)

    def __post_init__(self) -> None:
        self.now = np.ascontiguousarray(self.now, np.float32)
        self.slopes, self.means, self.squares = (np.zeros_like(self.now) for _ in range(3))

    def step(self, rate: float, number: int) -> None:
        corrections = np.float32(1 / (1 - 0.9**number)), np.float32(1 / (1 - 0.999**number))
        every = [one.reshape(-1) for one in (self.now, self.slopes, self.means, self.squares)]
        adam(*every, np.float32(rate), *corrections)


@njit(fastmath=True)
def adam(now, slopes, means, squares, rate, first, second):  # type: ignore[no-untyped-def]
    for i in range(len(now)):
        slope = slopes[i]
        means[i] += np.float32(0.1) * (slope - means[i])
        squares[i] += np.float32(0.001) * (slope * slope - squares[i])
        now[i] -= rate * means[i] * first / (np.sqrt(squares[i] * second) + np.float32(0.01))
        slopes[i] = 0


class Rows:
    """Rows, block by block: own parameters, and shared ones."""

    def __init__(self, own: float, shared: list[NDArray[np.int64]], chance: Any, scale: float) -> None:
        self.pace = own
        starts = np.cumsum([0, *(one.max() + 1 for one in shared)])
        self.parents = np.stack([start + one for start, one in zip(starts, shared, strict=False)], 1).astype(np.int32)
        common = np.zeros((starts[-1], BLOCK))
        common[: starts[1]] = chance.normal(0, scale, (starts[1], BLOCK))
        self.common = Parameters(common)
        self.own, self.slopes, self.squares, self.sums = (
            np.zeros((len(self.parents), BLOCK), np.float32) for _ in range(4)
        )
        self.is_met = np.zeros(len(self.parents), np.bool_)
        self.met = np.zeros(len(self.parents), np.int32)
        self.add_up(np.arange(len(self.parents), dtype=np.int32))

    def add_up(self, rows: NDArray[np.int32]) -> None:
        add_up(rows, self.own, self.common.now, self.parents, self.sums)

    def step(self, rows: NDArray[np.int32], rate: float, number: int) -> None:
        learn_rows(
            rows, self.own, self.slopes, self.squares, self.common.slopes, self.parents, np.float32(rate * self.pace)
        )
        self.common.step(rate, number)


@njit(fastmath=True)
def add_up(rows, own, common, parents, sums):  # type: ignore[no-untyped-def]
    for row in rows:
        for unit in range(BLOCK):
            sums[row, unit] = own[row, unit]
        for level in range(parents.shape[1]):
            for unit in range(BLOCK):
                sums[row, unit] += common[parents[row, level], unit]
        for unit in range(BLOCK):
            sums[row, unit] = min(max(sums[row, unit], np.float32(-HIGHEST_ROW)), np.float32(HIGHEST_ROW))


@njit(fastmath=True)
def learn_rows(rows, own, slopes, squares, common_slopes, parents, rate):  # type: ignore[no-untyped-def]
    for row in rows:
        for level in range(parents.shape[1]):
            for unit in range(BLOCK):
                common_slopes[parents[row, level], unit] += slopes[row, unit]
        for unit in range(BLOCK):
            slope = slopes[row, unit]
            squares[row, unit] += slope * slope
            own[row, unit] -= rate * slope / np.sqrt(squares[row, unit] + np.float32(1))
            slopes[row, unit] = 0


@njit(fastmath=True)
def meet(order, boards, features, blocks, target_blocks, is_met, met, is_target_met, target_met):  # type: ignore[no-untyped-def]
    """The rows that a batch meets."""
    n = targets = 0
    for at in order:
        for board in range(9):
            number = np.int64(boards[at, board])
            for view in range(2):
                for way in range(BLOCKS):
                    row = blocks[board, OPPOSITE[number] if view else number, way]
                    if not is_met[row]:
                        is_met[row], met[n] = True, row
                        n += 1
            if board == features[at, TARGET]:
                for way in range(BLOCKS):
                    row = target_blocks[board, number, way]
                    if not is_target_met[row]:
                        is_target_met[row], target_met[targets] = True, row
                        targets += 1
    for row in met[:n]:
        is_met[row] = False
    for row in target_met[:targets]:
        is_target_met[row] = False
    return n, targets


OPPOSITE = opposite_boards()
KIND_OF = np.append(KIND, KINDS - 1)  # by the board to play on


@njit(fastmath=True)
def run(order, boards, features, labels, blocks, target_blocks, now, slopes, is_learning, out):  # type: ignore[no-untyped-def]
    """The outputs of positions, in logits, and if it is learning the slopes of all parameters; returns the loss."""
    rows, own_rows, other_rows, bias, outputs, constants, sends, leads, targets = now
    row_s, own_s, other_s, bias_s, output_s, constant_s, sends_s, leads_s, targets_s = slopes
    sums, change = np.zeros((2, BLOCKS, BLOCK), np.float32), np.zeros((BLOCKS, BLOCK), np.float32)
    low, high, loss = np.float32(0), np.float32(1), 0.0
    for n in range(len(order)):
        at = order[n]
        target, phase, send = np.int64(features[at, TARGET]), features[at, PHASE], features[at, SENDS]
        lead = features[at, LEAD]
        total = constants[phase, KIND_OF[target]]
        if send >= 0:
            total += sends[send] + targets[blocks[target, boards[at, target], 0] >> 3]
        if lead >= 0:
            total += leads[lead]
        for view in range(2):
            for way in range(BLOCKS):
                for unit in range(BLOCK):
                    sums[view, way, unit] = bias[unit]
            for board in range(9):
                number = np.int64(boards[at, board])
                if view:
                    number = OPPOSITE[number]
                for way in range(BLOCKS):
                    row = blocks[board, number, way]
                    for unit in range(BLOCK):
                        sums[view, way, unit] += rows[row, unit]
            if target < FREE_CHOICE:
                more = other_rows if view else own_rows
                for way in range(BLOCKS):
                    row = target_blocks[target, boards[at, target], way]
                    for unit in range(BLOCK):
                        sums[view, way, unit] += more[row, unit]
            for way in range(BLOCKS):
                seen = WAYS[target, way]
                for unit in range(BLOCK):
                    height = min(max(sums[view, way, unit], low), high)
                    total += outputs[phase, seen, view, unit] * height * height
        out[n] = total
        guess, label = high / (high + np.exp(-total)), labels[at]
        loss -= label * np.log(guess + 1e-7) + (1 - label) * np.log(1 - guess + 1e-7)
        if not is_learning:
            continue
        error = guess - label
        constant_s[phase, KIND_OF[target]] += error
        if send >= 0:
            sends_s[send] += error
            targets_s[blocks[target, boards[at, target], 0] >> 3] += error
        if lead >= 0:
            leads_s[lead] += error
        for view in range(2):
            for way in range(BLOCKS):
                seen = WAYS[target, way]
                for unit in range(BLOCK):
                    found = sums[view, way, unit]
                    height = min(max(found, low), high)
                    output_s[phase, seen, view, unit] += error * height * height
                    slope = error * outputs[phase, seen, view, unit] * np.float32(2) * height
                    change[way, unit] = slope if found < high else low
                    bias_s[unit] += change[way, unit]
            for board in range(9):
                number = np.int64(boards[at, board])
                if view:
                    number = OPPOSITE[number]
                for way in range(BLOCKS):
                    row = blocks[board, number, way]
                    for unit in range(BLOCK):
                        row_s[row, unit] += change[way, unit]
            if target < FREE_CHOICE:
                more_s = other_s if view else own_s
                for way in range(BLOCKS):
                    row = target_blocks[target, boards[at, target], way]
                    for unit in range(BLOCK):
                        more_s[row, unit] += change[way, unit]
    return loss / len(order)


def parents_of(orbits: Orbits, shared: Orbits) -> list[NDArray[np.int64]]:
    """For each block of rows the parameters that it shares: by place and class, by place and the others' blocks."""
    blocks, others = orbits.blocks()[:, :, 0], shared.blocks()[:, :, 0]
    by_class, by_block = (np.zeros(BLOCKS * orbits.size, np.int64) for _ in range(2))
    for place in range(9):
        by_class[blocks[place]] = CLASSES * place + CLASS_OF.astype(np.int64)
        by_block[blocks[place]] = others[place]
    return [by_class] if shared is orbits else [by_class, by_block]


class Net:
    """The net's parameters while they are learned."""

    def __init__(self, pace: float, seed: int) -> None:
        chance = np.random.default_rng(seed)
        states, threats = state_orbits(), threat_orbits()
        self.blocks, self.target_blocks = states.blocks(), threats.blocks()
        self.rows = Rows(pace, parents_of(states, threats), chance, 0.1)
        self.target_rows = [Rows(pace, parents_of(threats, threats), chance, 0.0) for _ in range(2)]
        output = chance.normal(0, 0.3, BLOCK)
        self.bias = Parameters(np.full(BLOCK, 0.3))
        self.outputs = Parameters(np.tile([output, -output], (2 * PHASES, TARGETS, 1, 1)))
        self.constants = Parameters(np.zeros((2 * PHASES, KINDS)))
        self.sends, self.leads = Parameters(np.zeros(SENDS_SIZE)), Parameters(np.zeros(TARGETS * LEADS))
        self.targets = Parameters(np.zeros(states.size))
        self.plain = (self.bias, self.outputs, self.constants, self.sends, self.leads, self.targets)
        every = (self.rows, *self.target_rows)
        self.now = (*(one.sums for one in every), *(one.now for one in self.plain))
        self.slopes = (*(one.slopes for one in every), *(one.slopes for one in self.plain))

    def run(self, order: Any, data: Any, is_learning: bool) -> tuple[float, Floats]:
        """The loss of positions, and their outputs."""
        out = np.zeros(len(order), np.float32)
        loss = run(order, *data, self.blocks, self.target_blocks, self.now, self.slopes, is_learning, out)
        return loss, out

    def learn(self, order: Any, data: Any, rate: float, number: int) -> float:
        """Learn from a batch; returns its loss before."""
        rows, (own, other) = self.rows, self.target_rows
        n, targets = meet(order, *data[:2], self.blocks, self.target_blocks, rows.is_met, rows.met, own.is_met, own.met)
        rows.add_up(rows.met[:n])
        for one in (own, other):
            one.add_up(own.met[:targets])
        loss, _ = self.run(order, data, True)
        rows.step(rows.met[:n], rate, number)
        for one in (own, other):
            one.step(own.met[:targets], rate, number)
        for plain in self.plain:
            plain.step(rate, number)
        return loss

    def add_up(self) -> None:
        for one in (self.rows, *self.target_rows):
            one.add_up(np.arange(len(one.sums), dtype=np.int32))

    def quantised(self) -> dict[str, NDArray[Any]]:
        """What a file holds, in integers."""
        self.add_up()
        rows, own, other = (_quantised(one, orbits) for one, orbits in self._rows())
        outputs = np.rint(self.outputs.now * UNIT * 2**SCALE_BITS / CLIP**2)
        return {
            "rows": rows,
            "target_rows": np.concatenate([own, other], axis=1),
            "bias": np.rint(self.bias.now * CLIP).astype(np.int16),
            "outputs": np.clip(outputs, -MOST_OUTPUT, MOST_OUTPUT).astype(np.int16),
            "constants": np.rint(UNIT * self.constants.now).astype(np.int16),
            "sends": np.rint(UNIT * self.sends.now).astype(np.int16),
            "leads": np.rint(UNIT * self.leads.now).reshape(TARGETS, LEADS).astype(np.int16),
            "targets": np.rint(UNIT * self.targets.now).astype(np.int16),
        }

    def _rows(self) -> list[tuple[Rows, Orbits]]:
        return [(self.rows, state_orbits()), *((one, threat_orbits()) for one in self.target_rows)]


def _quantised(rows: Rows, orbits: Orbits) -> NDArray[np.int8]:
    """Rows of a file: equal blocks stand in all their places."""
    first = 8 * np.arange(orbits.size)[:, None] + orbits.first_blocks()
    return np.rint(rows.sums[first] * CLIP).reshape(orbits.size, -1).astype(np.int8)


def read(paths: list[Path], share: float) -> tuple[Any, ...]:
    """Boards, features and labels of positions, their results and which are for checking."""
    parts: list[tuple[Any, ...]] = []
    for path in paths:
        file = np.load(path)
        states, games = file["states"], file["games"]
        boards, features = np.zeros((len(states), 9), np.int16), np.zeros((len(states), FEATURES), np.int16)
        extract(states, boards, features)
        promised = 1 / (1 + np.exp(-file["values"] / UNIT))
        labels = mixed(promised, file["results"].astype(np.float64), games, states["turn"], share)
        parts.append((boards, features, labels, file["results"], games % 20 == 0))
    return tuple(np.concatenate(part) for part in zip(*parts, strict=True))


def loss_of(labels: Any, logits: Any) -> float:
    guess = 1 / (1 + np.exp(-logits.astype(np.float64)))
    return float(-(labels * np.log(guess + 1e-12) + (1 - labels) * np.log(1 - guess + 1e-12)).mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--share", type=float, default=0.5, help="λ")
    parser.add_argument("--rate", type=float, default=0.005)
    parser.add_argument("--pace", type=float, default=1.0, help="that of own parameters, of the rate")
    parser.add_argument("--passes", type=int, default=2)
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    *data, results, is_check = read(options.positions, options.share)
    learning, checking = np.flatnonzero(~is_check), np.flatnonzero(is_check)
    print(f"{len(learning)} positions to learn from, {len(checking)} to check by", flush=True)
    net, chance, number = Net(options.pace, options.seed), np.random.default_rng(options.seed), 0
    steps, begin = options.passes * -(-len(learning) // options.batch), time.process_time()
    for one in range(options.passes):
        order, losses = chance.permutation(learning), []
        for at in range(0, len(order), options.batch):
            number += 1
            rate = options.rate * min(1, number / 100) * max(0.01, 1 - number / steps)
            losses.append(net.learn(order[at : at + options.batch], data, rate, number))
        net.add_up()
        checked, logits = net.run(checking, data, False)
        by_results, seconds = loss_of(results[checking], logits), time.process_time() - begin
        words = f"checked {checked:.5f}, by results alone {by_results:.5f}; {seconds:.0f} CPU seconds"
        print(f"pass {one + 1}: loss {np.mean(losses):.5f}, {words}", flush=True)
        write_net(options.out, net.quantised(), {"positions": len(learning), "passes": one + 1, "seed": options.seed})
    print(f"wrote {options.out}: {options.out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
