"""The transposition table: what it keeps, what it gives up, and that threads cannot tear it."""

import random
import threading

import numpy as np
import pytest
from numba import from_dtype, types

from noughts.kernel.compiling import compiled, specialize
from noughts.kernel.intrinsics import int64
from noughts.kernel.scores import MATE
from noughts.kernel.table import (
    AGES,
    ENTRY,
    EXACT,
    LOWER,
    NOTHING,
    UPPER,
    age_of,
    bound_of,
    depth_of,
    fill,
    move_of,
    new_table,
    probe,
    store,
    value_of,
)


def key(number: int) -> np.uint64:
    return np.uint64(number)


@pytest.mark.parametrize("value", [0, 1, -1, 12345, -99_999_999, MATE - 7, 7 - MATE])
@pytest.mark.parametrize("bound", [UPPER, LOWER, EXACT])
def test_what_is_stored_comes_back(value: int, bound: int) -> None:
    table = new_table(0.01)
    store(table, key(2**63 + 12345), 3, value, bound, 17, 1079, 63)
    data = probe(table, key(2**63 + 12345))
    assert (value_of(data, 3), bound_of(data), depth_of(data), move_of(data), age_of(data)) == (
        value, bound, 17, 1079, 63,
    )  # fmt: skip
    assert probe(table, key(99)) == NOTHING


def test_a_mate_is_as_far_from_its_own_position_wherever_that_is_met() -> None:
    table = new_table(0.01)
    store(table, key(5), 4, MATE - 6, EXACT, 9, 0, 0)  # two plies on from ply 4
    assert value_of(probe(table, key(5)), 10) == MATE - 12
    store(table, key(6), 4, 6 - MATE, EXACT, 9, 0, 0)
    assert value_of(probe(table, key(6)), 0) == 2 - MATE


def test_in_a_full_bucket_the_shallowest_goes_and_older_searches_first() -> None:
    table = new_table(64 / 2**20)  # a single bucket of four
    assert len(table) == 4
    for number, depth in enumerate((5, 3, 9, 7), 1):
        store(table, key(number), 0, number, EXACT, depth, 0, 0)
    store(table, key(10), 0, 10, EXACT, 1, 0, 0)
    assert probe(table, key(2)) == NOTHING, "depth 3 was the shallowest"
    store(table, key(11), 0, 11, EXACT, 1, 0, 1)  # a new search: everything else is older, the shallowest goes
    assert probe(table, key(10)) == NOTHING
    store(table, key(12), 0, 12, EXACT, 0, 0, 1)
    assert probe(table, key(11)) != NOTHING, "of this search"
    assert probe(table, key(1)) == NOTHING, "the shallowest of the old one"
    assert probe(table, key(3)) != NOTHING


def test_ages_wrap_around() -> None:
    table = new_table(64 / 2**20)
    for number in range(4):
        store(table, key(number + 1), 0, 0, EXACT, 5, 0, AGES - 1)
    store(table, key(9), 0, 0, EXACT, 1, 0, 0)
    assert probe(table, key(9)) != NOTHING


def test_sizes_are_powers_of_two_within_the_megabytes() -> None:
    assert [len(new_table(size)) for size in (0, 0.00001, 64 / 2**20, 0.001, 1, 3)] == [0, 0, 4, 64, 65536, 131072]
    assert fill(new_table(0)) == 0
    table = new_table(1)
    table["word"][:2048] = 1
    assert fill(table) == 0.5


@compiled
def hammer(table: np.ndarray, seed: int, rounds: int) -> int:
    wrong = 0
    x = np.uint64(seed)
    for _ in range(rounds):
        x ^= x << np.uint64(13)
        x ^= x >> np.uint64(7)
        x ^= x << np.uint64(17)
        number = int64(x % np.uint64(64)) + 1
        data = probe(table, np.uint64(number))
        if data != NOTHING and value_of(data, 0) != number * 1000003:
            wrong += 1
        store(table, np.uint64(number), 0, number * 1000003, EXACT, number, number, 0)
    return wrong


def test_threads_that_write_the_same_bucket_never_give_another_positions_value() -> None:
    """Each key has one value of its own; whatever is read back under a key must be that value."""
    writing = specialize(
        hammer, types.int64(types.Array(from_dtype(ENTRY), 1, "C"), types.int64, types.int64), "a test"
    )
    table = new_table(64 / 2**20)
    wrong: list[int] = []
    threads = [
        threading.Thread(target=lambda seed=seed: wrong.append(writing(table, seed, 3_000_000)))
        for seed in (random.Random(1).getrandbits(60), random.Random(2).getrandbits(60))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == [0, 0]
