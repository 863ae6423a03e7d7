"""The WebSocket of a game: moves come in, changes and thoughts go out."""

import asyncio
import contextlib
import logging
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from noughts.errors import NoughtsError
from noughts.store import StoreError
from noughts.web import answers
from noughts.web.connections import TOO_MANY
from noughts.web.fair_queue import Client
from noughts.web.games import ANALYSIS_SECONDS, HINT_SECONDS, Games, LiveGame, Message, in_background
from noughts.web.models import LiveRequest
from noughts.web.rates import Rate
from noughts.web.states import analysis_answer, preparing_message
from noughts.web.turns import BusyError

log = logging.getLogger("noughts.web")
router = APIRouter()

_MOST_QUEUED = 100  # messages for a browser that does not read
_MOST_REFUSED = 50  # messages beyond the rate
_PAUSE = 0.1  # seconds after each of them
_LARGEST_NUMBER = 2**31 - 1
_CHANGES = ("move", "undo", "redo", "resign")
# Why a connection is closed: the game is not there; try again later; messages were not read. And TOO_MANY.
_NOT_THERE, _LATER, _TOO_SLOW = 4404, 1013, 4408


@router.websocket("/api/games/{number}/live")
async def live(socket: WebSocket, number: int) -> None:
    games: Games = socket.app.state.games
    client: Client | None = socket.state.client
    await socket.accept()
    if client is None or not 1 <= number <= _LARGEST_NUMBER:
        await socket.close(_NOT_THERE, "there is no such game")
        return
    try:
        if not games.rates.visitors.allows(client.visitor):
            raise BusyError("too many connections: wait a moment")
        with games.connections.one(client.visitor), games.connections_of_address.one(client.address):
            async with games.use(number, client) as found:
                await _Connection(socket, found, games.rates.visitors).serve()
    except (BusyError, StoreError) as error:
        log.warning("a connection was refused", extra={"error": str(error)})
        await _close(socket, _LATER, "try again in a moment")
    except NoughtsError:
        await _close(socket, _NOT_THERE, "there is no such game")


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    with contextlib.suppress(RuntimeError):  # it is closed already
        await socket.close(code, reason)


class _Connection:
    def __init__(self, socket: WebSocket, live: LiveGame, rate: Rate) -> None:
        self._socket, self._live, self._rate = socket, live, rate
        self._out: asyncio.Queue[str | None] = asyncio.Queue(_MOST_QUEUED)
        self._closing = _TOO_SLOW, "messages are not being read"
        self._tasks: set[asyncio.Task[Any]] = set()
        self._analysis: asyncio.Task[None] | None = None
        self._refused = 0

    def send(self, text: str) -> None:
        """Queue a message. Whoever does not read them is let go, and comes back to the present state."""
        try:
            self._out.put_nowait(text)
        except asyncio.QueueFull:
            self._end()

    def dismiss(self) -> None:
        self._closing = _NOT_THERE, "there is no such game"
        self._end()

    def _end(self) -> None:
        while not self._out.empty():
            self._out.get_nowait()
        self._out.put_nowait(None)

    def _tell(self, message: Message) -> None:
        self.send(message.model_dump_json())

    async def _refuse(self, error: str, do: str | None = None) -> None:
        """Answer a message that will not be obeyed. Not through the queue: a burst of such messages can be read before
        the writer has its turn, and their answers would fill it for one who does read."""
        await self._socket.send_text(answers.ErrorMessage(error=error, do=do).model_dump_json())

    async def serve(self) -> None:
        writer = in_background(self._write(), self._tasks)
        try:
            await self._live.join(self)
            while not writer.done():
                await self._read()
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            for task in list(self._tasks):
                task.cancel()
            self._live.leave(self)

    async def _write(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while (text := await self._out.get()) is not None:
                await self._socket.send_text(text)
            await self._socket.close(*self._closing)

    async def _read(self) -> None:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect
        if not await self._has_room():
            return
        try:
            asked = LiveRequest.model_validate_json(message.get("text") or message.get("bytes") or "")
        except ValidationError:
            await self._refuse("the message cannot be read")
            return
        if asked.do in _CHANGES:  # what has been received is done, though the connection may drop this very moment
            self._live.hold(self._obey(asked))
        else:
            in_background(self._obey(asked), self._tasks)

    async def _has_room(self) -> bool:
        """Whether a message may be looked at. It is refused unread beyond the visitor's rate; whoever goes on is kept
        waiting, and in the end let go."""
        if self._rate.allows(self._live.owner):
            self._refused = max(0, self._refused - 1)
            return True
        self._refused += 2  # made good by twice as many messages in time
        if self._refused > 2 * _MOST_REFUSED:
            self._closing = TOO_MANY, "too many messages"
            self._end()
            return False
        await self._refuse("too many messages: wait a moment")
        await asyncio.sleep(_PAUSE)
        return False

    async def _obey(self, asked: LiveRequest) -> None:
        session, live = self._live.session, self._live
        try:
            match asked.do:
                case "move":
                    if asked.move is None:
                        raise NoughtsError("a move has to be named")
                    text = asked.move
                    await live.change(lambda: session.play(text))
                case "undo":
                    await live.change(session.undo)
                case "redo":
                    await live.change(session.redo)
                case "resign":
                    await live.change(session.resign)
                case "pause":
                    await live.pause(asked.on)
                case "hint":
                    await self._hint()
                case "analyse":
                    await self._analyse(asked)
                case "review":
                    await self._review()
        except StoreError as error:
            log.error("the store failed", extra={"error": str(error)})
            self._tell(answers.ErrorMessage(error="the game cannot be kept just now", do=asked.do))
        except NoughtsError as error:
            self._tell(answers.ErrorMessage(error=str(error), do=asked.do))

    async def _hint(self) -> None:
        if self._live.session.seat is None:
            raise NoughtsError("the game is over: there is nothing to advise")
        ply = len(self._live.session.line)
        analysis = await self._live.analyse(ply, 1, HINT_SECONDS, self._tell_preparing)
        self._tell(answers.HintMessage(ply=ply, analysis=analysis))

    async def _analyse(self, asked: LiveRequest) -> None:
        """One analysis at a time: asking for another ends it."""
        if self._analysis is not None:
            self._analysis.cancel()
            self._analysis = None
        if not asked.on:
            return
        session = self._live.session
        ply = len(session.line) if asked.ply is None else min(asked.ply, len(session.line))
        if ply == len(session.line) and session.position.is_game_over():
            return

        def watch(kind: str, value: Any) -> None:
            if kind == "preparing":
                self._tell_preparing(kind, value)
            else:
                self._tell(answers.AnalysisMessage(ply=ply, analysis=analysis_answer(value)))

        async def run() -> None:
            try:
                await self._live.analyse(ply, asked.lines, ANALYSIS_SECONDS, watch)
            except NoughtsError as error:
                self._tell(answers.ErrorMessage(error=str(error), do="analyse"))

        self._analysis = in_background(run(), self._tasks)

    async def _review(self) -> None:
        await self._live.review(lambda ply, verdict: self._tell(answers.ReviewMessage(ply=ply, verdict=verdict)))
        self._tell(answers.ReviewMessage(done=True))

    def _tell_preparing(self, kind: str, value: Any) -> None:
        if kind == "preparing":
            self._tell(preparing_message(value))
