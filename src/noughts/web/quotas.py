"""How many games are kept: bounds for a visitor and an address, and an end for games of visitors who stay away.

There is a bound in all too, but it refuses no game: the oldest go.
"""

import asyncio
import logging
from datetime import timedelta

from noughts.store import Store, StoreError
from noughts.web.fair_queue import BusyError, Client
from noughts.web.rates import Rate
from noughts.web.scheduler import Scheduler
from noughts.web.visitors import MACHINE_USER

log = logging.getLogger("noughts.web")

MOST_GAMES, MOST_BROUGHT_IN, MOST_GAMES_IN_ALL = 2_000, 500, 1_000_000
MOST_UNBEGUN = 40  # games of a visitor without a move: they are in no list, so the visitor could not delete them
MOST_STUDIES, MOST_STUDIES_IN_ALL = 100, 20_000  # analysis boards
GAME_BYTES = 256  # of a file of games, that count as one game of an address
GONE_AFTER = timedelta(days=400)  # without a visit: a visitor's cookie is kept for a year
BROUGHT_IN_GONE_AFTER = timedelta(days=60)  # they came from a file, which can be brought in again
_EVERY = 600.0  # seconds between looks for games that have had their time


def check_room(store: Store, client: Client, more: int, are_brought_in: bool = False) -> None:
    """Raise BusyError if a visitor cannot have so many games more."""
    if client.visitor == MACHINE_USER:
        return
    if are_brought_in and store.count(client.visitor, brought_in=True) + more > MOST_BROUGHT_IN:
        raise BusyError(f"at most {MOST_BROUGHT_IN} games can be brought in: delete some first, or bring in fewer")
    if store.count(client.visitor) + more > MOST_GAMES:
        raise BusyError(f"at most {MOST_GAMES} games of yours are kept: delete some first")


def check_room_for_study(store: Store, client: Client) -> None:
    """Raise BusyError if a visitor cannot keep another analysis board."""
    if client.visitor != MACHINE_USER and store.studies.count(client.visitor) >= MOST_STUDIES:
        raise BusyError(f"at most {MOST_STUDIES} analysis boards of yours are kept: delete one first")


def count_games(rate: Rate, client: Client, more: int) -> None:
    """Raise BusyError if too many games come from an address, whatever its cookies."""
    if more > 0 and client.visitor != MACHINE_USER and not rate.allows(client.address, more):
        raise BusyError("too many games come from your address: try again later")


async def keep_house(store: Store, scheduler: Scheduler) -> None:
    """Delete games that have had their time, now and then, as long as the server runs."""

    def delete() -> int:
        gone = store.forget_unvisited(GONE_AFTER, BROUGHT_IN_GONE_AFTER)
        store.studies.forget_oldest(MOST_STUDIES_IN_ALL)
        return gone + store.forget_oldest(MOST_GAMES_IN_ALL)

    while True:
        try:
            if gone := await scheduler.run(Client("", "housekeeping"), delete):
                log.info("games have had their time", extra={"games": gone})
        except StoreError as error:
            log.error("the store failed", extra={"error": str(error)})
        await asyncio.sleep(_EVERY)
