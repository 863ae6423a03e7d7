"""Matches and tournaments that are played on this machine, to look on at: docs/api.md.

They are shown to this machine's own user, and to others only with `noughts serve --arena`. `/#/arena` is their page.
"""

import asyncio
import contextlib
import re
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Path, Query, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import RedirectResponse

from noughts.errors import NoughtsError
from noughts.web.admission import Desk
from noughts.web.arena_answers import ArenaGame, MatchSummary, WholeArenaGame
from noughts.web.arena_feed import Feeds, Watcher
from noughts.web.arena_match import NoSuchMatchError
from noughts.web.fair_queue import BusyError, Client
from noughts.web.games import Games, in_background
from noughts.web.responses import Writing
from noughts.web.routes import ERRORS, Asking, GamesHere

_NAME = re.compile("[0-9a-f]{16}")
_MOST_GAMES = 100  # in an answer
_NOT_THERE, _LATER = 4404, 1013  # why a connection is closed


async def _admit(request: Request) -> None:
    desk: Desk = request.app.state.desk
    if not desk.may_see_arena(request.state.client.visitor):
        raise HTTPException(404)


async def feeds_of(request: Request) -> Feeds:
    feeds: Feeds = request.app.state.arena
    return feeds


FeedsHere = Annotated[Feeds, Depends(feeds_of)]
MatchName = Annotated[str, Path(pattern=f"^{_NAME.pattern}$")]
router = APIRouter(prefix="/api/arena", responses=ERRORS, dependencies=[Depends(_admit)])
live_router = APIRouter()
page_router = APIRouter(include_in_schema=False, dependencies=[Depends(_admit)])


@router.get("")
async def newest(feeds: FeedsHere, games: GamesHere, client: Asking) -> list[MatchSummary]:
    """Matches and tournaments, those in which a game ended last first."""
    return await games.scheduler.run(client, feeds.matches.newest)


@router.get("/{match}/games")
async def played(
    match: MatchName,
    feeds: FeedsHere,
    games: GamesHere,
    client: Asking,
    before: Annotated[int | None, Query(ge=1, le=2**31)] = None,
    limit: Annotated[int, Query(ge=1, le=_MOST_GAMES)] = 50,
) -> list[ArenaGame]:
    """Games of a match, the last ones first: all, or those that ended before the game of a number."""
    return await games.scheduler.run(client, lambda: feeds.matches.at(match).games(before, limit))


@router.get("/{match}/games/{game}", response_model=WholeArenaGame)
async def whole_game(
    match: MatchName,
    game: Annotated[int, Path(ge=1, le=2**31)],
    feeds: FeedsHere,
    games: GamesHere,
    client: Asking,
    write: Writing,
) -> Response:
    """A game of a match with its moves."""
    return await games.scheduler.run(client, lambda: write(feeds.matches.at(match).game(game)))


@page_router.get("/arena")
async def page() -> RedirectResponse:
    return RedirectResponse("/#/arena")


@page_router.get("/arena/{match}")
async def match_page(match: MatchName) -> RedirectResponse:
    return RedirectResponse(f"/#/arena/{match}")


@live_router.websocket("/api/arena/{match}/live")
async def live(socket: WebSocket, match: str) -> None:
    """What happens in a match, for those who look on."""
    games: Games = socket.app.state.games
    desk: Desk = socket.app.state.desk
    feeds: Feeds = socket.app.state.arena
    client: Client | None = socket.state.client
    await socket.accept()
    if client is None or not desk.may_see_arena(client.visitor) or not _NAME.fullmatch(match):
        await socket.close(_NOT_THERE, "there is no such match")
        return
    watcher = Watcher()
    try:
        with games.connections.one(client.visitor), games.places.one(client.address):
            await feeds.join(match, watcher, client)
            await _serve(socket, watcher, games, client)
    except BusyError:
        await _close(socket, _LATER, "try again in a moment")
    except NoSuchMatchError as error:
        await _close(socket, _NOT_THERE, str(error))
    except NoughtsError:
        await _close(socket, _NOT_THERE, "the match cannot be read")
    finally:
        feeds.leave(match, watcher)


async def _serve(socket: WebSocket, watcher: Watcher, games: Games, client: Client) -> None:
    """Send what happens until the browser leaves. What it sends is not listened to, but costs it its turns."""

    async def write() -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await socket.send_text(await watcher.messages.get())

    tasks: set[asyncio.Task[Any]] = set()
    writer = in_background(write(), tasks)
    try:
        while not writer.done():
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            await games.scheduler.enter(client, len(message.get("text") or message.get("bytes") or ""))
    except RuntimeError:
        pass
    finally:
        writer.cancel()


async def _close(socket: WebSocket, code: int, reason: str) -> None:
    with contextlib.suppress(RuntimeError):  # it is closed already
        await socket.close(code, reason)
