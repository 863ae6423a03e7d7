"""A game on a server, as this terminal plays it: requests, a connection that comes back by itself, and a view to draw.

Whatever a server sends is hostile until it is bounded: answers have a largest size, a view is checked before it is
drawn, and texts are short and hold no character that a terminal obeys, line ends included.
"""

import contextlib
import http.client
import http.cookiejar
import ipaddress
import json
import re
import ssl
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from pydantic import TypeAdapter, ValidationError

from noughts.board import View
from noughts.errors import NoughtsError, printable
from noughts.system.folders import data_folder

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

_MOST_BYTES = 2**21
_MOST_SIDE = 64
_LONGEST, _LONGEST_ERROR = 60, 500  # letters of a text, and of what is wrong
_PATIENCE = 30.0  # seconds for an answer
_CONNECTING = 10.0  # seconds that a message waits for a connection
_RETRY = 1.0  # seconds between attempts to come back
_FOREIGN = "the answer is none of a Noughts server's"
_NOT_THERE = 4404  # the server's code for closing
_LINK = re.compile(r"/(sit|game|watch)/([\w-]{1,40})", re.ASCII)

_VIEWS = TypeAdapter(View)


class ServerError(NoughtsError):
    """A server that is not there, or answers what it should not."""


class Link(NamedTuple):
    """A link of a page: the server, and a seat's secret or the number of a game of one's own."""

    server: str
    kind: str
    text: str

    @classmethod
    def read(cls, link: str) -> "Link":
        """
        >>> Link.read("http://192.0.2.7:8040/#/sit/12-abcdefghijklmnop")
        Link(server='http://192.0.2.7:8040', kind='sit', text='12-abcdefghijklmnop')
        """
        server, _, fragment = link.strip().partition("#")
        found = _LINK.fullmatch(fragment)
        if found is None:
            raise NoughtsError("this is no link to a seat: it ends in #/sit/ and some letters; is it whole?")
        return cls(server_address(server), found[1], found[2])


def server_address(text: str) -> str:
    """The address of a server without what stands behind it.

    >>> server_address("games.example.org/"), server_address("https://games.example.org")
    ('http://games.example.org', 'https://games.example.org')
    """
    found = urlsplit(text if "://" in text else f"http://{text}")
    try:
        is_one = found.scheme in ("http", "https") and bool(found.hostname) and found.port != 0
    except ValueError:  # of the port
        is_one = False
    if not is_one:
        raise NoughtsError(f"{text!r} is no address of a server; one is such as http://192.168.1.5:8040")
    return f"{found.scheme}://{found.netloc}"


class RemoteServer:
    """A server, and this user as a visitor of it, known again by a cookie that is kept."""

    def __init__(self, address: str) -> None:
        self.address = address
        path = data_folder() / "server-cookies.txt"
        self._cookies = http.cookiejar.LWPCookieJar(str(path))
        with contextlib.suppress(OSError, http.cookiejar.LoadError):
            path.touch(mode=0o600)  # whoever has a cookie is that visitor
            self._cookies.load()
        handlers: list[urllib.request.BaseHandler] = [urllib.request.HTTPCookieProcessor(self._cookies)]
        if self._is_near:  # no proxy leads there
            handlers.append(urllib.request.ProxyHandler({}))
        self._socket: ClientConnection | None = None
        self._is_connected = threading.Event()
        self._opener = urllib.request.build_opener(*handlers)

    @property
    def _is_near(self) -> bool:
        name = urlsplit(self.address).hostname or ""
        try:
            return ipaddress.ip_address(name).is_private
        except ValueError:
            return name == "localhost"

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """An answer of the API; NoughtsError in the server's words if it refuses."""
        content = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(f"{self.address}/api/{path}", content, method=method)
        asked.add_header("Content-Type", "application/json")
        try:
            is_refused, found = self._answer(asked)
        except http.client.HTTPException:
            raise ServerError(_FOREIGN) from None
        except OSError as error:
            reason = getattr(error, "reason", error)
            words = plain(getattr(reason, "strerror", None) or reason)
            raise ServerError(f"{self.address} does not answer: {words}") from None
        if is_refused:
            why = found.get("error") if isinstance(found, dict) else None
            raise NoughtsError(plain(why or "the server refuses", _LONGEST_ERROR))
        with contextlib.suppress(OSError):
            self._cookies.save()
        return found

    def _answer(self, asked: urllib.request.Request) -> tuple[bool, Any]:
        """Whether the server refuses, and what it says."""
        try:
            with self._opener.open(asked, timeout=_PATIENCE) as answer:
                return False, _read(answer.read(_MOST_BYTES + 1))
        except urllib.error.HTTPError as error:
            with error:
                return True, _read(error.read(_MOST_BYTES + 1))

    def follow(self, number: int, hear: Callable[[str, str], None], is_over: threading.Event) -> None:
        """Tell of what happens in a game until it is over with: `news`, `said`, `error`, `lost`, `gone`, with words."""
        from websockets.exceptions import ConnectionClosed, WebSocketException
        from websockets.sync.client import connect

        url = f"ws{self.address.removeprefix('http')}/api/games/{number}/live"
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._cookies if self._is_sent(cookie))
        options: dict[str, Any] = {"additional_headers": {"Cookie": cookies}, "max_size": _MOST_BYTES}
        if self._is_near:
            options["proxy"] = None
        if url.startswith("wss"):
            options["ssl"] = ssl.create_default_context()
        while not is_over.is_set():
            try:
                with connect(url, open_timeout=_PATIENCE, **options) as socket:
                    self._socket = socket
                    self._is_connected.set()
                    while not is_over.is_set():
                        _tell(socket.recv(), hear)
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code == _NOT_THERE:
                    hear("gone", plain(closed.rcvd.reason))
                    return
            except ServerError as error:
                hear("gone", str(error))
                return
            except (OSError, WebSocketException):
                pass
            if is_over.is_set():
                return  # another game may be followed by now
            self._is_connected.clear()
            hear("lost", "")
            time.sleep(_RETRY)

    def _is_sent(self, cookie: http.cookiejar.Cookie) -> bool:
        return cookie.domain.removesuffix(".local").lstrip(".") == urlsplit(self.address).hostname

    def send(self, message: dict[str, Any]) -> None:
        """Send a message about the game that is followed, once the connection is there."""
        from websockets.exceptions import WebSocketException

        try:
            if not self._is_connected.wait(_CONNECTING) or self._socket is None:
                raise OSError
            self._socket.send(json.dumps(message))
        except (OSError, WebSocketException):
            raise ServerError("there is no connection just now; try again in a moment") from None


def _read(content: bytes) -> Any:
    try:
        if len(content) > _MOST_BYTES:
            raise ValueError
        return json.loads(content)
    except (ValueError, RecursionError):
        raise ServerError(_FOREIGN) from None


def _tell(sent: str | bytes, hear: Callable[[str, str], None]) -> None:
    message = _read(sent if isinstance(sent, bytes) else sent.encode())
    kind = message.get("type") if isinstance(message, dict) else None
    if kind == "said":
        hear("said", plain(message.get("phrase")))
    elif kind == "error":
        hear("error", plain(message.get("error"), _LONGEST_ERROR))
    elif kind in ("game", "change", "table"):
        hear("news", "")


def plain(text: Any, most: int = _LONGEST) -> str:
    r"""A server's text for a line of the terminal.

    >>> plain("Bob\x1b[2J\nIt's your turn")
    "Bob\\x1b[2J\\nIt's your turn"
    """
    return printable(str(text)[:most])


def read_view(sent: Any) -> View:
    """A server's view, if it can be drawn: every cell and label has its place, and nothing is long."""
    try:
        view = _VIEWS.validate_python(sent)
    except ValidationError:
        raise ServerError("the board that the server sends cannot be read") from None
    texts = [view.title, view.where, *view.row_labels, *view.column_labels, *view.marks, *view.clicks]
    texts += [cell.name for cell in view.cells] + [cell.content for cell in view.cells]
    texts += [group.name for group in view.groups] + [group.owner for group in view.groups]
    texts += [counter.name for counter in view.counters] + [view.outcome.reason if view.outcome else ""]
    is_sound = (
        1 <= view.rows <= _MOST_SIDE
        and 1 <= view.columns <= _MOST_SIDE
        and len(view.cells) <= _MOST_SIDE**2
        and len(view.groups) <= _MOST_SIDE**2
        and len(view.clicks) <= 10 * _MOST_SIDE**2
        and all(0 <= cell.row < view.rows and 0 <= cell.column < view.columns for cell in view.cells)
        and all(len(cell.content) == 1 for cell in view.cells)
        and all(0 <= group.row < view.rows and 0 <= group.column < view.columns for group in view.groups)
        and len(view.row_labels) in (0, view.rows)
        and len(view.column_labels) in (0, view.columns)
        and all(len(group.owner) == 1 for group in view.groups)
        and all(len(mark) == 1 for mark in view.marks)
        and all(text == plain(text) for text in texts)
        and view.turn in (0, 1, None)
    )
    if not is_sound:
        raise ServerError("the board that the server sends cannot be drawn")
    return view
