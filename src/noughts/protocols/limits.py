"""Limits as protocols write them: the terms of UGI's `go`, and how long an answer may take."""

from collections.abc import Iterator, Mapping, Sequence

from noughts.engine.limit import Limit
from noughts.errors import NoughtsError, shown

_LONGEST = Limit(time=999_999_999.0)  # for `go infinite`: `stop` ends it
# Terms in milliseconds: the fields of a limit, in seconds, and the least that is told. A clock that has run out is no
# reason not to move.
_TIMES = {
    "movetime": ("time", 1),
    "p1time": ("white_clock", 1),
    "p2time": ("black_clock", 1),
    "p1inc": ("white_inc", 0),
    "p2inc": ("black_inc", 0),
}
_INCREMENTS = ("p1inc", "p2inc")
_COUNTS = {"depth": "depth", "nodes": "nodes", "movestogo": "remaining_moves"}
NO_LIMIT = 2**31 - 1  # what Piskvork sends as time_left of a match that has no limit
_MARGIN = 0.05  # seconds
_LEAST = 0.01  # for a move "as fast as possible"


def read_go(words: Sequence[str]) -> tuple[Limit, bool]:
    """The limit that the words after `go` make, and whether it is `infinite`. Words that are no terms do not count.

    >>> read_go("p1time 60000 p2time 59500 p1inc 0 p2inc 0 movestogo 9".split())[0]
    Limit(white_clock=60.0, black_clock=59.5, white_inc=0.0, black_inc=0.0, remaining_moves=9)
    >>> read_go("movetime 500 depth 3".split())
    (Limit(time=0.5, depth=3), False)
    """
    given: dict[str, float | int] = {}
    terms = iter(words)
    for word in terms:
        term = word.lower()
        if term in _TIMES:
            field, least = _TIMES[term]
            given[field] = max(least, _number(term, next(terms, ""))) / 1000
        elif term in _COUNTS:
            given[_COUNTS[term]] = _number(term, next(terms, ""))
    is_infinite = "infinite" in words
    limit = Limit(**given)  # type: ignore[arg-type]
    return limit.updated(_LONGEST if is_infinite else None), is_infinite


def write_go(limit: Limit) -> str:
    """The limit as UGI's `go`.

    >>> write_go(Limit(time=0.5, depth=3)), write_go(Limit(white_clock=60.0, black_clock=59.5, white_inc=1.0))
    ('go movetime 500 depth 3', 'go p1time 60000 p2time 59500 p1inc 1000 p2inc 0')
    """
    return " ".join(["go", *_terms(limit)])


def _terms(limit: Limit) -> Iterator[str]:
    has_clocks = limit.white_clock is not None or limit.black_clock is not None
    for term, (field, least) in _TIMES.items():
        value = getattr(limit, field)
        if value is not None or (term in _INCREMENTS and has_clocks):  # clocks are told with their increments
            yield f"{term} {max(least, round(1000 * (value or 0)))}"
    for term, field in _COUNTS.items():
        if getattr(limit, field) is not None:
            yield f"{term} {getattr(limit, field)}"


def most_seconds(limit: Limit, turn: int) -> float | None:
    """How long the side to move may take under the limit; None if only depth or nodes bound it."""
    times = (limit.time, limit.clock(turn)[0])
    return min((seconds for seconds in times if seconds is not None), default=None)


def gomocup_limit(info: Mapping[str, int]) -> Limit | None:
    """The limit for one move by what INFO has told, in milliseconds; None if it has told none.

    The time of a move is measured outside: some of it is left for the way there and back.

    >>> gomocup_limit({"timeout_turn": 5000, "timeout_match": 100_000, "time_left": 40_000})
    Limit(time=4.95, white_clock=40.0, black_clock=40.0)
    """
    turn = info["timeout_turn"] / 1000 if "timeout_turn" in info else None
    time = None if turn is None else max(_LEAST, turn - min(_MARGIN, turn / 5))
    left = info.get("time_left", info.get("timeout_match") or NO_LIMIT)
    clock = max(0, left) / 1000 if left < NO_LIMIT else None
    nodes, depth = (info[key] if info.get(key, 0) > 0 else None for key in ("max_node", "max_depth"))
    # Only our own clock is told: whichever side we are, it is ours.
    limit = Limit(time=time, depth=depth, nodes=nodes, white_clock=clock, black_clock=clock)
    return None if limit == Limit() else limit


def _number(term: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise NoughtsError(f"{term} is {shown(text)}; it must be a whole number") from None
