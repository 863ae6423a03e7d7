"""Marks as pictures of any size, in half blocks: two square dots a character."""

import functools
import math

from noughts.board import SYMBOLS, O, X

_FULL, _HOLLOW = SYMBOLS["squares"]
_BLACK, _WHITE = SYMBOLS["stones"]
_BLOCKS = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
_TWO_ROWS = {
    X: ("╲╱", "╱╲"),
    O: ("╭╮", "╰╯"),
    _FULL: ("▄▄", "▀▀"),
    _HOLLOW: ("┌┐", "└┘"),
    _BLACK: ("▟▙", "▜▛"),
    _WHITE: ("╭╮", "╰╯"),
}


@functools.cache
def picture(mark: str, rows: int) -> tuple[str, ...]:
    """A mark for a cell of that many rows.

    >>> picture("X", 3)
    ('▀▄ ▄▀', ' ▄▀▄ ', '▀   ▀')
    """
    if rows == 1:
        return (mark,)
    if rows == 2:
        return _TWO_ROWS[mark]
    height = 5 if rows == 3 else 2 * rows - 2  # in dots; something stays free between cells one above the other
    width = height | 1
    top = (2 * rows - height) // 2
    dots = [[False] * width for _ in range(2 * rows)]
    is_dot = _SHAPES[mark]
    for y in range(height):
        for x in range(width):
            dots[top + y][x] = is_dot(x, y, width, height)
    pairs = zip(dots[::2], dots[1::2], strict=True)
    return tuple("".join(_BLOCKS[pair] for pair in zip(*rows_of_dots, strict=True)) for rows_of_dots in pairs)


def _is_cross(x: int, y: int, width: int, height: int) -> bool:
    across = y * (width - 1) / (height - 1)
    thickness = 0.5 if width < 9 else 1.0
    return min(abs(x - across), abs(width - 1 - x - across)) <= thickness


def _is_ring(x: int, y: int, width: int, height: int) -> bool:
    radius = math.hypot(2 * x / (width - 1) - 1, 2 * y / (height - 1) - 1)
    outer = 1 + 1 / width
    thickness = 2 / width if width < 9 else 4 / width
    return outer - thickness < radius <= outer


def _is_disc(x: int, y: int, width: int, height: int) -> bool:
    return math.hypot(2 * x / (width - 1) - 1, 2 * y / (height - 1) - 1) <= 1 + 1 / width


def _is_full(x: int, y: int, width: int, height: int) -> bool:
    return True


def _is_hollow(x: int, y: int, width: int, height: int) -> bool:
    return min(x, y, width - 1 - x, height - 1 - y) < (1 if width < 9 else 2)


_SHAPES = {
    X: _is_cross,
    O: _is_ring,
    _FULL: _is_full,
    _HOLLOW: _is_hollow,
    _BLACK: _is_disc,
    _WHITE: _is_ring,
}
