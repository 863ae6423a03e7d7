"""Each rule of the reference by example, most of all those that no recorded game reaches."""

import pytest

from noughts.reference import Board, game

FULL = "XOXXOOOXX"  # a full small board without a line
X_LINE = "XXX......"
O_LINE = "OOO......"
EMPTY = "........."


def boards(count: int = 9, /, **placed: str) -> str:
    """The text of small boards: `boards(b3=FULL)` has the third one full and the others empty."""
    return "/".join(placed.get(f"b{number}", EMPTY) for number in range(1, count + 1))


def xrudder(x: str, o: str, fields: str) -> Board:
    """An X-Rudder board with tokens on the named cells, read from its text."""
    cells = [["."] * 12 for _ in range(10)]
    for mark, names in (("X", x), ("O", o)):
        for name in names.split():
            cells[10 - int(name[1:])]["abcdefghijkl".index(name[0])] = mark
    return game("xrudder").parse("/".join("".join(row) for row in cells) + " " + fields)


class TestMnk:
    def test_cells_are_named_from_the_bottom_left(self) -> None:
        assert game("2x3x2").start().legal_moves() == ["a2", "b2", "c2", "a1", "b1", "c1"]

    def test_columns_after_z_are_aa_and_so_on(self) -> None:
        assert game("1x32x5").start().legal_moves()[24:] == ["y1", "z1", "aa1", "ab1", "ac1", "ad1", "ae1", "af1"]

    @pytest.mark.parametrize("name", ["tictactoe", "3x3x3", "misere-3x3x3"])
    def test_three_by_three_takes_digits_from_the_top_left(self, name: str) -> None:
        assert game(name).start().play("1").play("6").text() == "X../..O/... X"

    @pytest.mark.parametrize("name", ["4x4x3", "3x3x2"])
    def test_other_boards_take_no_digits(self, name: str) -> None:
        with pytest.raises(ValueError, match="'1' is not a legal move for X; legal are a"):
            game(name).start().play("1")

    def test_more_than_k_in_a_row_win_too(self) -> None:
        board = game("1x5x3").parse("XX.XX X").play("c1")
        assert (board.is_over(), board.winner(), board.turn) == (True, 0, 1)

    @pytest.mark.parametrize(
        ("text", "winning"),
        [
            ("XX./.../... X", ["c3"]),
            ("X../X../... X", ["a1"]),
            ("X../.X./... X", ["c1"]),
            ("..X/.X./... X", ["a1"]),
            (".X./X../... X", []),
        ],
    )
    def test_rows_columns_and_both_diagonals_are_lines(self, text: str, winning: list[str]) -> None:
        board = game("tictactoe").parse(text)
        assert [move for move in board.legal_moves() if board.play(move).winner() == 0] == winning

    def test_an_obstacle_breaks_a_line(self) -> None:
        board = game("1x5x3").parse("XX#X. X").play("e1")
        assert (board.is_over(), board.winner()) == (True, None)

    def test_a_board_of_obstacles_is_drawn_at_once(self) -> None:
        board = game("2x2x2").parse("##/##")
        assert (board.is_over(), board.winner(), board.legal_moves()) == (True, None, [])

    def test_the_game_goes_on_when_no_line_is_possible_any_more(self) -> None:
        assert not game("tictactoe").parse("XOX/XOO/OX. X").is_over()

    def test_a_line_already_there_ends_the_game_whoever_moves(self) -> None:
        for turn in "XO":
            board = game("tictactoe").parse(f"OOO/.../XX. {turn}")
            assert (board.winner(), board.legal_moves()) == (1, [])

    def test_misere_completing_a_line_loses(self) -> None:
        board = game("misere-3x3x3").parse("XX./OO./... X")
        assert board.play("c3").winner() == 1
        assert board.play("c2").play("c3").winner() is None
        assert game("misere-3x3x3").parse("OOO/.../XX. X").winner() == 0


class TestNineboard:
    def test_the_cell_names_the_next_board(self) -> None:
        board = game("nineboard").start().play("5.3")
        assert board.text() == boards(b5="..X......") + " O 3"
        assert board.legal_moves() == [f"3.{cell}" for cell in range(1, 10)]

    def test_a_full_target_is_any_board_that_is_not_full(self) -> None:
        board = game("nineboard").parse(boards(b3=FULL) + " X 5").play("5.3")
        assert board.text() == boards(b3=FULL, b5="..X......") + " O -"
        assert len(board.legal_moves()) == 71
        assert not [move for move in board.legal_moves() if move.startswith("3.")]

    def test_a_line_on_any_board_wins(self) -> None:
        board = game("nineboard").parse(boards(b7="OO.......") + " O 7").play("7.3")
        assert (board.is_over(), board.winner()) == (True, 1)
        assert board.text() == boards(b7=O_LINE) + " X 3"

    def test_all_boards_full_is_a_draw(self) -> None:
        full = {f"b{number}": FULL for number in range(1, 9)}
        board = game("nineboard").parse(boards(**full, b9="XOXXOOOX.") + " X 9").play("9.9")
        assert (board.is_over(), board.winner(), board.text()[-3:]) == (True, None, "O -")

    def test_fulldraw_being_sent_to_a_full_board_is_a_draw(self) -> None:
        board = game("nineboard-fulldraw").parse(boards(b3=FULL) + " X 5").play("5.3")
        assert (board.is_over(), board.winner(), board.legal_moves()) == (True, None, [])
        assert board.text().endswith(" O 3")

    def test_fulldraw_a_win_counts_first(self) -> None:
        board = game("nineboard-fulldraw").parse(boards(b3=FULL, b5="XX.......") + " X 5").play("5.3")
        assert (board.winner(), board.text()[-3:]) == (0, "O 3")

    def test_fulldraw_a_free_choice_in_a_set_up_position_stays_one(self) -> None:
        assert len(game("nineboard-fulldraw").parse(boards(b3=FULL) + " X -").legal_moves()) == 72


class TestUltimate:
    @pytest.mark.parametrize("closed", [X_LINE, O_LINE, FULL])
    def test_a_closed_target_is_any_open_board(self, closed: str) -> None:
        board = game("ultimate").parse(boards(b3=closed) + " O 5").play("5.3")
        assert board.text() == boards(b3=closed, b5="..O......") + " X -"
        assert {move[0] for move in board.legal_moves()} == set("12456789")

    def test_three_won_boards_in_a_row_win(self) -> None:
        board = game("ultimate").parse(boards(b1=X_LINE, b5=X_LINE, b9="XX.......") + " X 9").play("9.3")
        assert (board.is_over(), board.winner(), board.text()[-3:]) == (True, 0, "O 3")

    def test_all_closed_without_a_line_is_a_draw(self) -> None:
        closed = {f"b{number}": FULL for number in range(1, 9)}
        board = game("ultimate").parse(boards(**closed, b9="XX.......") + " X 9").play("9.3")
        assert (board.is_over(), board.winner()) == (True, None)

    @pytest.mark.parametrize(
        ("owners", "winner"), [("XOXXOOO", None), ("XOX-O--", 0), ("XO--O--", None), ("OOX-OO-", 1), ("XOXOXXO", 0)]
    )
    def test_count_more_boards_win_where_there_is_no_line(self, owners: str, winner: int | None) -> None:
        cells = {"X": X_LINE, "O": O_LINE, "-": FULL}
        closed = {f"b{number}": cells[owner] for number, owner in enumerate(owners, 1)}
        board = game("ultimate-count").parse(boards(**closed, b8="XX.......", b9=FULL) + " X 8")
        assert (board.is_over(), board.winner()) == (False, None)
        board = board.play("8.3")
        assert (board.is_over(), board.winner()) == (True, winner)
        plain = game("ultimate").parse(board.text())
        assert (plain.is_over(), plain.winner()) == (True, None)

    def test_count_three_boards_in_a_row_win_whatever_the_count(self) -> None:
        others = {"b4": O_LINE, "b5": FULL, "b6": O_LINE, "b7": O_LINE, "b8": FULL, "b9": O_LINE}
        board = (
            game("ultimate-count").parse(boards(b1=X_LINE, b2=X_LINE, b3="XX.......", **others) + " X 3").play("3.3")
        )
        assert (board.is_over(), board.winner()) == (True, 0)

    @pytest.mark.parametrize(("first", "second"), ["XO", "OX"])
    def test_playon_a_won_board_is_played_on_and_keeps_its_first_winner(self, first: str, second: str) -> None:
        cells = first * 3 + second * 2 + "...."
        board = game("ultimate-playon").parse(f"{boards(b1=cells)} {second} 1 {first}........")
        assert board.legal_moves() == ["1.6", "1.7", "1.8", "1.9"]
        cells = first * 3 + second * 3 + "..."
        assert board.play("1.6").text() == f"{boards(b1=cells)} {first} 6 {first}........"

    def test_playon_a_new_line_is_noted(self) -> None:
        board = game("ultimate-playon").parse(boards(b4="OO.......") + " O 4 .........").play("4.3")
        assert board.text() == boards(b4=O_LINE) + " X 3 ...O....."

    def test_playon_only_a_full_target_is_free(self) -> None:
        playon = game("ultimate-playon")
        assert playon.parse(boards(b3=X_LINE) + " O 5 ..X......").play("5.3").text().endswith(" X 3 ..X......")
        assert playon.parse(boards(b3=FULL) + " O 5 .........").play("5.3").text().endswith(" X - .........")

    def test_playon_three_owned_boards_in_a_row_win(self) -> None:
        board = game("ultimate-playon").parse(boards(b1=X_LINE, b2="XX.......", b3=X_LINE) + " X 2 X.X......")
        assert (board.play("2.3").winner(), board.play("2.4").winner()) == (0, None)


class TestXtreme:
    def test_the_cell_names_the_board_on_either_big_board(self) -> None:
        board = game("xtreme").start().play("1.2.5")
        assert {move[:4] for move in board.legal_moves()} == {"1.5.", "2.5."}

    def test_a_target_closed_on_one_big_board_is_played_on_the_other(self) -> None:
        board = game("xtreme").parse(boards(18, b5=FULL) + " X 5 -")
        assert {move[:4] for move in board.legal_moves()} == {"2.5."}

    def test_a_target_closed_on_both_is_anywhere_open(self) -> None:
        board = game("xtreme").parse(boards(18, b5=FULL, b14=O_LINE) + " X 1 -").play("2.1.5")
        assert board.text().endswith(" O - -")
        assert len(board.legal_moves()) == 16 * 9 - 1

    def test_winning_a_board_gives_a_bonus_move_that_obeys_the_cell(self) -> None:
        board = game("xtreme").parse(boards(18, b1="XX.......") + " X 1 -").play("1.1.3")
        assert board.text() == boards(18, b1=X_LINE) + " X 3 b"
        assert {move[:4] for move in board.legal_moves()} == {"1.3.", "2.3."}

    def test_a_board_won_with_a_bonus_move_gives_none(self) -> None:
        board = game("xtreme").parse(boards(18, b1="OO.......", b12="OO.......") + " O 1 -").play("1.1.3")
        assert board.text().endswith(" O 3 b")
        assert board.play("2.3.3").text().endswith(" X 3 -")

    def test_after_a_plain_bonus_move_the_turn_passes(self) -> None:
        board = game("xtreme").parse(boards(18, b1=X_LINE) + " X 3 b").play("1.3.7")
        assert board.text().endswith(" O 7 -")

    def test_a_line_on_either_big_board_wins_86_to_0(self) -> None:
        board = game("xtreme").parse(boards(18, b10=O_LINE, b11=O_LINE, b12="OO.......") + " O 3 -")
        assert board.points() is None
        won = board.play("2.3.3")
        assert (won.winner(), won.points(), won.legal_moves()) == (1, (0, 86), [])
        assert won.text().endswith(" X 3 -")

    def test_boards_of_both_big_boards_make_no_line_together(self) -> None:
        assert not game("xtreme").parse(boards(18, b1=X_LINE, b2=X_LINE, b12=X_LINE) + " O - -").is_over()

    def test_without_a_line_edges_count_6_corners_4_and_the_centre_3(self) -> None:
        closed = {f"b{number}": FULL for number in range(1, 19)} | {"b1": X_LINE, "b5": O_LINE, "b11": O_LINE}
        closed["b18"] = "XX......."
        end = game("xtreme").parse(boards(18, **closed) + " X 9 -").play("2.9.3")
        assert (end.is_over(), end.winner(), end.points()) == (True, None, (4 + 4, 3 + 6))
        assert end.text().endswith(" O - -")


class TestXrudder:
    def test_a_turn_places_a_token_or_moves_one_a_step(self) -> None:
        board = xrudder("a1", "b2", "X 14 14 30")
        moves = board.legal_moves()
        assert len([move for move in moves if "-" not in move]) == 118
        assert {move for move in moves if "-" in move} == {"a1-a2", "a1-b1"}
        assert board.play("l10").text().endswith(" O 13 14 30")
        assert board.play("a1-a2").text().endswith(" O 14 14 29")

    def test_taking_a_crossing_away_lets_the_opponent_win(self) -> None:
        board = xrudder("e4 g4 f5 e6 g6", "e5 g5", "O 10 13 9")
        assert not board.is_over()
        moved = board.play("e5-d5")
        assert (moved.winner(), moved.turn, moved.legal_moves()) == (0, 0, [])

    @pytest.mark.parametrize(("beside", "winner"), [("e5 g5", None), ("e5", 0), ("f4 f6", 0)])
    def test_only_both_sides_of_the_centre_cross(self, beside: str, winner: int | None) -> None:
        assert xrudder("e4 g4 f5 e6 g6", beside, "O 10 13 30").winner() == winner

    def test_an_x_in_the_corner_of_the_board_wins(self) -> None:
        assert xrudder("j8 l8 k9 j10", "", "X 11 15 30").play("l10").winner() == 0

    @pytest.mark.parametrize(("to_move", "winner"), [("X", 1), ("O", 0)])
    def test_of_two_who_have_an_x_the_last_mover_wins(self, to_move: str, winner: int) -> None:
        assert xrudder("a1 c1 b2 a3 c3", "e1 g1 f2 e3 g3", f"{to_move} 10 10 30").winner() == winner

    def test_a_player_who_can_do_nothing_is_skipped(self) -> None:
        board = xrudder("a1", "", "X 0 2 0")
        assert (board.turn, board.text()[-7:]) == (1, "O 0 2 0")
        board = board.play("b1")
        assert (board.turn, board.is_over()) == (1, False)
        board = board.play("c1")
        assert (board.is_over(), board.winner(), board.text()[-7:]) == (True, None, "X 0 0 0")

    def test_nobody_is_skipped_in_a_finished_game(self) -> None:
        board = xrudder("e4 g4 e6 g6 a1", "", "X 2 0 0").play("f5")
        assert (board.winner(), board.text()[-7:]) == (0, "O 1 0 0")
        assert game("xrudder").parse(board.text()) == board

    def test_enclosed_tokens_cannot_move(self) -> None:
        board = xrudder("a1", "a2 b1 b2", "X 0 0 5")
        assert board.turn == 1
        assert all(move.startswith(("a2-", "b1-", "b2-")) for move in board.legal_moves())

    @pytest.mark.parametrize("to_move", ["X", "O"])
    def test_when_neither_can_do_anything_it_is_a_tie(self, to_move: str) -> None:
        board = xrudder("a1", "b1", f"{to_move} 0 0 0")
        assert (board.is_over(), board.winner(), board.text()[-7]) == (True, None, to_move)
