"""The strong engine's search: true values where it looks to the end, and true mates everywhere."""

import random
import time
from typing import Any

import pytest
from numba import int64, none, typeof

import fact_files
import noughts
from noughts import Engine, Limit
from noughts.arena.openings import random_opening
from noughts.board import Position
from noughts.kernel.compiling import specialize
from noughts.kernel.contract import NO_MOVE
from noughts.kernel.scores import MATE, MATE_RANGE, POINTS_LIMIT
from noughts.registry import best_evaluation, evaluation, search_class
from noughts.search.base import Bounds, SearchSettings, StopSignal
from noughts.search.move_picker import score_by_static_value
from noughts.search.search_thread import SearchThread
from positions import LARGE, SMALL, last_positions, late_positions, random_positions

PLENTY = 120


def set_up(name: str, game: noughts.Game, eval_name: str | None = None, threads: int = 1, **options: Any) -> Any:
    found = evaluation(eval_name) if eval_name else best_evaluation(game)
    return search_class(name)(game, SearchSettings(found, hash_mb=4, threads=threads, options=options))


def iterations(search: Any, position: Position, depth: int) -> list[Any]:
    return list(search.iterate(position, Bounds(depth), StopSignal()))


def value(search: Any, position: Position, depth: int = PLENTY) -> int:
    return int(iterations(search, position, depth)[-1].lines[0].value)


def verdict(found: int) -> int:
    """A value with all mates of a side the same."""
    return found if abs(found) <= MATE_RANGE else MATE if found > 0 else -MATE


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("selective", [True, False])
@pytest.mark.parametrize("name", SMALL + LARGE)
def test_looking_to_the_end_gives_minimaxs_value(name: str, selective: bool, threads: int) -> None:
    game = noughts.game(name)
    plain = set_up("alphabeta", game, "zero")
    strong = set_up("noughts", game, threads=threads, selective=selective)
    for position in last_positions(name, 3 if name == "xrudder" else 8, 60, seed=11):
        expected = value(plain, position)
        found = value(strong, position)
        assert verdict(found) == verdict(expected), position.text()
        if not selective:
            assert found == expected, position.text()


def test_helpers_deepen_by_themselves_until_the_search_ends() -> None:
    search = set_up("noughts", noughts.game("ultimate"), threads=2)
    helper = search.threads[1]
    found = search.iterate(search.game.start(), Bounds(), StopSignal())
    next(found)
    seen, deadline = int(helper.run.nodes), time.monotonic() + 60
    while int(helper.run.nodes) <= seen + 50_000:  # nobody asks for another iteration meanwhile
        assert time.monotonic() < deadline
        time.sleep(0.001)
    found.close()
    at_the_end = int(helper.run.nodes)
    time.sleep(0.05)
    assert int(helper.run.nodes) == at_the_end


def scores_by_static_value(thread: SearchThread, position: Position) -> list[int]:
    """What the search says of each legal move where the evaluation does not order them."""
    moves = [move.code for move in position.legal_moves]
    worker = thread.worker
    worker.states[:1] = position.states
    worker.moves[0, : len(moves)] = moves
    thread.evaluation.call_update(worker.states, 0, NO_MOVE, worker.weights, worker.accumulators)
    signature = none(typeof(thread.worker), int64, int64, int64)
    score = specialize(score_by_static_value, signature, "a test")
    score(thread.worker, 0, len(moves), int(thread.run.static_order))
    return [int(score) for score in thread.worker.scores[0, : len(moves)]]


def test_who_misjudges_beyond_measure_still_claims_no_mate() -> None:
    position = noughts.game("xtreme").start()
    results = Engine("noughts:noise=1000000", seed=1, hash_mb=1).analyse(position, Limit(depth=2), multipv=5)
    assert max(abs(result.score.value) for result in results) == POINTS_LIMIT


@pytest.mark.parametrize("name", ["ultimate", "xtreme", "nineboard"])
def test_without_an_order_moves_are_scored_by_where_they_lead(name: str) -> None:
    game = noughts.game(name)
    search = set_up("noughts", game)
    (thread,) = search.threads
    states, accumulators, weights = thread.worker.states, thread.worker.accumulators, thread.worker.weights
    for position in random_positions(name, 30, seed=5):
        moves = list(position.legal_moves)
        scores = scores_by_static_value(thread, position)
        expected = []
        for move in moves:
            after = position.copy()
            after.push(move)
            seen = 0
            if not after.is_game_over():
                states[:1] = after.states
                thread.evaluation.call_update(states, 0, NO_MOVE, weights, accumulators)
                seen = thread.evaluation.call_value(states, 0, weights, accumulators)
            expected.append(seen if after.turn == position.turn else -seen)
        by_score = sorted(range(len(moves)), key=lambda i: scores[i])
        assert [expected[i] for i in by_score] == sorted(expected), position.text()


def test_a_level_orders_moves_as_it_judges_them() -> None:
    """Early in a game, where nothing is decided, a search of depth 1 finds the values that the order goes by."""
    search = set_up("noughts", noughts.game("ultimate"), noise=5.0)
    compared = 0
    for position in random_positions("ultimate", 60, seed=5):
        if position.ply < 16:
            moves = [move.code for move in position.legal_moves]
            (found,) = search.iterate(position, Bounds(1, lines=len(moves)), StopSignal())
            judged = {line.moves[0]: line.value for line in found.lines}
            scored = dict(zip(moves, scores_by_static_value(search.threads[0], position), strict=True))
            by_score = sorted(moves, key=scored.__getitem__)
            assert [judged[move] for move in by_score] == sorted(judged.values()), position.text()
            compared += 1
    assert compared > 5


@pytest.mark.parametrize("name", [*SMALL, *LARGE])
def test_a_mate_is_met_in_as_many_plies_against_every_defence(name: str) -> None:
    game = noughts.game(name)
    strong, plain = set_up("noughts", game), set_up("alphabeta", game, "zero")
    mates = 0
    for position in [*random_positions(name, 150, seed=21), *late_positions(name, 150, seed=21)]:
        for iteration in iterations(strong, position, 5):
            found = iteration.lines[0].value
            distance = MATE - abs(found)
            if abs(found) > MATE_RANGE and distance <= 5:
                mates += 1
                proved = value(plain, position, distance)
                assert (proved > 0) == (found > 0), position.text()
                assert MATE - abs(proved) <= distance, position.text()
    assert mates > 10


@pytest.mark.parametrize("hash_mb", [0, 4])
@pytest.mark.parametrize("transpositions", [False, True])
def test_without_a_table_it_looks_as_deeply_as_it_may(transpositions: bool, hash_mb: float) -> None:
    engine = Engine(hash_mb=hash_mb, transpositions=transpositions)
    for name, depth in (("ultimate", 8), ("nineboard", 8), ("12x12x5", 6)):
        stats = engine.analyse(noughts.game(name).start(), Limit(depth=depth)).stats
        assert stats.depth == depth
        assert stats.deepest >= depth, "a reduction in every node of the main line"


def losses(engine: Engine, position: Position, side: int) -> int:
    """How many games the engine loses as that side, against everything that the other may play."""
    outcome = position.outcome()
    if outcome is not None:
        return int(outcome.winner == 1 - side)
    found = 0
    for move in [engine.play(position, Limit(depth=9)).move] if position.turn == side else position.legal_moves:
        position.push(move)
        found += losses(engine, position, side)
        position.pop()
    return found


@pytest.mark.parametrize("side", [0, 1])
def test_tic_tac_toe_is_never_lost(side: int) -> None:
    assert losses(Engine(), noughts.game("3x3x3").start(), side) == 0


OPPONENTS = (
    "random",
    "greedy",
    "mcts:nodes=2000",
    "report004",
    "report004:level=easy",
    "minimax:depth=3",
    "alphabeta:eval=pascal,depth=5",
    "mtdf:eval=polynomial,depth=4",
    "hminimax:depth=4",
    "noughts:level=hard",
)


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_4x5x4_is_not_lost_from_openings_that_are_not(opponent: str) -> None:
    """Four games each, from random openings that a plain search solves as at least drawn for the engine."""
    game, chance = noughts.game("4x5x4"), random.Random(opponent)
    engine, other, solver = Engine(), Engine(opponent, seed=1), Engine("alphabeta", eval="zero")
    games = 0
    while games < 4:
        opening = random_opening(game, chance)
        value = solver.analyse(opening, Limit(depth=20)).score
        for side in range(2):
            if value.for_side(side).value < 0:
                continue
            games += 1
            position = opening.copy()
            while not position.is_game_over():
                player = engine if position.turn == side else other
                position.push(player.play(position, Limit(nodes=300_000) if player is engine else None).move)
            outcome = position.outcome()
            assert outcome is not None
            assert outcome.winner != 1 - side, f"{opening.text()}: {' '.join(map(str, position.move_stack))}"


@pytest.mark.parametrize("solved", list(fact_files.solved_mnk_positions()), ids=lambda solved: solved.source)
def test_a_million_nodes_are_enough_for_an_optimal_move(solved: fact_files.SolvedPosition) -> None:
    position = noughts.game(solved.game).position(solved.text)
    move = Engine().play(position, Limit(nodes=1_000_000)).move
    assert solved.move_values[str(move)] == solved.value


@pytest.mark.parametrize("name", LARGE)
def test_a_limit_of_nodes_always_gives_the_same_answer(name: str) -> None:
    for position in random_positions(name, 4, seed=31):
        first, again = (Engine().analyse(position, Limit(nodes=3000)) for _ in range(2))
        assert (first.pv, first.score, first.stats.nodes) == (again.pv, again.score, again.stats.nodes)


@pytest.mark.parametrize(
    "size", ["1x1x1", "1x2x1", "2x2x2", "1x32x5", "32x1x3", "32x32x5", "32x32x32", "misere-32x32x5"]
)
def test_boards_of_every_size_are_answered_in_a_tenth_of_a_second(size: str) -> None:
    engine, game = Engine(), noughts.game(size)
    engine.play(game.start(), Limit(depth=1))
    position = game.start()
    for _ in range(4):
        if not position.is_game_over():
            result = engine.play(position, Limit(time=0.1))
            assert result.move in position.legal_moves
            position.push(result.move)


def test_the_first_stone_on_a_large_board_stands_in_the_middle() -> None:
    for size, near in (("15x15x5", 2), ("19x19x5", 3), ("32x32x5", 5)):
        game = noughts.game(size)
        move = Engine().play(game.start(), Limit(nodes=20_000)).move
        row, column = game.places[move.code]
        middle = (game.rows - 1) / 2
        assert max(abs(row - middle), abs(column - middle)) <= near, f"{size}: {move}"


def test_xtreme_goes_for_the_line_and_then_for_points() -> None:
    """A line wins more than any points; where no line is left, the better board counts."""
    game = noughts.game("xtreme")
    won, drawn = "XXX6", "XOXXOOOXX"
    line = f"{won}/{won}/XX7/9/9/9/9/9/9" + "/9" * 9 + " X 3 -"
    assert Engine().play(game.position(line), Limit(nodes=2000)).score.mate == 1
    # All closed but an edge (worth 6) and a corner (worth 4), each won by either side with one mark; no line is
    # possible, and X, who has won a corner, is on a bonus move: the other board is O's.
    closed = [drawn] * 18
    closed[0] = closed[1] = "XX.OOXOXO"
    closed[17] = won
    position = game.position("/".join(closed) + " X - b")
    results = Engine().analyse(position, Limit(depth=6), multipv=2)
    assert [(str(result.move), result.score.points) for result in results] == [
        ("1.2.3", 4 + 6 - 4),
        ("1.1.3", 4 + 4 - 6),
    ]


@pytest.mark.parametrize("mover", ["X", "O"])
def test_a_search_that_is_stopped_before_it_has_seen_a_move_wins_at_once_or_defends(mover: str) -> None:
    game = noughts.game("15x15x5")
    position = game.position(f"15/15/15/15/15/15/4XXXXO6/15/15/15/15/15/15/15/15 {mover}")
    (stopped,) = set_up("noughts", game).iterate(position, Bounds(nodes=1), StopSignal())
    assert stopped.depth == 0
    assert str(game.moves[stopped.lines[0].moves[0]]) == "d9"


def test_a_search_that_is_stopped_before_it_has_seen_a_move_goes_on_with_the_plan_of_the_one_before() -> None:
    game = noughts.game("15x15x5")
    position, search = game.start(), set_up("noughts", game)
    for move in ("h8", "i9", "h7"):
        position.push(move)
    plan = iterations(search, position, 6)[-1].lines[0].moves
    for code in plan[:2]:
        position.push(game.moves[code])
    (stopped,) = search.iterate(position, Bounds(nodes=1), StopSignal())
    assert stopped.lines[0].moves[0] == plan[2]
