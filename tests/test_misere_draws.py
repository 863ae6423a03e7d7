"""Misère: why a player cannot be made to complete a line, against trying everything out by the naive rules."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import noughts
from noughts import reference
from noughts.games.shared.pairing import BY_MIRRORING, BY_PAIRS, BY_WEIGHTS, PAIRS
from noughts.kernel.contract import ROOM
from noughts.kernel.scores import MATE_RANGE
from noughts.registry import evaluation, search_class
from noughts.search.base import Bounds, SearchSettings, StopSignal
from noughts.verification.certificates import ProofError, check_mirroring, check_pairs, check_weights

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
            room = np.zeros(ROOM, np.int64)
            why = game.rules.function("cannot_win")(position.states[0], player, room)
            said += why != 0
            assert not (why and worth == 1), text
            if why == BY_PAIRS:
                check_pairs(name, board.text(), 1 - player, names_of_pairs(game, room))
            for reason, check in CHECKS.items():
                try:
                    check(name, board.text(), 1 - player)
                except ProofError:
                    assert why != reason, text
                else:
                    assert worth < 1, text
    assert said > 20


def names_of_pairs(game: noughts.Game, room: np.ndarray) -> list[list[str]]:
    words = [int(word) for word in room[PAIRS:]]
    pairs = words[: words.index(0)]
    return [[str(game.moves[bit]) for bit in range(64) if word >> bit & 1] for word in pairs]


@pytest.mark.parametrize("name", ["misere-3x3x3", "misere-3x4x3", "misere-4x4x4"])
def test_who_has_pairs_does_not_lose(name: str) -> None:
    """Against minimax without hooks; with a cell that is left to the opponent and without, whoever is to move."""
    game, chance, seen = noughts.game(name), random.Random(52), Counter[tuple[bool, bool]]()
    minimax = search_class("minimax")(game, SearchSettings(evaluation("zero"), 0))
    while len(seen) < 4 or min(seen.values()) < 10:
        position = stones_at_random(game, chance)
        for owner in range(2) if position is not None and not position.is_game_over() else ():
            room = np.zeros(ROOM, np.int64)
            if game.rules.function("cannot_win")(position.states[0], 1 - owner, room) == BY_PAIRS:
                pairs = names_of_pairs(game, room)
                check_pairs(name, position.text(), owner, pairs)
                (iteration,) = minimax.iterate(position, Bounds(20), StopSignal())
                value = int(iteration.lines[0].value) * (1 if position.turn == owner else -1)
                assert value > -MATE_RANGE, position.text()
                seen[any(len(one) == 1 for one in pairs), position.turn == owner] += 1


def stones_at_random(game: noughts.Game, chance: random.Random) -> Any:
    """A position with eight empty cells at most; None if there is none with these stones."""
    contents = [chance.choice("XO..") for _ in range(game.rows * game.columns)]
    rows = ("".join(contents[at : at + game.columns]) for at in range(0, len(contents), game.columns))
    try:
        return game.position(f"{'/'.join(rows)} {chance.choice('XO')}") if contents.count(".") <= 8 else None
    except noughts.NoughtsError:  # both have a line
        return None


def test_a_cell_is_left_to_the_opponent_only_where_that_has_the_last_move() -> None:
    """X must not take c1: with three empty cells and O to move, or with two and X to move, O takes it in the end."""
    for text in ("XX... O", "XX..O X"):
        check_pairs("misere-1x5x3", text, 0, [["c1"]])
    for text in ("XX... X", "XX..O O"):
        with pytest.raises(ProofError, match="a pair is a list of two cells"):
            check_pairs("misere-1x5x3", text, 0, [["c1"]])
    for pairs in ([["c1"], ["d1"]], [["d1"]], [["d1", "e1"]]):
        with pytest.raises(ProofError):
            check_pairs("misere-1x5x3", "XX... O", 0, pairs)


def test_mirroring_needs_another_cell_for_every_empty_one() -> None:
    check_mirroring("misere-3x3x3", "X../.#./..O X", 1)
    for text, defender in (("X../.../..O X", 1), ("X../.#./..X X", 1), ("X../.#./..O X", 0), ("XX./.#./..O X", 1)):
        with pytest.raises(ProofError):
            check_mirroring("misere-3x3x3", text, defender)


def test_a_board_of_sixteen_cells_is_drawn_at_a_glance() -> None:
    found = noughts.solve(noughts.game("misere-4x4x4").start(), hash_mb=1.0)
    assert (found.value, found.nodes < 100) == ("draw", True)
