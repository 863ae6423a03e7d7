"""Engines at work on other threads, and the messages by which they report to the screen.

Threads are daemons: leaving the app does not wait for a compile that is under way.
"""

import contextlib
import threading
from collections.abc import Callable
from contextvars import copy_context

from textual.app import App
from textual.message import Message
from textual.message_pump import MessagePump

from noughts.board import Position
from noughts.engine.analysis import Analysis
from noughts.engine.engine import Engine
from noughts.engine.limit import Limit
from noughts.engine.results import Result
from noughts.errors import NoughtsError
from noughts.kernel.announcing import Announcer, Preparation, Waiting
from noughts.play import Session, Thought

_BAR_WIDTH = 12
ANALYSIS_LIMIT = Limit(time=60.0)


class Looked(Message):
    """An analysis has looked at a position once more, and more deeply."""

    def __init__(self, work: Analysis, result: Result) -> None:
        super().__init__()
        self.work, self.result = work, result


class Found(Message):
    """A thought has come to its move."""

    def __init__(self, thought: Thought, result: Result) -> None:
        super().__init__()
        self.thought, self.result = thought, result


class Failed(Message):
    """An engine has raised an error."""

    def __init__(self, work: Thought | Analysis, error: Exception) -> None:
        super().__init__()
        self.work, self.error = work, error


class Begun(Message, bubble=False):
    """A session is ready to be played."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session


class Refused(Message, bubble=False):
    """A session cannot be begun."""

    def __init__(self, error: NoughtsError) -> None:
        super().__init__()
        self.error = error


class Preparing(Message):
    """Progress of a compilation, or (None) all is ready."""

    def __init__(self, preparation: Preparation | None) -> None:
        super().__init__()
        self.preparation = preparation


def think(thought: Thought, target: MessagePump) -> None:
    def work() -> None:
        try:
            result = thought.run()
        except Exception as error:  # noqa: BLE001 - an engine's error is shown, whatever it is
            _post(target, Failed(thought, error))
        else:
            _post(target, Found(thought, result))

    _start(work)


def watch(engine: Engine, position: Position, target: MessagePump) -> Analysis:
    """Analyse until stopped."""
    analysis = engine.analysis(position, ANALYSIS_LIMIT)

    def work() -> None:
        try:
            for result in analysis:
                _post(target, Looked(analysis, result))
        except Exception as error:  # noqa: BLE001 - as above
            _post(target, Failed(analysis, error))

    _start(work)
    return analysis


def begin(make: Callable[[], Session], target: MessagePump) -> None:
    """Make a session: a game's rules may have to be compiled for it."""

    def work() -> None:
        try:
            session = make()
        except NoughtsError as error:
            _post(target, Refused(error))
        else:
            _post(target, Begun(session))

    _start(work)


def preparing_words(waiting: Waiting) -> str:
    """Progress of a compilation, with a bar if its time is known; empty if there is none."""
    preparation = waiting.now
    if preparation is None:
        return ""
    if preparation.seconds is None:
        return f"preparing, once on this machine: {preparation.label}…"
    full = round(preparation.done * _BAR_WIDTH)
    bar = "█" * full + "░" * (_BAR_WIDTH - full)
    return f"preparing, once on this machine: {bar} {preparation.rest}"


def announcer_for(app: App[None]) -> Announcer:
    """Tells the app of compiles: what the announcer for commands prints would spoil the screen."""
    return lambda preparation: _post(app, Preparing(preparation))


def _start(work: Callable[[], None]) -> None:
    # The context names the app to Textual.
    threading.Thread(target=copy_context().run, args=(work,), daemon=True, name="noughts-terminal").start()


def _post(target: MessagePump, message: Message) -> None:
    with contextlib.suppress(RuntimeError):  # the app has been left in the meantime
        target.post_message(message)
