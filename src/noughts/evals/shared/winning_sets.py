"""Sets of cells that win together, found by trying the rules: lines in qubic and in connect four.

Take the position before the winning move of a random game, clear one bit of a cell at a time and play the move again:
bits without which it no longer wins are needed. With one of those that the move sets, or all of them, they are a
candidate, which is made as small as it can be while no ongoing position of random games contains it. Where sets explain
less than half of the endings (hex, Othello, dots and boxes, Quarto), there are none: other rules decide there. Images
by the board's symmetries are sets too.

Cleared bits make states that the rules never meet. So it is tried uncompiled, where NumPy checks every index, in a
process of its own, which a watchdog ends; a failure means that there are no sets.

Found: all 76 lines of qubic, 61 of 69 in connect four, none that is wrong. Tried and left out: sets
mined by what is frequent in won positions (3 of 76 in qubic), and `winning_cells` (chains in hex).
"""

import json
import logging
import os
import pickle
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from noughts.board import EMPTY, Game
from noughts.evals.shared.state_bits import Bit
from noughts.kernel.contract import outcome, play
from noughts.kernel.mode import UNCOMPILED

log = logging.getLogger("noughts.learning")

ENDINGS, POSITIONS = 800, 30_000  # of random games: at most
PLAYS = 25_000  # moves tried again
LARGEST = 8  # cells of a set
FRUITLESS = 40  # endings after which it must have explained half
RARE = 0.1  # share of the endings below which sets of a size are taken for chance
WATCHDOG_SECONDS, LONGEST_SECONDS = 3, 60  # of work in the other process, and of waiting for it

Words = NDArray[np.uint64]
Set = tuple[int, ...]  # cells, in their order


class Sample(NamedTuple):
    """What the other process gets to know of random games."""

    game: Game
    owners: dict[int, int]  # of a bit, its cell
    endings: list[tuple[bytes, int, bytes]]  # the state before the winning move, the move, the state after it
    ongoing: Words  # states, with the bits of cells alone


def find_sets(game: Game, cells: Mapping[int, Sequence[Bit]]) -> list[Set]:
    """The sets by which random games are won, with their images; none where these explain less than half of them."""
    owners = {bit: cell for cell, bits in cells.items() for kind, bit in bits if EMPTY not in kind}
    if UNCOMPILED or not owners:
        return []
    sample = _sample(game, owners)
    if len(sample.endings) < FRUITLESS:
        return []
    found = _in_another_process(sample)
    images = [symmetry.cells for symmetry in game.symmetries]
    sets: list[Set] = []
    known: set[Set] = set()
    for one in sorted(one for one in found if one):
        orbit = {tuple(sorted(image[cell] for cell in one)) for image in images}
        if one not in known and sum(found[image] for image in orbit) > 1:  # once is chance
            sets += sorted(orbit)
        known |= orbit
    by_size = Counter[int]()
    for one in sets:
        by_size[len(one)] += found[one]
    sets = [one for one in sets if by_size[len(one)] >= RARE * by_size.total()]
    explained = sum(found[one] for one in sets)
    tried = found.total()
    log.debug("%s: %d sets explain %d of %d endings", game.name, len(sets), explained, tried)
    return sets if 2 * explained >= tried else []


def _sample(game: Game, owners: dict[int, int]) -> Sample:
    chance = random.Random(2)
    ongoing: list[bytes] = []
    endings: list[tuple[bytes, int, bytes]] = []
    while len(ongoing) < POSITIONS and len(endings) < ENDINGS:
        position, states = game.start(), []
        while not position.is_game_over():
            states.append(position.states.tobytes())
            position.push(chance.choice(position.legal_moves))
        ongoing += states[len(states) // 3 :]
        result = position.outcome()
        if result is not None and result.winner is not None:
            endings.append((states[-1], position.peek().code, position.states.tobytes()))
    words = np.frombuffer(b"".join(ongoing), np.uint64).reshape(len(ongoing), -1)
    return Sample(game, owners, endings, words & _mask(owners, words.shape[1]))


def _mask(bits: Sequence[int] | Mapping[int, int], words: int) -> Words:
    mask = np.zeros(words, np.uint64)
    for bit in bits:
        mask[bit // 64] |= np.uint64(1 << bit % 64)
    return mask


def _in_another_process(sample: Sample) -> Counter[Set]:
    """How often each set has won; under the empty one the endings that no set explains."""
    try:
        answered = subprocess.run(
            [sys.executable, "-m", __name__],
            input=pickle.dumps(sample),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "NOUGHTS_UNCOMPILED": "1"},
            timeout=LONGEST_SECONDS,
            check=True,
        )
        return Counter({tuple(cells): count for cells, count in json.loads(answered.stdout)})
    except (OSError, subprocess.SubprocessError, pickle.PicklingError, ValueError) as error:
        log.debug("%s: no sets were found (%s)", sample.game.name, error)
        return Counter()


def tried_sets(sample: Sample) -> Counter[Set]:
    """The set that each ending was won by, as often as it was; endings without one count for the empty set."""
    chance, found, left = _Chance(sample.ongoing), Counter[Set](), PLAYS
    for before, move, after in sample.endings:
        if left < 0 or (found.total() == FRUITLESS and 2 * found[()] > FRUITLESS):
            break
        added, needed, plays = _needed(sample, before, move, after)
        left -= plays
        bits = chance.smallest(added, needed) if len(needed) < LARGEST else []
        found[tuple(sorted({sample.owners[bit] for bit in bits}))] += 1
    return found


def _needed(sample: Sample, before: bytes, move: int, after: bytes) -> tuple[list[int], list[int], int]:
    """The bits that the winning move sets, those that it needs, and how many moves that took to find out."""
    state = sample.game.new_states(1)
    words = np.frombuffer(state.data.cast("B"), np.uint64)
    old, new = np.frombuffer(before, np.uint64), np.frombuffer(after, np.uint64)
    words[:] = new
    won = int(outcome(state[0]))
    mask = _mask(sample.owners, len(words))
    tried, needed = _ones(old & new & mask), []
    for bit in tried:
        words[:] = old
        words[bit // 64] ^= np.uint64(1 << bit % 64)
        play(state[0], move)
        if int(outcome(state[0])) != won:
            needed.append(bit)
    return _ones(new & ~old & mask), needed, len(tried)


def _ones(words: Words) -> list[int]:
    return [64 * number + bit for number, word in enumerate(words.tolist()) for bit in range(64) if word >> bit & 1]


class _Chance:
    """The positions of games that went on: a set that one of them contains does not win."""

    def __init__(self, ongoing: Words) -> None:
        self._ongoing = ongoing
        self._known: dict[tuple[int, ...], bool] = {}

    def contains(self, bits: Sequence[int]) -> bool:
        key = tuple(sorted(bits))
        if key not in self._known:
            mask = _mask(key, self._ongoing.shape[1])
            used = np.flatnonzero(mask)
            self._known[key] = bool(((self._ongoing[:, used] & mask[used]) == mask[used]).all(axis=1).any())
        return self._known[key]

    def smallest(self, added: Sequence[int], needed: Sequence[int]) -> list[int]:
        """As few of the bits that a move adds and needs as still win; none if not even all of them do."""
        starts = [[*needed, bit] for bit in added] + [[*needed, *added]]
        left = next((bits for bits in starts if not self.contains(bits)), [])
        for bit in list(left):
            fewer = [other for other in left if other != bit]
            if not self.contains(fewer):
                left = fewer
        return left


def _main() -> None:
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what the rules print is no answer

    def watch() -> None:
        while time.process_time() < WATCHDOG_SECONDS:
            time.sleep(0.05)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
    found: Any = tried_sets(Sample(*pickle.load(sys.stdin.buffer)))
    answers.write(json.dumps(list(found.items())))
    answers.flush()
    os._exit(0)  # at once: threads and exit handlers of the game's file have no say


if __name__ == "__main__":
    _main()
