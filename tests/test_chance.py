"""Chance that levels draw: the same for a seed, as often as was asked, every move alike."""

import itertools
import json
from collections import Counter

import numpy as np
import pytest
from numba import int64, none, uint64

import noughts
from noughts import Engine, Limit
from noughts.engine.levels import LEVELS, level_table
from noughts.kernel.chance import new_generator, next_seed, start
from noughts.kernel.compiling import specialize
from noughts.registry import evaluation
from noughts.search.base import SearchSettings
from noughts.search.noughts import Noughts
from noughts.search.oversight import overlook


@pytest.mark.parametrize("share", [0.0, 0.3, 0.8, 1.0])
def test_moves_are_overlooked_as_often_as_asked_and_all_alike(share: float) -> None:
    """One at least is always seen."""
    game, searches, seen = noughts.game("misere-3x3x3"), 400, Counter[int]()
    position = game.start()
    codes = [move.code for move in position.legal_moves]
    search = Noughts(game, SearchSettings(evaluation("zero"), hash_mb=0, seed=1, options={"oversight": share}))
    thread = search.threads[0]
    for seed in range(searches):
        thread.run.noise_seed = next_seed(new_generator(seed))
        thread.set_root(position, codes)
        overlook(thread.worker, thread.driver)
        left = thread.driver.root[: thread.progress.root_moves].tolist()
        assert len(left) == len(codes) - thread.progress.overlooked
        seen.update(left)
    least = searches / len(codes)
    expected = max(searches * (1 - share), least)
    assert set(seen) == set(codes)
    for times in seen.values():
        assert times == pytest.approx(expected, abs=5 * expected**0.5)


def test_seeds_that_are_alike_begin_with_numbers_that_are_not() -> None:
    firsts = [next_seed(new_generator(seed)) for seed in range(200)]
    assert len(set(firsts)) == 200
    assert all(0 <= first < 2**62 for first in firsts)
    differing = [(one ^ other).bit_count() for one, other in itertools.pairwise(firsts)]
    assert 25 < np.mean(differing) < 37, "about half of the 62 bits"


def test_compiled_and_plain_code_draw_the_same() -> None:
    begin = specialize(start, none(uint64[::1], uint64), "a test")
    seed = specialize(next_seed, int64(uint64[::1]), "a test")
    compiled, plain = np.zeros(1, np.uint64), new_generator(77)
    begin(compiled, np.uint64(77))
    for _ in range(100):
        assert seed(compiled) == next_seed(plain)


def game_of(level: str, seed: int) -> list[str]:
    position = noughts.game("ultimate").start()
    engine = Engine(level=level, seed=seed, hash_mb=1)
    while not position.is_game_over():
        position.push(engine.play(position, Limit(time=60)).move)
    return [str(move) for move in position.move_stack]


@pytest.mark.parametrize("level", ["beginner", "medium"])
def test_a_level_with_a_seed_plays_one_game_and_with_another_seed_another(level: str) -> None:
    assert game_of(level, 3) == game_of(level, 3)
    assert game_of(level, 3) != game_of(level, 4)


def test_the_table_of_a_games_levels_is_json_and_has_all_of_them() -> None:
    game = noughts.game("ultimate")
    table = json.loads(json.dumps(level_table(game)))
    assert [row["name"] for row in table] == list(LEVELS)
    for row in table:
        level = LEVELS[row["name"]]
        strength = level.strength(game)
        assert (row["time"], row["solves"]) == (level.time, level.solves)
        assert (row["nodes"], row["noise"], row["oversight"]) == (strength.nodes, strength.noise, strength.oversight)
