"""The types that compiled rules return: integers everywhere, so that no search computes in floats or in eight bits."""

from typing import Any

import pytest
from numba import int64, types, uint64

import noughts
from noughts.kernel import contract
from noughts.kernel.compiling import compiled
from noughts.kernel.contract import (
    cannot_win,
    content,
    counter,
    forced_moves,
    is_dead,
    is_lit,
    is_lit_row,
    is_near,
    key,
    landing,
    lines_left,
    moves,
    outcome,
    owner,
    play,
    plies_left,
    points,
    promise,
    reason,
    threat_moves,
    turn,
    where,
    winning_move,
)
from positions import ONE_OF_EACH_TYPE

STATE_ONLY, STATE_AND_MOVES, STATE_AND_NUMBER, STATE_NUMBER_ROOM = (), (int64[::1],), (int64,), (int64, int64[::1])
ARGUMENTS = {
    "moves": STATE_AND_MOVES,
    "play": STATE_AND_NUMBER,
    "turn": STATE_ONLY,
    "outcome": STATE_ONLY,
    "key": STATE_ONLY,
    "points": STATE_AND_NUMBER,
    "winning_move": STATE_ONLY,
    "forced_moves": STATE_AND_MOVES,
    "threat_moves": STATE_AND_MOVES,
    "is_dead": STATE_ONLY,
    "cannot_win": STATE_NUMBER_ROOM,
    "promise": STATE_NUMBER_ROOM,
    "is_near": STATE_AND_NUMBER,
    "plies_left": STATE_ONLY,
    "lines_left": (int64, int64[:, ::1]),
    "content": STATE_AND_NUMBER,
    "owner": STATE_AND_NUMBER,
    "is_lit": STATE_AND_NUMBER,
    "is_lit_row": STATE_AND_NUMBER,
    "reason": STATE_ONLY,
    "where": STATE_ONLY,
    "counter": STATE_AND_NUMBER,
    "landing": STATE_AND_NUMBER,
}
RETURNS = dict.fromkeys(ARGUMENTS, int64) | {"play": types.none, "key": uint64}


@compiled
def call_everything(states: Any, out: Any, number: int, rows: Any) -> Any:
    """Every function of the contract, in the order of the table above."""
    return (
        moves(states[0], out),
        play(states[0], number),
        turn(states[0]),
        outcome(states[0]),
        key(states[0]),
        points(states[0], number),
        winning_move(states[0]),
        forced_moves(states[0], out),
        threat_moves(states[0], out),
        is_dead(states[0]),
        cannot_win(states[0], number, out),
        promise(states[0], number, out),
        is_near(states[0], number),
        plies_left(states[0]),
        lines_left(states[0], number, rows),
        content(states[0], number),
        owner(states[0], number),
        is_lit(states[0], number),
        is_lit_row(states[0], number),
        reason(states[0]),
        where(states[0]),
        counter(states[0], number),
        landing(states[0], number),
    )


@pytest.mark.parametrize("name", ONE_OF_EACH_TYPE)
def test_the_contract_returns_64_bit_integers_whatever_the_game_returns(name: str) -> None:
    arguments = (types.Array(noughts.game(name).rules.record_type, 1, "C"), int64[::1], int64, int64[:, ::1])
    dispatcher = call_everything.dispatcher  # type: ignore[attr-defined]
    dispatcher.compile(arguments)
    returned = dispatcher.overloads[arguments].signature.return_type
    assert dict(zip(ARGUMENTS, returned, strict=True)) == RETURNS


@pytest.mark.parametrize("name", ONE_OF_EACH_TYPE)
def test_a_games_own_functions_return_integers_and_play_returns_nothing(name: str) -> None:
    rules = noughts.game(name).rules
    for function_name in rules.functions:
        arguments = (rules.record_type, *ARGUMENTS[function_name])
        function = rules.compiled_function(function_name).dispatcher
        function.compile(arguments)
        returned = function.overloads[arguments].signature.return_type
        if function_name == "play":
            assert returned == types.none
        else:
            assert isinstance(returned, types.Integer | types.Boolean), function_name


def test_the_tables_above_hold_the_whole_contract() -> None:
    assert set(ARGUMENTS) == {name for name, value in vars(contract).items() if hasattr(value, "__wrapped__")}
