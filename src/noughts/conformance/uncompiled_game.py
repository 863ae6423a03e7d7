"""A process of its own for `noughts.conformance`: a game is tried out, uncompiled."""

import sys

from noughts.conformance.process import answer
from noughts.conformance.trial import SECONDS, try_out
from noughts.registry import game

if __name__ == "__main__":
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else SECONDS
    answer(lambda watchdog: try_out(game(sys.argv[1]), seconds, watchdog.step))
