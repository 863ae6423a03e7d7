"""The guard before every request: names, origins, sizes, headers, and words instead of tracebacks."""

import asyncio
import ipaddress
import json
import logging
import re
from collections.abc import Awaitable, Callable, Collection, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from noughts.errors import NoughtsError

log = logging.getLogger("noughts.web")

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_BYTES = 256 * 1024
PATIENCE = 20.0  # seconds that a request's body may take
ANY_HOST = ("*",)
_TOO_LARGE = f"the request is too large; at most {MOST_BYTES // 1024} kB are read"

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


class TooLargeError(NoughtsError):
    """More was sent than is read."""


class Guard:
    """Refuses foreign names, foreign origins and large bodies, adds the headers, and answers for whatever goes wrong.

    A body is read whole before anything else is done with a request: no route sees one that is too large or too slow.
    """

    def __init__(self, app: App, hosts: Collection[str] = ANY_HOST) -> None:
        self._app, self._hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        is_http = scope["type"] == "http"
        sending = _with_headers(send) if is_http else send
        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
        if not is_own_name(host, self._hosts):
            named = host[:100] or "nothing"
            message = f"this server does not go by the name {named}; if it should, start it with --allowed-host"
            await refuse(scope, sending, 421, message)
        elif not is_own_origin(scope):
            await refuse(scope, sending, 403, "requests from other sites are not answered")
        elif is_http:
            await self._guard_http(scope, receive, sending)
        else:
            await self._app(scope, receive, send)

    async def _guard_http(self, scope: Scope, receive: Receive, send: Send) -> None:
        has_begun = False

        async def watched_send(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            async with asyncio.timeout(PATIENCE):
                body = await _whole_body(scope, receive)
        except TooLargeError as error:
            await refuse(scope, send, 413, str(error))
            return
        except TimeoutError:
            await refuse(scope, send, 408, "the request took too long to arrive")
            return
        if body is None:
            return  # the client has gone
        scope["body_size"] = len(body)
        if scope["method"] == "HEAD":  # the headers of what GET answers; uvicorn leaves the body out
            scope = {**scope, "method": "GET"}
        try:
            await self._app(scope, _replayed(body, receive), watched_send)
        except Exception:
            log.exception("a request failed", extra={"path": scope["path"]})
            if not has_begun:
                await refuse(scope, send, 500, "something went wrong here; it has been noted down")


async def _whole_body(scope: Scope, receive: Receive) -> bytes | None:
    """The body of a request; None if the client has gone."""
    headers = dict(scope["headers"])
    length = headers.get(b"content-length", b"0")
    if length.isdigit() and int(length) > MOST_BYTES:
        raise TooLargeError(_TOO_LARGE)
    body = b""
    if b"transfer-encoding" not in headers and length == b"0":
        return body
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if len(body) > MOST_BYTES:
            raise TooLargeError(_TOO_LARGE)
        if not message.get("more_body"):
            return body


def _replayed(body: bytes, receive: Receive) -> Receive:
    is_told = False

    async def replay() -> Message:
        nonlocal is_told
        if is_told:
            return await receive()
        is_told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            have = {name for name, _ in message["headers"]}
            message["headers"] = [*message["headers"], *((name, value) for name, value in _HEADERS if name not in have)]
        await send(message)

    return send_with_headers


def is_own_name(host: str, allowed: Collection[str]) -> bool:
    """Whether a request is meant for this server. Any domain's name may be made to lead here; a number may not.

    >>> [is_own_name(host, {"localhost"}) for host in ("localhost:8040", "192.0.2.7:80", "[::1]:8040", "evil.example")]
    [True, True, True, False]
    """
    name = re.sub(r":\d*$", "", host).strip("[]").lower().rstrip(".")
    if "*" in allowed or name in allowed:
        return True
    try:
        return bool(ipaddress.ip_address(name))
    except ValueError:
        return False


def is_own_origin(scope: Scope) -> bool:
    """Whether a request comes from our own page, or from no page at all."""
    headers = dict(scope["headers"])
    origin = headers.get(b"origin")
    if origin is None or (scope["type"] == "http" and scope["method"] in ("GET", "HEAD", "OPTIONS")):
        return True
    try:
        return urlsplit(origin.decode("ascii")).netloc == headers.get(b"host", b"").decode("ascii")
    except ValueError:
        return False


async def refuse(scope: Scope, send: Send, status: int, message: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": message})
        return
    body = json.dumps({"error": message}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status in (408, 413):
        headers.append((b"connection", b"close"))  # the rest of the body is not read
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
