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


class FairQueue(Generic[T]):
    """The next is of the address whose mark comes first, and of its visitor who was served longest ago.

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
        self._waiting: dict[str, dict[Client, deque[T]]] = {}  # by address
        self._counts: dict[str, int] = {}
        self._heap: list[tuple[float, int, str]] = []  # mark when it began to wait, number, address
        self._numbers = itertools.count()
        self._served: OrderedDict[tuple[str, str], int] = OrderedDict()  # the last turn of each address's visitors
        self._turns = 0
        self._count = 0

    def put(self, client: Client, waiting: T) -> None:
        """BusyError if the visitor, the address or all together have too much waiting."""
        of_address = self._waiting.setdefault(client.address, {})
        count = self._counts.get(client.address, 0)
        if len(of_address.get(client, ())) >= self._most_of_visitor:
            raise BusyError(f"{self._most_of_visitor} requests of yours are waiting already: try again in a moment")
        free = self._most_in_all - self._count
        if count >= self._most_of_address or (count and free <= _KEPT_SHARE * self._most_in_all) or free <= 0:
            if not count:
                del self._waiting[client.address]
            raise BusyError("too much is being asked for just now: try again in a moment")
        if not count:
            self._push(client.address)
        of_address.setdefault(client, deque()).append(waiting)
        self._counts[client.address] = count + 1
        self._count += 1

    def take(self, may: Callable[[str], bool] | None = None) -> T | None:
        """The next; None if nothing waits of an address that may have its turn now."""
        address = self._next_address(may)
        if address is None:
            return None
        of_address = self._waiting[address]
        client = min(of_address, key=lambda one: self._served.get((one.address, one.visitor), 0))
        taken = of_address[client].popleft()
        self._let_go(client)
        self._turns += 1
        self._served[address, client.visitor] = self._turns
        self._served.move_to_end((address, client.visitor))
        if len(self._served) > _REMEMBERED:
            self._served.popitem(last=False)
        if address in self._waiting:
            self._push(address)
        return taken

    def _push(self, address: str) -> None:
        heapq.heappush(self._heap, (self._ledger.mark(address), next(self._numbers), address))

    def _next_address(self, may: Callable[[str], bool] | None) -> str | None:
        """Taken from the heap: one entry stands there for each address that waits, and for some that no longer do."""
        not_now, found = [], None
        while self._heap and found is None:
            mark, number, address = heapq.heappop(self._heap)
            if address not in self._waiting:
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
        of_visitor = self._waiting.get(client.address, {}).get(client)
        if of_visitor is not None and waiting in of_visitor:
            of_visitor.remove(waiting)
            self._let_go(client)
            if client.address not in self._waiting:  # or an address that comes and goes would fill the heap
                self._heap = [entry for entry in self._heap if entry[2] != client.address]
                heapq.heapify(self._heap)

    def _let_go(self, client: Client) -> None:
        of_address = self._waiting[client.address]
        if not of_address[client]:
            del of_address[client]
        self._count -= 1
        self._counts[client.address] -= 1
        if not of_address:
            del self._waiting[client.address], self._counts[client.address]

    def first_of_each_address(self) -> list[T]:
        """One that waits for each address, of the visitor who has waited there since the earliest."""
        return [next(iter(of_address.values()))[0] for of_address in self._waiting.values()]

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[T]:
        return (one for of_address in self._waiting.values() for waiting in of_address.values() for one in waiting)
