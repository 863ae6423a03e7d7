"""A queue that is fair between addresses by the processor time that they have used, then between visitors by turns.

Cookies are free, so fairness between visitors alone would favour the address with most cookies. And a request of 500 ms
is not one of 1 ms, so turns alone would favour the address with the slowest requests.
"""

import heapq
import itertools
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from noughts.errors import NoughtsError

T = TypeVar("T")

_REMEMBERED = 10_000  # addresses whose use is known, and visitors whose turns are
_KEPT_SHARE = 0.25  # of all places, for addresses that have none yet


class BusyError(NoughtsError):
    """More is asked for than can wait."""


@dataclass(frozen=True, slots=True)
class Client:
    """The sender of a request, and whether it still waits for the answer."""

    address: str
    visitor: str
    has_left: Callable[[], bool] = field(default=lambda: False, compare=False, repr=False)


class Ledger:
    """The processor time that addresses have used, as start-time fair queueing counts it.

    `now` is virtual time: it goes on with what the least served of those who wait have had. What an address uses moves
    its own mark ahead of `now`; one that has used nothing for a while has no credit for it, and no debt either, so that
    a newcomer is served next, and the others are not kept waiting until it has had as much as they.

    >>> ledger = Ledger()
    >>> ledger.charge("here", 0.5)
    >>> ledger.mark("here"), ledger.mark("there")
    (0.5, 0.0)
    >>> ledger.now = 2.0
    >>> ledger.charge("there", 0.5)
    >>> ledger.mark("here"), ledger.mark("there")
    (2.0, 2.5)
    """

    def __init__(self) -> None:
        self.now = 0.0
        self._marks: OrderedDict[str, float] = OrderedDict()

    def charge(self, address: str, seconds: float) -> None:
        self._marks[address] = self.mark(address) + seconds
        self._marks.move_to_end(address)
        while len(self._marks) > _REMEMBERED:
            self._marks.popitem(last=False)

    def mark(self, address: str) -> float:
        """The virtual time of an address that comes now."""
        return max(self.now, self.charged(address))

    def charged(self, address: str) -> float:
        """The virtual time of a waiting address, by its use alone."""
        return self._marks.get(address, 0.0)


class _Line(Generic[T]):
    """All that an address has waiting. Its next visitor is the one who was served longest ago."""

    def __init__(self) -> None:
        self.waiting: dict[Client, deque[T]] = {}
        self.count = 0
        self._heap: list[tuple[int, int, Client]] = []  # the visitor's last turn, number, visitor
        self._numbers: dict[Client, int] = {}  # of the entry that counts; others are passed over

    def put(self, client: Client, waiting: T, served: int, number: int) -> None:
        if client not in self.waiting:
            self.waiting[client] = deque()
            self.stand(client, served, number)
        self.waiting[client].append(waiting)
        self.count += 1

    def stand(self, client: Client, served: int, number: int) -> None:
        """Give a visitor its place among the others of the address."""
        self._numbers[client] = number
        heapq.heappush(self._heap, (served, number, client))

    def next(self) -> Client:
        """The visitor whose turn it is, who has to stand again for another."""
        while True:
            _, number, client = heapq.heappop(self._heap)
            if self._numbers.get(client) == number:
                return client

    def take(self, client: Client, waiting: T | None = None) -> T:
        """Take out what a visitor has waiting: this, or the first."""
        of_visitor = self.waiting[client]
        if waiting is None:
            waiting = of_visitor.popleft()
        else:
            of_visitor.remove(waiting)
        self.count -= 1
        if not of_visitor:
            del self.waiting[client], self._numbers[client]
        return waiting


class FairQueue(Generic[T]):
    """The next is of the address whose mark comes first, and of its visitor who was served longest ago.

    To take one costs the logarithm of the number of addresses and visitors that wait: an attacker has thousands.

    >>> ledger = Ledger()
    >>> queue = FairQueue[int](ledger)
    >>> ada, eve = Client("here", "ada"), Client("here", "eve")
    >>> for number, client in enumerate((ada, ada, eve)):
    ...     queue.put(client, number)
    >>> ledger.charge("here", 1.0)
    >>> queue.put(Client("there", "bob"), 3)
    >>> [queue.take() for _ in range(len(queue))]
    [3, 0, 2, 1]
    """

    def __init__(self, ledger: Ledger, of_visitor: int = 40, of_address: int = 400, in_all: int = 2000) -> None:
        self._ledger = ledger
        self._most_of_visitor, self._most_of_address, self._most_in_all = of_visitor, of_address, in_all
        self._lines: dict[str, _Line[T]] = {}  # by address
        self._heap: list[tuple[float, int, str]] = []  # mark when it began to wait, number, address
        self._numbers = itertools.count()
        self._served: OrderedDict[tuple[str, str], int] = OrderedDict()  # the last turn of each address's visitors
        self._turns = 0
        self._count = 0

    def put(self, client: Client, waiting: T) -> None:
        """BusyError if the visitor, the address or all together have too much waiting."""
        line = self._lines.get(client.address)
        free = self._most_in_all - self._count
        if line is not None:
            if len(line.waiting.get(client, ())) >= self._most_of_visitor:
                raise BusyError(f"{self._most_of_visitor} requests of yours are waiting already: try again in a moment")
            free = 0 if line.count >= self._most_of_address else free - round(_KEPT_SHARE * self._most_in_all)
        if free <= 0:
            raise BusyError("too much is being asked for just now: try again in a moment")
        if line is None:
            line = self._lines[client.address] = _Line()
            self._push(client.address)
        line.put(client, waiting, self._served.get((client.address, client.visitor), 0), next(self._numbers))
        self._count += 1

    def take(self, may: Callable[[str], bool] | None = None) -> T | None:
        """The next; None if nothing waits of an address that may have its turn now."""
        address = self._next_address(may)
        if address is None:
            return None
        line = self._lines[address]
        client = line.next()
        taken = line.take(client)
        self._count -= 1
        self._turns += 1
        self._served[address, client.visitor] = self._turns
        self._served.move_to_end((address, client.visitor))
        if len(self._served) > _REMEMBERED:
            self._served.popitem(last=False)
        if client in line.waiting:
            line.stand(client, self._turns, next(self._numbers))
        if line.count:
            self._push(address)
        else:
            del self._lines[address]
        return taken

    def _push(self, address: str) -> None:
        heapq.heappush(self._heap, (self._ledger.mark(address), next(self._numbers), address))

    def _next_address(self, may: Callable[[str], bool] | None) -> str | None:
        """Taken from the heap: one entry stands there for each address that waits, and for some that no longer do."""
        not_now, found = [], None
        while self._heap and found is None:
            mark, number, address = heapq.heappop(self._heap)
            if address not in self._lines:
                continue
            if (charged := self._ledger.charged(address)) > mark:  # since it began to wait
                heapq.heappush(self._heap, (charged, number, address))
            elif may is not None and not may(address):
                not_now.append((mark, number, address))
            else:
                found = address
                self._ledger.now = max(self._ledger.now, mark)
        for entry in not_now:
            heapq.heappush(self._heap, entry)
        return found

    def remove(self, client: Client, waiting: T) -> None:
        """Take out an entry that is no longer waited for; nothing happens if it is not here."""
        line = self._lines.get(client.address)
        if line is None or waiting not in line.waiting.get(client, ()):
            return
        line.take(client, waiting)
        self._count -= 1
        if not line.count:
            del self._lines[client.address]
            # Or an address that comes and goes would fill the heap.
            self._heap = [entry for entry in self._heap if entry[2] != client.address]
            heapq.heapify(self._heap)

    def first_of_each_address(self) -> list[T]:
        """One entry that waits for each address, of the visitor who has waited there since the earliest."""
        return [next(iter(line.waiting.values()))[0] for line in self._lines.values()]

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[T]:
        return (one for line in self._lines.values() for waiting in line.waiting.values() for one in waiting)
