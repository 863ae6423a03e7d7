"""The server: the page, the API and the WebSockets in one process, with worker processes that think."""

import asyncio
import contextlib
import gc
import json
import logging
import os
import re
import sys
from collections.abc import AsyncIterator, Collection, Mapping
from dataclasses import dataclass, field

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import Match, Route

from noughts.errors import NoughtsError
from noughts.lab.tree_page import VIEWER
from noughts.play import NotNowError
from noughts.store import NoSuchGameError, Store, StoreError
from noughts.system.folders import data_folder
from noughts.web import arena, friends, identity, live, page_engines, puzzles, routes, trees
from noughts.web.admission import Admission, Desk
from noughts.web.ahead import Ahead
from noughts.web.answers import Health
from noughts.web.arena_feed import Feeds
from noughts.web.arena_match import Matches, NoSuchMatchError
from noughts.web.catalogue import Catalogue
from noughts.web.connections import Places
from noughts.web.game_links import GameLinks
from noughts.web.games import Games
from noughts.web.pages import Pages
from noughts.web.pool import Pool
from noughts.web.quotas import keep_house
from noughts.web.rates import Rates
from noughts.web.responses import LEVEL, WORTH_PACKING
from noughts.web.scheduler import BusyError, LeftError, Scheduler
from noughts.web.schema import describe_messages
from noughts.web.security import ANY_HOST, Guard, TooLargeError
from noughts.web.visitors import Identities, server_secret
from noughts.web.wording import request_error

log = logging.getLogger("noughts.web")

_SWITCH = 0.0005  # seconds: the event loop must not wait long for threads that compute
REQUESTS_PER_SECOND = 30.0
MOST_CONNECTIONS = 8000
CONNECTIONS_PER_ADDRESS = 500  # a class of 60 behind one router has eight each


@dataclass(frozen=True, slots=True)
class Bounds:
    """For whom the server is, and how much of it one may have."""

    rates: Rates = field(default_factory=lambda: Rates.of(REQUESTS_PER_SECOND))
    per_address: int = CONNECTIONS_PER_ADDRESS
    hosts: Collection[str] = ANY_HOST  # the names that it goes by
    is_personal: bool = False  # all that comes is from this machine's own user
    shows_arena: bool = False  # to all that come; this machine's own user sees it anyway
    address: str | None = None  # where the page is in the network, for links that a host at `localhost` sends


def create_app(catalogue: Catalogue, workers: int | None = None, bounds: Bounds | None = None) -> FastAPI:
    """The app. The store, the worker processes and the secret are made when it starts."""
    bounds = bounds or Bounds()

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        sys.setswitchinterval(_SWITCH)
        # Before any other process wants a core: without the list of games the page is of no use.
        made = asyncio.create_task(asyncio.to_thread(lambda: catalogue.file))
        store = await asyncio.to_thread(Store)
        await made
        pool = Pool(workers or max(2, os.cpu_count() or 1))
        await pool.start()
        ahead = app.state.ahead = await asyncio.to_thread(Ahead, catalogue)
        catalogue.make_engines_ahead()
        scheduler = Scheduler()
        secret = await asyncio.to_thread(server_secret, data_folder())
        identities, places = Identities(secret), Places(bounds.per_address, MOST_CONNECTIONS)
        games = Games(store, pool, scheduler, bounds.rates, catalogue, places, GameLinks(secret))
        app.state.games = games
        app.state.arena = Feeds(Matches(catalogue), scheduler)
        app.state.desk = Desk(identities, bounds.rates, scheduler, store, bounds.is_personal, bounds.shows_arena)
        housekeeping = [asyncio.create_task(work) for work in (keep_house(store, scheduler), games.keep_clocks())]
        # Objects of now stay for good: to look through the compiler's again and again took more time than an answer,
        # and all threads wait meanwhile.
        gc.freeze()
        log.info("ready", extra={"workers": pool.size})
        yield
        for task in housekeeping:
            task.cancel()
        app.state.arena.close()
        await asyncio.to_thread(ahead.close)
        await games.close()
        await pool.close()
        scheduler.close()
        await asyncio.to_thread(store.close)
        log.info("stopped")

    app = FastAPI(
        title="Noughts",
        description="Games of the tic-tac-toe family against the engine.",
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.include_router(routes.router)
    app.include_router(identity.router)
    app.include_router(friends.router)
    app.include_router(puzzles.router)
    app.state.address = bounds.address
    app.include_router(live.router)
    app.include_router(trees.router)
    for router in (arena.router, arena.live_router, arena.page_router):
        app.include_router(router)
    app.include_router(page_engines.router)
    pages = Pages({"lab": VIEWER})

    async def index(request: Request) -> Response:
        ahead: Ahead = request.app.state.ahead
        ahead.page_sent()
        return await pages.index(request)

    for path, handler in (("/", index), ("/favicon.ico", pages.icon), ("/static/{path:path}", pages.file)):
        app.add_route(path, handler, methods=["GET"], include_in_schema=False)

    @app.get("/healthz", responses={503: {"description": "They cannot", "model": Health}})
    async def health(request: Request, response: Response) -> Health:
        """Whether games can be kept and engines answer, and how many searches there are, running or waiting."""
        games: Games = request.app.state.games
        is_well = games.pool.is_alive and await games.can_keep(request.state.client)
        response.status_code = 200 if is_well else 503
        return Health(status="ok" if is_well else "failing", searches=games.pool.searches)

    describe_messages(app)
    _explain_errors(app)
    app.add_middleware(GZipMiddleware, minimum_size=WORTH_PACKING, compresslevel=LEVEL)
    app.add_middleware(Admission)
    app.add_middleware(Guard, hosts=bounds.hosts)
    return app


def _error(status: int, message: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"error": message}, status, headers)


def _allowed(app: FastAPI, request: Request) -> set[str]:
    """The methods that an address knows; files can only be read."""
    routers = routes.router, identity.router, friends.router, puzzles.router, trees.router, arena.router
    every = [*(route for router in routers for route in router.routes), *app.routes]
    found = [route for route in every if isinstance(route, Route) and route.matches(request.scope)[0] != Match.NONE]
    methods = {method for route in found for method in route.methods or ()} or {"GET"}
    return methods | {"HEAD"} if "GET" in methods else methods


def _explain_errors(app: FastAPI) -> None:
    @app.exception_handler(RequestValidationError)
    async def unreadable(_: Request, error: RequestValidationError) -> JSONResponse:
        return _error(422, request_error(error.errors())[:500])

    @app.exception_handler(NoughtsError)
    async def wrong(_: Request, error: NoughtsError) -> JSONResponse:
        if isinstance(error, StoreError):
            log.error("the store failed", extra={"error": str(error)})
            return _error(429, "games cannot be kept just now: try again in a moment")
        statuses = (
            (LeftError, 499),  # the client has gone
            (BusyError, 429),
            (TooLargeError, 413),
            (NotNowError, 409),
            (NoSuchGameError, 404),
            (NoSuchMatchError, 404),
            (NoughtsError, 400),
        )
        status = next(status for kind, status in statuses if isinstance(error, kind))
        # A command's name is advice for the terminal.
        return _error(status, re.sub(r";? `noughts .*", "", str(error))[:1000])

    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> JSONResponse:
        headers = dict(error.headers or {})
        if error.status_code == 405:
            headers["Allow"] = ", ".join(sorted(_allowed(app, request)))
        is_unreadable = error.status_code == 400 and "parsing the body" in str(error.detail)
        message = "the request is no JSON" if is_unreadable else str(error.detail).lower()
        return _error(error.status_code, message, headers)

    @app.exception_handler(ClientDisconnect)
    async def gone(_: Request, __: ClientDisconnect) -> Response:
        return Response(status_code=499)  # the client has gone


class JsonLines(logging.Formatter):
    """Logs as a line of JSON each."""

    _PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}

    def format(self, record: logging.LogRecord) -> str:
        extra = {key: value for key, value in vars(record).items() if key not in self._PLAIN}
        entry = {"time": self.formatTime(record), "level": record.levelname, "event": record.getMessage(), **extra}
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return json.dumps(entry, default=str)
