"""What a search does with an evaluation that leaves functions out: it gets no address, and none is compiled."""

import numpy as np
from numba import int32, int64, types

import noughts
from noughts.kernel.by_address import NOWHERE, Address
from noughts.kernel.compiling import collected_parts, compiled, specialize
from noughts.kernel.contract import MoveBuffer, States
from noughts.kernel.evaluation import (
    ASK_GAME,
    ORDER,
    UPDATE,
    VERDICT,
    Accumulators,
    Evaluation,
    Weights,
    call_order,
    call_update,
    call_verdict,
)
from noughts.kernel.outside import checked_candidates

GAME = noughts.game("tictactoe")
STATES, ROWS = types.Array(GAME.rules.record_type, 1, "C"), int32[:, ::1]


@compiled
def count_moves(states: States, ply: int, move: int, weights: Weights, accumulators: Accumulators) -> None:
    accumulators[ply, 0] = move


@compiled
def seven_each(
    states: States,
    ply: int,
    moves: MoveBuffer,
    n: int,
    scores: MoveBuffer,
    weights: Weights,
    accumulators: Accumulators,
) -> None:
    for i in range(n):
        scores[i] = 7


@compiled
def wins_soon(states: States, ply: int, weights: Weights, accumulators: Accumulators) -> int:
    return int(weights[0])


@compiled
def call_all(
    update: Address,
    order: Address,
    verdict: Address,
    states: States,
    scores: MoveBuffer,
    weights: Weights,
    accumulators: Accumulators,
) -> int:
    call_update(update, states, 0, 4, weights, accumulators)
    call_order(order, states, 0, scores, 2, scores, weights, accumulators)
    return call_verdict(verdict, states, 0, weights, accumulators)


def called(update: Address, order: Address, verdict: Address) -> tuple[int, list[int], int]:
    """The row of accumulators, the scores and the verdict after asking for all of them."""
    signature = int64(int64, int64, int64, STATES, int64[::1], int64[::1], ROWS)
    scores, accumulators = np.full(3, 99), np.zeros((1, 1), np.int32)
    entry = specialize(call_all, signature, "a test")
    found = entry(update, order, verdict, GAME.new_states(1), scores, np.array([5]), accumulators)
    return int(accumulators[0, 0]), scores.tolist(), found


def test_what_has_an_address_is_called() -> None:
    addresses = []
    functions = (count_moves, UPDATE), (seven_each, ORDER), (wins_soon, VERDICT)
    for function, interface in functions:
        addresses.append(interface.compile(function, GAME.rules, "a test")[1])
    assert called(*addresses) == (4, [7, 7, 99], 5)


def test_without_an_address_nothing_is_updated_all_moves_are_alike_and_the_game_is_asked() -> None:
    assert called(NOWHERE, NOWHERE, NOWHERE) == (0, [0, 0, 99], ASK_GAME)


def test_what_an_evaluation_leaves_out_is_not_compiled() -> None:
    bare = Evaluation("bare", "Nothing but a value.", values=None, value=wins_soon)
    listed = checked_candidates(wins_soon)  # as they are not the package's own
    whole = Evaluation("whole", "All of it.", None, wins_soon, count_moves, seven_each, wins_soon)
    for evaluation, expected in ((bare, {wins_soon}), (whole, {wins_soon, count_moves, seven_each, listed})):
        with collected_parts() as parts:
            evaluation.for_rules(GAME.rules, GAME.name)
        assert {part.function for part in parts} == expected
    found = bare.for_rules(GAME.rules, GAME.name)
    assert (found.update, found.order, found.verdict) == (NOWHERE, NOWHERE, NOWHERE)
