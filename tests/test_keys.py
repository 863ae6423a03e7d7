"""Zobrist keys: the same for the same position, however it came about, and different for every other one."""

import functools
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numba import types

import noughts
from noughts.kernel.compiling import compiled, specialize
from noughts.kernel.contract import ONGOING, Rules, key, moves, outcome, play
from noughts.kernel.intrinsics import copy_state
from noughts.kernel.playout import next_random
from positions import WITHOUT_SIZES

LARGE_GAMES = ["15x15x5", *WITHOUT_SIZES]
GAMES = [*LARGE_GAMES, "tictactoe", "misere-4x5x4", "8x10x5", "19x19x5"]
NINE = "/".join(["9"] * 9)
X_LINE = "XXX6/" + "/".join(["9"] * 8)
TEN = "/".join(["12"] * 9) + "/X10O"


@compiled
def record_games(states: Any, generator: Any, legal: Any, keys: Any) -> None:
    """Play random games from states[0] on states[1], until a position and its key are noted at every place from 2."""
    place = 2
    while place < len(states):
        copy_state(states, 1, 0)
        while outcome(states[1]) == ONGOING and place < len(states):
            n = moves(states[1], legal)
            play(states[1], legal[(next_random(generator) >> np.uint64(33)) % np.uint64(n)])
            copy_state(states, place, 1)
            keys[place] = key(states[1])
            place += 1


@functools.cache
def recorder(rules: Rules) -> Callable[..., None]:
    states = types.Array(rules.record_type, 1, "C")
    signature = types.void(states, types.uint64[::1], types.int64[::1], types.uint64[::1])
    return specialize(record_games, signature, "random games for the tests of keys")


def random_states(name: str, count: int) -> tuple[Any, Any]:
    """Positions from random games, each with the key that it got by playing there."""
    game = noughts.game(name)
    states = game.new_states(count + 2)
    states[:1] = game.start().states
    keys = np.zeros(count + 2, np.uint64)
    recorder(game.rules)(states, np.array([88172645463325252], np.uint64), game.new_moves(), keys)
    return states[2:], keys[2:]


@pytest.mark.parametrize("name", LARGE_GAMES)
def test_no_two_of_many_positions_share_a_key(name: str) -> None:
    states, keys = random_states(name, 300_000)
    distinct = {state.tobytes() for state in states}
    assert len(distinct) > 200_000
    assert len(np.unique(keys)) == len(distinct)


@pytest.mark.parametrize("name", GAMES)
def test_the_key_found_by_playing_is_the_key_of_the_text(name: str) -> None:
    game = noughts.game(name)
    states, keys = random_states(name, 300)
    for state, found in zip(states, keys, strict=True):
        assert game.position(game.write_position(state)).key == found


def after(name: str, line: str) -> noughts.Position:
    position = noughts.game(name).start()
    for move in line.split():
        position.push(move)
    return position


@pytest.mark.parametrize(
    ("name", "one_way", "another"),
    [
        ("nineboard", "1.2 2.1 1.3 3.1 1.4", "1.3 3.1 1.2 2.1 1.4"),
        ("nineboard-fulldraw", "5.5 5.1 1.5 5.2 2.5", "5.5 5.2 2.5 5.1 1.5"),
        ("ultimate", "1.2 2.1 1.3 3.1 1.4", "1.3 3.1 1.2 2.1 1.4"),
        ("ultimate-playon", "9.4 4.9 9.5 5.9 9.1 1.9", "9.1 1.9 9.4 4.9 9.5 5.9"),
        ("xtreme", "1.1.2 2.2.1 2.1.3 1.3.1 1.1.4", "2.1.3 1.3.1 1.1.2 2.2.1 1.1.4"),
        ("xrudder", "a1 l10 c3 j8", "c3 j8 a1 l10"),
        ("xrudder", "a1 l10 a1-a2 l10-k9 c3", "c3 l10 a1 l10-k9 a1-a2"),
    ],
)
def test_another_order_of_the_same_moves_gives_the_same_key(name: str, one_way: str, another: str) -> None:
    first, second = after(name, one_way), after(name, another)
    assert first == second
    assert first.key == second.key


@pytest.mark.parametrize("name", ["tictactoe", "misere-4x5x4", "8x10x5", "15x15x5", "32x32x9"])
def test_stones_in_any_order_give_the_same_key(name: str) -> None:
    chance = random.Random(name)
    game = noughts.game(name)
    compared = 0
    while compared < 30:
        cells = chance.sample(list(game.moves.values()), chance.randrange(3, min(len(game.moves), 40)))
        first, second = game.start(), game.start()
        own, others = chance.sample(cells[::2], len(cells[::2])), chance.sample(cells[1::2], len(cells[1::2]))
        for ply, cell in enumerate(cells):
            if not (first.is_game_over() or second.is_game_over()):
                first.push(cell)
                second.push(others[ply // 2] if ply % 2 else own[ply // 2])
        if len(first.move_stack) == len(cells):
            assert first == second
            assert first.key == second.key
            compared += 1


@pytest.mark.parametrize("name", GAMES)
def test_taking_moves_back_brings_the_keys_back(name: str) -> None:
    chance = random.Random(name)
    position = noughts.game(name).start()
    passed = [(position.key, position.text())]
    for _ in range(300):
        if position.is_game_over() or (position.move_stack and chance.random() < 0.3):
            for _ in range(chance.randrange(1, len(passed))):
                position.pop()
                passed.pop()
        else:
            position.push(chance.choice(position.legal_moves))
            passed.append((position.key, position.text()))
        assert (position.key, position.text()) == passed[-1]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("tictactoe", ".../.../... X"), ("tictactoe", ".../.../... O")),
        (("tictactoe", "X../.../... X"), ("tictactoe", "O../.../... X")),
        (("tictactoe", "X../.../... X"), ("tictactoe", "#../.../... X")),
        (("tictactoe", "#../.../... X"), ("tictactoe", ".../.../... X")),
        (("3x3x3", ".../.../... X"), ("misere-3x3x3", ".../.../... X")),
        (("3x3x2", ".../.../... X"), ("3x3x3", ".../.../... X")),
        (("2x3x2", ".../... X"), ("3x2x2", "../../.. X")),
        (("nineboard", f"{NINE} X -"), ("nineboard-fulldraw", f"{NINE} X -")),
        (("nineboard", f"{NINE} X -"), ("nineboard", f"{NINE} X 1")),
        (("nineboard", f"{NINE} X 1"), ("nineboard", f"{NINE} X 9")),
        (("nineboard", f"{NINE} X 1"), ("nineboard", f"{NINE} O 1")),
        (("ultimate", f"{NINE} X -"), ("ultimate-playon", f"{NINE} X - .........")),
        (("ultimate", f"{NINE} X -"), ("ultimate-count", f"{NINE} X -")),
        (("ultimate", f"{NINE} X -"), ("ultimate", f"{NINE} X 1")),
        (("ultimate", f"{NINE} X -"), ("ultimate", f"{NINE} O -")),
        (
            ("ultimate-playon", f"XXXOOO3{NINE[1:]} X - X........"),
            ("ultimate-playon", f"XXXOOO3{NINE[1:]} X - O........"),
        ),
        (("xtreme", f"{X_LINE}/{NINE} X - -"), ("xtreme", f"{NINE}/{X_LINE} X - -")),
        (("xtreme", f"{X_LINE}/{NINE} X - -"), ("xtreme", f"{X_LINE}/{NINE} X - b")),
        (("xtreme", f"{X_LINE}/{NINE} X - -"), ("xtreme", f"{X_LINE}/{NINE} O - -")),
        (("xtreme", f"{X_LINE}/{NINE} X - -"), ("xtreme", f"{X_LINE}/{NINE} X 2 -")),
        (("xrudder", f"{TEN} X 5 5 5"), ("xrudder", f"{TEN} O 5 5 5")),
        (("xrudder", f"{TEN} X 5 5 5"), ("xrudder", f"{TEN} X 4 5 5")),
        (("xrudder", f"{TEN} X 5 5 5"), ("xrudder", f"{TEN} X 5 4 5")),
        (("xrudder", f"{TEN} X 4 5 5"), ("xrudder", f"{TEN} X 5 4 5")),
        (("xrudder", f"{TEN} X 5 5 5"), ("xrudder", f"{TEN} X 5 5 4")),
    ],
)
def test_all_that_matters_is_in_the_key(one: tuple[str, str], other: tuple[str, str]) -> None:
    positions = [noughts.game(name).position(text) for name, text in (one, other)]
    assert positions[0] != positions[1]
    assert positions[0].key != positions[1].key
