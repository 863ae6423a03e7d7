"""What the reference reads and writes: positions, names of games, moves, and the words with which it refuses them."""

import doctest
import re
from types import ModuleType

import pytest

import noughts.reference
from noughts.reference import contract, game, lines, text

FULL = "XOXXOOOXX"  # a full small board without a line
X_LINE = "XXX......"
O_LINE = "OOO......"
EMPTY_NINE = "/".join(["........."] * 9)
EIGHT = "/9" * 8  # the eight empty boards after a first one
NINE = "9" + EIGHT
RUDDER = "/".join(["............"] * 10)
TEN = "/".join(["12"] * 10)

STARTS = {
    "tictactoe": ".../.../... X",
    "misere-2x3x2": ".../... X",
    "exact-2x3x2": ".../... X",
    "1x1x1": ". X",
    "nineboard": f"{EMPTY_NINE} X -",
    "nineboard-fulldraw": f"{EMPTY_NINE} X -",
    "ultimate": f"{EMPTY_NINE} X -",
    "ultimate-playon": f"{EMPTY_NINE} X - .........",
    "ultimate-count": f"{EMPTY_NINE} X -",
    "xtreme": f"{EMPTY_NINE}/{EMPTY_NINE} X - -",
    "xrudder": f"{RUDDER} X 15 15 30",
}

# What may be written, and how it is written back.
READINGS = [
    ("tictactoe", "..x/.#./... o", "..X/.#./... O"),
    ("tictactoe", "2X/1#1/3", "..X/.#./... X"),
    ("tictactoe", "\n  ..X\n  .#.\n\n  ...\n  O\n", "..X/.#./... O"),
    ("tictactoe", "..X\r\n.#.\r\n... O\r\n", "..X/.#./... O"),
    ("tictactoe", "... / ... / ... X", ".../.../... X"),
    ("tictactoe", "XXX/XXX/XX. O", "XXX/XXX/XX. O"),
    ("2x12x3", "12/x10O", "............/X..........O X"),
    ("3x1x3", "X/O/X", "X/O/X X"),
    ("3x1x3", "X/O/X O", "X/O/X O"),
    ("3x1x3", "X\nO\n.\nO", "X/O/. O"),
    ("1x1x1", "O", "O X"),
    ("1x1x1", "O O", "O O"),
    ("nineboard", f"{NINE} x -", f"{EMPTY_NINE} X -"),
    ("nineboard", f"{NINE} O 4".replace("/", "\n"), f"{EMPTY_NINE} O 4"),
    ("nineboard", f"{FULL}{EIGHT} X 1", f"{FULL}{EMPTY_NINE[9:]} X -"),
    ("nineboard", f"xx7{EIGHT} O 1", f"XX.......{EMPTY_NINE[9:]} O 1"),
    ("nineboard-fulldraw", f"{FULL}{EIGHT} X 1", f"{FULL}{EMPTY_NINE[9:]} X 1"),
    ("ultimate", f"{X_LINE}{EIGHT} O 1", f"{X_LINE}{EMPTY_NINE[9:]} O -"),
    ("ultimate", f"{X_LINE}{EIGHT}\nO\n2", f"{X_LINE}{EMPTY_NINE[9:]} O 2"),
    ("ultimate-playon", f"{X_LINE}{EIGHT} O 1 x........", f"{X_LINE}{EMPTY_NINE[9:]} O 1 X........"),
    ("ultimate-playon", f"XXXOOO3{EIGHT} O 1 O........", f"XXXOOO...{EMPTY_NINE[9:]} O 1 O........"),
    ("ultimate-playon", f"{FULL}{EIGHT} O 1 .........", f"{FULL}{EMPTY_NINE[9:]} O - ........."),
    ("xtreme", f"{X_LINE}{EIGHT}/{NINE} X 1 b", f"{X_LINE}{EMPTY_NINE[9:]}/{EMPTY_NINE} X 1 b"),
    ("xtreme", f"{X_LINE}{EIGHT}/{O_LINE}{EIGHT} O 1 -", f"{X_LINE}{EMPTY_NINE[9:]}/{O_LINE}{EMPTY_NINE[9:]} O - -"),
    ("xrudder", f"{TEN} o 0 1 0", f"{RUDDER} O 0 1 0"),
    ("xrudder", f"{TEN[:-2]}x11 X 0 0 30", f"{RUDDER[:-12]}X........... X 0 0 30"),
    ("xrudder", f"{TEN[:-2]}x11 O 0 0 30", f"{RUDDER[:-12]}X........... X 0 0 30"),
]

# What is refused, and some of the words that say why.
REFUSED = [
    ("tictactoe", "", "row 1 is missing: the position needs 3"),
    ("tictactoe", ".../...", "ends after row 2: it needs 3"),
    ("tictactoe", "... ... ...", "ends after row 1: it needs 3"),
    ("tictactoe", "...//...", "row 2 is missing"),
    ("tictactoe", ".../.../.../...", "a / after row 3"),
    ("tictactoe", ".../..../...", "row 2 from the top has 4 cells (....): it must have 3"),
    ("tictactoe", ".../../...", "row 2 from the top has 2 cells (..): it must have 3"),
    ("tictactoe", "..?/.../...", "row 1 from the top: '?' is not a cell; write X, O, #, . or a number"),
    ("tictactoe", "..²/.../...", "'²' is not a cell"),
    ("tictactoe", "0.../.../...", "0 stands for no cell at all"),
    ("tictactoe", "4/.../...", "4 empty cells are too many, it has 3 cells"),
    ("tictactoe", "9" * 5000 + "/.../...", "999999999999 empty cells are too many"),
    ("tictactoe", ".../.../... Z", "who moves is given as 'Z': it must be X or O"),
    ("tictactoe", ".../.../... X O", "must come who moves, X or O, or nothing; found: X O"),
    ("tictactoe", "XXX/OOO/...", "X and O both have 3 in a row"),
    ("misere-3x3x3", "XXX/OOO/...", "X and O both have 3 in a row"),
    ("3x1x3", "X/O", "ends after row 2: it needs 3"),
    ("nineboard", NINE, "after the last board must come: who moves (X or O), the board to play on"),
    ("nineboard", f"{NINE} X", "found: X"),
    ("nineboard", f"{NINE} X - -", "found: X - -"),
    ("nineboard", f"{NINE} X 0", "the board to play on is given as '0': it must be 1 to 9, or - for any"),
    ("nineboard", f"{NINE} X 10", "the board to play on is given as '10'"),
    ("nineboard", f"{NINE} 1 X", "who moves is given as '1'"),
    ("nineboard", f"{NINE[:-1]}8 X -", "board 9 has 8 cells (8): it must have 9"),
    ("nineboard", f"........#{EIGHT} X -", "board 1: '#' is not a cell; write X, O, ."),
    ("nineboard", f"{X_LINE}/{O_LINE}{EIGHT[:-2]} X -", "X and O both have three in a row on a small board"),
    ("nineboard-fulldraw", f"XXXOOO3{EIGHT} X -", "X and O both have three in a row on a small board"),
    ("ultimate", f"9/XXXOOO3{EIGHT[:-2]} X -", "X and O both have three in a row on board 2"),
    (
        "ultimate",
        "/".join([X_LINE] * 3 + [O_LINE] * 3 + ["9"] * 3) + " X -",
        "both have three in a row on the big board",
    ),
    ("ultimate", f"{NINE} X - .........", "found: X - ........."),
    (
        "ultimate-playon",
        f"{NINE} X -",
        "the owner of each board (nine of X, O and .) (set apart by spaces); found: X -",
    ),
    ("ultimate-playon", f"{NINE} X - ........", "the owners of the boards are given as '........': they must be nine"),
    ("ultimate-playon", f"{NINE} X - 9", "the owners of the boards are given as '9': they must be nine"),
    ("ultimate-playon", f"{NINE} X - X........", "board 1 is given to X, who has no three in a row there"),
    ("ultimate-playon", f"{X_LINE}{EIGHT} X - O........", "board 1 is given to O, who has no three in a row there"),
    ("ultimate-playon", f"{X_LINE}{EIGHT} X - .........", "board 1 is given to nobody, but there is a three in a row"),
    (
        "ultimate-playon",
        "/".join([X_LINE] * 3 + [O_LINE] * 3 + ["9"] * 3) + " X - XXXOOO...",
        "both have three in a row on the big board",
    ),
    ("xtreme", f"{NINE} X - -", "the position ends after board 9: it needs 18"),
    ("xtreme", f"{NINE}/{NINE} X -", "b on a bonus move, else - (set apart by spaces); found: X -"),
    ("xtreme", f"{NINE}/{NINE} X - B", "the bonus move is given as 'B': it must be b, or - for none"),
    ("xtreme", f"{NINE}/{O_LINE}{EIGHT} X - b", "X has won no board and so cannot be on a bonus move"),
    ("xtreme", f"{NINE}/XXXOOO3{EIGHT} X - -", "both have three in a row on big board 2, board 1"),
    (
        "xtreme",
        "/".join([X_LINE] * 3 + ["9"] * 6 + [O_LINE] * 3 + ["9"] * 6) + " X - -",
        "X and O both have three won boards in a row",
    ),
    (
        "xtreme",
        "/".join([X_LINE] * 3 + [O_LINE] * 3 + ["9"] * 12) + " X - -",
        "X and O both have three won boards in a row",
    ),
    ("xrudder", f"{TEN} X 15 15", "moves left (set apart by spaces); found: X 15 15"),
    ("xrudder", f"{TEN} X 16 15 30", "tokens in hand of X: '16' must be a number from 0 to 15"),
    ("xrudder", f"{TEN} X 15 -1 30", "tokens in hand of O: '-1' must be a number from 0 to 15"),
    ("xrudder", f"{TEN} X 15 15 31", "moves left: '31' must be a number from 0 to 30"),
    ("xrudder", f"x11/{TEN[3:]} X 15 15 30", "X has 1 tokens on the board and 15 in hand: together they must be 15"),
    ("xrudder", f"12/O12/{TEN[6:]} X 15 14 30", "row 9 has 13 cells (O12): it must have 12"),
    ("xrudder", f"#11/{TEN[3:]} X 15 15 30", "row 10: '#' is not a cell"),
]

UNPLAYABLE_GAMES = [
    ("chess", "there is no game 'chess': it must be tictactoe, 4x5x4"),
    ("3x3", "there is no game '3x3'"),
    ("misere-tictactoe", "there is no game 'misere-tictactoe'"),
    ("exact-misere-3x3x3", "there is no game 'exact-misere-3x3x3'"),
    ("0x3x1", "0 rows and 3 columns cannot be played; each must be 1 to 32"),
    ("33x3x3", "33 rows and 3 columns cannot be played; each must be 1 to 32"),
    ("3x4x5", "5 in a row cannot be played here; it must be 1 to 4"),
    ("misere-3x3x0", "0 in a row cannot be played here; it must be 1 to 3"),
]

ILLEGAL_MOVES = [
    ("tictactoe", ".X./.../... O", "b3", "'b3' is not a legal move for O; legal are a3, c3, a2, b2, c2, ..."),
    ("tictactoe", ".X./.../... O", "2", "'2' is not a legal move for O"),
    ("tictactoe", "#../.../... X", "a3", "'a3' is not a legal move for X"),
    ("tictactoe", "XXX/OO./... O", "c2", "'c2' cannot be played: the game is over"),
    ("tictactoe", ".../.../... X", "d1", "'d1' is not a legal move for X"),
    ("nineboard", f"{NINE} O 3", "4.1", "'4.1' is not a legal move for O; legal are 3.1, 3.2, 3.3, 3.4, 3.5, ..."),
    ("ultimate", f"{X_LINE}{EIGHT} O -", "1.4", "'1.4' is not a legal move for O"),
    ("xtreme", f"{NINE}/{NINE} O 3 -", "3.3.1", "'3.3.1' is not a legal move for O; legal are 1.3.1"),
    ("xrudder", f"x11/{TEN[3:]} X 14 15 30", "a10-c10", "'a10-c10' is not a legal move for X"),
    ("xrudder", f"x11/{TEN[3:]} O 14 15 30", "a10-b10", "'a10-b10' is not a legal move for O"),
]


@pytest.mark.parametrize(("name", "text"), STARTS.items())
def test_the_start_is_written_with_a_dot_for_each_empty_cell(name: str, text: str) -> None:
    assert game(name).start().text() == text
    assert game(name).parse(text) == game(name).start()


@pytest.mark.parametrize(("name", "given", "written"), READINGS)
def test_a_position_is_read_and_written_back_in_one_way(name: str, given: str, written: str) -> None:
    board = game(name).parse(given)
    assert board.text() == written
    assert game(name).parse(written) == board


@pytest.mark.parametrize(("name", "text", "words"), REFUSED)
def test_a_position_that_cannot_be_is_refused_with_the_reason(name: str, text: str, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        game(name).parse(text)


@pytest.mark.parametrize(("name", "words"), UNPLAYABLE_GAMES)
def test_a_game_that_cannot_be_played_is_refused_with_the_reason(name: str, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        game(name)


@pytest.mark.parametrize(("name", "text", "move", "words"), ILLEGAL_MOVES)
def test_an_illegal_move_is_refused_with_some_that_are_legal(name: str, text: str, move: str, words: str) -> None:
    board = game(name).parse(text)
    with pytest.raises(ValueError, match=re.escape(words)):
        board.play(move)
    assert board.text() == game(name).parse(text).text()


def test_tictactoe_is_another_name_of_3x3x3() -> None:
    assert game("tictactoe") == game("3x3x3") != game("misere-3x3x3")


@pytest.mark.parametrize("module", [noughts.reference, contract, lines, text], ids=lambda module: module.__name__)
def test_the_examples_in_the_documentation_are_true(module: ModuleType) -> None:
    results = doctest.testmod(module)
    assert results.attempted > 0
    assert results.failed == 0
