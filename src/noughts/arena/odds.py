"""Time odds: limits of one player alone, in place of those of the match.

2:time=0.1                  the second player has a tenth of a second a move
mybot:clock=5+0.05          the player of that name has a clock of its own
greedy:nodes=1000,depth=3   nodes and plies beside the time that all have
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from noughts.arena.clock import Conditions
from noughts.engine.limit import Limit
from noughts.engine.time_control import TimeControl
from noughts.errors import NoughtsError, shown

_CLOCK = "clock"
_HOW = "write PLAYER:TERMS, as in 2:time=0.1 or mybot:clock=5+0.05"


def read_odds(texts: Iterable[str], names: Sequence[str], conditions: Conditions) -> dict[int, Conditions]:
    """The conditions of players that have their own, by their numbers from 0 up.

    >>> own = read_odds(["2:time=0.1", "greedy:nodes=9"], ["greedy", "random"], Conditions(clock=TimeControl(60.0)))
    >>> str(own[0]), str(own[1])
    ('clock 60, 9 nodes', '0.1 s a move')
    """
    found: dict[int, Conditions] = {}
    for text in texts:
        player, colon, terms = text.rpartition(":")
        if not colon:
            raise NoughtsError(f"the odds are {shown(text)}; {_HOW}")
        number = _number(player.strip(), names)
        if number in found:
            raise NoughtsError(f"the odds of {names[number]} are there twice; write all terms into one")
        found[number] = _conditions(text, terms, conditions)
    return found


def _number(player: str, names: Sequence[str]) -> int:
    if player in names:
        return names.index(player)
    if re.fullmatch("[0-9]{1,6}", player) and 1 <= int(player) <= len(names):
        return int(player) - 1
    raise NoughtsError(
        f"odds are given to {shown(player)}, who does not play; a player is its name or its number, from 1 up: "
        f"{', '.join(names[:20])}"
    )


def _conditions(text: str, terms: str, conditions: Conditions) -> Conditions:
    given: dict[str, str] = {}
    for term in terms.split(","):
        name, _, value = (word.strip() for word in term.partition("="))
        if name not in (_CLOCK, *Limit.options()) or not value or name in given:
            raise NoughtsError(f"the odds are {shown(text)}; {_HOW}, with clock, {', '.join(Limit.options())}")
        given[name] = value
    clock = TimeControl.read(given.pop(_CLOCK)) if _CLOCK in given else None
    limit = Limit.take(given)
    if clock is not None and limit.time is not None:
        raise NoughtsError(f"the odds are {shown(text)}; either a time for each move or a clock counts, not both")
    common = conditions.limit if clock is None else replace(conditions.limit, time=None)
    kept = conditions.clock if limit.time is None else None
    return replace(conditions, clock=clock or kept, limit=common.updated(limit))
