"""The bits of a state as features that any game has: which of them say something, and what pairs of them are worth.

A game's state is a record that nobody but the game understands. Seen as bits it still says who stands where: bitboards
do by each bit, cells of small integers by two or three. Bits that never change in random games, and copies of other
bits, are left out, as are the Zobrist key and the outcome.

`layout` is an array that compiled code reads:

    layout[WORDS]      number of 64-bit words of a state
    layout[FEATURES]   number of features
    layout[HEADER...]  for each word the bits that are features, then for each bit of each word its feature's number

`table` is a symmetric square array, row by row: what two features are worth when both bits are set; on the diagonal,
what one is worth by itself. A position's worth is the sum over all pairs of its set bits, each pair once. The turn is a
bit like others, so that each feature may be worth something else to the side that is to move.
"""

import random
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from noughts.board import Game
from noughts.kernel.compiling import compiled, inlined
from noughts.kernel.contract import States
from noughts.kernel.intrinsics import lowest, state_word

Layout: TypeAlias = NDArray[np.int64]

WORDS, FEATURES, HEADER = 0, 1, 2
MOST_FEATURES = 256
NOTHING = -1  # as a place: a state without any bit
_SAMPLES = 4000
_BITS = 64


@inlined
def word_at(states: States, at: int, index: int, layout: Layout) -> Any:
    """The features' bits of a word of states[at]."""
    if at == NOTHING:
        return np.uint64(0)
    return state_word(states, at, index) & np.uint64(layout[HEADER + index])


@compiled
def change_of_worth(states: States, before: int, after: int, layout: Layout, table: Any) -> Any:
    """What states[after] is worth more than states[before], by the bits in which they differ."""
    words, features = layout[WORDS], layout[FEATURES]
    numbers = layout[HEADER + words :]
    change = table[0] - table[0]  # a zero of the table's type
    for index in range(words):
        here, goal = word_at(states, before, index, layout), word_at(states, after, index, layout)
        different = here ^ goal
        while different != np.uint64(0):
            bit = np.uint64(1) << np.uint64(lowest(different))
            number = numbers[_BITS * index + lowest(different)]
            different ^= bit
            here &= ~bit
            # The bits of the words before this one have changed already.
            worth = table[number * features + number]
            for other in range(words):
                rest = here
                if other != index:
                    rest = word_at(states, after if other < index else before, other, layout)
                while rest != np.uint64(0):
                    worth += table[number * features + numbers[_BITS * other + lowest(rest)]]
                    rest &= rest - np.uint64(1)
            if goal & bit != np.uint64(0):
                here |= bit
                change += worth
            else:
                change -= worth
    return change


@compiled
def list_features(states: States, at: int, layout: Layout, found: NDArray[np.int64]) -> int:
    """Write the numbers of the features that are set in states[at]; returns how many."""
    n = 0
    for index in range(layout[WORDS]):
        rest = word_at(states, at, index, layout)
        while rest != np.uint64(0):
            found[n] = layout[HEADER + layout[WORDS] + _BITS * index + lowest(rest)]
            n += 1
            rest &= rest - np.uint64(1)
    return n


def find_layout(game: Game) -> Layout:
    """The features of a game, by the bits that change in random games."""
    chance = random.Random(1)
    samples: list[bytes] = []
    while len(samples) < _SAMPLES:
        position = game.start()
        while not position.is_game_over() and len(samples) < _SAMPLES:
            samples.append(position.states.tobytes())
            position.push(chance.choice(position.legal_moves))
    words = game.rules.dtype.itemsize // 8
    # Little-endian on every machine that Numba runs on: bit b of a word is bit b % 8 of its byte b // 8.
    raw = np.frombuffer(b"".join(samples), np.uint8).reshape(len(samples), -1)
    bits = np.unpackbits(raw, axis=1, bitorder="little")
    for name in ("key", "outcome", game.rules.tag):
        field, at = game.rules.dtype.fields[name][:2]  # type: ignore[index]
        bits[:, 8 * at : 8 * (at + field.itemsize)] = 0
    shares = bits.mean(axis=0)
    seen: set[bytes] = set()
    chosen = []
    for bit in np.argsort(-shares * (1 - shares), kind="stable")[: 4 * MOST_FEATURES]:
        column = bits[:, bit]
        alike = (column ^ column[0]).tobytes()  # a bit and its opposite say the same
        if 0 < shares[bit] < 1 and alike not in seen:
            seen.add(alike)
            chosen.append(int(bit))
    chosen = sorted(chosen[:MOST_FEATURES])
    masks, numbers = np.zeros(words, np.uint64), np.full(_BITS * words, -1, np.int64)
    for number, bit in enumerate(chosen):
        masks[bit // _BITS] |= np.uint64(1 << bit % _BITS)
        numbers[bit] = number
    return np.concatenate([np.array([words, len(chosen)]), masks.view(np.int64), numbers])
