"""Games, results and statistics, kept in a database."""

from noughts.store.friends import Friends
from noughts.store.schema import StoreError
from noughts.store.statistics import EARLIER, HUMAN, Statistics, Tally, statistics
from noughts.store.store import KeptGame, NoSuchGameError, PlayedElsewhereError, Store

__all__ = [
    "EARLIER",
    "HUMAN",
    "Friends",
    "KeptGame",
    "NoSuchGameError",
    "PlayedElsewhereError",
    "Statistics",
    "Store",
    "StoreError",
    "Tally",
    "statistics",
]
