"""Depth and score in what a program that speaks Gomocup's protocol says for people: lines of MESSAGE.

Nothing is agreed on; most programs say something like these:

    MESSAGE Depth 12-20 | Eval 34 | Node 1234K | Time 123ms         Rapfi
    MESSAGE depth 2-12 ev -34 n 10K n/ms 1 tm 1000 pv Hh Ih         Embryo
    MESSAGE depth: 7, score: +M5

Whole numbers are taken for hundredths of a point, fractions for points, M5 for a win in 5 plies.
"""

import re

from noughts.kernel.scores import MATE, POINT, POINTS_LIMIT

_DEPTH = re.compile(r"\bdepth\b[\s:=]{0,3}([0-9]{1,4})\b", re.IGNORECASE)
_SCORE = re.compile(
    r"\b(?:eval|ev|evaluation|score|value)\b[\s:=]{0,3}([+-]?)(?:M([0-9]{1,3})|([0-9]{1,7})(\.[0-9]{1,4})?)\b",
    re.IGNORECASE,
)
_MOST_DEPTH = 1000


class Remarks:
    """What a program has said since it was asked for a move: the last word of each counts.

    >>> remarks = Remarks()
    >>> remarks.read("MESSAGE Depth 12-20 | Eval -34 | Time 9ms")
    >>> remarks.depth, remarks.value
    (12, -34)
    """

    def __init__(self) -> None:
        self._depth = 0
        self.value: int | None = None

    @property
    def depth(self) -> int:
        """Plies; 1 where only a score was told, 0 where nothing was."""
        return self._depth or int(self.value is not None)

    def read(self, line: str) -> None:
        depth, score = _DEPTH.search(line), _SCORE.search(line)
        if depth is not None:
            self._depth = min(_MOST_DEPTH, int(depth[1]))
        if score is not None:
            self.value = (-1 if score[1] == "-" else 1) * _size(score)


def _size(score: re.Match[str]) -> int:
    _, mate, whole, fraction = score.groups()
    if mate is not None:
        return MATE - int(mate)
    size = int(whole) if fraction is None else round(float(whole + fraction) * POINT)
    return min(POINTS_LIMIT, size)
