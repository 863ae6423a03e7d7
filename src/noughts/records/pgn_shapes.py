"""Rings and arrows in comments of a PGN, as lichess writes them: [%csl Gb2,Rc3] and [%cal Gb2c3].

Cells are named by their labels. Where two of them in a row could be read in several ways, a "-" stands between them.
"""

import re
from collections.abc import Collection, Iterator, Sequence

from noughts.records.tree import COLOURS, shape_of, shape_parts

SHAPES = re.compile(r"\[%c(?:sl|al)\s+([^\]]*)\]")
_LETTERS = {colour[0].upper(): colour for colour in COLOURS}


def written_shapes(shapes: Sequence[str], cells: Collection[str]) -> str:
    """Shapes as a comment has them.

    >>> written_shapes(["b2", "red:a1-c3"], ["a1", "b2", "c3"])
    '[%csl Gb2][%cal Ra1c3]'
    >>> written_shapes(["1.1-1.1"], ["1.1", "1.11"])
    '[%cal G1.11.1]'
    """
    told: dict[str, list[str]] = {}
    for shape in shapes:
        colour, place = shape_parts(shape)
        joined = place.replace("-", "", 1)
        is_plain = "-" in place and len(list(_splits(joined, cells))) == 1
        name = "cal" if "-" in place else "csl"
        told.setdefault(name, []).append(colour[0].upper() + (joined if is_plain else place))
    return "".join(f"[%{name} {','.join(places)}]" for name, places in told.items())


def read_shapes(comment: str, cells: Collection[str]) -> tuple[list[str], str]:
    """The shapes of a comment, and its other words; shapes of other boards are left in the words.

    >>> read_shapes("[%csl Gb2,Rc3] a fork [%cal Yz9z8]", {"a1", "b2", "c3"})
    (['b2', 'red:c3'], ' a fork [%cal Yz9z8]')
    """
    found: list[str] = []

    def take(command: re.Match[str]) -> str:
        shapes = [_shape(text.strip(), cells) for text in command[1].split(",")]
        known = [shape for shape in shapes if shape is not None]
        if len(known) < len(shapes):
            return command[0]
        found.extend(known)
        return ""

    return found, SHAPES.sub(take, comment)


def _shape(text: str, cells: Collection[str]) -> str | None:
    colour, place = _LETTERS.get(text[:1]), text[1:]
    if colour is None or len(place) > 80:
        return None
    first, dash, second = place.partition("-")
    if place in cells or (dash and first in cells and second in cells):
        return shape_of(colour, place)
    splits = list(_splits(place, cells))
    return shape_of(colour, "-".join(splits[0])) if len(splits) == 1 else None


def _splits(text: str, cells: Collection[str]) -> Iterator[tuple[str, str]]:
    """The ways to read a text as two cells."""
    for at in range(1, len(text)):
        if text[:at] in cells and text[at:] in cells:
            yield text[:at], text[at:]
