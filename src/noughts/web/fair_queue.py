"""A queue that is fair between visitors: whoever has much waiting does not hold up whoever has little."""

import bisect
from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Goes in rounds, with one turn for each visitor. A newcomer joins the round that is under way, in which those who
    have just been served had their turn already.

    >>> queue = FairQueue[int]()
    >>> for number in (1, 2, 3):
    ...     queue.put("ada", number)
    >>> queue.take()
    1
    >>> queue.put("bob", 4)
    >>> [queue.take() for _ in range(len(queue))]
    [4, 2, 3]
    """

    def __init__(self) -> None:
        self._round = 0
        self._waiting: list[tuple[int, str, T]] = []  # round and visitor of each, by rounds
        self._last: dict[str, int] = {}  # the last round that a visitor has a turn in, if it is not over

    def put(self, visitor: str, waiting: T) -> None:
        turn = max(self._round, self._last.get(visitor, -1) + 1)
        self._last[visitor] = turn
        bisect.insort(self._waiting, (turn, visitor, waiting), key=lambda entry: entry[0])

    def take(self) -> T:
        self._round, _, taken = self._waiting.pop(0)
        self._last = {visitor: turn for visitor, turn in self._last.items() if turn >= self._round}
        return taken

    def remove(self, waiting: T) -> None:
        """It waits no longer; nothing happens if it did not. Its turn is given back, if it was the visitor's last."""
        for entry in self._waiting:
            turn, visitor, one = entry
            if one is waiting:
                self._waiting.remove(entry)
                if self._last[visitor] == turn:
                    self._last[visitor] -= 1
                return

    def count(self, visitor: str) -> int:
        """How much a visitor has waiting."""
        return sum(of == visitor for _, of, _ in self._waiting)

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[T]:
        return (waiting for _, _, waiting in self._waiting)
