"""A process of its own for `noughts.conformance`: a game is tried out, uncompiled, and the result printed as JSON.

{"games": [...]} or {"error": "what is wrong"} comes on the standard output that the process was started with. What the
game prints goes to the standard error output.
"""

import faulthandler
import json
import os
import sys
import traceback
from typing import Any

from noughts.conformance.trial import SECONDS, try_out
from noughts.conformance.watchdog import Watchdog
from noughts.errors import NoughtsError
from noughts.registry import game


def main(name: str, seconds: float) -> None:
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    faulthandler.enable(answers)

    def answer(result: dict[str, Any]) -> None:
        answers.write(json.dumps(result))
        answers.flush()
        os._exit(0)  # at once: threads and exit handlers of the game have no say

    watchdog = Watchdog(lambda message: answer({"error": message}))
    try:
        answer({"games": try_out(game(name), seconds, watchdog.step)})
    except NoughtsError as error:
        answer({"error": str(error)})
    except BaseException:  # noqa: BLE001 - a mistake of ours: what a game raises is a NoughtsError by now
        answer({"error": traceback.format_exc()})


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else SECONDS)
