"""The server: the page, the API and the WebSockets in one process, with worker processes that think."""

import asyncio
import contextlib
import json
import logging
import os
import re
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from noughts.compile_ahead import CompileAhead
from noughts.errors import NoughtsError
from noughts.folders import data_folder
from noughts.lab.tree_page import VIEWER
from noughts.play import NotNowError
from noughts.store import NoSuchGameError, Store, StoreError
from noughts.web import live, routes, trees
from noughts.web.catalogue import Catalogue
from noughts.web.games import Games
from noughts.web.pool import BusyError, Pool
from noughts.web.security import Guard
from noughts.web.visitors import COOKIE, Cookies, Rate, server_secret

log = logging.getLogger("noughts.web")

STATIC = Path(__file__).parent / "static"
_YEAR = 365 * 24 * 3600
_SWITCH = 0.0005  # seconds: the event loop must not wait long for threads that compute
REQUESTS_PER_SECOND = 30.0


def create_app(catalogue: Catalogue, workers: int | None = None, rate: float = REQUESTS_PER_SECOND) -> FastAPI:
    """The app. The store, the worker processes and the secret are made when it starts."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        sys.setswitchinterval(_SWITCH)
        store = await asyncio.to_thread(Store)
        pool = Pool(workers or max(2, os.cpu_count() or 1))
        await pool.start()
        ahead = await asyncio.to_thread(CompileAhead, catalogue.by_popularity())
        catalogue.on_chosen = ahead.first
        games = Games(store, pool, catalogue)
        app.state.games = games
        app.state.cookies = Cookies(await asyncio.to_thread(server_secret, data_folder()))
        app.state.rate = Rate(rate, round(4 * rate))
        app.state.newcomers = Rate(rate / 15, round(10 * rate))
        app.state.catalogue_made = asyncio.create_task(
            asyncio.to_thread(lambda: catalogue.as_dict)
        )  # ahead of the page
        log.info("ready", extra={"workers": pool.size})
        yield
        await asyncio.to_thread(ahead.close)
        await games.close()
        await pool.close()
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
    app.include_router(live.router)
    app.include_router(trees.router)
    app.mount("/static/lab", StaticFiles(directory=str(VIEWER)), name="lab")
    app.mount("/static", StaticFiles(directory=STATIC, check_dir=False), name="static")

    @app.get("/", include_in_schema=False)
    async def page() -> FileResponse:
        return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})

    @app.get("/favicon.ico", include_in_schema=False)
    async def icon() -> FileResponse:
        return FileResponse(STATIC / "favicon.svg", media_type="image/svg+xml")

    @app.get("/healthz", responses={503: {"description": "The database or the engines do not answer"}})
    async def health(request: Request) -> JSONResponse:
        """Whether the database and the engines answer."""
        games: Games = request.app.state.games
        is_well = games.pool.is_alive and await asyncio.to_thread(games.store.is_answering)
        return JSONResponse({"status": "ok" if is_well else "failing"}, 200 if is_well else 503)

    @app.middleware("http")
    async def visitors(request: Request, call_next: Any) -> Response:
        cookies: Cookies = request.app.state.cookies
        visitor = cookies.read(request.cookies.get(COOKIE))
        request.state.visitor = visitor or cookies.new()
        host = request.client.host if request.client else "?"
        began = time.perf_counter()
        is_api = request.url.path.startswith("/api/")
        # Whoever has no cookie is known by the address alone, and so are all that come from there.
        is_counted = is_api or request.url.path == "/"
        rate: Rate = request.app.state.rate if visitor else request.app.state.newcomers
        is_allowed = not is_counted or rate.allows(visitor or host)
        if is_api and not is_allowed:
            response: Response = _error(429, "too many requests: wait a moment")
        else:
            response = await call_next(request)
        # The page brings the cookie, so that what it asks for at once is asked by one visitor; settings renew it.
        is_page = request.url.path == "/" and is_allowed
        if (visitor is None and (is_api or is_page)) or request.url.path == "/api/settings":
            value = cookies.written(request.state.visitor)
            is_secure = request.url.scheme == "https"
            response.set_cookie(COOKIE, value, max_age=_YEAR, httponly=True, samesite="lax", secure=is_secure)
        if is_api:
            response.headers["cache-control"] = "no-store"
        fields = {"method": request.method, "path": request.url.path, "status": response.status_code}
        log.info("request", extra={**fields, "seconds": round(time.perf_counter() - began, 4)})
        return response

    _explain_errors(app)
    app.add_middleware(GZipMiddleware, minimum_size=2000)
    app.add_middleware(Guard)
    return app


def _error(status: int, message: str) -> JSONResponse:
    return JSONResponse({"error": message}, status)


def _explain_errors(app: FastAPI) -> None:
    @app.exception_handler(RequestValidationError)
    async def unreadable(_: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body")
        return _error(422, f"{where or 'the request'}: {first['msg']}"[:500])

    @app.exception_handler(NoughtsError)
    async def wrong(_: Request, error: NoughtsError) -> JSONResponse:
        if isinstance(error, StoreError):
            log.error("the store failed", extra={"error": str(error)})
            return _error(429, "games cannot be kept just now: try again in a moment")
        statuses = ((BusyError, 429), (NotNowError, 409), (NoSuchGameError, 404), (NoughtsError, 400))
        status = next(status for kind, status in statuses if isinstance(error, kind))
        # What names a command is advice for the terminal.
        return _error(status, re.sub(r";? `noughts .*", "", str(error))[:1000])

    @app.exception_handler(HTTPException)
    async def refused(_: Request, error: HTTPException) -> JSONResponse:
        return _error(error.status_code, str(error.detail).lower())


class JsonLines(logging.Formatter):
    """Logs as a line of JSON each."""

    _PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}

    def format(self, record: logging.LogRecord) -> str:
        extra = {key: value for key, value in vars(record).items() if key not in self._PLAIN}
        entry = {"time": self.formatTime(record), "level": record.levelname, "event": record.getMessage(), **extra}
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return json.dumps(entry, default=str)
