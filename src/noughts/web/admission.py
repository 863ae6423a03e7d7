"""Admission of requests between the guard and the routes: the visitor's identity, and room for the work."""

import logging
import time
from collections.abc import Iterable, MutableMapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.requests import cookie_parser

from noughts.errors import NoughtsError
from noughts.store import Store
from noughts.web.connections import HAS_LEFT, address_of
from noughts.web.fair_queue import BusyError, Client
from noughts.web.rates import Rates
from noughts.web.scheduler import Scheduler
from noughts.web.security import App, Receive, Scope, Send, refuse
from noughts.web.visitors import MACHINE_USER, Identities

log = logging.getLogger("noughts.web")

_YEAR = 365 * 24 * 3600
_NOTED = 20_000  # visitors of whom it is known that they were here today
_FORWARDED = {b"forwarded", b"x-forwarded-for", b"x-forwarded-host", b"x-real-ip", b"via"}
TOO_MANY = "too many requests: wait a moment"


@dataclass
class Desk:
    """Visitors' identities, rates and rights."""

    identities: Identities
    rates: Rates
    scheduler: Scheduler
    store: Store
    is_personal: bool  # all that comes is from this machine's own user
    shows_arena: bool  # to all visitors
    adopted: set[str] = field(default_factory=set)
    noted: dict[str, date] = field(default_factory=dict)  # visits, by visitor

    def is_machine_user(self, headers: Iterable[tuple[bytes, bytes]]) -> bool:
        """Whether this machine's user sends it, and not a proxy on this machine for others."""
        return self.is_personal and not any(name in _FORWARDED for name, _ in headers)

    def may_see_arena(self, visitor: str) -> bool:
        return self.shows_arena or visitor == MACHINE_USER

    async def note_visit(self, client: Client) -> None:
        """Note a visit once a day, so that the visitor's games are kept."""
        today = datetime.now(UTC).date()
        if client.visitor == MACHINE_USER or self.noted.get(client.visitor) == today:
            return
        if len(self.noted) >= _NOTED:
            self.noted.clear()
        self.noted[client.visitor] = today
        await self.scheduler.run(client, lambda: self.store.note_visit(client.visitor), is_short=True)

    async def adopt(self, visitor: str) -> None:
        """Move a visitor's games to the local user."""
        if visitor not in self.adopted:
            client = Client("", visitor)
            await self.scheduler.run(client, lambda: self.store.adopt(visitor, MACHINE_USER))
            self.adopted.add(visitor)


class Admission:
    """Tells the routes who asks (`client` in the request's state), gives cookies, and slows down who asks too much."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        desk: Desk = scope["app"].state.desk
        address = address_of(scope["client"][0] if scope["client"] else None)
        is_http = scope["type"] == "http"
        try:
            await desk.scheduler.enter(Client(address, ""), scope.get("body_size", 0))
        except BusyError:
            await refuse(scope, send, 429, TOO_MANY)
            return
        brought = _cookies(scope)
        known = desk.identities.by_cookies(brought)
        if desk.is_machine_user(scope["headers"]):
            visitor: str | None = MACHINE_USER
        else:
            visitor = known
        try:
            if known and visitor == MACHINE_USER:
                await desk.adopt(known)
            elif known:
                await desk.note_visit(Client(address, known))
        except NoughtsError as error:
            log.error("the store failed", extra={"error": str(error)})
        state = scope.setdefault("state", {})
        if not is_http:
            state["client"] = None if visitor is None else Client(address, visitor)
            await self._app(scope, receive, send)
            return
        await self._admit(desk, scope, receive, send, address, visitor, brought)

    async def _admit(
        self,
        desk: Desk,
        scope: Scope,
        receive: Receive,
        send: Send,
        address: str,
        visitor: str | None,
        brought: dict[str, str],
    ) -> None:
        began = time.perf_counter()
        path: str = scope["path"]
        is_api = path.startswith("/api/")
        if is_api or path == "/":
            # Visitors without a cookie are known by the address alone, and so are all that come from there.
            is_allowed = (
                desk.rates.newcomers.allows(address) if visitor is None else desk.rates.visitors.allows(visitor)
            )
        else:
            is_allowed = True
        if is_api and not is_allowed:
            await refuse(scope, send, 429, TOO_MANY)
            return
        who = desk.identities.new() if visitor is None else visitor
        client = Client(address, who, scope.get(HAS_LEFT, lambda: False))
        scope["state"]["client"] = client
        # The page brings the cookie, so that what it asks for at once is asked by one visitor; settings renew it.
        is_due = (visitor is None and (is_api or (path == "/" and is_allowed))) or path == "/api/settings"
        is_due = is_due or (visitor is not None and desk.identities.cookie not in brought and is_api)
        is_machine_user = desk.is_machine_user(scope["headers"])
        stale = desk.identities.stale(brought, but=None if is_machine_user else desk.identities.cookie)
        is_secure = scope["scheme"] == "https"
        status = 0

        async def send_with_cookie(message: MutableMapping[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                if is_api:
                    headers.setdefault("cache-control", "no-store")
                chosen = scope["state"].get("identity")  # a visitor came by a personal link
                if chosen is not None or (is_due and not is_machine_user):
                    value = desk.identities.cookie_of(client.visitor if chosen is None else chosen)
                    headers.append("set-cookie", _cookie(desk.identities.cookie, value, _YEAR, is_secure))
                for name in stale if is_api else ():
                    headers.append("set-cookie", _cookie(name, "", 0, is_secure))
            await send(message)

        await self._app(scope, receive, send_with_cookie)
        fields = {"method": scope["method"], "path": path, "status": status}
        log.info("request", extra={**fields, "seconds": round(time.perf_counter() - began, 4)})


def _cookies(scope: Scope) -> dict[str, str]:
    found = b"; ".join(value for name, value in scope["headers"] if name == b"cookie")
    return cookie_parser(found.decode("latin-1")) if found else {}


def _cookie(name: str, value: str, seconds: int, is_secure: bool) -> str:
    return f"{name}={value}; HttpOnly; Max-Age={seconds}; Path=/; SameSite=lax" + ("; Secure" if is_secure else "")
