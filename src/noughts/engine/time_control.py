"""The time that each side has for a game, as it is written: 60, 60+1, 40/60."""

import re
from dataclasses import dataclass

from noughts.errors import NoughtsError

_CONTROL = re.compile(
    r"(?:(?P<moves>\d{1,6})/)?(?P<seconds>\d{1,7}(?:\.\d{1,6})?)(?:\+(?P<increment>\d{1,7}(?:\.\d{1,6})?))?"
)


@dataclass(frozen=True)
class TimeControl:
    """Seconds for the game and after each move; with `moves`, as many seconds again after so many moves.

    >>> TimeControl.read("60+1"), TimeControl.read("40/60")
    (TimeControl(seconds=60.0, increment=1.0, moves=None), TimeControl(seconds=60.0, increment=0.0, moves=40))
    """

    seconds: float
    increment: float = 0.0
    moves: int | None = None

    @classmethod
    def read(cls, text: str) -> "TimeControl":
        found = _CONTROL.fullmatch(text.replace(" ", ""))
        if found is None or float(found["seconds"]) + float(found["increment"] or 0) == 0:
            raise NoughtsError(
                f"the clock is {text!r}; it must be seconds, as in 60, 60+1 (1 after each move) or 40/60 (for 40 moves)"
            )
        moves = int(found["moves"]) if found["moves"] else None
        if moves == 0:
            raise NoughtsError(f"the clock is {text!r}; there must be 1 move or more to a control")
        return cls(float(found["seconds"]), float(found["increment"] or 0), moves)

    def __str__(self) -> str:
        moves = f"{self.moves}/" if self.moves else ""
        return f"{moves}{self.seconds:g}" + (f"+{self.increment:g}" if self.increment else "")
