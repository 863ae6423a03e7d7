"""Misère: why a player cannot be made to complete a line, against trying everything out by the naive rules."""

import random
from typing import Any

import numpy as np
import pytest

import noughts
from noughts import reference
from noughts.games.shared.pairing import BY_MIRRORING, BY_WEIGHTS
from noughts.kernel.contract import ROOM
from noughts.verification.certificates import ProofError, check_mirroring, check_weights

GAMES = ["misere-3x3x3", "misere-2x4x3", "misere-3x4x3", "misere-2x5x2", "misere-4x4x3", "misere-3x3x2", "misere-1x8x2"]
CHECKS = {BY_WEIGHTS: check_weights, BY_MIRRORING: check_mirroring}


def naive_value(board: Any, known: dict[str, int]) -> int:
    """1, 0 or -1 for the side to move."""
    text = board.text()
    if text not in known:
        if board.is_over():
            known[text] = 0 if board.winner() is None else 1 if board.winner() == board.turn else -1
        else:
            known[text] = max(-naive_value(board.play(move), known) for move in board.legal_moves())
    return known[text]


def random_text(game: noughts.Game, chance: random.Random) -> str:
    """Few empty cells; every other board is its own image, turned by half, with the colours exchanged."""
    cells = game.rows * game.columns
    if chance.random() < 0.5:
        half = [chance.choice("XO#..") for _ in range(cells // 2)]
        image = [{"X": "O", "O": "X"}.get(mark, mark) for mark in reversed(half)]
        contents = [*half, *(chance.choice("#.") for _ in range(cells % 2)), *image]
    else:
        contents = [chance.choice("XO#.") for _ in range(cells)]
    rows = ("".join(contents[at : at + game.columns]) for at in range(0, cells, game.columns))
    return f"{'/'.join(rows)} {chance.choice('XO')}"


@pytest.mark.parametrize("name", GAMES)
def test_who_is_said_not_to_win_does_not(name: str) -> None:
    game, rules, chance = noughts.game(name), reference.game(name), random.Random(51)
    known: dict[str, int] = {}
    said = 0
    for _ in range(150):
        text = random_text(game, chance)
        try:
            board = rules.parse(text)
        except ValueError:  # both have a line
            continue
        if board.is_over() or text.count(".") > 6:
            continue
        value, position = naive_value(board, known), game.position(text)
        for player in range(2):
            worth = value if board.turn == player else -value
            why = game.rules.function("cannot_win")(position.states[0], player, np.zeros(ROOM, np.int64))
            said += why != 0
            assert not (why and worth == 1), text
            for reason, check in CHECKS.items():
                try:
                    check(name, board.text(), 1 - player)
                except ProofError:
                    assert why != reason, text
                else:
                    assert worth < 1, text
    assert said > 20


def test_mirroring_needs_another_cell_for_every_empty_one() -> None:
    check_mirroring("misere-3x3x3", "X../.#./..O X", 1)
    for text, defender in (("X../.../..O X", 1), ("X../.#./..X X", 1), ("X../.#./..O X", 0), ("XX./.#./..O X", 1)):
        with pytest.raises(ProofError):
            check_mirroring("misere-3x3x3", text, defender)


def test_a_board_of_sixteen_cells_is_drawn_at_a_glance() -> None:
    found = noughts.solve(noughts.game("misere-4x4x4").start(), hash_mb=1.0)
    assert (found.value, found.nodes < 100) == ("draw", True)
