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

    def __post_init__(self) -> None:
        if self.clock is not None and self.limit.time is not None:
            raise NoughtsError("either a time for each move or a clock for the game counts, not both")
        _MARGINS.check("the margin", self.margin)

    def __str__(self) -> str:
        words = [f"clock {self.clock}"] if self.clock else []
        limit = self.limit
        words += [] if limit.time is None else [f"{limit.time:g} s a move"]
        words += [] if limit.depth is None else [f"depth {limit.depth}"]
        words += [] if limit.nodes is None else [f"{limit.nodes:,} nodes"]
        return ", ".join(words) or "own limits"


class Clocks:
    """Both sides' clocks in one game. The referee measures, and says here what each move took."""

    def __init__(self, conditions: Conditions) -> None:
        self._conditions = conditions
        control = conditions.clock
        self._left = [control.seconds, control.seconds] if control else []
        self._moves = [0, 0]

    def limit(self, turn: int) -> Limit:
        """The limit of the side to move."""
        limit, control = self._conditions.limit, self._conditions.clock
        if control is None:
            return limit
        given: dict[str, Any] = {
            "white_clock": self._left[0],
            "black_clock": self._left[1],
            "white_inc": control.increment,
            "black_inc": control.increment,
        }
        if control.moves:
            given["remaining_moves"] = control.moves - self._moves[turn] % control.moves
        return replace(limit, **given)

    def spend(self, turn: int, seconds: float) -> str | None:
        """Take a move's time from a clock; what was wrong, in words, if there was less than that."""
        control, margin = self._conditions.clock, self._conditions.margin
        allowed = self._left[turn] if control else self._conditions.limit.time
        if allowed is None:
            return None
        if seconds > allowed + margin:
            had = f"had {allowed:.3f} s left" if control else f"may take {allowed:g} s"
            return f"lost on time: it took {seconds:.3f} s and {had}"
        if control:
            self._moves[turn] += 1
            self._left[turn] = max(0.0, allowed - seconds) + control.increment
            if control.moves and self._moves[turn] % control.moves == 0:
                self._left[turn] += control.seconds
        return None
