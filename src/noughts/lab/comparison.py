"""Methods side by side: each searches the same positions to the same depths, or for the same time.

Each search begins with an empty table, so that its figures are its own. Nothing but the seconds changes from run to
run, unless a clock is the limit. A search that takes too many nodes is left out, and deeper ones of its method with it:
averages at a depth are over the same positions for all.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from noughts.board import Position
from noughts.engine.limit import Limit
from noughts.engine.results import Result
from noughts.lab.agreement import Agreements
from noughts.lab.methods import Method
from noughts.search.worker import COUNTERS as SEARCH_COUNTERS

_SHORT, _REPEATED = 0.05, 2  # seconds; how often it is done again
COUNTERS = tuple(name for name in SEARCH_COUNTERS if name != "deepest")


@dataclass(frozen=True, slots=True)
class Measurement:
    """One search of one position."""

    method: Method
    number: int  # of the position
    position: str
    depth: int  # that was asked for; with a clock, that was reached
    result: Result
    whole_nodes: int  # of the iterations that were not broken off

    @property
    def branching(self) -> float | None:
        """The effective branching factor; none where the search does not go by plies."""
        return effective_branching_factor(self.whole_nodes, self.depth) if self.method.goes_by_plies else None


@dataclass(frozen=True, slots=True)
class Average:
    """The figures of a method at a depth, averaged over the positions."""

    method: Method
    depth: float
    counters: dict[str, float]
    seconds: float
    branching: float | None

    @property
    def nodes(self) -> float:
        return self.counters["nodes"]


@dataclass
class Comparison:
    """Measurements so far."""

    methods: Sequence[Method]
    positions: Sequence[Position]
    depths: Sequence[int] = ()  # none with a clock
    seconds: float | None = None
    measurements: list[Measurement] = field(default_factory=list)
    left_out: dict[Method, int] = field(default_factory=dict)  # the depth from which on a method took too many nodes
    compared: int = 0  # positions that every method has searched
    agreed: int = 0  # values that had to be equal, and are

    def averages(self) -> list[Average]:
        """Averages by depth, then by method; of whole positions, and only where a method has searched all of them."""
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
                    factors = [one.branching for one in found if one.branching is not None]
                    branching = fmean(factors) if factors else None
                    rows.append(Average(method, fmean(one.depth for one in found), counters, seconds, branching))
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
        agreements = Agreements(position)
        for depth in depths:
            for method in methods:
                if depth < comparison.left_out.get(method, depth + 1):
                    result = _timed(method, position, Limit(depth=depth, nodes=most_nodes), seed, hash_mb)
                    if result.stats.nodes >= most_nodes:
                        comparison.left_out[method] = depth
                    else:
                        comparison.measurements.append(
                            Measurement(method, number, position.text(), depth, result, result.stats.nodes)
                        )
                        comparison.agreed += agreements.add(method, depth, result.score)
                yield comparison
        comparison.compared += 1
    yield comparison


def compare_by_time(
    methods: Sequence[Method], positions: Sequence[Position], seconds: float, seed: int = 1, hash_mb: float = 16
) -> Iterator[Comparison]:
    """Search every position for the same time by every method: how deep does each come?

    Values are compared at every depth on the way: an iteration that was broken off tells the depth of the last whole
    one, which has been there before.
    """
    comparison = Comparison(methods, positions, seconds=seconds)
    for method in methods:
        method.engine(seed, hash_mb, deepens=True).prepare(positions[0].game)
    for number, position in enumerate(positions):
        agreements = Agreements(position)
        for method in methods:
            whole: dict[int, Result] = {}
            with method.engine(seed, hash_mb, deepens=True).analysis(position, Limit(time=seconds)) as analysis:
                for result in analysis:
                    whole.setdefault(result.stats.depth, result)
            reached = result.stats.depth
            nodes = whole[reached].stats.nodes
            comparison.measurements.append(Measurement(method, number, position.text(), reached, result, nodes))
            for depth, one in whole.items():
                comparison.agreed += depth > 0 and agreements.add(method, depth, one.score)
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


def effective_branching_factor(nodes: float, depth: int) -> float:
    """The b of a uniform tree of that depth with as many nodes below its root: nodes - 1 = b + b^2 + … + b^depth.

    >>> round(effective_branching_factor(1 + 3 + 9 + 27, 3), 6)
    3.0
    """
    if depth < 1 or nodes <= 1:
        return 0.0
    low, high = 0.0, nodes ** (1 / depth)
    for _ in range(60):
        middle = (low + high) / 2
        total = sum(middle**ply for ply in range(1, depth + 1))
        low, high = (middle, high) if total < nodes - 1 else (low, middle)
    return high
