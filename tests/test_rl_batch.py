"""Many positions as arrays: each row is the position that its moves lead to, whatever codes a caller sends."""

import pickle
from typing import Any

import numpy as np
import pytest

import noughts
from noughts.rl import Batch

GAMES = ["tictactoe", "ultimate", "xrudder", "examples/othello.py", "examples/dots_and_boxes.py", "examples/qubic.py"]


def played(name: str, steps: int, rows: int = 5, seed: int = 1) -> Batch:
    batch = Batch(name, rows, seed=seed)
    for _ in range(steps):
        batch.step(batch.random_codes())
    return batch


@pytest.mark.parametrize("name", GAMES)
def test_each_row_is_the_position_that_its_moves_lead_to(name: str) -> None:
    batch = Batch(name, 4, seed=3)
    positions = [batch.game.start() for _ in range(4)]
    while not batch.is_over.all():
        codes, was_over = batch.random_codes(), batch.is_over
        rewards, ended = batch.step(codes)
        planes = batch.planes()
        for row, position in enumerate(positions):
            if not was_over[row]:
                position.push_code(codes[row])
            assert batch.turns[row] == position.turn
            assert batch.keys[row] == position.key
            assert np.flatnonzero(batch.mask[row]).tolist() == sorted(position.legal_codes.tolist())
            assert (planes[row] == position.planes()).all()
            assert ended[row] == (position.is_game_over() and not was_over[row])
            outcome = position.outcome()
            winner = outcome.winner if outcome and ended[row] else None
            assert rewards[row].tolist() == ([0, 0] if winner is None else [[1, -1], [-1, 1]][winner])
    assert [batch.position(row) for row in range(4)] == positions
    assert (batch.random_codes() == -1).all()
    rewards, ended = batch.step(np.full(4, 10**15))  # a game that is over takes any code, and stays
    assert not rewards.any()
    assert not ended.any()
    batch.reset(batch.outcomes > 0)
    assert all(batch.position(row) == batch.game.start() for row in range(4))
    assert batch.mask.any(axis=1).all()


def test_planes_of_a_known_position() -> None:
    """Ultimate after 1.1: X at the top left, O to move on board 1, and O looks."""
    game = noughts.game("ultimate")
    batch = Batch(game, 1)
    batch.step([game.read_move("1.1").code])
    planes = dict(zip(game.planes.names, batch.planes()[0], strict=True))
    corner = np.zeros((9, 9))
    corner[0, 0] = 1
    board = np.zeros((9, 9))
    board[:3, :3] = 1
    assert (planes["own"] == 0).all()
    assert (planes["other"] == corner).all()
    assert (planes["moves"] == board - corner).all()
    assert (planes["second to look"] == 1).all()
    assert (batch.planes([0])[0, 0] == corner).all()


def test_counters_and_groups_are_planes() -> None:
    xrudder = noughts.game("xrudder").start()
    names = xrudder.game.planes.names
    assert names[-4:] == ("tokens in hand 0", "tokens in hand 1", "moves left", "second to look")
    assert (xrudder.planes()[names.index("tokens in hand 1")] == 15).all()
    won = noughts.game("ultimate").start()
    for move in ("1.1", "1.2", "2.1", "1.5", "5.1", "1.8"):  # O takes board 1 by its middle column
        won.push(move)
    own, other = (won.game.planes.names.index(f"{who} groups") for who in ("own", "other"))
    assert won.planes(player=1)[own].sum() == won.planes(player=0)[other].sum() == 9
    assert won.planes(player=1)[own, :3, :3].all()


@pytest.mark.parametrize(
    "codes",
    [
        [0, 0, 12, 0, 0],
        [0, 0, -1, 0, 0],
        [0, 0, 3, 0, 0],  # no move has this code
        [0, 0, 2**62, 0, 0],
        [0, 0, -(2**63), 0, 0],
        np.array([0, 0, 2**64 - 1, 0, 0], np.uint64),
        [0, 0],
        [[0] * 5],
        [0.0] * 5,
        [True] * 5,
        ["a1"] * 5,
        [None] * 5,
        [2**70] * 5,
        5,
    ],
)
def test_codes_that_are_not_legal_move_no_row(codes: Any) -> None:
    batch = Batch("tictactoe", 5)
    with pytest.raises(
        noughts.NoughtsError, match=r"row 2: .* is not the code of a legal move|codes are 5 whole numbers"
    ):
        batch.step(codes)
    assert not batch.plies.any()
    assert (batch.keys == batch.game.start().key).all()


@pytest.mark.parametrize("name", ["ultimate", "examples/breakthrough.py"])
def test_a_move_that_was_legal_before_is_refused(name: str) -> None:
    batch = Batch(name, 2, seed=1)
    codes = batch.random_codes()
    batch.step(codes)
    with pytest.raises(noughts.NoughtsError, match="row 0"):
        batch.step(codes)


def test_what_is_returned_is_the_callers_own() -> None:
    batch = Batch("tictactoe", 2)
    batch.mask[:] = True
    batch.turns[:] = 7
    batch.outcomes[:] = 3
    with pytest.raises(noughts.NoughtsError, match="row 0"):
        batch.step([3, 3])
    assert batch.turns.tolist() == batch.outcomes.tolist() == [0, 0]


@pytest.mark.parametrize("rows", [[5], [-1], [True], ["a"], [[0]], 0, [0.5], None])
def test_rows_that_are_not_there_are_refused(rows: Any) -> None:
    batch = played("tictactoe", 1)
    with pytest.raises(noughts.NoughtsError, match="numbers from 0 to 4"):
        batch.take(rows)


def test_numbers_that_make_no_batch_are_refused() -> None:
    for count in (0, -1, 10**12, 1.5, True, "3"):
        with pytest.raises(noughts.NoughtsError, match="from 1 to"):
            Batch("tictactoe", count)  # type: ignore[arg-type]
    with pytest.raises(noughts.NoughtsError, match="a position of ultimate"):
        Batch("tictactoe", 1, start=noughts.game("ultimate").start())
    with pytest.raises(noughts.NoughtsError, match="symmetries 0 to 7"):
        Batch("tictactoe", 1).transformed(8)
    with pytest.raises(noughts.NoughtsError, match="a player is 0 or 1"):
        Batch("tictactoe", 1).planes([2])
    with pytest.raises(noughts.NoughtsError, match="1 or more"):
        Batch("tictactoe", 1).play_out(0)


def test_rows_are_kept_and_come_back() -> None:
    batch = played("ultimate", 20)
    kept, before = batch.copy(), [batch.position(row) for row in range(5)]
    travelled: Batch = pickle.loads(pickle.dumps(batch))
    for _ in range(3):
        batch.step(batch.random_codes())
    assert [kept.position(row) for row in range(5)] == before
    assert [travelled.position(row) for row in range(5)] == before
    batch.put([4, 2], kept.take([2, 4]))
    assert [batch.position(row) == before[row] for row in range(5)] == [False, False, False, False, False]
    assert [batch.position(row) for row in (4, 2)] == [before[row] for row in (2, 4)]
    batch.put(slice(None), kept)
    assert [batch.position(row) for row in range(5)] == before
    travelled.step(kept.random_codes())
    for other in (played("tictactoe", 1), Batch("ultimate", 5, start=before[0])):
        with pytest.raises(noughts.NoughtsError, match="with the same start"):
            batch.put(slice(None), other)


def test_games_played_out_leave_rows_as_they_are() -> None:
    game = noughts.game("tictactoe")
    forced = game.position("XOX/OXX/.OO X")  # the last move wins
    batch = Batch(game, 3, start=forced)
    assert batch.play_out(10).tolist() == [[10, 0, 0]] * 3
    assert not batch.is_over.any()
    wins = Batch(game, 1, seed=5).play_out(20_000)[0] / 20_000
    assert wins == pytest.approx([0.5849, 0.2881, 0.1270], abs=0.02)  # known shares of random games


@pytest.mark.parametrize("name", ["ultimate", "examples/qubic.py", "xrudder"])
def test_images_are_those_of_positions(name: str) -> None:
    batch = played(name, 9, rows=6)
    count = len(batch.game.symmetries)
    chosen = np.arange(6) * 7 % count
    image = batch.transformed(chosen)
    for row, symmetry in enumerate(chosen.tolist()):
        expected = batch.position(row).transformed(batch.game.symmetries[symmetry])
        assert image.position(row) == expected
        assert np.flatnonzero(image.mask[row]).tolist() == sorted(expected.legal_codes.tolist())
    _, keys = batch.canonical()
    symmetries, image_keys = image.canonical()
    assert (keys == image_keys).all()
    assert [image.position(row).canonical() for row in range(6)] == [
        batch.position(row).canonical() for row in range(6)
    ]
    assert (image.transformed(symmetries).keys == keys).all()


def test_canonical_images_tell_positions_apart() -> None:
    """765 positions of tic-tac-toe differ by more than a symmetry, as has often been counted."""
    found = {noughts.game("tictactoe").start().canonical().text()}
    border = [noughts.game("tictactoe").start()]
    while border:
        position = border.pop()
        for code in position.legal_codes.tolist():
            after = position.copy(stack=False)
            after.push_code(code)
            text = after.canonical().text()
            if text not in found:
                found.add(text)
                border.append(after)
    assert len(found) == 765


def test_a_start_that_is_not_its_own_image() -> None:
    game = noughts.game("4x4x3")
    batch = Batch(game, 2, seed=1, start=game.position("X.../..#./..../.... O"))
    batch.step(batch.random_codes())
    image = batch.transformed(3)
    assert image.position(1) == batch.position(1).transformed(game.symmetries[3])
    image.reset()
    assert image.position(0) == batch.position(0).root().transformed(game.symmetries[3])
    assert sorted(image.position(0).legal_codes.tolist()) == np.flatnonzero(image.mask[0]).tolist()
    with pytest.raises(noughts.NoughtsError, match="only one symmetry"):
        batch.transformed([1, 2])
