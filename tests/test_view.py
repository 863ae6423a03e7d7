"""The view: everything that a front end needs to draw a position and to play in it."""

import json
import random

import pytest

import noughts
from noughts.board.view import Counter
from positions import EXAMPLES


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_view_tells_the_whole_position_at_every_ply(name: str) -> None:
    game = noughts.game(name)
    position = game.start()
    chance = random.Random(name)
    while True:
        view = position.view()
        json.dumps(view.as_dict())
        assert "".join(cell.content for cell in view.cells).count("X") == position.text().split(" ")[0].count("X")
        assert list(view.clicks) == [str(move) for move in position.legal_moves]
        assert len(set(view.clicks.values())) == len(view.clicks), "two moves need different clicks"
        places = {(cell.row, cell.column) for cell in view.cells}
        assert len(places) == len(view.cells) == view.rows * view.columns
        assert len({cell.name for cell in view.cells}) == len(view.cells)
        for cells in view.clicks.values():
            assert view.cells[cells[-1]].content == ".", "a move lands on an empty cell"
        for index, group in enumerate(view.groups):
            clicked = any(view.cells[cell].group == index for cells in view.clicks.values() for cell in cells)
            assert group.playable == clicked
        json.dumps(view.as_dict())  # plain data to the last number
        outcome = position.outcome()
        assert (view.turn is None) == (outcome is not None)
        if outcome is not None:
            assert bool(view.winning) == (outcome.winner is not None)
            marks = {view.cells[cell].content for cell in view.winning}
            assert marks == (set() if outcome.winner is None else {"XO"[outcome.winner]}) or name.startswith("misere")
            return
        move = chance.choice(position.legal_moves)
        position.push(move)
        assert position.view().last == view.clicks[str(move)]


def test_the_winning_line_is_marked() -> None:
    view = noughts.game("4x5x4").position("XXXX./OOO../...../..... O").view()
    assert [view.cells[cell].name for cell in sorted(view.winning)] == ["a4", "b4", "c4", "d4"]
    assert view.status == "X wins: 4 in a row"


def test_nested_boards_are_groups_with_owners() -> None:
    text = "XXX....../OO......./" + "/".join(["."] * 7).replace(".", "9") + " O 2"
    view = noughts.game("ultimate").position(text).view()
    assert [group.owner for group in view.groups] == ["X", *"........"]
    assert [group.name for group in view.groups if group.playable] == ["board 2"]
    assert view.status == "O to move on board 2"


def test_xtreme_has_two_big_boards_around_small_ones_and_announces_the_bonus_move() -> None:
    text = "XXX....../" + "9/" * 16 + "9 X 3 b"
    view = noughts.game("xtreme").position(text).view()
    assert [group.name for group in view.groups if group.parent is None] == ["big board 1", "big board 2"]
    assert [group.name for group in view.groups if group.playable] == ["board 1.3", "board 2.3"]
    assert view.status == "X to move on board 3 of either big board, again (bonus move)"


def test_xrudder_counts_tokens_and_moves_and_a_move_is_two_clicks() -> None:
    position = noughts.game("xrudder").start()
    for move in ("f6", "a1", "f6-g7"):
        position.push(move)
    view = position.view()
    assert view.counters == (
        Counter("tokens in hand", 14, 0),
        Counter("tokens in hand", 14, 1),
        Counter("moves left", 29),
    )
    assert [view.cells[cell].name for cell in view.last] == ["f6", "g7"]
    assert [view.cells[cell].name for cell in view.clicks["a1-b2"]] == ["a1", "b2"]
