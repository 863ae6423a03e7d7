"""The engine at `max` near the end of a game, and what it says of values that are proved."""

import random

import pytest

import noughts
from commands import noughts as command
from noughts import Engine, Limit
from noughts.board import Position
from noughts.engine.perfect_play import MOST_PLIES, perfected, solved
from noughts.engine.results import Result, Stats
from noughts.engine.score import Score
from noughts.search.base import StopSignal
from noughts.solving.solver import Solver
from noughts.solving.task import SolveSettings


def positions(name: str, count: int, seed: int) -> list[Position]:
    """With sixteen empty cells between obstacles and stones, scattered or side by side."""
    game, chance, found = noughts.game(name), random.Random(seed), list[Position]()
    cells = game.rows * game.columns
    while len(found) < count:
        stones = min(chance.choice((0, 2, 4, 6)), cells - MOST_PLIES)
        others = list("XO" * (stones // 2)) + ["#"] * (cells - MOST_PLIES - stones // 2 * 2)
        chance.shuffle(others)
        middle = complex(chance.uniform(0, game.rows), chance.uniform(0, game.columns))
        places = chance.sample(range(cells), cells)
        if len(found) % 2:
            places.sort(key=lambda cell: abs(complex(*divmod(cell, game.columns)) - middle))
        contents = dict(zip(places, ["."] * MOST_PLIES + others, strict=True))
        rows = (
            "".join(contents[at + column] for column in range(game.columns)) for at in range(0, cells, game.columns)
        )
        position = game.position(f"{'/'.join(rows)} {chance.choice('XO')}")
        if not position.is_game_over():
            found.append(position)
    return found


def exact_values(position: Position) -> tuple[str | None, dict[str, str | None]]:
    """By the other method: proof numbers of every move."""
    task = Solver(position, SolveSettings("proof-number", hash_mb=16.0, all_moves=True))
    task.work()
    return task.solution().value, task.solution().move_values


@pytest.mark.parametrize("name", ["4x4x4", "5x5x4", "6x6x4", "misere-4x5x3", "misere-5x5x4", "exact-5x5x3", "10x10x4"])
def test_max_answers_the_last_sixteen_cells_perfectly(name: str) -> None:
    engine = Engine(level="max")
    for position in positions(name, 3, seed=41):
        solved(position, None, StopSignal())  # compiled, so that the engine asks the solver
        result = engine.play(position, Limit(time=20))
        value, of_moves = exact_values(position)
        assert of_moves[str(result.move)] == value, position.text()
        assert result.is_proved
        is_so = {"win": result.score.value > 0, "draw": result.score.value == 0, "loss": result.score.value < 0}
        assert is_so[str(value)]


def test_a_win_is_near_and_a_loss_is_far() -> None:
    engine = Engine(level="max")
    for text in ("X.../..../O.../.... X", "XX../..../O.../..O. O"):
        position = noughts.game("4x4x3").position(text)
        task = Solver(position, SolveSettings("alphabeta", hash_mb=1.0, distance=True))
        task.work()
        result = engine.play(position, Limit(time=20))
        assert task.distance is not None
        assert result.score.mate == (task.distance if task.known.value == "win" else -task.distance)


def test_limits_other_than_time_leave_the_search_alone() -> None:
    position = noughts.game("4x4x4").start()
    assert Engine(level="max").play(position, Limit(depth=2)).stats.depth == 2


def test_of_a_lost_position_the_search_s_move_is_played_and_called_lost() -> None:
    position = noughts.game("tictactoe").start()
    known = Result(position.legal_moves[0], Score(-999_990_001, 0), [position.legal_moves[0]], Stats(), is_proved=True)
    vague = Result(position.legal_moves[4], Score(12, 0), [position.legal_moves[4]], Stats())
    *_, last = perfected(known, [vague], StopSignal())
    assert (last.move, last.words) == (vague.move, "lost, proved")


def test_a_proved_draw_is_told_at_the_strongest_level() -> None:
    result = Engine(level="max").play(noughts.game("tictactoe").position("X../.O./..X O"))
    assert result.is_proved
    assert result.words == "a draw, proved"


def test_nothing_is_called_proved_that_a_limit_cut_off() -> None:
    result = Engine(limit=Limit(depth=2)).play(noughts.game("4x4x4").start())
    assert not result.is_proved
    assert result.words == str(result.score)


@pytest.mark.parametrize(
    ("side", "words"), [("X", "a draw with +4 points, proved"), ("O", "a draw with -4 points, proved")]
)
def test_points_of_a_drawn_end_are_told(side: str, words: str) -> None:
    """X wins the last small board, a corner worth 4: at once, or after a block by two threats through the centre."""
    board = "/".join(["XOXXOOOXX"] * 17 + ["XX......."])
    result = Engine().analyse(noughts.game("xtreme").position(f"{board} {side} - -"), Limit(time=20))
    assert result.is_proved
    assert result.words == words


def test_the_command_says_that_a_draw_is_proved() -> None:
    run = command("analyze", "tictactoe")
    assert "(a draw, proved)" in run.stdout, run.stderr
