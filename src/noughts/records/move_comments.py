"""Notes on a move as a comment after it: score/depth time.

+1.25/12 0.53s      worth 1.25 points to the mover, looked 12 plies deep, took 0.53 seconds
M3/12  -M4          wins in 3 plies, loses in 4
M/12  -M            wins, loses, distance unknown
/12  0.53s          parts that are not known are left out
"""

import re

from noughts.engine.score import Score
from noughts.kernel.scores import MATE, MATE_RANGE, POINT, WON
from noughts.records.record import RecordedMove

# Numbers are bounded, as any text may stand in a comment; other programs add words after a comma.
_NOTE = re.compile(
    r"(?:(?P<score>[+-]?M[0-9]{0,4}|[+-]?[0-9]{1,8}\.[0-9]{1,4})(?![0-9.s]))?(?:/(?P<depth>[0-9]{1,6})(?![0-9.s]))?"
    r"\s*(?:(?P<seconds>[0-9]{1,9}(?:\.[0-9]{1,6})?)\s?s)?(?:,(?P<words>.*))?",
    re.DOTALL,
)


def write_comment(move: RecordedMove) -> str:
    """The comment for a move, empty if nothing was noted down.

    >>> write_comment(RecordedMove("b2", seconds=0.53, value=125, depth=12))
    '+1.25/12 0.53s'
    >>> write_comment(RecordedMove("b2", value=3 - MATE))
    '-M3'
    """
    looked = "" if move.value is None else _score(move.value)
    if move.depth is not None:
        looked += f"/{move.depth}"
    took = "" if move.seconds is None else f"{move.seconds:.3f}".removesuffix("0") + "s"
    return f"{looked} {took}".strip()


def _score(value: int) -> str:
    score = Score(value, 0)
    if not score.is_mate:
        return f"{value / POINT:+z.2f}"
    return f"{'-' if value < 0 else ''}M{'' if score.mate is None else abs(score.mate)}"


def read_comment(text: str, comment: str) -> RecordedMove:
    """The move of that text with what a comment says about it; a comment of any other words says nothing.

    >>> read_comment("b2", "+1.25/12 0.53s")
    RecordedMove(text='b2', seconds=0.53, value=125, depth=12)
    >>> read_comment("b2", "0.10s").seconds
    0.1
    >>> read_comment("b2", "a blunder")
    RecordedMove(text='b2', seconds=None, value=None, depth=None)
    """
    return note_and_words(comment, text)[0]


def note_and_words(comment: str, text: str = "") -> tuple[RecordedMove, str]:
    """What a comment notes down of the move of that text, and its other words.

    >>> note_and_words("0.10s, book")
    (RecordedMove(text='', seconds=0.1, value=None, depth=None), 'book')
    >>> note_and_words("0.10s was too fast")[1]
    '0.10s was too fast'
    """
    found = _NOTE.fullmatch(comment.strip())
    if found is None:
        return RecordedMove(text), comment
    score, depth, seconds = found["score"], found["depth"], found["seconds"]
    noted = RecordedMove(
        text,
        None if seconds is None else float(seconds),
        None if score is None else _value(score),
        None if depth is None else int(depth),
    )
    if noted == RecordedMove(text):
        return noted, comment
    return noted, (found["words"] or "").strip()


def _value(score: str) -> int | None:
    sign = -1 if score.startswith("-") else 1
    size = score.lstrip("+-")
    if size.startswith("M"):
        return sign * (MATE - int(size[1:]) if size[1:] else WON)
    value = round(float(size) * POINT)
    return sign * value if value <= MATE_RANGE else None
