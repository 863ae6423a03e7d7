"""What is learned at a game's first use: cells that win together, found by trying the rules, and the match that decides
whether anything learned is used."""

import itertools
import re
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import noughts as package
from commands import CONNECT_FOUR, ROOT, noughts
from noughts.engine.first_use import play_trial, proven
from noughts.evals import ntuples, zero
from noughts.evals.shared.state_bits import SIZE, read_bits
from noughts.evals.shared.tuples import find_tuples
from noughts.evals.shared.winning_sets import find_sets
from noughts.kernel.evaluation import Weights

QUBIC, QUARTO, HEX = (ROOT / "examples" / f"{name}.py" for name in ("qubic", "quarto", "hex"))


def sets_of(path: Path) -> tuple[package.Game, set[tuple[int, ...]]]:
    game = package.game(str(path))
    return game, set(find_sets(game, read_bits(game).cells))


def test_the_sets_of_qubic_are_its_76_lines() -> None:
    game, sets = sets_of(QUBIC)
    # A line of the cube: each coordinate counts up, counts down or stays, and one at least does not stay.
    ways = [(0, 0, 0, 0), (1, 1, 1, 1), (2, 2, 2, 2), (3, 3, 3, 3), (0, 1, 2, 3), (3, 2, 1, 0)]
    lines = {
        frozenset(zip(*chosen, strict=True))
        for chosen in itertools.product(ways, repeat=3)
        if max(map(len, map(set, chosen))) > 1
    }
    assert len(lines) == 76

    def place(cell: int) -> tuple[int, int, int]:
        layer, column, row = list(game.cells[cell].name)  # 2b3
        return int(layer) - 1, int(row) - 1, "abcd".index(column)

    assert {frozenset(map(place, one)) for one in sets} == lines


def test_the_sets_of_connect_four_are_lines_and_most_of_them() -> None:
    game, sets = sets_of(CONNECT_FOUR)
    assert len(sets) >= 55
    for one in sets:
        rows, columns = ([getattr(game.cells[cell], name) for cell in one] for name in ("row", "column"))
        steps = {
            (b - a, d - c) for (a, b), (c, d) in zip(itertools.pairwise(rows), itertools.pairwise(columns), strict=True)
        }
        assert len(one) == 4
        assert len(steps) == 1, one


@pytest.mark.parametrize("file", [HEX, QUARTO])
def test_a_game_that_is_won_by_chains_or_by_what_pieces_share_has_no_sets(file: Path) -> None:
    assert sets_of(file)[1] == set()


def test_rules_that_never_end_on_a_state_that_cannot_arise_give_no_sets(tmp_path: Path) -> None:
    source = QUBIC.read_text().replace('name = "qubic"', 'name = "endless-qubic"')
    asked = "    player = int64(state.turn)\n    state.stones"
    stuck = (
        "    while popcount(state.stones[0]) < popcount(state.stones[1]) or popcount(state.stones[0]) > 1 + popcount(\n"
    )
    stuck += "        state.stones[1]\n    ):\n        state.turn = state.turn\n"
    assert asked in source
    path = tmp_path / "endless_qubic.py"
    path.write_text(source.replace(asked, stuck + asked))
    game = package.game(str(path))
    cells = read_bits(game).cells
    clock = time.monotonic()
    assert find_sets(game, cells) == []
    assert time.monotonic() - clock < 50  # the other process works for 3 s at most, on whatever machine


def test_a_game_may_name_its_own_tuples() -> None:
    class Pairs(type(package.game(str(CONNECT_FOUR)))):  # type: ignore[misc]
        tuples = ((0, 1), (2, 3, 4))

    tuples = find_tuples(Pairs())
    sizes = sorted(len(one.bits) for one in tuples)
    # Heights of seven columns, 42 cells of two bits, and the sets of two and three cells.
    assert sizes == [2] * 42 + [3] * 7 + [4, 6]


def test_what_was_learned_is_used_where_it_has_won() -> None:
    game = package.game(str(QUBIC))
    trial = play_trial(ntuples.EVALUATION, game)
    assert trial.has_won
    assert trial.score > 0.8
    assert 8 <= trial.games <= 60
    assert proven(ntuples.EVALUATION, game) is ntuples.EVALUATION


def test_what_misleads_gives_way_to_zero() -> None:
    def turned_round(game: package.Game) -> Weights:
        weights = ntuples.weights_of(game).copy()
        weights[weights[SIZE] :] *= -1
        return np.asarray(weights)

    misleading = replace(ntuples.EVALUATION, name="misleading", learn=turned_round)
    assert proven(misleading, package.game(str(CONNECT_FOUR))) is zero.EVALUATION


def test_an_evaluation_that_was_not_learned_at_first_use_plays_no_match() -> None:
    assert proven(zero.EVALUATION, package.game(str(CONNECT_FOUR))) is zero.EVALUATION


def test_the_list_of_evaluations_says_what_the_match_came_to() -> None:
    said = noughts("eval", str(QUBIC))
    assert said.stdout.startswith("ntuples: "), said.stdout + said.stderr
    listed = " ".join(noughts("evals", str(QUBIC)).stdout.split())
    assert listed.startswith("ntuples "), listed
    assert re.search(r" It has scored \d+ % of \d+ games against zero\. The default\.", listed), listed
