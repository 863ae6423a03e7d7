"""Adjudication: the end of a game that is decided before the board says so, as fastchess and its kin have it.

    resign      the loser's own scores have been hopeless for some moves (with `twosided`, the winner's say so too)
    draw        both players' scores have been level for some moves, from some move on
    solver      the solver has proved the position within some seconds: whatever the players think

Scores are hundredths of a point, as the players tell them. A move of which no score was told ends a row.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from noughts.arena.played import PlayedMove
from noughts.board import MARKS, Game, Position
from noughts.engine.perfect_play import is_near_the_end
from noughts.errors import NoughtsError
from noughts.option import Option, read_options
from noughts.records import RESULTS
from noughts.solving.positional import PositionalSolver
from noughts.solving.solver import Solver
from noughts.solving.task import SolveSettings
from noughts.system.alarm import after

_MOVES, _SCORES = Option(3, 1, 1000), Option(500, 0, 10**6)
_RESIGN = {"movecount": _MOVES, "score": _SCORES, "twosided": Option(False)}
_DRAW = {"movenumber": Option(1, 1, 10**4), "movecount": _MOVES, "score": Option(10, 0, 10**6)}
_SECONDS = Option(0.1, 0, 60, unit="seconds")
_SETTINGS = SolveSettings(hash_mb=8.0, symmetry=False)  # a table that is soon cleared
_DRAWN = RESULTS[2]


@dataclass(frozen=True)
class Ruling:
    """The end of a game by adjudication."""

    result: str
    reason: str


@dataclass(frozen=True)
class Resignation:
    """As `--resign` takes it.

    >>> Resignation.read("movecount=4,score=600")
    Resignation(movecount=4, score=600, twosided=False)
    """

    movecount: int = 3
    score: int = 500
    twosided: bool = False

    @classmethod
    def read(cls, text: str) -> "Resignation":
        return cls(**_read("--resign", text, _RESIGN))

    def ruling(self, moves: Sequence[PlayedMove]) -> Ruling | None:
        rows = [_last_values(moves, side, self.movecount) for side in (0, 1)]
        for side in (0, 1):
            is_lost = _all(rows[side], lambda value: value <= -self.score)
            if is_lost and (not self.twosided or _all(rows[1 - side], lambda value: value >= self.score)):
                seen = f"{-self.score / 100:+z.2f} or worse, {self.movecount} moves in a row"
                return Ruling(RESULTS[1 - side], f"adjudicated: {MARKS[side]} sees itself lost ({seen})")
        return None


@dataclass(frozen=True)
class DrawRule:
    """As `--draw` takes it.

    >>> DrawRule.read("movenumber=20,movecount=5,score=20")
    DrawRule(movenumber=20, movecount=5, score=20)
    """

    movenumber: int = 1
    movecount: int = 3
    score: int = 10

    @classmethod
    def read(cls, text: str) -> "DrawRule":
        return cls(**_read("--draw", text, _DRAW))

    def ruling(self, moves: Sequence[PlayedMove]) -> Ruling | None:
        if (len(moves) + 1) // 2 < self.movenumber:
            return None
        rows = [_last_values(moves, side, self.movecount) for side in (0, 1)]
        if not all(_all(row, lambda value: abs(value) <= self.score) for row in rows):
            return None
        seen = f"within {self.score / 100:.2f}, {self.movecount} moves in a row"
        return Ruling(_DRAWN, f"adjudicated: both see a draw ({seen})")


@dataclass(frozen=True)
class Adjudication:
    """What ends a game early; nothing if nothing is named."""

    resign: Resignation | None = None
    draw: DrawRule | None = None
    solver: float | None = None  # seconds for each position

    def __post_init__(self) -> None:
        if self.solver is not None:
            _SECONDS.check("--adjudicate", float(self.solver))

    def __str__(self) -> str:
        words = [] if self.resign is None else ["resign"]
        words += [] if self.draw is None else ["draw"]
        words += [] if self.solver is None else [f"solver {self.solver:g} s"]
        return f"adjudication: {', '.join(words)}" if words else ""

    def prepare(self, game: Game) -> None:
        """Compile, or load, the solver, before a clock runs."""
        if self.solver is not None:
            Solver(game.start(), _SETTINGS)

    def ruling(self, position: Position, moves: Sequence[PlayedMove]) -> Ruling | None:
        """The end of a game that goes on in this position after these moves; None if it really does."""
        for rule in (self.resign, self.draw):
            if rule is not None and (found := rule.ruling(moves)) is not None:
                return found
        return None if self.solver is None else _solved(position, self.solver)


def _solved(position: Position, seconds: float) -> Ruling | None:
    is_small = position.game.is_positional and is_near_the_end(position)
    solver = PositionalSolver(position) if is_small else Solver(position, _SETTINGS)
    alarm = after(seconds, solver.stop)
    try:
        solver.work()
    finally:
        alarm.call_off()
    value = solver.solution().value
    if value is None:
        return None
    if value == "draw":
        return Ruling(_DRAWN, "adjudicated: solved, a draw")
    winner = position.turn if value == "win" else 1 - position.turn
    return Ruling(RESULTS[winner], f"adjudicated: solved, {MARKS[winner]} wins")


def _last_values(moves: Sequence[PlayedMove], side: int, count: int) -> list[int | None]:
    """What a side said of its last moves, as many as are asked for; fewer if it has not made so many."""
    values: list[int | None] = []
    for move in reversed(moves):
        if move.seconds is None or len(values) == count:  # the opening is nobody's
            break
        if move.turn == side:
            values.append(move.value)
    return values if len(values) == count else []


def _all(values: Sequence[int | None], holds: Any) -> bool:
    return bool(values) and all(value is not None and holds(value) for value in values)


def _read(owner: str, text: str, options: dict[str, Option]) -> dict[str, Any]:
    given: dict[str, str] = {}
    for part in filter(None, re.split(r"[,\s]+", text)):
        name, _, value = part.partition("=")
        given[name] = value
    if not given:
        raise NoughtsError(
            f"{owner} is {text!r}; write {','.join(f'{name}={one.as_text()}' for name, one in options.items())}"
        )
    return read_options(owner, options, given)
