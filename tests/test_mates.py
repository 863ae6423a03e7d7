"""Mates of the strong engine on boards of k in a row, with all that its evaluation takes for certain.

With few cells left they are compared with a search of everything; with many they are played out by the naive rules: the
engine's move for the winner, every legal reply for the other.
"""

import random
from typing import Any

import pytest

import noughts
from noughts import Engine, Limit, reference
from noughts.engine.score import Score

EVERYTHING = Engine("alphabeta", eval="zero", hash_mb=16)


def late_positions(name: str, number: int) -> list[Any]:
    """Full boards but for 8 to 14 cells, many with obstacles."""
    game: Any = noughts.game(name)
    chance = random.Random(name)
    found: list[Any] = []
    while len(found) < number:
        cells = game.rows * game.columns
        stones = cells - chance.randint(8, 14)
        obstacles = chance.choice([0, cells // 8, cells // 4])
        contents = ["#"] * obstacles + [*"XO"] * ((stones - obstacles) // 2)
        contents += ["."] * (cells - len(contents))
        chance.shuffle(contents)
        rows = ["".join(contents[at : at + game.columns]) for at in range(0, cells, game.columns)]
        try:
            position = game.position(f"{'/'.join(rows)} X")
        except noughts.NoughtsError:
            continue  # lines of both players
        if not position.is_game_over():
            found.append(position)
    return found


@pytest.mark.parametrize("name", ["6x6x4", "7x7x5", "exact-6x6x4", "exact-7x7x5"])
def test_with_few_cells_left_values_are_those_of_a_search_of_everything(name: str) -> None:
    outcomes = set()
    for position in late_positions(name, 60):
        expected = EVERYTHING.play(position, Limit(depth=20)).score
        outcomes.add(None if expected.mate is None else expected.mate > 0)
        whole = Engine("noughts", hash_mb=4).play(position, Limit(depth=20)).score
        assert (whole.points, whole.mate is None) == (expected.points, expected.mate is None), position.text()
        for depth in (1, 3, 5):
            early = Engine("noughts", hash_mb=4).play(position, Limit(depth=depth)).score.mate
            for found in (whole.mate, early):
                assert found is None or expected.mate is not None, position.text()
                assert found is None or (found > 0) == (expected > Score(0, position.turn)), position.text()
    assert outcomes >= {None, True}


def replay(engine: Engine, game: Any, board: Any, plies: int, won: dict[Any, int]) -> None:
    """Win within so many plies, whatever the other side replies. Boards that were won before are left out."""
    if won.get(board, plies + 1) <= plies:
        return
    result = engine.play(game.position(board.text()), Limit(depth=plies))
    assert result.score.mate is not None, f"no win in {board.text()}"
    assert 0 < result.score.mate <= plies, f"no win within {plies} plies in {board.text()}"
    after = board.play(str(result.move))
    if after.is_over():
        assert after.winner() == board.turn, board.text()
    else:
        assert plies > 1, board.text()
        for reply in after.legal_moves():
            replay(engine, game, after.play(reply), plies - 2, won)
    won[board] = plies


@pytest.mark.parametrize("name", ["8x8x5", "exact-8x8x5"])
def test_mates_are_true_whatever_the_other_side_replies(name: str) -> None:
    game: Any = noughts.game(name)
    naive, chance, won = reference.game(name), random.Random(name), dict[Any, int]()
    wanted = [3, 5, 7]
    while wanted:
        position = game.start()
        for move in chance.sample([str(move) for move in position.legal_moves], 14):
            position.push(move)
            if position.is_game_over():
                position.pop()
        engine = Engine("noughts", hash_mb=16)
        mate = engine.play(position, Limit(nodes=3000)).score.mate
        if mate in wanted:
            replay(engine, game, naive.parse(position.text()), mate, won)
            wanted.remove(mate)
    assert len(won) > 100
