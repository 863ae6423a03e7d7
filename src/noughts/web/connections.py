"""The connections themselves, before anything is understood of what comes over them.

An address may hold so many and send so much; what it sends beyond that is left lying, where its own system keeps it. A
connection that says nothing whole for long, or does not read what it is sent, is closed. The classes are uvicorn's,
with these bounds around them.
"""

import asyncio
import contextlib
import functools
import ipaddress
import socket
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from noughts.web.fair_queue import BusyError
from noughts.web.rates import Rate, weight

PATIENCE = 15.0  # seconds for a request's head, and for reading what was sent
_TAKEN_AT_ONCE = 20  # connections, before others have their turn
_CLOSED_AT_ONCE = 100  # connections too many
_READ_AT_ONCE = 4096  # bytes: the pieces of other connections come in between
_HEAD = 40  # lines that a request may well have
_LINES = 8  # more, which weigh as much as a request: a body may come in chunks of one byte, each with lines of its own
_LINE, _MOST_SHORT_OF = 16, 8192  # bytes of a line on the average at least, and how many a request may lack
_READ_PER_SECOND = 2000  # requests' worth of bodies and long heads, of all addresses; a usual head is for nothing
_PIECE = 128  # bytes of WebSocket frames that are taken apart at once
_FRAMES_PER_SECOND, _FRAMES_AT_ONCE = 60, 240  # of a connection
_MOST_OVERDRAWN = 400  # frames beyond that, until it is closed
_RETRY = 0.25  # seconds between looks whether an address may send again
TOO_MANY = 4429  # why a WebSocket is closed
HAS_LEFT = "noughts.has_left"  # in a request's scope: a function that tells whether its sender has gone
_FEW = 16  # places of an address that there is room for, though others hold nearly all
_SHARE = 8  # an address may hold an eighth of all that is still free


@functools.lru_cache(maxsize=1000)
def address_of(host: str | None) -> str:
    """The name that counts as one address: of IPv6 a household's or company's network, as it has 2^64 of them.

    >>> address_of("192.0.2.7"), address_of("2001:db8:1:2:3:4:5:6"), address_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:1:2::/64', '192.0.2.7')
    """
    try:
        found = ipaddress.ip_address(host or "")
    except ValueError:
        return host or "?"
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((found, 64), strict=False))


class Places:
    """Places that addresses hold: so many each, so many in all. The fewer are free, the fewer an address may hold, down
    to a few: a handful of addresses never takes all.

    >>> places = Places(of_address=500, in_all=1000)
    >>> [sum(places.enter(address) for _ in range(500)) for address in ("ada", "bob", "eve")]
    [111, 98, 88]
    """

    def __init__(self, of_address: int, in_all: int) -> None:
        self._most, self._free = of_address, in_all
        self._held: Counter[str] = Counter()

    def enter(self, address: str, is_bounded: bool = True) -> bool:
        """Whether the address gets a place; one that does has to leave."""
        most = min(self._most, max(_FEW, self._free // _SHARE))
        if self._free <= 0 or (is_bounded and self._held[address] >= most):
            return False
        self._held[address] += 1
        self._free -= 1
        return True

    def leave(self, address: str) -> None:
        self._free += 1
        self._held[address] -= 1
        if not self._held[address]:
            del self._held[address]

    @contextlib.contextmanager
    def one(self, address: str) -> Iterator[None]:
        """A place for as long as the block lasts; BusyError if the address gets none."""
        if not self.enter(address):
            raise BusyError("too many connections come from your address: try again in a moment")
        try:
            yield
        finally:
            self.leave(address)


class Connections:
    """How many connections each address holds, and how much they may send."""

    def __init__(self, places: Places, rate: Rate, proxies: Collection[str] = ()) -> None:
        self._places, self._rate = places, rate
        self._proxies = proxies  # which bring many people's requests
        self._reading = Rate(_READ_PER_SECOND, burst=2 * _READ_PER_SECOND)
        self.frames = Rate(_FRAMES_PER_SECOND, burst=_FRAMES_AT_ONCE)  # of a WebSocket

    def enter(self, host: str) -> bool:
        """Whether one more may be opened; what enters has to leave."""
        return self._places.enter(address_of(host), is_bounded=host not in self._proxies)

    def leave(self, host: str) -> None:
        self._places.leave(address_of(host))

    def wait(self, host: str, cost: int) -> float:
        """How long to leave what an address has sent, in seconds."""
        if not cost or host in self._proxies:
            return 0.0
        return self._rate.wait(address_of(host), cost)

    def wait_to_read(self, host: str, cost: int) -> float:
        """As `wait`, for all addresses together too: what many send at once is read no faster than the loop can."""
        return self.wait(host, cost) or (self._reading.wait("", cost) if cost else 0.0)

    def protocols(self) -> dict[str, Any]:
        """The protocol classes for uvicorn."""
        return {"http": functools.partial(Http, self), "ws": functools.partial(WebSocket, self)}


class Listener(socket.socket):
    """A socket that closes at once what an address holds too much of: nothing else is made of such a connection.

    asyncio would take all that wait, up to two thousand, before it looks at anything else.
    """

    connections: Connections | None = None
    _taken = 0

    def accept(self) -> tuple[socket.socket, Any]:
        if self._taken == _TAKEN_AT_ONCE:
            self._taken = 0
            raise BlockingIOError  # the others have their turn
        self._taken += 1
        for _ in range(_CLOSED_AT_ONCE):
            connection, address = super().accept()
            if self.connections is None or self.connections.enter(address[0]):
                return connection, address
            connection.close()
        raise BlockingIOError


class Http(H11Protocol):
    """A connection that has entered, by the listener."""

    def __init__(self, connections: Connections, **given: Any) -> None:
        super().__init__(**given)
        self._all = connections
        self._host = ""
        self._deadline: asyncio.TimerHandle | None = None
        self._is_handed_over = False
        self._unread = b""
        self._short_of = 0  # bytes that the lines of a request lack, by a least length of a line

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._host = self.client[0] if self.client else "?"
        read_in_pieces(transport)
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect_nothing()
        self._all.leave(self._host)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        lines = data.count(b"\r\n")
        self._short_of += _LINE * lines - len(data)
        if self._short_of > _MOST_SHORT_OF:
            self.transport.abort()  # a body in chunks of a few bytes: no browser sends one
            return
        wait = self._all.wait_to_read(self._host, weight(len(data)) + max(0, lines - _HEAD) // _LINES)
        if wait:
            self._unread = data
            self.transport.pause_reading()
            self.loop.call_later(max(wait, _RETRY), self._read_on)
        else:
            super().data_received(data)

    def _read_on(self) -> None:
        data, self._unread = self._unread, b""
        if not self.transport.is_closing():
            self.transport.resume_reading()
            self.data_received(data)

    def handle_events(self) -> None:
        super().handle_events()
        if self._is_handed_over:
            return
        if (cycle := self.cycle) is not None:  # its task has been made, and not begun yet
            cycle.scope[HAS_LEFT] = lambda: cycle.disconnected  # type: ignore[literal-required]
        if self.cycle is None or self.cycle.response_complete:
            self._short_of = 0
            self._expect()
        else:
            self._expect_nothing()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._is_handed_over = True  # it is the WebSocket's to close and to leave now
        self._expect_nothing()
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        self.flow.pause_writing()
        self._expect()

    def resume_writing(self) -> None:
        self.flow.resume_writing()
        self._expect_nothing()

    def _expect(self) -> None:
        """Close the connection unless something happens soon."""
        if self._deadline is None:
            self._deadline = self.loop.call_later(PATIENCE, self.transport.abort)

    def _expect_nothing(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class WebSocket(WebSocketsSansIOProtocol):
    """Takes apart a small piece at a time of what has come, and counts the frames in it, whatever they are."""

    def __init__(self, connections: Connections, **given: Any) -> None:
        super().__init__(**given)
        self._all = connections
        self._host = ""
        self._unread = bytearray()
        self._is_resting = False
        self._frames = 0
        self._overdrawn = 0
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._host = self.client[0] if self.client else "?"

    def connection_lost(self, exc: Exception | None) -> None:
        self._unread.clear()
        self._all.leave(self._host)
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self.handshake_complete:
            super().data_received(data)
            return
        self._unread += data
        self._read_on()

    def _read_on(self) -> None:
        while self._unread and self._is_listening() and not self.transport.is_closing():
            piece = bytes(self._unread[:_PIECE])
            del self._unread[:_PIECE]
            super().data_received(piece)
            self._count()
        if self._unread and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def _is_listening(self) -> bool:
        """Whether frames are read: not while a message waits, unless we have closed and await only their close."""
        return not self._is_resting and (self.queue.empty() or self.close_sent)

    def _count(self) -> None:
        """Rest if there were too many frames, and close if there are still too many after all the rests."""
        frames, self._frames = self._frames, 0
        wait = self._all.frames.wait(f"{id(self):x}", frames) or self._all.wait(self._host, frames)
        if not wait:
            return
        self._overdrawn += frames
        if self._overdrawn > _MOST_OVERDRAWN:
            self.conn.fail(TOO_MANY, "too many messages")
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.queue.put_nowait({"type": "websocket.disconnect", "code": TOO_MANY})
            self.close_sent = True
            self._unread.clear()
            self.transport.close()
            return
        self._is_resting = True
        self.loop.call_later(max(wait, _RETRY), self._end_rest)

    def _end_rest(self) -> None:
        self._is_resting = False
        self._go_on()

    def _go_on(self) -> None:
        self._read_on()
        if self.read_paused and not self._unread and self._is_listening():
            self.read_paused = False
            self.transport.resume_reading()

    async def receive(self) -> Any:
        message = await self.queue.get()
        self._go_on()
        return message

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self.close_sent:
            self._read_on()

    def handle_text(self, event: Frame) -> None:
        self._frames += 1
        super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        self._frames += 1
        super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        self._frames += 1
        super().handle_cont(event)

    def handle_ping(self) -> None:
        self._frames += 1
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        self._frames += 1
        super().handle_pong(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._deadline = self.loop.call_later(PATIENCE, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def read_in_pieces(transport: asyncio.Transport) -> None:
    """asyncio reads 256 kB at once if they lie there, and thousands of requests may be in them."""
    if hasattr(transport, "max_size"):
        transport.max_size = _READ_AT_ONCE
