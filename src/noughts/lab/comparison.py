"""Methods side by side: each searches the same positions to the same depths, or for the same time.

Each search begins with an empty table, so that its figures are its own. Nothing but the seconds changes from run to
run, unless a clock is the limit. A search that takes too many nodes is left out, and deeper ones of its method with it:
what is averaged at a depth is averaged over the same positions for all.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from noughts.board import Position
from noughts.errors import NoughtsError
from noughts.lab.methods import Method
from noughts.limit import Limit
from noughts.results import Result

_SHORT, _REPEATED = 0.05, 2  # seconds; how often it is done again
COUNTERS = (
    "nodes",
    "static_evaluations",
    "dynamic_evaluations",
    "alpha_cutoffs",
    "beta_cutoffs",
    "table_hits",
    "evaluations_saved",
)


@dataclass(frozen=True, slots=True)
class Measurement:
    """One search of one position."""

    method: Method
    number: int  # of the position
    position: str
    depth: int  # that was asked for; with a clock, that was reached
    result: Result

    @property
    def nodes(self) -> int:
        return self.result.stats.nodes


@dataclass(frozen=True, slots=True)
class Average:
    """The figures of a method at a depth, averaged over the positions."""

    method: Method
    depth: float
    counters: dict[str, float]
    seconds: float

    @property
    def nodes(self) -> float:
        return self.counters["nodes"]

    @property
    def branching(self) -> float:
        return effective_branching_factor(self.nodes, self.depth)


@dataclass
class Comparison:
    """What was measured so far."""

    methods: Sequence[Method]
    positions: Sequence[Position]
    depths: Sequence[int] = ()  # none with a clock
    seconds: float | None = None
    measurements: list[Measurement] = field(default_factory=list)
    left_out: dict[Method, int] = field(default_factory=dict)  # the depth from which on a method took too many nodes
    compared: int = 0  # positions that every method has searched
    agreed: int = 0  # values that had to be equal, and are

    def averages(self) -> list[Average]:
        """By depth, then by method; of whole positions only, and only where a method has searched all of them."""
        rows = []
        for depth in self.depths or (None,):
            for method in self.methods:
                if depth is not None and depth >= self.left_out.get(method, depth + 1):
                    continue
                found = [
                    one
                    for one in self.measurements
                    if one.method == method and one.number < self.compared and depth in (None, one.depth)
                ]
                if found:
                    counters = {name: fmean(getattr(one.result.stats, name) for one in found) for name in COUNTERS}
                    seconds = fmean(one.result.stats.time for one in found)
                    rows.append(Average(method, fmean(one.depth for one in found), counters, seconds))
        return rows


def compare_by_depth(
    methods: Sequence[Method],
    positions: Sequence[Position],
    depths: Sequence[int],
    most_nodes: int,
    seed: int = 1,
    hash_mb: float = 16,
) -> Iterator[Comparison]:
    """Search every position to every depth by every method; tells how far it has come after each search."""
    comparison = Comparison(methods, positions, depths)
    for number, position in enumerate(positions):
        for depth in depths:
            found: dict[object, Measurement] = {}
            for method in methods:
                if depth < comparison.left_out.get(method, depth + 1):
                    result = _timed(method, position, Limit(depth=depth, nodes=most_nodes), seed, hash_mb)
                    if result.stats.nodes >= most_nodes:
                        comparison.left_out[method] = depth
                    else:
                        one = Measurement(method, number, position.text(), depth, result)
                        comparison.measurements.append(one)
                        comparison.agreed += _agrees(one, found, position)
                yield comparison
        comparison.compared += 1
    yield comparison


def compare_by_time(
    methods: Sequence[Method], positions: Sequence[Position], seconds: float, seed: int = 1, hash_mb: float = 16
) -> Iterator[Comparison]:
    """Search every position for the same time by every method: how deep does each come?"""
    comparison = Comparison(methods, positions, seconds=seconds)
    for method in methods:
        method.engine(seed, hash_mb, deepens=True).prepare(positions[0].game)
    for number, position in enumerate(positions):
        for method in methods:
            result = method.engine(seed, hash_mb, deepens=True).analyse(position, Limit(time=seconds))
            comparison.measurements.append(Measurement(method, number, position.text(), result.stats.depth, result))
            yield comparison
        comparison.compared += 1
    yield comparison


def _timed(method: Method, position: Position, limit: Limit, seed: int, hash_mb: float) -> Result:
    """A search to a depth. A short one is done again: of its times, the shortest has least of what else went on."""
    found = method.engine(seed, hash_mb).analyse(position, limit)
    for _ in range(_REPEATED if found.stats.time < _SHORT else 0):
        again = method.engine(seed, hash_mb).analyse(position, limit)
        found = min(found, again, key=lambda result: result.stats.time)
    return found


def _agrees(one: Measurement, found: dict[object, Measurement], position: Position) -> bool:
    """Whether there was another value to agree with; NoughtsError if it does not agree."""
    agreement = one.method.agreement(position)
    if agreement is None:
        return False
    other = found.setdefault(agreement, one)
    if other.result.score != one.result.score:
        raise NoughtsError(
            f"{one.method.text} and {other.method.text} must find the same value and do not: {one.result.score} and "
            f"{other.result.score} at depth {one.depth} in {one.position}"
        )
    return other is not one


def effective_branching_factor(nodes: float, depth: float) -> float:
    """The b of a uniform tree of that depth with as many nodes below its root: nodes - 1 = b + b^2 + … + b^depth.

    >>> round(effective_branching_factor(1 + 3 + 9 + 27, 3), 6)
    3.0
    """
    if round(depth) < 1 or nodes <= 1:
        return 0.0
    low, high = 0.0, nodes ** (1 / round(depth))
    for _ in range(60):
        middle = (low + high) / 2
        total = sum(middle**ply for ply in range(1, round(depth) + 1))
        low, high = (middle, high) if total < nodes - 1 else (low, middle)
    return high
