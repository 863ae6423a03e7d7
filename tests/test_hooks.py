"""What games tell a search beyond their rules, against trying everything out on thousands of positions.

Positions come from random games whose players try not to end the game, so that late and crowded ones are among them.
The hooks are asked in compiled code, where a search asks them.
"""

import functools
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from numba import types

import noughts
from noughts.kernel.brute_force import ends_even, loses_at_once, threatens, wins_at_once
from noughts.kernel.compiling import compiled, specialize
from noughts.kernel.contract import (
    NO_MOVE,
    ONGOING,
    UNRESTRICTED,
    forced_moves,
    is_dead,
    moves,
    outcome,
    play,
    threat_moves,
    winning_move,
)
from noughts.kernel.intrinsics import copy_state
from noughts.kernel.playout import next_random
from noughts.registry import families

# Rows of the table that `examine` fills: what is so by trying out, and what the hooks answered.
LEGAL, WINS, LOSES, THREATENS, FORCED, THREAT = range(6)
WINNING_MOVE, FORCED_COUNT = range(2)
SCRATCH = 3  # states before the positions: the one that is asked about, and two to try moves on

SENDING_ITSELF = "/9/9/9/9/9/XOXXOOOX. X 9"  # a move that fills a board names that very board
ONE_EMPTY = "XOXXOOOX./.XOOXXXOO/XXOO.XXOO/X.OOXXXOO/XXOOOXX.O/.OXXXOOXO/XOXXOOOX."  # no line is possible on these
# Boards 5 and 8 are open, and nobody can have a line of boards: with three boards to two, and with two each.
THREE_TO_TWO = "XXX6/XOXXOOOXX/XXX6/XXX6/9/OOO6/OOO6/9/XOXXOOOXX"
TWO_EACH = "XXX6/XOXXOOOXX/XXX6/OOO6/9/XOXXOOOXX/OOO6/9/XOXXOOOXX"
TEN = "12" + "/12" * 9
CROSSINGS = "1O1O8/1XOX8/1OXO8/1XOX8/2X1X7/2OXO7/2XOX7/1O1O8/12/12"  # X shapes complete and lacking one, some crossed


@dataclass(frozen=True)
class Start:
    name: str
    text: str | None = None
    positions: int = 5000
    patience: int = 6  # how often players think again when a move would end the game or leave the window
    window: int = 99  # the number of first rows and columns that players prefer

    def __str__(self) -> str:
        return f"{self.name} from {self.text}" if self.text else self.name


MNK = [
    Start("tictactoe"),
    Start("3x3x2"),
    Start("4x4x3"),
    Start("1x9x3"),
    Start("6x7x4"),
    Start("5x5x4", "..#../.X.O./..X../#..../....# O"),
    Start("5x6x3", "#.#.#./....../.#.#.#/....../#....# X"),
    Start("misere-4x4x3", ".#../..../..#./.... X"),
    Start("misere-6x10x3", patience=12),
    Start("8x10x5", window=6),
    Start("15x15x5", positions=500, window=7),
    Start("19x19x6", positions=200, window=8),
    Start("2x20x9", "XXXX.XXX#XXXXX.XX.../OO.OO.OOOO..OOO.OOOO X", positions=1000),
    Start(
        "20x4x12",
        "/".join([*["XO.O"] * 5, "...O", *["XO.O"] * 4, "XO.#", ".O.O", "X...", *["XO.O"] * 4, *["..#."] * 3]),
    ),
    Start("32x32x4", positions=150, window=7),
    Start("misere-18x18x4", positions=200, window=8, patience=12),
    Start("exact-3x3x2", patience=20),
    Start("exact-1x12x3", patience=20),
    Start("exact-4x5x3", ".#.../...../..#../..... X", patience=20),
    Start("exact-7x8x3", patience=30),
    Start("exact-8x10x4", patience=30, window=6),
    Start("exact-15x15x5", positions=500, patience=20, window=7),
    Start("exact-2x20x9", "XXXX.XXX#XXXXX.XX.../OO.OO.OOOO..OOO.OOOO X", positions=1000, patience=20),
    Start("exact-32x32x4", positions=150, patience=20, window=7),
]
NESTED = [
    Start("nineboard"),
    Start("nineboard-fulldraw"),
    Start("nineboard", f"OO7/9/9{SENDING_ITSELF}"),
    Start("ultimate"),
    Start("ultimate", f"OOO6/OOO6/OO7{SENDING_ITSELF}"),
    Start("ultimate-playon"),
    Start("ultimate-count"),
    Start("ultimate-count", f"{THREE_TO_TWO} O -"),
    Start("ultimate-count", f"{TWO_EACH} X 5"),
    Start("xtreme", patience=1),
    Start("xtreme", f"OOO6/OOO6/OO7{SENDING_ITSELF[:-4]}/9/9/9/9/9/9/9/9/XOXXOOOXX X 9 -"),
]
XRUDDER = [
    Start("xrudder", positions=400, patience=30, window=6),
    Start("xrudder", f"{TEN} X 9 9 30", positions=800, patience=30, window=5),
    Start("xrudder", f"{TEN} O 8 7 0", positions=800, patience=30, window=5),
    Start("xrudder", f"{CROSSINGS} O 1 2 9", positions=800, patience=30, window=7),
    Start("xrudder", f"{CROSSINGS} X 1 0 9", positions=800, patience=30, window=7),
    Start("xrudder", f"{CROSSINGS} X 0 0 5", positions=1500, patience=30, window=7),
    Start("xrudder", f"{CROSSINGS} O 0 0 7", positions=3000, patience=30, window=7),
    Start("xrudder", f"{CROSSINGS} O 0 3 2", positions=1500, patience=30, window=7),
]
DYING = [  # games in which often nobody can win any more some time before the end
    Start("tictactoe", positions=10_000),
    Start("4x4x3", "#.../..#./.#../...# X"),
    Start("4x5x4", patience=20),
    Start("misere-4x4x4", patience=20),
    Start("exact-2x7x3", patience=30),
    Start("exact-1x12x3", patience=30),
    Start("exact-5x6x4", positions=20_000, patience=30),
    Start("exact-5x12x5", positions=20_000, patience=30),
    Start("6x10x5", positions=20_000, patience=30),
    Start("nineboard", f"{ONE_EMPTY}/XO.OX..../XXOO..... X 8", patience=20, positions=20_000),
    Start("ultimate", positions=20_000, patience=20),
    Start("ultimate-playon"),
    Start("ultimate-count", f"{ONE_EMPTY}/XO.OX..../XXOO..... X 8", patience=20),
    Start("xrudder", f"{TEN} O 8 7 0", positions=3000, patience=4, window=6),
]
NAMES = [name for family in families() for name in family.examples] + ["1x1x1", "1x5x3", "5x1x3", "4x5x4"]


@compiled
def random_positions(states: Any, patience: int, preferred: Any, generator: Any, legal: Any) -> None:
    """Play random games from states[0], on states[1], and keep the positions where somebody is to move."""
    place = SCRATCH
    while place < len(states):
        copy_state(states, 1, 0)
        while outcome(states[1]) == ONGOING and place < len(states):
            copy_state(states, place, 1)
            n = moves(states[1], legal)
            for _ in range(patience + 1):
                copy_state(states, 1, place)
                move = legal[(next_random(generator) >> np.uint64(33)) % np.uint64(n)]
                play(states[1], move)
                if outcome(states[1]) == ONGOING and preferred[move]:
                    break
            place += 1


@compiled
def examine(states: Any, table: Any, answers: Any, buffers: Any) -> None:
    """Try every move and every reply at each position, and ask the hooks about it."""
    legal, replies = buffers[0], buffers[1]
    for at in range(SCRATCH, len(states)):
        copy_state(states, 0, at)
        for i in range(moves(states[0], legal)):
            move = legal[i]
            table[LEGAL, at, move] += 1
            table[WINS, at, move] = wins_at_once(states, 0, move)
            table[LOSES, at, move] = loses_at_once(states, 0, move, replies)
            table[THREATENS, at, move] = threatens(states, 0, move, replies)
        answers[WINNING_MOVE, at] = winning_move(states[at])
        if answers[WINNING_MOVE, at] == NO_MOVE:
            answers[FORCED_COUNT, at] = forced_moves(states[at], legal)
            for i in range(answers[FORCED_COUNT, at]):
                table[FORCED, at, legal[i]] += 1
            for i in range(threat_moves(states[at], legal)):
                table[THREAT, at, legal[i]] += 1


@compiled
def find_dead(states: Any, dead: Any) -> None:
    for at in range(SCRATCH, len(states)):
        dead[at] = is_dead(states[at])


@functools.cache
def entry(function: Callable[..., Any], rules: Any) -> Callable[..., Any]:
    states = types.Array(rules.record_type, 1, "C")
    i64, i64_rows = types.int64, types.int64[:, ::1]
    signatures = {
        random_positions: types.void(states, i64, types.boolean[::1], types.uint64[::1], i64[::1]),
        examine: types.void(states, types.int8[:, :, ::1], i64_rows, i64_rows),
        ends_even: types.boolean(states, i64, i64_rows, i64[::1]),
        find_dead: types.void(states, i64[::1]),
    }
    return specialize(function, signatures[function], "a test of hooks")


def positions_from(start: Start) -> Any:
    game = noughts.game(start.name)
    position = game.position(start.text) if start.text else game.start()
    assert not position.is_game_over()
    states = game.new_states(start.positions + SCRATCH)
    states[:1] = position.states
    preferred = (game.places < start.window).all(axis=1)
    generator, legal = np.array([88172645463325252], np.uint64), game.new_moves()
    entry(random_positions, game.rules)(states, start.patience, preferred, generator, legal)
    return states


@functools.cache
def examined(start: Start) -> tuple[Any, Any]:
    """What is so and what the hooks answered, at each position that games from this start passed through."""
    game = noughts.game(start.name)
    states = positions_from(start)
    table = np.zeros((6, len(states), game.move_codes), np.int8)
    answers = np.full((2, len(states)), UNRESTRICTED, np.int64)
    entry(examine, game.rules)(states, table, answers, game.new_moves(2))
    assert table.max() == 1, "a move is written only once"
    return table[:, SCRATCH:].astype(bool), answers[:, SCRATCH:]


@pytest.mark.parametrize("start", [*MNK, *NESTED, *XRUDDER], ids=str)
def test_a_winning_move_is_found_wherever_there_is_one(start: Start) -> None:
    table, answers = examined(start)
    can_win, found = table[WINS].any(axis=1), answers[WINNING_MOVE]
    assert can_win.any() != start.name.startswith("misere")
    assert np.array_equal(found != NO_MOVE, can_win)
    assert table[WINS, can_win, found[can_win]].all()


@pytest.mark.parametrize("start", [*MNK, *NESTED, *XRUDDER], ids=str)
def test_forced_moves_are_those_that_do_not_lose_at_once(start: Start) -> None:
    table, answers = examined(start)
    restricted = answers[FORCED_COUNT] != UNRESTRICTED
    assert restricted.any()
    assert np.array_equal(table[FORCED, restricted], table[LEGAL, restricted] & ~table[LOSES, restricted])


@pytest.mark.parametrize("start", [*MNK, *XRUDDER], ids=str)
def test_threat_moves_are_those_that_would_win_if_the_other_passed(start: Start) -> None:
    table, answers = examined(start)
    asked = answers[WINNING_MOVE] == NO_MOVE
    assert table[THREATENS, asked].any() != start.name.startswith("misere")
    assert np.array_equal(table[THREAT, asked], table[THREATENS, asked])


@pytest.mark.parametrize("start", DYING, ids=str)
def test_dead_positions_are_drawn_whatever_is_played(start: Start) -> None:
    game = noughts.game(start.name)
    states = positions_from(start)
    dead = np.zeros(len(states), np.int64)
    entry(find_dead, game.rules)(states, dead)
    line = game.new_states(game.max_plies + 1)
    buffers = game.new_moves(game.max_plies + 1)
    played_out = set()
    for at in np.flatnonzero(dead)[:400]:
        line[0] = states[at]
        budget = np.array([100_000], np.int64)
        assert entry(ends_even, game.rules)(line, 0, buffers, budget), game.write_position(states[at])
        played_out.add(states[at].tobytes() if budget[0] >= 0 else None)
    assert len(played_out) > 20


@pytest.mark.parametrize(
    ("name", "text", "move"),
    [
        # The last row ends with the board's last word: h1 makes two fours, of which O blocks one.
        ("7x8x4", "8#/8#/8#/####X##X/#####X#X/######../#######. X", "h1"),
        ("9x6x4", "6#/6#/6#/6#/6#/##X##X/###X#X/####../#####. X", "f1"),
    ],
)
def test_a_line_to_the_last_row_keeps_a_position_alive(name: str, text: str, move: str) -> None:
    position = noughts.game(name).position(text.replace("8#", "#" * 8).replace("6#", "#" * 6))
    assert position.game.rules.function("is_dead")(position.states[0]) == 0
    solution = noughts.solve(position)
    assert (solution.value, [str(best) for best in solution.best_moves]) == ("win", [move])


@pytest.mark.parametrize("name", NAMES)
def test_every_move_lands_on_the_board(name: str) -> None:
    game = noughts.game(name)
    places = game.places[list(game.moves)]
    assert (places >= 0).all()
    assert (places < [game.rows, game.columns]).all()
    assert len(np.unique(places, axis=0)) == len(game.cells)


@pytest.mark.parametrize("name", NAMES)
def test_every_move_lowers_the_plies_left_by_one_at_least(name: str) -> None:
    game, chance = noughts.game(name), random.Random(name)
    plies_left = game.rules.function("plies_left")
    for _ in range(20):
        position = game.start()
        left = plies_left(position.states[0])
        assert left <= game.max_plies
        while not position.is_game_over():
            assert left >= 1
            position.push(chance.choice(position.legal_moves))
            assert plies_left(position.states[0]) <= left - 1
            left = plies_left(position.states[0])
