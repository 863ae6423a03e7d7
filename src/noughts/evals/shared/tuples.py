"""The n-tuples of a game: a few bits of its state each (shared/state_bits.py), with the tables that they learn.

- Each cell by itself, and each byte of the bits that belong to no cell: counters, hands, whatever a game keeps.
- *Sets*: cells that win together, where the rules win by such (shared/winning_sets.py), or those that the game names in
  `tuples`, a sequence of groups of indices of `cells`.
- Elsewhere the *drawing*: four cells in a row, in each of the four directions, and blocks of 2 × 2 cells.

While it learns, a tuple has several tables, of which others share some: a lesson of one place holds elsewhere too. A
cell shares one with its images by the board's symmetries, a tuple of the drawing one with all of its shape; a set one
with all sets of its size and one with its images, both by how many of its cells hold what. Then they are added up.
"""

import itertools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from noughts.board import Game
from noughts.errors import NoughtsError, shown
from noughts.evals.shared.state_bits import Bit, CellBits, Layout, layout_of, read_bits
from noughts.evals.shared.winning_sets import find_sets

MOST_TUPLES = 1022
MOST_BITS = 8  # of a tuple of the drawing
MOST_SET_BITS = 10  # of a set with an entry for each combination; of larger ones contents are counted
MOST_COUNTS = 1 << 12  # entries of a table of counts
_LINES = [[(step * down, step * right) for step in range(4)] for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))]
_SHAPES = [*_LINES, [(0, 0), (0, 1), (1, 0), (1, 1)]]


class View(NamedTuple):
    """A table that a tuple learns: tuples whose views have one key share it."""

    steps: tuple[int, ...]  # what each bit of the tuple adds to the index
    size: int
    key: Any


class Tuple(NamedTuple):
    """A few bits of a state, and its tables while it learns."""

    bits: tuple[int, ...]
    views: tuple[View, ...]

    @property
    def whole(self) -> View:
        """The table that all views are added up in: an entry for each combination, or for each count."""
        is_one = len(self.views) == 1 or len(self.bits) > MOST_SET_BITS
        return self.views[0] if is_one else _combinations(self.bits, self.bits)


def find_tuples(game: Game) -> list[Tuple]:
    """The tuples of a game, by its cells, by the sets that win in random games, and by other bits that change."""
    found = read_bits(game)
    named = getattr(game, "tuples", None)
    sets = find_sets(game, found.cells) if named is None else [_checked(game, group) for group in named]
    of_sets = list(_sets(game, found.cells, sets))
    all_of_them = itertools.chain(_others(found), _singles(game, found), of_sets or _drawing(game, found))
    return list(itertools.islice(all_of_them, MOST_TUPLES)) or [Tuple((), (View((), 1, ()),))]


def _checked(game: Game, group: Sequence[int]) -> tuple[int, ...]:
    cells = tuple(sorted(set(group)))
    if not cells or cells[0] < 0 or cells[-1] >= len(game.cells):
        raise NoughtsError(f"{game.name}: `tuples` names {shown(str(group))}; cells are 0 to {len(game.cells) - 1}")
    return cells


def _combinations(bits: Sequence[int], key: Any) -> View:
    return View(tuple(1 << place for place in range(len(bits))), 1 << len(bits), key)


def _others(found: CellBits) -> Iterator[Tuple]:
    by_byte: dict[int, list[int]] = defaultdict(list)
    for bit in found.others:
        by_byte[bit // 8].append(bit)
    for bits in by_byte.values():
        yield Tuple(tuple(bits), (_combinations(bits, ("own", tuple(bits))),))


def _tied(parts: Sequence[Sequence[Bit]], tie: tuple[Any, ...]) -> Tuple:
    """A tuple with a table of its own, and one with all of the same tie whose bits mean the same."""
    joined = list(itertools.chain.from_iterable(parts))
    bits, kinds = tuple(bit for _, bit in joined), tuple(kind for kind, _ in joined)
    return Tuple(bits, (_combinations(bits, ("own", bits)), _combinations(bits, (tie, kinds))))


def _singles(game: Game, found: CellBits) -> Iterator[Tuple]:
    for cell, bits in sorted(found.cells.items()):
        orbit = min(symmetry.cells[cell] for symmetry in game.symmetries)
        yield _tied([bits], ("orbit", orbit))


def _drawing(game: Game, found: CellBits) -> Iterator[Tuple]:
    at = {(game.cells[cell].row, game.cells[cell].column): bits for cell, bits in found.cells.items()}
    for number, shape in enumerate(_SHAPES):
        for row, column in sorted(at):
            parts = [at.get((row + down, column + right), []) for down, right in shape]
            while sum(map(len, parts)) > MOST_BITS:
                parts.pop()  # many kinds of pieces: fewer cells
            if parts and all(parts):
                yield _tied(parts, ("shape", number))


def _sets(game: Game, cells: dict[int, list[Bit]], sets: Sequence[tuple[int, ...]]) -> Iterator[Tuple]:
    for group in sets:
        joined = [bit for cell in group for bit in cells.get(cell, [])]
        bits, kinds = tuple(bit for _, bit in joined), sorted({kind for kind, _ in joined})
        base = len(group) + 1
        size, steps = base ** len(kinds), tuple(base ** kinds.index(kind) for kind, _ in joined)
        orbit = min(tuple(sorted(symmetry.cells[cell] for cell in group)) for symmetry in game.symmetries)
        views = []
        if size <= MOST_COUNTS:
            views = [
                View(steps, size, ("count", base, tuple(kinds))),
                View(steps, size, ("count", orbit, tuple(kinds))),
            ]
        if len(bits) <= MOST_SET_BITS:
            views.append(_combinations(bits, ("own", bits)))
        if bits and views:
            yield Tuple(bits, tuple(views))


class Table(NamedTuple):
    """A tuple whose tables were added up, or one table that several tuples look up."""

    bits: tuple[int, ...]
    steps: tuple[int, ...]
    start: int


class Learned(NamedTuple):
    """The layouts of a game's tuples: that of their views, to learn by, and that of the tables added up."""

    tuples: Sequence[Tuple]
    starts: dict[Any, int]  # of the views' tables, by their keys
    views: Layout
    tables: Sequence[Table]
    entries: int  # of the tables added up
    whole: Layout

    def added_up(self, table: NDArray[np.float64]) -> NDArray[np.float64]:
        """The tables of views as tables of whole tuples."""
        result = np.zeros(self.entries)
        for one, (_, _, start) in zip(self.tuples, self.tables, strict=True):
            whole = one.whole
            entries = np.zeros((whole.size, 2))
            for view in one.views:
                part = table[self.starts[view.key] :][: 2 * view.size].reshape(-1, 2)
                entries += part if view.steps == whole.steps else part[_index_of_each(view.steps)]
            result[start : start + 2 * whole.size] = entries.ravel()
        return result


def _index_of_each(steps: Sequence[int]) -> NDArray[np.int64]:
    """The index of each combination of bits."""
    combinations = np.arange(1 << len(steps))
    return np.asarray(sum((combinations >> place & 1) * step for place, step in enumerate(steps)))


def learned_layouts(game: Game, tuples: Sequence[Tuple]) -> Learned:
    starts: dict[Any, int] = {}
    shared: dict[Any, int] = {}  # tuples with one table have it in common with those of the same key
    views, tables, end, entries = [], [], 0, 0
    for one in tuples:
        for view in one.views:
            if view.key not in starts:
                starts[view.key] = end
                end += 2 * view.size
            views.append((one.bits, view.steps, starts[view.key]))
        key = one.views[0].key if len(one.views) == 1 else one.bits
        if key not in shared:
            shared[key] = entries
            entries += 2 * one.whole.size
        tables.append(Table(one.bits, one.whole.steps, shared[key]))
    # Bits change one after the other: on the way to a state an index may be that of a state that cannot be.
    end, entries = (max(number, _reach(found)) for number, found in ((end, views), (entries, tables)))
    return Learned(tuples, starts, layout_of(game, views, end), tables, entries, layout_of(game, tables, entries))


def _reach(tables: Sequence[tuple[Sequence[int], Sequence[int], int]]) -> int:
    """The number of entries that no index leaves, whichever bits are set."""
    return max(start + 2 * sum(steps) + 2 for _, steps, start in tables)
