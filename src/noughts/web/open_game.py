"""A game that is open: one task owns its session and obeys commands in the order in which they come.

Whatever a game is asked, by a request or over a socket, is a command: the client who sends it, work to do with the
session on one of the scheduler's threads, and a step to take afterwards on the event loop. No command runs beside
another, so a game is loaded once, thinks once, and no command sees half of another's change. The task ends when no
command waits, no watcher is connected and no engine thinks; the game then lies in the store alone.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from noughts.errors import NoughtsError
from noughts.play import NotNowError, Session, Table, Thought
from noughts.store import NoSuchGameError
from noughts.web import answers, messages
from noughts.web.bounds import MOST_SECONDS
from noughts.web.fair_play import check_is_not_being_played
from noughts.web.fair_queue import BusyError, Client
from noughts.web.models import PageLevel, page_level
from noughts.web.open_table import OpenTable
from noughts.web.page_thinkers import PageThinkers, Watcher
from noughts.web.presentation import (
    State,
    analysis_answer,
    change_answer,
    game_answer,
    page_result,
    preparing_message,
    state_of,
    verdict_answer,
)
from noughts.web.worker import ANALYSE, PLAY, REVIEW, Job

if TYPE_CHECKING:
    from noughts.web.games import Games

REVIEW_SECONDS = 0.15  # a move
_ADVISER = "noughts"
_NOTICE = 0.05  # seconds until watchers are told that an engine thinks
_WATCHING_PACE = 0.6  # seconds a move at least, where engines play each other
_RETRY = 1.0  # seconds after which an engine asks for a worker again, where too much was waiting

Message = answers.Answer
T = TypeVar("T")
Action = Callable[[Session], object]
Write = Callable[[answers.Game], Any] | None


class _News(NamedTuple):
    state: State
    text: str | None  # for watchers, if there are any
    answer: Any = None  # for the sender of the command


@dataclass(slots=True)
class _Command:
    client: Client
    work: Callable[[Session], Any]
    after: Callable[[Any], None] | None
    is_short: bool
    is_admitted: bool  # though the client does not sit at the game: by a link, or as the clock
    done: "asyncio.Future[Any]"


class OpenGame:
    def __init__(self, number: int, games: "Games") -> None:
        self.number = number
        self.watchers: set[Watcher] = set()
        self.table: OpenTable | None = None  # where two friends play
        # The visitor who sits on each side, who alone moves there; None where an engine does. Friends sit at the table.
        self.sitters: tuple[str | None, str | None] = (None, None)
        self._owner = ""
        self._games = games
        self._session: Session | None = None
        self._commands: deque[_Command] = deque()
        self._something_new = asyncio.Event()
        self._thinking: asyncio.Task[None] | None = None
        self._awaiting_engine: set[asyncio.Future[None]] = set()
        self.thinkers = PageThinkers()
        self._searched: Job | None = None  # by the server, for the engine's move
        self._told: State | None = None  # as the watchers know it
        self._user = Client("", "")  # who sent the last command: engines think on that account
        self._is_ended = self._is_closing = False
        self._task = asyncio.create_task(self._obey_all())

    # Commands

    def ask(
        self,
        client: Client,
        work: Callable[[Session], T],
        after: Callable[[T], None] | None = None,
        is_short: bool = True,
        is_admitted: bool = False,
    ) -> "asyncio.Future[T]":
        """Send a command; its result is that of the work. One whose future is cancelled before its turn is dropped."""
        if self._is_ended:
            return self._games.at(self.number).ask(client, work, after, is_short, is_admitted)
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._commands.append(_Command(client, work, after, is_short, is_admitted, done))
        self._something_new.set()
        return done

    async def _obey_all(self) -> None:
        try:
            while True:
                while self._commands:
                    command = self._commands.popleft()
                    if not command.done.cancelled():
                        await self._obey(command)
                is_idle = not self.watchers and self._thinking is None and not self._awaiting_engine
                if is_idle and (self._is_closing or self.running_clock() is None):
                    return
                self._something_new.clear()
                await self._something_new.wait()
        finally:
            self._is_ended = True
            self._games.remove(self)

    async def _obey(self, command: _Command) -> None:
        try:
            if self._session is None:
                await self._load(command)
            session, client = self._session, command.client
            if session is None or not (command.is_admitted or self._is_at_it(client.visitor)):
                raise NoSuchGameError(f"there is no game {self.number}")
            if self.table is not None:
                self.table.welcome(client)
            self._user = Client(client.address, client.visitor)  # who may leave before an engine answers
            run, work = self._games.scheduler.run, command.work
            found = await run(client, lambda: work(session), is_short=command.is_short)
            if command.after is not None:
                command.after(found)
        except Exception as error:  # noqa: BLE001 - told to the sender
            if not command.done.done():
                command.done.set_exception(error)
        else:
            if not command.done.done():
                command.done.set_result(found)
        self._go_on()

    async def _load(self, command: _Command) -> None:
        def load() -> tuple[Session, str]:
            kept = self._games.store.load(self.number, None if command.is_admitted else command.client.visitor)
            self._games.catalogue.check(kept.record.game)
            return Session.resume(kept, self._games.store), kept.owner

        session, self._owner = await self._games.scheduler.run(command.client, load)
        first, second = (self._owner if seat.is_human else None for seat in session.seats)
        self._session, self.sitters = session, (first, second)
        self.table = None if session.friends is None else OpenTable(self, Table(session), self._games)

    def _is_at_it(self, visitor: str) -> bool:
        return visitor == self._owner if self.table is None else self.table.side_of(visitor) is not None

    def running_clock(self) -> tuple[int, int, float] | None:
        """The game's number and moves, and the seconds of the turn under way, if a clock runs."""
        session = self._session
        if session is None or self.table is None or not self.table.is_running:
            return None
        return self.number, len(session.line), session.turn_seconds()

    # Looks and changes

    def answer(self, client: Client, write: Callable[[answers.Game], T]) -> "asyncio.Future[T]":
        """The game as it stands, written on the thread that looks at it."""
        return self.ask(client, lambda session: write(self.whole(session, client)), is_short=False)

    def whole(self, session: Session, client: Client, state: State | None = None) -> answers.Game:
        """The game as a client sees it, who may sit at the table."""
        found = game_answer(session, self._games.catalogue, state)
        if self.table is not None:
            found.table, found.you = self.table.answer(), self.table.side_of(client.visitor)
        return found

    async def change(self, client: Client, action: Action, write: Write = None, is_admitted: bool = False) -> Any:
        """Change the game, tell the watchers, and let the engine think whose turn it is now. The result is the game as
        it stands then, if it is to be written. An action that returns False changes nothing."""

        def work(session: Session) -> _News | None:
            if action(session) is False:
                return None
            state = state_of(session)
            text = None
            if self.watchers and self._told is not None:
                text = messages.ChangeMessage(change=change_answer(self._told, state)).model_dump_json()
            return _News(state, text, write and write(self.whole(session, client, state)))

        def after(news: _News | None) -> None:
            if news is not None:
                # A refused command disturbs no engine: only now does it stop thinking.
                self._stop_thinking()
                self._tell_change(news)

        news = await self.ask(client, work, after, write is None, is_admitted)
        return None if news is None else news.answer

    async def play(self, client: Client, move: str, write: Write = None) -> Any:
        """The move of the visitor whose turn it is."""

        def action(session: Session) -> None:
            if self.table is not None:
                self.table.play(client, move)
                return
            seat = session.seat
            if seat is not None and seat.is_human and self.sitters[session.position.turn] != client.visitor:
                raise NotNowError("it is not your turn")
            session.play(move)

        return await self.change(client, action, write)

    async def act(self, client: Client, action: Action, write: Write = None) -> Any:
        """Undo, redo or resign: `Session.undo` and so on. Friends only resign so; the rest they ask each other for."""

        def work(session: Session) -> None:
            if self.table is None:
                action(session)
            else:
                self.table.act(client, action)

        return await self.change(client, work, write)

    async def pause(self, client: Client, on: bool) -> None:
        def action(session: Session) -> None:
            if session.people:
                raise NotNowError("only games between engines can be paused")
            session.pause(on)

        await self.change(client, action)

    async def forget(self, client: Client) -> None:
        """Delete the game, and let go of its watchers. Of friends one leaves it to the other."""

        def work(session: Session) -> None:
            if self.table is not None:
                self.table.check_can_leave()
            self._games.store.forget(self.number, client.visitor)

        def after(_: None) -> None:
            leaving = self.watchers if self.table is None else self.table.watchers_of(client.visitor)
            self.end(leaving, "there is no such game")

        await self.ask(client, work, after)

    def end(self, watchers: Iterable[Watcher], why: str) -> None:
        """Let go of watchers, for whom the game is no longer there."""
        self._stop_thinking()
        self._session = self.table = None
        for watcher in list(watchers):
            watcher.dismiss(why)

    def tell(self, message: Message) -> None:
        self._send(message.model_dump_json())

    def _send(self, text: str) -> None:
        for watcher in list(self.watchers):
            watcher.send(text)

    def _tell_change(self, news: _News) -> None:
        session = self._session
        if session is not None and session.id is not None and session.id != self.number:
            # It was played on elsewhere, and has become another, with a number of its own.
            self._games.move(self, session.id)
        self._told = news.state
        if news.text is not None:
            self._send(news.text)
        if self.table is not None:
            self.table.tell()
        for waiting in self._awaiting_engine:
            if not waiting.done():
                waiting.set_result(None)
        self._awaiting_engine.clear()

    # Comings and goings

    async def join(self, client: Client, watcher: Watcher, thinks: bool = False, is_admitted: bool = False) -> None:
        """Watch the game, from as it stands now: no change comes in between. `thinks`: its page does so for engines."""

        def whole(session: Session) -> _News:
            if self.table is not None:
                self.table.check_room()
            state = state_of(session)
            return _News(state, messages.GameMessage(game=self.whole(session, client, state)).model_dump_json())

        def after(news: _News) -> None:
            self._told = news.state
            watcher.send(news.text or "")
            self.watchers.add(watcher)
            self.thinkers.set(watcher, thinks)
            if self.table is not None:
                self.table.come(watcher, client.visitor)

        await self.ask(client, whole, after, False, is_admitted)

    def leave(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        self.thinkers.set(watcher, False)
        if self.table is not None:
            self.table.go(watcher)
        self._rest_if_alone()

    async def close(self) -> None:
        """Carry what has been asked to its end."""
        self.watchers.clear()
        self._is_closing = True
        self._rest_if_alone()
        await self._task

    def _rest_if_alone(self) -> None:
        if not self.watchers and not self._awaiting_engine:
            self._stop_thinking()
        self._something_new.set()

    # Engines

    def _go_on(self) -> None:
        """Let the engine think whose turn it is, if a watcher or a request waits for it. Only between two commands."""
        session = self._session
        if self.table is not None:
            self.table.watch_clock()
        seat = None if session is None else session.seat
        is_watched = self.watchers or self._awaiting_engine
        if session is None or seat is None or seat.is_human or session.is_paused or not is_watched:
            return
        if self._thinking is None:
            job = self._job(session, PLAY, seat.text, MOST_SECONDS)
            has_engine = self._games.catalogue.engines.has(session.position.game)
            level = page_level(seat) if has_engine else None
            pause = 0.0 if session.people else _WATCHING_PACE
            self._thinking = asyncio.create_task(self._think(session.begin_thought(), job, level, pause))

    def hurry(self) -> None:
        """Have the engine that thinks move with what it has found."""
        if not self.thinkers.hurry() and self._searched is not None:
            self._games.pool.hurry(self._searched)

    async def _think(self, thought: Thought, job: Job, level: PageLevel | None, pause: float) -> None:
        def watch(kind: str, value: Any) -> None:
            if kind == "preparing":
                self.tell(preparing_message(value))
            else:
                self.tell(messages.ThinkingMessage(analysis=analysis_answer([value])))

        began = time.monotonic()
        # One that answers at once is not announced.
        notice = asyncio.get_running_loop().call_later(_NOTICE, self.tell, messages.ThinkingMessage(analysis=None))
        try:
            answer = None if level is None else await self.thinkers.answer(len(job.moves), level)
            result: Any = None if answer is None else page_result(thought.position, answer)
            if result is None:
                if level is not None:
                    self._games.catalogue.asked_about(thought.position.game)
                self._searched = job
                result = await self._patiently(lambda: self._games.pool.run(job, self._user, watch))
            if pause:
                await asyncio.sleep(began + pause - time.monotonic())
            await self._patiently(lambda: self.change(self._user, lambda session: session.answer(thought, result)))
        except NoughtsError as error:
            self.tell(messages.ErrorMessage(error=str(error), do="think"))
            for waiting in self._awaiting_engine:
                if not waiting.done():
                    waiting.set_exception(error)
        finally:
            notice.cancel()
            if self._thinking is asyncio.current_task():
                self._thinking = self._searched = None
            self._something_new.set()

    async def _patiently(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The result of work that is begun again as long as too much else waits."""
        while True:
            try:
                return await work()
            except BusyError:
                await asyncio.sleep(_RETRY)

    def _stop_thinking(self) -> None:
        task, self._thinking, self._searched = self._thinking, None, None
        if task is not None:
            task.cancel()

    async def engine_moves(self, client: Client, write: Callable[[answers.Game], T]) -> T:
        """The game once the engine has moved whose turn it is; NotNowError if no engine is to move."""
        moved: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def check(session: Session) -> None:
            if (session.seat is None or session.seat.is_human) and not moved.done():
                raise NotNowError("no engine is to move")

        self._awaiting_engine.add(moved)
        try:
            await self.ask(client, check)
            await moved
            return await self.answer(client, write)
        finally:
            self._awaiting_engine.discard(moved)
            moved.cancel()
            self._rest_if_alone()

    async def analyse(
        self, client: Client, ply: int | None, lines: int, seconds: float, watch: Callable[[str, Any], None]
    ) -> answers.Analysis:
        """A strong engine's view of the game now, or after its first `ply` moves."""

        def advise(session: Session) -> Job:
            job = self._advice(session, ANALYSE, seconds, lines, ply)
            check_is_not_being_played(job.record.replay(), client.visitor, self._games.store)
            return job

        job = await self.ask(client, advise, is_short=False)
        with self._games.searches.one(client.visitor):
            return analysis_answer(await self._games.pool.run(job, client, watch))

    async def review(self, client: Client, watch: Callable[[int, answers.Verdict], None]) -> None:
        """A verdict on each move; BusyError if moves had to come first and ended it early.

        Those of a finished game are kept: it does not change any more.
        """
        verdicts: dict[int, answers.Verdict] = {}  # by ply, as a worker that replaces another begins anew

        def on_report(kind: str, value: Any) -> None:
            if kind == "part":
                ply, verdict = value
                verdicts[ply] = verdict_answer(verdict)
                watch(ply, verdicts[ply])

        job, is_over = await self.ask(
            client,
            lambda session: (self._advice(session, REVIEW, REVIEW_SECONDS), session.outcome is not None),
        )
        with self._games.searches.one(client.visitor):
            await self._games.pool.run(job, client, on_report)
        if len(verdicts) < len(job.moves):
            raise BusyError("moves had to come first and ended the review early: begin it again in a moment")
        if is_over:
            kept = [verdict.model_dump() for verdict in verdicts.values()]
            await self._games.scheduler.run(client, lambda: self._games.store.keep_review(self.number, kept))

    def _advice(self, session: Session, kind: str, seconds: float, lines: int = 1, ply: int | None = None) -> Job:
        """Work for the strong engine, which friends do not ask before their game is over."""
        if self.table is not None and session.outcome is None:
            raise NotNowError("no engine helps in a game between friends before it is over")
        return self._job(session, kind, _ADVISER, seconds, lines, ply)

    def _job(
        self, session: Session, kind: str, engine: str, seconds: float, lines: int = 1, ply: int | None = None
    ) -> Job:
        if engine == _ADVISER:
            self._games.catalogue.asked_about(session.position.game)
        record = session.record()
        moves = tuple(move.text for move in record.moves)
        return Job(kind, record.game, record.position, moves[:ply], engine, seconds, lines)
