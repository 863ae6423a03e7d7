"""The door of the event loop: a few requests enter at each of its rounds, by fair turns of their addresses.

All that are under way have a step done in each round, and a click of somebody else takes some five rounds. If an
address sends sixty requests at once, let in at once they would make each round as long as sixty steps.
"""

import asyncio

from noughts.web.fair_queue import Client, FairQueue

_AT_ONCE = 2  # requests that enter in a round


class Door:
    def __init__(self) -> None:
        self._waiting: FairQueue[asyncio.Future[None]] = FairQueue()
        self._entered = 0  # in this round

    async def enter(self, address: str) -> None:
        """Wait for a turn; without others there is nothing to wait for."""
        if self._entered < _AT_ONCE and not len(self._waiting):
            self._count()
            return
        client, turn = Client(address, ""), asyncio.get_running_loop().create_future()
        self._waiting.put(client, turn)
        try:
            await turn
        except asyncio.CancelledError:
            self._waiting.remove(client, turn)
            raise

    def _count(self) -> None:
        if self._entered == 0:
            asyncio.get_running_loop().call_soon(self._next_round)
        self._entered += 1

    def _next_round(self) -> None:
        self._entered = 0
        while self._entered < _AT_ONCE and (turn := self._waiting.take()) is not None:
            if not turn.done():
                turn.set_result(None)
                self._count()
