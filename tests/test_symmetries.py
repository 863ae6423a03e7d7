"""Symmetries of games and of positions: an image plays as the position does, by the naive rules too."""

import random
from collections.abc import Iterator

import pytest

import noughts
from commands import CONNECT_FOUR
from noughts import reference
from noughts.board import Symmetry
from noughts.games.mnk import Mnk
from noughts.kernel import State
from noughts.registry import families
from positions import random_positions

COUNTS = {  # worked out by hand
    "1x1x1": 1,
    "1x5x3": 2,
    "5x1x3": 2,
    "4x5x4": 4,
    "tictactoe": 8,
    "misere-6x6x4": 8,
    "nineboard": 8,
    "nineboard-fulldraw": 8,
    "ultimate": 8,
    "ultimate-playon": 8,
    "xtreme": 16,  # the two big boards may also change places
    "xrudder": 4,  # an X is crossed from left and right: no diagonals
}
NAMES = list(dict.fromkeys([*COUNTS, *(name for family in families() for name in family.examples)]))
NINE = "/".join(9 * ["9"])
EIGHT, TEN = "/9" * 8, "12" + "/12" * 9


def some_positions(name: str) -> Iterator[noughts.Position]:
    """From all stages of random games, the end included, obstacles and stones set up among them."""
    count = 1 if len(noughts.game(name).cells) > 150 else 4
    for position in random_positions(name, count, seed=11):
        yield position
        yield position.game.position(position.text())
    ended = position.copy()
    chance = random.Random(name)
    while not ended.is_game_over():
        ended.push(chance.choice(ended.legal_moves))
    yield ended
    yield ended.game.position(ended.text())


@pytest.mark.parametrize("name", NAMES)
def test_symmetries_are_a_group_that_begins_with_the_identity(name: str) -> None:
    game = noughts.game(name)
    symmetries = game.symmetries
    assert len(symmetries) == COUNTS.get(name, len(symmetries))
    assert symmetries[0].cells == tuple(range(len(game.cells)))
    assert len(set(symmetries)) == len(symmetries)
    for first in symmetries:
        assert first.inverse in symmetries
        for second in symmetries:
            cells = tuple(second.cells[cell] for cell in first.cells)
            moves = {move: second.moves[image] for move, image in first.moves.items()}
            assert Symmetry(cells, moves) in symmetries


@pytest.mark.parametrize("name", NAMES)
def test_the_table_for_compiled_code_says_the_same(name: str) -> None:
    game = noughts.game(name)
    assert game.move_images.shape == (len(game.symmetries), game.move_codes)
    for row, symmetry in zip(game.move_images.tolist(), game.symmetries, strict=True):
        assert {game.moves[code]: game.moves[image] for code, image in enumerate(row) if image >= 0} == symmetry.moves


@pytest.mark.parametrize("name", NAMES)
def test_an_image_is_what_the_naive_rules_make_of_the_images_of_the_moves(name: str) -> None:
    game, rules = noughts.game(name), reference.game(name)
    for position in some_positions(name):
        for symmetry in game.symmetries:
            image = position.transformed(symmetry)
            board = rules.parse(image.root().text())
            for move in position.move_stack:
                board = board.play(str(symmetry.moves[move]))
            assert image.text() == board.text()
            assert sorted(board.legal_moves()) == sorted(str(symmetry.moves[move]) for move in position.legal_moves)
            outcome = position.outcome()
            assert (board.turn, board.is_over()) == (position.turn, outcome is not None)
            if outcome is not None:
                assert (board.winner(), board.points()) == (outcome.winner, outcome.points)


@pytest.mark.parametrize("name", NAMES)
def test_all_that_stands_on_a_position_is_moved(name: str) -> None:
    game = noughts.game(name)
    for position in some_positions(name):
        for symmetry in game.symmetries:
            image = position.transformed(symmetry)
            assert image.move_stack == [symmetry.moves[move] for move in position.move_stack]
            for root, root_image in ((position, image), (position.root(), image.root())):
                contents = [cell.content for cell in root.view().cells]
                moved = root_image.view().cells
                assert [moved[cell].content for cell in symmetry.cells] == contents
            # Set up anew, without the moves behind it, it has the same image: boards to play on and owners are moved.
            assert game.position(position.text()).transformed(symmetry) == image
            assert image.transformed(symmetry.inverse) == position


@pytest.mark.parametrize("name", NAMES)
def test_a_move_and_its_image_lead_to_a_position_and_its_image(name: str) -> None:
    chance = random.Random(name)
    for position in some_positions(name):
        for move in chance.sample(position.legal_moves, min(2, len(position.legal_moves))):
            for symmetry in position.game.symmetries:
                image = position.transformed(symmetry)
                image.push(symmetry.moves[move])
                position.push(move)
                assert position.transformed(symmetry) == image
                assert position.outcome() == image.outcome()
                position.pop()


@pytest.mark.parametrize("name", NAMES)
def test_images_and_symmetries_of_a_position_share_out_those_of_the_game(name: str) -> None:
    for position in some_positions(name):
        images = {position.transformed(symmetry).text() for symmetry in position.game.symmetries}
        assert len(position.symmetries()) * len(images) == len(position.game.symmetries)


@pytest.mark.parametrize(
    ("name", "text", "count"),
    [
        ("tictactoe", ".../.../... X", 8),
        ("tictactoe", "X../.../... O", 2),
        ("tictactoe", "X../.O./..X O", 4),  # both diagonals, and the half turn
        ("tictactoe", "X../.O./..# O", 2),
        ("tictactoe", ".#./.../... X", 2),
        ("tictactoe", "#../..#/... X", 1),
        ("3x4x3", ".#../..../..#. X", 2),
        ("1x5x3", "X...X O", 2),
        ("nineboard", f"{NINE} X -", 8),
        ("nineboard", f"{NINE} X 1", 2),  # one must play in a corner
        ("nineboard", f"{NINE} X 5", 8),
        ("ultimate", "9/9/9/9/....X..../9/9/9/9 O 5", 8),
        ("ultimate", "9/9/9/9/X......../9/9/9/9 O 1", 2),
        ("ultimate", "9/9/9/9/X......../9/9/9/9 O 9", 2),
        ("ultimate", "9/9/9/9/X......../9/9/9/9 O 3", 1),
        ("ultimate-playon", f"XXXOOO...{EIGHT} X 5 X........", 1),
        ("ultimate-playon", "9/9/9/9/X.OX.OX.O/9/9/9/9 O 5 ....X....", 2),
        ("ultimate-playon", "X.OX.OX.O/9/X.OX.OX.O/9/9/9/X.OX.OX.O/9/X.OX.OX.O X 5 X.O...X.O", 2),
        ("xtreme", f"{NINE}/{NINE} X 5 -", 16),
        ("xtreme", f"{NINE}/{NINE} X 2 -", 4),
        ("xtreme", f"9/9/9/9/....X..../9/9/9/9/{NINE} O 5 -", 8),
        ("xrudder", f"{TEN} X 15 15 30", 4),
        ("xrudder", f"X10O{'/12' * 9} X 14 14 30", 1),
        ("xrudder", f"X10X{'/12' * 9} O 13 15 30", 2),
    ],
)
def test_symmetries_of_positions(name: str, text: str, count: int) -> None:
    assert len(noughts.game(name).position(text).symmetries()) == count


def test_a_symmetry_of_another_game_is_refused() -> None:
    position = noughts.game("3x4x3").start()
    with pytest.raises(noughts.NoughtsError, match="that is not one of the 4 symmetries of 3x4x3"):
        position.transformed(noughts.game("4x3x3").symmetries[1])


def test_a_users_game_has_the_symmetries_of_its_cells() -> None:
    game = noughts.game(str(CONNECT_FOUR))
    identity, mirror = game.symmetries
    position = game.start()
    for move in "ddeaggg":
        position.push(move)
    image = position.transformed(mirror)
    assert "".join(map(str, image.move_stack)) == "ddcgaaa"
    for again in (image, game.position(position.text()).transformed(mirror)):
        rows, side = again.text().split()
        assert [row[::-1] for row in rows.split("/")] == position.text().split()[0].split("/")
        assert side == "O"
    assert position.symmetries() == [identity]
    assert game.position(f"{'7/' * 5}3X3 O").symmetries() == [identity, mirror]


class OtherTexts(Mnk):
    """Texts that do not begin with the contents of the cells."""

    def write_position(self, state: State) -> str:
        return f"m,n,k {super().write_position(state)}"

    def read_position(self, text: str, state: State) -> None:
        super().read_position(text.removeprefix("m,n,k "), state)


def test_without_a_rule_for_texts_games_from_the_start_have_images_all_the_same() -> None:
    position = OtherTexts(3, 3, 3).start()
    mirror = position.game.symmetries[1]
    position.push("a1")
    assert position.transformed(mirror).text() == "m,n,k .../.../..X O"
    with pytest.raises(noughts.NoughtsError, match="3x3x3 does not say what the image of a position is"):
        position.game.position(position.text()).transformed(mirror)


class NoSymmetry(Mnk):
    """Cell images under which clicks lead to no move."""

    def cell_symmetries(self) -> list[list[int]]:
        return [list(range(9)), [0] * 9]

    def clicks(self, code: int) -> tuple[int, ...]:
        return (*super().clicks(code), 8)


def test_images_that_are_no_moves_are_named() -> None:
    with pytest.raises(noughts.NoughtsError, match="3x3x3: `clicks` does not tell which move the image of a3 is"):
        _ = NoSymmetry(3, 3, 3).symmetries
