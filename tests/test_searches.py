"""The searches against plain minimax, and plain minimax against the naive rules."""

from collections import deque
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import noughts
from noughts import reference
from noughts.board import Position
from noughts.engine.score import Score
from noughts.kernel.contract import NO_MOVE
from noughts.kernel.run import new_run
from noughts.kernel.scores import MATE, MATE_RANGE, POINT
from noughts.registry import best_evaluation, evaluation, search_class
from noughts.search.base import Bounds, Iteration, Search, SearchSettings, StopSignal
from noughts.search.mcts import DECIDED, NODE, RUN_FIELDS, Mcts, Simulation
from noughts.search.nearest import MAX_RINGS, nearest_first
from positions import LARGE, SMALL, last_positions, late_positions, random_positions

# Settings under which a search must give minimax's value at the same depth: with pruning, tables of all sizes, orders.
EXACT: dict[str, tuple[str, float, dict[str, Any]]] = {
    "alphabeta without a table": ("alphabeta", 0, {}),
    "alphabeta with one bucket": ("alphabeta", 64 / 2**20, {}),
    "alphabeta with a table": ("alphabeta", 1, {}),
    "alphabeta straight to the depth": ("alphabeta", 1, {"deepening": False}),
    "alphabeta, nearest first": ("alphabeta", 1, {"nearest": True}),
    "alphabeta with a static cache": ("alphabeta", 1, {"static_cache": True, "transpositions": False}),
    "alphabeta with both": ("alphabeta", 0.01, {"static_cache": True}),
    "alphabeta, pruning on wins": ("alphabeta", 0, {"prune_on_win": True}),
    "pvs without a table": ("pvs", 0, {}),
    "pvs with a table": ("pvs", 1, {}),
    "hminimax": ("hminimax", 0, {}),
    "hminimax without pruning": ("hminimax", 0, {"prune": False}),
    "mtdf": ("mtdf", 1, {}),
    "mtdf with a small table": ("mtdf", 0.001, {"static_cache": True}),
}


def set_up(name: str, game: noughts.Game, eval_name: str | None, hash_mb: float, **options: Any) -> Search:
    found = evaluation(eval_name) if eval_name else best_evaluation(game)
    return search_class(name)(game, SearchSettings(found, hash_mb, seed=1, options=options))


def last(search: Search, position: Position, depth: int | None = None, **bounds: int) -> Iteration:
    return deque(search.iterate(position, Bounds(depth, **bounds), StopSignal()), maxlen=1).pop()


def value(search: Search, position: Position, depth: int) -> int:
    return last(search, position, depth).lines[0].value


def naive_minimax(board: Any, depth: int, ply: int = 0) -> int:
    """Minimax over the naive rules, 0 where the depth is reached; nearer mates are better for the winner."""
    if board.is_over():
        if board.winner() is None:
            scores = board.points() or (0, 0)
            return POINT * (scores[board.turn] - scores[1 - board.turn])
        return MATE - ply if board.winner() == board.turn else ply - MATE
    if depth == 0:
        return 0
    values = []
    for move in board.legal_moves():
        after = board.play(move)
        found = naive_minimax(after, depth - 1, ply + 1)
        values.append(found if after.turn == board.turn else -found)
    return max(values)


def remaining(position: Position) -> int:
    """Empty cells: a bound on what is left of an m,n,k game."""
    return position.text().count(".")


@pytest.mark.parametrize("name", SMALL + LARGE)
def test_minimax_is_the_naive_one(name: str) -> None:
    game, naive = noughts.game(name), reference.game(name)
    search = set_up("minimax", game, "zero", 0)
    for position in [*random_positions(name, 12, seed=1), *late_positions(name, 12, seed=1)]:
        few = len(position.legal_moves)
        depth = 4 if few <= 4 else 3 if few <= 7 else 2 if few <= 12 else 1  # the naive rules take their time
        assert value(search, position, depth) == naive_minimax(naive.parse(position.text()), depth), position.text()


@pytest.mark.parametrize("setting", EXACT)
@pytest.mark.parametrize("name", SMALL)
def test_exact_searches_agree_to_the_end_of_small_games(name: str, setting: str) -> None:
    kind, hash_mb, options = EXACT[setting]
    game = noughts.game(name)
    plain, other = set_up("minimax", game, "zero", 0), set_up(kind, game, "zero", hash_mb, **options)
    for position in random_positions(name, 150, seed=2):
        if remaining(position) <= 8:
            expected = value(plain, position, 120)
            assert value(other, position, 120) == expected, position.text()


@pytest.mark.parametrize("setting", EXACT)
@pytest.mark.parametrize("name", LARGE)
def test_exact_searches_agree_at_equal_depth_and_evaluation(name: str, setting: str) -> None:
    kind, hash_mb, options = EXACT[setting]
    game = noughts.game(name)
    plain, other = set_up("minimax", game, None, 0), set_up(kind, game, None, hash_mb, **options)
    for position in random_positions(name, 40, seed=3):
        few = len(position.legal_moves)
        depth = 4 if few <= 12 else 3 if few <= 30 else 2 if few <= 60 else 1
        assert value(other, position, depth) == value(plain, position, depth), position.text()
    for position in late_positions(name, 60, seed=4):
        depth = 4 if len(position.legal_moves) <= 12 else 2
        assert value(other, position, depth) == value(plain, position, depth), position.text()


def test_a_table_kept_from_move_to_move_changes_no_value() -> None:
    game = noughts.game("xtreme")
    plain, kept = set_up("minimax", game, None, 0), set_up("mtdf", game, None, 0.05)
    position = next(random_positions("xtreme", 1, seed=5))
    for _ in range(40):
        assert value(kept, position, 2) == value(plain, position, 2)
        position.push(game.moves[last(kept, position, 2).lines[0].moves[0]])
        if position.is_game_over():
            break


def test_the_first_move_of_tic_tac_toe_has_549946_nodes() -> None:
    game = noughts.game("3x3x3")
    iteration = last(set_up("minimax", game, "zero", 0), game.start(), 9)
    assert iteration.lines[0].value == 0
    assert iteration.counters.nodes == 549_946
    # A finished position above depth 0 counts in both, as report 000 prints it.
    assert iteration.counters.static_evaluations == 255_168
    assert iteration.counters.dynamic_evaluations == 549_946 - 127_872


def test_counters_are_those_of_report_000() -> None:
    """1x3 cells, two in a row, X to move at depth 2, worked out by hand.

    X has a, b or c; O then one of the two left: no one can win within two plies. With `zero` every leaf is 0.
    Alpha-beta: a (O: b gives 0, c gives 0), then b: its first reply gives 0 <= alpha, a cut at O's node; c the same.
    Nodes: the root, 3 moves, 2 + 1 + 1 replies. Static: 4 leaves. Dynamic: 4 inner nodes.
    """
    game = noughts.game("1x3x2")
    counters = last(set_up("alphabeta", game, "zero", 0, deepening=False), game.start(), 2).counters
    assert (counters.nodes, counters.static_evaluations, counters.dynamic_evaluations) == (8, 4, 4)
    assert (counters.alpha_cutoffs, counters.beta_cutoffs) == (2, 0)


def test_the_static_cache_saves_evaluations() -> None:
    game = noughts.game("4x4x4")
    with_cache = set_up("hminimax", game, "polynomial", 4, static_cache=True, prune=False)
    without = set_up("hminimax", game, "polynomial", 4, prune=False)
    saved, plain = (last(search, game.start(), 4).counters for search in (with_cache, without))
    assert plain.evaluations_saved == 0
    # 43680 leaves are reached; they are 16 * 15 * 14 * 13 / 4 = 10920 different boards.
    assert plain.static_evaluations == 43_680
    assert saved.static_evaluations == 43_680, "those answered by the cache count too, as in report 000"
    assert saved.evaluations_saved == 43_680 - 10_920


def test_principal_variations_are_legal_and_lead_to_the_value() -> None:
    for name in ("ultimate", "xtreme", "5x6x4"):
        game = noughts.game(name)
        for kind in ("minimax", "alphabeta", "hminimax", "mtdf"):
            search = set_up(kind, game, None, 1)
            for position in random_positions(name, 10, seed=6):
                line = last(search, position, 2).lines[0]
                after = position.copy()
                for code in line.moves:
                    after.push(game.moves[code])
                assert line.moves
                if len(line.moves) == 2 and not after.is_game_over():
                    found = best_evaluation(game)
                    compiled, weights = found.for_rules(game.rules, name), found.loaded_weights
                    counted = np.zeros((1, found.accumulator_size), np.int32)
                    compiled.call_update(after.states, 0, NO_MOVE, weights, counted)
                    leaf = compiled.call_value(after.states, 0, weights, counted)
                    assert line.value == (leaf if after.turn == position.turn else -leaf)


def test_several_lines_are_the_best_moves_in_order() -> None:
    game = noughts.game("ultimate")
    for position in random_positions("ultimate", 20, seed=7):
        legal = position.legal_moves
        values = {}
        for move in legal:
            after = position.copy()
            after.push(move)
            if after.is_game_over():
                outcome = after.outcome()
                assert outcome is not None
                values[move.code] = 0 if outcome.winner is None else MATE - 1
            else:
                child = value(set_up("minimax", game, None, 0), after, 1)
                mate = abs(child) > MATE - 10_000
                values[move.code] = -(child - (1 if child > 0 else -1) if mate else child)
        search = set_up("alphabeta", game, None, 1)
        found = last(search, position, 2, lines=4)
        assert [line.value for line in found.lines] == sorted(values.values(), reverse=True)[:4]
        assert all(line.value == values[line.moves[0]] for line in found.lines)
        assert len({line.moves[0] for line in found.lines}) == len(found.lines)


def test_telling_several_lines_leaves_nothing_false_in_the_table() -> None:
    """The second line is searched without the best move: its value is not the position's."""
    game = noughts.game("ultimate")
    plain, kept = set_up("minimax", game, None, 0), set_up("alphabeta", game, None, 1, deepening=False)
    for position in random_positions("ultimate", 60, seed=10):
        if position.move_stack and len(position.legal_moves) <= 12:
            last(kept, position, 2, lines=3)
            position.pop()
            if len(position.legal_moves) <= 12:
                assert value(kept, position, 3) == value(plain, position, 3), position.text()


def test_cutting_on_one_sides_turns_looks_on_until_it_is_that_sides_turn() -> None:
    """At depth 1 with cut_side=mover the leaf is the mover's own next turn: two plies on, as at depth 2 for both."""
    game = noughts.game("nineboard")
    one = set_up("hminimax", game, None, 0, cut_side="mover")
    both = set_up("hminimax", game, None, 0)
    for position in random_positions("nineboard", 60, seed=8):
        assert value(one, position, 1) == value(both, position, 2)


STOPPABLE: dict[str, tuple[str, float, dict[str, Any]]] = {
    "minimax": ("minimax", 0, {"deepening": True}),
    "hminimax": ("hminimax", 0, {"deepening": True}),
    "alphabeta": ("alphabeta", 0, {}),
    "alphabeta with a table": ("alphabeta", 1, {}),
    "mtdf": ("mtdf", 1, {}),
    "noughts": ("noughts", 1, {}),
    "noughts without a table": ("noughts", 0, {}),
    "noughts, misjudging": ("noughts", 1, {"noise": 4.0}),
}


@pytest.mark.parametrize("setting", STOPPABLE)
@pytest.mark.parametrize("name", ["4x4x3", "ultimate"])
def test_a_search_that_is_stopped_claims_a_loss_only_where_there_is_one(name: str, setting: str) -> None:
    """Those of its moves that it has not come to may be better than those that it has seen to lose."""
    kind, hash_mb, options = STOPPABLE[setting]
    game = noughts.game(name)
    plain, stopped = set_up("alphabeta", game, "zero", 1), set_up(kind, game, None, hash_mb, **options)
    claims = 0
    for position in late_positions(name, 40, seed=12):
        for nodes in (1, 2, 3, 5, 9, 17, 33, 65, 129, 500, 2000):
            line = last(stopped, position, 6, nodes=nodes).lines[0]
            assert game.moves[line.moves[0]] in position.legal_moves
            if line.value < -MATE_RANGE:
                claims += 1
                assert value(plain, position, MATE + line.value) <= line.value, (position.text(), nodes)
    assert claims > 10


@pytest.mark.parametrize("setting", STOPPABLE)
@pytest.mark.parametrize("name", ["3x3x3", "4x4x3"])
def test_a_search_ends_by_itself_where_nothing_is_left_to_see(name: str, setting: str) -> None:
    """It says so itself: what ends before its depth has the value of plain minimax to the end."""
    kind, hash_mb, options = STOPPABLE[setting]
    game = noughts.game(name)
    plain, deepening = set_up("minimax", game, "zero", 0), set_up(kind, game, None, hash_mb, **options)
    ended = 0
    for position in random_positions(name, 60, seed=13):
        if remaining(position) > 7:
            continue
        found = last(deepening, position)
        assert found.is_final
        assert found.depth <= game.max_plies
        if found.depth < game.max_plies:
            ended += 1
            assert verdict(found.lines[0].value) == verdict(value(plain, position, 16)), position.text()
        if not hash_mb:
            assert found.depth <= remaining(position), position.text()
    assert ended > 5


def verdict(found: int) -> int:
    """A value with all mates of a side the same."""
    return found if abs(found) <= MATE_RANGE else MATE if found > 0 else -MATE


def test_mcts_proves_points_and_not_only_outcomes() -> None:
    """X, on a bonus move, takes an edge (6) or a corner (4) and leaves the other to O; a corner X has already."""
    game = noughts.game("xtreme")
    boards = ["XOXXOOOXX"] * 18
    boards[0] = boards[1] = "XX.OOXOXO"
    boards[17] = "XXX6"
    found = last(set_up("mcts", game, None, 1), game.position("/".join(boards) + " X - b"), nodes=1000, lines=2)
    lines = [(str(game.moves[line.moves[0]]), line.value) for line in found.lines]
    assert lines == [("1.2.3", (4 + 6 - 4) * POINT), ("1.1.3", (4 + 4 - 6) * POINT)]
    assert found.is_final


def test_mcts_proves_the_points_of_minimax() -> None:
    game = noughts.game("xtreme")
    plain = set_up("alphabeta", game, "zero", 1)
    for position in last_positions("xtreme", 6, 40, seed=14):
        found = last(set_up("mcts", game, None, 1), position, nodes=100_000)
        assert found.is_final
        assert verdict(found.lines[0].value) == verdict(value(plain, position, 120)), position.text()


def test_mcts_prefers_a_proved_draw_to_an_open_move_that_looks_worse() -> None:
    """A tree of a root and three moves of X: one proved to be drawn, one proved to lose, one open."""
    game = noughts.game("3x3x3")
    search = set_up("mcts", game, None, 1)
    assert isinstance(search, Mcts)

    def order(wins: float) -> list[int]:
        tree = np.zeros(4, NODE)
        tree[0]["first_child"], tree[0]["children"] = 1, 3
        for child, visits in ((1, 5), (2, 5), (3, 1000)):
            tree[child]["move"], tree[child]["visits"], tree[child]["turn"] = child, visits, 1
        tree[1]["proved"], tree[2]["proved"] = 1, 1
        tree[2]["worth"] = -DECIDED
        tree[3]["wins"] = wins
        return [line.moves[0] for line in search._lines(tree, 3)]

    assert order(100) == [1, 3, 2]
    assert order(499) == [1, 3, 2]
    assert order(501) == [3, 1, 2]


def simulations(path: NDArray[np.int64], tree: NDArray[Any], count: int) -> None:
    game = noughts.game("xtreme")
    search, states, run = set_up("mcts", game, None, 1), game.new_states(3), new_run(RUN_FIELDS)
    assert isinstance(search, Mcts)
    states[:1] = game.start().states
    run["simulation_limit"], run["used"] = count, 1
    tree[0]["mover"] = 1
    out = game.new_moves()
    search.entry(Simulation(states, tree, path, out, np.array([3], np.uint64), run), 0.8)
    assert run["simulations"] == count


def test_mcts_looks_no_deeper_than_it_has_room_for() -> None:
    """As in a game that goes on for longer than it says."""
    room = np.zeros(100, np.int64)
    simulations(room[:3], np.zeros(100_000, NODE), 20_000)
    assert room[2] != 0, "it has come to the last place"
    assert not room[3:].any(), "and not beyond it"


def test_mcts_counts_wins_however_many_there_are() -> None:
    tree = np.zeros(1000, NODE)
    tree[0]["wins"] = tree[0]["visits"] = 2**24
    simulations(np.zeros(100, np.int64), tree, 100)
    assert tree[0]["visits"] == 2**24 + 100
    assert 2**24 + 10 < tree[0]["wins"] < 2**24 + 90


def test_moves_far_away_are_tried_last_on_however_large_a_board() -> None:
    """One row of 100 cells, the last move at its left end: from the last ring on the order stays."""
    cells = 100
    places = np.array([(0, column) for column in range(cells)], np.int64)
    moves = np.arange(cells - 1, 0, -1)
    nearest_first(moves, cells - 1, 0, places, np.zeros(MAX_RINGS, np.int64), np.zeros(cells, np.int64))
    last = MAX_RINGS - 1
    assert moves.tolist() == [*range(1, last), *range(cells - 1, last - 1, -1)]


def test_mcts_does_not_say_how_long_a_win_takes_unless_it_knows() -> None:
    game = noughts.game("3x3x3")
    plain, said = set_up("minimax", game, "zero", 0), set()
    for position in random_positions("3x3x3", 60, seed=16):
        if remaining(position) <= 7:
            found = last(set_up("mcts", game, None, 1), position, nodes=100_000)
            mate = Score(value(plain, position, 9), position.turn).mate
            expected = {None: "+0.00", 1: "mate in 1", -2: "mated in 2"}.get(
                mate, "won" if mate and mate > 0 else "lost"
            )
            assert str(Score(found.lines[0].value, position.turn)) == expected, position.text()
            said.add(expected)
    assert said == {"+0.00", "mate in 1", "mated in 2", "won", "lost"}


def test_mcts_plays_what_it_has_proved() -> None:
    for name in ("3x3x3", "misere-3x3x3", "3x4x3"):
        game = noughts.game(name)
        plain = set_up("minimax", game, "zero", 0)
        for position in random_positions(name, 40, seed=9):
            if remaining(position) > 7:
                continue
            found = last(set_up("mcts", game, None, 1), position, nodes=200_000)
            assert found.is_final, "so small a tree is proved"
            expected = value(plain, position, 20)
            after = position.copy()
            after.push(game.moves[found.lines[0].moves[0]])
            if after.is_game_over():
                outcome = after.outcome()
                assert outcome is not None
                reached = 0 if outcome.winner is None else 1 if outcome.winner == position.turn else -1
            else:
                child = value(plain, after, 20)
                reached = -((child > 0) - (child < 0))
            assert reached == (expected > 0) - (expected < 0), position.text()


def test_a_search_that_is_stopped_keeps_all_of_its_lines() -> None:
    position = noughts.game("ultimate").start()
    position.push("5.5")
    for nodes in range(2_000, 60_000, 3_700):
        results = noughts.Engine(seed=1).analyse(position, noughts.Limit(nodes=nodes), multipv=8)
        assert len({str(result.move) for result in results}) == 8, nodes
