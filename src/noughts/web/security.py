"""What stands before every request: headers, sizes, origins, and words instead of tracebacks."""

import json
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

log = logging.getLogger("noughts.web")

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

MOST_BYTES = 256 * 1024

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


class TooLargeError(Exception):
    pass


class Guard:
    """Refuses foreign origins and large bodies, adds the headers, and answers for whatever goes wrong inside."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        if not is_own_origin(scope):
            await _refuse(scope, send, 403, "requests from other sites are not answered")
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        await self._guard_http(scope, receive, send)

    async def _guard_http(self, scope: Scope, receive: Receive, send: Send) -> None:
        received = 0
        has_begun = False

        async def bounded_receive() -> MutableMapping[str, Any]:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > MOST_BYTES:
                raise TooLargeError
            return message

        async def send_with_headers(message: MutableMapping[str, Any]) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                have = {name for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *((name.encode(), value.encode()) for name, value in HEADERS.items() if name.encode() not in have),
                ]
            await send(message)

        try:
            length = dict(scope["headers"]).get(b"content-length", b"0")
            if length.isdigit() and int(length) > MOST_BYTES:
                raise TooLargeError
            await self._app(scope, bounded_receive, send_with_headers)
        except TooLargeError:
            if not has_begun:
                message = f"the request is too large; at most {MOST_BYTES // 1024} kB are read"
                await _refuse(scope, send_with_headers, 413, message)
        except Exception:
            log.exception("a request failed", extra={"path": scope["path"]})
            if not has_begun:
                await _refuse(scope, send_with_headers, 500, "something went wrong here; it has been noted down")


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


async def _refuse(scope: Scope, send: Send, status: int, message: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": message})
        return
    body = json.dumps({"error": message}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
