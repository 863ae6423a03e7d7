"""How much may be asked for: by visitor, and by address, as cookies are free.

The rates are throttled-py's: only the latest names are remembered, so a client with many names fills no memory.
"""

from dataclasses import dataclass
from datetime import timedelta

from throttled import MemoryStore, Throttled, per_duration

_REMEMBERED = 20_000  # names whose requests are counted
_OF_AN_ADDRESS = 20  # times what a visitor may: a class behind one router does not reach it
_BYTES = 256  # that weigh as much as one request
# Games of an address: those that it brings in, and those that it begins, as a class does at once.
_BROUGHT_IN_A_DAY, _BROUGHT_IN_AT_ONCE = 5_000, 1_000
_BEGUN_A_DAY, _BEGUN_AT_ONCE = 20_000, 2_000


class Rate:
    """So many in a period for each name, with a burst.

    >>> rate = Rate(1, burst=2)
    >>> [rate.allows("ada") for _ in range(3)], rate.allows("bob")
    ([True, True, False], True)
    """

    def __init__(self, number: float, seconds: int = 1, *, burst: float) -> None:
        period, limit = (seconds, round(number)) if number >= 10 else (seconds * 60, max(1, round(number * 60)))
        quota = per_duration(timedelta(seconds=period), limit, round(burst))
        store = MemoryStore(options={"MAX_SIZE": _REMEMBERED})
        self._throttled = Throttled(using="gcra", quota=quota, store=store)
        self.burst = round(burst)

    def allows(self, name: str, cost: int = 1) -> bool:
        return self.wait(name, cost) == 0

    def wait(self, name: str, cost: int = 1) -> float:
        """0 if it is granted, else how many seconds it would have to wait to be."""
        found = self._throttled.limit(name or "?", min(cost, self.burst))  # it takes no empty names
        return found.state.retry_after if found.limited else 0.0


@dataclass(frozen=True, slots=True)
class Rates:
    visitors: Rate  # requests and messages of a visitor
    newcomers: Rate  # of visitors without a cookie, by address
    addresses: Rate  # requests and messages of an address, and how much it sends
    brought_in: Rate  # games of an address
    begun: Rate

    @classmethod
    def of(cls, per_second: float) -> "Rates":
        """Rates by the number of requests that a visitor may make in a second."""
        of_an_address = _OF_AN_ADDRESS * per_second
        return cls(
            visitors=Rate(per_second, burst=4 * per_second),
            newcomers=Rate(per_second / 15, burst=10 * per_second),
            addresses=Rate(of_an_address, burst=2 * of_an_address),
            brought_in=Rate(_BROUGHT_IN_A_DAY, 24 * 3600, burst=_BROUGHT_IN_AT_ONCE),
            begun=Rate(_BEGUN_A_DAY, 24 * 3600, burst=_BEGUN_AT_ONCE),
        )


def weight(size: int) -> int:
    """The cost of so many bytes in requests, as reading them takes time whatever they say."""
    return size // _BYTES
