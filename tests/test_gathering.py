"""Lists of Python's objects that compiled code makes: nothing is lost, kept for ever or read beside the objects."""

import sys

import numpy as np
import pytest

import noughts
from noughts.kernel.gathering import gather, gather_entry


@pytest.fixture(params=[gather_entry, lambda: gather], ids=["compiled", "plain"])
def gathered(request: pytest.FixtureRequest) -> object:
    return request.param()


def test_objects_come_in_the_order_of_their_indices(gathered: object) -> None:
    objects = [f"object {number}" for number in range(5)]
    indices = np.array([4, 0, 4, 2, 77])
    assert gathered(indices, objects, 4) == ["object 4", "object 0", "object 4", "object 2"]  # type: ignore[operator]
    assert gathered(indices, objects, 0) == []  # type: ignore[operator]


def test_an_index_beside_the_objects_is_an_error(gathered: object) -> None:
    with pytest.raises(IndexError):
        gathered(np.array([1, 3]), ["one", "two"], 2)  # type: ignore[operator]


def test_a_list_holds_its_objects_as_long_as_it_lives(gathered: object) -> None:
    thing = object()
    before = sys.getrefcount(thing)
    lists = [gathered(np.array([0, 0, 0]), [thing], 3) for _ in range(100)]  # type: ignore[operator]
    with pytest.raises(IndexError):
        gathered(np.array([0, 1]), [thing], 2)  # type: ignore[operator]
    assert sys.getrefcount(thing) == before + 300
    lists.clear()
    assert sys.getrefcount(thing) == before


def test_a_list_of_legal_moves_is_ones_own() -> None:
    position = noughts.game("15x15x5").start()
    moves = position.legal_moves
    moves.clear()
    assert len(position.legal_moves) == 225
