"""The published evaluations on rows and on X-Rudder's board, against values worked out by hand from the reports.

Values are hundredths of a point for the side to move; the sums in the comments are in points.
"""

import functools
import itertools
import math
import random
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import noughts
from noughts import Engine
from noughts.engine.static_value import static_value as value_by_itself
from noughts.evals import xrudder_reserves
from noughts.kernel.compiling import specialize
from noughts.kernel.contract import NO_MOVE
from noughts.kernel.evaluation import ORDER
from noughts.kernel.scores import POINT, POINTS_LIMIT
from noughts.registry import evaluation, evaluations
from positions import EXAMPLES
from sub_grids import sub_grids_with, updated_by

OTHER_SIDE = str.maketrans("XO", "OX")
ALL_TOKENS = "a1 c1 e1 g1 i1 k1 a3 c3 e3 g3 i3 k3 a5 c5 e5"


@functools.cache
def compiled_for(name: str, game_name: str) -> tuple[Callable[..., int], Callable[..., None]]:
    """An evaluation's `value` and `update` for a game, to be called from Python."""
    game = noughts.game(game_name)
    found = evaluation(name).for_rules(game.rules, game.name)
    return found.call_value, found.call_update


def static_value(name: str, game_name: str, text: str) -> int:
    position = noughts.game(game_name).position(text)
    assert position.outcome() is None, "evaluations never see a finished game"
    return value_by_itself(position, evaluation(name)).value


def turned(text: str) -> str:
    """The same board with the other side to move."""
    board, side, *rest = text.split(" ")
    return " ".join([board, side.translate(OTHER_SIDE), *rest])


def rows_of(text: str) -> list[str]:
    """The rows (or small boards) of a position text, a character a cell."""
    return re.sub(r"\d+", lambda number: "." * int(number[0]), text.split(" ", 1)[0]).split("/")


def random_texts(game_name: str, number: int) -> list[str]:
    """Unfinished positions of random games, a few a game."""
    chance = random.Random(game_name)
    texts: list[str] = []
    while len(texts) < number:
        position = noughts.game(game_name).start()
        while not position.is_game_over():
            if chance.random() < 0.2:
                texts.append(position.text())
            position.push(chance.choice(position.legal_moves))
    return texts[:number]


@pytest.mark.parametrize("name", EXAMPLES)
def test_zero_is_nothing_everywhere(name: str) -> None:
    assert {static_value("zero", name, text) for text in random_texts(name, 5)} == {0}


# Report 000: `polynomial`. A row or column counts 10^i for its i own symbols if it has at least k empty cells.

POLYNOMIAL = [
    # Rows of 5, k = 4: one symbol leaves 4 empty cells. X: two rows with one, two with none: 22. O: one with one, three
    # with none: 13. Columns of 4 must be empty: a and e, 2 for each. 24 - 15 = 9.
    ("4x5x4", ".X.../...O./..X../..... X", 900),
    ("4x5x4", ".X.../...O./..X../..... O", -900),
    # k = 3. Rows 2 and 3 have 2 empty cells: nothing. `X.#..`, `OO...`, `..X..` have 3, 3 and 4, obstacle or not, in
    # one piece or not. X: 10 + 1 + 10 = 21; O: 1 + 100 + 1 = 102.
    # Columns a (2 empty) and c (1) count nothing; b `.X.O.`, d (empty), e `.O#..`. X: 10 + 1 + 1; O: 10 + 1 + 10.
    # 21 + 12 - 102 - 21 = -90.
    ("5x5x3", "X.#../.XX.O/#.#.#/OO.../..X.. X", -9000),
    # k = 5: two O leave 4 empty cells, and their row is worth nothing; columns of 3 never count.
    # X: rows 1 and 3: 10 + 1. O: rows 1 and 3: 1 + 1. 11 - 2 = 9 for X.
    ("3x6x5", "X...../.OO.../...... O", -900),
    # Columns longer than rows: i goes as far as there are symbols. k = 2. Only the empty row counts: 1 each.
    # Column a `X.X.X.`: X 1000, O 1. Column b `.O.O..`: X 1, O 100. 1002 - 102 = 900.
    ("6x2x2", "X./.O/X./.O/X./.. X", 90_000),
    # Five of X, not in line. X: row 10^5, 14 empty rows, 5 columns with one, 10 empty: 100,000 + 14 + 50 + 10.
    # O: 15 rows and 15 columns without an O: 30. 100,074 - 30 = 100,044 for X.
    ("15x15x5", "X.X.X.X.X6" + "/15" * 14 + " O", -10_004_400),
    # 24 symbols and 8 empty cells, k = 8: 10^24 is beyond what an evaluation can say.
    ("32x32x8", "XXX." * 8 + "/32" * 31 + " X", POINTS_LIMIT),
    ("32x32x8", "XXX." * 8 + "/32" * 31 + " O", -POINTS_LIMIT),
    # The same for both sides, rows and columns alike.
    ("32x32x8", "XXX." * 8 + "/" + "OOO." * 8 + "/32" * 30 + " X", 0),
]

# The limits that its prose describes, as options.

LIMITED = [
    # k = 4. Without a limit it is 9 (above). No opponent in the row: X has 10 + 10 and the empty row, O has 10 and the
    # empty row; both have the empty columns a and e. 23 - 13 = 10.
    ("max_opponents=0", "4x5x4", ".X.../...O./..X../..... X", 1000),
    ("max_opponents=1", "4x5x4", ".X.../...O./..X../..... X", 900),
    # k = 3. Without a limit rows and columns are worth 14 to each side twice: 0. Without obstacles: rows 1, 3 and 5: X
    # 10 + 1 + 1, O 3. Columns a, d and e: X 10 + 1 + 1, O 1 + 1 + 10. 24 - 15 = 9.
    ("max_obstacles=1", "5x5x3", "X..../..#../...../.#..O/..... X", 0),
    ("max_obstacles=0", "5x5x3", "X..../..#../...../.#..O/..... X", 900),
    # Both: O loses row 1 and column a, X column e: 24 - 1 - (15 - 2) = 10.
    ("max_opponents=0:max_obstacles=0", "5x5x3", "X..../..#../...../.#..O/..... X", 1000),
    ("max_obstacles=0:max_opponents=0", "5x5x3", "X..../..#../...../.#..O/..... O", -1000),
]

# Report 004: `pascal`. 4x5x4 has 17 windows: two a row, one a column, two a diagonal direction.

PASCAL = [
    # In the middle X stands in 2 windows of its row, 1 of its column, 1 of either diagonal: X1 = 5.
    ("4x5x4", "5/..X../5/5 O", -500),
    # The corner: row, column, diagonal, no O in them: X1 = 3. O has its 5.
    ("4x5x4", "X..../..O../5/5 X", -200),
    # Rows: `XXX.` X3; `..O.` and `.O..` O1, O1; the other five mixed. Columns: the last is O1, the others mixed.
    # Diagonals: d4-c3-b2-a1 is X1, the others mixed. 1 + 10 - 3 = 8.
    ("4x5x4", "XXX.O/.O.X./OX.O./..O.. X", 800),
    # Rows: `.X.X` X2, `X.X.` X2, `OOO.` O3, `OO..` O2, `X...` X1. Columns: c O1, d X1; a and b mixed.
    # Diagonals: b4-e1 X1; a4-d1 and e4-b1 O1 each; d4-a1 mixed. X1 3, X2 2, O1 3, O2 1, O3 1.
    # 3 - 5*1 + 10*0 - 10*1 + 5*2 - 3 = -5.
    ("4x5x4", ".X.X./...../OOO../X.... X", -500),
    ("4x5x4", ".X.X./...../OOO../X.... O", 500),
    # k = 3. X1: rows 1 and 3, columns a and c: 4. O1: row 2, column b, the other diagonal: 3. The diagonal is mixed.
    ("3x3x3", "X../.O./..X O", -100),
    # The textbook's 3 X2 + X1 - (3 O2 + O1). X2: row 1. X1: the diagonal. O1: rows 2 and 3. Columns a and b are mixed.
    # 3 + 1 - 2 = 2.
    ("3x3x3", "XX./O../.O. X", 200),
    # k = 5, row 7 of the triangle, 1-7-21-35. Row: `XXXX.` X4, `XXX..` X3. X1: columns a to d, the diagonals from a6
    # and b6. 35 + 21 + 6 = 62.
    ("6x6x5", "XXXX../6/6/6/6/6 X", 6200),
    # k = 2, row 1: a lone X in the corner stands in a row, a column and a diagonal of two cells.
    ("2x2x2", "X./.. O", -300),
    # k = 6, row 9: 1-9-36-84-126. Five of six in the only row, one X in each of five columns too short for a line.
    ("2x6x6", "XXXXX./6 X", 12_600),
    # k = 32, row 61: 31 of 32 are worth more than can be said.
    ("1x32x32", "X" * 31 + ". O", -POINTS_LIMIT),
    # An obstacle breaks the lines through it: of the corner's three windows, column and diagonal are left.
    ("4x5x4", "X.#../5/5/5 X", 200),
]

# With `consecutive`: runs of 1, 2 and 3 stones in a row, column or diagonal, whatever is beside them.

CONSECUTIVE = [
    # A stone by itself is a run of one in each direction: X1 = 4; beside obstacles too.
    ("4x5x4", "5/..X../5/5 O", -400),
    ("4x5x4", "X.#../5/5/5 X", 400),
    # Three X, none beside another: X1 = 12. O: the row O3; O1 in three columns and six diagonals. 12 - 10 - 9 = -7.
    ("4x5x4", ".X.X./...../OOO../X.... X", -700),
    # 1-3-3-1. X: the row X2; X1 in two columns, four diagonals. O: the diagonal a2-b1 O2; O1 in two rows, two columns
    # and two of the other diagonals. 3 + 6 - 3 - 6 = 0.
    ("3x3x3", "XX./O../.O. X", 0),
    # X3: row 4. X2: column b, a4-b3, c4-b3. X1: row 3, columns a and c, one diagonal of a4, of c4, two of b4.
    # 10 + 15 + 7 = 32.
    ("4x4x4", "XXX./.X../4/4 X", 3200),
    # Exactly five win: a run of six is worth nothing, its stones are runs of one in the other directions.
    ("exact-15x15x5", "XXXXXX9" + "/15" * 14 + " X", 1800),
]

# Report 003: `factorial`. A token stands on the X cells of the sub-grids whose centre it is or touches diagonally.

FACTORIAL = [
    # One token in the open: 5 sub-grids.
    ({"X": "f6"}, "O", -500),
    # a1 is a corner of b2's sub-grid only; a5 of b4's and b6's. 1 - 2.
    ({"X": "a1", "O": "a5"}, "X", -100),
    # b2: its own and c3's. l10: k9's. f1: e2's and g2's. k9: its own and j8's; k9's holds both players': 0 for both.
    # X 2 + 2, O 0, and X's k9 has j8 left: 1. 5 in all.
    ({"X": "b2 f1 k9", "O": "l10"}, "X", 500),
    # f6's and g7's hold two: 2! each. e5, e7, g5 and f8, h6, h8 hold one: 6.
    ({"X": "f6 g7"}, "X", 1000),
    # X in f6, crossed by both: 0; e5, e7, g5, g7: 4. O: f5 and f7 hold two: 2! each; d5, d7, h5, h7: 4; e6 and g6 have
    # X on one side and nobody on the other: 1/2 each. 4 - 9.
    ({"X": "f6", "O": "e6 g6"}, "X", -500),
    # f6 has one of each beside it: 1. With e5, e7, g5, g7, and g6 (its own f6 beside it), h5, h7: 8.
    # f5 and f7 hold both players': 0. O: e6 has X beside it: 1/2; d5, d7: 2. 8 - 2.5.
    ({"X": "f6 g6", "O": "e6"}, "X", 550),
    # f6 and g7 hold both players': 0. X: e5 holds two: 2; d4, d6, f4 and e7, g5: 5. O: f8, h6, h8: 3.
    ({"X": "e5 f6", "O": "g7"}, "O", -400),
    # Four corners around f6: 4! = 24. f4, d6, h6, f8 hold two: 8. The corners' own and d4, h4, d8, h8: 8.
    ({"X": "e5 g5 e7 g7"}, "O", -4000),
    # A complete X, crossed: f6 is worth 0. X: e5, g5, e7, g7 hold two: 8; d4, h4, d8, h8: 4; f4 and f8 hold two: 4;
    # d6 and h6 hold two and are halved by e6 and g6: 2. 18.
    # O: e6 and g6 halved by f6, d5, d7, h5, h7 each by a corner: 6 * 1/2; f5 and f7 have X on both sides: 0. 3.
    ({"X": "e5 g5 e7 g7 f6", "O": "e6 g6"}, "X", 1500),
    ({"X": "e5 g5 e7 g7 f6", "O": "e6 g6"}, "O", -1500),
    # f6 holds three and e6 stands beside it: 6/2. e5 and g7 hold two: 4. d6 (e6 beside it): 1/2. e7, g5, d4, f4, f8,
    # h6, h8: 7. X 14.5. O: e6, d5, f5, f7 have an X on one side: 4 * 1/2; d7: 1. O 3.
    ({"X": "e5 f6 g7", "O": "e6"}, "X", 1150),
]


def xrudder_text(tokens: dict[str, str], side: str, moves_left: int = 30) -> str:
    """The position with those tokens on the board and the others in hand."""
    at = {cell: player for player, cells in tokens.items() for cell in cells.split()}
    rows = ["".join(at.get(f"{column}{row}", ".") for column in "abcdefghijkl") for row in range(10, 0, -1)]
    hands = [15 - len(tokens.get(player, "").split()) for player in "XO"]
    return f"{'/'.join(rows)} {side} {hands[0]} {hands[1]} {moves_left}"


@pytest.mark.parametrize(("game", "text", "expected"), POLYNOMIAL)
def test_polynomial_is_the_reports_sum(game: str, text: str, expected: int) -> None:
    assert static_value("polynomial", game, text) == expected


@pytest.mark.parametrize(("game", "text", "expected"), CONSECUTIVE)
def test_pascal_counts_consecutive_stones_by_option(game: str, text: str, expected: int) -> None:
    assert static_value("pascal:consecutive=1", game, text) == expected


@pytest.mark.parametrize(("options", "game", "text", "expected"), LIMITED)
def test_polynomial_may_limit_opponents_and_obstacles(options: str, game: str, text: str, expected: int) -> None:
    assert static_value(f"polynomial:{options}", game, text) == expected


@pytest.mark.parametrize(("game", "text", "expected"), PASCAL)
def test_pascal_is_the_reports_sum(game: str, text: str, expected: int) -> None:
    assert static_value("pascal", game, text) == expected


@pytest.mark.parametrize(("tokens", "side", "expected"), FACTORIAL)
def test_factorial_is_the_reports_sum_whatever_moves_are_left(tokens: dict[str, str], side: str, expected: int) -> None:
    for moves_left in (30, 7, 0):
        assert static_value("factorial", "xrudder", xrudder_text(tokens, side, moves_left)) == expected


def test_factorial_may_make_placements_dearer_than_moves() -> None:
    # Two tokens placed against none: 10 points for the shapes, as above, less two tokens of half a point.
    assert static_value("factorial:placement_cost=50", "xrudder", xrudder_text({"X": "f6 g7"}, "X")) == 900
    assert static_value("factorial:placement_cost=50", "xrudder", xrudder_text({"X": "f6 g7"}, "O")) == -900
    position = noughts.game("xrudder").position(xrudder_text({"X": "f6 a5", "O": "l1"}, "X"))
    # A token in the open is worth 5 points, the one at the edge 2, and beside the first 6 more at most: a placement
    # that costs 20 points is not worth it, while moves are free.
    dear, cheap = (Engine(f"alphabeta:eval=factorial:placement_cost={cost},depth=1") for cost in (2000, 0))
    assert "-" in str(dear.play(position).move)
    assert "-" not in str(cheap.play(position).move)


# What values are made of

EXPLAINED = [
    (name, game)
    for name, found in evaluations().items()
    for game in EXAMPLES
    if found.explain is not None and found.fits(noughts.game(game).rules)
]


@pytest.mark.parametrize(("name", "game"), EXPLAINED)
def test_terms_add_up_to_the_value(name: str, game: str) -> None:
    found = evaluation(name)
    for used in [found, found.with_options(dict.fromkeys(found.options, 1))][: 2 if found.options else 1]:
        values = set()
        for text in random_texts(game, 30):
            position = noughts.game(game).position(text)
            assert used.explain is not None
            terms = used.explain(position, used.loaded_weights)
            assert sum(term.worth for term in terms) == static_value(used.name, game, text), text
            assert all(term.amount for term in terms), text
            values.add(sum(term.worth for term in terms))
        assert len(values) > 1 or (name, game) == ("polynomial", "tictactoe"), "there only empty lines count"


@pytest.mark.parametrize(
    ("name", "game", "text", "expected"),
    [
        (
            "polynomial",
            "4x5x4",
            ".X.../...O./..X../..... O",
            [
                ("rows with 0 X", 2, -200),
                ("rows with 1 X", 2, -2000),
                ("rows with 0 O", 3, 300),
                ("rows with 1 O", 1, 1000),
                ("columns with 0 X", 2, -200),
                ("columns with 0 O", 2, 200),
            ],
        ),
        (
            "polynomial",
            "32x32x8",
            "XXX." * 8 + "/32" * 31 + " X",
            # 24 columns have an X, and all are long enough; 10^24 counts as the most that can be said.
            [
                ("rows with 0 X", 31, 3100),
                ("rows with 24 X", 1, POINTS_LIMIT),
                ("rows with 0 O", 32, -3200),
                ("columns with 0 X", 8, 800),
                ("columns with 1 X", 24, 24_000),
                ("columns with 0 O", 32, -3200),
                ("beyond the limits", 1, -21_500),
            ],
        ),
        (
            "pascal",
            "4x5x4",
            ".X.X./...../OOO../X.... X",
            [
                ("windows with 1 X", 3, 300),
                ("windows with 2 X", 2, 1000),
                ("windows with 1 O", 3, -300),
                ("windows with 2 O", 1, -500),
                ("windows with 3 O", 1, -1000),
            ],
        ),
        (
            "pascal:consecutive=1",
            "4x5x4",
            ".X.X./...../OOO../X.... X",
            [("runs of 1 X", 12, 1200), ("runs of 1 O", 9, -900), ("runs of 3 O", 1, -1000)],
        ),
        (
            "factorial:placement_cost=50",
            "xrudder",
            f"{'12/' * 4}5XO5/{'12/' * 4}12 X 14 14 30",
            # f6 and g6. X's five sub-grids hold one token; in f6's the other stands beside the centre. O's alike.
            [
                ("sub-grids with 1 X", 4, 400),
                ("sub-grids with 1 X, half crossed", 1, 50),
                ("sub-grids with 1 O", 4, -400),
                ("sub-grids with 1 O, half crossed", 1, -50),
                ("tokens in X's hand", 14, 700),
                ("tokens in O's hand", 14, -700),
            ],
        ),
    ],
)
def test_terms_are_what_is_counted(name: str, game: str, text: str, expected: list[tuple[str, int, int]]) -> None:
    found = evaluation(name)
    assert found.explain is not None
    assert found.explain(noughts.game(game).position(text), found.loaded_weights) == expected


# Symmetries


@pytest.mark.parametrize("name", ["polynomial", "pascal", "pascal:consecutive=1"])
@pytest.mark.parametrize(("game", "transposed"), [("4x5x4", "5x4x4"), ("3x7x3", "7x3x3"), ("6x6x5", "6x6x5")])
def test_rows_and_columns_may_be_turned_mirrored_and_swapped(name: str, game: str, transposed: str) -> None:
    for text in random_texts(game, 40):
        expected, side, rows = static_value(name, game, text), text.split(" ")[1], rows_of(text)
        images = [rows[::-1], [row[::-1] for row in rows]]
        assert [static_value(name, game, "/".join(image) + " " + side) for image in images] == [expected, expected]
        columns = "/".join("".join(column) for column in zip(*rows, strict=True))
        assert static_value(name, transposed, f"{columns} {side}") == expected


@pytest.mark.parametrize("name", ["factorial", "xrudder_reserves"])
def test_an_x_may_be_mirrored(name: str) -> None:
    for text in random_texts("xrudder", 40):
        expected, rest, rows = static_value(name, "xrudder", text), text.split(" ", 1)[1], rows_of(text)
        for image in (rows[::-1], [row[::-1] for row in rows]):
            assert static_value(name, "xrudder", "/".join(image) + " " + rest) == expected


ANTISYMMETRIC = {"polynomial": ["9x9x4", "10x10x5"], "pascal": ["4x5x4", "6x6x5"], "factorial": ["xrudder"]}


@pytest.mark.parametrize(("name", "game"), [(name, game) for name, games in ANTISYMMETRIC.items() for game in games])
def test_one_sides_gain_is_the_others_loss(name: str, game: str) -> None:
    values = set()
    for text in random_texts(game, 60):
        expected = static_value(name, game, text)
        assert static_value(name, game, turned(text)) == -expected
        board, side, *rest = text.split(" ")
        swapped = [board.translate(OTHER_SIDE), side.translate(OTHER_SIDE), *rest[1::-1], *rest[2:]]
        assert static_value(name, game, " ".join(swapped)) == expected
        values.add(expected)
    assert len(values) > 5


# Our own evaluation of X-Rudder


def recount_reserves(text: str) -> int:
    """`xrudder_reserves` for the side to move, cell by cell."""
    weights, rows, total = xrudder_reserves.WEIGHTS, rows_of(text), 0
    _, mover, first, second, _ = text.split(" ")
    hands = {"X": int(first), "O": int(second)}
    for row, column in itertools.product(range(1, 9), range(1, 11)):
        corners = [rows[row + down][column + right] for down in (-1, 1) for right in (-1, 1)]
        x_cells, beside = [rows[row][column], *corners], [rows[row][column - 1], rows[row][column + 1]]
        for owner, other in ("XO", "OX"):
            n = x_cells.count(owner)
            if other in x_cells or beside.count(other) == 2 or n in (0, 5):
                continue
            kind = xrudder_reserves.BESIDE if sorted(beside) == sorted([".", other]) else xrudder_reserves.OPEN
            worth = weights[kind + n] + (weights[xrudder_reserves.TO_MOVE + n] if owner == mover else 0)
            total += worth if owner == mover else -worth
    own, others = hands.pop(mover), hands.popitem()[1]
    return (
        total
        + weights[xrudder_reserves.IN_HAND] * (own - others)
        + weights[xrudder_reserves.LAST_IN_HAND] * (min(own, 3) - min(others, 3))
    )


def test_reserves_is_its_formula_for_either_side() -> None:
    values = set()
    for text in random_texts("xrudder", 100) + crowded_texts(100):
        values.add(static_value("xrudder_reserves", "xrudder", text))
        assert static_value("xrudder_reserves", "xrudder", text) == recount_reserves(text), text
        board, side, *rest = text.split(" ")
        swapped = [board.translate(OTHER_SIDE), side.translate(OTHER_SIDE), *rest[1::-1], *rest[2:]]
        assert static_value("xrudder_reserves", "xrudder", " ".join(swapped)) == recount_reserves(text), text
    assert len(values) > 100


def crowded_texts(number: int) -> list[str]:
    """Unfinished positions in which tokens stand close together."""
    chance, game = random.Random(number), noughts.game("xrudder")
    texts: list[str] = []
    while len(texts) < number:
        cells = chance.sample([f"{column}{row}" for column in "defghi" for row in range(3, 9)], 22)
        text = xrudder_text({"X": " ".join(cells[:11]), "O": " ".join(cells[11:])}, chance.choice("XO"))
        if game.position(text).outcome() is None:
            texts.append(text)
    return texts


def scored_moves(text: str) -> dict[str, int]:
    """What `xrudder_reserves` says of each legal move."""
    position = noughts.game("xrudder").position(text)
    codes = np.array([move.code for move in position.legal_moves], np.int64)
    scores, weights = np.zeros_like(codes), np.array(xrudder_reserves.WEIGHTS, np.int64)
    paper = np.full((1, xrudder_reserves.EVALUATION.accumulator_size), -7, np.int32)  # whatever was left there
    order = specialize(xrudder_reserves.order, ORDER.signature(position.game.rules), "a test of the order")
    order(position.states, 0, codes, len(codes), scores, weights, paper)
    return {move.text: int(score) for move, score in zip(position.legal_moves, scores, strict=True)}


def test_the_order_of_an_empty_board_begins_in_the_middle() -> None:
    scores = scored_moves(xrudder_text({}, "X"))
    assert {move for move, score in scores.items() if score == max(scores.values())} == {"f5", "g5", "f6", "g6"}
    assert scores["a1"] == scores["l10"] == -1


@pytest.mark.parametrize(
    ("tokens", "side", "best"),
    [
        ({"X": "e5 g5 f6", "O": "a1 b1 c1"}, "X", {"e7", "g7"}),  # a fourth token
        ({"X": "e5 g5 f6", "O": "a1 b1 l9"}, "O", {"e7", "g7"}),  # or a first one of the opponent's
        ({"X": "e5 g5 f6 c3", "O": "a1 b1 l9"}, "X", {"e7", "g7"}),
        ({"X": "e5 g5 f6 e7", "O": "e6 a1"}, "O", {"g7"}),
    ],
)
def test_the_order_begins_with_what_builds_and_blocks(tokens: dict[str, str], side: str, best: set[str]) -> None:
    scores = scored_moves(xrudder_text(tokens, side))
    assert {move for move, score in scores.items() if score == max(scores.values())} == best
    assert scores["l1"] == -1, "nothing stands near"


def test_the_order_knows_the_second_token_of_a_crossing() -> None:
    scores = scored_moves(xrudder_text({"X": "e5 g5 f6", "O": "e6 a1"}, "O"))
    assert scores["g6"] > scores["f4"] > scores["f7"] == -1


def test_the_order_leaves_out_most_moves_but_never_all() -> None:
    kept = []
    for text in random_texts("xrudder", 60) + crowded_texts(60):
        scores = scored_moves(text)
        kept.append(sum(score >= 0 for score in scores.values()))
        mirrored = "/".join(row[::-1] for row in rows_of(text)) + " " + text.split(" ", 1)[1]
        assert sorted(scored_moves(mirrored).values()) == sorted(scores.values())
    assert min(kept) > 0
    assert sum(kept) / len(kept) < 45


# The updates of `factorial`


def recount(text: str) -> int:
    """`factorial` seen from X, in hundredths, written from the report."""
    rows, total = rows_of(text), 0
    for row, column in itertools.product(range(1, 9), range(1, 11)):
        corners = [rows[row + down][column + right] for down in (-1, 1) for right in (-1, 1)]
        x_cells, beside = [rows[row][column], *corners], [rows[row][column - 1], rows[row][column + 1]]
        for owner, other, sign in (("X", "O", 1), ("O", "X", -1)):
            if owner in x_cells and other not in x_cells:
                worth = math.factorial(x_cells.count(owner)) * POINT
                if beside.count(other) == 2:
                    worth = 0
                elif beside.count(other) == 1 and owner not in beside:
                    worth //= 2
                total += sign * worth
    return total


@pytest.mark.parametrize(("window", "games"), [(".*", 30), (".*[a-f][1-5]", 60), (".*[g-l]([6-9]|10)", 60)])
def test_updates_are_a_full_recount_at_every_ply(window: str, games: int) -> None:
    """Random games, also crowded ones in two corners, in which placements, moves and crossings meet."""
    game, weights = noughts.game("xrudder"), np.zeros(1, np.int64)
    value, update = compiled_for("factorial", "xrudder")
    chance, plies, moved = random.Random(window), 0, 0
    for _ in range(games):
        position = game.start()
        states = game.new_states(game.max_plies + 1)
        accumulators = np.zeros((game.max_plies + 1, 2), np.int32)
        states[:1] = position.states
        update(states, 0, NO_MOVE, weights, accumulators)
        while not position.is_game_over():
            preferred = [move for move in position.legal_moves if re.fullmatch(window, move.text)]
            position.push(chance.choice(preferred or position.legal_moves))
            ply, move = len(position.move_stack), position.peek()
            states[ply : ply + 1] = position.states
            update(states, ply, move.code, weights, accumulators)
            fresh = np.zeros((1, 2), np.int32)
            update(position.states, 0, NO_MOVE, weights, fresh)
            assert accumulators[ply, 0] == fresh[0, 0], position.text()
            if ply % 5 == 0 and not position.is_game_over():
                assert fresh[0, 0] == recount(position.text()), position.text()
                assert value(states, ply, weights, accumulators) == fresh[0, 0] * (1 - 2 * position.turn)
            plies, moved = plies + 1, moved + ("-" in move.text)
    assert plies > 1000
    assert 200 < moved < plies - 200


@pytest.mark.parametrize(
    ("tokens", "side", "moves_left", "placements", "moves"),
    [
        ({}, "X", 30, 120, 0),
        ({"X": "a1", "O": "f6"}, "X", 30, 118, 3),
        ({"X": "a1", "O": "f6"}, "O", 1, 118, 8),
        ({"X": "f6 g6", "O": "e6"}, "X", 0, 117, 0),
        ({"X": "f6 g6", "O": "e6"}, "X", 5, 117, 13),  # f6: 8 - 2, g6: 8 - 1
        ({"X": ALL_TOKENS, "O": "l10"}, "X", 2, 0, 94),  # rows 1, 3, 5: 28 + 45 + 21
    ],
)
def test_one_ply_costs_the_sub_grids_that_the_report_predicts(
    tokens: dict[str, str], side: str, moves_left: int, placements: int, moves: int
) -> None:
    """Equation (3) at depth 1: each child 7 sub-grids twice for a placement, four times for a move; the root 80.

    Near the edge there are fewer than 7.
    """
    position = noughts.game("xrudder").position(xrudder_text(tokens, side, moves_left))
    weights, accumulators = np.zeros(1, np.int64), np.zeros((2, 2), np.int32)
    _, update = compiled_for("factorial", "xrudder")
    states: Any = np.concatenate([position.states, position.states])
    update(states, 0, NO_MOVE, weights, accumulators)
    legal, grids = position.legal_moves, 80
    assert [sum("-" in move.text for move in legal), len(legal)] == [moves, moves + placements]
    for move in legal:
        position.push(move)
        states[1:] = position.states
        update(states, 1, move.code, weights, accumulators)
        assert accumulators[1, 0] == recount(position.text())
        position.pop()
        grids += updated_by(move)
    assert accumulators[0, 1] == grids < placements * 2 * 7 + moves * 4 * 7 + 80


def test_sub_grids_off_the_board_are_none() -> None:
    """In the open a cell belongs to 7 sub-grids, at the lower edge to 2, at the left one to 3, in a corner to 1."""
    cells = [f"{column}{row}" for column in "abcdefghijkl" for row in range(1, 11)]
    assert [sub_grids_with(cell) for cell in ("f6", "a1", "f1", "a5", "b2", "b5", "f2")] == [7, 1, 2, 3, 3, 4, 5]
    assert sum(map(sub_grids_with, cells)) == 80 * 7


# Random games


def playouts(game_name: str, text: str) -> int:
    game = noughts.game(game_name)
    states = game.new_states(2)
    states[:1] = game.position(text).states
    value, _ = compiled_for("playouts", game_name)
    return int(value(states, 0, np.zeros(1, np.int64), np.zeros((1, game.move_codes), np.int32)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("XOX/OXO/OX. X", 100),  # one move is left, and it wins
        ("XOX/XOO/OX. X", 0),  # one move is left, and it does not
        ("XX./XX./OO# O", -100),  # O cannot stop both lines, and cannot make one
    ],
)
def test_playouts_are_certain_where_every_game_ends_alike(text: str, expected: int) -> None:
    assert playouts("tictactoe", text) == expected


def test_playouts_of_a_position_are_always_the_same_and_tell_good_from_bad() -> None:
    even = "15/" * 14 + "15 X"
    assert playouts("15x15x5", even) == playouts("15x15x5", even)
    good, bad = ".XXX./...../O.O../...../..... X", ".OOO./...../X.X../...../..... X"
    assert playouts("5x5x4", good) > playouts("5x5x4", bad)


def test_playouts_need_room_and_take_none_that_is_not_there() -> None:
    game = noughts.game("tictactoe")
    value, _ = compiled_for("playouts", "tictactoe")
    states = game.position("XOX/OXO/OX. X").states
    assert int(value(states, 0, np.zeros(1, np.int64), np.zeros((1, game.move_codes), np.int32))) == 0
