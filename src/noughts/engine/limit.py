"""How long to think, and how limits from several sides combine."""

import operator
from collections.abc import Callable
from dataclasses import Field, dataclass, field, fields, replace
from numbers import Integral, Real
from typing import Any

from noughts.errors import NoughtsError

_MOST = 2**62  # compiled code counts in 64 bits


def _seconds(words: str, in_text: bool = True) -> Any:
    rule = "a number of seconds, 0 or more, below 10^9"
    return field(default=None, metadata={"words": words, "kind": float, "rule": rule, "in_text": in_text})


def _count(words: str, in_text: bool = True) -> Any:
    rule = "a whole number, 1 or more, up to 2^62"
    return field(default=None, metadata={"words": words, "kind": int, "rule": rule, "in_text": in_text})


@dataclass(frozen=True, slots=True, repr=False)
class Limit:
    """Seconds, plies, nodes; the first one reached ends a search. None is no limit.

    >>> Limit(time=0.5, nodes=1000)
    Limit(time=0.5, nodes=1000)

    Limits combine field by field: one that is given replaces that field and leaves the others standing.

    >>> Limit(time=5.0, depth=2).updated(Limit(time=1.0))
    Limit(time=1.0, depth=2)

    So nodes or a depth given beside a level, or a player with a clock, keep its seconds: on a slow machine those end
    the search first. A time that is never reached lifts them: `Limit(time=1e8, nodes=N)` searches N nodes, as long as
    that may take. A level's own nodes and depth are caps, which nothing lifts.

    Clocks are those of a game, in python-chess's names: what the first player (white) and the second (black) have left,
    what each gets after a move, and after how many moves of the side to move more time comes (None: never). How long
    to think on them says `thinking_time.py`. They belong to a game and not to an engine: no engine's text has them.
    """

    time: float | None = _seconds("the time")
    depth: int | None = _count("the depth")
    nodes: int | None = _count("the number of nodes")
    white_clock: float | None = _seconds("the first player's clock", in_text=False)
    black_clock: float | None = _seconds("the second player's clock", in_text=False)
    white_inc: float | None = _seconds("the first player's increment", in_text=False)
    black_inc: float | None = _seconds("the second player's increment", in_text=False)
    remaining_moves: int | None = _count("the number of moves to go", in_text=False)

    def __post_init__(self) -> None:
        known, values = _reader(type(self))
        for one, value in zip(known, values(self), strict=True):
            if value is None:
                continue
            is_right = _is_seconds if one.metadata["kind"] is float else _is_count
            if not is_right(value):
                raise NoughtsError(f"{one.metadata['words']} is {value!r}; it must be {one.metadata['rule']}")

    def __repr__(self) -> str:
        given = ((one.name, getattr(self, one.name)) for one in fields(self))
        return f"Limit({', '.join(f'{name}={value!r}' for name, value in given if value is not None)})"

    def clock(self, turn: int) -> tuple[float | None, float]:
        """What the side to move has left, None without a clock, and its increment."""
        left, increment = (self.white_clock, self.white_inc) if turn == 0 else (self.black_clock, self.black_inc)
        return left, increment or 0.0

    def is_endless(self, turn: int) -> bool:
        """Whether nothing here ends a search of the side to move; the other side's clock does not."""
        return self.time is self.depth is self.nodes is self.clock(turn)[0] is None

    @classmethod
    def take(cls, given: dict[str, Any]) -> "Limit":
        """The limit that some of the settings given make, as values or as texts; those are removed from the rest."""
        named = [one for one in fields(cls) if one.metadata["in_text"] and one.name in given]
        return cls(**{one.name: _read(given.pop(one.name), one.metadata["kind"]) for one in named})

    def updated(self, given: "Limit | None") -> "Limit":
        """This limit, with what the other gives in place of its own."""
        if given is not None and not isinstance(given, Limit):
            raise NoughtsError(f"the limit is {given!r}; it must be a Limit, for example Limit(time=1)")
        return self if given is None else self._combined(given, lambda own, other: other)

    def within(self, cap: "Limit") -> "Limit":
        """This limit, lowered to the cap wherever it lies above it or says nothing.

        >>> Limit(depth=9, nodes=100).within(Limit(depth=2, nodes=400))
        Limit(depth=2, nodes=100)
        """
        return self._combined(cap, min)

    def _combined(self, other: "Limit", choose: Callable[[Any, Any], Any]) -> "Limit":
        """Field by field: `choose` decides where both say something."""
        known, values = _reader(type(other))
        given = values(other)
        if given.count(None) == len(given):
            return self
        combined = {}
        for one, there in zip(known, given, strict=True):
            here = getattr(self, one.name)
            combined[one.name] = here if there is None else there if here is None else choose(here, there)
        return replace(self, **combined)


_Reader = tuple[tuple[Field[Any], ...], Callable[[Limit], tuple[Any, ...]]]
_readers: dict[type, _Reader] = {}


def _reader(kind: type[Limit]) -> _Reader:
    """A limit's fields, and what reads all their values at once: a few limits are made and combined for every move."""
    if kind not in _readers:
        _readers[kind] = fields(kind), operator.attrgetter(*(one.name for one in fields(kind)))
    return _readers[kind]


def _is_seconds(value: Any) -> bool:
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    return is_number and bool(0 <= value < 1e9)


def _is_count(value: object) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool) and 1 <= int(value) <= _MOST


def _read(value: Any, kind: type) -> Any:
    """The number that a text stands for; anything else as it is, for the check to name."""
    try:
        return kind(value) if isinstance(value, str) else value
    except ValueError:
        return value
