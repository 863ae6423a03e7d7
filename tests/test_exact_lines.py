"""Exactly k in a row: positions worked out by hand, for both implementations, and claims against trying out."""

import functools
import random

import numpy as np
import pytest

import noughts
from noughts import reference
from noughts.board import Position
from noughts.games.mnk import Mnk
from noughts.kernel.contract import ROOM
from noughts.kernel.perft import perft_for
from noughts.reference import Board
from noughts.solving.stealing import mover_does_not_lose
from noughts.verification.certificates import ProofError, check_pairs, check_stealing, check_weights
from positions import random_positions

GOES_ON, X_WINS, O_WINS, DRAWN = "goes on", "X", "O", "drawn"
# Game, position, move, and what comes of it.
PLAYED = {
    "joined to exactly three": ("exact-1x7x3", "X.X.... X", "b1", X_WINS),
    "joined to four": ("exact-1x7x3", "XX.X... X", "c1", GOES_ON),
    "joined to five, from edge to edge of a larger board": ("exact-1x7x3", "XX.XX.. X", "c1", GOES_ON),
    "three at the left edge": ("exact-1x7x3", "XX..O.. X", "c1", X_WINS),
    "three at the right edge": ("exact-1x7x3", "..O.OO. O", "g1", O_WINS),
    "one more beside four": ("exact-1x7x3", "XXXX... X", "e1", GOES_ON),
    "a row of its own beside four": ("exact-1x9x3", "XXXX.XX.. X", "h1", X_WINS),
    "an obstacle ends a row": ("exact-1x7x3", "X#XX... X", "e1", X_WINS),
    "an obstacle does not shorten a row": ("exact-1x7x3", "#XX.X.. X", "d1", GOES_ON),
    "the opponent ends a row": ("exact-1x7x3", "XOXX... X", "e1", X_WINS),
    "three down and five across": ("exact-5x5x3", "..X../..X../XX.XX/...../..... X", "c3", X_WINS),
    "four down and five across": ("exact-5x5x3", "..X../..X../XX.XX/..X../..... X", "c3", GOES_ON),
    "four down and three up to the right": ("exact-5x5x3", "..X.X/..XX./...../..X../..... X", "c3", X_WINS),
    "four from corner to corner": ("exact-4x4x3", "X.../.X../..../...X X", "c2", GOES_ON),
    "three into a corner": ("exact-4x4x3", "..../.X../..X./.... X", "d1", X_WINS),
    "the rows of a word end where the board's rows end": ("exact-2x4x3", ".XX./X... X", "d2", X_WINS),
    "six in gomoku": ("exact-15x15x5", "15/15/XXX.XX9/15/15/15/15/15/15/15/15/15/15/15/15 X", "d13", GOES_ON),
    "five in gomoku": ("exact-15x15x5", "15/15/XXX.X10/15/15/15/15/15/15/15/15/15/15/15/15 X", "d13", X_WINS),
    "the last cell makes four": ("exact-1x5x3", "XX.XO X", "c1", DRAWN),
    "one in a row": ("exact-2x3x1", "3/3 X", "b1", X_WINS),
}
SET_UP = {
    "four are no line": ("exact-2x4x3", "XXXX/.... O", GOES_ON),
    "four of X, three of O": ("exact-2x4x3", "XXXX/OOO. X", O_WINS),
    "three beside four": ("exact-1x8x3", "XXXX.XXX O", X_WINS),
    "five and three that cross": ("exact-3x5x3", "..X../XXXXX/..X.. O", X_WINS),
    "five and two that cross": ("exact-2x5x3", "..X../XXXXX O", GOES_ON),
    "a full board of fours": ("exact-2x4x3", "XXXX/OOOO X", DRAWN),
    "one in a row stands upright": ("exact-1x4x1", "XX.. O", X_WINS),
}


def outcomes(position: Position, board: Board) -> set[str]:
    """What either implementation says."""
    outcome = position.outcome()
    winners = (None if outcome is None else outcome.winner, board.winner())
    over = (outcome is not None, board.is_over())
    return {
        GOES_ON if not is_over else DRAWN if winner is None else "XO"[winner]
        for winner, is_over in zip(winners, over, strict=True)
    }


@pytest.mark.parametrize("case", PLAYED)
def test_a_stone(case: str) -> None:
    name, text, move, expected = PLAYED[case]
    position, board = noughts.game(name).position(text), reference.game(name).parse(text)
    assert outcomes(position, board) == {GOES_ON}
    wins = {str(one) for one in position.legal_moves if winner_after(position, str(one)) == position.turn}
    assert (move in wins) == (expected in (X_WINS, O_WINS))
    found = position.game.rules.function("winning_move")(position.states[0])
    assert (str(position.game.moves[found]) in wins) if wins else found == -1
    position.push(move)
    assert outcomes(position, board.play(move)) == {expected}


def winner_after(position: Position, move: str) -> int | None:
    after = position.copy()
    after.push(move)
    outcome = after.outcome()
    return None if outcome is None else outcome.winner


@pytest.mark.parametrize("case", SET_UP)
def test_a_board_set_up(case: str) -> None:
    name, text, expected = SET_UP[case]
    assert outcomes(noughts.game(name).position(text), reference.game(name).parse(text)) == {expected}


def test_lines_of_both_are_refused() -> None:
    with pytest.raises(noughts.NoughtsError, match="lines of both players"):
        noughts.game("exact-2x4x3").position("XXX./OOO.")
    with pytest.raises(ValueError, match="X and O both have 3 in a row"):
        reference.game("exact-2x4x3").parse("XXX./OOO.")


def test_the_view_shows_the_line_that_counts_and_says_why() -> None:
    position = noughts.game("exact-5x5x3").position("..X../..X../XX.XX/...../..... X")
    position.push("c3")
    view = position.view()
    assert {view.cells[index].name for index in view.winning} == {"c3", "c4", "c5"}
    assert view.outcome is not None
    assert view.outcome.reason == "exactly 3 in a row"


def test_a_game_is_misere_or_exact() -> None:
    with pytest.raises(noughts.NoughtsError, match="either misère or of exactly k"):
        Mnk(3, 3, 3, misere=True, exact=True)


def perft(name: str, depth: int) -> int:
    game = noughts.game(name)
    states, buffers = game.new_states(depth + 1), game.new_moves(depth + 1)
    states[:1] = game.start().states
    return perft_for(game.rules, name)(states, 0, depth, buffers, np.zeros(1, np.int64))


def test_where_no_longer_row_fits_both_rules_are_one() -> None:
    for sizes in ("3x3x3", "4x4x4", "1x5x5"):
        assert perft(sizes, 5) == perft(f"exact-{sizes}", 5)


@pytest.mark.parametrize(("name", "depth"), [("exact-1x6x2", 6), ("exact-3x3x2", 6), ("exact-2x4x3", 8)])
def test_sequences_are_as_many_as_the_naive_rules_count(name: str, depth: int) -> None:
    def count(board: Board, left: int) -> int:
        if not left:
            return 1
        return sum(count(board.play(move), left - 1) for move in board.legal_moves())

    found = perft(name, depth)
    assert found == count(reference.game(name).start(), depth)
    assert found != perft(name.removeprefix("exact-"), depth)


@functools.cache
def can_force_a_win(name: str, text: str, player: int) -> bool:
    """By trying everything out with the naive rules."""
    board = reference.game(name).parse(text)
    if board.is_over():
        return board.winner() == player
    after = (can_force_a_win(name, board.play(move).text(), player) for move in board.legal_moves())
    return any(after) if board.turn == player else all(after)


@pytest.mark.parametrize("name", ["exact-3x4x3", "exact-1x9x3", "exact-2x6x4", "4x4x4", "misere-3x4x4"])
def test_who_cannot_win_cannot_force_it(name: str) -> None:
    game, room, claims = noughts.game(name), np.zeros(ROOM, np.int64), 0
    cannot_win, is_dead = game.rules.function("cannot_win"), game.rules.function("is_dead")
    for position in random_positions(name, 400, seed=5):
        if game.rules.function("plies_left")(position.states[0]) <= 7:
            for player in range(2):
                if cannot_win(position.states[0], player, room):
                    assert not can_force_a_win(name, position.text(), player), (position.text(), player)
                    claims += not is_dead(position.states[0])
    assert claims > 20


@pytest.mark.parametrize("name", ["exact-1x4x2", "exact-1x7x3", "exact-2x4x3", "exact-3x3x2"])
def test_small_games_are_worth_what_trying_out_says(name: str) -> None:
    start = reference.game(name).start().text()
    wins = [can_force_a_win(name, start, player) for player in range(2)]
    expected = "win" if wins[0] else "loss" if wins[1] else "draw"
    assert noughts.solve(noughts.game(name).start()).value == expected


def test_a_window_beside_a_stone_needs_no_defence() -> None:
    """X can no longer make exactly three here, though three in a row would still fit."""
    text = "XXXX.... O"
    room = np.zeros(ROOM, np.int64)
    for name, expected in (("exact-1x8x4", False), ("exact-1x8x3", True)):
        position = noughts.game(name).position(text)
        if position.is_game_over():
            assert not expected
            continue
        found = position.game.rules.function("cannot_win")(position.states[0], 0, room)
        assert bool(found) == expected
    check_weights("exact-1x8x3", "XXXX...O O", 1)
    check_pairs("exact-1x8x3", "XXXX...O O", 1, [])
    with pytest.raises(ProofError, match="a line can be completed in spite of the pairs"):
        check_pairs("1x8x5", "XXXX...O O", 1, [])


def test_nobody_steals_strategies() -> None:
    """One stone more can hurt where it makes a line too long."""
    assert mover_does_not_lose(noughts.game("4x4x3").start())
    assert not mover_does_not_lose(noughts.game("exact-4x4x3").start())
    check_stealing("4x4x3", "..../..../..../.... X", 0)
    with pytest.raises(ProofError, match="strategy stealing is not for exact-4x4x3"):
        check_stealing("exact-4x4x3", "..../..../..../.... X", 0)


def test_engine_and_reference_agree_on_whole_games() -> None:
    """The engine's own moves, which are sharper than chance, on boards where rows often meet."""
    chance, engine = random.Random(3), noughts.Engine()
    for name in ("exact-4x5x3", "exact-7x7x4"):
        position, board = noughts.game(name).start(), reference.game(name).start()
        for move in chance.sample(position.legal_moves, 4):
            if not position.is_game_over():
                position.push(move)
                board = board.play(str(move))
        while not position.is_game_over():
            move = engine.play(position, noughts.Limit(depth=3)).move
            position.push(move)
            board = board.play(str(move))
            assert len(outcomes(position, board)) == 1
