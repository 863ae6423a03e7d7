"""Games, results and statistics, kept in a database."""

from noughts.store.friends import Friends
from noughts.store.kept_game import KeptGame
from noughts.store.schema import StoreError
from noughts.store.statistics import EARLIER, HUMAN, Statistics, Tally, statistics
from noughts.store.store import NoSuchGameError, PlayedElsewhereError, Store
from noughts.store.studies import ChangedElsewhereError, NoSuchStudyError, StudySummary

__all__ = [
    "EARLIER",
    "HUMAN",
    "ChangedElsewhereError",
    "Friends",
    "KeptGame",
    "NoSuchGameError",
    "NoSuchStudyError",
    "PlayedElsewhereError",
    "Statistics",
    "Store",
    "StoreError",
    "StudySummary",
    "Tally",
    "statistics",
]
