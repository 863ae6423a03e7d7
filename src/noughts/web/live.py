"""The WebSocket of a game: moves come in, changes and thoughts go out."""

import asyncio
import contextlib
import json
import logging
from typing import Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from noughts.errors import NoughtsError
from noughts.web.games import ANALYSIS_SECONDS, HINT_SECONDS, Games, LiveGame, Message, in_background
from noughts.web.models import LiveModel
from noughts.web.states import analysis_state, verdict_state
from noughts.web.visitors import COOKIE, Cookies, Rate

log = logging.getLogger("noughts.web")
router = APIRouter()

_MOST_QUEUED = 500  # messages for a browser that does not read
_NOT_YOURS, _TOO_SLOW = 4404, 4408


@router.websocket("/api/games/{number}/live")
async def live(socket: WebSocket, number: int) -> None:
    cookies: Cookies = socket.app.state.cookies
    games: Games = socket.app.state.games
    visitor = cookies.read(socket.cookies.get(COOKIE))
    await socket.accept()
    if visitor is None:
        await socket.close(_NOT_YOURS, "a visitor without a cookie has no games")
        return
    try:
        async with games.use(number, visitor) as found:
            await _Connection(socket, found, socket.app.state.rate).serve()
    except NoughtsError as error:
        with contextlib.suppress(RuntimeError):
            await socket.close(_NOT_YOURS, str(error)[:100])


class _Connection:
    def __init__(self, socket: WebSocket, live: LiveGame, rate: Rate) -> None:
        self._socket, self._live, self._rate = socket, live, rate
        self._out: asyncio.Queue[Message | None] = asyncio.Queue(_MOST_QUEUED)
        self._tasks: set[asyncio.Task[None]] = set()
        self._analysis: asyncio.Task[None] | None = None

    def send(self, message: Message) -> None:
        """Queue a message. Whoever does not read them is let go, and comes back to the present state."""
        with contextlib.suppress(asyncio.QueueFull):
            self._out.put_nowait(message)
            return
        while not self._out.empty():
            self._out.get_nowait()
        self._out.put_nowait(None)

    async def serve(self) -> None:
        self.send({"type": "game", "game": await self._live.state()})
        self._live.join(self)
        writer = in_background(self._write(), self._tasks)
        try:
            while not writer.done():
                await self._read()
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            for task in list(self._tasks):
                task.cancel()
            await self._live.leave(self)

    async def _write(self) -> None:
        while (message := await self._out.get()) is not None:
            await self._socket.send_text(json.dumps(message, separators=(",", ":")))
        await self._socket.close(_TOO_SLOW, "messages are not being read")

    async def _read(self) -> None:
        text = await self._socket.receive_text()
        try:
            asked = LiveModel.model_validate_json(text)
        except ValidationError:
            self.send({"type": "error", "error": "the message cannot be read", "do": None})
            return
        if not self._rate.allows(self._live.owner):
            self.send({"type": "error", "error": "too many messages: wait a moment", "do": asked.do})
            return
        in_background(self._obey(asked), self._tasks)

    async def _obey(self, asked: LiveModel) -> None:
        session, live = self._live.session, self._live
        try:
            match asked.do:
                case "move":
                    if asked.move is None:
                        raise NoughtsError("a move has to be named")
                    text = asked.move
                    await live.act(lambda: session.play(text))
                case "undo":
                    await live.act(session.undo)
                case "redo":
                    await live.act(session.redo)
                case "resign":
                    await live.act(session.resign)
                case "pause":
                    live.pause(asked.on)
                case "hint":
                    await self._hint()
                case "analyse":
                    await self._analyse(asked)
                case "review":
                    await self._review()
        except NoughtsError as error:
            self.send({"type": "error", "error": str(error), "do": asked.do})

    async def _hint(self) -> None:
        if self._live.session.seat is None:
            raise NoughtsError("the game is over: there is nothing to advise")
        ply = len(self._live.session.line)
        analysis = await self._live.analyse(ply, 1, HINT_SECONDS, self._tell_preparing)
        self.send({"type": "hint", "ply": ply, "analysis": analysis})

    async def _analyse(self, asked: LiveModel) -> None:
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
                self.send({"type": "analysis", "ply": ply, "analysis": analysis_state(value)})

        async def run() -> None:
            try:
                await self._live.analyse(ply, asked.lines, ANALYSIS_SECONDS, watch)
            except NoughtsError as error:
                self.send({"type": "error", "error": str(error), "do": "analyse"})

        self._analysis = in_background(run(), self._tasks)

    async def _review(self) -> None:
        plies = iter(range(1, len(self._live.session.line) + 1))
        await self._live.review(
            lambda verdict: self.send({"type": "review", "ply": next(plies), "verdict": verdict_state(verdict)})
        )
        self.send({"type": "review", "done": True})

    def _tell_preparing(self, kind: str, value: Any) -> None:
        if kind == "preparing":
            self.send({"type": "preparing", "what": value})
