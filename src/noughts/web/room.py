"""How many games are kept: bounds for a visitor, an address and in all, and an end for what nobody comes back to."""

import asyncio
import logging
from datetime import timedelta

from noughts.store import Store, StoreError
from noughts.web.fair_queue import Client
from noughts.web.rates import Rates
from noughts.web.turns import BusyError, Turns
from noughts.web.visitors import MACHINE_USER

log = logging.getLogger("noughts.web")

MOST_GAMES, MOST_BROUGHT_IN, MOST_GAMES_IN_ALL = 2_000, 500, 1_000_000
MOST_UNBEGUN = 40  # games of a visitor without a move: they are in no list, so nobody could delete them
GONE_AFTER = timedelta(days=400)  # without a visit: a visitor's cookie is kept for a year
BROUGHT_IN_GONE_AFTER = timedelta(days=60)  # they came from a file, which can be brought in again
_EVERY = 6 * 3600.0  # seconds between looks for what has had its time


def check_room(store: Store, rates: Rates, client: Client, more: int, are_brought_in: bool = False) -> None:
    """Raise BusyError if a client cannot have so many games more."""
    if client.visitor == MACHINE_USER:
        return
    if are_brought_in and store.count(client.visitor, brought_in=True) + more > MOST_BROUGHT_IN:
        raise BusyError(f"at most {MOST_BROUGHT_IN} games can be brought in: delete some first, or bring in fewer")
    if store.count(client.visitor) + more > MOST_GAMES:
        raise BusyError(f"at most {MOST_GAMES} games of yours are kept: delete some first")
    if store.count() + more > MOST_GAMES_IN_ALL:
        raise BusyError("no more games can be kept here")
    if not rates.games.allows(client.address, more):
        raise BusyError("too many games come from your address: try again later")


async def forget_the_gone(store: Store, turns: Turns) -> None:
    """Now and then, as long as the server runs."""
    while True:
        try:
            gone = await turns.run(
                Client("", "housekeeping"), lambda: store.forget_unvisited(GONE_AFTER, BROUGHT_IN_GONE_AFTER)
            )
            if gone:
                log.info("games that nobody came back to are gone", extra={"games": gone})
        except StoreError as error:
            log.error("the store failed", extra={"error": str(error)})
        await asyncio.sleep(_EVERY)
