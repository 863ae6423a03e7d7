"""The engines at work on the position that a screen shows: the player to move, a hint, an analysis."""

import time

from textual.message_pump import MessagePump

from noughts.board import Position
from noughts.engine.analysis import Analysis
from noughts.engine.engine import Engine
from noughts.engine.results import Result
from noughts.play import Session, Thought
from noughts.terminal.thinking import Looked, think, watch


class Engines:
    """At most one work of each kind is under way; its messages go to the target. Others are out of date."""

    def __init__(self, target: MessagePump, adviser: Engine) -> None:
        """`adviser` is whom hints and analyses are asked of."""
        self._target, self._adviser = target, adviser
        self.thought: Thought | None = None
        self.hint: Thought | None = None
        self.analysis: Analysis | None = None
        self.looked: tuple[int, Result] | None = None  # whose turn it is, and what was last found
        self._began = 0.0

    def move(self, session: Session) -> None:
        """Let the engine whose turn it is think."""
        self.thought, self._began = session.begin_thought(), time.monotonic()
        think(self.thought, self._target)

    def advise(self, session: Session) -> None:
        hint = session.hint(self._adviser)
        self.stop()
        self.hint = hint
        think(hint, self._target)

    def analyse(self, position: Position) -> None:
        self.analysis = watch(self._adviser, position, self._target)

    def stop_analysis(self) -> None:
        if self.analysis is not None:
            self.analysis.stop()
            self.analysis = self.looked = None

    def stop(self) -> None:
        """Whatever was thought about the position before is of no use now."""
        self.stop_analysis()
        if self.hint is not None:
            self.hint.give_up()
        self.hint = self.thought = self.looked = None

    def take(self, message: Looked, turn: int) -> bool:
        """Keep what an analysis found, unless it is out of date. What an opponent thinks of its own chances is not
        told: a level misjudges on purpose, and a strong one would give the game away."""
        if message.work is not self.analysis:
            return False
        self.looked = turn, message.result
        return True

    def seconds_until(self, pace: float) -> float:
        """How long it is until a move has taken as long as it is to take at least."""
        return self._began + pace - time.monotonic()
