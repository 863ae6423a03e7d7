"""A process of its own for `noughts.conformance`: random games of a game, uncompiled, printed as JSON."""

import json
import sys

from noughts.conformance import random_games
from noughts.errors import NoughtsError
from noughts.registry import game

if __name__ == "__main__":
    try:
        print(json.dumps(random_games(game(sys.argv[1]), seed=1)))
    except NoughtsError as error:
        sys.exit(str(error))
