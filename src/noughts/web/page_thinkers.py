"""Pages that think for the engines of a game: one is asked at a time, and the server thinks where none answers."""

import asyncio
import itertools
from dataclasses import dataclass
from typing import Protocol

from noughts.web import messages
from noughts.web.models import LiveRequest, PageLevel

_PATIENCE = 20.0  # seconds more than its level has that a page may take for a move, on a slow phone too


class Watcher(Protocol):
    """A connection that is told of every change."""

    def send(self, text: str) -> None: ...

    def dismiss(self, why: str) -> None:
        """Let go of it: the game is no longer there."""


@dataclass(slots=True)
class _Asked:
    """An engine's move that a page was asked for; its answer is None if the page thinks no more. Questions have a
    number: an answer may be on its way while its position is taken back, and another with as many moves comes."""

    thinker: Watcher
    question: int
    answer: "asyncio.Future[LiveRequest | None]"


class PageThinkers:
    def __init__(self) -> None:
        self._thinkers: list[Watcher] = []  # the first is asked
        self._asked: _Asked | None = None
        self._questions = itertools.count(1)

    def set(self, watcher: Watcher, on: bool) -> None:
        """Have a watcher's page think, or no longer."""
        if on and watcher not in self._thinkers:
            self._thinkers.append(watcher)
        elif not on and watcher in self._thinkers:
            self._thinkers.remove(watcher)
            if self._asked is not None and self._asked.thinker is watcher and not self._asked.answer.done():
                self._asked.answer.set_result(None)

    def take(self, watcher: Watcher, answer: LiveRequest) -> None:
        """Take what a page's engine found; an answer that was not asked for, or no longer, is dropped."""
        asked = self._asked
        is_asked = asked is not None and asked.thinker is watcher and asked.question == answer.question
        if asked is not None and is_asked and not asked.answer.done():
            asked.answer.set_result(answer)

    def hurry(self) -> bool:
        """Have the page that is asked answer with what it has found; False if none is."""
        if self._asked is None:
            return False
        self._asked.thinker.send(messages.HurryMessage(question=self._asked.question).model_dump_json())
        return True

    async def answer(self, ply: int, level: PageLevel) -> LiveRequest | None:
        """The answer of the first page that gives one in time; None if none does."""
        while self._thinkers:
            thinker, answer = self._thinkers[0], asyncio.get_running_loop().create_future()
            self._asked = asked = _Asked(thinker, next(self._questions), answer)
            question = messages.ThinkMessage(question=asked.question, ply=ply, level=level.name, time=level.seconds)
            thinker.send(question.model_dump_json())
            try:
                async with asyncio.timeout((level.seconds or 0.0) + _PATIENCE):
                    found = await answer
            except TimeoutError:
                found = None
            finally:
                self._asked = None
            if found is not None:
                return found
            self.set(thinker, False)
        return None
