"""The bits of a state as the input of n-tuples: which say what stands on which cell, in any game.

A game's state is a record that only the game understands. But every game says what stands on its cells, and
where these lie. So random games tell which bits belong to which cell: those that the cell's content decides. (A bit of
a bitboard does, and so do the bits of a small integer.) An *n-tuple* is a few bits, and a table with an entry for each
of their combinations:

- each cell by itself;
- four cells in a row, in each of the four directions, and blocks of 2 × 2 cells;
- each byte of the bits that belong to no cell: counters, hands, whatever a game keeps.

Bits that never change in random games are left out, as are the Zobrist key, the outcome, the turn and the tag.

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
from collections import defaultdict
from collections.abc import Iterator, Sequence
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
MOST_TUPLES = 1022
MOST_BITS = 8  # of a tuple
NOTHING = -1  # as a place: a state without any bit
ONE = np.uint64(1)
_BITS = 64
_SAMPLES = 2000
_LINES = [[(step * down, step * right) for step in range(4)] for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))]
_SHAPES = [[(0, 0)], *_LINES, [(0, 0), (0, 1), (1, 0), (1, 1)]]


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


class Tuple(NamedTuple):
    """A few bits of a state, in the order in which they make up an index."""

    bits: tuple[int, ...]
    shape: tuple[Any, ...]  # tuples of one shape, wherever they lie, have bits that mean the same


def find_tuples(game: Game) -> list[Tuple]:
    """The tuples of a game, by its cells and by the bits that change in random games."""
    bits, contents = _samples(game)
    changing = np.flatnonzero(bits.min(axis=0) != bits.max(axis=0))
    cells = {cell: found for cell in range(len(game.cells)) if (found := _bits_of(bits, changing, contents[:, cell]))}
    return list(itertools.islice(_tuples(game, cells, changing), MOST_TUPLES)) or [Tuple((), ())]


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


def _tuples(game: Game, cells: dict[int, list[Bit]], changing: NDArray[np.int64]) -> Iterator[Tuple]:
    of_cells = {bit for found in cells.values() for _, bit in found}
    by_byte: dict[int, list[int]] = defaultdict(list)
    for bit in changing.tolist():
        if bit not in of_cells:
            by_byte[bit // 8].append(bit)
    for byte, found in by_byte.items():
        yield Tuple(tuple(found), (byte,))
    at = {(game.cells[cell].row, game.cells[cell].column): found for cell, found in cells.items()}
    for number, shape in enumerate(_SHAPES):
        for row, column in sorted(at):
            parts = [at.get((row + down, column + right), []) for down, right in shape]
            while sum(map(len, parts)) > MOST_BITS:
                parts.pop()  # many kinds of pieces: fewer cells
            if parts and all(parts):
                joined = list(itertools.chain.from_iterable(parts))
                place = (row, column) if len(shape) == 1 else ()
                yield Tuple(tuple(bit for _, bit in joined), (number, place, *(kind for kind, _ in joined)))


def layout_of(game: Game, tuples: Sequence[Tuple]) -> Layout:
    """The layout, for compiled code, of tuples that have tables of their own."""
    return _as_array(game, tuples, list(itertools.accumulate((2 << len(one.bits) for one in tuples), initial=0)))


def tied_layout_of(game: Game, tuples: Sequence[Tuple]) -> Layout:
    """The layout for learning: every tuple twice, with a table of its own and with one shared with its shape."""
    ends = list(itertools.accumulate((2 << len(one.bits) for one in tuples), initial=0))
    shapes, end = {}, ends[-1]
    for one in tuples:
        if one.shape not in shapes:
            shapes[one.shape] = end
            end += 2 << len(one.bits)
    return _as_array(game, [*tuples, *tuples], [*ends[:-1], *(shapes[one.shape] for one in tuples), end])


def untied(tuples: Sequence[Tuple], table: NDArray[np.float64]) -> NDArray[np.float64]:
    """The tables of a tied layout added up, for the layout without ties."""
    sizes = [2 << len(one.bits) for one in tuples]
    own, shared = np.split(table, [sum(sizes)])
    shapes: dict[Any, NDArray[np.float64]] = {}
    parts = []
    for one, part in zip(tuples, np.split(own, np.cumsum(sizes)[:-1]), strict=True):
        if one.shape not in shapes:
            shapes[one.shape], shared = shared[: len(part)], shared[len(part) :]
        parts.append(part + shapes[one.shape])
    return np.concatenate(parts)


def _as_array(game: Game, tuples: Sequence[Tuple], bases: Sequence[int]) -> Layout:
    words = game.rules.dtype.itemsize // 8
    masks = np.zeros(words, np.uint64)
    links: list[list[int]] = [[] for _ in range(_BITS * words)]
    for number, one in enumerate(tuples):
        for place, bit in enumerate(one.bits):
            masks[bit // _BITS] |= np.uint64(1 << bit % _BITS)
            links[bit] += [number, 1 << place]
    head = MASKS + words + _BITS * words + 1 + len(tuples)
    starts = [head, *(head + at for at in itertools.accumulate(map(len, links)))]
    joined = list(itertools.chain.from_iterable(links))
    sizes = [words, len(tuples), head + len(joined), bases[-1]]
    return np.array([*sizes, *masks.view(np.int64), *starts, *bases[:-1], *joined], np.int64)
