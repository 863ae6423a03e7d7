"""Pairings of a tournament: round robin, gauntlet (one player against all others), or knockout.

Players are numbers from 0 up, in the order that they are named in; for a knockout that is their seeding.
"""

from collections.abc import Callable, Sequence

from noughts.errors import NoughtsError

FORMATS = ("roundrobin", "gauntlet", "knockout")

Pairing = tuple[int, int]


def round_robin(count: int) -> list[Pairing]:
    """All pairings, in rounds in which all play (the circle method).

    >>> round_robin(4)
    [(0, 3), (1, 2), (0, 2), (1, 3), (0, 1), (2, 3)]
    """
    circle: list[int | None] = list(range(count)) + ([None] if count % 2 else [])
    pairings = []
    for _ in range(len(circle) - 1):
        for a, b in zip(circle[: len(circle) // 2], reversed(circle), strict=False):
            if a is not None and b is not None:
                pairings.append((min(a, b), max(a, b)))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return pairings


def gauntlet(count: int) -> list[Pairing]:
    """The first player against all others."""
    return [(0, other) for other in range(1, count)]


def bracket(count: int) -> list[int | None]:
    """The seeds of a knockout in the order of its first round, neighbours against each other; None is a bye.

    The best seeds meet as late as possible, and get whatever byes there are.

    >>> bracket(6)
    [0, None, 3, 4, 1, None, 2, 5]
    """
    order = [0]
    while len(order) < count:
        order = [seed for best in order for seed in (best, 2 * len(order) - 1 - best)]
    return [seed if seed < count else None for seed in order]


def pairings_of_round(alive: Sequence[int | None]) -> list[Pairing]:
    """The pairings of a round of a knockout; a player with a bye is through."""
    neighbours = zip(alive[::2], alive[1::2], strict=True)
    return [(min(a, b), max(a, b)) for a, b in neighbours if a is not None and b is not None]


def winners_of_round(alive: Sequence[int | None], points: Callable[[Pairing], float]) -> list[int | None]:
    """The winners of a round, by the share of points of the first of a pairing; a level one goes to the better seed.

    >>> winners_of_round([0, 3, 1, 2], lambda pairing: {(0, 3): 0.4, (1, 2): 0.5}[pairing])
    [3, 1]
    """
    through: list[int | None] = []
    for a, b in zip(alive[::2], alive[1::2], strict=True):
        if a is None or b is None:
            through.append(b if a is None else a)
        else:
            better, worse = min(a, b), max(a, b)
            through.append(better if points((better, worse)) >= 0.5 else worse)
    return through


def pairings(format: str, count: int) -> list[Pairing]:
    """The pairings of a format in which all are known beforehand."""
    if format == "roundrobin":
        return round_robin(count)
    if format == "gauntlet":
        return gauntlet(count)
    raise NoughtsError(f"the format is {format!r}; it must be one of {', '.join(FORMATS)}")
