"""The clocks of a game, as the referee counts them down."""

from dataclasses import dataclass, field, replace
from typing import Any

from noughts.engine.limit import Limit
from noughts.engine.time_control import TimeControl
from noughts.errors import NoughtsError
from noughts.option import Option

MARGIN = 0.25  # seconds that an answer may be late: a busy machine is not the player's fault
_MARGINS = Option(MARGIN, 0, 3600, unit="seconds")


@dataclass(frozen=True)
class Conditions:
    """How the games of a match are played: limits for each move, clocks, and how late an answer may be."""

    limit: Limit = field(default_factory=Limit)
    clock: TimeControl | None = None
    margin: float = MARGIN
    counts_cpu: bool = False  # clocks and times are of the processor, not of the wall

    def __post_init__(self) -> None:
        if self.counts_cpu and self.clock is None and self.limit.time is None:
            raise NoughtsError("a clock of processor time needs a time: a clock for the game, or a time for each move")
        if self.clock is not None and self.limit.time is not None:
            raise NoughtsError("either a time for each move or a clock for the game counts, not both")
        _MARGINS.check("the margin", self.margin)

    def __str__(self) -> str:
        words = [f"clock {self.clock}"] if self.clock else []
        limit = self.limit
        words += [] if limit.time is None else [f"{limit.time:g} s a move"]
        words += ["of CPU time"] if self.counts_cpu else []
        words += [] if limit.depth is None else [f"depth {limit.depth}"]
        words += [] if limit.nodes is None else [f"{limit.nodes:,} nodes"]
        return ", ".join(words) or "own limits"


class Clocks:
    """Both sides' clocks in one game. The referee measures, and says here what each move took.

    The second side's conditions are the first one's, unless it has its own.
    """

    def __init__(self, first: Conditions, second: Conditions | None = None) -> None:
        self._conditions = first, second or first
        self._left = [one.clock.seconds if one.clock else None for one in self._conditions]
        self._moves = [0, 0]

    @property
    def counts_cpu(self) -> bool:
        return self._conditions[0].counts_cpu  # one player's odds change nothing in what a second is

    def limit(self, turn: int) -> Limit:
        """The limit of the side to move."""
        given: dict[str, Any] = {}
        for colour, left, conditions in zip(("white", "black"), self._left, self._conditions, strict=True):
            if conditions.clock is not None:
                given |= {f"{colour}_clock": left, f"{colour}_inc": conditions.clock.increment}
        limit, control = self._conditions[turn].limit, self._conditions[turn].clock
        if control is not None and control.moves:
            given["remaining_moves"] = control.moves - self._moves[turn] % control.moves
        return replace(limit, **given) if given else limit

    def spend(self, turn: int, seconds: float) -> str | None:
        """Take a move's time from a clock; what was wrong, in words, if there was less than that."""
        conditions = self._conditions[turn]
        control, margin = conditions.clock, conditions.margin
        allowed = self._left[turn] if control else conditions.limit.time
        if allowed is None:
            return None
        if seconds > allowed + margin:
            had = f"had {allowed:.3f} s left" if control else f"may take {allowed:g} s"
            return f"lost on time: it took {seconds:.3f} s and {had}"
        if control:
            self._moves[turn] += 1
            left = max(0.0, allowed - seconds) + control.increment
            is_next_stage = control.moves and self._moves[turn] % control.moves == 0
            self._left[turn] = left + control.seconds if is_next_stage else left
        return None
