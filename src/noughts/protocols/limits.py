"""Limits as protocols write them: the terms of UGI's `go`, and how long an answer may take."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields

from noughts.errors import NoughtsError, shown
from noughts.limit import Limit

_LONGEST = Limit(time=999_999_999.0)  # for `go infinite`: whoever asks for it stops it
# Terms in milliseconds, and the fields of a limit in seconds.
_TIMES = {
    "movetime": "time",
    "p1time": "white_clock",
    "p2time": "black_clock",
    "p1inc": "white_inc",
    "p2inc": "black_inc",
}
_NO_LIMIT = 2**31 - 1  # what Piskvork sends as time_left of a match that has no limit
_MOVES_TO_COME = 20
_MARGIN = 0.05  # seconds
_LEAST = 0.01  # for a move "as fast as possible"
_COUNTS = {"depth": "depth", "nodes": "nodes", "movestogo": "remaining_moves"}


def read_go(words: Sequence[str]) -> tuple[Limit, bool]:
    """The limit that the words after `go` make, and whether it is `infinite`. Words that are no terms do not count.

    >>> limit, is_infinite = read_go("movetime 500 depth 3".split())
    >>> limit == Limit(time=0.5, depth=3), is_infinite
    (True, False)
    """
    given: dict[str, float | int] = {}
    terms = iter(words)
    for word in terms:
        term = word.lower()
        if term in _TIMES:
            # A clock that has run out is no reason not to move.
            given[_TIMES[term]] = max(1, _number(term, next(terms, ""))) / 1000
        elif term in _COUNTS:
            given[_COUNTS[term]] = _number(term, next(terms, ""))
    is_infinite = "infinite" in words
    known = {one.name for one in fields(Limit)}
    limit = Limit(**{field: value for field, value in given.items() if field in known})  # type: ignore[arg-type]
    return limit.updated(_LONGEST if is_infinite else None), is_infinite


def write_go(limit: Limit) -> str:
    """The limit as UGI's `go`.

    >>> write_go(Limit(time=0.5, depth=3))
    'go movetime 500 depth 3'
    """
    return " ".join(["go", *_terms(limit)])


def _terms(limit: Limit) -> Iterator[str]:
    for term, field in (_TIMES | _COUNTS).items():
        value = getattr(limit, field, None)
        if value is not None:
            yield f"{term} {max(1, round(1000 * value)) if term in _TIMES else value}"


def own_clock(limit: Limit, turn: int) -> float | None:
    """What the side to move has left for the rest of the game."""
    clock: float | None = getattr(limit, ("white_clock", "black_clock")[turn], None)
    return clock


def most_seconds(limit: Limit, turn: int) -> float | None:
    """How long the side to move may take under the limit; None if only depth or nodes bound it."""
    times = (limit.time, own_clock(limit, turn))
    return min((seconds for seconds in times if seconds is not None), default=None)


def _number(term: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise NoughtsError(f"{term} is {shown(text)}; it must be a whole number") from None


def gomocup_limit(info: Mapping[str, int]) -> Limit | None:
    """The limit for one move by what INFO has told, in milliseconds; None if it has told none.

    What a move takes is measured outside: some of the time is left for the way there and back.

    >>> gomocup_limit({"timeout_turn": 5000, "timeout_match": 100_000, "time_left": 40_000}).time
    1.95
    """
    times = []
    if "timeout_turn" in info:
        times.append(info["timeout_turn"] / 1000)
    if info.get("timeout_match", 0) > 0 or "time_left" in info:
        left = info.get("time_left", info.get("timeout_match", 0))
        if left < _NO_LIMIT:
            times.append(left / 1000 / _MOVES_TO_COME)
    if not times:
        return None
    return Limit(time=max(_LEAST, min(times) - min(_MARGIN, min(times) / 5)))
