"""The bits of a state as the input of n-tuples: which say what stands on which cell, in any game.

A game's state is a record that only the game understands. But every game says what stands on its cells, and
where these lie. So random games tell which bits belong to which cell: those that the cell's content decides. (A bit of
a bitboard does, and so do the bits of a small integer.) An *n-tuple* is a few bits, and a table with an entry for each
of their combinations; shared/tuples.py says which there are. Bits that never change in random games are left out, as
are the Zobrist key, the outcome, the turn and the tag.

`layout` is an array that compiled code reads; the numbers in its head say where its parts begin:

    layout[WORDS]     number of 64-bit words of a state        layout[TUPLES]   number of tuples
    layout[SIZE]      of the layout itself: weights follow     layout[ENTRIES]  of all tables together
    layout[MASKS...]  for each word, the bits that are in any tuple
    then for each bit of each word where its links begin, and one more number where the last ones end
    then for each tuple where its table begins
    then the links: a tuple, and what the bit adds to the index into the tuple's table
"""

import itertools
import random
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from noughts.board import Game
from noughts.kernel.compiling import compiled, inlined
from noughts.kernel.contract import States
from noughts.kernel.intrinsics import int64, lowest, state_word

Layout: TypeAlias = NDArray[np.int64]
Bit: TypeAlias = tuple[tuple[str, ...], int]  # the contents of a cell that set it, and its number in the state

WORDS, TUPLES, SIZE, ENTRIES, MASKS = 0, 1, 2, 3, 4
NOTHING = -1  # as a place: a state without any bit
ONE = np.uint64(1)
_BITS = 64
_SAMPLES = 2000


@inlined
def word_at(states: States, at: int, index: int, layout: Layout) -> Any:
    """Those bits of a word of states[at] that are in any tuple."""
    if at == NOTHING:
        return np.uint64(0)
    return state_word(states, at, index) & np.uint64(layout[MASKS + index])


@inlined
def first_base(layout: Layout) -> int:
    """The place in the layout that says where the first tuple's table begins."""
    return MASKS + layout[WORDS] + _BITS * layout[WORDS] + 1


@compiled
def follow(
    states: States, before: int, after: int, layout: Layout, table: Any, indices: NDArray[np.int32]
) -> tuple[Any, Any]:
    """Make the tuples' indices those of states[after]; they were those of states[before].

    Returns by how much the sums of the tables' entries change, for either side to move.
    """
    words = layout[WORDS]
    starts = layout[MASKS + words :]
    bases = layout[first_base(layout) :]
    first = table[0] - table[0]  # a zero of the table's type
    second = first
    for index in range(words):
        goal = word_at(states, after, index, layout)
        different = word_at(states, before, index, layout) ^ goal
        while different != np.uint64(0):
            bit = lowest(different)
            different &= different - ONE
            is_set = goal >> np.uint64(bit) & ONE != np.uint64(0)
            for link in range(starts[_BITS * index + bit], starts[_BITS * index + bit + 1], 2):
                # Unsigned, as Numba would ask of each index whether it counts from the end: a fifth of the time.
                number, step = np.uint64(layout[np.uint64(link)]), layout[np.uint64(link) + ONE]
                old = int64(indices[number])
                new = old + step if is_set else old - step
                indices[number] = new
                at = bases[number]
                here, there = np.uint64(at + 2 * new), np.uint64(at + 2 * old)
                first += table[here] - table[there]
                second += table[here + ONE] - table[there + ONE]
    return first, second


@compiled
def count(states: States, at: int, layout: Layout, table: Any, indices: NDArray[np.int32]) -> tuple[Any, Any]:
    """Make the tuples' indices those of states[at], whatever they were. Returns the sums for either side to move."""
    bases = layout[first_base(layout) :]
    first = table[0] - table[0]
    second = first
    for number in range(layout[TUPLES]):
        indices[number] = 0
        first += table[bases[number]]
        second += table[bases[number] + 1]
    change = follow(states, NOTHING, at, layout, table, indices)
    return first + change[0], second + change[1]


class CellBits(NamedTuple):
    """Bits that say what stands on the cells, and those that say something else."""

    cells: dict[int, list[Bit]]  # of a cell of which no bit tells anything, none
    others: list[int]


def read_bits(game: Game) -> CellBits:
    """The bits of a game's cells, by random games; and the other bits that change in these."""
    bits, contents = _samples(game)
    changing = np.flatnonzero(bits.min(axis=0) != bits.max(axis=0))
    cells = {cell: found for cell in range(len(game.cells)) if (found := _bits_of(bits, changing, contents[:, cell]))}
    known = {bit for found in cells.values() for _, bit in found}
    return CellBits(cells, [bit for bit in changing.tolist() if bit not in known])


def _samples(game: Game) -> tuple[NDArray[np.uint8], NDArray[np.str_]]:
    """Positions of random games: their bits, and what stands on their cells."""
    chance = random.Random(1)
    states: list[bytes] = []
    contents: list[list[str]] = []
    while len(states) < _SAMPLES:
        position = game.start()
        while not position.is_game_over() and len(states) < _SAMPLES:
            states.append(position.states.tobytes())
            contents.append(list(game.contents(position.states[0])))
            position.push(chance.choice(position.legal_moves))
    # Little-endian, as every machine that Numba runs on: bit b of a word is bit b % 8 of its byte b // 8.
    raw = np.frombuffer(b"".join(states), np.uint8).reshape(len(states), -1)
    bits = np.unpackbits(raw, axis=1, bitorder="little")
    for name in ("key", "outcome", "turn", game.rules.tag):
        if name in (game.rules.dtype.fields or {}):
            field, at = game.rules.dtype.fields[name][:2]  # type: ignore[index]
            bits[:, 8 * at : 8 * (at + field.itemsize)] = 0
    return bits, np.array(contents)


def _bits_of(bits: NDArray[np.uint8], changing: NDArray[np.int64], content: NDArray[np.str_]) -> list[Bit]:
    """The bits that a cell's content decides, as many as tell its contents apart."""
    glyphs = [str(glyph) for glyph in np.unique(content)]
    decided = np.ones(len(changing), bool)
    setting: list[list[str]] = [[] for _ in changing]
    for glyph in glyphs:
        rows = bits[content == glyph][:, changing]
        decided &= rows.min(axis=0) == rows.max(axis=0)
        for i in np.flatnonzero(rows[0]):
            setting[i].append(glyph)
    chosen: list[Bit] = []
    seen = dict.fromkeys(glyphs, "")
    for _, kind, bit in sorted((len(setting[i]), setting[i], int(changing[i])) for i in np.flatnonzero(decided)):
        told = {glyph: seen[glyph] + str(glyph in kind) for glyph in glyphs}
        if len(set(told.values())) > len(set(seen.values())):
            chosen.append((tuple(kind), bit))
            seen = told
    return chosen


def layout_of(game: Game, tables: Sequence[tuple[Sequence[int], Sequence[int], int]], entries: int) -> Layout:
    """The layout of tuples: for each its bits, what each adds to the index, and where its table begins."""
    words = game.rules.dtype.itemsize // 8
    masks = np.zeros(words, np.uint64)
    links: list[list[int]] = [[] for _ in range(_BITS * words)]
    for number, (bits, steps, _) in enumerate(tables):
        for bit, step in zip(bits, steps, strict=True):
            masks[bit // _BITS] |= np.uint64(1 << bit % _BITS)
            links[bit] += [number, step]
    head = MASKS + words + _BITS * words + 1 + len(tables)
    starts = [head, *(head + at for at in itertools.accumulate(map(len, links)))]
    joined = list(itertools.chain.from_iterable(links))
    sizes = [words, len(tables), head + len(joined), entries]
    return np.array([*sizes, *masks.view(np.int64), *starts, *(base for _, _, base in tables), *joined], np.int64)
