"""Verdicts of `mnk_shapes`, and the moves that it takes for lost, against a plain search of all moves.

The search is alpha-beta without an evaluation, whose value is plain minimax's (tests/test_searches.py); of what
`mnk_shapes` knows it knows nothing.
"""

import random
from typing import Any

import numpy as np
import pytest

import noughts
from noughts.evals.mnk_shapes import EVALUATION
from noughts.kernel.compiling import specialize
from noughts.kernel.contract import NO_MOVE
from noughts.kernel.evaluation import (
    ASK_GAME,
    LOST,
    LOST_PLIES,
    ORDER,
    QUIET,
    THREATENED,
    THREATENING,
    VERDICT,
    is_pressed,
    without_pressure,
)

WEIGHTS = EVALUATION.loaded_weights
PLAIN = noughts.Engine("alphabeta", eval="zero", hash_mb=16)


class Asked:
    """What the evaluation says of a position, without any search."""

    def __init__(self, position: Any) -> None:
        game = position.game
        row = np.zeros((1, EVALUATION.accumulator_size), np.int32)
        EVALUATION.for_rules(game.rules, game.name).call_update(position.states, 0, NO_MOVE, WEIGHTS, row)
        verdict = specialize(EVALUATION.verdict, VERDICT.signature(game.rules), "a test")
        order = specialize(EVALUATION.order, ORDER.signature(game.rules), "a test")
        told = int(verdict(position.states, 0, WEIGHTS, row))
        self.verdict, self.is_pressed = without_pressure(told), is_pressed(told)
        moves = np.array([move.code for move in position.legal_moves], np.int64)
        scores = np.zeros(len(moves), np.int64)
        order(position.states, 0, moves, len(moves), scores, WEIGHTS, row)
        self.lost = [move for move, score in zip(position.legal_moves, scores, strict=True) if score == LOST]


def plies_to_win(position: Any, most: int) -> int | None:
    """Within how many plies the side to move wins, or loses if negative; None if nothing is decided so soon."""
    score = PLAIN.play(position, noughts.Limit(depth=most)).score
    mate = score.mate
    return None if mate is None else int(mate)


def random_positions(name: str, number: int) -> list[Any]:
    """Stones near each other, some boards with obstacles, both sides to move."""
    game: Any = noughts.game(name)
    chance = random.Random(name)
    found: list[Any] = []
    while len(found) < number:
        few = chance.choice([0.0, 0.0, 0.1])
        contents = ["#" if chance.random() < few else "." for _ in range(game.rows * game.columns)]
        filled = chance.uniform(0.15, 0.7)
        contents = [chance.choice("XO") if cell == "." and chance.random() < filled else cell for cell in contents]
        rows = ["".join(contents[at : at + game.columns]) for at in range(0, len(contents), game.columns)]
        try:
            position = game.position(f"{'/'.join(rows)} {chance.choice('XO')}")
        except noughts.NoughtsError:
            continue  # lines of both players
        if not position.is_game_over():
            found.append(position)
    return found


@pytest.mark.parametrize(
    "name", ["4x4x3", "5x5x4", "6x6x4", "5x7x5", "6x6x5", "exact-6x6x4", "exact-5x7x4", "misere-4x4x3"]
)
def test_whatever_is_certain_is_so(name: str) -> None:
    seen, pressed = set(), 0
    for position in random_positions(name, 250):
        asked = Asked(position)
        certain = asked.verdict
        seen.add(certain)
        if certain == ASK_GAME:
            continue
        found = plies_to_win(position, 2)
        assert (certain == 1) == (found == 1), position.text()
        if certain in (QUIET, THREATENING):
            assert found is None, position.text()
            if asked.is_pressed:
                pressed += 1
                stones, mover = position.text().rsplit(" ", 1)
                within = plies_to_win(position.game.position(f"{stones} {'XO'[mover == 'X']}"), 3)
                assert within in (1, 3), position.text()
        elif certain == THREATENED:
            assert found is None or found == -2, position.text()
        elif certain == -2:
            assert found == -2, position.text()
        elif certain > 1:
            within = plies_to_win(position, certain)
            assert within is not None, position.text()
            assert 0 < within <= certain, position.text()
    expected = {ASK_GAME} if "misere" in name else {1, 3, QUIET, THREATENED, THREATENING}
    assert expected <= seen
    assert pressed > 0 or "misere" in name


@pytest.mark.parametrize("name", ["5x5x4", "6x6x4", "6x7x5", "exact-6x6x4"])
def test_moves_that_are_taken_for_lost_lose(name: str) -> None:
    tried = 0
    for position in random_positions(name, 400):
        for move in Asked(position).lost:
            after = position.copy()
            after.push(move)
            found = plies_to_win(after, LOST_PLIES - 1) if not after.is_game_over() else None
            assert found is not None, (position.text(), str(move))
            assert 0 < found < LOST_PLIES, (position.text(), str(move))
            tried += 1
    assert tried > 100


@pytest.mark.parametrize(
    ("text", "plies"),
    [
        ("9/9/9/9/2XXXX3/9/9/9/9 X", 1),
        ("9/9/9/9/2XXXX3/9/9/9/9 O", -2),  # two cells complete it
        ("9/9/9/9/2XXX4/9/9/9/9 X", 3),  # an open four
        ("9/9/9/9/OXXX5/4X4/4X4/4X4/9 X", 3),  # two fours
        ("9/9/9/9/OXXX5/4X4/4X4/9/9 X", 5),  # a four and an open three
        ("9/9/9/9/2XX5/4X4/4X4/9/9 X", 5),  # two open threes
        ("9/9/9/9/2XX5/4X4/4X4/9/OOO6 X", QUIET),  # but the other side could make a four
    ],
)
def test_shapes_decide(text: str, plies: int) -> None:
    assert Asked(noughts.game("9x9x5").position(text)).verdict == plies


def test_a_search_tells_these_wins_as_mates() -> None:
    threes = noughts.game("15x15x5").position("15/15/15/15/15/15/5XX8/7X7/7X7/15/15/15/15/15/15 X")
    assert noughts.Engine().play(threes, noughts.Limit(depth=3)).score.mate == 5
