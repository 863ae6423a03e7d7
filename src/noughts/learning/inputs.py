"""The inputs of a trained evaluation: the tuples of first use, and *walks*, larger tuples tied by the symmetries.

A walk is a sequence of neighbouring cells of the drawing (Lucas 2008 calls them random snakes). Its images by the
board's symmetries look up the same table, so that a lesson of one corner holds for all.
"""

import random
from collections.abc import Iterator, Sequence

from noughts.board import Game
from noughts.evals.shared.state_bits import Bit, read_bits
from noughts.evals.shared.tuples import MOST_TUPLES, Learned, Tuple, View, find_tuples, learned_layouts

LENGTH = 7  # cells of a walk, fewer where cells have many contents
MOST_SIZE = 1 << 12  # entries of its table, for one side to move
WALKS, LEAST_WALKS, MOST_IMAGES = 80, 12, 160  # images included; without them, at least; images at most


def training_layouts(game: Game) -> Learned:
    """The tuples of a game with their layouts."""
    tuples = [one for one in find_tuples(game) if one.bits]
    return learned_layouts(game, [*tuples, *walks(game)][:MOST_TUPLES] or find_tuples(game))


def walks(game: Game) -> list[Tuple]:
    """Walks over the cells that have bits, from a fixed seed, each with its images."""
    cells, chance = read_bits(game).cells, random.Random(1)
    at = {(game.cells[cell].row, game.cells[cell].column): cell for cell in cells}
    images = sorted({symmetry.cells for symmetry in game.symmetries})
    count = max(LEAST_WALKS, WALKS // len(images))
    found: list[Tuple] = []
    known: set[tuple[int, ...]] = set()
    for number in range(20 * count):
        walk = _walk(cells, at, game, chance)
        if len(walk) < 2 or tuple(sorted(walk)) in known:
            continue
        orbit = list(dict.fromkeys(tuple(image[cell] for cell in walk) for image in images))
        if len(found) + len(orbit) > MOST_IMAGES:  # a cube has more symmetries than a drawing shows
            continue
        known |= {tuple(sorted(one)) for one in orbit}
        found += _tied(orbit, cells, number)
        count -= 1
        if count == 0:
            break
    return found


def _walk(
    cells: dict[int, list[Bit]], at: dict[tuple[int, int], int], game: Game, chance: random.Random
) -> tuple[int, ...]:
    here = chance.choice(sorted(at)) if at else (0, 0)
    walk: list[int] = []
    size = 1
    while here in at and len(walk) < LENGTH:
        size *= _radix(cells[at[here]])
        if size > MOST_SIZE:
            break
        walk.append(at[here])
        row, column = here
        near = [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
        onward = [place for place in near if place in at and at[place] not in walk]
        if not onward:
            break
        here = chance.choice(onward)
    return tuple(walk)


def _tied(orbit: Sequence[tuple[int, ...]], cells: dict[int, list[Bit]], number: int) -> Iterator[Tuple]:
    """A walk and its images, with one table for all whose cells have bits of the same meaning."""
    for walk in orbit:
        if not all(cell in cells for cell in walk):
            continue
        bits, steps, size = [], [], 1
        for cell in walk:
            for place, (_, bit) in enumerate(cells[cell]):
                bits.append(bit)
                steps.append(size * (place + 1 if _is_exclusive(cells[cell]) else 1 << place))
            size *= _radix(cells[cell])
        kinds = tuple(kind for cell in walk for kind, _ in cells[cell])
        yield Tuple(tuple(bits), (View(tuple(steps), size, ("walk", number, kinds)),))


def _is_exclusive(bits: Sequence[Bit]) -> bool:
    """Whether no content of a cell sets two of its bits."""
    contents = [content for kind, _ in bits for content in kind]
    return len(contents) == len(set(contents))


def _radix(bits: Sequence[Bit]) -> int:
    return len(bits) + 1 if _is_exclusive(bits) else 1 << len(bits)
