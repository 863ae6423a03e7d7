"""The functions of a game's file from outside this package, checked where their results are taken.

Compiled code of ours checks no index, and uses what a game says as one: how many moves there are, their codes, whose
turn it is. Random games show few positions, and a text may describe any. So functions of other people's files are
compiled with a check of every index (kernel/compiling.py), and what they return passes through the functions below,
in plain Python as in compiled code. A wrong result ends the call with a NoughtsError. Together it costs up to a
twentieth of a search's speed.

A buffer of moves (`Game.new_moves`) has a place for every code. Its length bounds the number of moves, as none is legal
twice, and their codes.
"""

import functools
from collections.abc import Callable
from typing import Any

from noughts.errors import NoughtsError
from noughts.kernel.compiling import compiled
from noughts.kernel.fingerprint import is_ours
from noughts.kernel.intrinsics import int64

Function = Callable[..., Any]


def checked(name: str, function: Function, rules: str) -> Function:
    """The contract's function of that name, checked if its results are used as indices."""
    make = _CHECKS.get(name)
    return function if make is None else make(function, f"the rules of {rules}: {name}")


def _checked_moves(function: Function, what: str) -> Function:
    return _checked_list(function, what, least=1)


def _checked_choice(function: Function, what: str) -> Function:
    """Check a list of moves that may be empty, or UNRESTRICTED."""
    return _checked_list(function, what, least=-1)


def _checked_list(function: Function, what: str, least: int) -> Function:
    wrong_number = f"{what} returns a number of moves that cannot be (below {least}, or above move_codes)"
    wrong_code = f"{what} writes a number that is no move's code (below 0, or not below move_codes)"

    @compiled
    def listed(state: Any, out: Any) -> int:
        n = int64(function(state, out))
        if n < least or n > len(out):
            raise NoughtsError(wrong_number)
        for i in range(n):
            if out[i] < 0 or out[i] >= len(out):
                raise NoughtsError(wrong_code)
        return n

    return listed


def _checked_turn(function: Function, what: str) -> Function:
    return _checked_number(function, f"{what} is neither 0 nor 1", most=1)


def _checked_outcome(function: Function, what: str) -> Function:
    return _checked_number(function, f"{what} is none of ONGOING, FIRST, SECOND and DRAW", most=3)


def _checked_number(function: Function, wrong: str, most: int) -> Function:
    @compiled
    def number(state: Any) -> int:
        n = int64(function(state))
        if n < 0 or n > most:
            raise NoughtsError(wrong)
        return n

    return number


@functools.cache
def checked_candidates(function: Function | None) -> Function | None:
    """An evaluation's candidates, if they are from outside, checked as lists of moves are."""
    from noughts.kernel.evaluation import ALL_MOVES, OTHERS_LOSE

    if function is None or is_ours(function.py_func):  # type: ignore[attr-defined]
        return function
    listed: Function = function
    what = f"the candidates of {function.__module__}"
    wrong_number = f"{what}: they are more than there are moves"
    wrong_code = f"{what}: they contain a number that is no move's code"

    @compiled
    def candidates(
        states: Any, ply: int, moves: Any, scores: Any, weights: Any, accumulators: Any, only_threats: bool
    ) -> int:
        n = int64(listed(states, ply, moves, scores, weights, accumulators, only_threats))
        count = n if only_threats or n < OTHERS_LOSE else n - OTHERS_LOSE
        if count < ALL_MOVES or count > len(moves):
            raise NoughtsError(wrong_number)
        for i in range(count):
            if moves[i] < 0 or moves[i] >= len(moves):
                raise NoughtsError(wrong_code)
        return n

    return candidates


_CHECKS = {
    "moves": _checked_moves,
    "forced_moves": _checked_choice,
    "threat_moves": _checked_choice,
    "turn": _checked_turn,
    "outcome": _checked_outcome,
}
