"""The view: everything that a front end needs to draw a position and to play in it."""

import json
import random
import re

import pytest

import noughts
from commands import HEX
from noughts.board.svg import draw_svg
from noughts.board.text import draw_text
from noughts.board.view import SYMBOLS, Counter
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


@pytest.mark.parametrize("name", EXAMPLES)
def test_why_a_game_ended_is_true_whatever_marks_the_players_have(name: str) -> None:
    chance = random.Random(name)
    ended = [noughts.game(name).start() for _ in range(3)]
    for position in ended:
        while not position.is_game_over():
            position.push(chance.choice(position.legal_moves))
    if name == "xrudder":  # by chance it is hardly ever won
        ended.append(noughts.game(name).start())
        for move in ["f6", "a1", "e5", "a2", "g5", "a3", "e7", "a4", "g7"]:
            ended[-1].push(move)
        assert ended[-1].view().status == "X wins: five tokens crosswise, not crossed"
    for position in ended:
        outcome = position.outcome()
        assert outcome is not None
        assert not re.search(r"\b[XO]\b", outcome.reason), "a lone mark would be taken for a player's"
        swapped = position.view().marked(("O", "X")).outcome
        assert swapped is not None
        assert swapped.reason == outcome.reason


def test_the_rows_of_boards_that_won_are_told() -> None:
    won, other, empty = "XXX......", "OOO......", "." * 9
    boards = [other, won, empty, other, won, empty, empty, won, empty]
    position = noughts.game("ultimate").position("/".join(boards) + " O -")
    assert position.view().winning_groups == ((1, 4, 7),)
    position = noughts.game("xtreme").position("/".join([empty] * 9 + boards) + " O - -")
    assert position.view().winning_groups == ((10, 13, 16),)
    drawn = "XOXXOOOXX"
    position = noughts.game("ultimate-count").position("/".join([won, other, won, *[drawn] * 6]) + " O -")
    assert position.view().winning_groups == ((0,), (2,))
    assert noughts.game("nineboard").position("/".join([won, *[empty] * 8]) + " O -").view().winning_groups == ()


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


@pytest.mark.parametrize(
    ("first", "status", "winning"),
    [
        ("XXX6", "X wins: more boards won, 3 to 2", ["1.1", "1.2", "1.3", "3.1", "3.2", "3.3", "4.1", "4.2", "4.3"]),
        ("OOO6", "O wins: more boards won, 3 to 2", ["1.1", "1.2", "1.3", "6.1", "6.2", "6.3", "7.1", "7.2", "7.3"]),
        ("XOXXOOOXX", "draw: equally many boards won, 2 each", []),
    ],
)
def test_boards_that_are_counted_are_named_and_marked(first: str, status: str, winning: list[str]) -> None:
    full = "XOXXOOOXX"
    boards = "/".join([first, full, "XXX6", "XXX6", full, "OOO6", "OOO6", full, full])
    view = noughts.game("ultimate-count").position(f"{boards} O -").view()
    assert (view.status, [view.cells[cell].name for cell in sorted(view.winning)]) == (status, winning)
    assert noughts.game("ultimate").position(f"{boards} O -").view().status.startswith("draw: no board is open")


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


def test_squares_stand_where_letters_would() -> None:
    view = noughts.game("tictactoe").position("X.#/.O./... X").view().marked(("■", "□"))
    assert "".join(cell.content for cell in view.cells) == "■.#.□...."
    assert (view.status, view.turn) == ("■ to move", 0)
    drawing = draw_svg(view)
    assert drawing.count('stroke-width="4" fill="#c2410c"') == 1
    assert drawing.count('stroke-width="4" fill="none"') == 1
    assert "<circle" not in drawing
    assert draw_text(view) == "3 ■ . #\n2 . □ .\n1 . . .\n  a b c\n■ to move"


def test_numbered_cells_bear_their_numbers_and_name_the_moves() -> None:
    position = noughts.game("misere-3x3x3").position("X.#/.O./... X")
    view = position.view().numbered()
    assert list(view.clicks) == ["2", "4", "6", "7", "8", "9"]
    for text, cells in view.clicks.items():
        assert position.view().clicks[position.parse_move(text).text] == cells
        assert position.game.spoken(position.parse_move(text).text) == text
    assert draw_text(view) == "X 2 #\n4 O 6\n7 8 9\nX to move"


def test_stones_lie_on_the_crossings_of_lines_on_large_boards_alone() -> None:
    stones = SYMBOLS["stones"]
    gomoku, small = (noughts.game(name).start().view() for name in ("15x15x5", "5x5x4"))
    assert (gomoku.has_lines, gomoku.marked(stones).has_lines, small.marked(stones).has_lines) == (False, True, False)
    assert "M20.0 20.0H580.0" in draw_svg(gomoku.marked(stones)), "a line through the middle of the first row"
    assert "M20.0 20.0H" not in draw_svg(gomoku)


def test_hexagons_and_pieces_are_drawn() -> None:
    hexagons = noughts.game(str(HEX)).start().view()
    drawing = draw_svg(hexagons)
    assert drawing.count("<polygon") == 49
    assert [drawing.count(f'stroke="{colour}" stroke-width="5"') for colour in ("#c2410c", "#1d4ed8")] == [2, 2]
    rows = draw_text(hexagons).split("\n")
    assert rows[:2] == ["7 . . . . . . .", "6  . . . . . . ."], "each row half a cell further to the right"
    quarto = noughts.game(str(HEX.parent / "quarto.py")).position("tdrh,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- slqf O").view()
    assert quarto.pieces[quarto.cells[0].content].name == "tall, dark, round, hollow"
    assert quarto.pieces[quarto.cells[-1].content].name == "short, light, square, full", "in hand"
    assert draw_svg(quarto).count("<path") == 16, "one on the board, one in hand, fourteen to be given"
