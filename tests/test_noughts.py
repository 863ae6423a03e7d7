"""The strong engine's search: true values where it looks to the end, and true mates everywhere."""

from typing import Any

import pytest

import noughts
from noughts.board import Position
from noughts.kernel.scores import MATE, MATE_RANGE
from noughts.registry import best_evaluation, evaluation, search_class
from noughts.search.base import Bounds, Settings, StopSignal
from positions import LARGE, SMALL, last_positions, late_positions, random_positions

PLENTY = 120


def set_up(name: str, game: noughts.Game, eval_name: str | None = None, threads: int = 1, **options: Any) -> Any:
    found = evaluation(eval_name) if eval_name else best_evaluation(game)
    return search_class(name)(game, Settings(found, hash_mb=4, threads=threads, options=options))


def iterations(search: Any, position: Position, depth: int) -> list[Any]:
    return list(search.iterate(position, Bounds(depth), StopSignal()))


def value(search: Any, position: Position, depth: int = PLENTY) -> int:
    return iterations(search, position, depth)[-1].lines[0].value


def verdict(found: int) -> int:
    """A value with all mates of a side the same."""
    return found if abs(found) <= MATE_RANGE else MATE if found > 0 else -MATE


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("reductions", [True, False])
@pytest.mark.parametrize("name", SMALL + LARGE)
def test_looking_to_the_end_gives_minimaxs_value(name: str, reductions: bool, threads: int) -> None:
    game = noughts.game(name)
    plain = set_up("alphabeta", game, "zero")
    strong = set_up("noughts", game, threads=threads, reductions=reductions)
    for position in last_positions(name, 3 if name == "xrudder" else 8, 60, seed=11):
        expected = value(plain, position)
        found = value(strong, position)
        assert verdict(found) == verdict(expected), position.text()
        if not reductions:
            assert found == expected, position.text()


@pytest.mark.parametrize("name", [*SMALL, *LARGE])
def test_a_mate_is_met_in_as_many_plies_against_every_defence(name: str) -> None:
    game = noughts.game(name)
    strong, plain = set_up("noughts", game), set_up("alphabeta", game, "zero")
    mates = 0
    for position in [*random_positions(name, 150, seed=21), *late_positions(name, 150, seed=21)]:
        for iteration in iterations(strong, position, 5):
            found = iteration.lines[0].value
            distance = MATE - abs(found)
            if abs(found) > MATE_RANGE and distance <= 5:
                mates += 1
                proved = value(plain, position, distance)
                assert (proved > 0) == (found > 0), position.text()
                assert MATE - abs(proved) <= distance, position.text()
    assert mates > 10
