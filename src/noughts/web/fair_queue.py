"""A queue that is fair between addresses, and then between the visitors of one.

Cookies are free, so turns by visitors alone would give most of them to whoever has most cookies.
"""

from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")

_REMEMBERED = 2_000  # addresses and visitors whose last turn is known


class Client(NamedTuple):
    """Who asks."""

    address: str
    visitor: str


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
        self._waiting: dict[str, dict[str, deque[T]]] = {}  # by address and visitor
        self._served: OrderedDict[str | Client, int] = OrderedDict()  # when, in turns
        self._turns = 0
        self._count = 0

    def put(self, client: Client, waiting: T) -> None:
        visitors = self._waiting.setdefault(client.address, {})
        visitors.setdefault(client.visitor, deque()).append(waiting)
        self._count += 1

    def take(self, may: Callable[[str], bool] = lambda address: True) -> T | None:
        """The next; None if nothing waits of an address that may have a turn now."""
        addresses = [address for address in self._waiting if may(address)]
        if not addresses:
            return None
        address = min(addresses, key=lambda address: self._served.get(address, 0))
        visitors = self._waiting[address]
        visitor = min(visitors, key=lambda visitor: self._served.get(Client(address, visitor), 0))
        taken = visitors[visitor].popleft()
        self._tidy(Client(address, visitor))
        self._turns += 1
        for served in (address, Client(address, visitor)):
            self._served[served] = self._turns
            self._served.move_to_end(served)
        while len(self._served) > _REMEMBERED:
            self._served.popitem(last=False)
        return taken

    def remove(self, client: Client, waiting: T) -> None:
        """It waits no longer; nothing happens if it did not."""
        line = self._waiting.get(client.address, {}).get(client.visitor, ())
        if waiting in line:
            self._waiting[client.address][client.visitor].remove(waiting)
            self._tidy(client)

    def _tidy(self, client: Client) -> None:
        self._count -= 1
        visitors = self._waiting[client.address]
        if not visitors[client.visitor]:
            del visitors[client.visitor]
        if not visitors:
            del self._waiting[client.address]

    def of_visitor(self, client: Client) -> int:
        """How much a visitor has waiting."""
        return len(self._waiting.get(client.address, {}).get(client.visitor, ()))

    def of_address(self, address: str) -> int:
        """How much all visitors of an address have waiting."""
        return sum(map(len, self._waiting.get(address, {}).values()))

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[T]:
        return (one for visitors in self._waiting.values() for line in visitors.values() for one in line)
