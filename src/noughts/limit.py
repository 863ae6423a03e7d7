"""How long to think."""

from dataclasses import dataclass

from noughts.errors import NoughtsError


@dataclass(frozen=True, slots=True)
class Limit:
    """Seconds, plies, nodes; the first one reached ends a search. None is no limit.

    >>> Limit(time=0.5, nodes=1000)
    Limit(time=0.5, depth=None, nodes=1000)
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.time is not None and not 0 <= self.time < 1e9:
            raise NoughtsError(f"the time is {self.time}; it must be a number of seconds, 0 or more")
        if self.depth is not None and self.depth < 1:
            raise NoughtsError(f"the depth is {self.depth}; it must be 1 or more")
        if self.nodes is not None and self.nodes < 1:
            raise NoughtsError(f"the number of nodes is {self.nodes}; it must be 1 or more")

    def or_else(self, other: "Limit") -> "Limit":
        """This limit, or the other where this one says nothing at all."""
        return other if self == Limit() else self
