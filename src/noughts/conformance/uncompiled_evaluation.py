"""A process of its own for `noughts.conformance.evaluations`: an evaluation is tried out in a game, uncompiled."""

import sys

from noughts.conformance.evaluations import Record, trial
from noughts.conformance.process import answer
from noughts.conformance.watchdog import Watchdog
from noughts.registry import fitting_evaluation, game


def _try_out(watchdog: Watchdog) -> Record:
    played = game(sys.argv[1])
    watchdog.step()
    return trial(fitting_evaluation(played, sys.argv[2] or None), played, watchdog.step)


if __name__ == "__main__":
    answer(_try_out)
