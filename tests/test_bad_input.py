"""Names, positions and moves that cannot be: each is refused in words that name what is wrong, and nothing changes."""

import re
from typing import Any

import pytest

import noughts

FULL = "XOXXOOOXX"  # a small board without a line
X_LINE, O_LINE = "XXX6", "OOO6"
EIGHT = "/9" * 8  # the empty boards after a first one
SEVEN = "/9" * 7
NINE = "9" + EIGHT
THREE_EACH = "/".join([X_LINE] * 3 + [O_LINE] * 3 + ["9"] * 3)
NINE_ROWS = "/12" * 9
TEN = "12" + NINE_ROWS

# What is wrong: the name of a game, and some of the words that say so.
GAMES: dict[str, tuple[Any, str]] = {
    "no rows": ("0x3x3", "0x3x3: a board has 1 to 32 rows"),
    "no columns": ("3x0x3", "3x0x3: a board has 1 to 32 rows and 1 to 32 columns"),
    "too many rows": ("33x3x3", "33x3x3: a board has 1 to 32 rows"),
    "too many columns": ("3x33x3", "3x33x3: a board has 1 to 32 rows and 1 to 32 columns"),
    "k longer than the board": ("3x3x4", "k is 4; on 3x3 it can be 1 to 3"),
    "k longer than a long board": ("2x7x8", "k is 8; on 2x7 it can be 1 to 7"),
    "k of nothing": ("3x3x0", "k is 0; on 3x3 it can be 1 to 3"),
    "misere k too long": ("misere-3x3x4", "misere-3x3x4: k is 4"),
    "no k": ("3x3", "3x3: the size is written ROWSxCOLSxK"),
    "a number too many": ("3x3x3x3", "3x3x3x3: the size is written ROWSxCOLSxK"),
    "less than nothing": ("-3x3x3", "-3x3x3: the size is written ROWSxCOLSxK"),
    "a negative k": ("3x3x-1", "3x3x-1: the size is written ROWSxCOLSxK"),
    "misere without a size": ("misere", "misere: the size is written ROWSxCOLSxK"),
    "misere of a name": ("misere-tictactoe", "misere-tictactoe: the size is written ROWSxCOLSxK"),
    "exact k too long": ("exact-3x3x4", "exact-3x3x4: k is 4"),
    "exact without a size": ("exact", "exact: the size is written ROWSxCOLSxK"),
    "exact of a name": ("exact-tictactoe", "exact-tictactoe: the size is written ROWSxCOLSxK"),
    "exact and misere": ("exact-misere-3x3x3", "exact-misere-3x3x3: the size is written ROWSxCOLSxK"),
    "the family's name": ("mnk", "mnk: the size is written ROWSxCOLSxK"),
    "letters for numbers": ("axbxc", "there is no game 'axbxc'"),
    "digits of another script": ("٣x٣x٣", "٣x٣x٣"),
    "huge rows": ("999999999999x3x3", "999999999999x3x3: a board has 1 to 32 rows"),
    "more digits than Python reads": ("9" * 5000 + "x3x3", "a board has 1 to 32 rows"),
    "huge k": ("3x3x999999999999", "on 3x3 it can be 1 to 3"),
    "nothing": ("", "there is no game ''"),
    "blanks": ("  ", "there is no game ''"),
    "unknown": ("chess", "there is no game 'chess'"),
    "misspelt": ("ultimat", "there is no game 'ultimat'; did you mean ultimate?"),
    "capitals": ("Ultimate", "did you mean ultimate?"),
    "an unknown variant": ("xtreme-playon", "there is no game 'xtreme-playon'"),
    "a number": (3, "a game's name is text, not 3"),
    "None": (None, "a game's name is text, not None"),
    "bytes": (b"ultimate", "a game's name is text, not b'ultimate'"),
    "no such file": ("nowhere/game.py", "there is no game file nowhere/game.py"),
    "a file name that no system takes": ("x/" * 5000, "there is no game file x/x/x/"),
    "a file of nobody's": ("~nobody-of-that-name/game.py", "there is no game file ~nobody-of-that-name/game.py"),
}

# What is wrong: the game, the text, and some of the words that say so.
POSITIONS: dict[str, tuple[str, Any, str]] = {
    "no text": ("tictactoe", None, "not None"),
    "bytes": ("tictactoe", b".../.../...", "not b'"),
    "nothing": ("tictactoe", "", "0 rows; it needs 3"),
    "a row too few": ("tictactoe", ".../...", "2 rows; it needs 3"),
    "a row too many": ("tictactoe", ".../.../.../...", "a / after row 3"),
    "a slash at the end": ("tictactoe", ".../.../.../", "a / after row 3"),
    "a slash at the start": ("tictactoe", "/.../.../...", "a / with no row before or after it"),
    "an empty row": ("tictactoe", "...//...", "a / with no row before or after it"),
    "rows apart by spaces": ("tictactoe", "... ... ...", "1 row; it needs 3"),
    "a long row": ("tictactoe", ".../..../...", "row 2 from the top has 4 cells; it needs 3"),
    "a short row": ("tictactoe", ".../.../..", "row 3 from the top has 2 cells; it needs 3"),
    "an unknown glyph": ("tictactoe", "..?/.../...", "row 1 from the top holds '?'"),
    "a raised digit": ("tictactoe", ".../²./...", "row 2 from the top holds '²'"),
    "zero cells": ("tictactoe", ".../0.../...", "row 2 from the top holds the number 0"),
    "too many empty cells": ("tictactoe", "4/.../...", "row 1 from the top holds the number 4"),
    "a huge number": ("tictactoe", "3/3/" + "9" * 5000, "row 3 from the top holds the number 999999999999"),
    "a huge number of zeros": ("tictactoe", "3/" + "0" * 5000 + "4/3", "row 2 from the top holds the number 0000"),
    "a third player": ("tictactoe", ".../.../... Z", "who moves is 'Z'; it must be X or O"),
    "two to move": ("tictactoe", ".../.../... X O", "who moves; the position has X O"),
    "lines of both": ("tictactoe", "XXX/OOO/...", "lines of both players"),
    "misere lines of both": ("misere-3x3x3", "XXX/OOO/...", "lines of both players"),
    "one column, a row too few": ("3x1x3", "X/O", "2 rows; it needs 3"),
    "no fields": ("nineboard", NINE, "who moves, the board to play on; the position has nothing"),
    "a field too few": ("nineboard", f"{NINE} X", "who moves, the board to play on; the position has X"),
    "a field too many": ("nineboard", f"{NINE} X - -", "the position has X - -"),
    "fields the wrong way round": ("nineboard", f"{NINE} 1 X", "who moves is '1'"),
    "board 0": (
        "nineboard",
        f"{NINE} X 0",
        "the board to play on is '0'; it must be a number from 1 to 9, or - for any",
    ),
    "board 10": ("nineboard", f"{NINE} X 10", "the board to play on is '10'"),
    "a board that is no number": ("nineboard", f"{NINE} X five", "the board to play on is 'five'"),
    "boards too few": ("nineboard", f"9{SEVEN} X -", "8 boards; it needs 9"),
    "boards too many": ("nineboard", f"{NINE}/9 X -", "a / after board 9"),
    "a short board": ("nineboard", f"9/8{SEVEN} X -", "board 2 has 8 cells; it needs 9"),
    "an obstacle": ("nineboard", f"#8{EIGHT} X -", "board 1 holds '#'"),
    "nineboard lines of both": ("nineboard", f"{X_LINE}/{O_LINE}{SEVEN} X -", "lines of both players"),
    "fulldraw lines of both": ("nineboard-fulldraw", f"XXXOOO3{EIGHT} X -", "lines of both players"),
    "a board won by both": ("ultimate", f"9/XXXOOO3{SEVEN} X -", "lines of both players on board 2"),
    "a game won by both": ("ultimate", f"{THREE_EACH} X -", "lines of both players of boards"),
    "owners where there are none": ("ultimate", f"{NINE} X - .........", "the position has X - ........."),
    "no owners": ("ultimate-playon", f"{NINE} X -", "the nine boards' owners; the position has X -"),
    "eight owners": ("ultimate-playon", f"{NINE} X - ........", "the boards' owners are '........'"),
    "a number of owners": ("ultimate-playon", f"{NINE} X - 9", "the boards' owners are '9'"),
    "owned without a line": (
        "ultimate-playon",
        f"{NINE} X - ..X......",
        "board 3 is owned by 'X', but nobody has a line",
    ),
    "owned by the other": ("ultimate-playon", f"{X_LINE}{EIGHT} X - O........", "board 1 is owned by 'O', but X has"),
    "a line without owner": ("ultimate-playon", f"{X_LINE}{EIGHT} X - .........", "board 1 is owned by '.', but X has"),
    "playon won by both": ("ultimate-playon", f"{THREE_EACH} X - XXXOOO...", "lines of both players of boards"),
    "half of the boards": ("xtreme", f"{NINE} X - -", "9 boards; it needs 18"),
    "no bonus field": ("xtreme", f"{NINE}/{NINE} X -", "b or -; the position has X -"),
    "a bonus of another name": ("xtreme", f"{NINE}/{NINE} X - B", "'B'; it must be b (a bonus move) or -"),
    "a bonus for nothing": ("xtreme", f"{NINE}/{O_LINE}{EIGHT} X - b", "X is on a bonus move without having won"),
    "xtreme board won by both": ("xtreme", f"{NINE}/9/XXXOOO3{SEVEN} X - -", "lines of both players on board 2.2"),
    "xtreme won by both": ("xtreme", f"{THREE_EACH}/{NINE} X - -", "lines of both players of boards"),
    "xtreme target": ("xtreme", f"{NINE}/{NINE} X 1.5 -", "the small board to play on is '1.5'"),
    "xtreme short board": ("xtreme", f"{NINE}/8{EIGHT} X - -", "board 2.1 has 8 cells"),
    "no hands": ("xrudder", f"{TEN} X", "the moves left; the position has X"),
    "a hand too large": ("xrudder", f"{TEN} X 16 15 30", "X's hand is '16'; it must be a number from 0 to 15"),
    "a negative hand": ("xrudder", f"{TEN} X 15 -1 30", "O's hand is '-1'"),
    "too many moves left": ("xrudder", f"{TEN} X 15 15 31", "moves left is '31'; it must be a number from 0 to 30"),
    "a token too many": ("xrudder", f"X11{NINE_ROWS} X 15 15 30", "X has 1 tokens on the board and 15 in hand"),
    "O's token too many": ("xrudder", f"OOO9{NINE_ROWS} X 15 13 30", "O has 3 tokens on the board and 13 in hand"),
    "a row of 13": ("xrudder", f"12/O12{NINE_ROWS[3:]} X 15 14 30", "row 9 has 13 cells; it needs 12"),
    "a hundred empty cells": ("xrudder", f"100{NINE_ROWS} X 15 15 30", "row 10 holds the number 100"),
    "nine rows": ("xrudder", f"{TEN[3:]} X 15 15 30", "9 rows; it needs 10"),
}

# What is wrong: the game, a position (None for the start), the move, and some of the words that say so.
MOVES: dict[str, tuple[str, str | None, Any, str]] = {
    "a taken cell": ("tictactoe", "X../.../... O", "a3", "a3 is not legal here (O to move); legal moves: b3, c3"),
    "a taken cell by its digit": ("tictactoe", "X../.../... O", "1", "1 is not legal here (O to move); legal moves: 2"),
    "an obstacle": ("tictactoe", "#../.../... X", "a3", "a3 is not legal here"),
    "off the board": (
        "tictactoe",
        None,
        "d1",
        "'d1' is not a move of 3x3x3; moves are written from a1 to c3, or 1 to 9",
    ),
    "row 0": ("tictactoe", None, "a0", "'a0' is not a move of 3x3x3"),
    "digit 0": ("tictactoe", None, "0", "'0' is not a move of 3x3x3"),
    "a raised digit": ("tictactoe", None, "²", "'²' is not a move of 3x3x3"),
    "a digit on another board": ("4x4x3", None, "1", "'1' is not a move of 4x4x3; moves are written from a1 to d4"),
    "beyond af": ("32x32x5", None, "ag1", "'ag1' is not a move of 32x32x5; moves are written from a1 to af32"),
    "nothing": ("tictactoe", None, "", "'' is not a move"),
    "two moves": ("tictactoe", None, "a1 b2", "'a1 b2' is not a move"),
    "a number": ("tictactoe", None, 5, "a move is text such as from a1 to c3, or 1 to 9, not 5"),
    "None": ("ultimate", None, None, "not None"),
    "a list": ("ultimate", None, ["5.5"], "not ['5.5']"),
    "another game's text": ("tictactoe", None, "5.3", "'5.3' is not a move of 3x3x3"),
    "another game's move": ("tictactoe", None, noughts.game("xrudder").read_move("a1"), "a1 is not a move of 3x3x3"),
    "a made-up move": ("ultimate", None, noughts.Move(10**30, "9.10"), "9.10 is not a move of ultimate"),
    "a move below 0": ("ultimate", None, noughts.Move(-1, "1.1"), "1.1 is not a move of ultimate"),
    "after a win": ("tictactoe", "XXX/OO./... O", "c2", "c2 cannot be played: the game is over (X wins: 3 in a row)"),
    "after a draw": ("1x3x3", "XO# X", "a1", "a1 cannot be played: the game is over (draw: the board is full)"),
    "another board": ("nineboard", f"{NINE} O 3", "4.1", "4.1 is not legal here (O to move on board 3)"),
    "cell 10": ("nineboard", None, "1.10", "'1.10' is not a move of nineboard"),
    "sent to a full board": (
        "nineboard-fulldraw",
        f"{FULL}{EIGHT} O 1",
        "2.1",
        "the game is over (draw: sent to a full",
    ),
    "a closed board": (
        "ultimate",
        f"{X_LINE}{EIGHT} O -",
        "1.4",
        "1.4 is not legal here (O to move on any open board)",
    ),
    "a big board too many": ("xtreme", None, "3.1.1", "'3.1.1' is not a move of xtreme"),
    "without a big board": ("xtreme", None, "1.1", "'1.1' is not a move of xtreme"),
    "another small board": ("xtreme", f"{X_LINE}{EIGHT}/{NINE} X 3 b", "1.4.1", "board 3 of either big board, again"),
    "two steps": ("xrudder", f"X11{NINE_ROWS} X 14 15 30", "a10-c10", "'a10-c10' is not a move of xrudder"),
    "off the edge": ("xrudder", f"X11{NINE_ROWS} X 14 15 30", "a10-a11", "'a10-a11' is not a move of xrudder"),
    "the other's token": ("xrudder", f"X11{NINE_ROWS} O 14 15 30", "a10-b10", "a10-b10 is not legal here (O to move)"),
    "onto a token": ("xrudder", f"XO10{NINE_ROWS} X 14 14 30", "a10-b10", "a10-b10 is not legal here"),
    "from an empty cell": ("xrudder", None, "a1-b1", "a1-b1 is not legal here"),
    "no move left": ("xrudder", f"X11{NINE_ROWS} X 14 15 0", "a10-b10", "a10-b10 is not legal here"),
    "nothing in hand": ("xrudder", f"X11{NINE_ROWS} X 0 15 1", "f6", "f6 is not legal here"),
}


@pytest.mark.parametrize(("name", "words"), GAMES.values(), ids=GAMES)
def test_a_game_that_cannot_be_is_refused(name: Any, words: str) -> None:
    with pytest.raises(noughts.NoughtsError, match=re.escape(words)):
        noughts.game(name)


@pytest.mark.parametrize(("name", "text", "words"), POSITIONS.values(), ids=POSITIONS)
def test_a_position_that_cannot_be_is_refused(name: str, text: Any, words: str) -> None:
    with pytest.raises(noughts.NoughtsError, match=re.escape(words)):
        noughts.game(name).position(text)


@pytest.mark.parametrize(("name", "text", "move", "words"), MOVES.values(), ids=MOVES)
def test_a_move_that_cannot_be_is_refused_and_changes_nothing(
    name: str, text: str | None, move: Any, words: str
) -> None:
    game = noughts.game(name)
    position = game.start() if text is None else game.position(text)
    before = everything_about(position)
    with pytest.raises(noughts.NoughtsError, match=re.escape(words)):
        position.push(move)
    assert everything_about(position) == before


def test_no_move_can_be_taken_back_or_looked_at_before_one_is_made() -> None:
    position = noughts.game("ultimate").position(f"X8{EIGHT} O 1")
    before = everything_about(position)
    with pytest.raises(noughts.NoughtsError, match="there is no move to take back"):
        position.pop()
    with pytest.raises(noughts.NoughtsError, match="no move has been made yet"):
        position.peek()
    assert everything_about(position) == before


def everything_about(position: noughts.Position) -> tuple[Any, ...]:
    legal, stack = position.legal_moves, list(position.move_stack)
    return position.text(), position.key, position.turn, legal, stack, position.outcome(), position.states.tobytes()
