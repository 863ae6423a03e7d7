"""A process of its own for `noughts.evaluation_conformance`: tries an evaluation out, uncompiled, and prints JSON."""

import json
import sys

from noughts.errors import NoughtsError
from noughts.evaluation_conformance import trial
from noughts.registry import fitting_evaluation, game

if __name__ == "__main__":
    try:
        played = game(sys.argv[1])
        print(json.dumps(trial(fitting_evaluation(played, sys.argv[2] or None), played)))
    except NoughtsError as error:
        sys.exit(str(error))
