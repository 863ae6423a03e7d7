"""A queue that is fair between addresses, and then between the visitors of one.

Cookies are free, so turns by visitors alone would give most of them to whoever has most cookies.
"""

import heapq
import itertools
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")

_REMEMBERED = 2_000  # addresses and visitors whose last turn is known


class Client(NamedTuple):
    """Who asks."""

    address: str
    visitor: str


class _Names:
    """Names that wait for their turn. To take one costs the logarithm of their number: an attacker has thousands."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, int, str]] = []  # when it was served, its number, the name
        self._numbers: dict[str, int] = {}  # of the entry that counts; others are passed over
        self._next = itertools.count()

    def add(self, name: str, served: int) -> None:
        self._numbers[name] = number = next(self._next)
        heapq.heappush(self._heap, (served, number, name))

    def discard(self, name: str) -> None:
        self._numbers.pop(name, None)
        if len(self._heap) > 2 * len(self._numbers) + 100:
            self._heap = [entry for entry in self._heap if self._numbers.get(entry[2]) == entry[1]]
            heapq.heapify(self._heap)

    def take(self, may: Callable[[str], bool] | None = None) -> str | None:
        """The one that was served longest ago, of those that may have a turn."""
        found, not_now = None, []
        while self._heap and found is None:
            entry = heapq.heappop(self._heap)
            if self._numbers.get(entry[2]) != entry[1]:
                continue
            if may is None or may(entry[2]):
                found = entry[2]
                del self._numbers[found]
            else:
                not_now.append(entry)
        for entry in not_now:
            heapq.heappush(self._heap, entry)
        return found


class _Line(Generic[T]):
    """What the visitors of one address have waiting."""

    def __init__(self) -> None:
        self.names = _Names()
        self.waiting: dict[str, deque[T]] = {}
        self.count = 0


class FairQueue(Generic[T]):
    """The turn is that of the address that was served longest ago, and of its visitors the same; who has much waiting
    does not hold up who has little.

    >>> queue = FairQueue[int]()
    >>> for number, visitor in enumerate(("ada", "ada", "eve", "ada")):
    ...     queue.put(Client("here", visitor), number)
    >>> queue.take()
    0
    >>> queue.put(Client("there", "bob"), 4)
    >>> [queue.take() for _ in range(len(queue))]
    [4, 2, 1, 3]
    """

    def __init__(self) -> None:
        self._addresses = _Names()
        self._lines: dict[str, _Line[T]] = {}
        self._served: OrderedDict[str | Client, int] = OrderedDict()  # when, in turns
        self._turns = 0
        self._count = 0

    def put(self, client: Client, waiting: T) -> None:
        address, visitor = client
        line = self._lines.get(address)
        if line is None:
            line = self._lines[address] = _Line()
            self._addresses.add(address, self._served.get(address, 0))
        if visitor not in line.waiting:
            line.waiting[visitor] = deque()
            line.names.add(visitor, self._served.get(client, 0))
        line.waiting[visitor].append(waiting)
        line.count += 1
        self._count += 1

    def take(self, may: Callable[[str], bool] | None = None) -> T | None:
        """The next; None if nothing waits of an address that may have a turn now."""
        address = self._addresses.take(may)
        if address is None:
            return None
        line = self._lines[address]
        visitor = line.names.take()
        assert visitor is not None, "an address is here as long as one of its visitors is"
        self._turns += 1
        waiting = line.waiting[visitor]
        taken = waiting.popleft()
        line.count -= 1
        self._count -= 1
        if waiting:
            line.names.add(visitor, self._turns)
        else:
            del line.waiting[visitor]
        if line.count:
            self._addresses.add(address, self._turns)
        else:
            del self._lines[address]
        self._remember(address, Client(address, visitor))
        return taken

    def _remember(self, *served: str | Client) -> None:
        for name in served:
            self._served[name] = self._turns
            self._served.move_to_end(name)
        while len(self._served) > _REMEMBERED:
            self._served.popitem(last=False)

    def remove(self, client: Client, waiting: T) -> None:
        """It waits no longer; nothing happens if it did not."""
        line = self._lines.get(client.address)
        of_visitor = None if line is None else line.waiting.get(client.visitor)
        if line is None or of_visitor is None or waiting not in of_visitor:
            return
        of_visitor.remove(waiting)
        line.count -= 1
        self._count -= 1
        if not of_visitor:
            del line.waiting[client.visitor]
            line.names.discard(client.visitor)
        if not line.count:
            del self._lines[client.address]
            self._addresses.discard(client.address)

    def of_visitor(self, client: Client) -> int:
        """How much a visitor has waiting."""
        line = self._lines.get(client.address)
        return 0 if line is None else len(line.waiting.get(client.visitor, ()))

    def of_address(self, address: str) -> int:
        """How much all visitors of an address have waiting."""
        line = self._lines.get(address)
        return 0 if line is None else line.count

    def first_of_each_address(self) -> list[T]:
        """One that waits for each address, of the visitor who has waited there since the earliest."""
        return [next(iter(line.waiting.values()))[0] for line in self._lines.values()]

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[T]:
        return (one for line in self._lines.values() for waiting in line.waiting.values() for one in waiting)
