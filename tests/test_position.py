"""Positions in Python: moves made and taken back, copies, equality, pickling, drawings."""

import copy
import pickle
import random
import xml.etree.ElementTree as ET

import pytest

import noughts
from noughts.kernel.contract import turn
from noughts.registry import families

EXAMPLES = [name for family in families() for name in family.examples]


@pytest.fixture(params=EXAMPLES)
def game(request: pytest.FixtureRequest) -> noughts.Game:
    return noughts.game(request.param)


def played(game: noughts.Game, seed: int, plies: int) -> noughts.Position:
    chance = random.Random(seed)
    position = game.start()
    while position.legal_moves and len(position.move_stack) < plies:
        position.push(chance.choice(position.legal_moves))
    return position


def test_a_game_of_tic_tac_toe() -> None:
    position = noughts.game("tictactoe").start()
    assert position.turn == 0
    assert [str(move) for move in position.legal_moves] == ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]
    for move in ("b2", "a1", "5", "b1"):
        if move == "5":  # the centre again, as a digit
            with pytest.raises(noughts.NoughtsError, match="5 is not legal"):
                position.push(move)
        else:
            position.push(move)
    assert position.turn == 1
    assert str(position.peek()) == "b1"
    assert position.outcome() is None
    assert position.text() == ".../.X./OX. O"
    position.push("c1")
    position.push("b3")
    assert position.outcome() == noughts.Outcome(winner=0, reason="3 in a row")
    assert position.legal_moves == []
    assert position.is_game_over()


def test_moves_are_taken_back_to_where_the_game_began(game: noughts.Game) -> None:
    position = played(game, 1, 200)
    moves = position.move_stack.copy()
    states = [position.copy()]
    while position.move_stack:
        assert position.pop() == moves[len(position.move_stack)]
        states.append(position.copy())
    assert position == game.start()
    for move, before in zip(moves, reversed(states), strict=False):
        assert position == before
        assert position.legal_moves == before.legal_moves
        position.push(move)
    assert position == states[0]


def test_a_copy_goes_its_own_way(game: noughts.Game) -> None:
    position = played(game, 2, 3)
    for other in (position.copy(), copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert other == position
        assert other.key == position.key
        assert other.move_stack == position.move_stack
        assert other.legal_moves == position.legal_moves
        other.push(other.legal_moves[-1])
        assert other != position
        assert len(position.move_stack) == 3


def test_states_travel_by_pickle(game: noughts.Game) -> None:
    position = played(game, 2, 3)
    for states in (position.states, copy.deepcopy(position.states)):
        other = pickle.loads(pickle.dumps(states))
        assert other.dtype == position.states.dtype
        assert (turn(other[0]), other[0].turn, other.tobytes()) == (position.turn, position.turn, states.tobytes())


def test_equality_is_of_positions_not_of_histories() -> None:
    game = noughts.game("3x3x3")
    one, other = game.start(), game.start()
    for move in ("a1", "b2", "c3"):
        one.push(move)
    for move in ("c3", "b2", "a1"):
        other.push(move)
    assert one == other
    assert (one.text(), one.key) == (other.text(), other.key)
    assert one != noughts.game("misere-3x3x3").position(one.text())
    assert one != "a1 b2 c3"
    assert noughts.game("tictactoe").start() == game.start()


def test_a_position_in_a_set_is_found_there_and_stays_as_it_is(game: noughts.Game) -> None:
    position = played(game, 5, 3)
    other, text, legal = position.copy(), position.text(), position.legal_moves
    seen = {position}
    assert position in seen
    assert game.position(text) in seen
    for change in (lambda: position.push(legal[0]), position.pop):
        with pytest.raises(noughts.NoughtsError, match=r"cannot change any more; its copy\(\) can"):
            change()
    assert (position.text(), position.ply, position.legal_moves, position in seen) == (text, 3, legal, True)
    for free in (other, position.copy(), copy.copy(position), pickle.loads(pickle.dumps(position))):
        free.push(free.legal_moves[0])
        assert free.pop() == legal[0]
        assert free in seen


def test_what_is_no_longer_the_same_is_not_found(game: noughts.Game) -> None:
    position = played(game, 5, 3)
    seen, other = {position}, position.copy()
    other.push(other.legal_moves[0])
    assert other.copy() not in seen
    other.pop()
    assert other.copy() in seen
    assert noughts.game("3x3x3").start() not in seen


def test_a_move_is_legal_if_it_can_be_made(game: noughts.Game) -> None:
    for plies in (0, 3, 2000):
        position = played(game, 5, plies)
        legal, texts = position.legal_moves, {move.text for move in position.legal_moves}
        assert (not legal) == position.is_game_over()
        for move in random.Random(5).sample(list(game.moves.values()), min(81, len(game.moves))):
            is_legal = move.text in texts
            assert [position.is_legal(one) for one in (move, move.text, f" {move.text.upper()}")] == 3 * [is_legal]
            assert (move in legal, move.text in legal) == (is_legal, is_legal)


def test_what_is_no_move_of_the_game_is_not_legal() -> None:
    position = noughts.game("tictactoe").position("X../.../... O")
    assert position.is_legal("9")  # digits as well, which are no notation
    assert not position.is_legal("1")
    for text in ("", "d4", "5.3", "nonsense", "0"):
        assert not position.is_legal(text)
        assert text not in position.legal_moves
    # a1 of another board has another code, and `push` refuses it.
    other = noughts.game("15x15x5").read_move("a1")
    assert not position.is_legal(other)
    assert other not in position.legal_moves
    for nothing in (4, None, b"a1", ["a1"]):
        with pytest.raises(noughts.NoughtsError, match="a move is text such as"):
            position.is_legal(nothing)  # type: ignore[arg-type]
        assert nothing not in position.legal_moves


def test_a_move_equals_its_notation() -> None:
    move = noughts.game("ultimate").read_move("5.3")
    assert move == "5.3"
    assert "5.3" == move  # noqa: SIM300
    assert move != "5.4"
    assert {move: 1}["5.3"] == 1  # type: ignore[index]
    assert {"5.3": 1}[move] == 1  # type: ignore[index]
    assert move == noughts.game("nineboard").read_move("5.3")
    assert noughts.game("3x3x3").read_move("a1") != noughts.game("15x15x5").read_move("a1")
    assert pickle.loads(pickle.dumps(move)) == move


def test_plies_are_counted_from_the_root(game: noughts.Game) -> None:
    position = played(game, 6, 3)
    assert (position.ply, position.root().ply, position.copy().ply) == (3, 0, 3)
    position.pop()
    assert (position.ply, len(position.move_stack)) == (2, 2)
    assert game.position(position.text()).ply == 0


def test_what_stands_on_a_cell_is_found_by_its_name(game: noughts.Game) -> None:
    position = played(game, 7, 20)
    for cell in position.view().cells:
        assert position.content_at(cell.name) == position.content_at(cell.name.upper()) == cell.content


def test_contents_of_cells() -> None:
    position = noughts.game("3x4x3").position("X.O./.#../.... O")
    contents = [position.content_at(name) for name in ("a3", "c3", "b2", "d1", "A3")]
    assert contents == ["X", "O", "#", ".", "X"]
    position = noughts.game("xrudder").start()
    for move in ("f6", "a1", "f6-g7"):
        position.push(move)
    assert [position.content_at(name) for name in ("f6", "g7", "a1")] == [".", "X", "O"]


@pytest.mark.parametrize(("name", "cell"), [("3x4x3", "e1"), ("ultimate", "10.1"), ("xrudder", "f6-g7"), ("3x3x3", 5)])
def test_a_cell_that_is_not_there_is_named(name: str, cell: str) -> None:
    with pytest.raises(noughts.NoughtsError, match=rf"{cell!r} is no cell of {name}; cells are written as in "):
        noughts.game(name).start().content_at(cell)


def test_the_root_is_where_the_moves_began() -> None:
    position = noughts.game("tictactoe").position("X../.O./... X")
    position.push("c3")
    assert position.root().text() == "X../.O./... X"
    assert len(position.root().legal_moves) == 7


def test_every_move_reads_back_from_its_text(game: noughts.Game) -> None:
    for move in game.moves.values():
        assert game.read_move(str(move)) == move
        assert game.read_move(str(move).upper()) == move


def test_a_move_of_another_game_is_refused() -> None:
    move = noughts.game("ultimate").start().legal_moves[0]
    position = noughts.game("tictactoe").start()
    with pytest.raises(noughts.NoughtsError, match=r"1\.1 is not a move of 3x3x3 but of another game"):
        position.push(move)
    with pytest.raises(noughts.NoughtsError, match="a move is text"):
        position.push(4)  # type: ignore[arg-type]
    assert position == noughts.game("tictactoe").start()


def test_long_games_outgrow_the_first_buffer() -> None:
    game = noughts.game("32x32x32")
    position = played(game, 3, 1024)
    assert len(position.move_stack) == 1024
    assert position.outcome() == noughts.Outcome(None, "the board is full")


def test_drawings_are_well_formed(game: noughts.Game) -> None:
    for plies in (0, 5, 2000):
        position = played(game, 4, plies)
        drawing = ET.fromstring(position.svg())
        assert drawing.tag == "{http://www.w3.org/2000/svg}svg"
        assert str(position).splitlines()[-1] == position.view().status


def test_boards_are_drawn_with_their_coordinates() -> None:
    position = noughts.game("3x4x3").position("X.O./.#../.... O")
    assert str(position).splitlines() == ["3 X . O .", "2 . # . .", "1 . . . .", "  a b c d", "O to move"]


def test_columns_after_z_stand_upright() -> None:
    lines = str(noughts.game("1x28x3").start()).splitlines()
    assert lines[1].split() == [*"abcdefghijklmnopqrstuvwxyz", "a", "a"]
    assert lines[2].split() == ["a", "b"]


def test_codes_are_the_legal_moves_as_numbers(game: noughts.Game) -> None:
    position, by_code = played(game, 3, 7), game.start()
    for move in position.move_stack:
        assert [game.moves[code] for code in by_code.legal_codes.tolist()] == by_code.legal_moves
        by_code.push_code(by_code.legal_codes[by_code.legal_moves.index(move)])
    assert by_code == position
    assert by_code.move_stack == position.move_stack
    by_code.legal_codes[:] = -1  # an array of one's own
    assert by_code.legal_moves == position.legal_moves


@pytest.mark.parametrize("code", [-1, 0, 3, 12, 2**63, 2**200, 1.5, float("nan"), None, "b2", [4]])
def test_what_is_no_legal_moves_code_is_refused(code: object) -> None:
    position = noughts.game("tictactoe").start()
    position.push("a3")  # whose code is 0; 3 is none's
    with pytest.raises(noughts.NoughtsError, match=r"is no move.s code in 3x3x3|is not legal here"):
        position.push_code(code)  # type: ignore[arg-type]
    assert position.text() == "X../.../... O"


def test_a_copy_without_its_moves_begins_here(game: noughts.Game) -> None:
    position = played(game, 2, 4)
    copied = position.copy(stack=False)
    assert (copied, copied.ply, copied.move_stack) == (position, 0, [])
    assert copied.legal_moves == position.legal_moves
    while copied.legal_moves:  # further than the room that it begins with
        position.push(copied.legal_moves[-1])
        copied.push(copied.legal_moves[-1])
    assert copied == position
    assert copied.outcome() == position.outcome()
    while copied.move_stack:
        copied.pop()
    assert copied == played(game, 2, 4)
