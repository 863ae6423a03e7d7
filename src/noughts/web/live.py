"""The WebSocket of a game: moves come in, changes and thoughts go out."""

import asyncio
import contextlib
import logging
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from noughts.errors import NoughtsError
from noughts.play import NotNowError, Session
from noughts.store import NoSuchGameError, StoreError
from noughts.web import answers, messages
from noughts.web.fair_queue import BusyError, Client
from noughts.web.games import ANALYSIS_SECONDS, HINT_SECONDS, Games, in_background
from noughts.web.models import GameLinkRequest, LiveRequest
from noughts.web.open_game import Message
from noughts.web.presentation import analysis_answer, preparing_message

log = logging.getLogger("noughts.web")
router = APIRouter()

_MOST_QUEUED = 100  # messages for a browser that does not read
_LARGEST_NUMBER = 2**31 - 1
_GREETING = 10.0  # seconds that a spectator has to say what to watch
_LONGEST_REASON = 100  # letters: a closing frame holds 123 bytes
_SEARCHES = ("hint", "review")  # which take long: other messages are obeyed meanwhile
# Why a connection is closed: the game is not there; try again later; messages were not read.
_NOT_THERE, _LATER, _TOO_SLOW = 4404, 1013, 4408


@router.websocket("/api/games/{number}/live")
async def live(socket: WebSocket, number: int, thinks: bool = False) -> None:
    """A game's changes, and commands to it. `thinks`: the page thinks for engines at a level itself."""
    games: Games = socket.app.state.games
    client: Client | None = socket.state.client
    await socket.accept()
    if client is None or not 1 <= number <= _LARGEST_NUMBER:
        await socket.close(_NOT_THERE, "there is no such game")
        return
    try:
        with games.connections.one(client.visitor), games.places.one(client.address):
            await _Connection(socket, games, number, client, thinks).serve()
    except NoughtsError as error:
        await _refuse(socket, error)


@router.websocket("/api/watch/live")
async def watch(socket: WebSocket) -> None:
    """The changes of a game between friends, for a spectator, whose first message says by which link. No other is
    obeyed."""
    games: Games = socket.app.state.games
    client: Client | None = socket.state.client
    await socket.accept()
    try:
        async with asyncio.timeout(_GREETING):
            asked = GameLinkRequest.model_validate_json(await socket.receive_text())
        number = games.links.of_watch(asked.link)
        if client is None or number is None:
            raise NoSuchGameError("there is no such game")
        with games.connections.one(client.visitor), games.places.one(client.address):
            await _Connection(socket, games, number, client, False, is_watching=True).serve()
    except (TimeoutError, ValidationError, KeyError):
        await _close(socket, _NOT_THERE, "there is no such game")
    except WebSocketDisconnect:
        pass
    except NoughtsError as error:
        await _refuse(socket, error)


async def _refuse(socket: WebSocket, error: NoughtsError) -> None:
    if isinstance(error, BusyError | StoreError):
        log.warning("a connection was refused", extra={"error": str(error)})
        await _close(socket, _LATER, "try again in a moment")
    else:
        await _close(socket, _NOT_THERE, "there is no such game")


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    with contextlib.suppress(RuntimeError):  # it is closed already
        await socket.close(code, reason)


class _Connection:
    def __init__(
        self, socket: WebSocket, games: Games, number: int, client: Client, thinks: bool, is_watching: bool = False
    ) -> None:
        self._socket, self._client, self._thinks, self._is_watching = socket, client, thinks, is_watching
        self._scheduler = games.scheduler
        self._game = games.at(number)
        self._out: asyncio.Queue[str | None] = asyncio.Queue(_MOST_QUEUED)
        self._closing = _TOO_SLOW, "messages are not being read"
        self._tasks: set[asyncio.Task[Any]] = set()
        self._analysis: asyncio.Task[None] | None = None
        self._review: asyncio.Task[None] | None = None

    def send(self, text: str) -> None:
        """Queue a message. A connection that does not read is closed; the next one begins with the present state."""
        try:
            self._out.put_nowait(text)
        except asyncio.QueueFull:
            self._end()

    def dismiss(self, why: str) -> None:
        self._closing = _NOT_THERE, why[:_LONGEST_REASON]
        self._end()

    def _end(self) -> None:
        while not self._out.empty():
            self._out.get_nowait()
        self._out.put_nowait(None)

    def _tell(self, message: Message) -> None:
        self.send(message.model_dump_json())

    async def serve(self) -> None:
        writer = in_background(self._write(), self._tasks)
        try:
            await self._game.join(self._client, self, self._thinks, self._is_watching)
            while not writer.done():
                await self._read()
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            for task in list(self._tasks):
                task.cancel()
            self._game.leave(self)

    async def _write(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while (text := await self._out.get()) is not None:
                await self._socket.send_text(text)
            await self._socket.close(*self._closing)

    async def _read(self) -> None:
        """Obey a message. The next is read only then: a flood waits where it came from."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect
        content = message.get("text") or message.get("bytes") or ""
        await self._scheduler.enter(self._client, len(content))
        try:
            asked = LiveRequest.model_validate_json(content)
        except ValidationError:
            # Not through the queue: answers to a burst of such messages would fill it for a browser that does read.
            await self._socket.send_text(messages.ErrorMessage(error="the message cannot be read").model_dump_json())
            return
        if asked.do in _SEARCHES:
            searching = in_background(self._obey(asked), self._tasks)
            if asked.do == "review":  # there is one at a time, and `on` false only ends it
                if self._review is not None:
                    self._review.cancel()
                self._review = searching
        else:
            await self._obey(asked)

    async def _obey(self, asked: LiveRequest) -> None:
        game, client = self._game, self._client
        try:
            if self._is_watching:
                raise NotNowError("you watch this game: only its players do something here")
            match asked.do:
                case "move":
                    if asked.move is None:
                        raise NoughtsError("a move has to be named")
                    await game.play(client, asked.move)
                case "undo":
                    await game.act(client, Session.undo)
                case "redo":
                    await game.act(client, Session.redo)
                case "resign":
                    await game.act(client, Session.resign)
                case "pause":
                    await game.pause(client, asked.on)
                case "think":
                    game.thinkers.set(self, asked.on)
                case "answer":
                    game.thinkers.take(self, asked)
                case "hurry":
                    game.hurry()
                case "hint":
                    await self._hint()
                case "analyse":
                    await self._analyse(asked)
                case "review":
                    await self._review_game(asked.on)
                case _ if game.table is not None:
                    await game.table.do(client, asked)
                case _:
                    raise NotNowError("no friend plays here")
        except StoreError as error:
            log.error("the store failed", extra={"error": str(error)})
            self._tell(messages.ErrorMessage(error="the game cannot be kept just now", do=asked.do))
        except NoughtsError as error:
            self._tell(messages.ErrorMessage(error=str(error), do=asked.do))

    async def _hint(self) -> None:
        def ply_now(session: Session) -> int:
            if session.seat is None:
                raise NoughtsError("the game is over: there is nothing to advise")
            return len(session.line)

        ply = await self._game.ask(self._client, ply_now)
        analysis = await self._game.analyse(self._client, ply, 1, HINT_SECONDS, self._tell_preparing)
        self._tell(messages.HintMessage(ply=ply, analysis=analysis))

    async def _analyse(self, asked: LiveRequest) -> None:
        """Begin an analysis, which ends the one before: there is one at a time."""
        if self._analysis is not None:
            self._analysis.cancel()
            self._analysis = None
        if asked.on:
            self._analysis = in_background(self._analyse_on(asked), self._tasks)

    async def _analyse_on(self, asked: LiveRequest) -> None:
        def ply_asked_for(session: Session) -> int | None:
            ply = len(session.line) if asked.ply is None else min(asked.ply, len(session.line))
            return None if ply == len(session.line) and session.position.is_game_over() else ply

        def watch(kind: str, value: Any) -> None:
            if kind == "preparing":
                self._tell_preparing(kind, value)
            elif ply is not None:
                self._tell(messages.AnalysisMessage(ply=ply, analysis=analysis_answer(value)))

        try:
            ply = await self._game.ask(self._client, ply_asked_for)
            if ply is not None:
                await self._game.analyse(self._client, ply, asked.lines, ANALYSIS_SECONDS, watch)
        except NoughtsError as error:
            self._tell(messages.ErrorMessage(error=str(error), do="analyse"))

    async def _review_game(self, is_on: bool) -> None:
        def watch(ply: int, verdict: answers.Verdict) -> None:
            self._tell(messages.ReviewMessage(ply=ply, verdict=verdict))

        if is_on:
            await self._game.review(self._client, watch)
        self._tell(messages.ReviewMessage(done=True))

    def _tell_preparing(self, kind: str, value: Any) -> None:
        if kind == "preparing":
            self._tell(preparing_message(value))
