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
from noughts.kernel.chance import CERTAIN, choose_whim, new_generator, next_seed, start
from noughts.kernel.compiling import specialize
from noughts.kernel.contract import NO_MOVE


@pytest.mark.parametrize("share", [0.0, 0.22, 0.5, 1.0])
def test_whims_happen_as_often_as_asked_and_choose_all_moves_alike(share: float) -> None:
    generator, draws, count = new_generator(5), 4000, 9
    found = Counter(choose_whim(generator, round(share * CERTAIN), count) for _ in range(draws))
    whims = draws - found.pop(NO_MOVE, 0)
    assert whims == pytest.approx(share * draws, abs=4 * (draws * share * (1 - share)) ** 0.5)
    assert set(found) == (set(range(count)) if share else set())
    for times in found.values():
        assert times == pytest.approx(whims / count, abs=5 * (whims / count) ** 0.5)


def test_seeds_that_are_alike_begin_with_numbers_that_are_not() -> None:
    firsts = [next_seed(new_generator(seed)) for seed in range(200)]
    assert len(set(firsts)) == 200
    assert all(0 <= first < 2**62 for first in firsts)
    differing = [(one ^ other).bit_count() for one, other in itertools.pairwise(firsts)]
    assert 25 < np.mean(differing) < 37, "about half of the 62 bits"


def test_compiled_and_plain_code_draw_the_same() -> None:
    begin = specialize(start, none(uint64[::1], uint64), "a test")
    choose = specialize(choose_whim, int64(uint64[::1], int64, int64), "a test")
    seed = specialize(next_seed, int64(uint64[::1]), "a test")
    compiled, plain = np.zeros(1, np.uint64), new_generator(77)
    begin(compiled, np.uint64(77))
    for _ in range(100):
        assert choose(compiled, CERTAIN // 2, 81) == choose_whim(plain, CERTAIN // 2, 81)
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


def test_the_table_of_levels_is_json_and_has_all_of_them() -> None:
    table = json.loads(json.dumps(level_table()))
    assert [row["name"] for row in table] == list(LEVELS)
    for row in table:
        level = LEVELS[row["name"]]
        assert (row["time"], row["depth"], row["nodes"]) == (level.limit.time, level.limit.depth, level.limit.nodes)
        assert (row["noise"], row["whims"], row["solves"]) == (level.noise, level.whims, level.solves)
