"""The published evaluations on nested boards, against values worked out by hand from the reports.

Values are hundredths of a point for the side to move; the sums in the comments are in points. Boards and cells are
numbered 1 to 9 from the top left.
"""

import pytest

from test_evaluations import OTHER_SIDE, random_texts, rows_of, static_value, turned

DRAWN = "XOXXOOOXX"


def nested(boards: dict[int, str], rest: str) -> str:
    """A position text of nine boards; those not given are empty."""
    return "/".join(boards.get(number, "9") for number in range(1, 10)) + " " + rest


def twice_nested(first: dict[int, str], second: dict[int, str], rest: str) -> str:
    """A position text of two big boards."""
    return nested(first, "").strip() + "/" + nested(second, rest)


X, O = "XXX6", "OOO6"  # noqa: E741  # small boards won

# Report 001: `patterns`. One mark alone is worth 1.1 * its weight: a corner 3.3, an edge 2.2, the centre 4.4.

PATTERNS_ULTIMATE = [
    # X in a centre: half of 4.4.
    (nested({5: "4X4"}, "O 5"), -220),
    # Board 1, X: row 1 has two: 10; column 2 and a diagonal have one: 2; column 1 has an O. Cells 3 + 2: 0.5. 12.5.
    # O: row 2: 1, cell 0.2: 1.2. Board 2: O 4.4. Halves: 6.25 - 0.6 - 2.2 = 3.45.
    (nested({1: "XX.O.....", 2: "....O...."}, "X 4"), 345),
    # X holds 1 and 5, O holds 2, 9 is drawn and as good as empty in a line. X's lines: 1-5-9 has two: 10; 4-5-6, 1-4-7,
    # 3-5-7 have one: 3; 1-2-3 and 2-5-8 are blocked. 13 + 0.5 * 100 = 63. O's lines are all blocked by X; 0.5 * 50 and,
    # for the corner on board 3, 0.5 * 3.3: 26.65. 36.35.
    (nested({1: X, 5: X, 2: O, 9: DRAWN, 3: "O8"}, "X 3"), 3635),
    (nested({1: X, 5: X, 2: O, 9: DRAWN, 3: "O8"}, "O 3"), -3635),
    # X's lines all hold an O: its cells are left, 3 + 3: 0.6. O: row 3 has two: 10; column 2 one: 1; cells 2 + 3 + 3:
    # 0.8. 11.8. Half of 0.6 - 11.8.
    (nested({7: "XOX...O.O"}, "X 1"), -560),
    # A lost board is worth nothing, whatever X has there. O: 50, and a corner of the big board is in 3 lines: 28.
    # X on board 9: 10 + 1 + 1 + 1 + 0.5 = 13.5: half of it 6.75.
    (nested({1: "OOOXX.X..", 9: "XX7"}, "O 9"), 2125),
    # X holds 1, 2 and O 3: the row is blocked for both. X: 1-4-7, 1-5-9, 2-5-8: 3 + 50. O: 3-6-9, 3-5-7: 2 + 25.
    (nested({1: X, 2: X, 3: O}, "O -"), -2600),
]

PATTERNS_XTREME = [
    # Both big boards count: X's corner on one 1.65, O's centre on the other 2.2.
    (twice_nested({1: "X8"}, {1: "....O...."}, "X 5 -"), -55),
    # Lines do not cross from one big board to the other. Corner: 3 + 25; centre: 4 + 25.
    (twice_nested({1: X}, {5: X}, "O 1 -"), -5700),
    # The first big board is drawn: X O X / X = O / O X X, no line, all closed. It is worth 0 to both: only the corner
    # on the second is left.
    (twice_nested({1: X, 2: O, 3: X, 4: X, 5: DRAWN, 6: O, 7: O, 8: X, 9: X}, {1: "X8"}, "X 1 -"), 165),
    # X to make its bonus move: 3 + 25. O: row 1 has two: 10; both columns and both diagonals one: 4; cells 0.6: 14.6,
    # half of it 7.3.
    (twice_nested({1: X}, {9: "O.O6"}, "X 3 b"), 2070),
    # First: X 1, 2; O 3: the row is blocked. X 3 lines + 50 = 53, O 2 lines + 25 = 27.
    # Second: O 1, 9; X 2; 5 drawn. O: 1-5-9 has two: 10; 1-4-7, 7-8-9, 3-6-9 one; 13 + 50 = 63. X: 2-5-8: 1 + 25 = 26.
    # X 79, O 90.
    (twice_nested({1: X, 2: X, 3: O}, {1: O, 2: X, 5: DRAWN, 9: O}, "O 4 -"), 1100),
    (twice_nested({1: X, 2: X, 3: O}, {1: O, 2: X, 5: DRAWN, 9: O}, "X 4 -"), -1100),
]

# Report 002: `groups`. The side to move is the computer, the other the player.

GROUPS_NINEBOARD = [
    # Free choice: nobody threatens anything.
    (nested({}, "X -"), 0),
    # Free choice (board 1 is full): X wins at 4.3, though O threatens two boards.
    (nested({1: DRAWN, 4: "XX7", 5: "OO7", 6: "OO7"}, "X -"), 100),
    (nested({1: DRAWN, 4: "XX7", 5: "OO7", 6: "OO7"}, "X 1"), 100),
    # Free choice: O is one step from winning on 4, 5, 6; on 7 it is blocked. 3 * -0.1. It is O's: it wins at once.
    (nested({1: DRAWN, 4: "OO7", 5: "O..O.....", 6: "O...O....", 7: "OOX6"}, "X -"), -30),
    (nested({1: DRAWN, 4: "OO7", 5: "O..O.....", 6: "O...O....", 7: "OOX6"}, "O -"), 100),
    # All nine are threatened: -0.9.
    (nested(dict.fromkeys(range(1, 10), "OO7"), "X -"), -90),
    # X wins on the target.
    (nested({2: "X...X....", 3: "OO7"}, "X 2"), 100),
    # It would win on another board, but has to play here. 3 is dead; the other eight are other, 1 too: O does not win
    # there. (-0.9 + 8 * 0.1) / 9 = -0.011.
    (nested({1: "XX7", 3: "OO7"}, "X 5"), -1),
    # 1 free, 2 and 3 dead, 4 to 9 other: (-0.3 - 1.8 + 0.6) / 9 = -0.167; and so it is for the other side.
    (nested({1: DRAWN, 2: "OO7", 3: "O..O.....", 4: "OXO6"}, "X 5"), -17),
    (nested({1: DRAWN, 2: "XX7", 3: "X..X.....", 4: "XOX6"}, "O 5"), -17),
    # O's only way to win on board 5 is cell 5. X in 5 sends O to this very board, but stands in the way: seven others.
    (nested({5: "O.......O"}, "X 5"), 10),
    # Here 5 sends O to this board, where 3 still wins: (-0.9 + 6 * 0.1) / 7 = -0.043.
    (nested({5: "OO7"}, "X 5"), -4),
    # The only move fills the board that it sends to: free.
    (nested({9: "XOXXOOOX."}, "X 9"), -30),
]

# O holds 1, 3, 8 and X 2, 4; 5 and 7 are drawn; 6 and 9 are open. 3-6-9, for O, is the only line left: nobody wins at
# once. On board 9 O is one step from winning, with 2 or 9, X is not.
LATE = {1: O, 2: X, 3: O, 4: X, 5: DRAWN, 7: DRAWN, 8: O, 9: "O.XXO.XO."}

GROUPS_ULTIMATE = [
    # Free choice: all moves are other.
    (nested({}, "X -"), 0),
    # Free choice, as 1 is closed: X completes 1-2-3 at 3.3.
    (nested({1: X, 2: X, 3: "XX7"}, "X 1"), 100),
    # X is one step from winning the target, for what that is worth.
    (nested({4: "XX7", 1: O, 2: O}, "X 4"), 100),
    # 1 and 9 are free, seven are other: -0.6 / 9 = -0.067. One board won by each. One step: X on 6; O on 7, 8, and not
    # on 9, which is closed: -0.02. -0.087.
    (nested({1: O, 9: "XXXOO....", 6: "XX7", 7: "O...O....", 8: "OO7"}, "X 5"), -9),
    # O, with 1 and 2, would win the game on board 3: the move to 3 is dead, the other six are other: -0.9 / 7 = -0.129.
    # Boards won -2: -0.1; one step -1: -0.02. -0.249.
    (nested({1: O, 2: O, 3: "OO7", 5: "XO7"}, "X 5"), -25),
    # The same with 1 and 2 to play: they send to closed boards, and from there the player can win the game at once:
    # dead like 3. 3 * -0.9 / 9 - 0.1 - 0.02.
    (nested({1: O, 2: O, 3: "OO7"}, "X 5"), -42),
    # A single move, and it is dead: -0.9 - 0.1 - 0.02 is kept at -0.99.
    (nested({1: O, 2: O, 3: "OO7", 5: "XO.OXXOXO"}, "X 5"), -99),
    # O holds 4 and 6 and would win the game with cell 5 of board 5. X in 5 sends it there, but stands in the way: all
    # four moves are other. -0.1 - 0.02.
    (nested({4: O, 6: O, 5: "O..O.XX.O"}, "X 5"), -12),
    # Free choice, as 1 is closed; X wins board 4 with 3, not the game: finish. 70 moves: seven with cell 1 are free,
    # one is finish: (7 * -0.3 + 0.5) / 70 = -0.023. Boards won +1, one step +1: + 0.07. 0.047; and so it is for O.
    (nested({1: X, 4: "XX7"}, "X 1"), 5),
    (nested({1: O, 4: "OO7"}, "O 1"), 5),
    # X wins board 6 with 9: finish. 6.7 and 9.2 are free, 9.6 and 9.9 other: (0.5 - 0.6) / 5 = -0.02. Boards won 2 - 3:
    # -0.05. One step: X on 6, O on 9: 0.
    (nested(LATE | {6: "XOOOXX.O."}, "X 7"), -7),
    # X wins board 6 with 3, which sends to a closed board: free comes before finish. 9.2 is free, 9.6 and 9.9 other:
    # -0.6 / 4 = -0.15. Boards won -0.05. One step: X on 6, O on 6 and 9: -0.02.
    (nested(LATE | {6: "XX.OOXOXO"}, "X -"), -22),
    # O, with 1 and 2, would win the game at 3.3. Free choice: 3.6 wins that very board: finish. 3.3 stands in the way
    # of the player that it sends there: other. 3.7, 3.8, 3.9 and 6.8 send to closed boards, and O wins at 3.3: dead.
    # (0.5 - 4 * 0.9) / 6 = -0.517. Boards won 3 - 3. One step: X on 3, O on 3 and 6: -0.02.
    (nested({1: O, 2: O, 3: "OO.XX4", 4: X, 5: DRAWN, 6: "XOXXOOO.X", 7: X, 8: O, 9: X}, "X 1"), -54),
]


@pytest.mark.parametrize(("text", "expected"), PATTERNS_ULTIMATE)
def test_patterns_of_one_big_board(text: str, expected: int) -> None:
    assert static_value("patterns", "ultimate", text) == expected


def test_a_board_that_is_played_on_stays_its_first_winners() -> None:
    """X owns board 1, in three lines, whatever O completes there later: 3 + 25; lost, it is worth nothing to O."""
    assert static_value("patterns", "ultimate-playon", nested({1: "XXXOOO..."}, "X 2 X........")) == 2800


@pytest.mark.parametrize(("text", "expected"), PATTERNS_XTREME)
def test_patterns_of_two_big_boards(text: str, expected: int) -> None:
    assert static_value("patterns", "xtreme", text) == expected


@pytest.mark.parametrize(("text", "expected"), GROUPS_NINEBOARD)
def test_groups_of_moves_on_nine_boards(text: str, expected: int) -> None:
    assert static_value("groups", "nineboard", text) == expected


@pytest.mark.parametrize(("text", "expected"), GROUPS_ULTIMATE)
def test_groups_of_moves_where_boards_are_won(text: str, expected: int) -> None:
    assert static_value("groups", "ultimate", text) == expected


# Symmetries


@pytest.mark.parametrize("game", ["ultimate", "xtreme"])
def test_one_sides_patterns_are_the_others_loss(game: str) -> None:
    values = set()
    for text in random_texts(game, 60):
        values.add(static_value("patterns", game, text))
        other_to_move = turned(text).replace(" b", " -")  # a bonus move is the board's winner's
        assert static_value("patterns", game, other_to_move) == -static_value("patterns", game, text)
    assert len(values) > 10


@pytest.mark.parametrize(
    ("name", "game"),
    [("patterns", "ultimate"), ("patterns", "xtreme"), ("groups", "nineboard"), ("groups", "ultimate")],
)
def test_marks_do_not_matter_nor_do_mirrors(name: str, game: str) -> None:
    """Nothing changes if X and O swap their marks and the turn, or boards and cells their columns."""
    mirror, values = [2, 1, 0, 5, 4, 3, 8, 7, 6], set()
    for text in random_texts(game, 60):
        expected, boards = static_value(name, game, text), rows_of(text)
        _, side, target, *rest = text.split(" ")
        swapped = " ".join(["/".join(boards).translate(OTHER_SIDE), side.translate(OTHER_SIDE), target, *rest])
        assert static_value(name, game, swapped) == expected
        nines = [[boards[first + board] for board in mirror] for first in range(0, len(boards), 9)]
        image = "/".join("".join(cells[cell] for cell in mirror) for nine in nines for cells in nine)
        sent = target if target == "-" else str(mirror[int(target) - 1] + 1)
        assert static_value(name, game, " ".join([image, side, sent, *rest])) == expected
        values.add(expected)
    assert len(values) > 5


def test_big_boards_may_be_swapped() -> None:
    for text in random_texts("xtreme", 60):
        board, rest = text.split(" ", 1)
        boards = board.split("/")
        swapped = "/".join(boards[9:] + boards[:9]) + " " + rest
        assert static_value("patterns", "xtreme", swapped) == static_value("patterns", "xtreme", text)
