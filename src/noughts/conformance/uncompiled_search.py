"""A process of its own for `noughts.conformance.searches`: a search is tried out in a game, uncompiled."""

import sys

from noughts.conformance.process import answer
from noughts.conformance.searches import Record, trial
from noughts.conformance.watchdog import Watchdog
from noughts.registry import game, search_class


def _try_out(watchdog: Watchdog) -> Record:
    played = game(sys.argv[1])
    watchdog.step()
    return trial(search_class(sys.argv[2]), played, watchdog.step)


if __name__ == "__main__":
    answer(_try_out)
