"""How long to think, and how limits from several sides combine."""

import operator
from collections.abc import Callable
from dataclasses import Field, dataclass, field, fields, replace
from typing import Any

from noughts.errors import NoughtsError
from noughts.option import Option


def _seconds(words: str, does: str = "") -> Any:
    return _field(words, Option(None, 0, 10**9, kind="number", unit="seconds", words=does))


def _count(words: str, does: str = "") -> Any:
    return _field(words, Option(None, 1, 2**62, kind="whole", words=does))  # compiled code counts in 64 bits


def _field(words: str, option: Option) -> Any:
    """A field by these words in messages; with words on what it does, engines' texts have it too."""
    return field(default=None, metadata={"words": words, "option": option})


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

    time: float | None = _seconds("the time", "how long to think")
    depth: int | None = _count("the depth", "plies to look ahead")
    nodes: int | None = _count("the number of nodes", "positions to look at")
    white_clock: float | None = _seconds("the first player's clock")
    black_clock: float | None = _seconds("the second player's clock")
    white_inc: float | None = _seconds("the first player's increment")
    black_inc: float | None = _seconds("the second player's increment")
    remaining_moves: int | None = _count("the number of moves to go")

    def __post_init__(self) -> None:
        known, values = _reader(type(self))
        for one, value in zip(known, values(self), strict=True):
            if value is not None:
                one.metadata["option"].check(one.metadata["words"], value)

    def __repr__(self) -> str:
        given = ((one.name, getattr(self, one.name)) for one in fields(self))
        return f"Limit({', '.join(f'{name}={value!r}' for name, value in given if value is not None)})"

    def clock(self, turn: int) -> tuple[float | None, float]:
        """The time left to the side to move, None without a clock, and its increment."""
        left, increment = (self.white_clock, self.white_inc) if turn == 0 else (self.black_clock, self.black_inc)
        return left, increment or 0.0

    def is_endless(self, turn: int) -> bool:
        """Whether nothing here ends a search of the side to move; the other side's clock does not."""
        return self.time is self.depth is self.nodes is self.clock(turn)[0] is None

    @classmethod
    def take(cls, given: dict[str, Any]) -> "Limit":
        """The limit that some of the settings given make, as values or as texts; those are removed from the rest."""
        named = [one for one in fields(cls) if one.metadata["option"].words and one.name in given]
        return cls(
            **{one.name: one.metadata["option"].read(one.metadata["words"], given.pop(one.name)) for one in named}
        )

    @classmethod
    def options(cls) -> dict[str, Option]:
        """The fields that an engine's text may have."""
        return {one.name: one.metadata["option"] for one in fields(cls) if one.metadata["option"].words}

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
