"""Exact values against plain minimax, against what others have published, and against what could spoil them."""

import functools
import itertools
import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fact_files
import noughts
from noughts.board import Position
from noughts.engine.solve import new_task, watch
from noughts.games import mnk
from noughts.games.mnk import Mnk
from noughts.kernel import FIRST, MoveBuffer, Rules, State, int64
from noughts.kernel.scores import MATE, MATE_RANGE, POINT
from noughts.registry import evaluation, search_class
from noughts.search.base import Bounds as SearchBounds
from noughts.search.base import SearchSettings, StopSignal
from noughts.solving.bounds import ValueBounds
from noughts.solving.method import Exhaustive, Method, ProofNumbers
from noughts.solving.question import WIN, Question
from noughts.solving.solver import Solver
from noughts.solving.task import SolveSettings, Task
from positions import LARGE, SMALL, last_positions, random_positions

TO_THE_END = 200  # plies
EXACT = (ProofNumbers.name, Exhaustive.name)  # the methods that answer every question


@functools.cache
def plain_minimax(name: str) -> Any:
    return search_class("minimax")(noughts.game(name), SearchSettings(evaluation("zero"), 0))


def minimax_value(position: Position) -> int:
    """For the side to move: mates by their length, or hundredths of points."""
    (iteration,) = plain_minimax(position.game.name).iterate(position, SearchBounds(TO_THE_END), StopSignal())
    return int(iteration.lines[0].value)


def expected(position: Position) -> tuple[str, int | None, int | None]:
    """Value, points and distance by plain minimax."""
    found = minimax_value(position)
    if abs(found) > MATE_RANGE:
        return ("win" if found > 0 else "loss"), None, MATE - abs(found)
    has_points = "points" in position.game.rules.functions
    return "draw", found // POINT if has_points else None, None


def solved(position: Position, **settings: Any) -> noughts.Solution:
    task = Solver(position, SolveSettings(**{"hash_mb": 1.0, **settings}))
    task.work()
    assert task.is_done
    return task.solution()


def few_left(name: str, count: int, seed: int, most: int = 8) -> list[Position]:
    """Positions of a small game, with obstacles or not, of which minimax sees the end."""
    return [one for one in random_positions(name, count, seed) if one.text().count(".") <= most]


@pytest.mark.parametrize("method", EXACT)
@pytest.mark.parametrize("name", SMALL)
def test_values_and_distances_in_small_games_are_minimax_s(name: str, method: str) -> None:
    positions = few_left(name, 100, seed=21)
    assert len(positions) > 25
    for position in positions:
        found = solved(position, method=method, distance=method == "alphabeta", hash_mb=0.1)
        value, _, distance = expected(position)
        assert found.value == value, position.text()
        assert method != "alphabeta" or found.distance == distance, position.text()
        for move in found.best_moves:
            after = position.copy()
            after.push(move)
            assert value_for(position.turn, after) == value, (position.text(), move)


def value_for(player: int, position: Position) -> str:
    """By minimax, of a position that may be finished, for a player."""
    outcome = position.outcome()
    if outcome is not None:
        return "draw" if outcome.winner is None else "win" if outcome.winner == player else "loss"
    value, _, _ = expected(position)
    return value if position.turn == player else {"win": "loss", "draw": "draw", "loss": "win"}[value]


def late(name: str, count: int) -> Iterator[Position]:
    """Positions of a large game of which minimax sees the end. In X-Rudder sides without a move are skipped."""
    if name != "xrudder":
        yield from last_positions(name, 5 if name == "12x12x5" else 6, count, seed=22)
        return
    board = "1O1O8/1XOX8/1OXO8/1XOX8/2X1X7/2OXO7/2XOX7/1O1O8/12/12"  # shapes complete and lacking one, some crossed
    for fields in ("O 0 2 0", "X 2 0 0", "X 1 1 0", "O 0 0 1", "X 0 0 1", "O 1 0 1", "X 0 1 1"):
        yield noughts.game(name).position(f"{board} {fields}")


@pytest.mark.parametrize("method", EXACT)
@pytest.mark.parametrize("name", LARGE)
def test_values_and_points_late_in_large_games_are_minimax_s(name: str, method: str) -> None:
    for position in late(name, 12):
        found = solved(position, method=method, all_moves=True, hash_mb=0.1)
        value, points, _ = expected(position)
        assert (found.value, found.points) == (value, points), position.text()
        for move, known in found.move_values.items():
            after = position.copy()
            after.push(move)
            assert known == value_for(position.turn, after), (position.text(), move)


def test_values_of_games_are_those_that_others_have_published() -> None:
    """All of them with up to 25 cells, from the empty board."""
    values = {0: "win", 1: "loss", None: "draw"}
    games = [(noughts.game(name), values[winner]) for name, winner in fact_files.solved_games()]
    small = [(game, value) for game, value in games if game.max_plies <= 25]
    assert len(small) > 150
    for game, value in small:
        assert solved(game.start(), hash_mb=16.0).value == value, game.name


def test_five_by_five_with_four_in_a_row_is_a_draw() -> None:
    """From the empty board, in a tenth of the 0.8 million nodes that a plain solver needs."""
    found = noughts.solve(noughts.game("5x5x4").start(), hash_mb=32.0)
    assert found.value == "draw"
    assert found.nodes < 80_000
    assert len(found.best_moves) == 1


@pytest.mark.parametrize("position", list(fact_files.solved_mnk_positions()), ids=lambda position: position.source)
def test_every_move_of_positions_that_others_have_solved(position: fact_files.SolvedPosition) -> None:
    found = solved(noughts.game(position.game).position(position.text), all_moves=True, hash_mb=4.0)
    assert found.value == position.value
    assert found.move_values == position.move_values
    assert {str(move) for move in found.best_moves} == {
        move for move, value in position.move_values.items() if value == position.value
    }


def key(state: State) -> int:
    return 0


FIELDS = (mnk.RULES[1].dtype.names or ())[:-1]  # the last one is the tag


class OneKey(Mnk):
    """m,n,k with one key for all positions, and no hooks: whatever is told apart is told apart by the whole state."""

    rules = Rules(
        "mnk_one_key",
        [(name, mnk.RULES[1].dtype[name].base, mnk.RULES[1].dtype[name].shape) for name in FIELDS],
        [mnk.moves, mnk.play, mnk.content, key],
    )

    def __init__(self, rows: int, columns: int, k: int, misere: bool) -> None:
        super().__init__(rows, columns, k, misere)
        self.rules = type(self).rules


@pytest.mark.parametrize("method", EXACT)
def test_positions_with_one_key_are_not_taken_for_each_other(method: str) -> None:
    for misere in (False, True):
        game, one_key = Mnk(3, 3, 3, misere), OneKey(3, 3, 3, misere)
        for position in few_left(game.name, 60, seed=24):
            found = solved(one_key.position(position.text()), method=method, hash_mb=0.01)
            assert found.value == expected(position)[0], position.text()


def take_moves(state: State, out: MoveBuffer) -> int:
    n = min(3, int64(state.pile))
    for i in range(n):
        out[i] = i
    return n


def take(state: State, move: int) -> None:
    state.pile -= move + 1
    if state.pile == 0:
        state.outcome = FIRST + state.turn
    state.turn = 1 - state.turn


def pile_key(state: State) -> int:
    return np.uint64(2 * state.pile + state.turn)  # type: ignore[return-value]


PILE_FUNCTIONS: dict[str, Callable[..., Any]] = {"moves": take_moves, "play": take, "key": pile_key}


class Pile(Mnk):
    """Take one, two or three: who takes the last one wins. What is left comes about in more plies or fewer."""

    rules = Rules(
        "pile",
        [("pile", np.int8), ("turn", np.int8), ("outcome", np.int8)],
        PILE_FUNCTIONS,
    )

    def __init__(self) -> None:
        super().__init__(1, 16, 3, False)
        self.rules = type(self).rules

    def cell_symmetries(self) -> list[range]:
        return [range(16)]


@functools.cache
def wins_pile(pile: int, plies: int, is_own_turn: bool) -> bool:
    """Whether a player wins a pile within so many plies, on the own turn or the other's."""
    if pile == 0 or plies == 0:
        return pile == 0 and not is_own_turn
    after = [wins_pile(pile - taken, plies - 1, not is_own_turn) for taken in range(1, min(3, pile) + 1)]
    return any(after) if is_own_turn else all(after)


@pytest.mark.parametrize("method", [ProofNumbers, Exhaustive])
def test_a_win_within_some_plies_where_positions_come_about_in_more_or_fewer(method: type[Method]) -> None:
    """One table for all numbers of plies, asked in any order."""
    game = Pile()
    asked = method(game, 1.0)
    questions = list(itertools.product(range(1, 14), range(15), (True, False)))
    random.Random(8).shuffle(questions)
    answers = Counter[bool]()
    for pile, plies, is_own_turn in questions:
        states = game.new_states(1)
        states[0].pile, states[0].turn = pile, not is_own_turn
        answer = asked.ask_of(states, Question(0, WIN, plies))
        assert answer == wins_pile(pile, plies, is_own_turn), (pile, plies, is_own_turn)
        answers[answer] += 1
    assert min(answers.values()) > 50


@pytest.mark.parametrize("method", EXACT)
def test_a_win_within_some_plies_is_one_that_takes_no_longer(method: str) -> None:
    start = noughts.game("3x4x3").start()  # won in seven plies
    longer, shorter = (solved(start, method=method, within=plies) for plies in (7, 6))
    assert (longer.value, longer.wins_within, longer.words()) == ("win", True, "a win within 7 plies")
    assert (shorter.value, shorter.wins_within, shorter.words()) == (None, False, "no win within 6 plies")
    assert solved(start, method=method, within=7, try_first=(str(longer.best_moves[0]),)).wins_within
    assert solved(start, method=method, within=7, try_first=("a1",)).wins_within


@pytest.mark.parametrize("method", EXACT)
@pytest.mark.parametrize("hash_mb", [1e-9, 0.001, 1.0])
def test_the_table_s_size_changes_no_value(hash_mb: float, method: str) -> None:
    for name, value in (("3x4x3", "win"), ("misere-3x4x3", "loss"), ("4x4x4", "draw")):
        assert solved(noughts.game(name).start(), method=method, hash_mb=hash_mb).value == value


def test_symmetrical_positions_are_one() -> None:
    """Asked about the eight images of a position, the search looks at each of the seven others just once."""
    game = noughts.game("5x5x4")
    position = game.position("X#.../...../O..../...../..... X")
    asked = ProofNumbers(game, 1.0)
    question = Question(position.turn, WIN)
    images = [position.transformed(symmetry) for symmetry in game.symmetries]
    assert len({image.text() for image in images}) == 8
    answers, nodes = [], []
    for image in images:
        before = asked.nodes
        answers.append(asked.ask(image, question))
        nodes.append(asked.nodes - before)
    assert len(set(answers)) == 1
    assert nodes[0] > 10 * max(nodes[1:])


def test_threats_prove_wins_and_leave_all_else_open() -> None:
    game = noughts.game("4x4x3")
    won, open_ = game.position("..../.X../..../..O. X"), game.position("X.../..../..../...O X")
    assert solved(won, method="threats").value == "win"
    assert [expected_after(won, move) for move in solved(won, method="threats").best_moves] == ["win"]
    task = Solver(open_, SolveSettings("threats", 1.0, all_moves=True))
    task.work()
    assert task.solution().value != "loss"
    with pytest.raises(noughts.NoughtsError, match="ultimate does not say which moves threaten"):
        noughts.solve(noughts.game("ultimate").start(), method="threats")


def expected_after(position: Position, move: noughts.Move) -> str:
    after = position.copy()
    after.push(move)
    return value_for(position.turn, after)


def test_bounds_ask_for_points_until_they_are_known() -> None:
    for worth in (-WIN, -86, -7, -1, 0, 1, 5, 86, WIN):
        known, asked = ValueBounds(has_points=True), 0
        while not known.is_known:
            target = known.next_target()
            known = known.after(target, worth >= target)
            asked += 1
        assert known.least == worth
        assert asked < 20


def test_a_solver_that_is_stopped_tells_what_is_proved_and_goes_on_later() -> None:
    """Of an empty board it is known, without any search, that who moves first does not lose."""
    task = new_task(noughts.game("4x5x4").start(), SolveSettings(hash_mb=8.0))
    task.stop()
    task.work()
    found = task.solution()
    assert (found.value, found.bounds.words(), found.best_moves) == (None, "at least a draw", ())
    task.resume()
    task.work()
    assert task.solution().value == "draw"


@pytest.mark.parametrize("method", EXACT)
def test_a_search_is_stopped_from_another_thread(method: str) -> None:
    task = new_task(noughts.game("ultimate").start(), SolveSettings(method, hash_mb=8.0))

    def stop_soon() -> None:
        while task.nodes < 10_000:
            pass
        task.stop()

    watcher = threading.Thread(target=stop_soon)
    watcher.start()
    task.work()
    watcher.join()
    assert task.solution().value is None
    assert task.nodes >= 10_000


def test_a_move_that_wins_is_tried_first() -> None:
    """One that wins is the answer, one that does not is no hindrance."""
    start = noughts.game("4x4x3").start()
    for move in noughts.solve(start, all_moves=True, hash_mb=1.0).best_moves:
        assert noughts.solve(start, try_first=[str(move)], hash_mb=1.0).best_moves == (move,)
    assert noughts.solve(noughts.game("3x4x3").start(), try_first=["a1", "a3"], hash_mb=1.0).value == "win"
    found = noughts.solve(start, try_first=["b2"], threads=2, hash_mb=1.0)
    assert found.value == "win"
    with pytest.raises(noughts.NoughtsError, match="b2 is not legal here"):
        noughts.solve(noughts.game("4x4x3").position("..../..../.X../.... O"), try_first=["b2"])


def test_a_checkpoint_that_cannot_be_written_ends_the_work(tmp_path: Path) -> None:
    task = new_task(noughts.game("ultimate").start(), SolveSettings(hash_mb=1.0))

    def fail(watched: Task) -> None:
        raise noughts.NoughtsError("the disk is full")

    with pytest.raises(noughts.NoughtsError, match="the disk is full"):
        watch(task, None, fail)
    assert task.is_stopped


def test_a_time_limit_of_nothing_leaves_everything_open() -> None:
    task = new_task(noughts.game("ultimate").start(), SolveSettings(hash_mb=1.0))
    assert watch(task, 0)
    found = task.solution()
    assert (found.value, found.best_moves) == (None, ())
    assert found.as_dict()["value"] is None


def test_finished_games_have_their_value() -> None:
    won = noughts.game("tictactoe").position("XXX/OO./... O")
    assert (solved(won).value, solved(won, distance=True).distance) == ("loss", 0)
    assert solved(noughts.game("1x1x1").start(), distance=True).distance == 1
    boards = ["XOXXOOOXX"] * 17 + ["XXX6"]
    assert solved(noughts.game("xtreme").position("/".join(boards) + " O - -")).points == -4


def test_strategy_stealing_is_for_boards_without_stones() -> None:
    start = noughts.game("4x4x4").start()
    assert Solver(start, SolveSettings(hash_mb=0.1)).known == ValueBounds(0, WIN)
    assert Solver(start, SolveSettings(hash_mb=0.1), player=1).known == ValueBounds(-WIN, 0)
    for name, text in (("4x4x4", "4/4/4/3X O"), ("misere-4x4x4", "4/4/4/4 X")):
        assert Solver(noughts.game(name).position(text), SolveSettings(hash_mb=0.1)).known == ValueBounds()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": "magic"}, "it must be one of proof-number, alphabeta, threats"),
        ({"hash_mb": -1}, "it must be more than 0"),
        ({"threads": 0}, "threads is 0"),
        ({"time": -1}, "the time is -1"),
        ({"within": 0}, "within is 0; it must be a number of plies from 1"),
        ({"within": 5, "all_moves": True}, "it goes with neither all moves nor the distance"),
        ({"within": 5, "distance": True}, "it goes with neither all moves nor the distance"),
        ({"within": 5, "threads": 2}, "it goes with neither threads nor a cluster"),
    ],
)
def test_settings_that_cannot_be(options: dict[str, Any], message: str) -> None:
    with pytest.raises(noughts.NoughtsError, match=message):
        noughts.solve(noughts.game("tictactoe").start(), **options)
