"""k in a row as the sets of empty cells that each player still needs: boards as Python's integers."""

from collections.abc import Iterator, Sequence

from noughts.board.positional import Line, PositionalGame
from noughts.kernel import lowest


def bits(board: int) -> Iterator[int]:
    while board:
        yield lowest(board)
        board &= board - 1


def lines_left(
    free: int, stones: Sequence[int], width: int, k: int, is_exact: bool, is_avoidance: bool
) -> PositionalGame:
    """The rest of a game, by boards as games/mnk.py has them: `width` bits a row, a guard column that is never free."""
    cells = list(bits(free))
    as_bit = {cell: 1 << index for index, cell in enumerate(cells)}
    lines: tuple[set[Line], set[Line]] = set(), set()
    for own, found in zip(stones, lines, strict=True):
        for step in (1, width - 1, width, width + 1):
            starts, lacking = own | free, free
            for at in range(step, k * step, step):
                starts &= (own | free) >> at
                lacking |= free >> at
            if is_exact:  # a stone beside it stays there
                starts &= ~(own << step | own >> k * step)
            for first in bits(starts & lacking):
                needed = sum(as_bit.get(first + at, 0) for at in range(0, k * step, step))
                beside = as_bit.get(first - step, 0) | as_bit.get(first + k * step, 0) if is_exact else 0
                found.add(Line(needed, beside))
    return PositionalGame(tuple(cells), (frozenset(lines[0]), frozenset(lines[1])), is_avoidance)
